"""XML of a rendered layout as a tree of nodes whose texts keep their holes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from xml.parsers import expat

from pnp.diagnostics import Diagnostic, error
from pnp.layout import limits
from pnp.layout.element import Element
from pnp.layout_source import HOLE, HOLE_OPEN, MARK, marked_place
from pnp.source import Span

Parts: TypeAlias = tuple[str | int, ...]
"""A text with holes: characters, and numbers of holes, in order."""

_ENTITY = re.compile(rb"&([^;\s<&]{1,40});")
_LAST_MARK = re.compile(rf'<([\w.\-]+) {MARK}="([0-9a-f.]+)"')


@dataclass(frozen=True, slots=True)
class XmlNode:
    """One element as written.

    Attributes:
        tag: Its name.
        span: Of its start tag's name in the layout.
        start: Its start tag, the same for tags at the same place that differ only in the values of their
            holes: one text, as Python hashes a text but once.
        names: Of its attributes, in the order of writing.
        attributes: The values of these: a text, the number of the hole that is all there is, or else parts.
        varying: Those of the values that have holes.
        content: Elements and texts in order; texts of white space alone are left out.
        fixed: Whether neither it nor anything inside has a hole, so that it is the same for every piece.
    """

    tag: str
    span: Span
    start: str
    names: tuple[str, ...]
    attributes: tuple[str | int | Parts, ...]
    varying: tuple[int | Parts, ...]
    content: tuple[XmlNode | Parts, ...]
    fixed: bool


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """The parsed output of a layout, with what is the same for all pieces that share it.

    Attributes:
        root: Its XML.
        fixed: Elements that were built of nodes without holes, by the identity of the node; grows.
    """

    root: XmlNode
    fixed: dict[int, Element]


def value_of(text: str) -> str | int | Parts:
    """The value of an attribute, as in ``Node``."""
    if HOLE_OPEN not in text:
        return text or ()
    alone = HOLE.fullmatch(text)
    if alone:
        return int(alone[1])  # nothing but a hole, as most attributes are
    return parts_of(text)


def parts_of(text: str) -> Parts:
    """The text cut at its holes; empty stretches are left out."""
    if HOLE_OPEN not in text:
        return (text,) if text else ()
    pieces = HOLE.split(text)
    return tuple(int(piece) if index % 2 else piece for index, piece in enumerate(pieces) if piece)


class _Unfinished:
    __slots__ = ("attributes", "content", "fixed", "names", "span", "start", "tag", "text")

    def __init__(self, tag: str, span: Span, written: Sequence[str]) -> None:
        texts = written[3::2]
        self.tag = tag
        self.span = span
        self.start = HOLE.sub(HOLE_OPEN, "\0".join([tag, *written]))
        self.names = tuple(written[2::2])
        self.attributes = tuple([value_of(text) for text in texts])
        self.content: list[XmlNode | Parts] = []
        self.text: list[str] = []
        self.fixed = HOLE_OPEN not in "".join(texts)

    def flush(self) -> None:
        text = "".join(self.text)
        self.text.clear()
        if text.strip():
            self.fixed = self.fixed and HOLE_OPEN not in text
            self.content.append(parts_of(text))

    def finished(self) -> XmlNode:
        self.flush()
        varying = tuple([value for value in self.attributes if not isinstance(value, str) and value != ()])
        return XmlNode(
            self.tag,
            self.span,
            self.start,
            self.names,
            self.attributes,
            varying,
            tuple(self.content),
            self.fixed,
        )


class _Refused(Exception):
    def __init__(self, code: str, message: str, cure: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cure = cure
        self.span = span


class _Reader:
    """Builds nodes from expat's events; document types, entities and processing instructions are refused."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files
        self._open: list[_Unfinished] = []
        self._elements = 0
        self.root: XmlNode | None = None

    def start(self, tag: str, attributes: list[str]) -> None:
        marked = bool(attributes) and attributes[0] == MARK
        span = marked_place(attributes[1], len(tag), self._files) if marked else None
        if span is None:
            raise _Refused("L201", f"'<{tag}>' was put together from texts", "write tags whole in the layout")
        self._elements += 1
        if self._elements > limits.ELEMENTS:
            raise _Refused(
                "L300", f"the layout draws more than {limits.ELEMENTS} elements", "draw fewer things", span
            )
        if len(self._open) >= limits.DEPTH:
            raise _Refused(
                "L301",
                f"elements are nested more than {limits.DEPTH} deep",
                "look for a tag that is never closed, or for a macro that calls itself",
                span,
            )
        if self._open:
            self._open[-1].flush()
        self._open.append(_Unfinished(tag, span, attributes))

    def end(self, _tag: str) -> None:
        node = self._open.pop().finished()
        if self._open:
            self._open[-1].content.append(node)
            self._open[-1].fixed = self._open[-1].fixed and node.fixed
        else:
            self.root = node

    def characters(self, text: str) -> None:
        self._open[-1].text.append(text)

    def refuse(self, *_: object) -> None:
        raise _Refused(
            "L201", "a layout has no document type, entities or processing instructions", "remove them"
        )

    def opened(self) -> _Unfinished | None:
        return self._open[-1] if self._open else None


def parse_skeleton(text: str, files: Mapping[str, str], start: Span) -> Skeleton | Diagnostic:
    """The XML in ``text``, or what is wrong with it (L200, L201, L300, L301).

    Args:
        text: As a template rendered it, marks included.
        files: Of layouts, by the key that stands for them in marks.
        start: The layout itself, for faults that have no closer place.
    """
    reader = _Reader(files)
    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.characters
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.ProcessingInstructionHandler = reader.refuse
    # expat reads UTF-8 bytes; a lone surrogate in a layout is no text.
    data = text.strip().encode("utf-8", "replace")
    try:
        parser.Parse(data, True)
    except _Refused as fault:
        opened = reader.opened()
        span = fault.span or (opened.span if opened else start)
        return error(fault.code, fault.message, span, fault.cure)
    except expat.ExpatError as fault:
        return _xml_fault(fault, data, parser.ErrorByteIndex, reader, files, start)
    assert reader.root is not None  # expat refuses an empty document
    return Skeleton(reader.root, {})


def _xml_fault(
    fault: expat.ExpatError, data: bytes, offset: int, reader: _Reader, files: Mapping[str, str], start: Span
) -> Diagnostic:
    opened = reader.opened()
    reason = expat.ErrorString(fault.code)
    if reason == expat.errors.XML_ERROR_TAG_MISMATCH and opened:
        closing = re.match(r"</([^\s>]*)", data[offset:].decode("utf-8", "replace")) or re.match(
            r"</?([^\s>]*)", data[max(0, offset - 2) :].decode("utf-8", "replace")
        )
        by = f" before '</{closing[1]}>'" if closing else ""
        return error(
            "L200",
            f"'<{opened.tag}>' is not closed{by}",
            opened.span,
            f"write '</{opened.tag}>' or '<{opened.tag} …/>'",
        )
    if reason == expat.errors.XML_ERROR_NO_ELEMENTS and opened is None:
        return error(
            "L200", "the layout draws nothing", start, "a layout is one '<face>' with elements inside"
        )
    if reason == expat.errors.XML_ERROR_NO_ELEMENTS and opened:
        return error("L200", f"'<{opened.tag}>' is not closed", opened.span, f"write '</{opened.tag}>'")
    if reason == expat.errors.XML_ERROR_UNDEFINED_ENTITY:
        from html import unescape

        name = _ENTITY.match(data, offset)
        word = name[1].decode("utf-8", "replace") if name else "…"
        meant = unescape(f"&{word};")
        cure = "write '&amp;' for '&'"
        if len(meant) == 1:
            cure = f"type '{meant}' itself" if meant.isprintable() else f"write '&#{ord(meant)};'"
        return error("L200", f"an unknown '&{word};' in the layout", _near(data, offset, files, start), cure)
    if (loose := _loose_attribute(data, offset)) is not None:
        return error("L200", loose[0], _near(data, offset, files, start), loose[1])
    cure = "look for a quote, a '<' or a '>' that is missing here or a little above"
    if reason == expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
        cure = "a layout is one '<face>' with everything inside"
    if reason == expat.errors.XML_ERROR_INVALID_TOKEN:
        cure = "in texts of a layout write '&amp;' for '&' and '&lt;' for '<'"
    return error("L200", f"the layout's XML is broken: {reason}", _near(data, offset, files, start), cure)


def _loose_attribute(data: bytes, offset: int) -> tuple[str, str] | None:
    """The fault between the attributes of a tag, and the cure; None for other faults."""
    before = data[max(offset - 200, 0) : offset].decode("utf-8", "replace")
    behind = data[offset : offset + 200].decode("utf-8", "replace")
    name, value = re.search(r"\s([\w-]+)\s*=\s*$", before), re.match(r"[^\s\"'<>/]+", behind)
    if name and value:
        shown = value[0] if value[0].isascii() else "…"  # what is printed by an expression has no words here
        return f"the value of '{name[1]}' has no quotes", f'write {name[1]}="{shown}"'
    if re.search(r"[\"']$", before) and (name := re.match(r"([\w-]+)\s*=", behind)):
        return f"a space is missing before '{name[1]}'", "put one between the attributes"
    return None


def _near(data: bytes, offset: int, files: Mapping[str, str], start: Span) -> Span:
    """The last start tag before the fault."""
    marks = list(_LAST_MARK.finditer(data[: offset + 1].decode("utf-8", "replace")))
    return (marked_place(marks[-1][2], len(marks[-1][1]), files) if marks else None) or start
