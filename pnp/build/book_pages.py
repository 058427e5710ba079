"""The finished pages of a rule sheet, whether they were set just now or by an earlier run."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.draw import AnyFace, OutlineEntry


@dataclass(frozen=True, slots=True)
class BookPages:
    """A rule sheet ready for printing.

    Attributes:
        pages: In order; each a face of the paper's size without bleed.
        outline: Bookmarks of its headings, pages counted from 0.
        title: In the language of the sheet; empty when it has none.
    """

    pages: tuple[AnyFace, ...]
    outline: tuple[OutlineEntry, ...]
    title: str
