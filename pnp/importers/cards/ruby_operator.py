"""Operators, items and plain methods of Ruby on the values that scripts of card decks have."""

from __future__ import annotations

from typing import Any

from pnp.importers.cards.limits import MOST_BITS, MOST_ITEMS, MOST_TEXT
from pnp.importers.cards.ruby_list import joined
from pnp.importers.cards.ruby_value import (
    DataFrame,
    NotLiteral,
    RowCount,
    RubyPattern,
    UnknownValue,
    as_text,
    has_slot,
    text_method,
)


def operated(sign: str, left: Any, right: Any) -> Any:
    """The result of an operator on two values.

    Raises:
        NotLiteral: It is not known.
    """
    for value in (left, right):
        if isinstance(value, UnknownValue):
            return value
    if sign in ("==", "===", "!="):
        if has_slot(left) or has_slot(right):
            raise NotLiteral
        equal = left == right and isinstance(left, str) == isinstance(right, str)
        return equal != (sign == "!=")
    if sign in ("=~", "!~"):
        found = text_method(as_text(left), "match?", [right], None)
        return found == (sign == "=~")
    if isinstance(left, list):
        return _list_operator(sign, left, right)
    if isinstance(left, str):
        return _text_operator(sign, left, right)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return _number_operator(sign, left, right)
    raise NotLiteral


def _list_operator(sign: str, left: list[Any], right: Any) -> Any:
    if sign == "+" and isinstance(right, list) and len(left) + len(right) <= MOST_ITEMS:
        return [*left, *right]
    if sign == "-" and isinstance(right, list):
        return [value for value in left if value not in right]
    if sign == "<<":
        left.append(right)
        return left
    if sign == "*" and isinstance(right, int) and len(left) * right <= MOST_ITEMS:
        return left * right
    if sign == "*" and isinstance(right, str):
        return joined(left, right)
    raise NotLiteral


def _text_operator(sign: str, left: str, right: Any) -> Any:
    if sign in ("+", "<<") and not (isinstance(right, str) and len(left) + len(right) > MOST_TEXT):
        return left + (right if isinstance(right, str) else as_text(right) if sign == "<<" else _never())
    if sign == "*" and isinstance(right, int) and len(left) * right <= MOST_ITEMS:
        return left * right
    if sign == "%" and not has_slot(left):
        values = right if isinstance(right, list) else [right]
        if (
            any(has_slot(value) for value in values)
            or any(len(part) > 3 for part in _digits(left))
            or "*" in left
        ):
            raise NotLiteral
        return left % tuple(values)
    if sign in ("<", ">", "<=", ">=") and isinstance(right, str) and not (has_slot(left) or has_slot(right)):
        return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[sign]
    raise NotLiteral


def _never() -> str:
    raise NotLiteral


def _digits(text: str) -> list[str]:
    return ["".join(group) for group in "".join(char if char.isdigit() else " " for char in text).split()]


def fits(subject: Any, wanted: Any) -> bool:
    """Whether a value is one that a ``when`` names."""
    if has_slot(subject):
        raise NotLiteral
    if isinstance(wanted, RubyPattern):
        return isinstance(subject, str) and wanted.compiled(subject).search(subject) is not None
    return subject in wanted if isinstance(wanted, list) else bool(subject == wanted)


def _number_operator(sign: str, left: float, right: float) -> Any:
    if isinstance(left, int) and isinstance(right, int) and sign in ("*", "**"):
        times = right if sign == "**" else 1
        if left.bit_length() * times + right.bit_length() > MOST_BITS:
            raise NotLiteral
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left // right if isinstance(left, int) and isinstance(right, int) else left / right
        case "%":
            return left % right
        case "**" if abs(right) <= 30:
            return left**right
        case "<":
            return left < right
        case ">":
            return left > right
        case "<=":
            return left <= right
        case ">=":
            return left >= right
        case "<=>":
            return (left > right) - (left < right)
    raise NotLiteral


def item(holder: Any, keys: list[Any], line: int) -> Any:
    """The item of a list, a hash, a text or a table under a key.

    Raises:
        NotLiteral: It is not known.
    """
    if isinstance(holder, UnknownValue):
        return holder
    key = keys[0] if keys else None
    if isinstance(key, UnknownValue):
        return key
    if hasattr(holder, "receive"):
        return holder.receive("[]", keys, {}, line)
    if has_slot(holder) or has_slot(key):
        raise NotLiteral
    if isinstance(holder, DataFrame):
        return holder.column(key) if isinstance(key, str) else None
    if isinstance(holder, dict):
        return holder.get(key)
    if isinstance(holder, (list, str)):
        if len(keys) == 2 and all(isinstance(each, int) for each in keys):
            return holder[keys[0] : keys[0] + keys[1]]
        if isinstance(key, slice):
            return holder[key]
        if isinstance(key, list) and all(isinstance(each, int) for each in key):
            return holder[key[0] : key[-1] + 1] if key else holder[:0]
        if isinstance(key, int):
            return holder[key] if -len(holder) <= key < len(holder) else None
        if isinstance(holder, str) and isinstance(key, RubyPattern):
            found = key.compiled(holder).search(holder)
            return found.group() if found else None
    raise NotLiteral


def nothing_method(value: bool | None, name: str) -> Any:
    """The value of a method of ``nil``, ``true`` or ``false``.

    Raises:
        NotLiteral: It is not known.
    """
    match name:
        case "to_s":
            return as_text(value)
        case "to_i" if value is None:
            return 0
        case "to_f" if value is None:
            return 0.0
        case "to_a" if value is None:
            return []
    raise NotLiteral


def frame_method(frame: DataFrame, name: str, arguments: list[Any]) -> Any:
    """The value of a table's method.

    Raises:
        NotLiteral: It is not known.
    """
    match name, arguments:
        case (("nrows" | "size" | "length"), []):
            return RowCount.of(frame, frame.height)
        case "ncolumns", []:
            return len(frame.columns)
        case (("columns" | "keys" | "headers"), []):
            return list(frame.columns)
        case (("col?" | "key?" | "include?" | "has_key?"), [str(title)]):
            return title in frame.columns
        case "row", [int(at)]:
            return frame.row(at)
        case (("to_h" | "dup" | "clone"), []):
            return frame
    column = frame.column(name)
    if column is None:
        raise NotLiteral
    return column
