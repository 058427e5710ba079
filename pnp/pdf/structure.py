"""The structure of a document for readers that do not see it (ISO 32000-1 §14.7, ISO 14289-1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pnp.draw import StructureElement, Tag, structure_tree
from pnp.draw.document import TreeNode
from pnp.geometry import around
from pnp.pdf.file import PdfFile, Ref, text
from pnp.pdf.number import numbers

_WITH_ATTRIBUTE = {"L": "List/ListNumbering", "TH": "Table/Scope"}
"""Owner and name of the attribute of an element, by its kind (ISO 32000-1 §14.8.5)."""


class TaggedPage(NamedTuple):
    """A page that has a structure.

    Attributes:
        page: The page object.
        elements: That its tags name; the same list for all pages that share them.
        tags: By their numbers on the page, boxes in points from its lower left corner.
        links: Where the links of tags go that lead to pages, by the numbers of the tags.
    """

    page: Ref
    elements: Sequence[StructureElement]
    tags: Sequence[Tag]
    links: Mapping[int, Ref]


class _Group(NamedTuple):
    """A group of items that is tagged: its page, its number there, and its tag."""

    page: int
    number: int
    tag: Tag


def links_on(file: PdfFile, elements: Sequence[StructureElement], tags: Sequence[Tag]) -> dict[int, Ref]:
    """Places for the links of a page, by the numbers of their tags."""
    leads = [number for number, tag in enumerate(tags) if elements[tag.element].target is not None]
    return {number: file.reserve() for number in leads}


class StructureWriter:
    """Writes the tree of the structure of pages, and their links.

    Pages that share their elements are a part of the document of their own if there are others. The place of
    a page in ``pages`` is its number in the tree that leads from groups to elements. Links have the numbers
    after those.

    Args:
        file: Where it goes.
        pages: That have a structure.
        targets: All pages of the document, which links lead to.
    """

    def __init__(self, file: PdfFile, pages: Sequence[TaggedPage], targets: Sequence[Ref]) -> None:
        self._file = file
        self._pages = pages
        self._targets = targets
        self._linked: list[Ref] = []
        self._owners: list[list[Ref | None]] = [[None] * len(page.tags) for page in pages]

    def written(self) -> Ref:
        """The root of the tree, which is written; once."""
        root, document = self._file.reserve(), self._file.reserve()
        parts: dict[int, list[int]] = {}
        for number, page in enumerate(self._pages):
            parts.setdefault(id(page.elements), []).append(number)
        kids: list[Ref] = []
        for members in parts.values():
            above = document if len(parts) == 1 else self._file.reserve()
            elements = self._pages[members[0]].elements
            groups = [
                _Group(page, number, tag)
                for page in members
                for number, tag in enumerate(self._pages[page].tags)
            ]
            tree = structure_tree(elements, [group.tag for group in groups])
            inner = [self._node(node, above, elements, groups) for node in tree]
            if above is document:
                kids += inner
            else:
                self._file.put(_element("Part", document, inner), above)
                kids.append(above)
        self._file.put(_element("Document", root, kids), document)
        rows = " ".join(
            f"{number}[{' '.join('null' if owner is None else str(owner) for owner in owners)}]"
            for number, owners in enumerate(self._owners)
        )
        count = len(self._pages) + len(self._linked)
        rows += "".join([f" {number} {owner}" for number, owner in enumerate(self._linked, len(self._pages))])
        parents = self._file.put(f"<</Nums[{rows}]>>")
        self._file.put(
            f"<</Type/StructTreeRoot/K {document}/ParentTree {parents}/ParentTreeNextKey {count}>>", root
        )
        return root

    def _node(
        self, node: TreeNode, above: Ref, elements: Sequence[StructureElement], groups: Sequence[_Group]
    ) -> Ref:
        ref = self._file.reserve()
        own = [groups[kid] for kid in node.kids if isinstance(kid, int)]
        home = own[0].page if own else None
        kids: list[Ref | int | str] = []
        for kid in node.kids:
            if isinstance(kid, TreeNode):
                kids.append(self._node(kid, ref, elements, groups))
                continue
            page, number, _ = groups[kid]
            self._owners[page][number] = ref
            there = self._pages[page].page
            kids.append(number if page == home else f"<</Type/MCR/Pg {there}/MCID {number}>>")
            if number in self._pages[page].links:
                kids.append(self._link(groups[kid], ref))
        element = elements[node.element]
        entries = "" if home is None else f"/Pg {self._pages[home].page}"
        if element.alt and element.target is None:
            entries += f"/Alt{text(element.alt)}"
        if element.language:
            entries += f"/Lang{text(element.language)}"
        if element.says:
            entries += f"/ActualText{text(element.says)}"
        entries += _attributes(element, [group.tag for group in own if group.page == home])
        kind = element.kind
        if kind == "Link" and not any(self._pages[group.page].links for group in own):
            kind = "Span"  # a file for a press has no links
        self._file.put(_element(kind, above, kids, entries), ref)
        return ref

    def _link(self, group: _Group, owner: Ref) -> str:
        """Write a link (ISO 32000-1 §12.5.6.5); how its element refers to it."""
        page, tag = self._pages[group.page], group.tag
        element, ref = page.elements[tag.element], page.links[group.number]
        assert element.target is not None, "links lead to a page"
        assert tag.box is not None, "links have a place on their page"
        box = tag.box
        number = len(self._pages) + len(self._linked)
        self._linked.append(owner)
        self._file.put(
            f"<</Type/Annot/Subtype/Link/Rect[{numbers((box.x, box.y, box.right, box.bottom))}]/Border[0 0 0]/F 4"
            f"/Dest[{self._targets[element.target]}/Fit]/Contents{text(element.alt)}/StructParent {number}>>",
            ref,
        )
        return f"<</Type/OBJR/Pg {page.page}/Obj {ref}>>"


def _attributes(element: StructureElement, tags: Sequence[Tag]) -> str:
    """The attributes of an element; its box is around all of it that is on its first page."""
    if element.attribute:
        owner, name = _WITH_ATTRIBUTE[element.kind].split("/")
        return f"/A<</O/{owner}/{name}/{element.attribute}>>"
    boxes = [tag.box for tag in tags if tag.box is not None]
    if boxes and element.kind == "Figure":
        box = around(boxes)
        return f"/A<</O/Layout/Placement/Block/BBox[{numbers((box.x, box.y, box.right, box.bottom))}]>>"
    return ""


def _element(kind: str, above: Ref, kids: Sequence[Ref | int | str], entries: str = "") -> str:
    inner = " ".join(map(str, kids))
    held = f"/K {inner}" if len(kids) == 1 else f"/K[{inner}]" if kids else ""
    return f"<</Type/StructElem/S/{kind}/P {above}{held}{entries}>>"
