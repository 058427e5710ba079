"""Texts of the game as templates see them: characters that remember where they were written."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic
from pnp.source import Origin


class BoundText(str):
    """A text in the language of the build, its expressions filled in.

    It is a plain text to templates (compared, tested, filtered); printed whole in a ``<text>``, it still knows its
    origin, so that a fault inside it points at the line of the game's file.

    Attributes:
        origin: Maps offsets of these characters to places in the file.
        faults: Of its expressions; reported when the text is printed.
    """

    __slots__ = ("faults", "origin")
    origin: Origin
    faults: tuple[Diagnostic, ...]

    def __new__(cls, text: str, origin: Origin, faults: tuple[Diagnostic, ...] = ()) -> BoundText:
        """The text with its origin."""
        bound = super().__new__(cls, text)
        bound.origin = origin
        bound.faults = faults
        return bound


class SharedText(BoundText):
    """A text without expressions that all pieces of a set have in common: a macro prints the same of it for each."""

    __slots__ = ()
