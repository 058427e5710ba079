"""Counting the work of a running template, so that none runs for minutes or fills the memory."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from itertools import islice
from typing import Any

from pnp.layout import limits
from pnp.layout.fault import LayoutFault

LETTERS_A_STEP = 50
"""Characters of a made text that cost as much as a round of a loop."""
LISTS = (list, tuple, dict)
FORMATTED = "join texts with '~'; for zeros in front of a number write n | digits(2)"
"""The cure of both ways in which programs format a number."""
_PARTS = 100
"""Parts of the output that are counted at once."""
_CURE = "a layout draws one face; make it smaller or draw fewer things"


class LayoutBudget:
    """The steps that one rendering may still spend; the same layout and data always stop at the same place."""

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

    def counted(self, values: Any) -> Any:
        """``values`` for a loop, paid for; lazy ones are read as far as the budget goes. None counts as no values."""
        if values is None:
            return ()
        if isinstance(values, Sized):
            self.spend(len(values))
            return values
        return self._gathered(values)

    def _gathered(self, values: Iterable[Any]) -> list[Any]:
        gathered = []
        for value in values:
            self.spend()
            gathered.append(value)
        return gathered

    def flat(self, value: Any) -> Any:
        """``value``, fit to be compared, looked up or printed: lists of lists would take time without bounds.

        Raises:
            LayoutFault: L121, a list holds lists.
        """
        if isinstance(value, LISTS):
            self.spend(1 + len(value) // LETTERS_A_STEP)
            items = value.values() if isinstance(value, dict) else value
            if any(isinstance(item, LISTS) for item in items):
                raise LayoutFault(
                    "L121", "lists of lists cannot be compared or printed", "take single values"
                )
        return value

    def text(self, length: int) -> None:
        """Pay for a text of ``length`` characters before it is made.

        Raises:
            LayoutFault: L120, it is too long, or nothing is left.
        """
        if length > limits.TEXT:
            raise LayoutFault("L120", f"the layout makes a text of more than {limits.TEXT} characters", _CURE)
        self.spend(length // LETTERS_A_STEP)

    def words(self, value: Any) -> str:
        """A value as part of a longer text.

        Raises:
            LayoutFault: L121, it is a list; L120, it is too long.
        """
        if isinstance(value, str):
            return value
        if isinstance(value, LISTS):
            raise LayoutFault("L121", "a list cannot be part of a text", "write list | join(', ')")
        return str(value)

    def operation(self, operator: str, left: Any, right: Any) -> None:
        """Pay for a product, sum or power before it is made.

        Raises:
            LayoutFault: L120, the result is enormous; L121 for ``%`` on texts.
        """
        if operator == "%" and isinstance(left, str):
            raise LayoutFault("L121", "'%' on a text is not allowed in a layout", FORMATTED)
        if operator == "+" and isinstance(left, Sized) and isinstance(right, Sized):
            self.text(len(left) + len(right))
        if operator == "*":
            for sequence, times in ((left, right), (right, left)):
                if isinstance(sequence, Sized) and isinstance(times, int):
                    self.text(len(self.flat(sequence)) * max(times, 0))
        if operator in ("*", "**") and isinstance(left, int | float) and isinstance(right, int | float):
            _check_number(operator, left, right)


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


def _check_number(operator: str, left: float, right: float) -> None:
    try:
        product = operator == "*"
        size = abs(float(left)) * abs(float(right)) if product else abs(float(left)) ** float(right)
    except (OverflowError, ZeroDivisionError):
        size = float("inf")
    if size > limits.NUMBER:
        raise LayoutFault("L120", f"'{operator}' makes a number beyond {limits.NUMBER}", _CURE)
