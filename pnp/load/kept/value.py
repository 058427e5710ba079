"""Values of shapes as JSON, and back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from pnp.colour import Colour
from pnp.load.record import Record
from pnp.load.yaml_node import Decimal, Whole, number
from pnp.model import Size
from pnp.units import Length

_MADE: dict[str, type[Any]] = {"Colour": Colour, "Length": Length, "Size": Size}
"""Values that are made of other values, and of nothing else."""


class CannotKeepError(Exception):
    """A value of a kind that is not kept."""


def encoded(value: Any) -> Any:
    """The value as JSON has it; what JSON does not know becomes a mapping of one key that says what it is.

    Raises:
        CannotKeepError: Some value in it is of another kind.
    """
    if value is None or type(value) in (str, int, float, bool):
        return value
    if type(value) is list:
        return [encoded(item) for item in value]
    kind, content = _taken_apart(value)
    return {kind: content}


def _taken_apart(value: Any) -> tuple[str, Any]:
    name = type(value).__name__
    if type(value) is dict and all(type(key) is str for key in value):
        return "dict", {key: encoded(item) for key, item in value.items()}
    if type(value) is tuple:
        return "tuple", [encoded(item) for item in value]
    if isinstance(value, Whole | Decimal):
        return "number", value.typed
    if _MADE.get(name) is type(value):
        return name, [encoded(getattr(value, field.name)) for field in fields(value)]
    if hasattr(value, "model_fields_set"):
        parts = {name: encoded(item) for name, item in vars(value).items()}
        return "record", [parts, sorted(value.model_fields_set)]
    raise CannotKeepError(name)


def decoded(value: Any) -> Any:
    """What was encoded; shapes come back as records.

    Raises:
        ValueError: It is nothing that ``encoded`` gives.
    """
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    return _put_together(kind, content)


def _put_together(kind: str, content: Any) -> Any:
    if kind == "dict":
        return {key: decoded(item) for key, item in content.items()}
    if kind == "tuple":
        return tuple(decoded(item) for item in content)
    if kind == "number":
        return number(content)
    if kind == "record":
        parts, written = content
        return Record({name: decoded(item) for name, item in parts.items()}, frozenset(written))
    if kind in _MADE:
        return _MADE[kind](*(decoded(item) for item in content))
    raise ValueError("no kept value")
