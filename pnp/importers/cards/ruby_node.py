"""Parts of a Ruby script, and the names that are known in one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class RubyNode:
    """A part of a script.

    Attributes:
        kind: ``literal``, ``text``, ``array``, ``hash``, ``range``, ``name``, ``const``, ``call``, ``index``,
            ``assign``, ``operator``, ``not``, ``if``, ``case``, ``sequence``, ``define``, ``for``, ``splat``,
            ``block-argument``, ``lambda``, ``leave`` or ``unknown``.
        line: From 1.
        parts: By the kind.
    """

    kind: str
    line: int
    parts: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class RubyBlock:
    """``do |a, b| … end``: parameters, lists of them for pairs, and the body."""

    parameters: tuple[Any, ...]
    body: RubyNode


@dataclass(slots=True, eq=False)
class RubyMethod:
    """A method that a script defines.

    Attributes:
        parameters: Names, with defaults.
        body: What it does.
        called: Whether anything has called it.
    """

    parameters: tuple[Any, ...]
    body: RubyNode
    called: bool = False


class PassedBlock(NamedTuple):
    """The parameter ``&block``.

    Attributes:
        name: By which the method calls the block or passes it on.
    """

    name: str


@dataclass(slots=True)
class Scope:
    """Local names.

    Attributes:
        names: Of this block.
        around: The block around it; None in a method.
        myself: What ``self`` is.
    """

    names: dict[str, Any] = field(default_factory=dict)
    around: Scope | None = None
    myself: Any = None

    def holder(self, name: str) -> Scope | None:
        """The scope that has the name."""
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.around
        return scope


class Leave(Exception):
    """``next``, ``break`` and ``return``."""

    def __init__(self, word: str, value: Any):
        super().__init__(word)
        self.word = word
        self.value = value


def bind(scope: Scope, parameters: Iterable[Any], arguments: Iterable[Any]) -> None:
    """Give the parameters of a block or a method their values."""
    values = list(arguments)
    for at, parameter in enumerate(each for each in parameters if not isinstance(each, PassedBlock)):
        value = values[at] if at < len(values) else None
        if isinstance(parameter, str):
            scope.names[parameter] = value
        elif isinstance(parameter, tuple) and len(parameter) == 3 and isinstance(parameter[2], bool):
            scope.names[parameter[0]] = value
        elif isinstance(parameter, tuple):
            bind(scope, parameter, value if isinstance(value, list) else [value])


def calls_in(part: Any) -> Iterator[RubyNode]:
    """The calls in a part of a script, outer ones first."""
    if isinstance(part, RubyBlock):
        yield from calls_in(part.body)
    elif isinstance(part, (list, tuple)):
        for each in part:
            yield from calls_in(each)
    elif isinstance(part, RubyNode):
        if part.kind == "call":
            yield part
        yield from calls_in(part.parts)


def draws(part: Any) -> bool:
    """Whether words that draw are in a part of a script."""
    return any(call.parts[0] is None and call.parts[1] in DRAWING for call in calls_in(part))


def lines_calling(part: Any, constant: str, name: str) -> set[int]:
    """Lines of a part of a script that call a method of a constant, such as ``Squib::Deck.new``."""
    found = ((call.line, call.parts[0]) for call in calls_in(part) if call.parts[1] == name)
    return {line for line, on in found if on is not None and on.kind == "const" and on.parts[0] == constant}


DRAWING = frozenset({
    "text", "png", "svg", "rect", "circle", "ellipse", "triangle", "line", "curve", "star", "polygon", "grid",
    "background", "embed",
})  # fmt: skip
"""Words of Squib that draw."""
