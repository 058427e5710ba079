"""The structure of a PDF file as it is read again: its elements, what is in them, and what is in none."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from xml.etree import ElementTree

import pikepdf

_PAINT = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "EI", "Tj", "TJ", "'", '"'}
_READ = " ".join([*_PAINT, "BDC", "BMC", "EMC", "q", "Q", "Tf"])


@dataclass
class Node:
    """An element of the structure with what is in it."""

    kind: str
    raw: Any
    above: Node | None
    kids: list[Node | tuple[int, int]] = field(
        default_factory=list
    )  # elements, or page and number of a group

    @property
    def elements(self) -> list[Node]:
        return [kid for kid in self.kids if isinstance(kid, Node)]

    def walk(self) -> Iterator[Node]:
        yield self
        for kid in self.elements:
            yield from kid.walk()

    def words(self, key: str) -> str:
        return str(self.raw.get(f"/{key}", ""))

    def attribute(self, name: str) -> Any:
        found = self.raw.get("/A", {})
        for each in found if isinstance(found, pikepdf.Array) else [found]:
            if isinstance(each, pikepdf.Dictionary) and f"/{name}" in each:
                return each[f"/{name}"]
        return None

    def language(self) -> bool:
        return "/Lang" in self.raw or (self.above is not None and self.above.language())


@dataclass
class Group:
    """Marked content: what it is, its text, its boxes."""

    kind: str
    number: int | None
    text: str = ""
    languages: bool = True


class Checked:
    """A file, read for the rules."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pdf = pikepdf.open(io.BytesIO(data))
        self.root = self.pdf.Root
        self.pages = {page.obj.objgen: at for at, page in enumerate(self.pdf.pages)}
        self.groups: dict[tuple[int, int], Group] = {}
        self.stray: list[str] = []
        self.nested: list[str] = []
        self.used: dict[Any, set[int]] = {}
        self.fonts: dict[Any, Any] = {}
        self.forms: dict[Any, int] = {}
        for at, page in enumerate(self.pdf.pages):
            self._read(page.obj, page.obj.get("/Resources", {}), at, [])

    @cached_property
    def tree(self) -> Node | None:
        root = self.root.get("/StructTreeRoot")
        return None if root is None else self._node(root, None)

    @cached_property
    def nodes(self) -> list[Node]:
        return [] if self.tree is None else list(self.tree.walk())[1:]

    def of(self, *kinds: str) -> list[Node]:
        return [node for node in self.nodes if node.kind in kinds]

    @cached_property
    def xmp(self) -> Any:
        stream = self.root.get("/Metadata")
        return None if stream is None else ElementTree.fromstring(stream.read_bytes())

    def _node(self, raw: Any, above: Node | None) -> Node:
        kind = str(raw.get("/S", "/StructTreeRoot"))[1:]
        roles = self.root.StructTreeRoot.get("/RoleMap", {})
        kind = str(roles.get(f"/{kind}", f"/{kind}"))[1:]
        node = Node(kind, raw, above)
        kids = raw.get("/K", pikepdf.Array())
        home = raw.get("/Pg")
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, int):
                node.kids.append((self.pages[home.objgen], kid))
            elif kid.get("/Type") == "/MCR":
                node.kids.append((self.pages[kid.get("/Pg", home).objgen], int(kid.MCID)))
            elif kid.get("/Type") != "/OBJR":
                node.kids.append(self._node(kid, node))
        return node

    def _read(self, stream: Any, resources: Any, page: int, outer: list[Group]) -> None:
        """Note the groups, the glyphs and the paint outside of all groups."""
        stack = list(outer)
        font: Any = None
        saved: list[Any] = []
        for operands, operator in pikepdf.parse_content_stream(stream, _READ):
            name = str(operator)
            if name in ("BDC", "BMC"):
                stack.append(self._begun(operands, page, stack))
            elif name == "EMC":
                stack.pop()
            elif name == "q":
                saved.append(font)
            elif name == "Q":
                font = saved.pop()
            elif name == "Tf":
                font = resources.Font[str(operands[0])]
                self.fonts[font.objgen] = font
            elif name in ("Tj", "TJ", "'", '"'):
                self._shown(operands, font, stack)
            if name in _PAINT and not any(
                group.number is not None or group.kind == "Artifact" for group in stack
            ):
                self.stray.append(f"page {page + 1}: {name}")
            if name == "Do":
                self._drawn(resources.XObject[str(operands[0])], resources, page, stack)
        if len(stack) != len(outer):
            self.nested.append(f"page {page + 1}: groups do not end")

    def _drawn(self, item: Any, resources: Any, page: int, stack: list[Group]) -> None:
        if item.get("/Subtype") != "/Form":
            return
        known = item.objgen in self.forms
        self.forms[item.objgen] = self.forms.get(item.objgen, 0) + 1
        if not known:
            self._read(item, item.get("/Resources", resources), page, stack)

    def _begun(self, operands: Any, page: int, stack: list[Group]) -> Group:
        kind = str(operands[0])[1:]
        given = operands[1] if len(operands) > 1 and isinstance(operands[1], pikepdf.Dictionary) else {}
        number = int(given["/MCID"]) if "/MCID" in given else None
        group = Group(kind, number)
        inside = [each.kind for each in stack if each.kind == "Artifact" or each.number is not None]
        if number is not None:
            if (page, number) in self.groups:
                self.nested.append(f"page {page + 1}: number {number} twice")
            self.groups[page, number] = group
            if inside:
                self.nested.append(f"page {page + 1}: tagged content inside {inside}")
        if kind == "Artifact" and any(each != "Artifact" for each in inside):
            self.nested.append(f"page {page + 1}: artifact inside tagged content")
        if kind == "Span" and any(f"/{key}" in given for key in ("Alt", "ActualText", "E")):
            group.languages = "/Lang" in given or "/Lang" in self.root
        if "/ActualText" in given and stack:
            for each in stack:
                each.text += str(given["/ActualText"])
            group.kind = "Replaced"
        return group

    def _shown(self, operands: Any, font: Any, stack: list[Group]) -> None:
        data = operands[-1]
        strings = data if isinstance(data, pikepdf.Array) else [data]
        codes = [
            int.from_bytes(bytes(string)[at : at + 2], "big")
            for string in strings
            if isinstance(string, pikepdf.String)
            for at in range(0, len(bytes(string)), 2)
        ]
        self.used.setdefault(font.objgen, set()).update(codes)
        text = "".join(self.unicode(font).get(code, "\ufffd") for code in codes)
        if not any(group.kind == "Replaced" for group in stack):
            for group in stack:
                group.text += text

    def unicode(self, font: Any) -> dict[int, str]:
        """What the glyphs of a font stand for."""
        known = self._maps.get(font.objgen)
        if known is None:
            known = self._maps[font.objgen] = _to_unicode(font)
        return known

    @cached_property
    def _maps(self) -> dict[Any, dict[int, str]]:
        return {}

    @cached_property
    def programs(self) -> dict[Any, Any]:
        """The font programs of the fonts in use."""
        made = {}
        for key, font in self.fonts.items():
            descriptor = font.DescendantFonts[0].FontDescriptor
            stream = descriptor.get("/FontFile2") or descriptor.get("/FontFile3")
            made[key] = None if stream is None else stream.read_bytes()
        return made


def _to_unicode(font: Any) -> dict[int, str]:
    if "/ToUnicode" not in font:
        return {}
    found: dict[int, str] = {}
    text = font.ToUnicode.read_bytes().decode("latin-1")
    for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.DOTALL):
        for code, value in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>", block):
            found[int(code, 16)] = bytes.fromhex(value).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.DOTALL):
        for first, last, value in re.findall(
            r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block
        ):
            start = bytes.fromhex(value).decode("utf-16-be")
            for at in range(int(first, 16), int(last, 16) + 1):
                found[at] = start[:-1] + chr(ord(start[-1]) + at - int(first, 16))
        for first, values in re.findall(r"<([0-9A-Fa-f]+)>\s*<[0-9A-Fa-f]+>\s*\[(.*?)\]", block, re.DOTALL):
            for at, value in enumerate(re.findall(r"<([0-9A-Fa-f]*)>", values)):
                found[int(first, 16) + at] = bytes.fromhex(value).decode("utf-16-be")
    return found


def read_aloud(checked: Checked) -> Iterator[str]:
    """What a screen reader says of the file, in the order of the structure: a line each, with its kind."""
    for node in checked.tree.elements if checked.tree is not None else ():
        yield from _said(checked, node, 0)


def _said(checked: Checked, node: Node, depth: int) -> Iterator[str]:
    replaced = node.words("ActualText") or node.words("Alt")
    inline = [kid for kid in node.kids if not isinstance(kid, Node) or kid.kind in ("Figure", "Link", "Span")]
    whole = len(inline) == len(node.kids) and node.kind not in ("Div", "LBody")
    own = "".join(_words(checked, kid) for kid in inline).replace("\xad", "") if whole else ""
    own = " ".join(own.split())
    words = replaced or own
    extra = node.attribute("Scope") or node.attribute("ListNumbering")
    yield f"{'  ' * depth}{node.kind}{f' {extra}' if extra else ''}{f': {words}' if words else ''}"
    if not words:
        for kid in node.elements:
            yield from _said(checked, kid, depth + 1)


def _words(checked: Checked, kid: Node | tuple[int, int]) -> str:
    if not isinstance(kid, Node):
        return checked.groups[kid].text
    if kid.kind == "Figure":
        return f"[{kid.words('Alt')}]"
    return kid.words("ActualText") or "".join(_words(checked, each) for each in kid.kids)
