"""Kinds of values in data files, as pydantic knows them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from pnp.colour import Colour
from pnp.load.shape.value import (
    ValueFault,
    any_id,
    as_typed,
    claim_id,
    colour,
    declared,
    game_id,
    identifier,
    label,
    language,
    length,
    names,
    number,
    players,
    size,
    term_range,
    weight,
    whole_or_expression,
)
from pnp.model import Size
from pnp.units import Length


class Shape(BaseModel):
    """A mapping with a fixed set of keys. A key without a value counts as not written, but for ``NULLABLE`` ones."""

    model_config = ConfigDict(
        strict=True,
        defer_build=True,  # few runs meet all kinds of file
        frozen=True,
        extra="forbid",
        alias_generator=lambda name: name.rstrip("_").replace("_", "-"),
        arbitrary_types_allowed=True,
    )
    NULLABLE: ClassVar[frozenset[str]] = frozenset()
    PARKS: ClassVar[bool] = False
    """Whether keys that begin with ``_`` are passed over: places to keep anchored values for reuse."""

    @model_validator(mode="before")
    @classmethod
    def _without_nothing(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        return {
            key: value
            for key, value in data.items()
            if (value is not None or key in cls.NULLABLE) and not (cls.PARKS and key.startswith("_"))
        }


def told(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The reading of a value with its faults as pydantic carries them; ``checked`` turns those into diagnostics."""

    @wraps(read)
    def validate(value: Any) -> Any:
        try:
            return read(value)
        except ValueFault as found:
            context = {"message": found.message, "cure": found.cure}
            raise PydanticCustomError(f"pnp_{found.kind}", "{message}", context) from None

    return validate


_TEXT = {"type": ["string", "number"]}

AsTyped: TypeAlias = Annotated[str, BeforeValidator(told(as_typed)), WithJsonSchema(_TEXT)]
Declared: TypeAlias = Annotated[str, BeforeValidator(told(declared)), WithJsonSchema(_TEXT)]
Label: TypeAlias = Annotated[str, BeforeValidator(told(label)), WithJsonSchema(_TEXT)]
LengthText: TypeAlias = Annotated[
    Length,
    PlainValidator(told(length)),
    WithJsonSchema({"type": "string", "pattern": r"^\s*(\d+(\.\d+)?|\.\d+)\s*(mm|cm|pt|in)\s*$"}),
]
ColourText: TypeAlias = Annotated[
    Colour,
    PlainValidator(told(colour)),
    WithJsonSchema(
        {"type": "string", "pattern": "^(#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|black|white)$"}
    ),
]
SizeText: TypeAlias = Annotated[Size, PlainValidator(told(size)), WithJsonSchema({"type": "string"})]
PlayersText: TypeAlias = Annotated[
    tuple[int, ...],
    PlainValidator(told(players)),
    WithJsonSchema(
        {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}
    ),
]
LanguageCode: TypeAlias = Annotated[str, BeforeValidator(told(language))]
GameId: TypeAlias = Annotated[str, BeforeValidator(told(game_id))]
Identifier: TypeAlias = Annotated[str, BeforeValidator(told(identifier))]
Id: TypeAlias = Annotated[str, BeforeValidator(told(any_id))]
ClaimId: TypeAlias = Annotated[str, BeforeValidator(told(claim_id))]


TermRange: TypeAlias = Annotated[
    str | list[str],
    PlainValidator(told(term_range)),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Copies: TypeAlias = Annotated[
    int | str, BeforeValidator(told(whole_or_expression)), WithJsonSchema({"type": ["integer", "string"]})
]


Number: TypeAlias = Annotated[float, BeforeValidator(told(number)), WithJsonSchema({"type": "number"})]
Names: TypeAlias = Annotated[
    list[AsTyped],
    BeforeValidator(told(names)),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Weight: TypeAlias = Annotated[int, BeforeValidator(told(weight))]
