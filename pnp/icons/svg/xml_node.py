"""XML as a tree with line numbers, and back; faults of an SVG file. Reads nothing outside its bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from xml.parsers import expat

from pnp.diagnostics import Diagnostic, error, extra_cures, note, warning
from pnp.icons.svg.limits import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, MAX_ENTITIES, MAX_ENTITY
from pnp.source import Span

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
_BLANKS = {ord(blank): f"&#{ord(blank)};" for blank in "\n\r\t"}


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
class SvgNode:
    """One element.

    Attributes:
        tag: Local name; elements of other namespaces than SVG's have their namespace and a blank before it.
        attributes: By local name; ``href`` is SVG's own or, without one, XLink's. Attributes of other
            namespaces are left out, except ``xml:space`` and ``xml:lang``.
        line: Where it begins, from 1.
        column: From 1.
        parent: The element around it; None for the root.
        content: Elements and characters inside, in order.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    parent: SvgNode | None = None
    content: list[SvgNode | str] = field(default_factory=list)

    @property
    def children(self) -> list[SvgNode]:
        """Elements inside."""
        return [part for part in self.content if isinstance(part, SvgNode)]

    @property
    def text(self) -> str:
        """All characters directly inside."""
        return "".join(part for part in self.content if isinstance(part, str))

    def walk(self) -> Iterator[SvgNode]:
        """This node and all below it, in order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


def quoted(value: str) -> str:
    """The value of an attribute as it is written, in quotes.

    ``xml.sax.saxutils`` has the same function, and loads a client for HTTP with it.
    """
    shown = escape(value, quote=False).translate(_BLANKS)
    if '"' not in shown:
        return f'"{shown}"'
    return f"'{shown}'" if "'" not in shown else f'"{shown.replace(chr(34), "&quot;")}"'


def written(
    node: SvgNode,
    attributes: Callable[[SvgNode], Mapping[str, str]],
    keep: Callable[[SvgNode], bool] = lambda _node: True,
) -> str:
    """The element as XML, with what is inside; elements of other namespaces than SVG's are left out.

    Args:
        node: The element.
        attributes: Gives the attributes to write for an element.
        keep: Whether to write an element inside.
    """
    shown = "".join(f" {name}={quoted(value)}" for name, value in attributes(node).items())
    inside = "".join(
        escape(part, quote=False) if isinstance(part, str) else written(part, attributes, keep)
        for part in node.content
        if isinstance(part, str) or (" " not in part.tag and keep(part))
    )
    return f"<{node.tag}{shown}>{inside}</{node.tag}>"


def read_xml(data: bytes) -> SvgNode:
    """The root element.

    Entities of the document type that are short texts without markup, as Illustrator writes for namespaces,
    are expanded.

    Raises:
        XmlFault: Not well-formed, other entities, or beyond a limit.
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
        self.parser.EntityDeclHandler = self._entity
        self.entities = 0
        self.root: SvgNode | None = None
        self.open: list[SvgNode] = []
        self.count = 0

    def read(self, data: bytes) -> SvgNode:
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

    def _entity(self, _name: str, _parameter: bool, value: str | None, *_elsewhere: object) -> None:
        # Bombs are made of entities in entities, and other files are read by entities without a value.
        self.entities += 1
        plain = value is not None and len(value) <= MAX_ENTITY and "&" not in value and "<" not in value
        if not plain or self.entities > MAX_ENTITIES:
            raise self._here("the DOCTYPE defines entities that are no short texts", "save it as plain SVG")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise self._here(f"the file has more than {MAX_ELEMENTS:,} elements", "simplify the drawing")
        if len(self.open) >= MAX_DEPTH:
            raise self._here(f"elements lie more than {MAX_DEPTH} deep in one another", "take groups apart")
        namespace, _, local = name.rpartition(" ")
        node = SvgNode(
            local if namespace in ("", SVG) else name,
            _attributes(attributes),
            self.parser.CurrentLineNumber,
            self.parser.CurrentColumnNumber + 1,
            self.open[-1] if self.open else None,
        )
        if self.open:
            self.open[-1].content.append(node)
        else:
            self.root = node
        self.open.append(node)

    def _end(self, _name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        self.open[-1].content.append(text)


_KEPT = {f"{XML} space": "xml:space", f"{XML} lang": "xml:lang", f"{XML} id": "id"}


def _attributes(raw: Mapping[str, str]) -> dict[str, str]:
    """Attributes of SVG by name; of two links the one without a namespace counts (SVG 2 §17.1.5)."""
    found = {name: value for name, value in raw.items() if " " not in name}
    for name, value in raw.items():
        if name in _KEPT:
            found[_KEPT[name]] = value
        elif name == f"{XLINK} href":
            found.setdefault("href", value)
    return found


class TooComplexError(Exception):
    """The drawing goes beyond a limit; caught where the file is read."""


class NeedsPicture(Exception):
    """The draw list cannot say it, but resvg can draw it; caught at the element around it.

    Attributes:
        feature: What needs it.
        node: Where.
        whole: Whether it concerns the whole drawing.
        outer: Whether it depends on the ``use`` elements around it.
    """

    def __init__(self, feature: str, node: SvgNode, *, whole: bool = False, outer: bool = False) -> None:
        super().__init__(feature)
        self.feature, self.node, self.whole, self.outer = feature, node, whole, outer


class Faults:
    """Findings in one file; the same one is reported once, at its first place.

    Args:
        file: As shown to the author.
        drawable: Whether what the draw list cannot say is drawn as a picture; asked when it is met.
    """

    def __init__(self, file: str, drawable: Callable[[], bool] = lambda: False) -> None:
        self.file = file
        self._drawable = drawable
        self.found: list[Diagnostic] = []
        self._reported: set[str] = set()

    def feature(
        self, name: str, node: SvgNode, cure: str, *, whole: bool = False, outer: bool = False
    ) -> None:
        """Something that SVG has and only a picture can show: left out (A111) where there are no pictures.

        Raises:
            NeedsPicture: There are pictures.
        """
        if self._drawable():
            raise NeedsPicture(name, node, whole=whole, outer=outer)
        self.lost(name, node, cure, *(f"to have it drawn, {each}" for each in extra_cures("svg")))

    def coarse(self, name: str, node: SvgNode) -> None:
        """Something that looks better as a picture, where there are pictures.

        Raises:
            NeedsPicture: There are.
        """
        if self._drawable():
            raise NeedsPicture(name, node)

    def lost(self, name: str, node: SvgNode, *cures: str) -> None:
        """Something that SVG has and nothing of ours draws (A111)."""
        if self._is_new(name):
            self.found.append(
                warning("A111", f"'{name}' of SVG is not supported and left out", self.span(node), cures)
            )

    def picture(self, need: NeedsPicture) -> None:
        """Something has become a picture (A115)."""
        if self._is_new(f"picture {need.feature}"):
            what = "the whole drawing" if need.whole else "this part of the drawing"
            message = f"'{need.feature}' of SVG: {what} becomes a picture of 300 dpi"
            self.found.append(note("A115", message, self.span(need.node)))

    def value(self, message: str, node: SvgNode, cure: str) -> None:
        """A value that cannot be read and is skipped (A113)."""
        if self._is_new(message):
            self.found.append(warning("A113", message, self.span(node), cure))

    def broken(self, message: str, line: int, column: int, cure: str) -> None:
        """The file is no SVG (A110)."""
        self.found.append(error("A110", message, Span(self.file, line, column, line, column + 1), cure))

    def too_complex(self, message: str) -> None:
        """The drawing goes beyond a limit (A114)."""
        self.found.append(error("A114", message, Span(self.file), "simplify the drawing"))

    def empty(self) -> None:
        """Nothing is drawn (A112)."""
        self.found.append(
            error("A112", "the SVG draws nothing", Span(self.file), "draw paths with a fill or a stroke")
        )

    def span(self, node: SvgNode) -> Span:
        """Where the element begins."""
        return Span(self.file, node.line, node.column, node.line, node.column + len(node.tag) + 1)

    def _is_new(self, what: str) -> bool:
        if what in self._reported:
            return False
        self._reported.add(what)
        return True
