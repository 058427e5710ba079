"""Reading what is sound without pydantic, which takes longer to import than most games to read.

This knows of each shape what ``pnp.load.shape.table`` says, which is made from the models. Wherever it is in doubt, the models
decide, and only they tell faults.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pnp.load.shape import value
from pnp.load.shape.option import read_text
from pnp.load.shape.table import SHAPES
from pnp.load.yaml_node import Mapping, plain

_Read = Callable[[Any], Any]


class Record:
    """What the mapping of a file came to that was sound: attributes as a shape of ``pnp.load.shape`` has them.

    Attributes:
        model_fields_set: Names of the attributes that were written, as pydantic calls it.
    """

    __slots__ = ("__dict__", "model_fields_set")

    def __init__(self, values: dict[str, Any], written: frozenset[str]) -> None:
        self.__dict__.update(values)
        self.model_fields_set = written


class Plain:
    """Reads mappings by the table of shapes; what is read of the table is kept for the next mapping."""

    def __init__(self) -> None:
        self._shapes: dict[str, _Read] = {}

    def sound(self, name: str, node: Mapping) -> Record | None:
        """What the mapping holds as the shape of this name; None where that is not surely sound."""
        try:
            return self._shape(name)(plain(node))  # type: ignore[no-any-return]
        except ValueError:
            return None

    def _shape(self, name: str) -> _Read:
        if name not in self._shapes:
            self._shapes[name] = self._made(name)
        return self._shapes[name]

    def _made(self, name: str) -> _Read:
        rows, nullable, parks = SHAPES[name]
        readers = {key: (attribute, self._kind(kind)) for key, attribute, _, kind in rows}
        required = frozenset(attribute for _, attribute, default, _ in rows if default is ...)
        usual = {attribute: default for _, attribute, default, _ in rows}
        # Each record has lists and mappings of its own.
        fresh = [(*readers[key], default) for key, _, default, _ in rows if isinstance(default, dict | list)]

        def read(data: Any) -> Record:
            if type(data) is not dict:
                raise _Doubt
            values, written = dict(usual), set()
            for key, item in data.items():
                if (item is None and key not in nullable) or (parks and key.startswith("_")):
                    continue
                if key not in readers:
                    raise _Doubt
                attribute, reader = readers[key]
                values[attribute] = reader(item)
                written.add(attribute)
            if not required <= written:
                raise _Doubt
            for attribute, reader, default in fresh:
                if attribute not in written:
                    values[attribute] = reader(default)
            return Record(values, frozenset(written))

        return read

    def _kind(self, kind: Any) -> _Read:
        """What reads a value of the kind, as ``pnp.load.shape.tabulate`` writes it."""
        match kind:
            case str():
                return _TYPES[kind]
            case ("shape", name):
                return self._shape(name)
            case ("one of", *words):
                read: _Read = partial(_one_of, frozenset(words))
            case ("between", low, high, inner):
                read = partial(_between, low, high, self._kind(inner))
            case ("read", name, inner):
                read = partial(_after, getattr(value, name), self._kind(inner))
            case ("option", name):
                read = partial(read_text, name)
            case (word, *inners):
                read = partial(_HOLDERS[word], *map(self._kind, inners))
        return read


class _Doubt(ValueError):
    """Something that the models have to look at."""


def _exactly(type_: type[Any], item: Any) -> Any:
    if type(item) is not type_:
        raise _Doubt
    return item


def _one_of(words: frozenset[str], item: Any) -> Any:
    if type(item) is not str or item not in words:
        raise _Doubt
    return item


def _between(low: float | None, high: float | None, read: _Read, item: Any) -> Any:
    found = read(item)
    if found is not None and not ((low is None or low <= found) and (high is None or found <= high)):
        raise _Doubt
    return found


def _after(first: _Read, read: _Read, item: Any) -> Any:
    return read(first(item))


def _optional(read: _Read, item: Any) -> Any:
    return None if item is None else read(item)


def _either(first: _Read, second: _Read, item: Any) -> Any:
    try:
        return first(item)
    except ValueError:
        return second(item)


def _list(read: _Read, item: Any) -> Any:
    return [read(part) for part in _exactly(list, item)]


def _dict(key: _Read, read: _Read, item: Any) -> Any:
    return {key(name): read(part) for name, part in _exactly(dict, item).items()}


def _any(item: Any) -> Any:
    return item


_TYPES: dict[str, _Read] = {
    "any": _any,
    "str": partial(_exactly, str),
    "int": partial(_exactly, int),
    "bool": partial(_exactly, bool),
    "float": partial(_exactly, float),
}
_HOLDERS: dict[str, Callable[..., Any]] = {
    "optional": _optional,
    "either": _either,
    "list": _list,
    "dict": _dict,
}
