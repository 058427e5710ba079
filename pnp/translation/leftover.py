"""Words of the source that a translation has kept: words of terms, stretches of a sentence, whole texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from pnp.diagnostics import Diagnostic, times, warning
from pnp.i18n import Catalogue
from pnp.model import Game, Term
from pnp.rules import without_expressions
from pnp.translation.pair import TextPair
from pnp.translation.wording import has_words

_UNREAD = re.compile(
    r":[a-z0-9]+(?:-[a-z0-9]+)*(?:\([^()\n]{1,200}\))?(?:\\?\|[0-9.]+)?:|\[[^\[\]\n]*\]\([^()\n]*\)|(?<=\])\{[^{}\n]*\}"
)
"""Icons, terms (which are compared on their own) and names of marks."""
_BETWEEN_SPACES = re.compile(r"\S+")
_IN_ADDRESSES = ("://", "@", "www.")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SHORTEST = 3
"""Letters of a term's word: shorter ones are often words of another language, too."""
_ENDING = 3
"""Letters by which a form that is not listed may be longer than its term: ``Coins`` of ``Coin``."""
_STRETCH = 4
"""Words in a row, at least this many of them in small letters, that no two languages have in common."""
_FEW = 3
_SHARE = 3
"""At least ``_FEW`` texts and one of ``_SHARE`` must be the same before a warning is due."""


class TermWords:
    """The words of the game's terms that another language has other words for.

    Args:
        game: In its own language.
        translated: In the other language.
        language: Tag of the other language.
    """

    def __init__(self, game: Game, translated: Game, language: str) -> None:
        pairs = list(_terms(game, translated))
        used = {word.casefold() for _, term in pairs for word in _words_of(term, language)}
        used.update(word.casefold() for word in _WORD.findall(translated.name.source))  # a title may stay
        self._terms: dict[str, tuple[Term, Term]] = {}
        for term, other in pairs:
            if (
                other.name.language == language
                and other.name.source.casefold() != term.name.source.casefold()
            ):
                for word in _words_of(term):
                    if len(word) >= _SHORTEST and word.casefold() not in used:
                        self._terms.setdefault(word.casefold(), (term, other))
        self._used = used

    def left_in(self, pair: TextPair) -> Iterator[Diagnostic]:
        """Words of terms, and stretches of the source, that are in the translation (K539).

        The first is reported.
        """
        source, translation = _readable(pair.source), _readable(pair.translation)
        if source == translation or pair.entry.context.startswith("term."):
            return
        words = {found.group() for found in _WORD.finditer(source)}
        for found in _WORD.finditer(translation):
            word = found.group()
            terms = self._term(word) if word in words else None
            if terms is not None:
                term, other = terms
                message = f"'{word}' is a word of the source: here the term '{term.id}' is called '{other.name.source}'"
                cure = f"translate it, such as '{other.name.source}'; where it is right, add the comment '# allow K539' above"
                yield warning("K539", message, pair.at(found.start(), len(word)), cure)
                return
        if stretch := _stretch(source, translation):
            start, length = stretch
            message = f"'{translation[start : start + length]}' is in the source, too, word for word"
            cure = "translate it; where it is right, such as in a title, add the comment '# allow K539' above"
            yield warning("K539", message, pair.at(start, length), cure)

    def _term(self, word: str) -> tuple[Term, Term] | None:
        """The term that a word names, by one of its forms or by one that is a few letters longer."""
        folded = word.casefold()
        if folded in self._used:
            return None
        stems = [folded[: len(folded) - cut] for cut in range(_ENDING + 1)]
        found = (self._terms.get(stem) for stem in stems if len(stem) > _SHORTEST or stem == folded)
        return next((terms for terms in found if terms is not None), None)


def _terms(game: Game, translated: Game) -> Iterator[tuple[Term, Term]]:
    for name, vocabulary in game.vocabularies.items():
        for key, term in vocabulary.terms.items():
            yield term, translated.vocabularies[name].terms[key]


def _words_of(term: Term, language: str | None = None) -> list[str]:
    """The term's name and forms; of one in ``language`` only those that are translated."""
    texts = [term.name, *term.forms.values()]
    return [text.source for text in texts if language is None or text.language == language]


def _without_address(word: re.Match[str]) -> str:
    """The word, or spaces in place of an address."""
    return " " * len(word[0]) if any(sign in word[0] for sign in _IN_ADDRESSES) else word[0]


def _readable(source: str) -> str:
    blank = _UNREAD.sub(lambda match: " " * len(match.group()), source)
    if any(sign in blank for sign in _IN_ADDRESSES):
        blank = _BETWEEN_SPACES.sub(_without_address, blank)
    return without_expressions(blank, " ")


def _stretch(source: str, translation: str) -> tuple[int, int] | None:
    """Offset and length in the translation of a stretch of words of the source; None if it has none."""
    wanted = _WORD.findall(source)
    if len(wanted) < _STRETCH:
        return None
    runs = {tuple(wanted[at : at + _STRETCH]) for at in range(len(wanted) - _STRETCH + 1)}
    found = list(_WORD.finditer(translation))
    same = [
        tuple(each.group() for each in found[at : at + _STRETCH]) in runs
        for at in range(len(found) - _STRETCH + 1)
    ]
    for is_same, places in groupby(range(len(same)), same.__getitem__):
        at = list(places)
        words = found[at[0] : at[-1] + _STRETCH]
        if is_same and sum(each.group().islower() for each in words) >= _STRETCH:
            return words[0].start(), words[-1].end() - words[0].start()
    return None


def check_same(catalogue: Catalogue, pairs: Iterable[TextPair]) -> Iterator[Diagnostic]:
    """A warning if many translations equal their source and no comment accepts it (K541).

    Args:
        catalogue: Of one language.
        pairs: Its usable translations.
    """
    worded = [pair for pair in pairs if has_words(pair.source)]
    same = [pair for pair in worded if pair.is_identical and not pair.entry.allows("K536")]
    if len(same) >= _FEW and len(same) * _SHARE >= len(worded):
        places = [(pair.span, " ".join(pair.source.split())[:48]) for pair in same[:5]]
        counted = f"{len(same)} of {times(len(worded), 'translation')}"
        message = f"{counted} in '{catalogue.language}' are the same as the source"
        cure = "translate them; above those that are meant to be the same, add the comment '# allow K536'"
        yield warning("K541", message, same[0].span, cure, related=places)
