"""Kinds of values in data files."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainValidator, WithJsonSchema, model_validator
from pydantic_core import PydanticCustomError

from pnp.colour import Colour, ColourError
from pnp.load.players import PlayersError, parse_players
from pnp.load.size import SizeError, parse_size
from pnp.load.yaml_node import Decimal, Whole
from pnp.model import Size
from pnp.units import Length, LengthError


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


def fault(kind: str, message: str, cure: str = "") -> PydanticCustomError:
    """A fault in our own words, as pydantic carries it; ``checked`` turns it into a diagnostic.

    Args:
        kind: ``text``, ``value``, ``length``, ``colour``, ``size`` or ``name``; it chooses the code.
        message: As a diagnostic's.
        cure: As a diagnostic's help.
    """
    return PydanticCustomError(f"pnp_{kind}", "{message}", {"message": message, "cure": cure})


def as_typed(value: Any) -> Any:
    """Numbers as they were typed where a text is wanted: ``007`` and ``+2`` keep every character."""
    if isinstance(value, Whole | Decimal):
        return value.typed
    if isinstance(value, bool):
        word = str(value).lower()
        raise fault(
            "text", f"expected text, found the flag {word}", f'quote it if the word is meant: "{word}"'
        )
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | dict):
        what = "a list" if isinstance(value, list) else "a mapping"
        raise fault("text", f"expected text, found {what}", "quote text that starts with a bracket")
    return value


def _listed(value: Any, what: str) -> None:
    if isinstance(value, list) and all(isinstance(item, int | float | str) for item in value):
        cure = "in brackets a comma separates values: write a decimal point" if len(value) > 1 else ""
        raise fault("text", f"expected {what}, found a list", cure)


def _length(value: Any) -> Length:
    _listed(value, "one length")
    try:
        length = Length.parse(as_typed(value))
    except LengthError as refused:
        message, _, cure = str(refused).partition("; ")
        raise fault("length", message, cure) from None
    except TypeError:
        raise fault("length", "expected a length", "write a number and a unit, such as 3mm") from None
    if length.emu < 0:
        raise fault("length", f"'{value}' is less than nothing")
    return length


def _colour(value: Any) -> Colour:
    try:
        return Colour.parse(as_typed(value))
    except ColourError as refused:
        message, _, cure = str(refused).partition("; ")
        raise fault("colour", message, cure) from None
    except AttributeError:
        raise fault("colour", "expected a colour", 'write it in quotes, such as "#B3202C"') from None


def _size(value: Any) -> Size:
    _listed(value, "one size")
    try:
        return parse_size(as_typed(value))
    except SizeError as refused:
        raise fault("size", str(refused), refused.cure) from None


def _players(value: Any) -> tuple[int, ...]:
    try:
        return parse_players(value)
    except PlayersError as refused:
        raise fault("value", str(refused), "write 2-4, 2, or [2, 4]") from None


_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")
# Country codes that are often taken for the language (ISO 3166-1 to ISO 639-1).
_COUNTRIES = {
    "cz": "cs",
    "gr": "el",
    "jp": "ja",
    "dk": "da",
    "se": "sv",
    "ua": "uk",
    "cn": "zh",
    "kr": "ko",
    "en-uk": "en-GB",
}


def _language(value: Any) -> Any:
    value = as_typed(value)
    if not isinstance(value, str):
        return value
    low = value.lower()
    if low in _COUNTRIES:
        raise fault("value", f"'{value}' is a country, not a language", f"write '{_COUNTRIES[low]}'")
    if not _LANGUAGE.match(value):
        better = low.replace("_", "-")
        better = "-".join(part if at == 0 else part.upper() for at, part in enumerate(better.split("-")))
        cure = f"write '{better}'" if _LANGUAGE.match(better) else "write a code such as cs, pl, fr or en-GB"
        raise fault("value", f"'{value}' is not a language code", cure)
    return value


def _game_id(value: Any) -> Any:
    value = as_typed(value)
    if isinstance(value, str) and not re.match(r"[a-z0-9][a-z0-9_-]{0,60}\Z", value):
        cure = "use small letters a to z, digits and '-': it names the folder of the output"
        raise fault("name", f"'{value}' is no name for a game", cure)
    return value


def _identifier(value: Any) -> Any:
    value = as_typed(value)
    if isinstance(value, str) and not value.isidentifier():
        cure = "use letters, digits and '_': it stands in expressions"
        raise fault("name", f"'{value}' cannot be a name here", cure)
    return value


def _id(value: Any) -> Any:
    value = as_typed(value)
    if isinstance(value, str) and not re.match(r"\w[\w-]{0,80}\Z", value):
        raise fault("name", f"'{value}' cannot be an id", "use letters, digits, '-' and '_'")
    return value


def _claim_id(value: Any) -> Any:
    value = as_typed(value)
    if isinstance(value, str) and not re.match(r"\w[\w.-]{0,80}\Z", value):
        raise fault("name", f"'{value}' cannot be an id", "use letters, digits, '-', '_' and '.'")
    return value


def _whole_or_expression(value: Any) -> Any:
    if isinstance(value, Whole):
        return int(value)
    if isinstance(value, bool | float) or not isinstance(value, int | str):
        raise fault(
            "value", "expected a whole number or an expression", 'write a number such as 3, or "facts.spells"'
        )
    return value


_TEXT = {"type": ["string", "number"]}

AsTyped: TypeAlias = Annotated[str, BeforeValidator(as_typed), WithJsonSchema(_TEXT)]
LengthText: TypeAlias = Annotated[
    Length,
    PlainValidator(_length),
    WithJsonSchema({"type": "string", "pattern": r"^\s*(\d+(\.\d+)?|\.\d+)\s*(mm|cm|pt|in)\s*$"}),
]
ColourText: TypeAlias = Annotated[
    Colour,
    PlainValidator(_colour),
    WithJsonSchema(
        {"type": "string", "pattern": "^(#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|black|white)$"}
    ),
]
SizeText: TypeAlias = Annotated[Size, PlainValidator(_size), WithJsonSchema({"type": "string"})]
PlayersText: TypeAlias = Annotated[
    tuple[int, ...],
    PlainValidator(_players),
    WithJsonSchema(
        {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "array", "items": {"type": "integer"}}]}
    ),
]
LanguageCode: TypeAlias = Annotated[str, BeforeValidator(_language)]
GameId: TypeAlias = Annotated[str, BeforeValidator(_game_id)]
Identifier: TypeAlias = Annotated[str, BeforeValidator(_identifier)]
Id: TypeAlias = Annotated[str, BeforeValidator(_id)]
ClaimId: TypeAlias = Annotated[str, BeforeValidator(_claim_id)]


def _range(value: Any) -> str | list[str]:
    if isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        return [as_typed(item) for item in value]
    if isinstance(value, str):
        return value
    raise fault(
        "text", "expected a vocabulary or a list of term ids", "write {pile: weapon} or {pile: [bow, sword]}"
    )


TermRange: TypeAlias = Annotated[
    str | list[str],
    PlainValidator(_range),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Copies: TypeAlias = Annotated[
    int | str, BeforeValidator(_whole_or_expression), WithJsonSchema({"type": ["integer", "string"]})
]


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise fault("value", "expected a number", "write it without quotes and unit, such as 1.2")
    return float(value)


Number: TypeAlias = Annotated[float, BeforeValidator(_number), WithJsonSchema({"type": "number"})]
