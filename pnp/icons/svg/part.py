"""Parts of an SVG file as documents of their own, for resvg to draw.

A document is written from the tree that we read. It has no DOCTYPE, and no link but to elements in it and to
data that it holds: whatever draws it has nothing to fetch.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from pnp.draw import PictureData
from pnp.geometry import Box, Matrix
from pnp.icons.svg.geometry import parse_transform
from pnp.icons.svg.source import SvgSource
from pnp.icons.svg.style import GEOMETRY, INHERITED, TEXT
from pnp.icons.svg.xml_node import SVG, SvgNode, quoted, written


class PartPictures(Protocol):
    """Makes pictures (``pnp.pictures.resvg.SvgPictures`` does)."""

    def available(self) -> bool:
        """Whether ``drawn`` can draw."""
        ...

    def families(self, text: str) -> list[str]:
        """The families of fonts whose name is in the text, in any case."""
        ...

    def embedded(self, data: bytes) -> PictureData | str:
        """The picture in a file, or why it is none."""
        ...

    def drawn(self, document: str, *, text: bool) -> tuple[PictureData, int, int] | str | None:
        """A document as a picture, with what was cut off left and above; None if empty; or why not."""
        ...


_REFERENCE = re.compile(r"#([^\s\"');#]+)")
_FAMILY = re.compile(r"font-family\s*[:=]\s*(?:\"|')?\s*([^;,\"'}>]+)")
_GENERIC = frozenset(
    ["serif", "sans-serif", "cursive", "fantasy", "monospace", "inherit", "system-ui", "initial"]
)
_TARGET = "pnp-part"


class PartDocument(NamedTuple):
    """A document for ``PartPictures.drawn``.

    Attributes:
        text: The document.
        letters: Whether there is text in what it shows.
        families: Of fonts, as its texts name them first.
        outside: Elements whose links to something outside the file were removed.
    """

    text: str
    letters: bool
    families: frozenset[str]
    outside: tuple[SvgNode, ...]


class PartWriter:
    """Writes parts of one file.

    Args:
        source: The file.
    """

    def __init__(self, source: SvgSource) -> None:
        self._root = source.root
        self._ids = source.ids
        self._sheet = source.sheet

    def whole(self, frame: Box, page: tuple[int, int]) -> PartDocument:
        """The whole drawing on a page of this size in pixels; ``frame`` is used for a missing ``viewBox``."""
        size = {"width": str(page[0]), "height": str(page[1])}
        size["viewBox"] = self._root.attributes.get("viewBox", _numbers(frame))

        def attributes(node: SvgNode) -> Mapping[str, str]:
            found = self._attributes(node)
            return {"xmlns": SVG, **found, **size} if node is self._root else found

        return self._document(written(self._root, attributes), list(self._root.walk()))

    def part(
        self,
        node: SvgNode,
        style: Mapping[str, str],
        viewport: tuple[float, float],
        crop: Box,
        page: tuple[int, int],
        *,
        used: bool,
    ) -> PartDocument:
        """One element as it is drawn where it is.

        Args:
            node: The element.
            style: That it inherits there.
            viewport: Width and height that its percentages refer to.
            crop: What to show, in the frame around the element.
            page: Pixels across and down.
            used: Whether it is drawn by ``use``, and not where it is written.
        """
        name = node.attributes.get("id", "")
        if self._ids.get(name) is not node:
            name = _TARGET
        needed = self._needed(node)
        shown = {id(each) for top in needed for each in top.walk()}
        around = {id(each) for top in needed for each in _ancestors(top)}
        for each in self._root.walk():
            if each.tag == "style" or self._sheet.places:  # ``:first-child`` counts what is not needed, too
                shown.add(id(each))
                around.update(id(other) for other in _ancestors(each))

        def attributes(each: SvgNode) -> Mapping[str, str]:
            found = self._attributes(each)
            return {**found, "id": name} if each is node else found

        definitions = written(self._root, attributes, lambda each: id(each) in shown or id(each) in around)
        # Sizes and lines of text add up from one element to the next, so each has a group of its own.
        styles = [style] if used else [self._sheet.declared(each) for each in reversed(_ancestors(node))]
        context = "".join(f"<g style={quoted(_declarations(each))}>" for each in styles)
        width, height = viewport
        text = (
            f'<svg xmlns="{SVG}" width="{page[0]}" height="{page[1]}" viewBox="{_numbers(crop)}" '
            f'preserveAspectRatio="none"><defs>{definitions}</defs>'
            f'<svg width="{width!r}" height="{height!r}" viewBox="0 0 {width!r} {height!r}" '
            f'overflow="visible">{context}<use href={quoted("#" + name)}/>{"</g>" * len(styles)}</svg></svg>'
        )
        return self._document(text, [each for top in needed for each in top.walk()])

    def _document(self, text: str, nodes: Sequence[SvgNode]) -> PartDocument:
        outside = tuple(node for node in nodes if _leads_out("href", node.attributes.get("href", "#")))
        letters = any(node.tag == "text" for node in nodes)
        families = {found.strip().strip("'\"") for found in _FAMILY.findall(text)} if letters else set()
        return PartDocument(text, letters, frozenset(families - _GENERIC), outside)

    def _needed(self, node: SvgNode) -> list[SvgNode]:
        """The element and all that it refers to, directly or not."""
        sheets = [each for each in self._root.walk() if each.tag == "style"]
        found: dict[int, SvgNode] = {}
        todo = [node, *sheets]
        while todo:
            top = todo.pop()
            if id(top) in found:
                continue
            found[id(top)] = top
            texts = [
                value
                for each in (*top.walk(), *_ancestors(top))
                for value in (*each.attributes.values(), each.text)
            ]
            names = {name for text in texts if "#" in text for name in _REFERENCE.findall(text)}
            todo += [self._ids[name] for name in sorted(names) if name in self._ids]
        return list(found.values())

    def _attributes(self, node: SvgNode) -> dict[str, str]:
        """The attributes of an element as resvg shall see them: without links to anything outside."""
        own = {name: value for name, value in node.attributes.items() if name and not _leads_out(name, value)}
        if "style" in node.attributes or self._sheet.has_rules:
            declared = self._sheet.declared(node)
            own |= {name: value for name, value in declared.items() if name in GEOMETRY}
            if "transform" in declared:
                own["transform"] = _matrix(parse_transform(declared["transform"]))
        return own


def _declarations(style: Mapping[str, str]) -> str:
    return "".join(f"{name}:{value};" for name, value in style.items() if name in INHERITED | TEXT)


def _leads_out(name: str, value: str) -> bool:
    return name == "href" and not value.strip().startswith(("#", "data:"))


def _ancestors(node: SvgNode) -> list[SvgNode]:
    found = []
    while node.parent is not None:
        node = node.parent
        found.append(node)
    return found


def _matrix(matrix: Matrix | None) -> str:
    return "" if matrix is None else f"matrix({' '.join(map(repr, matrix))})"


def _numbers(box: Box) -> str:
    return f"{box.x!r} {box.y!r} {box.width!r} {box.height!r}"
