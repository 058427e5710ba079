"""A text of the game as its author typed it."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.source import Origin


@dataclass(frozen=True, slots=True)
class Text:
    """One translatable text.

    Attributes:
        source: In the game's own language, NFC, with its ``{{ }}`` expressions and inline marks.
        origin: Where it is written.
        context: What kind of text it is, such as ``card.name``; texts with equal source and context are one text.
        language: BCP 47 tag of the words once a language was chosen for them: that of a translation, or the game's own
            where there is none; empty in the game as it was read.
    """

    source: str
    origin: Origin
    context: str = ""
    language: str = ""

    def __bool__(self) -> bool:
        return bool(self.source)
