"""Structure of a document, for readers who do not see it: headings, lists, tables, figures.

The kinds are the standard structure types of PDF (ISO 32000-1 §14.8.4), such as ``H2``, ``P``, ``LI``, ``TH``
and ``Figure``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.geometry import Box


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


class Tag(NamedTuple):
    """Ties a group of items to an element.

    Attributes:
        kind: Of the element, or ``Header`` and ``Footer`` for what repeats on every page and is no part of
            the text.
        element: Place of the element in the list of all; -1 for headers and footers.
        order: Where the group is in the order of reading, among all groups of the document.
        box: Around what is drawn, in the frame of the items, of an element that is a picture or a link.
        copied: What is copied and found in place of the letters in a picture.
    """

    kind: str
    element: int = -1
    order: int = 0
    box: Box | None = None
    copied: str = ""


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
