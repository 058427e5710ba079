"""Shapes of mappings in data files: one declaration gives the reader, its faults and the JSON Schema.

A shape is a dataclass without generated methods, which would take most of the time of a short command.
``key`` declares each attribute: the kind of its value, its default, its description::

    @dataclass(init=False, eq=False, repr=False)
    class SourceShape(Shape):
        title: str = key(TEXT, doc="Title of the document.")

``read_shape`` reads a mapping as a shape. It notes every fault, leaves faulty values out and keeps the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingABC
from contextlib import suppress
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from itertools import islice
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

from pnp.diagnostics import Diagnostic, error, nearest
from pnp.load.document import Findings
from pnp.load.limits import MAX_UNKNOWN_KEYS
from pnp.load.shape import fault
from pnp.load.yaml.node import Mapping, Node, Scalar, Sequence, plain

S = TypeVar("S", bound="Shape")
Schema: TypeAlias = dict[str, Any]
Definitions: TypeAlias = dict[str, Schema]


class UnreadableValue(ValueError):
    """A value that cannot be read.

    Args:
        code: Of the diagnostic.
        message: As a diagnostic's.
        cure: As a diagnostic's help.
    """

    def __init__(self, code: str, message: str, cure: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cure = cure


class Left(Exception):
    """A value that is left out; its fault was noted."""


class ValueKind(Protocol):
    """A kind of value."""

    def read(self, at: At) -> Any:
        """The value.

        Raises:
            Left: It is faulty; the fault was noted.
        """

    def schema(self, definitions: Definitions) -> Schema:
        """Its JSON Schema; those of shapes in it go into ``definitions``."""


class At(NamedTuple):
    """A value to be read.

    Attributes:
        node: The value.
        key: Its key; None for items of lists.
        path: Keys and indexes that lead to it from the mapping that is read as a whole.
        root: That mapping.
        noted: Paths whose faults were noted: a path has one fault at most.
        findings: Where faults go.
    """

    node: Node
    key: Scalar | None
    path: tuple[str | int, ...]
    root: Mapping
    noted: set[tuple[str | int, ...]]
    findings: Findings

    def inner(self, part: str | int, node: Node, key: Scalar | None = None) -> At:
        """A value in this one."""
        return At(node, key, (*self.path, part), self.root, self.noted, self.findings)

    def note(self, found: Diagnostic) -> None:
        """Note the fault, unless the path has one."""
        if self.path not in self.noted:
            self.findings.add(found)
        self.noted.add(self.path)

    def left(self, code: str, message: str, cure: str) -> Left:
        """Note a fault of the value; what comes out is to be raised."""
        self.note(error(code, message, fault.value_span(self.node, self.key), cure))
        return Left()

    def wrong_type(self, wanted: str, needed: str = "") -> Left:
        """Note that another type of value is wanted; what comes out is to be raised.

        Args:
            wanted: In words.
            needed: The only required key, where a mapping is wanted that has one.
        """
        return self.left("M102", *fault.wrong_type(self.path, self.node, wanted, needed))


class Converted(NamedTuple):
    """A kind of value that a function reads.

    Attributes:
        convert: Gives the value for what YAML has, or raises ``UnreadableValue``.
        form: Its JSON Schema.
        type_: What has to come out; None for whatever does.
        wanted: That type in words.
    """

    convert: Callable[[Any], Any]
    form: Schema
    type_: type | None = None
    wanted: str = "text"

    def read(self, at: At) -> Any:
        """See ``ValueKind``."""
        try:
            value = self.convert(plain(at.node))
        except UnreadableValue as found:
            raise at.left(found.code, found.message, found.cure) from None
        if self.type_ is not None and not isinstance(value, self.type_):
            raise at.wrong_type(self.wanted)
        return value

    def schema(self, definitions: Definitions) -> Schema:
        """See ``ValueKind``."""
        return {**self.form}


class Anything:
    """A kind of value that is read elsewhere: its node comes out."""

    def read(self, at: At) -> Node:
        """See ``ValueKind``."""
        return at.node

    def schema(self, definitions: Definitions) -> Schema:
        """See ``ValueKind``."""
        return {}


class Choice:
    """One of some words."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def read(self, at: At) -> str:
        """See ``ValueKind``."""
        value = plain(at.node)
        if not (isinstance(value, str) and value in self._words):
            raise at.left("M103", *fault.no_choice(at.path, at.node, self._words))
        return value

    def schema(self, definitions: Definitions) -> Schema:
        """See ``ValueKind``."""
        return {"type": "string", "enum": [*self._words]}


class Between(NamedTuple):
    """A number within limits, both included; None for no limit."""

    low: float | None
    high: float | None
    number: ValueKind

    def read(self, at: At) -> Any:
        """See ``ValueKind``."""
        value = self.number.read(at)
        if self.low is not None and value < self.low:
            raise at.left("M103", *fault.outside(at.path, "greater", self.low))
        if self.high is not None and value > self.high:
            raise at.left("M103", *fault.outside(at.path, "less", self.high))
        return value

    def schema(self, definitions: Definitions) -> Schema:
        """See ``ValueKind``."""
        limits = {"minimum": self.low, "maximum": self.high}
        bounds = {name: limit for name, limit in limits.items() if limit is not None}
        return {**self.number.schema(definitions), **bounds}


class ListOf(NamedTuple):
    """A list; with ``alone`` also one text, which stands for the list of it."""

    item: ValueKind
    alone: bool = False

    def read(self, at: At) -> tuple[Any, ...]:
        """See ``ValueKind``."""
        node = at.node
        if self.alone and isinstance(node, Scalar) and isinstance(node.value, str):
            return (node.value,)
        if not isinstance(node, Sequence):
            raise at.wrong_type("a list")
        values = []
        for index, item in enumerate(node.items):
            try:
                values.append(self.item.read(at.inner(index, item)))
            except Left:
                continue
        return tuple(values)

    def schema(self, definitions: Definitions) -> Schema:
        """See ``ValueKind``."""
        listed = {"type": "array", "items": self.item.schema(definitions)}
        return {"anyOf": [{"type": "string"}, listed]} if self.alone else listed


class MapOf(NamedTuple):
    """A mapping with names of the author's own; with ``empty`` a name may have no value."""

    name: Converted
    item: ValueKind
    empty: bool = False

    def read(self, at: At) -> dict[Any, Any]:
        """See ``ValueKind``."""
        if not isinstance(at.node, Mapping):
            raise at.wrong_type("a mapping")
        values = {}
        for written, (key, node) in at.node.entries.items():
            inside = at.inner(written, node, key)
            name = self._name(written, inside)
            try:
                nothing = self.empty and isinstance(node, Scalar) and node.value is None
                value = None if nothing else self.item.read(inside)
            except Left:
                continue
            if name is not None:
                values[name] = value
        return values

    def _name(self, written: str, at: At) -> Any:
        """The name as a value; None after its fault was noted."""
        try:
            return self.name.convert(written)
        except UnreadableValue as found:
            at.note(error(found.code, found.message, at.key.span if at.key else None, found.cure))
            return None

    def schema(self, definitions: Definitions) -> Schema:
        """See ``ValueKind``."""
        item = self.item.schema(definitions)
        if self.empty:
            item = {"anyOf": [item, {"type": "null"}]}
        return {"type": "object", "additionalProperties": item or True}


class Key(NamedTuple):
    """A key of a shape.

    Attributes:
        attribute: Name of the attribute.
        kind: Of its value.
        default: Value when the key is left out, or a class that makes it; ``MISSING`` for a required key.
        stopgap: Value of a required key that is missing; None where the whole mapping is left out then.
        nullable: Whether ``null`` is a value; else a key without a value counts as not written.
        doc: What it means, in Markdown.
    """

    attribute: str
    kind: ValueKind
    default: Any
    stopgap: str | None
    nullable: bool
    doc: str


def key(
    kind: ValueKind,
    default: Any = MISSING,
    doc: str = "",
    *,
    stopgap: str | None = None,
    nullable: bool = False,
) -> Any:
    """The declaration of a key, see ``Key``; it is required where it has no default."""
    declared = {"kind": kind, "stopgap": stopgap, "nullable": nullable, "doc": doc}
    if isinstance(default, type):
        return field(default_factory=default, metadata=declared)
    return field(default=default, metadata=declared)


@dataclass(init=False, eq=False, repr=False)
class Shape:
    """A mapping with a fixed set of keys.

    The key of an attribute has hyphens for its underscores, and none for one at the end (``for_``).

    Attributes:
        written: Names of the attributes that the file gives a value to.
    """

    PARKS: ClassVar[bool] = False
    """Whether keys that begin with ``_`` are ignored: places to keep anchored values for reuse."""

    written: frozenset[str] = frozenset()

    def __init__(self, **values: Any) -> None:
        """Takes values by attribute; what is left out has its default."""
        keys = self.keys().values()
        vars(self).update({each.attribute: each.default() for each in keys if isinstance(each.default, type)})
        vars(self).update(values)

    @classmethod
    def keys(cls) -> MappingABC[str, Key]:
        """Its keys as they are written, in order."""
        shape: Any = cls  # mypy does not see that classes can be hashed
        return _keys(shape)


@cache
def _keys(shape: Any) -> MappingABC[str, Key]:
    found = {}
    for each in fields(shape):
        if each.metadata:
            default = each.default if each.default_factory is MISSING else each.default_factory
            name = each.name.rstrip("_").replace("_", "-")
            found[name] = Key(each.name, default=default, **each.metadata)
    return found


def read_shape(shape: type[S], node: Mapping, findings: Findings) -> S:
    """The mapping as a shape, after every fault was noted.

    Args:
        shape: One whose required keys all have a stopgap.
        node: The mapping in the file.
        findings: Where the faults go. Codes M100 to M106 and M121.
    """
    return _read(shape, At(node, None, (), node, set(), findings), node)


def _read(shape: type[S], at: At, node: Mapping) -> S:
    """The shape with everything valid in the mapping.

    Raises:
        Left: A required key without a stopgap is missing or faulty.
    """
    keys = shape.keys()
    odd = (
        name
        for name, (_, value) in node.entries.items()
        if name not in keys and not (shape.PARKS and name.startswith("_")) and not _is_nothing(value)
    )
    unknown = list(islice(odd, MAX_UNKNOWN_KEYS))
    meant = {nearest(name, keys) for name in unknown}
    values: dict[str, Any] = {}
    missing = []
    for name, entry in keys.items():
        written = node.entries.get(name)
        if written is not None and (entry.nullable or not _is_nothing(written[1])):
            with suppress(Left):
                values[entry.attribute] = _value(entry, at.inner(name, written[1], written[0]))
        elif entry.default is MISSING and name not in meant:
            place = at.inner(name, node, at.key)
            place.note(fault.missing(place.path, node, at.key))
        if entry.default is MISSING and entry.attribute not in values:
            missing.append(entry)
    for name in unknown:
        written_key = node.entries[name][0]
        at.inner(name, node).note(fault.unknown(at.root, (*at.path, name), written_key.span, keys))
    if any(entry.stopgap is None for entry in missing):
        raise Left
    stopgaps = {entry.attribute: entry.stopgap for entry in missing}
    return shape(**values, **stopgaps, written=frozenset(values))


def _value(entry: Key, at: At) -> Any:
    return None if entry.nullable and _is_nothing(at.node) else entry.kind.read(at)


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.value is None


class Nested:
    """A mapping that is a shape of its own.

    Args:
        shape: That shape.
        alone: A key; a text in place of the mapping is its value then.
    """

    def __init__(self, shape: type[Shape], alone: str = "") -> None:
        self._shape = shape
        self._alone = alone

    def read(self, at: At) -> Shape:
        """See ``ValueKind``."""
        node = at.node
        if self._alone and isinstance(node, Scalar) and isinstance(node.value, str):
            return self._shape(**{self._alone: node.value}, written=frozenset([self._alone]))
        if not isinstance(node, Mapping):
            needed = [name for name, entry in self._shape.keys().items() if entry.default is MISSING]
            raise at.wrong_type("a mapping", needed[0] if len(needed) == 1 else "")
        return _read(self._shape, at, node)

    def schema(self, definitions: Definitions) -> Schema:
        """See ``ValueKind``."""
        if self._shape.__name__ not in definitions:
            definitions[self._shape.__name__] = _object(self._shape, definitions)
        return {"$ref": f"#/$defs/{self._shape.__name__}"}


def json_schema_of(shape: type[Shape]) -> Schema:
    """The JSON Schema of a shape, those of the shapes in it under ``$defs``."""
    definitions: Definitions = {}
    schema = _object(shape, definitions)
    return {"$defs": definitions, **schema} if definitions else schema


def _object(shape: type[Shape], definitions: Definitions) -> Schema:
    keys = shape.keys()
    required = [name for name, entry in keys.items() if entry.default is MISSING]
    return {
        "type": "object",
        "description": shape.__doc__,
        "properties": dict(_properties(keys, definitions)),
        "additionalProperties": False,
        **({"required": required} if required else {}),
    }


def _properties(keys: MappingABC[str, Key], definitions: Definitions) -> Iterator[tuple[str, Schema]]:
    for name, entry in keys.items():
        schema = entry.kind.schema(definitions)
        if schema and entry.default is None:
            schema = {"anyOf": [schema, {"type": "null"}]}
        if isinstance(entry.default, str | int) and entry.default != "":
            schema["default"] = entry.default
        yield name, {**schema, "description": entry.doc}
