"""Values down to their last place, so that equality cannot pass over any."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as MappingABC
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

Met = dict[int, tuple[Any, Any]]
"""By its address: a value, which has to be held as another would get the address of one that is gone, and what it is."""


def deep(value: Any) -> Any:
    """A value of the model or of a shape with the types and the order of all that it holds."""
    return _deep(value, {})


def _deep(value: Any, met: Met) -> Any:
    kind = type(value)
    if kind is str:
        return value  # nothing else becomes a text
    if value is None or kind is int or kind is bool or kind is float:
        return kind, repr(value)
    known = met.get(id(value))
    if known is None:
        known = met[id(value)] = value, _way(kind)(value, met)
    return known[1]


@cache
def _way(kind: type) -> Callable[[Any, Met], Any]:
    """How values of a type are taken apart."""
    name = kind.__name__
    if is_dataclass(kind):
        names = tuple(each.name for each in fields(kind))
        return lambda value, met: (name, [(each, _deep(getattr(value, each), met)) for each in names])
    if hasattr(kind, "model_fields_set"):
        return lambda value, met: (
            [(each, _deep(item, met)) for each, item in vars(value).items()],
            sorted(value.model_fields_set),
        )
    if issubclass(kind, MappingABC):
        return lambda value, met: [(key, _deep(item, met)) for key, item in value.items()]
    if issubclass(kind, list | tuple):
        return lambda value, met: (name, [_deep(item, met) for item in value])
    return lambda value, _: (name, repr(value), getattr(value, "typed", None))
