"""What steady macros gave, so that a macro that is called with the same arguments again need not run again."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import CodeType
from typing import TYPE_CHECKING, Any

from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup

from pnp.colour import Colour
from pnp.layout.bound import SharedText
from pnp.layout.hole import HOLE_CLOSE, HOLE_OPEN
from pnp.layout.undefined import CONSTANT_NAMES

if TYPE_CHECKING:
    from pnp.layout.sandbox import LayoutEnvironment

_HOLE = re.compile(f"{HOLE_OPEN}([0-9]{{6}}){HOLE_CLOSE}")
_PLAIN = frozenset({str, int, bool, Colour, type(None)})
"""Types of arguments that tell all that a macro can see of them."""
_FUNCTIONS = ("range", "dict")
"""Functions of layouts that give the same for the same."""
_LOCALS = ("_loop_vars", "_block_vars")
"""What Jinja hands to each call for functions that look at the context, which macros do not."""
_MOST_LETTERS = 4_000_000
"""Characters and holes that are remembered; all are forgotten when there are more."""


class SteadyMacro(Macro):
    """A macro that prints the same for the same arguments."""


class _Output:
    """What a call printed.

    Attributes:
        code: Of the macro; it is kept, as it is known by its identity.
        text: With the numbers that its holes had.
        first: The first of these numbers.
        values: Of its holes.
        steps: That it took.
    """

    __slots__ = ("_parts", "code", "first", "steps", "text", "values")

    def __init__(self, code: CodeType, text: Markup, first: int, values: list[Any], steps: int) -> None:
        self.code = code
        self.text = text
        self.first = first
        self.values = values
        self.steps = steps
        self._parts: list[str] | None = None

    def numbered(self, first: int, marks: Sequence[str]) -> Markup:
        """The text with holes numbered from ``first`` on."""
        if first == self.first:
            return self.text
        if self._parts is None:
            self._parts = _HOLE.split(self.text)
        parts = self._parts[:]
        move = first - self.first
        parts[1::2] = [marks[int(number) + move] for number in parts[1::2]]
        return Markup("".join(parts))


class MacroMemory:
    """What the steady macros of an environment gave.

    Args:
        environment: Runs them.
    """

    def __init__(self, environment: LayoutEnvironment) -> None:
        self._environment = environment
        self._outputs: dict[tuple[object, ...], _Output] = {}
        self._letters = 0
        self._constants: dict[str, Any] = dict.fromkeys(CONSTANT_NAMES, missing)

    def look_at(self, bound: Mapping[str, Any]) -> None:
        """Take the names that mean the same for all pieces; what was remembered of other values is forgotten."""
        known = self._constants
        for name in CONSTANT_NAMES:
            if bound.get(name) is not known[name]:
                functions = {name: self._environment.globals[name] for name in _FUNCTIONS}
                self._constants = functions | {name: bound.get(name) for name in CONSTANT_NAMES}
                self._forget()
                return

    def steady(self, context: Context, outside: Sequence[str], macro: Macro) -> Macro:
        """The macro as a steady one, if all that it looks at is constant."""
        constants = self._constants
        for name in outside:
            # A name that is nothing here is nothing whenever the macro runs: those of its file are not among these.
            if context.resolve_or_missing(name) is not constants.get(name, missing):
                return macro
        macro.__class__ = SteadyMacro
        return macro

    def called(
        self,
        run: Callable[..., Any],
        context: Context,
        macro: SteadyMacro,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        """What the macro gives for the arguments, remembered or by ``run``."""
        environment = self._environment
        code = macro._func.__code__
        key = _key(code, args, kwargs) if context.eval_ctx.autoescape else None
        holes, budget = environment.holes, environment.budget
        first = len(holes)
        known = self._outputs.get(key) if key is not None else None
        if known is not None and known.steps <= budget.left:
            budget.left -= known.steps
            holes += known.values
            return known.numbered(first, environment.marked(len(holes)))
        texts, left = environment.texts, budget.left
        result = run(context, macro, *args, **kwargs)
        # A text may say something of the piece that is drawn, whoever owns it.
        if key is not None and known is None and texts == environment.texts and type(result) is Markup:
            output = _Output(code, result, first, holes[first:], left - budget.left)
            self._letters += len(result) + len(output.values)
            if self._letters > _MOST_LETTERS:
                self._forget()
            self._outputs[key] = output
        return result

    def _forget(self) -> None:
        self._outputs.clear()
        self._letters = 0


def _key(code: CodeType, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[object, ...] | None:
    """What tells a call from all that may print something else; None when nothing short does."""
    key: list[object] = [id(code)]
    for value in args:
        kind = type(value)
        if kind in _PLAIN:
            key += (kind, value)
        elif kind is SharedText:
            key += (kind, value, value.origin)
        elif kind is float:
            key.append(repr(value))  # a zero may have a sign
        else:
            return None
    for name, value in kwargs.items():
        if name not in _LOCALS:
            told = _key(code, (value,), {})
            if told is None:
                return None
            key += (_LOCALS, name, *told)
    return tuple(key)
