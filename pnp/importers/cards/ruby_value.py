"""Values of Ruby scripts, and the methods of texts and numbers that scripts of card decks call on them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.importers.cards.marks import SLOT_END, SLOT_FILTER, SLOT_START, has_slot
from pnp.importers.limits import MOST_BITS, MOST_CHARACTERS, MOST_WORK


class NotLiteral(Exception):
    """A value that cannot be known without running the script."""


@dataclass(frozen=True, slots=True)
class UnknownValue:
    """A value that cannot be known without running the script; so is all that is made of it.

    Attributes:
        why: Such as ``Time.now``; empty where there is no more to say.
        line: Of the script.
    """

    why: str
    line: int

    @property
    def reason(self) -> str:
        """Why, in brackets after a blank; empty without a reason."""
        return f" ({self.why})" if self.why else ""


class ColumnValues(list[Any]):
    """A value for each row of a table.

    Attributes:
        frame: The table.
        template: The text that gives the values, with slots for columns; None without one.
    """

    def __init__(self, values: Sequence[Any], frame: DataFrame, template: str | None = None):
        super().__init__(values)
        self.frame = frame
        self.template = template


@dataclass(eq=False, slots=True)
class DataFrame:
    """The table that ``Squib.csv`` and its like give.

    Attributes:
        path: Of the file in the folder; empty for one that the script itself holds.
        sheet: Of a spreadsheet.
        explode: Title of the column with numbers of copies.
        line: Of the script where it is read.
        columns: By title.
        data: Content of a table that the script itself holds, or that is made of records.
    """

    path: str = ""
    sheet: str = ""
    explode: str = ""
    line: int = 0
    columns: dict[str, Any] = field(default_factory=dict)
    data: bytes = b""

    @property
    def height(self) -> int:
        """The number of its rows."""
        return max((len(values) for values in self.columns.values() if isinstance(values, list)), default=0)

    def explode_column(self) -> str:
        """Title of the column with numbers of copies; empty where the table has none."""
        return self.explode if self.explode in self.columns else ""

    def column(self, name: str) -> Any:
        """The column with this title, or the one that Ruby calls so; None without one."""
        if name in self.columns:
            return self.columns[name]
        return next((values for title, values in self.columns.items() if snake_case(title) == name), None)

    def row(self, at: int) -> dict[str, Any]:
        """The values of a row by title."""
        return {
            title: values[at] if at < len(values) else None
            for title, values in self.columns.items()
            if isinstance(values, list)
        }


class RowCount(int):
    """The number of rows of a table, which it remembers.

    Attributes:
        frame: The table.
    """

    frame: DataFrame

    @classmethod
    def of(cls, frame: DataFrame, number: int) -> RowCount:
        """The number of its rows, or of values in one of its columns."""
        made = cls(number)
        made.frame = frame
        return made


@dataclass(frozen=True, slots=True)
class LibraryIcon:
    """An icon of the collection at game-icons.net, as the gem ``game_icons`` gives it."""

    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class RubyPattern:
    """A regular expression."""

    source: str
    flags: str = ""

    def compiled(self, subject: str) -> re.Pattern[str]:
        """As Python has it.

        Raises:
            NotLiteral: It has no counterpart, or could take too long on the text.
        """
        repeats = len(re.findall(r"(?<!\\)[*+]|\{\d*,\}", self.source))
        if len(subject) ** (repeats + 1) > MOST_WORK or re.search(
            r"[*+}]\)+[*+{]|\(\?[^:<]|\\\d", self.source
        ):
            raise NotLiteral
        source = (
            re.sub(r"\(\?<(\w+)>", r"(?P<\1>", self.source)
            .replace("\\h", "[0-9a-fA-F]")
            .replace("\\z", "\\Z")
        )
        flags = (
            re.MULTILINE
            | (re.IGNORECASE if "i" in self.flags else 0)
            | (re.DOTALL if "m" in self.flags else 0)
        )
        try:
            return re.compile(source, flags)
        except (re.error, OverflowError) as fault:
            raise NotLiteral from fault


def is_true(value: Any) -> bool:
    """Whether a value counts as true."""
    return value is not None and value is not False


def snake_case(title: str) -> str:
    """The method by which Squib's tables give a column."""
    name = re.sub(r"\s+", "_", title.strip())
    name = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z]+)([A-Z])", r"\1_\2", name).lower()


def as_text(value: Any) -> str:
    """The value as Ruby prints it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) + ".0" if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, str) or (isinstance(value, int) and value.bit_length() <= MOST_BITS):
        return str(value)
    raise NotLiteral


def text_method(text: str, name: str, arguments: list[Any], block: Callable[..., Any] | None) -> Any:
    """The value of a text's method.

    Raises:
        NotLiteral: It is not known, or the text stands for the values of a column.
    """
    name = name.removesuffix("!") if name.endswith("!") else name
    if has_slot(text):
        return _slot_method(text, name, arguments)
    if name in _PLAIN_TEXT and not arguments:
        return _PLAIN_TEXT[name](text)
    if name in _ITSELF:
        return text
    match name, arguments:
        case (("gsub" | "sub"), [what, *rest]):
            return _replaced(text, what, rest, block, 0 if name == "gsub" else 1)
        case (("include?" | "start_with?" | "end_with?"), [*parts]):
            ways = {"include?": str.__contains__, "start_with?": str.startswith, "end_with?": str.endswith}
            return any(ways[name](text, _string(part)) for part in parts)
        case (("match?" | "match" | "=~"), [RubyPattern() as pattern]):
            found = pattern.compiled(text).search(text)
            return found is not None if name == "match?" else (found.start() if found else None)
        case "split", [*by]:
            mark = by[0] if by else None
            if isinstance(mark, RubyPattern):
                return mark.compiled(text).split(text)
            return text.split(None if mark in (None, " ") else _string(mark))
        case "tr", [str(what), str(to)] if len(to) > 0 and not set(what + to) & set("-^\\"):
            return text.translate({ord(char): to[min(at, len(to) - 1)] for at, char in enumerate(what)})
        case "delete", [str(what)] if not set(what) & set("-^\\"):
            return "".join(char for char in text if char not in what)
        case (("ljust" | "rjust" | "center"), [int(width), *fill]):
            return getattr(text, name)(min(width, 1_000), *(_string(each) for each in fill))
        case (("index" | "count"), [str(part)]):
            return text.count(part) if name == "count" else (text.index(part) if part in text else None)
        case (("concat" | "<<"), [*parts]):
            return text + "".join(as_text(part) for part in parts)
        case "prepend", [*parts]:
            return "".join(as_text(part) for part in parts) + text
        case "to_i", [int(base)] if 2 <= base <= 36:
            return int(text, base)
        case (("inches" | "in" | "mm" | "cm"), []):
            return f"{text}{'in' if name == 'inches' else name}"
    raise NotLiteral


_ITSELF = frozenset({
    "to_s", "to_str", "to_sym", "freeze", "dup", "clone", "force_encoding", "encode", "scrub", "b",
})  # fmt: skip
"""Methods that give the same text."""
_PLAIN_TEXT: dict[str, Callable[[str], Any]] = {
    "downcase": str.lower,
    "upcase": str.upper,
    "capitalize": str.capitalize,
    "swapcase": str.swapcase,
    "strip": str.strip,
    "lstrip": str.lstrip,
    "rstrip": str.rstrip,
    "chomp": lambda text: text.rstrip("\r\n"),
    "chop": lambda text: text[:-1],
    "reverse": lambda text: text[::-1],
    "length": len,
    "size": len,
    "empty?": lambda text: not text,
    "blank?": lambda text: not text.strip(),
    "nil?": lambda _: False,
    "chars": list,
    "lines": lambda text: text.splitlines(keepends=True),
    "to_i": lambda text: _leading(text, r"\s*[+-]?\d+", int),
    "to_f": lambda text: _leading(text, r"\s*[+-]?\d+(?:\.\d+)?", float),
    "ord": lambda text: ord(text[0]) if text else 0,
}


def _leading(text: str, shape: str, kind: Callable[[str], Any]) -> Any:
    found = re.match(shape, text[:40])
    return kind(found.group()) if found else kind("0")


def _slot_method(text: str, name: str, arguments: list[Any]) -> Any:
    if name in ("to_s", "to_str", "to_sym", "strip", "freeze", "dup", "force_encoding", "encode"):
        return text
    if name in ("nil?", "empty?", "blank?"):
        return False
    filters = {"downcase": "lower", "upcase": "upper", "capitalize": "capitalize"}
    if name in filters and not arguments and re.fullmatch(f"{SLOT_START}[^{SLOT_END}]*{SLOT_END}", text):
        return f"{text[:-1]}{SLOT_FILTER}{filters[name]}{SLOT_END}"
    raise NotLiteral


def _replaced(text: str, what: Any, rest: list[Any], block: Callable[..., Any] | None, most: int) -> str:
    if len(text) > MOST_CHARACTERS:
        raise NotLiteral
    pattern = what.compiled(text) if isinstance(what, RubyPattern) else re.compile(re.escape(_string(what)))
    if rest and isinstance(rest[0], dict):
        mapping = rest[0]
        return pattern.sub(lambda found: as_text(mapping.get(found.group())), text, count=most)
    if rest:
        new = _string(rest[0])
        if len(text) * len(new) > MOST_WORK:
            raise NotLiteral
        return pattern.sub(lambda found: _expanded(new, found), text, count=most)
    if block is not None:
        called = block
        return pattern.sub(lambda found: as_text(called(found.group())), text, count=most)
    raise NotLiteral


def _expanded(new: str, found: re.Match[str]) -> str:
    r"""The replacement with ``\1`` and the like filled in."""

    def group(number: re.Match[str]) -> str:
        at = int(number.group(1))
        return (found.group(at) or "") if at <= found.re.groups else ""

    return re.sub(r"\\(\d)", group, new)


def _string(value: Any) -> str:
    if isinstance(value, str) and not has_slot(value):
        return value
    raise NotLiteral


def number_method(number: float, name: str, arguments: list[Any]) -> Any:
    """The value of a number's method.

    Raises:
        NotLiteral: It is not known.
    """
    match name, arguments:
        case (("to_s" | "inspect"), []):
            return as_text(number)
        case (("to_i" | "floor" | "truncate"), []):
            return math.floor(number) if name == "floor" else int(number)
        case "to_f", []:
            return float(number)
        case "ceil", []:
            return math.ceil(number)
        case "round", []:
            return math.floor(number + 0.5)
        case "round", [int(places)]:
            return round(number, max(-20, min(places, 20)))
        case "abs", []:
            return abs(number)
        case "nonzero?", []:
            return number or None
        case (("zero?" | "positive?" | "negative?"), []):
            return {"zero?": number == 0, "positive?": number > 0, "negative?": number < 0}[name]
        case (("even?" | "odd?"), []):
            return number % 2 == (name == "odd?")
        case (("nil?" | "empty?"), []):
            return False
        case (("inches" | "in" | "mm" | "cm" | "pt"), []):
            return f"{number:g}{'in' if name == 'inches' else name}"
        case (("div" | "modulo"), [int(by)]) if by:
            return number // by if name == "div" else number % by
        case (("succ" | "next" | "pred"), []):
            return number - 1 if name == "pred" else number + 1
        case "clamp", [low, high]:
            return max(low, min(number, high))
        case "chr", [] if 0 <= number < 0xD800:
            return chr(int(number))
    raise NotLiteral
