"""What the values of data files are read as, one by one, without pydantic.

Each function takes a value as YAML has it and gives what it means, or raises ``ValueFault``.
"""

from __future__ import annotations

import re
from typing import Any

from pnp.colour import Colour, ColourError
from pnp.load.players import PlayersError, parse_players
from pnp.load.size import SizeError, parse_size
from pnp.load.yaml_node import Decimal, Whole
from pnp.model import Size
from pnp.model.files import DEVICES
from pnp.units import Length, LengthError


class ValueFault(ValueError):
    """A fault in our own words.

    Args:
        kind: ``text``, ``value``, ``length``, ``colour``, ``size`` or ``name``; it chooses the code.
        message: As a diagnostic's.
        cure: As a diagnostic's help.
    """

    def __init__(self, kind: str, message: str, cure: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.cure = cure


_GAME_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}\Z")
_ID = re.compile(r"\w[\w-]{0,80}\Z")
_CLAIM_ID = re.compile(r"\w[\w.-]{0,80}\Z")


def as_typed(value: Any) -> Any:
    """Numbers as they were typed where a text is wanted: ``007`` and ``+2`` keep every character."""
    if isinstance(value, Whole | Decimal):
        return value.typed
    if isinstance(value, bool):
        word = str(value).lower()
        raise ValueFault(
            "text", f"expected text, found the flag {word}", f'quote it if the word is meant: "{word}"'
        )
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | dict):
        what = "a list" if isinstance(value, list) else "a mapping"
        raise ValueFault("text", f"expected text, found {what}", "quote text that starts with a bracket")
    return value


def declared(value: Any) -> Any:
    """What a field may hold, as the author writes it."""
    if isinstance(value, dict):
        cure = "write its kind alone, such as 'number 1..9'; what it is called on paper stands under 'labels'"
        raise ValueFault("text", "expected the kind of a field, found a mapping", cure)
    return as_typed(value)


def label(value: Any) -> Any:
    """What a field is called on paper."""
    if isinstance(value, dict):
        cure = "write it in the game's own language; that of others stands in locale/*.po"
        raise ValueFault("text", "expected one text, found a mapping", cure)
    return as_typed(value)


def _listed(value: Any, what: str) -> None:
    if isinstance(value, list) and all(isinstance(item, int | float | str) for item in value):
        cure = "in brackets a comma separates values: write a decimal point" if len(value) > 1 else ""
        raise ValueFault("text", f"expected {what}, found a list", cure)


def length(value: Any) -> Length:
    """A length that is not below nothing."""
    _listed(value, "one length")
    try:
        length = Length.parse(as_typed(value))
    except LengthError as refused:
        message, _, cure = str(refused).partition("; ")
        raise ValueFault("length", message, cure) from None
    except TypeError:
        raise ValueFault("length", "expected a length", "write a number and a unit, such as 3mm") from None
    if length.emu < 0:
        raise ValueFault("length", f"'{value}' is less than nothing", "write a length of 0mm or more")
    return length


def colour(value: Any) -> Colour:
    """A colour."""
    try:
        return Colour.parse(as_typed(value))
    except ColourError as refused:
        message, _, cure = str(refused).partition("; ")
        raise ValueFault("colour", message, cure) from None
    except AttributeError:
        raise ValueFault("colour", "expected a colour", 'write it in quotes, such as "#B3202C"') from None


def size(value: Any) -> Size:
    """A size of pieces that is written out."""
    _listed(value, "one size")
    try:
        return parse_size(as_typed(value))
    except SizeError as refused:
        raise ValueFault("size", str(refused), refused.cure) from None


def players(value: Any) -> tuple[int, ...]:
    """Numbers of players."""
    try:
        return parse_players(value)
    except PlayersError as refused:
        raise ValueFault("value", str(refused), "write 2-4, 2, or [2, 4]") from None


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


def language(value: Any) -> Any:
    """A code of a language."""
    value = as_typed(value)
    if not isinstance(value, str):
        return value
    low = value.lower()
    if low in _COUNTRIES:
        raise ValueFault("value", f"'{value}' is a country, not a language", f"write '{_COUNTRIES[low]}'")
    if not _LANGUAGE.match(value):
        better = low.replace("_", "-")
        better = "-".join(part if at == 0 else part.upper() for at, part in enumerate(better.split("-")))
        cure = f"write '{better}'" if _LANGUAGE.match(better) else "write a code such as cs, pl, fr or en-GB"
        raise ValueFault("value", f"'{value}' is not a language code", cure)
    return value


def game_id(value: Any) -> Any:
    """An id that can name a folder."""
    value = as_typed(value)
    if isinstance(value, str) and not _GAME_ID.match(value):
        cure = "use small letters a to z, digits and '-': it names the folder of the output"
        raise ValueFault("name", f"'{value}' is no name for a game", cure)
    if isinstance(value, str) and value in DEVICES:
        raise ValueFault(
            "name", f"Windows keeps '{value}' to itself: no folder can be called so", f"write '{value}-game'"
        )
    return value


def identifier(value: Any) -> Any:
    """A name that can stand in expressions."""
    value = as_typed(value)
    if isinstance(value, str) and not value.isidentifier():
        cure = "use letters, digits and '_': it stands in expressions"
        raise ValueFault("name", f"'{value}' cannot be a name here", cure)
    return value


def any_id(value: Any) -> Any:
    """An id of a set, a piece, a term or a style."""
    value = as_typed(value)
    if isinstance(value, str) and not _ID.match(value):
        raise ValueFault("name", f"'{value}' cannot be an id", "use letters, digits, '-' and '_'")
    return value


def claim_id(value: Any) -> Any:
    """An id of a claim."""
    value = as_typed(value)
    if isinstance(value, str) and not _CLAIM_ID.match(value):
        raise ValueFault("name", f"'{value}' cannot be an id", "use letters, digits, '-', '_' and '.'")
    return value


def whole_or_expression(value: Any) -> Any:
    """A whole number, or the text of an expression."""
    if isinstance(value, Whole):
        return int(value)
    if isinstance(value, bool | float) or not isinstance(value, int | str):
        raise ValueFault(
            "value", "expected a whole number or an expression", 'write a number such as 3, or "facts.spells"'
        )
    return value


def term_range(value: Any) -> str | list[str]:
    """A vocabulary, or ids of terms."""
    if isinstance(value, list) and all(isinstance(item, str | int | float) for item in value):
        return [as_typed(item) for item in value]
    if isinstance(value, str):
        return value
    raise ValueFault(
        "text", "expected a vocabulary or a list of term ids", "write {pile: weapon} or {pile: [bow, sword]}"
    )


def number(value: Any) -> Any:
    """A number with or without a fraction."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueFault("value", "expected a number", "write it without quotes and unit, such as 1.2")
    return float(value)


def names(value: Any) -> Any:
    """One name or a list of names as a list."""
    return [value] if isinstance(value, str) else value


def weight(value: Any) -> Any:
    """The weight of a font."""
    if isinstance(value, bool) or not isinstance(value, int) or value % 100 or not 100 <= value <= 900:
        raise ValueFault(
            "value", f"'{value}' is no weight", "write 100 to 900 in hundreds: 400 is regular, 700 bold"
        )
    return value


def rows(value: Any) -> Any:
    """A table's name alone as the mapping that it stands for."""
    return {"file": value} if isinstance(value, str) else value
