"""Pages ready for export: faces and loose items placed on paper, and the structure of their document.

The structure is for readers who do not see the pages: headings, lists, tables, figures. Its kinds are the
standard structure types of PDF (ISO 32000-1 §14.8.4), such as ``H2``, ``P``, ``LI``, ``TH`` and ``Figure``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from pnp.draw.face import AnyFace
from pnp.draw.item import Item, Tag
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


class StructureElement(NamedTuple):
    """An element of the structure of a document.

    Attributes:
        kind: A standard structure type.
        within: Place of the element around it in the list of all; None for the whole document.
        alt: What it shows, in words, where that is no text; of a ``Link``, where it leads.
        says: The text that its drawing stands for, such as the bullet of a list; empty where it is text.
        attribute: What its kind needs besides: of a ``TH`` the ``Column`` or ``Row`` that it heads, of an
            ``L`` how its items are numbered (``Decimal``, ``UpperAlpha``, ``Square``, ``None``).
        language: BCP 47 tag of ``alt`` where it is not that of the document.
        target: Of a ``Link``, the page that it leads to, from 0.
    """

    kind: str
    within: int | None = None
    alt: str = ""
    says: str = ""
    attribute: str = ""
    language: str = ""
    target: int | None = None


RUNNING = ("Header", "Footer")
"""Kinds of tags of what repeats on every page."""


class TreeNode(NamedTuple):
    """An element with what it holds, in the order of reading.

    Attributes:
        element: Its place in the list of all.
        kids: Elements in it, and the groups that are its own, by their places in the list of tags.
    """

    element: int
    kids: tuple[TreeNode | int, ...]


class _Kid(NamedTuple):
    order: int
    place: int
    is_element: bool


def structure_tree(elements: Sequence[StructureElement], tags: Sequence[Tag]) -> tuple[TreeNode, ...]:
    """The elements that hold anything as a tree, without the whole document around them.

    Elements beside one another are in the order of their list, or of their groups where some of these are
    their neighbours. Cells of a row that holds anything are there although they may be empty.

    Args:
        elements: All of a document.
        tags: Of all groups that are drawn, in any order; none of a header or footer.
    """
    kids: dict[int | None, list[_Kid]] = {}
    found: set[int | None] = {None}
    for place in sorted(range(len(tags)), key=lambda place: tags[place].order):
        order, at = tags[place].order, tags[place].element
        kids.setdefault(at, []).append(_Kid(order, place, False))
        while at not in found:
            found.add(at)
            around = elements[at].within
            kids.setdefault(around, []).append(_Kid(order, at, True))
            if around is None:
                break
            at = around
    for at, element in enumerate(elements):
        if element.kind in ("TH", "TD") and at not in found and element.within in found:
            kids[element.within].append(_Kid(0, at, True))
    return tuple(_node(kid.place, kids) for kid in _in_order(kids.get(None, [])))


def _node(at: int, kids: Mapping[int | None, Sequence[_Kid]]) -> TreeNode:
    inner = _in_order(kids.get(at, []))
    return TreeNode(at, tuple(_node(kid.place, kids) if kid.is_element else kid.place for kid in inner))


def _in_order(kids: Sequence[_Kid]) -> list[_Kid]:
    if all(kid.is_element for kid in kids):
        return sorted(kids, key=lambda kid: kid.place)
    return sorted(kids)
