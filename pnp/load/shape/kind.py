"""Kinds of values in data files: how each is read, and its JSON Schema.

Each function takes a value as YAML has it and gives what it means, or raises ``UnreadableValue``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from pnp.colour import Colour, ColourError
from pnp.diagnostics.diagnostic import unknown_code
from pnp.fonts import FeatureError, parse_axes, parse_features
from pnp.i18n.number import WrittenDecimal
from pnp.load.limits import MAX_PLAYERS
from pnp.load.shape.shape import Anything, Converted, MapOf, Schema, UnreadableValue
from pnp.load.size import SizeError, parse_size
from pnp.load.yaml.node import Whole
from pnp.model import Size
from pnp.model.files import DEVICES
from pnp.units import Length, LengthError

T = TypeVar("T")

ONE_LENGTH = r"\s*(\d+(\.\d+)?|\.\d+)\s*(mm|cm|pt|in)\s*"
"""A length, as a pattern of JSON Schema."""
ONE_COLOUR = r"(#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|black|white|.*(cmyk|spot)\(.*\)\s*)"

_PLAIN: Schema = {"type": "string"}
_TYPED: Schema = {"type": ["string", "number"]}


def pattern(expression: str) -> Schema:
    """The JSON Schema of texts that the expression matches as a whole."""
    return {"type": "string", "pattern": f"^{expression}$"}


# Texts


def as_typed(value: Any) -> Any:
    """A text; numbers as they were typed: ``007`` and ``+2`` keep every character."""
    if isinstance(value, Whole | WrittenDecimal):
        return value.typed
    if isinstance(value, bool):
        word = str(value).lower()
        raise UnreadableValue(
            "M102", f"expected text, found the flag {word}", f'quote it if the word is meant: "{word}"'
        )
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | dict):
        what = "a list" if isinstance(value, list) else "a mapping"
        raise UnreadableValue("M102", f"expected text, found {what}", "quote text that starts with a bracket")
    return value


def _expression(value: Any) -> Any:
    if isinstance(value, bool):
        cure = f'an expression is a text: write "{value}"'
        raise UnreadableValue("M102", f"expected an expression, found the flag {str(value).lower()}", cure)
    return as_typed(value)


def _declared(value: Any) -> Any:
    if isinstance(value, dict):
        cure = "write its kind alone, such as 'number 1..9'; its name on paper goes under 'labels'"
        raise UnreadableValue("M102", "expected the kind of a field, found a mapping", cure)
    return as_typed(value)


def _label(value: Any) -> Any:
    if isinstance(value, dict):
        cure = "write it in the game's own language; translations go into locale/*.po"
        raise UnreadableValue("M102", "expected one text, found a mapping", cure)
    return as_typed(value)


ANYTHING = Anything()
TEXT = Converted(as_typed, _TYPED, str)
EXPRESSION = Converted(_expression, _TYPED, str)
DECLARED = Converted(_declared, _TYPED, str)
"""The kind of a field, as the author writes it."""
LABEL = Converted(_label, _TYPED, str)
"""The label of a field on paper."""


# Names

_GAME_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}\Z")


def _game_id(value: Any) -> Any:
    value = as_typed(value)
    if isinstance(value, str) and not _GAME_ID.match(value):
        cure = "use small letters a to z, digits and '-': it names the folder of the output"
        raise UnreadableValue("M106", f"'{value}' is no name for a game", cure)
    if isinstance(value, str) and value in DEVICES:
        raise UnreadableValue(
            "M106", f"Windows keeps '{value}' to itself: no folder can be called so", f"write '{value}-game'"
        )
    return value


def _name(fits: Callable[[str], object], what: str, cure: str) -> Converted:
    """A name that fits; of another one the fault says what it cannot be."""

    def read(value: Any) -> Any:
        value = as_typed(value)
        if isinstance(value, str) and not fits(value):
            raise UnreadableValue("M106", f"'{value}' cannot be {what}", cure)
        return value

    return Converted(read, _PLAIN, str)


GAME_ID = Converted(_game_id, _PLAIN, str)
"""An id that can name a folder."""
IDENTIFIER = _name(str.isidentifier, "a name here", "use letters, digits and '_': expressions use the name")
"""A name that can be used in expressions."""
ID = _name(re.compile(r"\w[\w-]{0,80}\Z").match, "an id", "use letters, digits, '-' and '_'")
"""An id of a set, a piece, a term or a style."""
CLAIM_ID = _name(re.compile(r"\w[\w.-]{0,80}\Z").match, "an id", "use letters, digits, '-', '_' and '.'")


def _warning_code(value: Any) -> Any:
    value = as_typed(value)
    unknown = unknown_code(value) if isinstance(value, str) else None
    if unknown is not None:
        raise UnreadableValue("M142", *unknown)
    return value


def _reason(value: Any) -> Any:
    value = "" if value is None else as_typed(value)
    if isinstance(value, str) and not value.strip():
        raise UnreadableValue(
            "M142", "why the warning is accepted is missing", "write the reason after the code"
        )
    return value


WARNING_CODE = Converted(_warning_code, {"type": "string", "pattern": r"^[A-Z]\d{3}$"}, str)
REASON = Converted(_reason, _TYPED, str)
"""Why a warning is accepted."""
ALLOW = MapOf(WARNING_CODE, REASON)
"""Accepted warnings by code."""


# Numbers and flags


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UnreadableValue("M103", "expected a number", "write it without quotes and unit, such as 1.2")
    return float(value)


def _weight(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1000:
        raise UnreadableValue("M103", f"'{value}' is no weight", "write 1 to 1000: 400 is regular, 700 bold")
    return int(value)


def _settings(parse: Callable[[str], T]) -> Callable[[Any], T]:
    """Reads a text, or the list of its parts."""

    def read(value: Any) -> T:
        if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
            value = ", ".join(map(str, value))
        try:
            return parse(str(as_typed(value)))
        except FeatureError as refused:
            raise UnreadableValue("M103", str(refused), refused.cure) from None

    return read


def _copies(value: Any) -> int | str:
    if isinstance(value, Whole):
        return int(value)
    if isinstance(value, bool | float) or not isinstance(value, int | str):
        raise UnreadableValue(
            "M103", "expected a whole number or an expression", 'write a number such as 3, or "facts.spells"'
        )
    return value


def _shuffled(value: Any) -> bool | str:
    if not isinstance(value, bool | str):
        raise UnreadableValue("M103", "expected true, false or the name of a field", "write 'shuffled: true'")
    return value


FLAG = Converted(lambda value: value, {"type": "boolean"}, bool, "true or false")
WHOLE = Converted(_whole, {"type": "integer"}, int, "a whole number")
NUMBER = Converted(_number, {"type": "number"})
WEIGHT = Converted(_weight, {"type": "integer"})
"""The weight of a font."""
_TEXTS: Schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
FEATURES = Converted(_settings(parse_features), _TEXTS)
"""OpenType features."""
AXES = Converted(_settings(parse_axes), _TEXTS)
"""Axes of a variable font."""
COPIES = Converted(_copies, {"type": ["integer", "string"]})
"""A whole number, or the text of an expression."""
SHUFFLED = Converted(_shuffled, {"type": ["boolean", "string"]})
"""Whether a set is shuffled, or the field whose values are its piles."""


# Lengths, colours and sizes


def _one(value: Any, what: str) -> None:
    """Refuse a list of scalars: in brackets, a decimal comma makes two values of one."""
    if isinstance(value, list) and all(isinstance(item, int | float | str) for item in value):
        cure = "in brackets a comma separates values: write a decimal point" if len(value) > 1 else ""
        raise UnreadableValue("M102", f"expected {what}, found a list", cure)


def _length(value: Any) -> Length:
    _one(value, "one length")
    try:
        length = Length.parse(as_typed(value))
    except LengthError as refused:
        message, _, cure = str(refused).partition("; ")
        raise UnreadableValue("M104", message, cure) from None
    except TypeError:
        raise UnreadableValue("M104", "expected a length", "write a number and a unit, such as 3mm") from None
    if length.emu < 0:
        raise UnreadableValue("M104", f"'{value}' is less than nothing", "write a length of 0mm or more")
    return length


def _colour(value: Any) -> Colour:
    try:
        return Colour.parse(as_typed(value))
    except ColourError as refused:
        message, _, cure = str(refused).partition("; ")
        # Without quotes, YAML takes what follows a '#' for a comment.
        raise UnreadableValue("M105", message, cure.replace("'", '"')) from None
    except AttributeError:
        raise UnreadableValue("M105", "expected a colour", 'write it in quotes, such as "#B3202C"') from None


def _size(value: Any) -> Size:
    _one(value, "one size")
    try:
        return parse_size(as_typed(value))
    except SizeError as refused:
        raise UnreadableValue("M121", str(refused), refused.cure) from None


LENGTH = Converted(_length, pattern(ONE_LENGTH))
"""A length of zero or more."""
COLOUR = Converted(_colour, pattern(ONE_COLOUR))
SIZE = Converted(_size, _PLAIN)
"""A size of pieces that is written out."""


# Languages, players and terms

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")
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
"""Country codes that are often confused with the language (ISO 3166-1 to ISO 639-1)."""
_PLAYERS = re.compile(r"\s*(\d{1,3})\s*[-–]\s*(\d{1,3})\s*\Z")


def _language(value: Any) -> Any:
    value = as_typed(value)
    if not isinstance(value, str):
        return value
    low = value.lower()
    if low in _COUNTRIES:
        raise UnreadableValue("M103", f"'{value}' is a country, not a language", f"write '{_COUNTRIES[low]}'")
    if not _LANGUAGE.match(value):
        better = low.replace("_", "-")
        better = "-".join(part if at == 0 else part.upper() for at, part in enumerate(better.split("-")))
        cure = f"write '{better}'" if _LANGUAGE.match(better) else "write a code such as cs, pl, fr or en-GB"
        raise UnreadableValue("M103", f"'{value}' is not a language code", cure)
    return value


def _players(value: Any) -> tuple[int, ...]:
    """Every number of players, rising, from ``2-4``, ``2`` or ``[2, 4]``."""
    cure = "write 2-4, 2, or [2, 4]"
    if isinstance(value, str) and (match := _PLAYERS.match(value)):
        low, high = int(match.group(1)), int(match.group(2))
        if low > high:
            raise UnreadableValue("M103", f"'{value}' runs backwards", cure)
        numbers = list(range(low, min(high, MAX_PLAYERS + 1) + 1))
    elif isinstance(value, int) and not isinstance(value, bool):
        numbers = [int(value)]
    elif isinstance(value, list) and value and all(type(item) is int for item in value):
        numbers = sorted(set(value))
    else:
        shown = f"'{value}' is" if isinstance(value, str) else "these are"
        raise UnreadableValue("M103", f"{shown} no numbers of players", cure)
    if numbers[0] < 1 or numbers[-1] > MAX_PLAYERS:
        raise UnreadableValue("M103", f"a game is for 1 to {MAX_PLAYERS} players", cure)
    return tuple(numbers)


def _term_range(value: Any) -> str | list[str]:
    if isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        return [as_typed(item) for item in value]
    if isinstance(value, str):
        return value
    raise UnreadableValue(
        "M102", "expected a vocabulary or a list of term ids", "write {pile: weapon} or {pile: [bow, sword]}"
    )


LANGUAGE = Converted(_language, _PLAIN, str)
"""A code of a language."""
PLAYERS = Converted(
    _players,
    {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "array", "items": {"type": "integer"}}]},
)
"""Numbers of players."""
TERM_RANGE = Converted(
    _term_range, {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}
)
"""A vocabulary, or ids of terms."""
