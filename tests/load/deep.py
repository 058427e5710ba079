"""Values down to their last place, so that equality cannot pass over any."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

_PLAIN = (str, int, bool, float, type(None))
"""Types of most values."""


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Names of the fields of a dataclass; empty for any other type."""
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()


def deep(value: Any) -> Any:
    """A value of the model or of a shape with the types and the order of all that it holds."""
    kind = type(value)
    names = _names(kind)
    if names:
        return (kind.__name__, [(name, deep(getattr(value, name))) for name in names])
    if kind in _PLAIN:
        return (kind.__name__, repr(value))
    if hasattr(value, "model_fields_set"):
        return ([(name, deep(item)) for name, item in vars(value).items()], sorted(value.model_fields_set))
    if isinstance(value, MappingABC):
        return [(key, deep(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return (type(value).__name__, [deep(item) for item in value])
    return (type(value).__name__, repr(value), getattr(value, "typed", None))
