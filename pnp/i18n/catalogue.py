"""A file of translations as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pnp.source import Origin, Span

_NOWHERE = Span("")

Key = tuple[str, str]
"""Context and source: what makes a text of a game the same text."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One text and its translation.

    Attributes:
        source: In the game's own language, without white space at its edges.
        translation: Empty where there is none.
        context: Class of the text, such as ``card.name``; empty for texts of rule sheets.
        fuzzy: Whether the translation belongs to an earlier wording, or was taken from another text.
        previous: The source that the translation was made for, when it is fuzzy because that has changed.
        places: File, relative to the game's folder, and line of every place that has the text.
        notes: What the translator must know, a line each; rebuilt by every update.
        comments: The translator's own remarks.
        flags: Others than ``fuzzy``.
        obsolete: Whether no text of the game is like that any more.
        span: Where the entry is written: its ``msgid``.
        origin: Where the translation is written, character by character.
    """

    source: str
    translation: str = ""
    context: str = ""
    fuzzy: bool = False
    previous: str | None = None
    places: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    obsolete: bool = False
    span: Span = _NOWHERE
    origin: Origin = field(default_factory=lambda: Origin(_NOWHERE))

    @property
    def key(self) -> Key:
        """Context and source."""
        return (self.context, self.source)

    @property
    def usable(self) -> bool:
        """Whether the translation may be printed."""
        return bool(self.translation.strip()) and not self.fuzzy and not self.obsolete

    def allows(self, code: str) -> bool:
        """Whether a remark of the translator's, ``allow K532``, says that a finding of this kind is meant to be."""
        return any(code in words[1:] for line in self.comments if (words := line.split())[:1] == ["allow"])


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The translations into one language.

    Attributes:
        language: BCP 47 tag.
        entries: In the order of the file.
        header: Fields of the file's head, in order.
        comments: Lines above the head.
        file: As shown to the author; empty for one that was never written.
    """

    language: str
    entries: tuple[Entry, ...] = ()
    header: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    file: str = ""

    def by_key(self) -> Mapping[Key, Entry]:
        """The living entries."""
        return {entry.key: entry for entry in self.living()}

    def living(self) -> Iterator[Entry]:
        """The entries that are not obsolete."""
        return (entry for entry in self.entries if not entry.obsolete)
