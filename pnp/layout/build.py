"""From the output of a layout to typed elements.

Its XML becomes a skeleton, a tree of nodes whose texts keep their holes: once for all pieces that share it.
From the nodes and the values of the holes come the elements of a piece.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias
from xml.parsers import expat

from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, did_you_mean, error, shortened, warning
from pnp.layout import limits
from pnp.layout.cache import DrawingCache
from pnp.layout.element import ELEMENTS, Element, FaceElement
from pnp.layout.fault import AttributeFault
from pnp.layout.kind import WORDS
from pnp.layout.wording import LINE_BREAK, JoinedText, Literal, in_attribute
from pnp.layout_source import HOLE, HOLE_OPEN, MARK, marked_place
from pnp.model import Piece, Term
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
    """The value of an attribute as ``XmlNode.attributes`` holds it."""
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


BY_TAG: dict[str, type[Element]] = {element.tag: element for element in ELEMENTS}
_ONLY_IN = {"tr": "table", "td": "tr", "br": "text", "face": ""}
_INSIDE: Mapping[str, Mapping[str, type[Element]]] = {
    "elements": {tag: element for tag, element in BY_TAG.items() if tag not in _ONLY_IN},
    "rows": {"tr": BY_TAG["tr"]},
    "cells": {"td": BY_TAG["td"]},
    "words": {},
    "nothing": {},
}
"""Elements that each kind of content allows; a ``<br/>`` becomes no element."""
_PLACES = ("x", "y", "center")
_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_HTML = {"p": "text", "div": "g", "img": "image", "h1": "text", "svg": "g"}
"""Elements of layouts that do the work of elements of HTML."""


class Builder:
    """Builds the elements of one piece and collects what is wrong with them.

    Args:
        holes: Values of the piece by number.
        fixed: Elements that are the same on every piece of the skeleton, by the identity of their node.
        cache: Start tags that were built before.
        report: Takes each fault.
    """

    def __init__(
        self,
        holes: Sequence[Any],
        fixed: MutableMapping[int, Element],
        cache: DrawingCache,
        report: Callable[[Diagnostic], None],
    ) -> None:
        self._holes = holes
        self._fixed = fixed
        self._cache = cache
        self._report = report
        self._faults = 0

    def face(self, root: XmlNode) -> FaceElement | None:
        """The root as an element; None when it is no face.

        Faulty elements inside are left out (L202-L207).
        """
        if root.tag != "face":
            self._fault(
                "L202",
                f"a layout is one '<face>', not '<{root.tag}>'",
                root,
                "put everything inside '<face> … </face>'",
            )
            return None
        built = self._element(root, FaceElement)
        return built if isinstance(built, FaceElement) else None

    def _element(self, node: XmlNode, of: type[Element]) -> Element | None:
        if node.fixed and (known := self._fixed.get(id(node))) is not None:
            return known
        faults = self._faults
        element = self._start_tag(node, of)
        if node.content:
            words = self._words(node) if of.holds == "words" else ()
            children = () if of.holds == "words" else self._children(node, of)
            if element is not None:
                number = 0
                if node.fixed and element.written and all(child.number for child in children):
                    number = self._cache.number()
                element = element.around(children, words, fixed=node.fixed, number=number)
        if element is not None and node.fixed and faults == self._faults:
            self._fixed[id(node)] = element
        return element

    def _children(self, node: XmlNode, of: type[Element]) -> tuple[Element, ...]:
        inside = _INSIDE[of.holds]
        children = []
        for part in node.content:
            if not isinstance(part, XmlNode):
                if self._printed(part):
                    cure = (
                        "write it inside '<text> … </text>'"
                        if of.holds == "elements"
                        else "take the text out"
                    )
                    self._fault("L205", f"'<{node.tag}>' holds no text", node, cure)
                continue
            kind = inside.get(part.tag)
            if kind is None:
                self._misplaced(part, node, inside)
                continue
            child = self._element(part, kind)
            if child is not None:
                children.append(child)
            for name in _PLACES if of.places else ():
                if name in part.names and name in kind.attributes:
                    self._idle(part, name, "write an 'inset', or put it into a '<g>'", f"in a {node.tag}")
        return tuple(children)

    def _misplaced(self, node: XmlNode, parent: XmlNode, inside: Mapping[str, object]) -> None:
        if node.tag not in BY_TAG and node.tag != "br":
            self._fault("L203", f"unknown element '{node.tag}'", node, _element_cure(node.tag))
            return
        if inside is _INSIDE["elements"]:
            home = _ONLY_IN[node.tag]
            cure = f"it belongs in '<{home}>'" if home else "a layout has one, around everything"
        elif inside:
            cure = f"'<{parent.tag}>' holds '<{next(iter(inside))}>' only"
        else:
            cure = f"'<{parent.tag}>' holds nothing"
        self._fault("L205", f"'<{node.tag}>' cannot be in '<{parent.tag}>'", node, cure)

    def _words(self, node: XmlNode) -> tuple[Any, ...]:
        words: list[Any] = []
        for part in node.content:
            if isinstance(part, XmlNode):
                if part.tag == "br":
                    words.append(LINE_BREAK)
                else:
                    self._misplaced(part, node, {"br": None})
                continue
            words.extend(Literal(piece) if isinstance(piece, str) else self._hole(piece) for piece in part)
        return tuple(words)

    def _start_tag(self, node: XmlNode, of: type[Element]) -> Element | None:
        """The element of a start tag, without content; None if a required attribute is missing or wrong."""
        holes = self._holes
        key: list[object] = [node.start]
        short = True
        for part in node.varying:
            value = holes[part] if type(part) is int and part < len(holes) else self._value(part)
            part_key = value if type(value) is str else _exact_key(value)
            key.append(part_key)
            short = short and part_key is not _NO_KEY
        known = self._cache.start_tags.get(tuple(key)) if short else None
        if known is not None:
            return known
        faults = self._faults
        read = self._read(node, of)
        if read is None:
            return None
        element = of(span=node.span, fixed=not node.varying, **read)
        texts = [value if isinstance(value, str) else None for value in node.attributes]
        for name, cure in element.idle(dict(zip(node.names, texts, strict=True))).items():
            self._idle(node, name, cure)
        if short and faults == self._faults:
            element.written = self._cache.number()
            element.number = 0 if of.noted else element.written
            self._cache.start_tags[tuple(key)] = element
        return element

    def _idle(self, node: XmlNode, name: str, cure: str, where: str = "here") -> None:
        """Report an attribute that does nothing."""
        self._faults += 1
        message = f"'{name}' of '<{node.tag}>' does nothing {where}"
        self._report(warning("L209", message, node.span, cure))

    def _read(self, node: XmlNode, of: type[Element]) -> dict[str, Any] | None:
        """Values by field; None when one that the element cannot do without is missing or wrong."""
        table = of.attributes
        values: dict[str, Any] = {}
        for name, part in zip(node.names, node.attributes, strict=True):
            value = part if isinstance(part, str) else self._value(part)
            entry = table.get(name)
            if entry is not None and entry.kind is WORDS and isinstance(part, tuple):
                value = self._sentence(part)
            if entry is None:
                cure = did_you_mean(name, table, "attributes")
                self._fault("L204", f"'<{node.tag}>' has no attribute '{name}'", node, cure)
                continue
            if value is None:
                continue
            try:
                if isinstance(value, list | tuple | dict):
                    raise AttributeFault("is a list", "write one of its values")
                if isinstance(value, JoinedText) and entry.kind is not WORDS:
                    value = value.plain
                values[entry.field] = entry.kind.read(value)
            except AttributeFault as fault:
                shown = shortened(in_attribute(value))
                message = f"'{name}' of '<{node.tag}>': '{shown}' {fault.message}"
                self._fault("L206", message, node, fault.cure)
        whole = True
        for entry in table.values():
            if entry.required and entry.field not in values:
                whole = False
                if entry.name not in node.names:
                    cure = f'write {entry.name}="…"'
                    self._fault("L207", f"'<{node.tag}>' needs the attribute '{entry.name}'", node, cure)
        return values if whole else None

    def _value(self, parts: str | int | Parts) -> Any:
        """The value of an attribute: that of a single hole, else the text; None if empty."""
        if isinstance(parts, int):
            return self._hole(parts)
        text = "".join(part if isinstance(part, str) else in_attribute(self._hole(part)) for part in parts)
        return text or None

    def _sentence(self, parts: Parts) -> Any:
        """The value of an attribute of words: all parts, or the first that has none."""
        values = [part if isinstance(part, str) else self._hole(part) for part in parts]
        wordless = (value for value in values if isinstance(value, bool | Term | Piece))
        return next(
            wordless, "".join(value if isinstance(value, str) else in_attribute(value) for value in values)
        )

    def _printed(self, parts: Parts) -> bool:
        return any(
            part.strip() if isinstance(part, str) else in_attribute(self._hole(part)).strip()
            for part in parts
        )

    def _hole(self, number: int) -> Any:
        return self._holes[number] if number < len(self._holes) else None

    def _fault(self, code: str, message: str, node: XmlNode, cure: str) -> None:
        self._faults += 1
        self._report(error(code, message, node.span, cure))


class _NoKey:
    """Stands for a value that no short key distinguishes from all others."""


_NO_KEY: Final = _NoKey()


def _exact_key(value: Any) -> object:
    """A key that equal values of one type share, and no others; ``_NO_KEY`` for lists, terms and the like.

    Python takes 1 for true and a zero for a negative one; colours are compared by their numbers.
    """
    kind = type(value)
    if kind is JoinedText:
        return str(value), value.plain
    if isinstance(value, str) or value is None:
        return value
    if kind is float or kind is int:
        return kind, value or repr(value)
    if kind is Colour:
        return kind, value.red, value.green, value.blue, value.alpha
    return (kind, value) if kind is bool else _NO_KEY


def _element_cure(tag: str) -> str:
    """A cure for an unknown element; some of HTML have a counterpart."""
    if tag.lower() in _MARKS:
        mark = _MARKS[tag.lower()]
        return f"write {mark}…{mark} around the words"
    if tag.lower() in _HTML:
        return f"write '<{_HTML[tag.lower()]}>'"
    return did_you_mean(tag, BY_TAG, "elements")
