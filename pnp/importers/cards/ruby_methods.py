"""Operators and items of Ruby, and methods of its lists, hashes and tables."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pnp.importers.cards.marks import has_slot
from pnp.importers.cards.ruby_node import Leave
from pnp.importers.cards.ruby_value import (
    DataFrame,
    NotLiteral,
    RowCount,
    RubyPattern,
    UnknownValue,
    as_text,
    is_true,
    text_method,
)
from pnp.importers.limits import MOST_BITS, MOST_ITEMS, MOST_TEXT

_Block = Callable[..., Any]
_SAME = {
    "collect": "map", "collect_concat": "flat_map", "filter": "select", "delete_if": "reject", "detect": "find",
    "find_index": "index", "reduce": "inject", "length": "size", "entries": "to_a", "append": "push",
}  # fmt: skip
"""Names of methods of lists that Ruby has for others, too."""
_COUNTED = frozenset({"map", "select", "reject", "inject", "each", "flat_map", "each_with_object"})
"""Methods that an enumerator goes on with."""


@dataclass(frozen=True, slots=True)
class Enumerator:
    """A method of a list that waits for its block, as in ``names.map.with_index { … }``."""

    method: str
    values: list[Any]


def list_method(values: list[Any] | Enumerator, name: str, arguments: list[Any], block: _Block | None) -> Any:
    """The value of a list's method.

    Raises:
        NotLiteral: It is not known.
    """
    plain = name.removesuffix("!")
    plain = _SAME.get(plain, plain)
    if isinstance(values, Enumerator):
        return _enumerated(values, plain, arguments, block)
    if block is not None and plain in _WITH_BLOCK:
        return _WITH_BLOCK[plain](values, block)
    if plain == "each_with_index":
        pairs = _Pairs([value, at] for at, value in enumerate(values))
        return Enumerator("each", list(pairs)) if block is None else _each(pairs, _spread(block))
    if plain == "each_index":
        places = list(range(len(values)))
        return Enumerator("each", places) if block is None else _each(places, block)
    if plain in ("inject", "each_with_object"):
        return _folded(values, plain, arguments, block)
    if not arguments and plain in _WITHOUT_BLOCK:
        return _WITHOUT_BLOCK[plain](values)
    return Enumerator(plain, values) if plain in _WAITING else _with_arguments(values, plain, arguments)


def _enumerated(values: Enumerator, name: str, arguments: list[Any], block: _Block | None) -> Any:
    if name in ("with_index", "each_with_index"):
        start = arguments[0] if arguments and isinstance(arguments[0], int) else 0
        pairs = _Pairs([value, at] for at, value in enumerate(values.values, start))
        if block is None:
            return Enumerator(values.method, list(pairs))
        return list_method(pairs, values.method, [], _spread(block))
    if name in _COUNTED:
        return list_method(values.values, name, arguments, block)
    if name in ("to_a", "size", "count"):
        return values.values if name == "to_a" else len(values.values)
    raise NotLiteral


def _spread(block: _Block) -> _Block:
    """The block for a pair as its two arguments."""
    return lambda pair: block(*pair)


class _Pairs(list[Any]):
    """Values with their numbers; filters keep the values alone."""


def _each(values: Iterable[Any], block: _Block) -> Any:
    for value in list(values):
        try:
            block(value)
        except Leave as leave:
            if leave.word == "break":
                break
            raise
    return [pair[0] for pair in values] if isinstance(values, _Pairs) else values


def _kept(values: list[Any], block: _Block, wanted: bool) -> list[Any]:
    found = [value for value in values if _true(block(value)) == wanted]
    return [pair[0] for pair in found] if isinstance(values, _Pairs) else found


def _true(value: Any) -> bool:
    if isinstance(value, UnknownValue):
        raise NotLiteral
    return is_true(value)


def _flat_map(values: list[Any], block: _Block) -> list[Any]:
    found: list[Any] = []
    for value in values:
        made = block(value)
        found += made if isinstance(made, list) else [made]
    return found


def _grouped(values: list[Any], block: _Block) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for value in values:
        found.setdefault(block(value), []).append(value)
    return found


_WITH_BLOCK: dict[str, Callable[[list[Any], _Block], Any]] = {
    "map": lambda values, block: [block(value) for value in values],
    "filter_map": lambda values, block: [made for value in values if _true(made := block(value))],
    "each": _each,
    "select": lambda values, block: _kept(values, block, True),
    "reject": lambda values, block: _kept(values, block, False),
    "flat_map": _flat_map,
    "find": lambda values, block: next((value for value in values if _true(block(value))), None),
    "index": lambda values, block: next((at for at, value in enumerate(values) if _true(block(value))), None),
    "any?": lambda values, block: any(_true(block(value)) for value in values),
    "all?": lambda values, block: all(_true(block(value)) for value in values),
    "none?": lambda values, block: not any(_true(block(value)) for value in values),
    "count": lambda values, block: sum(_true(block(value)) for value in values),
    "sum": lambda values, block: sum(block(value) for value in values),
    "sort_by": lambda values, block: sorted(values, key=block),
    "min_by": lambda values, block: min(values, key=block) if values else None,
    "max_by": lambda values, block: max(values, key=block) if values else None,
    "group_by": _grouped,
    "partition": lambda values, block: [_kept(values, block, True), _kept(values, block, False)],
    "to_h": lambda values, block: dict(block(value) for value in values),
    "uniq": lambda values, block: list({block(value): value for value in reversed(values)}.values())[::-1],
}

_WAITING = frozenset(
    {"map", "filter_map", "each", "select", "reject", "flat_map", "find", "sort_by", "min_by", "max_by"}
    | {"group_by", "partition"}
)
"""Methods that wait for a block where they have none."""

_WITHOUT_BLOCK: dict[str, Callable[[list[Any]], Any]] = {
    "size": len,
    "count": len,
    "empty?": lambda values: not values,
    "any?": lambda values: any(map(is_true, values)),
    "all?": lambda values: all(map(is_true, values)),
    "none?": lambda values: not any(map(is_true, values)),
    "first": lambda values: values[0] if values else None,
    "last": lambda values: values[-1] if values else None,
    "compact": lambda values: [value for value in values if value is not None],
    "uniq": lambda values: [value for at, value in enumerate(values) if value not in values[:at]],
    "sort": sorted,
    "reverse": lambda values: values[::-1],
    "sum": sum,
    "max": lambda values: max(values, default=None),
    "min": lambda values: min(values, default=None),
    "to_a": list,
    "dup": list,
    "clone": list,
    "freeze": lambda values: values,
    "flatten": lambda values: _flattened(values, 8),
    "transpose": lambda values: [list(row) for row in zip(*values, strict=True)],
    "to_h": lambda values: dict(map(tuple, values)),
    "join": lambda values: joined(values, ""),
    "tally": lambda values: {value: values.count(value) for value in values},
    "shift": lambda values: values.pop(0) if values else None,
    "pop": lambda values: values.pop() if values else None,
}


def joined(values: list[Any], mark: str) -> str:
    """The texts of a list in one.

    Raises:
        NotLiteral: One is not known, or they are too long together.
    """
    texts = [as_text(value) for value in _flattened(values, 8)]
    if sum(map(len, texts)) + len(mark) * len(texts) > MOST_TEXT:
        raise NotLiteral
    return mark.join(texts)


def _bounded(values: list[Any], more: list[Any]) -> list[Any]:
    if len(values) + len(more) > MOST_ITEMS:
        raise NotLiteral
    return list(more)


def _flattened(values: list[Any], depth: int) -> list[Any]:
    found: list[Any] = []
    for value in values:
        found += _flattened(value, depth - 1) if isinstance(value, list) and depth else [value]
    return found


def _with_arguments(values: list[Any], name: str, arguments: list[Any]) -> Any:
    match name, arguments:
        case "join", [str(mark)]:
            return joined(values, mark)
        case "flatten", [int(depth)]:
            return _flattened(values, max(0, min(depth, 8)))
        case "zip", [*others]:
            return [
                [value, *(other[at] if at < len(other) else None for other in others)]
                for at, value in enumerate(values)
            ]
        case "include?", [wanted]:
            return wanted in values
        case "index", [wanted]:
            return values.index(wanted) if wanted in values else None
        case "count", [wanted]:
            return values.count(wanted)
        case (("push" | "concat"), [*more]):
            values.extend(_bounded(values, more if name != "concat" else more[0]))
            return values
        case "unshift", [*more]:
            values[:0] = _bounded(values, more)
            return values
        case (("first" | "take"), [int(number)]):
            return values[: max(number, 0)]
        case "last", [int(number)]:
            return values[-number:] if number > 0 else []
        case "drop", [int(number)]:
            return values[max(number, 0) :]
        case "each_slice", [int(number)] if number > 0:
            return [values[at : at + number] for at in range(0, len(values), number)]
        case "values_at", [*places]:
            return [values[at] if at < len(values) else None for at in places]
        case "delete", [wanted]:
            values[:] = [value for value in values if value != wanted]
            return wanted
        case "fetch" | "at" | "slice", [int(at)]:
            return values[at] if -len(values) <= at < len(values) else None
        case "fill", [value]:
            values[:] = [value] * len(values)
            return values
    raise NotLiteral


def _folded(values: list[Any], name: str, arguments: list[Any], block: _Block | None) -> Any:
    if name == "each_with_object" and arguments and block is not None:
        for value in values:
            block(value, arguments[0])
        return arguments[0]
    if arguments and arguments[-1] in ("+", "+="):
        return sum(values, *arguments[:-1])
    if block is None or not (arguments or values):
        raise NotLiteral
    start, rest = (arguments[0], values) if arguments else (values[0], values[1:])
    for value in rest:
        start = block(start, value)
    return start


def hash_method(values: dict[Any, Any], name: str, arguments: list[Any], block: _Block | None) -> Any:
    """The value of a hash's method.

    Raises:
        NotLiteral: It is not known.
    """
    pairs = [[key, value] for key, value in values.items()]
    match name, arguments:
        case (("[]" | "fetch" | "dig"), [key, *rest]):
            found = values.get(key, rest[0] if name == "fetch" and rest else None)
            if name == "dig":
                for each in rest:
                    found = found.get(each) if isinstance(found, dict) else None
            return found
        case (("key?" | "has_key?" | "include?" | "member?"), [key]):
            return key in values
        case "keys", []:
            return list(values)
        case "values", []:
            return list(values.values())
        case (("size" | "length" | "count"), []):
            return len(values)
        case "empty?", []:
            return not values
        case (("merge" | "update" | "merge!"), [dict(other)]):
            return {**values, **other}
        case (("to_h" | "dup" | "freeze" | "clone"), []):
            return values
        case (("transform_values" | "transform_values!"), []) if block is not None:
            return {key: block(value) for key, value in values.items()}
        case (("select" | "filter" | "reject"), []) if block is not None:
            return {
                key: value for key, value in values.items() if _true(block(key, value)) == (name != "reject")
            }
        case (("each" | "each_pair"), []) if block is not None:
            for key, value in pairs:
                block(key, value)
            return values
        case (("each_key" | "each_value"), []) if block is not None:
            return _each([pair[name == "each_value"] for pair in pairs], block)
        case "key", [wanted]:
            return next((key for key, value in values.items() if value == wanted), None)
        case "values_at", [*keys]:
            return [values.get(key) for key in keys]
    if block is not None and name in (
        "each_with_index",
        "map",
        "collect",
        "flat_map",
        "find",
        "sort_by",
        "any?",
        "all?",
    ):
        return list_method(pairs, name, arguments, block)
    if name in ("each", "map", "each_with_index", "to_a", "sort"):
        return list_method(pairs, name, arguments, block)
    raise NotLiteral


_COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_CALCULATED: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "%": operator.mod,
    **_COMPARED,
}


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
    if sign in _COMPARED and isinstance(right, str) and not (has_slot(left) or has_slot(right)):
        return _COMPARED[sign](left, right)
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
    if sign in _CALCULATED:
        return _CALCULATED[sign](left, right)
    if sign == "/":
        return left // right if isinstance(left, int) and isinstance(right, int) else left / right
    if sign == "**" and abs(right) <= 30:
        return left**right
    if sign == "<=>":
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
