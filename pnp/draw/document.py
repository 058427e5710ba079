"""Pages ready for export: faces and loose items placed on paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from pnp.draw.face import AnyFace
from pnp.draw.item import Item
from pnp.draw.structure import StructureElement, Tag
from pnp.geometry import Box, Matrix
from pnp.units import Length


class PlacedFace(NamedTuple):
    """A face on a page.

    Attributes:
        face: Shared between placements: equal faces are drawn once and referred to.
        matrix: From the face's frame (origin top-left of its trim, mm, y down) to the page's frame.
        clip: In the face's frame: what of trim and bleed shows here; items beyond it are not drawn. Upright
            box, or the grown outline for shapes that are no rectangle.
        tag: What the face is in the structure of the document, its box in the page's frame; None where it is
            none of its elements.
    """

    face: AnyFace
    matrix: Matrix
    clip: Box
    tag: Tag | None = None


class Page(NamedTuple):
    """One page. Frame: origin at the top-left corner of the paper, millimetres, y downwards.

    Attributes:
        width: Of the paper (MediaBox).
        height: Of the paper.
        placed: Faces, back to front.
        items: Loose items over the faces: marks, footer, ruler.
        under: Loose items under the faces.
        trim: TrimBox in the page's frame; None for the whole paper.
        bleed: BleedBox in the page's frame; None for the trim.
        label: Page label, such as ``3`` or ``3b``; empty for the running number.
        elements: That the tags of its faces and items name, the same list for all pages that share them; None
            for a page without structure.
    """

    width: Length
    height: Length
    placed: tuple[PlacedFace, ...] = ()
    items: tuple[Item, ...] = ()
    under: tuple[Item, ...] = ()
    trim: Box | None = None
    bleed: Box | None = None
    label: str = ""
    elements: Sequence[StructureElement] | None = None


class OutlineEntry(NamedTuple):
    """A bookmark: title, depth from 0, index of its page from 0, and place on that page (mm from the top)."""

    title: str
    level: int
    page: int
    y: float = 0.0


class Document(NamedTuple):
    """A whole file.

    Attributes:
        title: Shown in the title bar.
        language: BCP 47 tag.
        pages: In order; may be a generator, so that no stage holds all pages of a large deck.
        author: Of the game.
        subject: What the file holds.
        keywords: Free words.
        duplex: How a duplex printer shall turn the sheet; None leaves the preference out.
        outline: Bookmarks in reading order; read after the last page, so a generator may fill it as pages go.
        date: Day or time (UTC) of the file, where files have one: ``2026-11-30``, ``2026-11-30T12:00:00``.
    """

    title: str
    language: str
    pages: Iterable[Page]
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    duplex: Literal["long-edge", "short-edge", "simplex"] | None = None
    outline: Iterable[OutlineEntry] = ()
    date: str = "2000-01-01"
