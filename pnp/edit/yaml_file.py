"""Changes of single values, entries and lists of a YAML file; everything around them stays as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingABC
from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, TypeAlias

from pnp.diagnostics import has_errors
from pnp.edit.change import Change
from pnp.edit.scalar import block, header_of, rewritten, written
from pnp.edit.source_text import SourceText
from pnp.load.document import DataFile, read_yaml
from pnp.load.edited_set import FileEntries, listed
from pnp.load.yaml.node import Mapping, Node, Scalar, moved, moved_scalar
from pnp.load.yaml.node import Sequence as SequenceNode
from pnp.model import FileFault

NewValue: TypeAlias = "str | Sequence[str] | None"
"""A text, a list of texts, or None for no value."""
Values: TypeAlias = "MappingABC[str, NewValue | Values]"
"""Values by key, those of mappings too."""
Keys: TypeAlias = tuple[str, ...]
"""Keys from the root of a file to a value."""

_ALIAS = re.compile(r"\s*[*][^\s,\]}]+")
_STEP = 2
"""Columns by which what pnp writes is indented further."""


class _Place(NamedTuple):
    """An entry of a mapping.

    Attributes:
        around: The mapping.
        key: Of the entry.
        value: Of the entry.
        flow: Whether the mapping, or one around it, is written with braces.
    """

    around: Mapping
    key: Scalar
    value: Node
    flow: bool


class YamlFile:
    """A YAML file at the moment of an edit.

    Args:
        file: Relative to the game's folder.
        data: Its content.

    Raises:
        FileFault: It cannot be read.
    """

    def __init__(self, file: str, data: bytes) -> None:
        self.source = SourceText(file, data)
        self.text = self.source.text
        read = read_yaml(data, file)
        if read.document is None:
            fault = next((found for found in read.found if has_errors([found])), None)
            raise FileFault(
                f"'{file}' cannot be read: {fault.message if fault else 'it is empty'}", "see its fault"
            )
        self.root = read.document.root
        self._listed = None if read.found else _listed(self.root, self.source)

    def edited(self, data: bytes) -> YamlFile | None:
        """The same file with other content; only changed entries of ``pieces`` are read.

        None where that may not be enough (see ``pnp.load.edited_set``).
        """
        source = SourceText(self.source.file, data)
        edited = None if self._listed is None else self._listed.edited(source.text)
        read = None if edited is None else read_yaml(edited.text.encode(), source.file)
        if edited is None or read is None or read.found or read.document is None:
            return None
        root = read.document.root
        entries = _listed(root, source)
        again = None if entries is None else edited.again(source.file, entries)
        if again is None:
            return None
        file = copy(self)
        file.source, file.text, file.root, file._listed = source, source.text, root, again.entries
        old, new = self.root.get("pieces"), root.get("pieces")
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            fresh = new.entries
            new.entries = {}
            for line, name in zip(again.entries.starts, again.entries.names, strict=True):
                start = edited.kept.get(line)
                key, value = fresh[name] if start is None else old.entries[name]
                by = 0 if start is None else line - start
                new.entries[name] = (moved_scalar(key, by), moved(value, by)) if by else (key, value)
        return file

    def node(self, path: Keys) -> Node | None:
        """The value at a path; None if missing."""
        node: Node | None = self.root
        for key in path:
            if isinstance(node, Mapping):
                node = node.get(key)
            elif isinstance(node, SequenceNode) and key.isdecimal() and int(key) < len(node.items):
                node = node.items[int(key)]
            else:
                return None
        return node

    def text_at(self, path: Keys) -> str | None:
        """The text at a path; None if missing."""
        node = self.node(path)
        return node.text if isinstance(node, Scalar) else None

    def own(self, path: Keys) -> bool:
        """Whether the entry at a path is written there, not merged in or shared by an alias."""
        around = self.node(path[:-1])
        if not isinstance(around, Mapping) or path[-1] not in around.entries:
            return False
        key = around.entries[path[-1]][0]
        return self._holds(around, key) and not self._is_alias(key)

    def set(self, path: Keys, value: NewValue, *, verbatim: bool = False) -> list[Change]:
        """The change that gives the entry at a path a value; it is added if it is missing, with those around.

        Args:
            path: Keys from the root.
            value: Its new value; None removes the entry. A block that ends with a line break keeps that one,
                whether or not the text has it.
            verbatim: Whether a word such as ``true`` or ``2`` means what it means in YAML.

        Raises:
            FileFault: The value is shared by an alias, or something that holds no entries is on the way.
        """
        if self.own(path):
            key, node = self._entries(path[:-1])[path[-1]]
            if value is None:
                return self.remove(path)
            flow = self._flow(path[:-1])
            if isinstance(value, str):
                return self._scalar(_Place(self._mapping(path[:-1]), key, node, flow), value, verbatim)
            return self._list(_Place(self._mapping(path[:-1]), key, node, flow), value, verbatim)
        if value is None:
            return []
        return self._add(path, value, verbatim)

    def remove(self, path: Keys) -> list[Change]:
        """The change that removes the entry at a path, with its line or its comma."""
        around = self._mapping(path[:-1])
        keys = self._own_entries(around)
        at = next(number for number, (name, _, _) in enumerate(keys) if name == path[-1])
        _, key, value = keys[at]
        start, end = self.source.at(key.start), self._end(key, value)
        if around.flow:
            if len(keys) > 1 and at == 0:
                end = self.source.at(keys[1][1].start)
            elif at:
                start = self._end(*keys[at - 1][1:])
            return [self.source.change(start, end, "")]
        if len(path) == 2:  # with the comments that are about it
            return [self._without_lines(*self._lines_of(path))]
        first, last = self.source.line_start(start), self.source.line_end(end)
        if self.text[first:start].strip():  # on the line of a dash or of the key around it
            if len(keys) > 1 and at == 0:
                return [self.source.change(start, self.source.at(keys[1][1].start), "")]
            return [self.source.change(start, end, "{}")]
        return [self._without_lines(first, last)]

    def insert(
        self, path: Keys, values: Values, beside: str, verbatim: Sequence[str], *, above: bool = False
    ) -> list[Change]:
        """The change that adds an entry with values of its own.

        Args:
            path: Keys to the new entry.
            values: By key.
            beside: The entry above it; empty to add it at the end.
            verbatim: Keys whose values mean what they mean in YAML.
            above: Whether the new entry comes above the other one, and above the comments about that.
        """
        around = self.node(path[:-1])
        flow = isinstance(around, Mapping) and (around.flow or self._flow(path[:-1]))
        inner = ", ".join(
            f"{_key(key)}: {_flow_value((), value, key in verbatim)}" for key, value in values.items()
        )
        if not isinstance(around, Mapping) or flow:
            body = f"{{{inner}}}"
            if isinstance(around, Mapping):
                fresh = f"{_key(path[-1])}: {body}"
                if above:
                    start = self.source.at(around.entries[beside][0].start)
                    return [self.source.change(start, start, f"{fresh}, ")]
                return [self._add_flow(around, fresh)]
            lines = f"{path[0]}:\n{' ' * _STEP}{_key(path[-1])}: {body}"
            if around is None:
                return [self.insert_after(self._last(self.root), lines)]
            end = self.source.line_end(self.source.at(around.end))
            return [self.source.change(end, end, lines.partition(":")[2])]
        indent = " " * around.start.column
        if self._braced(around):
            body = f"{indent}{_key(path[-1])}: {{{inner}}}"
        else:
            written_values = [
                _block_value((key,), value, around.start.column + _STEP, key in verbatim)
                for key, value in values.items()
            ]
            body = "\n".join([f"{indent}{_key(path[-1])}:", *written_values])
        if above:
            start, _ = self._lines_of((*path[:-1], beside))
            return [self.source.change(start, start, f"{body}\n")]
        own = self._own_entries(around)
        place = next(
            (self._end(key, value) for name, key, value in own if name == beside), self._last(around)
        )
        return [self.insert_after(place, body)]

    def duplicate(self, path: Keys, name: str) -> list[Change]:
        """The change that puts a copy of an entry below it, under another name."""
        around = self._mapping(path[:-1])
        key, value = around.entries[path[-1]]
        start, end = self.source.at(key.start), self._end(key, value)
        fresh = f"{_key(name)}{self.text[self.source.at(key.end) : end]}"
        if around.flow or self._flow(path[:-1]):
            return [self.source.change(end, end, f", {fresh}")]
        first, last = self.source.line_start(start), self.source.line_end(end)
        return [self.source.change(last, last, f"\n{self.text[first:start]}{fresh}{self.text[end:last]}")]

    def call(self, path: Keys, name: str) -> list[Change]:
        """The changes that give an entry another key."""
        key, _ = self._entries(path[:-1])[path[-1]]
        return [self.source.change(self.source.at(key.start), self.source.at(key.end), _key(name))]

    def swap(self, path: Keys, other: Keys) -> list[Change]:
        """The changes that swap two entries of one mapping, the first one first, with comments above each."""
        around = self._mapping(path[:-1])
        if around.flow or self._flow(path[:-1]):
            spans = []
            for each in (path, other):
                key, value = around.entries[each[-1]]
                spans.append((self.source.at(key.start), self._end(key, value)))
        else:
            spans = [self._lines_of(path), self._lines_of(other)]
        (start, end), (first, last) = spans
        text = self.text
        return [
            self.source.change(start, end, text[first:last]),
            self.source.change(first, last, text[start:end]),
        ]

    def _braced(self, around: Mapping) -> bool:
        """Whether the entries of a mapping are written in braces, all or most of them."""
        values = [value for _, _, value in self._own_entries(around)]
        braced = sum(1 for value in values if isinstance(value, Mapping) and value.flow)
        return 2 * braced > len(values)

    def _lines_of(self, path: Keys) -> tuple[int, int]:
        """Where the lines of an entry of a block mapping begin and end, with the comments right above it."""
        key, value = self._entries(path[:-1])[path[-1]]
        start = self.source.line_start(self.source.at(key.start))
        indent = key.start.column
        while start:
            before = self.source.line_start(start - 1)
            line = self.text[before : start - 1]
            if not line.strip().startswith("#") or len(line) - len(line.lstrip()) != indent:
                break
            start = before
        return start, self.source.line_end(self._end(key, value))

    def _without_lines(self, first: int, last: int) -> Change:
        """The change that removes whole lines and one line break."""
        if last < len(self.text):
            return self.source.change(first, last + 1, "")
        return self.source.change(max(first - 1, 0), last, "")

    def _scalar(self, place: _Place, text: str, verbatim: bool) -> list[Change]:
        key, node = place.key, place.value
        if not isinstance(node, Scalar):
            start, end = self.source.at(node.start), self._end(key, node)
            if not node.flow:
                start = self._after_colon(key)
            form = written(text, "", flow=place.flow, verbatim=verbatim)
            return [
                self.source.change(start, end, form if start == self.source.at(node.start) else f" {form}")
            ]
        if node.text == text and (node.style or text):
            return []
        if node.style in ("|", ">"):
            return self._block(place, node, text)
        start, end = self.source.at(node.start), self.source.at(node.end)
        if start == end:  # nothing is written
            return [
                self.source.change(start, end, f" {written(text, '', flow=place.flow, verbatim=verbatim)}")
            ]
        raw = self.text[start:end]
        in_block = self._as_block(place, text) if "\n" in text and not (node.style or place.flow) else None
        kept = rewritten(raw, node.text, text, node.style)
        form = kept or in_block or written(text, node.style, flow=place.flow, verbatim=verbatim)
        return [self.source.change(start, end, form)]

    def _as_block(self, place: _Place, text: str) -> str | None:
        """A text of several lines as a block below its key; None if it cannot be one."""
        end = self.source.at(place.value.end)
        if self.text[end : self.source.line_end(end)].strip():  # a comment would be in the block
            return None
        body = text.rstrip("\n")
        header = {0: "|-", 1: "|"}.get(len(text) - len(body))
        return block(header, place.key.start.column + _STEP, body, []) if header else None

    def _block(self, place: _Place, node: Scalar, text: str) -> list[Change]:
        start, end = self.source.at(node.start), self._end(place.key, node)
        head = self.source.line_end(start)
        header = header_of(self.text, start)
        old = self.text[head + 1 : end].split("\n")
        filled = [line for line in old if line.strip()]
        indent = min(
            (len(line) - len(line.lstrip(" ")) for line in filled), default=place.key.start.column + _STEP
        )
        body = text.rstrip("\n")
        form = (
            block(header, indent, body, old) if body and not any(sign.isdigit() for sign in header) else None
        )
        breaks = len(text) - len(body)
        kept = {"-": breaks == 0, "+": text[len(body) :] == node.text[len(node.text.rstrip("\n")) :]}
        if form is not None and kept.get(header[-1], breaks <= 1):
            return [self.source.change(head, end, form[len(header) :])]
        return [self.source.change(start, end, written(text, '"', flow=place.flow))]

    def _list(self, place: _Place, items: Sequence[str], verbatim: bool) -> list[Change]:
        node = place.value
        if isinstance(node, SequenceNode) and not node.flow and items and self._plain_items(node):
            return self._block_list(node, items, verbatim)
        start, end = self.source.at(node.start), self._end(place.key, node)
        old = self._raw_items(node) if isinstance(node, SequenceNode) and node.flow else {}
        forms = [old.get(item) or written(item, "", flow=True, verbatim=verbatim) for item in items]
        form = f"[{', '.join(forms)}]"
        if isinstance(node, Scalar) and start < end:
            return [self.source.change(start, end, form)]
        if isinstance(node, Scalar) or not node.flow:
            return [self.source.change(self._after_colon(place.key), end, f" {form}")]
        separators = self._separators(node) if isinstance(node, SequenceNode) else []
        if len(separators) == len(items) + 1:
            form = separators[0] + "".join(map("".join, zip(forms, separators[1:], strict=True)))
        return [self.source.change(start, self.source.at(node.end), form)]

    def _separators(self, node: SequenceNode) -> list[str]:
        """The characters between the items of a list in brackets, the brackets included."""
        at, found = self.source.at(node.start), []
        for item in node.items:
            if not self.source.at(node.start) <= self.source.at(item.start) < self.source.at(node.end):
                return []
            found.append(self.text[at : self.source.at(item.start)])
            at = self.source.at(item.end)
        return [*found, self.text[at : self.source.at(node.end)]]

    def _raw_items(self, node: SequenceNode) -> dict[str, str]:
        return {
            item.text: self.text[self.source.at(item.start) : self.source.at(item.end)]
            for item in node.items
            if isinstance(item, Scalar)
            and self.source.at(node.start) <= self.source.at(item.start) < self.source.at(node.end)
        }

    def _plain_items(self, node: SequenceNode) -> bool:
        """Whether each item of a list with dashes is a text on a line of its own."""
        return all(
            isinstance(item, Scalar)
            and item.style not in ("|", ">")
            and item.start.line == item.end.line
            and self.text[
                self.source.line_start(self.source.at(item.start)) : self.source.at(item.start)
            ].strip()
            == "-"
            for item in node.items
        )

    def _block_list(self, node: SequenceNode, items: Sequence[str], verbatim: bool) -> list[Change]:
        """A list with dashes, a line each; lines of items that stay are as they were."""
        spans = [
            (
                self.source.line_start(self.source.at(item.start)),
                self.source.line_end(self.source.at(item.end)),
            )
            for item in node.items
        ]
        lines: dict[str, list[str]] = {}
        for item, (start, end) in zip(node.items, spans, strict=True):
            assert isinstance(item, Scalar)
            lines.setdefault(item.text, []).append(self.text[start:end])
        lead = self.text[spans[0][0] : self.source.at(node.items[0].start)]
        fresh = [
            lines[item].pop(0) if lines.get(item) else lead + written(item, "", flow=False, verbatim=verbatim)
            for item in items
        ]
        return [self.source.change(spans[0][0], spans[-1][1], "\n".join(fresh))]

    def _add(self, path: Keys, value: NewValue, verbatim: bool) -> list[Change]:
        """Add an entry, and the mappings around it that are missing."""
        depth = len(path) - 1
        while depth and self._is_empty(path[:depth]):
            depth -= 1
        # path[:depth] holds entries; what is missing from there on is written in one
        around = self.node(path[:depth])
        if not isinstance(around, Mapping):
            raise FileFault(f"'{'.'.join(path[:depth])}' holds no entries", "see its fault")
        if depth and not self.own(path[:depth]):
            raise FileFault(
                f"'{'.'.join(path[:depth])}' is written elsewhere", "change it where it comes from"
            )
        name = path[depth]
        present = around.entries[name][1] if self.own((*path[:depth], name)) else None
        if around.flow or self._flow(path[:depth]):
            inner = _flow_value(path[depth + 1 :], value, verbatim)
            if present is not None:
                return [
                    self.source.change(
                        self.source.at(present.start), self.source.at(present.end), f" {inner}"
                    )
                ]
            return [self._add_flow(around, f"{_key(name)}: {inner}")]
        body = _block_value(path[depth:], value, around.start.column, verbatim)
        if present is None:
            return [self.insert_after(self._last(around), body)]
        after = body.partition(":")[2]
        start = (
            self.source.line_end(self.source.at(present.end))
            if after.startswith("\n")
            else self.source.at(present.start)
        )
        return [self.source.change(start, start, after)]

    def insert_after(self, index: int, lines: str) -> Change:
        """The change that puts whole lines below the line of a character."""
        end = self.source.line_end(index)
        return self.source.change(end, end, f"\n{lines}")

    def _last(self, around: Mapping) -> int:
        """Where the last entry of a block mapping ends."""
        return max(self._end(key, value) for _, key, value in self._own_entries(around))

    def _add_flow(self, around: Mapping, entry: str) -> Change:
        entries = self._own_entries(around)
        if not entries:
            return self.source.change(
                self.source.at(around.start), self.source.at(around.end), f"{{{entry}}}"
            )
        end = max(self._end(key, value) for _, key, value in entries)
        return self.source.change(end, end, f", {entry}")

    def _is_empty(self, path: Keys) -> bool:
        """Whether nothing is at a path."""
        node = self.node(path)
        return node is None or (isinstance(node, Scalar) and not node.style and not node.text)

    def _mapping(self, path: Keys) -> Mapping:
        node = self.node(path)
        if not isinstance(node, Mapping):
            raise FileFault(f"'{'.'.join(path)}' holds no entries", "see its fault")
        return node

    def _entries(self, path: Keys) -> dict[str, tuple[Scalar, Node]]:
        return self._mapping(path).entries

    def _own_entries(self, around: Mapping) -> list[tuple[str, Scalar, Node]]:
        """The entries that are written in a mapping, in order."""
        return [
            (name, key, value) for name, (key, value) in around.entries.items() if self._holds(around, key)
        ]

    def _holds(self, around: Mapping, key: Scalar) -> bool:
        return (
            self.source.at(around.start)
            <= self.source.at(key.start)
            < max(self.source.at(around.end), self.source.at(around.start) + 1)
        )

    def _flow(self, path: Keys) -> bool:
        """Whether the mapping at a path, or one around it, is written with braces."""
        nodes = [self.node(path[:depth]) for depth in range(len(path) + 1)]
        return any(isinstance(node, Mapping | SequenceNode) and node.flow for node in nodes)

    def _is_alias(self, key: Scalar) -> bool:
        return _ALIAS.match(self.text, self._after_colon(key)) is not None

    def _after_colon(self, key: Scalar) -> int:
        return self.text.index(":", self.source.at(key.end)) + 1

    def _end(self, key: Scalar, node: Node) -> int:
        """Just after the last character of a value."""
        if alias := _ALIAS.match(self.text, self._after_colon(key)):
            return alias.end()
        return self._end_of(node)

    def _end_of(self, node: Node) -> int:
        if isinstance(node, Scalar):
            return self._block_end(node) if node.style in ("|", ">") else self.source.at(node.end)
        if node.flow:
            return self.source.at(node.end)
        if isinstance(node, Mapping):
            own = self._own_entries(node)
            return max((self._end(key, value) for _, key, value in own), default=self.source.at(node.end))
        inside = [
            item
            for item in node.items
            if self.source.at(node.start) <= self.source.at(item.start) < self.source.at(node.end)
        ]
        return max((self._end_of(item) for item in inside), default=self.source.at(node.end))

    def _block_end(self, node: Scalar) -> int:
        """The end of the last line of a ``|`` or ``>`` block that holds something."""
        text = self.text[self.source.at(node.start) : self.source.at(node.end)].rstrip()
        return self.source.at(node.start) + len(text)


def _listed(root: Mapping, source: SourceText) -> FileEntries | None:
    """The entries of a file, to find out later which have changed."""
    return listed(DataFile(source.file, source.text, root), source.text)


def _key(name: str) -> str:
    return written(name, "", flow=True, verbatim=False)


def _flow_value(path: Keys, value: NewValue | Values, verbatim: bool) -> str:
    """A value in braces, with the mappings of the path around it."""
    if path:
        return f"{{{_key(path[0])}: {_flow_value(path[1:], value, verbatim)}}}"
    if value is None or isinstance(value, str):
        return written(value, "", flow=True, verbatim=verbatim) if value is not None else ""
    if isinstance(value, MappingABC):
        inner = (f"{_key(key)}: {_flow_value((), each, verbatim)}" for key, each in value.items())
        return f"{{{', '.join(inner)}}}"
    return f"[{', '.join(written(item, '', flow=True, verbatim=verbatim) for item in value)}]"


def _block_value(path: Keys, value: NewValue | Values, indent: int, verbatim: bool) -> str:
    """Lines of an entry, with the mappings of the path in it."""
    start = f"{' ' * indent}{_key(path[0])}:"
    if len(path) > 1:
        return f"{start}\n{_block_value(path[1:], value, indent + _STEP, verbatim)}"
    if isinstance(value, str):
        body = value.rstrip("\n")
        header = {0: "|-", 1: "|"}.get(len(value) - len(body), "|-")
        form = block(header, indent + _STEP, body, []) if "\n" in value else None
        return f"{start} {form or written(value, '', flow=False, verbatim=verbatim)}"
    return f"{start} {_flow_value((), value, verbatim)}" if value is not None else start
