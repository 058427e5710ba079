"""Values down to their last place, so that equality cannot pass over any."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from dataclasses import fields, is_dataclass
from typing import Any


def deep(value: Any) -> Any:
    """A value of the model or of a shape with the types and the order of all that it holds."""
    if is_dataclass(value):
        return (
            type(value).__name__,
            [(each.name, deep(getattr(value, each.name))) for each in fields(value)],
        )
    if hasattr(value, "model_fields_set"):
        return ([(name, deep(item)) for name, item in vars(value).items()], sorted(value.model_fields_set))
    if isinstance(value, MappingABC):
        return [(key, deep(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return (type(value).__name__, [deep(item) for item in value])
    return (type(value).__name__, repr(value), getattr(value, "typed", None))
