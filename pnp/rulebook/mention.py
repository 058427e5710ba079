"""Marks on the lines that mention a term of the game.

A mark is an empty group with the term's name, which is not drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pnp.draw import GlyphRun, Group, NamedBox
from pnp.geometry import Box
from pnp.markup import Run, TermRun, TextRun
from pnp.model import Game, Term
from pnp.text import SetLine

_NOWHERE = Box(0.0, 0.0, 0.0, 0.0)


class Mention(NamedBox):
    """The mark of a mention: the term's vocabulary and id."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Mentions:
    """Marks lines of a rule sheet that has an index.

    Attributes:
        game: With its terms, in the language of the sheet.
        all_words: Whether names and forms of terms count that are not marked as ``[form](term)``.
        seen: The terms (see ``key_of``) that lines marked so far mention; grows.
    """

    game: Game
    all_words: bool = False
    seen: set[str] = field(default_factory=set)
    _forms: dict[str, str] = field(default_factory=dict)
    _pattern: list[re.Pattern[str]] = field(default_factory=list)

    def marked(self, lines: Sequence[SetLine], runs: Iterable[Run]) -> list[SetLine]:
        """The lines of a paragraph, each with a mark for every term that is mentioned in it."""
        mentions = list(self.found_in(runs))
        if not mentions:
            return list(lines)
        self.seen.update(name for _, name in mentions)
        marked: list[SetLine] = []
        end = 0
        for number, line in enumerate(lines):
            end += sum(_letters(item.text) for item in line.items if isinstance(item, GlyphRun))
            last = number == len(lines) - 1
            here = [name for before, name in mentions if before < end or last]
            mentions = mentions[len(here) :]
            marks = tuple(Group((), place=Mention(name, _NOWHERE)) for name in here)
            marked.append(replace(line, items=(*line.items, *marks)) if marks else line)
        return marked

    def found_in(self, runs: Iterable[Run]) -> Iterator[tuple[int, str]]:
        """For each mention in order: how many letters are before it, and its name."""
        letters = 0
        for run in runs:
            if isinstance(run, TermRun):
                term = self.game.term(run.term)
                if term is not None:
                    yield letters, key_of(term)
                letters += _letters(run.form)
            elif isinstance(run, TextRun):
                if self.all_words:
                    for found in self._any_form().finditer(run.text):
                        key = self._forms.get(found[0].casefold())
                        if key is not None:
                            yield letters + _letters(run.text[: found.start()]), key
                letters += _letters(run.text)

    def _any_form(self) -> re.Pattern[str]:
        """Finds a form of any term as whole words, the longest first; also the name of the game."""
        if not self._pattern:
            for vocabulary in self.game.vocabularies.values():
                for term in vocabulary.terms.values():
                    for words in (term.name, *term.forms.values()):
                        if words.source and "{" not in words.source:
                            self._forms.setdefault(words.source.casefold(), key_of(term))
            titles = {self.game.name.source.casefold()} - set(self._forms)
            longest = sorted({*self._forms, *titles}, key=lambda form: (-len(form), form))
            forms = "|".join(map(re.escape, longest)) or r"(?!)"
            self._pattern.append(re.compile(rf"(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE))
        return self._pattern[0]


def key_of(term: Term) -> str:
    """The term's vocabulary and id."""
    return f"{term.vocabulary}.{term.id}"


def _letters(words: str) -> int:
    """Letters and digits of the words: line breaks and hyphens do not change them."""
    return sum(char.isalnum() for char in words)
