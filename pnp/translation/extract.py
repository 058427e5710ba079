"""All texts of a game for its translators, in reading order, and those whose words have changed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from pnp.checks import texts_in
from pnp.i18n import TextKey
from pnp.model import Game, Piece, Term, Text
from pnp.rulebook import Rulebook
from pnp.rulebook.block import (
    Block,
    Directive,
    Divider,
    Heading,
    ListBlock,
    Paragraph,
    Remark,
    TableBlock,
    caption_of,
)
from pnp.translation.localise import forms_text, gender_text
from pnp.translation.wording import has_words

GAME, TERMS, RULEBOOK = "game", "terms", "rulebook"
"""Groups of texts that belong to no component set."""


@dataclass(frozen=True, slots=True)
class Found:
    """A text at one of its places.

    Attributes:
        text: As typed.
        group: Id of the component set, or one of ``GAME``, ``TERMS``, ``RULEBOOK``.
        what: The kind of text in a few words, for the translator.
        piece: Of a component set.
        term: Of the terms.
    """

    text: Text
    group: str
    what: str
    piece: Piece | None = None
    term: Term | None = None

    @property
    def key(self) -> tuple[str, str]:
        """Context and source; white space at the edges is not printed and makes no other text."""
        return (self.text.context, self.text.source.strip())


@dataclass(frozen=True, slots=True)
class Extracted:
    """The texts of a game.

    Attributes:
        found: In reading order: the game, its terms, its sets, its rulebooks; equal texts once for each place
            and piece.
    """

    found: tuple[Found, ...]

    def by_key(self) -> Mapping[tuple[str, str], Sequence[Found]]:
        """The places of each text, in order."""
        grouped: dict[tuple[str, str], list[Found]] = {}
        for found in self.found:
            grouped.setdefault(found.key, []).append(found)
        return grouped


def extract(game: Game, rulebooks: Sequence[Rulebook]) -> Extracted:
    """The texts that have words; see ``has_words``.

    Args:
        game: As it was loaded, in its own language.
        rulebooks: The game's, parsed.
    """
    texts = [*_game_texts(game), *_term_texts(game), *_set_texts(game)]
    for rulebook in rulebooks:
        texts += _rulebook_texts(rulebook)
    return Extracted(tuple(found for found in texts if found.text.source.strip()))


def _game_texts(game: Game) -> Iterator[Found]:
    yield from _wordy(game.name, GAME, "name of the game")
    if game.notice:
        yield from _wordy(game.notice, GAME, "notice")


def _wordy(text: Text, group: str, what: str, **owner: Any) -> Iterator[Found]:
    if has_words(text.source):
        yield Found(text, group, what, **owner)


def _term_texts(game: Game) -> Iterator[Found]:
    for vocabulary in game.vocabularies.values():
        for term in vocabulary.terms.values():
            name = f"{vocabulary.id}.{term.id}"
            yield from _wordy(term.name, TERMS, f"name of the term {name}", term=term)
            gender = gender_text(term)
            if gender is not None:
                yield Found(gender, TERMS, f"gender of the term {name}", term=term)
            yield Found(forms_text(term), TERMS, f"forms of the term {name}", term=term)
            for label, value in term.data.items():
                for text in texts_in(value):
                    yield from _wordy(text, TERMS, f"{label} of the term {name}", term=term)


def _set_texts(game: Game) -> Iterator[Found]:
    for component_set in game.sets:
        yield from _wordy(component_set.name, component_set.id, "name of the set")
        for name, label in component_set.labels.items():
            yield from _wordy(label, component_set.id, f"label of the field {name}")
        for piece in component_set.pieces:
            for name, value in piece.fields.items():
                if isinstance(value, Text):
                    yield from _wordy(value, component_set.id, f"{piece.kind} {name}", piece=piece)


def _rulebook_texts(rulebook: Rulebook) -> Iterator[Found]:
    header = rulebook.header
    for text, what in ((header.title, "title of the rule sheet"), (header.subtitle, "its subtitle")):
        if text:
            yield from _wordy(text, RULEBOOK, what)
    for text, what in _block_texts(rulebook.blocks, "paragraph"):
        yield from _wordy(text, RULEBOOK, what)


def _block_texts(blocks: Iterable[Block], paragraph: str) -> Iterator[tuple[Text, str]]:
    for block in blocks:
        match block:
            case Heading():
                yield block.text, f"heading of level {block.level}"
            case Paragraph():
                yield block.text, paragraph
            case ListBlock():
                for item in block.items:
                    yield from _block_texts(item, "item of a list")
            case TableBlock():
                yield from ((cell, "head of a table") for cell in block.head)
                yield from ((cell, "cell of a table") for row in block.rows for cell in row)
            case Remark():
                yield from _block_texts(block.blocks, "remark")
            case Directive():
                yield from _block_texts(block.blocks, "example" if block.name == "example" else paragraph)
                if "caption" in block.options:
                    yield caption_of(block), "caption"
            case Divider():
                pass


class Owner(NamedTuple):
    """The place of a text in the game; by it, the text is found again.

    Attributes:
        group: As in ``Found``.
        what: As in ``Found``.
        piece: Its key; empty for a text of no piece.
        file: Of a text of a rule sheet; empty for others.
    """

    group: str
    what: str
    piece: str
    file: str

    def is_left(self, pieces: Container[str]) -> bool:
        """Whether it can be the same one later; a term counts as gone once its text is.

        Args:
            pieces: Keys of those that the game has.
        """
        return self.piece in pieces if self.piece else self.group != TERMS


Emptied: TypeAlias = dict[Owner, TextKey]
"""The last text of each owner that has none now."""


def reworded(before: Extracted, after: Extracted, emptied: Emptied | None = None) -> dict[TextKey, TextKey]:
    """Each text that is new in its place, and the one that was there before.

    A text is found again by what it belongs to, such as the field of a piece. Texts of what had none before
    are left out.

    Args:
        before: The texts of a game.
        after: Those of the same game later.
        emptied: Texts that earlier changes took away, by what they belonged to, such as a field that someone
            emptied. Those of this change are added, and those that have words again are used and removed.
    """
    old, new = _by_owner(before.found), _by_owner(after.found)
    emptied = {} if emptied is None else emptied
    emptied |= {owner: texts[0].key for owner, texts in old.items() if owner not in new and len(texts) == 1}
    found: dict[TextKey, TextKey] = {}
    for owner, texts in new.items():
        was = [each.key for each in old.get(owner, ())]
        last = emptied.pop(owner, None)
        if not was and last is not None:
            was = [last]
        if len(was) != len(texts):
            continue
        for source, each in zip(was, texts, strict=True):
            if each.key != source:
                found.setdefault(each.key, source)
    return found


def _by_owner(texts: Iterable[Found]) -> dict[Owner, Sequence[Found]]:
    owned: dict[Owner, list[Found]] = {}
    for found in texts:
        file = found.text.origin.span.file if found.group == RULEBOOK else ""
        owner = Owner(found.group, found.what, found.piece.key if found.piece else "", file)
        owned.setdefault(owner, []).append(found)
    return dict(owned)
