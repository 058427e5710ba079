"""From nodes and the values of their holes to typed elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any, Final, NamedTuple

from pnp.diagnostics import Diagnostic, did_you_mean, error, shortened, warning
from pnp.layout.cache import NO_KEY, DrawingCache, exact_key
from pnp.layout.element import ELEMENTS, Attribute, Element, FaceElement, attributes
from pnp.layout.fault import AttributeFault
from pnp.layout.kind import WORDS
from pnp.layout.skeleton import Parts, XmlNode
from pnp.layout.wording import JoinedText, in_attribute
from pnp.model import Piece, Term

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


class Literal(str):
    """Characters of the layout itself."""

    __slots__ = ()


class LineBreak(NamedTuple):
    """``<br/>`` in a text."""


LINE_BREAK: Final = LineBreak()


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
                element = self._around(element, node, children, words)
        if element is not None and node.fixed and faults == self._faults:
            self._fixed[id(node)] = element
        return element

    def _around(
        self, bare: Element, node: XmlNode, children: tuple[Element, ...], words: tuple[Any, ...]
    ) -> Element:
        """The element with its content; an earlier one if that is known to be the same."""
        inside = tuple([child.number for child in children])
        number = self._cache.number() if node.fixed and bare.written and 0 not in inside else 0
        return bare.around(children, words, fixed=node.fixed, number=number)

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
                if name in part.names and name in attributes(kind):
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
            part_key: object
            if type(value) is JoinedText:
                part_key = (str(value), value.plain)
            else:
                part_key = value if isinstance(value, str) else exact_key(value)
            key.append(part_key)
            short = short and part_key is not NO_KEY
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
        table = attributes(of)
        values: dict[str, Any] = {}
        whole = True
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
                values[entry.field] = self._reading(entry, value)
            except AttributeFault as fault:
                whole = whole and not entry.required
                shown = _shown(value)
                message = f"'{name}' of '<{node.tag}>': '{shown}' {fault.message}"
                self._fault("L206", message, node, fault.cure)
        return values if self._complete(node, table, values) and whole else None

    def _reading(self, entry: Attribute, value: Any) -> Any:
        """The value as the attribute reads it; raises AttributeFault."""
        if isinstance(value, list | tuple | dict):
            raise AttributeFault("is a list", "write one of its values")
        if isinstance(value, JoinedText) and entry.kind is not WORDS:
            value = value.plain
        return entry.kind.read(value)

    def _complete(self, node: XmlNode, table: Mapping[str, Attribute], values: dict[str, Any]) -> bool:
        missing = [entry.name for entry in table.values() if entry.required and entry.field not in values]
        for name in missing:
            if name in node.names:
                continue
            self._fault("L207", f"'<{node.tag}>' needs the attribute '{name}'", node, f'write {name}="…"')
        return not missing

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


def _shown(value: Any) -> str:
    return shortened(in_attribute(value))


def _element_cure(tag: str) -> str:
    """A cure for an unknown element; some of HTML have a counterpart."""
    if tag.lower() in _MARKS:
        mark = _MARKS[tag.lower()]
        return f"write {mark}…{mark} around the words"
    if tag.lower() in _HTML:
        return f"write '<{_HTML[tag.lower()]}>'"
    return did_you_mean(tag, BY_TAG, "elements")
