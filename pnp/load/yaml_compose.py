"""Text of a YAML file to nodes with positions, without PyYAML's typing and without its recursion.

The nodes are built from libyaml's events (the pure Python parser's where libyaml is missing; both give the same), so
that deep nesting, aliases and duplicate keys are ours to judge, and because it takes a third of the time of composing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

from pnp.diagnostics import Diagnostic, error, has_errors
from pnp.load.limits import MAX_DEPTH, MAX_NODES
from pnp.load.yaml_key import bare_expression, complex_key, duplicate_key, glued_key
from pnp.load.yaml_node import Mapping, Mark, Node, Scalar, Sequence
from pnp.load.yaml_reuse import (
    Anchor,
    UnknownAlias,
    alias_inside,
    repeated_anchor,
    unknown_alias,
    unused_anchor,
)
from pnp.load.yaml_scalar import check_empty_value, check_flow_key, check_plain, has_traps, is_fraction
from pnp.source import Span

_TEXT_TAG = "tag:yaml.org,2002:str"


def compose(text: str, file: str) -> tuple[Node | None, list[Diagnostic]]:
    """The root node of the only document in ``text``, and every fault found; None when the text is no YAML.

    Args:
        text: As ``decode`` gives it.
        file: The file's name as shown to the author.
    """
    from yaml import YAMLError

    composer = _Composer(text, file)
    try:
        root = composer.run()
    except YAMLError as fault:
        from pnp.load.yaml_fault import explain

        composer.tell_aliases()
        return None, _with(composer.found, explain(fault, text, file))
    except _StopError:
        return None, composer.found
    return root, composer.found


def compose_alone(text: str, file: str) -> Node | None:
    """The root node of a text without any fault, anchor or alias; None for others, whatever ``compose`` says of them."""
    from yaml import YAMLError

    composer = _Composer(text, file)
    try:
        root = composer.run()
    except (YAMLError, _StopError):
        return None
    return None if composer.found or composer.all_anchors else root


def _with(found: list[Diagnostic], last: Diagnostic) -> list[Diagnostic]:
    """What was found, and why the parser gave up unless that is known: a fault of the same line was the cause."""
    line = last.span.line if last.span else 0
    here = [item for item in found if item.span and item.span.line == line]
    if has_errors(here):
        return found
    return [*(item for item in found if item not in here), last]


class _StopError(Exception):
    """A limit is passed: the fault is noted, the rest of the file is not read."""


class _Open:
    """A list or mapping whose end has not come yet; ``parts`` of a mapping are keys and values by turns."""

    __slots__ = ("node", "parts")

    def __init__(self, node: Mapping | Sequence):
        self.node = node
        self.parts: list[Node] = []


class _Composer:
    def __init__(self, text: str, file: str):
        self.text = text
        self.file = file
        self.found: list[Diagnostic] = []
        self.traps = has_traps(text)
        self.anchors: dict[str, Anchor] = {}
        self.all_anchors: list[Anchor] = []
        self.unknown: list[UnknownAlias] = []
        self.open: list[_Open] = []
        self.count = 0

    def run(self) -> Node | None:
        from yaml import events

        makers: dict[type, Callable[[Any], Node | None]] = {
            events.ScalarEvent: self._scalar,
            events.AliasEvent: self._alias,
            events.MappingStartEvent: self._start_mapping,
            events.SequenceStartEvent: self._start_sequence,
            events.MappingEndEvent: self._end,
            events.SequenceEndEvent: self._end,
        }
        next_event = _parser(self.text).get_event
        root: Node | None = None
        while (kind := type(event := next_event())) is not events.StreamEndEvent:
            make = makers.get(kind)
            if make is not None:
                node = make(event)
                if node is None:
                    continue
                self.count += 1
                if self.count > MAX_NODES:
                    self._too_much(node.start)
                if self.open:
                    self.open[-1].parts.append(node)
                else:
                    root = node
            elif kind is events.DocumentStartEvent and root is not None:
                self._fault(
                    "Y207", "a second document begins here", event.start_mark,
                    "keep one document in a file: remove the '---' or move what follows to a file of its own",
                )  # fmt: skip
                break
        self.tell_aliases()
        for anchor in self.all_anchors:
            if not any(alias.name == anchor.name for alias in self.unknown):
                self.found += unused_anchor(anchor, self.file)
        return root

    def tell_aliases(self) -> None:
        """Tell of aliases that lead nowhere, now that all anchors are known."""
        for alias in reversed(self.unknown):
            self.found.insert(alias.found, unknown_alias(alias, self.anchors.get(alias.name), self.file))

    def _scalar(self, event: Any) -> Scalar:
        node = Scalar(self.file, event.value, event.style or "", event.start_mark, event.end_mark)
        if event.tag is not None:
            node = self._tagged(node, event.tag)
        if event.anchor is not None:
            self._name(event.anchor, node, event.start_mark)
        elif self.traps and not node.style:
            self.found.extend(check_plain(node, self.text))
        return node

    def _tagged(self, node: Scalar, tag: str) -> Scalar:
        if tag != _TEXT_TAG:
            self._fault(
                "Y208", f"unknown tag '{_short_tag(tag)}'", node.start, "quote text that starts with '!'"
            )
            return node
        return Scalar(node.file, node.text, node.style or '"', node.start, node.end)

    def _start_mapping(self, event: Any) -> None:
        self._start(event, Mapping(self.file, event.start_mark, bool(event.flow_style)))

    def _start_sequence(self, event: Any) -> None:
        self._start(event, Sequence(self.file, event.start_mark, bool(event.flow_style)))

    def _start(self, event: Any, node: Mapping | Sequence) -> None:
        if len(self.open) >= MAX_DEPTH:
            self._too_deep(event.start_mark)
        if event.tag is not None:
            self._fault("Y208", f"unknown tag '{_short_tag(event.tag)}'", event.start_mark, "remove it")
        if event.anchor is not None:
            self._name(event.anchor, node, event.start_mark)
        self.open.append(_Open(node))

    def _end(self, event: Any) -> Node:
        done = self.open.pop()
        done.node.end = event.end_mark
        done.node.weight += len(done.parts)
        for part in done.parts:
            if not isinstance(part, Scalar):
                done.node.weight += part.weight - 1
                done.node.depth = max(done.node.depth, part.depth + 1)
        if isinstance(done.node, Sequence):
            done.node.items = done.parts
        else:
            self._fill(done.node, done.parts)
            return bare_expression(done.node, done.parts, self.text) or done.node
        return done.node

    def _fill(self, node: Mapping, parts: list[Node]) -> None:
        merges: list[Node] = []
        entries = node.entries
        last: Scalar | None = None
        for at in range(0, len(parts), 2):
            key, value = parts[at], parts[at + 1]
            if not isinstance(key, Scalar):
                self.found.append(complex_key(key, self.text))
                continue
            if ":" in key.text and (found := glued_key(key)):
                self.found.append(found)
                continue
            if isinstance(value, Scalar) and not value.text and not value.style:
                if node.flow and not key.style and (loose := self._loose(key, last, entries)):
                    self.found.extend(loose)
                    continue
                if self.traps:
                    self.found.extend(check_empty_value(key, value, self.text))
            if key.text == "<<" and not key.style:
                merges.append(value)
            elif key.text in entries:
                self.found.append(duplicate_key(key, entries[key.text][0]))
            else:
                entries[key.text] = (key, value)
                last = key
        for merged in merges:
            self._merge(node, merged)

    def _loose(
        self, key: Scalar, last: Scalar | None, entries: dict[str, tuple[Scalar, Node]]
    ) -> list[Diagnostic]:
        """The fault of a key in braces without a value, which is no key then; in a length, a decimal comma is read as a point."""
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
            elif not self._is_alias(source):  # an unknown one, which is told of
                self._fault(
                    "Y210", "'<<' takes a mapping or a list of mappings", source.start,
                    "name an anchored mapping: '<<: *frame'",
                )  # fmt: skip

    def _is_alias(self, node: Node) -> bool:
        return any(each.mark.index == node.start.index for each in self.unknown)

    def _name(self, name: str, node: Node, mark: Mark) -> None:
        anchor = Anchor(name, node, mark)
        if name in self.anchors:
            self.found.append(repeated_anchor(anchor, self.anchors[name], self.file))
        self.anchors[name] = anchor
        self.all_anchors.append(anchor)

    def _alias(self, event: Any) -> Node:
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
            self.count += anchor.node.weight
            if len(self.open) + anchor.node.depth > MAX_DEPTH:
                self._too_deep(mark)
        if self.count > MAX_NODES:
            self._too_much(mark)
        return anchor.node

    def _too_deep(self, mark: Mark) -> NoReturn:
        message = f"lists and mappings are nested deeper than {MAX_DEPTH} levels"
        self._fault("Y206", message, mark, "quote text that starts with brackets")
        raise _StopError

    def _too_much(self, mark: Mark) -> NoReturn:
        self._fault(
            "Y205", f"the file has more than {MAX_NODES:,} values, aliases counted as often as they stand", mark,
            "split it, or write fewer aliases of aliases",
        )  # fmt: skip
        raise _StopError

    def _fault(self, code: str, message: str, mark: Any, cure: str) -> None:
        line, column = mark.line + 1, mark.column + 1
        self.found.append(error(code, message, Span(self.file, line, column, line, column + 1), cure))


def _parser(text: str) -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)


def _short_tag(tag: str) -> str:
    return re.sub(r"\Atag:yaml\.org,2002:", "!!", tag)
