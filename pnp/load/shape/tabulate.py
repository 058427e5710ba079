"""The table of all shapes, made from their models: ``python -m pnp.load.shape.tabulate > pnp/load/shape/table.py``."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, BeforeValidator, PlainValidator, WithJsonSchema
from pydantic.fields import FieldInfo

from pnp.load.shape import GameFile, PieceEntry, ProfileFile, SetFile
from pnp.load.shape.kind import Shape

_FILES: tuple[type[Shape], ...] = (GameFile, SetFile, PieceEntry, ProfileFile)

_TYPES = {Any: "any", str: "str", int: "int", bool: "bool", float: "float"}


def tabulated() -> Mapping[str, Any]:
    """For each shape, by its name, its rows, the keys that may hold nothing, and whether it parks values.

    A row is key, attribute, default (``...`` where the key is required) and kind: a type, or a tuple of a word and of what
    the value goes through from the outside to the inside.
    """
    table: dict[str, Any] = {}
    waiting = list(_FILES)
    while waiting:
        model = waiting.pop(0)
        if model.__name__ not in table:
            _assert_fields_say_all(model)
            rows = [_row(name, field, waiting) for name, field in model.model_fields.items()]
            table[model.__name__] = (tuple(rows), tuple(sorted(model.NULLABLE)), model.PARKS)
    return table


def _assert_fields_say_all(model: type[Shape]) -> None:
    said, known = model.__pydantic_decorators__, Shape.__pydantic_decorators__
    assert said.model_validators.keys() == known.model_validators.keys(), (
        f"{model.__name__} is read as a whole"
    )
    assert not said.field_validators, f"{model.__name__} has methods that read fields"
    assert model.model_config == Shape.model_config, f"{model.__name__} is read in another way"


def _row(name: str, field: FieldInfo, found: list[type[Shape]]) -> tuple[str, str, Any, Any]:
    default = ... if field.is_required() else field.get_default(call_default_factory=True, validated_data={})
    if isinstance(default, BaseModel):
        assert not default.model_fields_set, f"{name} is by default as an empty mapping"
        default = {}
    return field.alias or name, name, default, _with(field.annotation, field.metadata, found)


def _with(annotation: Any, metadata: Sequence[Any], found: list[type[Shape]]) -> Any:
    """The kind of a type with what is said beside it, of which the last comes first."""
    low = next((item.ge for item in metadata if isinstance(item, Ge)), None)
    high = next((item.le for item in metadata if isinstance(item, Le)), None)
    readers = [item for item in metadata if isinstance(item, BeforeValidator | PlainValidator)]
    rest = [
        item for item in metadata if not isinstance(item, Ge | Le | WithJsonSchema) and item not in readers
    ]
    assert not rest, f"{rest} is nothing that plain reading knows"
    if not readers:
        kind = _kind(annotation, found)
    else:
        (reader,) = readers
        inner = "any" if isinstance(reader, PlainValidator) else _kind(annotation, found)
        read = reader.func.__wrapped__  # type: ignore[union-attr]
        kind = ("option", *read.args) if isinstance(read, partial) else ("read", read.__name__, inner)
    return kind if low is None and high is None else ("between", low, high, kind)


def _kind(annotation: Any, found: list[type[Shape]]) -> Any:
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _with(parts[0], parts[1:], found)
    if origin is Literal:
        return ("one of", *parts)
    if origin in (Union, types.UnionType):
        kinds = [_kind(part, found) for part in parts if part is not type(None)]
        kind = kinds[0] if len(kinds) == 1 else ("either", *kinds)
        return ("optional", kind) if type(None) in parts else kind
    if origin in (list, dict):
        return (origin.__name__, *(_kind(part, found) for part in parts))
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        found.append(annotation)
        return ("shape", annotation.__name__)
    return _TYPES[annotation]


if __name__ == "__main__":
    print(
        '"""What ``pnp.load.shape.tabulate`` made of the models; a test tells when it has to be made again."""\n'
    )
    print("from __future__ import annotations\n\nfrom typing import Any\n")
    print("SHAPES: dict[str, tuple[tuple[tuple[str, str, Any, Any], ...], tuple[str, ...], bool]] = {")
    for shape, (rows, nullable, parks) in tabulated().items():
        print(f"    {shape!r}: ((")
        for row in rows:
            print(f"        {row!r},".replace("Ellipsis", "..."))
        print(f"    ), {nullable!r}, {parks!r}),")
    print("}  # fmt: skip")
