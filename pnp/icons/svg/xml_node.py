"""XML as a tree with line numbers. Nothing outside the bytes is read, and no entity is ever expanded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from pnp.icons.svg.limits import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"


class XmlFault(Exception):
    """A file that cannot be read as XML, or that we refuse to read.

    Attributes:
        line: From 1.
        column: From 1.
        cure: What the author can do.
    """

    def __init__(
        self, message: str, line: int = 1, column: int = 1, cure: str = "save it again as plain SVG"
    ) -> None:
        super().__init__(message)
        self.line, self.column, self.cure = line, column, cure


@dataclass(slots=True, eq=False)
class Node:
    """One element.

    Attributes:
        tag: Local name; elements of other namespaces than SVG's have their namespace and a blank before it.
        attributes: By local name; ``href`` is SVG's own or XLink's. Attributes of other namespaces are left
            out.
        line: Where it begins, from 1.
        column: From 1.
        children: Elements inside.
        text: All characters directly inside.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in order of the file."""
        yield self
        for child in self.children:
            yield from child.walk()


def read_xml(data: bytes) -> Node:
    """The root element.

    Raises:
        XmlFault: Not well-formed, an internal document type (which could define entities), or beyond a limit.
    """
    if data[:2] == b"\x1f\x8b":
        raise XmlFault("a compressed SVG (svgz) is not read", cure="unpack it, or save it as plain SVG")
    if not data.strip():
        raise XmlFault("the file is empty", cure="save the drawing again")
    if len(data) > MAX_BYTES:
        raise XmlFault(f"the file is larger than {MAX_BYTES:,} bytes", cure="simplify the drawing")
    return _Builder().read(data)


class _Builder:
    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.root: Node | None = None
        self.open: list[Node] = []
        self.count = 0

    def read(self, data: bytes) -> Node:
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as fault:
            message = expat.ErrorString(fault.code) or "not well-formed"
            raise XmlFault(f"not XML: {message}", fault.lineno, fault.offset + 1) from None
        except (ValueError, LookupError, UnicodeError) as fault:  # encodings that Python does not have
            raise XmlFault(f"not XML: {fault}") from None
        if self.root is None:  # pragma: no cover - expat reports a file without elements itself
            raise XmlFault("the file has no elements")
        return self.root

    def _here(self, message: str, cure: str) -> XmlFault:
        return XmlFault(message, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1, cure)

    def _doctype(self, _name: str, _system: str | None, _public: str | None, internal: int) -> None:
        # A bare DOCTYPE, as old programs write it, is harmless: expat never fetches it. An internal one can
        # define entities, which are the way to bombs and to other files.
        if internal:
            raise self._here(
                "the DOCTYPE defines entities", "save the drawing as plain SVG, or delete the DOCTYPE"
            )

    def _entity(self, *_declared: object) -> None:
        raise self._here("the file defines entities", "save the drawing as plain SVG")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise self._here(f"the file has more than {MAX_ELEMENTS:,} elements", "simplify the drawing")
        if len(self.open) >= MAX_DEPTH:
            raise self._here(f"elements lie more than {MAX_DEPTH} deep in one another", "take groups apart")
        namespace, _, local = name.rpartition(" ")
        node = Node(
            local if namespace in ("", SVG) else name,
            {key: value for raw, value in attributes.items() if (key := _attribute(raw))},
            self.parser.CurrentLineNumber,
            self.parser.CurrentColumnNumber + 1,
        )
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def _end(self, _name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        self.open[-1].text += text


def _attribute(raw: str) -> str:
    namespace, _, local = raw.rpartition(" ")
    return local if namespace == "" or (namespace == XLINK and local == "href") else ""
