"""Text of a YAML file to nodes with positions, without PyYAML's typing and without its recursion.

The nodes are built from libyaml's events (the pure Python parser's where libyaml is missing; both give the
same), so that deep nesting, aliases and duplicate keys are ours to judge, and because it takes a third of the
time of composing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

from pnp.diagnostics import Diagnostic, error, has_errors, warning
from pnp.load.limits import MAX_DEPTH, MAX_NODES, MAX_UNPRINTABLE
from pnp.load.yaml.node import Mapping, Node, Scalar, Sequence, YamlMark
from pnp.load.yaml.scalar import (
    ODD_SPACES,
    check_empty_value,
    check_escapes,
    check_flow_key,
    check_plain,
    is_fraction,
)
from pnp.source import Span

_TEXT_TAG = "tag:yaml.org,2002:str"
# Two searches, each for a first character: one for either takes seven times as long.
_TRAP = re.compile(rf"[{ODD_SPACES}“„«]")
_HASH_TRAP = re.compile(r"#(?<=[ \t:]#)(?:[^\s#]|[ \t]*$)", re.MULTILINE)


def compose(text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """The root node of the only document in ``text``, and every fault found; None when the text is no YAML.

    Args:
        text: As ``decode`` gives it.
        file: The file's name as shown to the author.
    """
    from yaml import YAMLError

    composer = _NodeBuilder(text, file)
    try:
        root = composer.run()
    except YAMLError as fault:
        from pnp.load.yaml.fault import explain

        composer.report_aliases()
        return None, _with(composer.found, explain(fault, text, file))
    except _StopError:
        return None, composer.found
    return root, composer.found


def _with(found: list[Diagnostic], last: Diagnostic) -> list[Diagnostic]:
    """The faults, and why the parser gave up, unless a fault of the same line was the cause."""
    line = last.span.line if last.span else 0
    here = [item for item in found if item.span and item.span.line == line]
    if has_errors(here):
        return found
    return [*(item for item in found if item not in here), last]


class _StopError(Exception):
    """A limit is passed: the fault is noted, the rest of the file is not read."""


class _Open(NamedTuple):
    """A list or mapping that is still open; ``parts`` of a mapping are keys and values in turn."""

    node: Mapping | Sequence
    parts: list[Node]


class _NodeBuilder:
    def __init__(self, text: str, file: str):
        self.text = text
        self.file = file
        self.found: list[Diagnostic] = []
        self.traps = _TRAP.search(text) is not None or _HASH_TRAP.search(text) is not None
        self.looked_at = {style for style, look in (("", self.traps), ('"', "\\" in text)) if look}
        self.anchors: dict[str, Anchor] = {}
        self.all_anchors: list[Anchor] = []
        self.unknown: list[UnknownAlias] = []
        self.open: list[_Open] = []
        self.repeated = 0
        self.escapes = 0

    def run(self) -> Node | None:
        import yaml
        from yaml import events

        next_event = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(self.text).get_event
        file, looked_at = self.file, self.looked_at
        scalar = events.ScalarEvent  # as most are
        parts = roots = list[Node]()
        count, most = 0, MAX_NODES
        node: Node
        while True:
            event = next_event()
            kind = type(event)
            if kind is scalar:
                node = Scalar(file, event.value, event.style or "", event.start_mark, event.end_mark)
                if event.tag is not None or event.anchor is not None or node.style in looked_at:
                    node = self._odd(node, event)
            elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
                parts = self._start(event, Mapping if kind is events.MappingStartEvent else Sequence)
                continue
            elif kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
                node = self._end(event)
                parts = self.open[-1].parts if self.open else roots
            elif kind is events.AliasEvent:
                node = self._alias(event, count)
                most = MAX_NODES - self.repeated
            elif kind is events.StreamEndEvent:
                break
            elif kind is events.DocumentStartEvent and roots:
                self._fault(
                    "Y207", "a second document begins here", event.start_mark,
                    "keep one document in a file: remove the '---' or move what follows to a file of its own",
                )  # fmt: skip
                break
            else:
                continue
            count += 1
            if count > most:
                self._too_much(node.start)
            parts.append(node)
        self.report_aliases()
        for anchor in self.all_anchors:
            if not any(alias.name == anchor.name for alias in self.unknown):
                self.found += unused_anchor(anchor, self.file)
        return roots[0] if roots else None

    def report_aliases(self) -> None:
        """Report aliases that lead nowhere, now that all anchors are known."""
        for alias in reversed(self.unknown):
            self.found.insert(alias.found, unknown_alias(alias, self.anchors.get(alias.name), self.file))

    def _odd(self, node: Scalar, event: Any) -> Scalar:
        """A value with a tag or a name, or that may not mean what it seems to."""
        if event.tag is not None:
            node = self._tagged(node, event.tag)
        if event.anchor is not None:
            self._name(event.anchor, node, event.start_mark)
        elif self.traps and not node.style:
            self.found.extend(check_plain(node, self.text))
        if node.style == '"':
            escapes = check_escapes(node, self.text, MAX_UNPRINTABLE - self.escapes)
            self.escapes += len(escapes)
            self.found.extend(escapes)
        return node

    def _tagged(self, node: Scalar, tag: str) -> Scalar:
        if tag != _TEXT_TAG:
            self._fault(
                "Y208", f"unknown tag '{_short_tag(tag)}'", node.start, "quote text that starts with '!'"
            )
            return node
        return Scalar(node.file, node.text, node.style or '"', node.start, node.end)

    def _start(self, event: Any, kind: type[Mapping | Sequence]) -> list[Node]:
        """Open a list or mapping; what is in it goes into the list that is given back."""
        node = kind(self.file, event.start_mark, bool(event.flow_style))
        if len(self.open) >= MAX_DEPTH:
            self._too_deep(event.start_mark)
        if event.tag is not None:
            self._fault("Y208", f"unknown tag '{_short_tag(event.tag)}'", event.start_mark, "remove it")
        if event.anchor is not None:
            self._name(event.anchor, node, event.start_mark)
        parts: list[Node] = []
        self.open.append(_Open(node, parts))
        return parts

    def _end(self, event: Any) -> Node:
        node, parts = self.open.pop()
        node.end = event.end_mark
        if self.anchors:  # only of what has a name, or is inside of it, anybody asks how large it is
            weigh(node, parts)
        if isinstance(node, Sequence):
            node.items = parts
            return node
        merges: list[Node] = []
        entries = node.entries
        last: Scalar | None = None
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            if not isinstance(key, Scalar):
                self.found.append(complex_key(key, self.text))
                continue
            name = key.text
            if ":" in name and (found := glued_key(key)):
                self.found.append(found)
                continue
            if isinstance(value, Scalar) and not value.text and not value.style:
                if node.flow and not key.style and (loose := self._loose(key, last, entries)):
                    self.found.extend(loose)
                    continue
                if self.traps:
                    self.found.extend(check_empty_value(key, value, self.text))
            if name == "<<" and not key.style:
                merges.append(value)
            elif name in entries:
                self.found.append(duplicate_key(key, entries[name][0]))
            else:
                entries[name] = (key, value)
                last = key
        for merged in merges:
            self._merge(node, merged)
        bare = len(parts) == 2 and isinstance(parts[0], Mapping)
        return bare_expression(node, self.text) if bare else node

    def _loose(
        self, key: Scalar, last: Scalar | None, entries: dict[str, tuple[Scalar, Node]]
    ) -> list[Diagnostic]:
        """The fault of a key in braces without a value; in a length, its comma is read as a decimal point."""
        before = entries[last.text][1] if last is not None else None
        found = check_flow_key(key, self.text, last, before if isinstance(before, Scalar) else None)
        if found and last is not None and isinstance(before, Scalar) and is_fraction(before, key, unit=True):
            text = f"{before.text}.{key.text}"
            entries[last.text] = (last, Scalar(before.file, text, before.style, before.start, key.end))
        return found

    def _merge(self, node: Mapping, merged: Node) -> None:
        sources = merged.items if isinstance(merged, Sequence) else [merged]
        for source in sources:
            if isinstance(source, Mapping):
                for key, entry in source.entries.items():
                    node.entries.setdefault(key, entry)
            elif not self._is_alias(source):  # an unknown one, which is reported
                self._fault(
                    "Y210", "'<<' takes a mapping or a list of mappings", source.start,
                    "name an anchored mapping: '<<: *frame'",
                )  # fmt: skip

    def _is_alias(self, node: Node) -> bool:
        return any(each.mark.index == node.start.index for each in self.unknown)

    def _name(self, name: str, node: Node, mark: YamlMark) -> None:
        anchor = Anchor(name, node, mark)
        if name in self.anchors:
            self.found.append(repeated_anchor(anchor, self.anchors[name], self.file))
        self.anchors[name] = anchor
        self.all_anchors.append(anchor)

    def _alias(self, event: Any, count: int) -> Node:
        """The node that an alias stands for; ``count`` is of the nodes above it."""
        mark = event.start_mark
        anchor = self.anchors.get(event.anchor)
        if anchor is None:
            parts = self.open[-1].parts if self.open else []
            merged = bool(len(parts) % 2 and isinstance(parts[-1], Scalar) and parts[-1].text == "<<")
            self.unknown.append(UnknownAlias(event.anchor, mark, merged, len(self.found)))
            return Scalar(self.file, "", "", mark, event.end_mark)
        anchor.used = True
        if any(level.node is anchor.node for level in self.open):
            self.found.append(alias_inside(anchor, self.file, mark))
            return Scalar(self.file, "", "", mark, event.end_mark)
        if not isinstance(anchor.node, Scalar):
            self.repeated += anchor.node.weight
            if len(self.open) + anchor.node.depth > MAX_DEPTH:
                self._too_deep(mark)
        if count + self.repeated > MAX_NODES:
            self._too_much(mark)
        return anchor.node

    def _too_deep(self, mark: YamlMark) -> NoReturn:
        message = f"lists and mappings are nested deeper than {MAX_DEPTH} levels"
        self._fault("Y206", message, mark, "quote text that starts with brackets")
        raise _StopError

    def _too_much(self, mark: YamlMark) -> NoReturn:
        self._fault(
            "Y205", f"the file has more than {MAX_NODES:,} values, aliases counted each time", mark,
            "split it, or write fewer aliases of aliases",
        )  # fmt: skip
        raise _StopError

    def _fault(self, code: str, message: str, mark: Any, cure: str) -> None:
        line, column = mark.line + 1, mark.column + 1
        self.found.append(error(code, message, Span(self.file, line, column, line, column + 1), cure))


def _short_tag(tag: str) -> str:
    return re.sub(r"\Atag:yaml\.org,2002:", "!!", tag)


_GLUED = re.compile(r"([\w-]+:)[\[{]")


def glued_key(key: Scalar) -> Diagnostic | None:
    """The fault of a key and the bracket right after its colon, which are one key to YAML (Y113)."""
    found = _GLUED.match(key.text) if not key.style else None
    if found is None:
        return None
    span = Span(
        key.file,
        key.start.line + 1,
        key.start.column + 1,
        key.start.line + 1,
        key.start.column + 1 + found.end(1),
    )
    return error("Y113", f"'{found[1]}' has no space after the colon", span, "put a space after ':'")


def complex_key(key: Mapping | Sequence, text: str) -> Diagnostic:
    """The fault of a list or mapping in place of a key (Y202), mostly an expression without quotes (Y109).

    Args:
        key: See there.
        text: Of the file.
    """
    mark, index = key.start, key.start.index
    if text.startswith("{{", index - 1) or text.startswith("{{", index):
        end = text.find("}}", index)
        width = end + 2 - (index - 1) if 0 <= end < index + 200 else 2
        span = Span(key.file, mark.line + 1, mark.column, mark.line + 1, mark.column + width)
        cure = "quote text that starts with '{{'"
        return error("Y109", "an expression in braces is not quoted", span, cure)
    span = Span(key.file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)
    return error("Y202", "a list or mapping cannot be a key", span, "quote text that holds brackets")


def bare_expression(node: Mapping, text: str) -> Scalar | Mapping:
    """The text meant by an expression without quotes, so that it isn't also reported as a mapping.

    Args:
        node: A mapping whose only key is one, reported already where it is an expression.
        text: Of the file.
    """
    if not text.startswith("{{", node.start.index):
        return node
    return Scalar(node.file, text[node.start.index : node.end.index], "", node.start, node.end)


def duplicate_key(key: Scalar, first: Scalar) -> Diagnostic:
    """The fault of a key that occurs twice in a mapping (Y201)."""
    return error(
        "Y201",
        f"the key '{key.text}' appears twice, first in line {first.start.line + 1}",
        key.span,
        "remove or rename one of them",
        related=[(first.span, "first here")],
    )


class Anchor:
    """The node that an anchor names, and whether anything refers to it."""

    __slots__ = ("mark", "name", "node", "used")

    def __init__(self, name: str, node: Node, mark: YamlMark):
        self.name = name
        self.node = node
        self.mark = mark
        self.used = False


def weigh(node: Mapping | Sequence, parts: list[Node]) -> None:
    """Note the number of nodes and the depth of a list or mapping with these parts, for its aliases."""
    node.weight += len(parts)
    for part in parts:
        if not isinstance(part, Scalar):
            node.weight += part.weight - 1
            node.depth = max(node.depth, part.depth + 1)


def unused_anchor(anchor: Anchor, file: str) -> Iterator[Diagnostic]:
    """An anchor that no alias refers to is text that would be lost: ``text: &Attack the wall`` (Y110)."""
    if anchor.used or not isinstance(anchor.node, Scalar):
        return
    message = (
        f"'&{anchor.name}' names a value for reuse, but nothing uses it"
        if anchor.node.text
        else f"the anchor '{anchor.name}' has no value"
    )
    yield error("Y110", message, _span(anchor.name, file, anchor.mark), "quote text that starts with '&'")


def repeated_anchor(anchor: Anchor, first: Anchor, file: str) -> Diagnostic:
    """An anchor whose name another already has: aliases below mean this one (Y212)."""
    message = f"'&{anchor.name}' names two values, first in line {first.mark.line + 1}"
    related = [(_span(first.name, file, first.mark), "first here")]
    cure = f"give one of them another name: '*{anchor.name}' stands for the last one above it"
    return warning("Y212", message, _span(anchor.name, file, anchor.mark), cure, related=related)


class UnknownAlias(NamedTuple):
    """An alias of what no anchor above it names.

    Attributes:
        name: Without the star.
        mark: Where it is written.
        merged: Whether it follows ``<<``.
        found: How many faults were found before it.
    """

    name: str
    mark: YamlMark
    merged: bool
    found: int


def unknown_alias(alias: UnknownAlias, later: Anchor | None, file: str) -> Diagnostic:
    """An alias of what no anchor above names, most often text (Y203).

    Args:
        alias: See there.
        later: The anchor of this name below it.
        file: As shown.
    """
    if later is not None:
        cure = f"'&{alias.name}' is in line {later.mark.line + 1}: move it above the alias"
    elif alias.merged:
        cure = f"write '&{alias.name}' before the mapping that is meant, above in this file: each file has anchors of its own"
    else:
        cure = "quote text that starts with '*'"
    return error("Y203", f"unknown alias '*{alias.name}'", _span(alias.name, file, alias.mark), cure)


def alias_inside(anchor: Anchor, file: str, mark: YamlMark) -> Diagnostic:
    """An alias within the value that it repeats (Y204)."""
    message = f"the alias '*{anchor.name}' is inside the value that it repeats"
    cure = f"'&{anchor.name}' begins in line {anchor.mark.line + 1}; write the value out"
    return error("Y204", message, _span(anchor.name, file, mark), cure)


def _span(name: str, file: str, mark: YamlMark) -> Span:
    """A '&' or '*' and the name after it."""
    return Span(file, mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2 + len(name))
