"""Operators of expressions: what they take, and how big their results may get."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Container, Mapping, Set
from typing import Any

from pnp.model import FieldValue, Text
from pnp.rules.limits import LONGEST_TEXT, MOST_BITS, MOST_ITEMS
from pnp.rules.run import Budget, UnplacedFault
from pnp.rules.value import describe, has_members, items_of, plain

_SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip

_NUMBERS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_SETS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.Sub: operator.sub,
}
_ORDERS: dict[type[ast.AST], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def binary(kind: type[ast.operator], left: Any, right: Any, budget: Budget) -> Any:
    """``left kind right``.

    Raises:
        UnplacedFault: The values do not go together (X120), or the result is too big (X130).
    """
    if isinstance(left, Text):
        left = left.source
    if isinstance(right, Text):
        right = right.source
    if is_number(left) and is_number(right):
        return _arithmetic(kind, left, right)
    if isinstance(left, FieldValue) or isinstance(right, FieldValue):
        return _calculated(kind, left, right)
    if kind in _SETS and isinstance(left, Set) and isinstance(right, Set):
        budget.spend(len(left) + len(right))
        return _SETS[kind](left, right)
    if kind is ast.Add:
        return _joined(left, right, budget)
    if kind is ast.Mult:
        return _repeated(left, right, budget)
    raise _mismatch(kind, left, right)


def _calculated(kind: type[ast.operator], left: Any, right: Any) -> Any:
    """The result of an operator with a value that may define it."""
    if kind not in _NUMBERS:
        raise _mismatch(kind, left, right)
    return own_result(lambda: _NUMBERS[kind](left, right), lambda: _mismatch(kind, left, right))


def own_result(calculate: Callable[[], Any], refused: Callable[[], UnplacedFault]) -> Any:
    """The result of a calculation, sum, sort or rounding that values may define themselves.

    Raises:
        UnplacedFault: It does not define it: ``refused()``. It divides by zero (X120), or is too big (X130).
    """
    try:
        result = calculate()
    except TypeError:
        raise refused() from None
    except ZeroDivisionError:
        raise UnplacedFault("X120", *_BY_ZERO) from None
    except OverflowError:
        raise UnplacedFault("X130", *_TOO_BIG) from None
    return checked_number(result) if is_number(result) else result


_BY_ZERO = ("division by zero", "test for 0 first, with 'if'")
_TOO_BIG = ("the number is too big", "use smaller numbers")


def is_number(value: Any) -> bool:
    """Whether one can calculate with the value; flags count as 0 and 1."""
    return isinstance(value, int | float)


def _arithmetic(kind: type[ast.operator], left: Any, right: Any) -> int | float:
    if kind is ast.Pow:
        return _power(left, right)
    function = _NUMBERS.get(kind)
    if function is None:
        raise _mismatch(kind, left, right)
    if kind in (ast.Div, ast.FloorDiv, ast.Mod) and right == 0:
        raise UnplacedFault("X120", *_BY_ZERO)
    return checked_number(function(left, right))


def _power(left: Any, right: Any) -> int | float:
    if isinstance(left, int) and isinstance(right, int) and right >= 0:
        if left.bit_length() * right > MOST_BITS:
            raise UnplacedFault("X130", *_TOO_BIG)
        return checked_number(left**right)
    if left == 0 or (left < 0 and not float(right).is_integer()):
        raise UnplacedFault("X120", "this power has no value", "raise a number that is not less than 0")
    return checked_number(float(left) ** right)


def checked_number(value: Any) -> int | float:
    """The number, once it is known not to be too big.

    Raises:
        UnplacedFault: It is (X130).
    """
    fits = value.bit_length() <= MOST_BITS if isinstance(value, int) else math.isfinite(value)
    if not fits:
        raise UnplacedFault("X130", *_TOO_BIG)
    return int(value) if isinstance(value, bool) else value


def _joined(left: Any, right: Any, budget: Budget) -> Any:
    if isinstance(left, str) and isinstance(right, str):
        check_text_length(len(left) + len(right))
        budget.spend_on_text(len(left) + len(right))
        return left + right
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        _check_length(len(left) + len(right), budget)
        return [*left, *right]
    raise _mismatch(ast.Add, left, right)


def check_text_length(length: int) -> None:
    """Raises UnplacedFault (X130) when a text would have too many characters."""
    if length > LONGEST_TEXT:
        raise UnplacedFault(
            "X130", f"the text is longer than {LONGEST_TEXT:,} characters", "repeat it less often"
        )


def _repeated(left: Any, right: Any, budget: Budget) -> Any:
    value, times = (right, left) if isinstance(left, int) else (left, right)
    if not isinstance(times, int) or not isinstance(value, str | list | tuple):
        raise _mismatch(ast.Mult, left, right)
    _check_length(len(value) * max(times, 0), budget)
    return value * times if isinstance(value, str) else list(value) * times


def _check_length(length: int, budget: Budget) -> None:
    if length > MOST_ITEMS:
        raise UnplacedFault("X130", f"the result has more than {MOST_ITEMS:,} members", "make it shorter")
    budget.spend(length)


def _mismatch(kind: type[ast.AST], left: Any, right: Any) -> UnplacedFault:
    sign = _SIGNS.get(kind, "?")
    message = f"'{sign}' does not work between {describe(left)} and {describe(right)}"
    if isinstance(left, str) != isinstance(right, str) and kind is ast.Add:
        return UnplacedFault("X120", message, "put the number into its own {{ }} beside the text")
    if left is None or right is None:
        return UnplacedFault("X120", message, "a value is empty: leave it out with 'if', or give it a value")
    if isinstance(left, list | tuple) != isinstance(right, list | tuple) and kind in _ORDERS:
        return UnplacedFault(
            "X120", message, "compare how many there are with len(…), or look for one with 'in'"
        )
    return UnplacedFault("X120", message, "give it two values of one kind")


def unary(kind: type[ast.unaryop], value: Any) -> Any:
    """``kind value``: ``not``, ``-`` or ``+``.

    Raises:
        UnplacedFault: The sign of something that is no number (X120).
    """
    if kind is ast.Not:
        return not value
    sign: Callable[[Any], Any] = operator.neg if kind is ast.USub else operator.pos
    if isinstance(value, FieldValue):
        return own_result(lambda: sign(value), lambda: _unsigned(value))
    if not is_number(value):
        raise _unsigned(value)
    return sign(value)


def _unsigned(value: Any) -> UnplacedFault:
    return UnplacedFault("X120", f"{describe(value)} takes no '+' or '-'", "put '-' before numbers only")


def compare(kind: type[ast.cmpop], left: Any, right: Any, budget: Budget) -> bool:
    """``left kind right``. Lists and tuples are alike, texts count by their source, a term equals its id.

    Raises:
        UnplacedFault: The values have no order, or the right side has no members (X120).
    """
    if kind in (ast.In, ast.NotIn):
        return contains(right, left, budget) is (kind is ast.In)
    first, second = plain(left, budget), plain(right, budget)
    if kind in (ast.Eq, ast.NotEq, ast.Is, ast.IsNot):
        return bool(first == second) is (kind in (ast.Eq, ast.Is))
    if not _ordered(first, second):
        raise _mismatch(kind, left, right)
    try:
        return bool(_ORDERS[kind](first, second))
    except TypeError:
        raise _mismatch(kind, left, right) from None


def _ordered(left: Any, right: Any) -> bool:
    own, other = (left, right) if isinstance(left, FieldValue) else (right, left)
    if isinstance(own, FieldValue):
        return isinstance(other, FieldValue) or not isinstance(other, tuple)
    return (
        (is_number(left) and is_number(right))
        or (isinstance(left, str) and isinstance(right, str))
        or (isinstance(left, tuple) and isinstance(right, tuple))
        or (isinstance(left, Set) and isinstance(right, Set))
    )


def contains(group: Any, wanted: Any, budget: Budget) -> bool:
    """Whether ``wanted`` is a member of ``group``, a key of a mapping, or a part of a text.

    Raises:
        UnplacedFault: ``group`` has no members (X120).
    """
    wanted = plain(wanted, budget)
    if isinstance(group, str | Text):
        if not isinstance(wanted, str):
            raise UnplacedFault(
                "X120", f"a text does not hold {describe(wanted)}", "look for a text, in quotes"
            )
        text = plain(group, budget)
        budget.spend_on_text(len(text))
        return wanted in text
    if isinstance(group, Mapping | Set) or (isinstance(group, FieldValue) and isinstance(group, Container)):
        budget.spend()
        return wanted in group
    if isinstance(group, range):
        return wanted in group if is_number(wanted) else False
    if group is not None and not isinstance(group, list | tuple) and not has_members(group):
        raise UnplacedFault(
            "X120", f"{describe(group)} has no members", "'in' looks into lists, mappings and texts"
        )
    for member in items_of(group):
        budget.spend()
        if plain(member, budget) == wanted:
            return True
    return False


def compare_equal(left: Any, right: Any, budget: Budget) -> bool:
    """Whether the values are equal as expressions see it."""
    return compare(ast.Eq, left, right, budget)
