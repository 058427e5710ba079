"""Prices of what a running layout does, so that none runs for minutes or fills the memory.

Every operation pays for what it looks through and for what it makes, so time and memory follow the steps that
were paid:

======================================== ==========================================================
Operation                                Steps
======================================== ==========================================================
a round of a loop, a call, a filter      1
code that is run                         1 for 10 nodes (``pnp.layout_source.counting``)
a text that is made or looked through    1 for 50 characters
a list or mapping that is made           1 for 4 members
one that is looked through               1 for 10 members, and its texts
one that a filter goes through           1 for each member
a text of the game with expressions      by its length and the steps of its expressions
======================================== ==========================================================

Whole numbers are bounded by ``NUMBER``, so arithmetic needs no price of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set, Sized
from itertools import chain, islice
from typing import Any

from jinja2 import Undefined

from pnp.layout import limits
from pnp.layout.fault import LayoutFault
from pnp.layout_source import NUMBER

LETTERS_A_STEP = 50
"""Characters of a text that cost as much as a round of a loop."""
MADE_A_STEP = 4
"""Members of a list or mapping that is made."""
SEEN_A_STEP = 10
"""Members of one that is looked through."""
LISTS = (list, tuple, dict)
FORMATTED = "join texts with '~'; for zeros in front of a number write n | digits(2)"
"""The cure of both ways in which programs format a number."""
_STRIPPING = frozenset({"strip", "lstrip", "rstrip"})
_SPLITTING = frozenset({"split", "splitlines", "title"})
_PARTS = 100
"""Parts of the output that are counted at once."""
_CURE = "a layout draws one face; make it smaller or draw fewer things"


class _Key(tuple[Any, ...]):
    """A list in the form that is compared and looked up.

    Python salts only the hashes of texts, so tuples could be chosen whose hashes collide.
    """

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(",".join(map(str, map(hash, self))))


class LayoutBudget:
    """The steps that a rendering may still spend; the same layout and data always stop at the same place."""

    def __init__(self, steps: int = limits.STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take ``steps`` from the budget.

        Raises:
            LayoutFault: L120, nothing is left.
        """
        self.left -= steps
        if self.left < 0:
            raise LayoutFault("L120", f"the layout takes more than {limits.STEPS} steps", _CURE)

    def counted(self, values: Any, steps: int = 0) -> Any:
        """``values`` for a loop, at a cost of ``steps`` more for each; None counts as no values.

        Lazy values are read as far as the budget goes.
        """
        if values is None:
            return ()
        if isinstance(values, Sized):
            self.spend(len(values) * (1 + steps))
            return values
        gathered = []
        for value in values:
            self.spend(1 + steps)
            gathered.append(value)
        return gathered

    def made(self, value: Any) -> Any:
        """``value``, which was just made, paid for by its size; members of lazy ones are paid for on use.

        Raises:
            LayoutFault: L120, it is too large, or nothing is left.
        """
        if isinstance(value, str):
            self.text(len(value))
        elif isinstance(value, LISTS):
            if len(value) > limits.TEXT:
                message = f"the layout makes a list of more than {limits.TEXT} members"
                raise LayoutFault("L120", message, _CURE)
            self.spend(len(value) // MADE_A_STEP)
        elif isinstance(value, int):
            _check_number(value)
        elif isinstance(value, Iterator):
            return self._paid_one_by_one(value)
        return value

    def _paid_one_by_one(self, values: Iterator[Any]) -> Iterator[Any]:
        for value in values:
            self.spend(1 + (len(value) // MADE_A_STEP if isinstance(value, LISTS) else 0))
            yield value

    def flat(self, value: Any) -> Any:
        """``value`` in a form to compare or look up, paid for by its size: lists of lists could take forever.

        Raises:
            LayoutFault: L121, a list holds lists; L120, a number is too large, or nothing is left.
        """
        if isinstance(value, str):
            self.spend(len(value) // LETTERS_A_STEP)
        elif isinstance(value, int):
            _check_number(value)
        elif isinstance(value, range):
            self.spend(len(value) // SEEN_A_STEP)
        elif isinstance(value, Undefined) or not isinstance(value, Sized):
            return value
        elif isinstance(value, Collection):
            items = value.values() if isinstance(value, Mapping) else value
            if any(isinstance(item, LISTS) for item in items):
                raise LayoutFault(
                    "L121", "lists of lists cannot be compared or printed", "take single values"
                )
            keys = value if isinstance(value, Mapping) else ()
            letters = sum(len(item) for item in chain(keys, items) if isinstance(item, str))
            self.spend(1 + len(value) // SEEN_A_STEP + letters // LETTERS_A_STEP)
            return _Key(value) if type(value) is tuple else value
        else:
            self.spend(len(value) // SEEN_A_STEP)
        return value

    def text(self, length: int) -> None:
        """Pay for a text of ``length`` characters before it is made.

        Raises:
            LayoutFault: L120, it is too long, or nothing is left.
        """
        if length > limits.TEXT:
            raise LayoutFault("L120", f"the layout makes a text of more than {limits.TEXT} characters", _CURE)
        self.spend(length // LETTERS_A_STEP)

    def operation(self, operator: str, left: Any, right: Any, make: Callable[[Any, Any], Any]) -> Any:
        """The result of an operator, paid for before it is made.

        Raises:
            LayoutFault: L120, the result is enormous; L121 for ``%`` on texts and ``-`` on groups.
        """
        if operator == "%" and isinstance(left, str):
            raise LayoutFault("L121", "'%' on a text is not allowed in a layout", FORMATTED)
        if operator == "-" and isinstance(left, Set):
            raise LayoutFault("L121", "'-' takes numbers only", "use a loop with a condition")
        if operator == "+" and isinstance(left, Sized) and isinstance(right, Sized):
            self.text(len(left) + len(right))
        if operator == "*":
            for sequence, times in ((left, right), (right, left)):
                if isinstance(sequence, Sized) and isinstance(times, int):
                    self.flat(sequence)
                    self.text(len(sequence) * max(times, 0))
        if operator in ("*", "**") and isinstance(left, int | float) and isinstance(right, int | float):
            _check_product(operator, left, right)
        result = make(left, right)
        if isinstance(result, int):
            _check_number(result)
        return result


def method_steps(name: str, owner: Sized, arguments: Sequence[Any]) -> int:
    """Steps that a method of a text or mapping costs before it runs."""
    length = len(owner)
    if name in _STRIPPING:
        return strip_steps(length, *arguments[:1])
    return length // (SEEN_A_STEP if name in _SPLITTING else LETTERS_A_STEP)


def strip_steps(length: int, characters: Any = None) -> int:
    """The cost in steps of stripping a text: each character is looked up among those given."""
    return length * (len(characters) if isinstance(characters, str) else 1) // LETTERS_A_STEP


def put_out(parts: Iterable[str]) -> str:
    """The output of a layout, or of one of its macros, read not much further than it may be long.

    Raises:
        LayoutFault: L120, it is too long.
    """
    gathered: list[str] = []
    waiting, length = iter(parts), 0
    while some := list(islice(waiting, _PARTS)):
        length += sum(map(len, some))
        if length > limits.OUTPUT:
            raise LayoutFault(
                "L120", f"the layout puts out more than {limits.OUTPUT} characters", "draw fewer things"
            )
        gathered += some
    return "".join(gathered)


def _check_number(number: int) -> None:
    if not -NUMBER <= number <= NUMBER:
        raise LayoutFault("L120", f"the layout makes a number beyond {NUMBER}", _CURE)


def _check_product(operator: str, left: float, right: float) -> None:
    try:
        product = operator == "*"
        size = abs(float(left)) * abs(float(right)) if product else abs(float(left)) ** float(right)
    except (OverflowError, ZeroDivisionError):
        size = float("inf")
    if size > NUMBER:
        raise LayoutFault("L120", f"'{operator}' makes a number beyond {NUMBER}", _CURE)
