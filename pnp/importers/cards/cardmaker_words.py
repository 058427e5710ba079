"""Values that CardMaker works out: conditions, counters and other codes in the elements of its layouts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from pnp.importers.cards.limits import MOST_WORK, MOST_WORKED_OUT

REFERENCE = re.compile(r"@\[([^\]\[]+)\]")
_LOGIC = re.compile(r"#\(|#sc;|##\d|#math;|#repeat;|#pad[lr];|!\[|%\[|&\[|\$\[|#cnv|#strw|#random|#empty")
_ROUNDS = 100
_SIGN = re.compile(r"\s([!=><]=|<|>)\s")
_OPERATION = re.compile(r"#math;([+-]?\d*\.?\d+)([+\-*/%])([+-]?\d*\.?\d+);?([^#]*)#")


def coded(text: str) -> str:
    """The text with its codes for line breaks, commas and quotes."""
    return text.replace("\\n", "\n").replace("\\c", ",").replace("\\q", '"')


def has_logic(text: str) -> bool:
    """Whether CardMaker works something out in the text, but for the names of columns."""
    return bool(_LOGIC.search(text))


class CardMakerWords:
    """The values of an element on each card.

    Args:
        columns: Of the table, by title in small letters; each has a cell for each row.
        defines: Values by name in small letters.
        copies: How many cards each row is.
        layout: Name of the layout.
    """

    def __init__(
        self,
        columns: Mapping[str, Sequence[str]],
        defines: Mapping[str, str],
        copies: Sequence[int],
        layout: str,
    ):
        self._columns = columns
        self._defines = defines
        self._copies = copies
        self._layout = layout
        self._read = 0

    def cells(self, text: str, element: str) -> tuple[str, ...] | None:
        """The value for each row, that of its first copy; None for what cannot be worked out here."""
        found: list[str] = []
        for row in range(len(self._copies)):
            value = self._value(text, row, element)
            if value is None:
                return None
            found.append(value)
        return tuple(found)

    def unknown(self, text: str) -> str:
        """The first name in a text that is neither a column nor defined; empty without one."""
        names = (found[1].split(",")[0].strip() for found in REFERENCE.finditer(text))
        known = self._defines.keys() | self._columns.keys()
        return next((name for name in names if name.lower() not in known), "")

    def counts_copies(self, text: str) -> bool:
        """Whether the copies of a card have values of their own."""
        return max(self._copies, default=1) > 1 and bool(re.search(r"##\d|#sc;|!\[(?:deck|card)index", text))

    def _value(self, text: str, row: int, element: str) -> str | None:
        text = self._referenced(coded(text).replace("#empty", ""), row, element)
        self._read += len(text)
        if len(text) > MOST_WORKED_OUT or self._read > MOST_WORK:
            return None
        number = sum(self._copies[:row])
        text = re.sub(r"##(\d{1,6});(\d{1,6});(\d{1,2})#", lambda each: _counter(each, number), text)
        text = re.sub(r"#sc;(\d{1,6});(\d{1,6});(\d{1,2})#", lambda each: _counter(each, 0), text)
        for pattern, change in _CHANGES:
            text = pattern.sub(change, text)
        text = _repeatedly(text, re.compile(r"#\((if|switch)((?:(?!#\().)*?)\)#", re.DOTALL), _decided)
        return None if has_logic(text) or REFERENCE.search(text) or len(text) > MOST_WORKED_OUT else text

    def _referenced(self, text: str, row: int, element: str) -> str:
        """The text with the values of columns, definitions and of the names that CardMaker itself has."""
        own = {
            "deckindex": str(sum(self._copies[:row]) + 1),
            "cardindex": "1",
            "cardcount": str(sum(self._copies)),
            "elementname": element,
            "layoutname": self._layout,
            "exporting": "1",
            "parentlayout": "",
            "rootlayout": "",
        }

        def named(found: re.Match[str]) -> str:
            name, *given = found[1].split(",")
            key = name.strip().lower()
            if key in self._defines:
                value = self._defines[key]
            elif key in self._columns:
                value = self._columns[key][row][:MOST_WORKED_OUT]
            else:
                return found[0]
            for at, each in enumerate(given, 1):
                value = value.replace(f"{{{at}}}", each)
            return value.replace("#empty", "")

        def part(found: re.Match[str]) -> str:
            start, length = int(found[2]), int(found[3])
            return found[1][start : start + length] if len(found[1]) >= start + length else ""

        for _ in range(_ROUNDS):
            made = REFERENCE.sub(named, text)
            made = re.sub(r"!\[([^\]\[]+)\]", lambda each: own.get(each[1].strip().lower(), each[0]), made)
            made = re.sub(r"%\[([^\[\]]*?),(\d{1,5}),(\d{1,5})\]", part, made)
            self._read += len(made)
            if made == text or len(made) > MOST_WORKED_OUT:
                return made
            text = made
        return text


def _repeatedly(text: str, pattern: re.Pattern[str], change: Callable[[re.Match[str]], str]) -> str:
    for _ in range(_ROUNDS):
        made = pattern.sub(change, text)
        if made == text or len(made) > MOST_WORKED_OUT:
            return made
        text = made
    return text


def _counter(found: re.Match[str], number: int) -> str:
    return str(int(found[1]) + number * int(found[2])).zfill(int(found[3]))


def _decided(found: re.Match[str]) -> str:
    """The value of ``if`` or ``switch``; what cannot be read stays as it is."""
    if found[1] == "switch":
        mark = ";" if found[2].startswith(";") else found[2][:2]
        _, key, *pairs = [*found[2].split(mark), "", ""] if mark else ["", "", ""]
        cases = {pairs[at].strip().lower(): pairs[at + 1] for at in range(0, len(pairs) - 1, 2)}
        return cases.get(key.strip().lower(), cases.get("#default", "")).replace("#switchkey", key)
    sign = _SIGN.search(found[2])
    right, has_then, values = found[2][sign.end() if sign else 0 :].partition("then ")
    if not sign or not has_then:
        return found[0]
    then, _, otherwise = values.partition(" else ")
    return then if _compared(found[2][: sign.start()], sign[1], right) else otherwise


def _compared(left: str, sign: str, right: str) -> bool:
    lefts, rights = _members(left), _members(right)
    if sign in ("==", "!="):
        return any(one == other for one in lefts for other in rights) is (sign == "==")
    try:
        one, other = float(left), float(right)
    except ValueError:
        return False
    return {"<": one < other, ">": one > other, "<=": one <= other, ">=": one >= other}.get(sign, False)


def _members(text: str) -> list[str]:
    """The members of a set such as ``[a;b]``, or the text alone, in small letters."""
    text = text.strip().lower()
    listed = re.fullmatch(r"\[(.*)\]", text, re.DOTALL)
    return [each.strip() for each in listed[1].split(";")] if listed else [text]


def _math(found: re.Match[str]) -> str:
    one, other, sign = float(found[1]), float(found[3]), found[2]
    if sign in "/%" and other == 0:
        return ""
    value = {
        "+": lambda: one + other,
        "-": lambda: one - other,
        "*": lambda: one * other,
        "/": lambda: one / other,
        "%": lambda: one % other,
    }[sign]()
    digits = re.fullmatch(r"0(?:\.(0+))?", found[4])
    return f"{value:.{len(digits[1] or '')}f}" if digits else f"{value:g}"


def _padded(found: re.Match[str]) -> str:
    width, char = min(int(found[2]), 100), found[3][:1] or "0"
    return found[4].rjust(width, char) if found[1] == "l" else found[4].ljust(width, char)


_CHANGES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"#\(caps;((?:(?!#\().)*?)\)#", re.DOTALL), lambda found: found[1].upper()),
    (re.compile(r"#\(nocaps;((?:(?!#\().)*?)\)#", re.DOTALL), lambda found: found[1].lower()),
    (re.compile(r"#\(titlecase;((?:(?!#\().)*?)\)#", re.DOTALL), lambda found: found[1].title()),
    (re.compile(r"#\(strlen;((?:(?!#\().)*?)\)#", re.DOTALL), lambda found: str(len(found[1]))),
    (_OPERATION, _math),
    (
        re.compile(r"#\(repeat;(\d{1,3});((?:(?!#\().)*?)\)#", re.DOTALL),
        lambda found: found[2] * int(found[1]),
    ),
    (re.compile(r"#repeat;(\d{1,3});([^#]+)#"), lambda found: found[2] * int(found[1])),
    (re.compile(r"#pad([lr]);(\d{1,4});([^;#]*);([^#]*)#"), _padded),
)
