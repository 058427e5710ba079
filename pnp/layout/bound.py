"""Texts and sets of the game as layouts see them."""

from __future__ import annotations

from typing import Any

from pnp.diagnostics import Diagnostic
from pnp.layout.reads import OTHERS, TOTAL
from pnp.model import ComponentSet
from pnp.source import Origin

_HEAD = frozenset({"id", "kind", "labels", "name"})
"""Members of a set that all faces of its pieces are taken to depend on."""


class BoundText(str):
    """A text in the language of the build, its expressions filled in.

    It is a plain text to templates (compared, tested, filtered); printed whole in a ``<text>``, it still
    knows its origin, so that a fault inside it points at the line of the game's file.

    Attributes:
        origin: Maps offsets of these characters to places in the file.
        faults: Of its expressions; reported when the text is printed.
        steps: Of a layout that it costs to fill in the expressions.
    """

    __slots__ = ("faults", "origin", "steps")
    origin: Origin
    faults: tuple[Diagnostic, ...]
    steps: int

    def __new__(
        cls, text: str, origin: Origin, faults: tuple[Diagnostic, ...] = (), steps: int = 0
    ) -> BoundText:
        """The text with its origin."""
        bound = super().__new__(cls, text)
        bound.origin = origin
        bound.faults = faults
        bound.steps = steps
        return bound


class NoWords:
    """Stands for a printed value of Jinja's own, such as a macro or a loop, whose words could be endless."""

    def __str__(self) -> str:
        return "…"


class SetView:
    """A set as layouts see it. What has to be counted is counted once and not for every piece.

    Args:
        component_set: The set.
        reads: Notes what of the set is read; grows.
    """

    __slots__ = ("_reads", "_values", "component_set")

    def __init__(self, component_set: ComponentSet, reads: set[str]) -> None:
        self.component_set = component_set
        self._reads = reads
        self._values = {name: component_set.member(name) for name in component_set.members()}

    def member(self, name: str) -> Any:
        """The value under ``name``; raises KeyError if missing."""
        value = self._values[name]
        if name == "total":
            self._reads.add(TOTAL)
        elif name not in _HEAD:
            self._reads.add(OTHERS)
        return value

    def members(self) -> list[str]:
        """The names that ``member`` knows."""
        return list(self._values)
