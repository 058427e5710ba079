"""What composers have read, built and drawn, kept for pieces that ask for the same again, in this language or another."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from itertools import count
from typing import Any, NamedTuple, TypeAlias, TypeVar

from pnp.diagnostics import Diagnostic
from pnp.draw import Item, Outline
from pnp.geometry import Box
from pnp.layout.element import Element
from pnp.layout.fit import Fit
from pnp.layout.frame import Frame
from pnp.layout.marking import Marking
from pnp.layout.skeleton import Node
from pnp.text import SetText

_K = TypeVar("_K")
_V = TypeVar("_V")

_MOST = 4_000
"""Of each kind: far more than the layouts of a game make, unless values differ on every piece of a large deck."""


class Shelf(dict[_K, _V]):
    """A dict that starts anew when it is full, so that a deck of any size takes bounded memory."""

    __slots__ = ()

    def __setitem__(self, key: _K, value: _V) -> None:
        """Keep ``value``, and where there is no room for it nothing else."""
        if len(self) >= _MOST:
            self.clear()
        super().__setitem__(key, value)


TextKey: TypeAlias = tuple[str, int, Box]


class Drawn(NamedTuple):
    """What an element became: items, findings, how its texts fit, how many characters these have, and whether it has any."""

    items: tuple[Item, ...]
    found: tuple[Diagnostic, ...]
    fits: tuple[Fit, ...]
    letters: int
    spoken: bool


class Kept:
    """Faultless results of building and drawing by all that they depend on; none of it changes what comes out.

    All but ``spoken`` and ``texts`` is shared by composers that differ in nothing but language, terms and what pieces say.

    Attributes:
        marking: Of the layouts.
        parsed: Skeletons by their text, each with its elements without holes by the identity of their node.
        readings: Values of attributes by their reader and text.
        bare: Elements that hold nothing, by their start tags with the values in their holes, before they are read.
        elements: Those that hold something, by the numbers of their attributes and of the elements inside, and their words.
        silent: What was drawn without asking for the language, by the numbers of elements, and where they stand.
        spoken: Likewise, what says something in it.
        texts: Short texts that came more than once, by what they say, the numbers of their attributes and their boxes: names of
            kinds, costs, what stands in corners. Each deck has its own longer ones but once.
        boxes: Of elements that stand in the frame of a face, by the numbers of their attributes and of the frame.
        frames: Of whole faces, by outline.
    """

    def __init__(self) -> None:
        self.marking = Marking([])
        self.parsed: dict[str, tuple[Node, dict[int, Element]] | Diagnostic] = {}
        self.readings: Shelf[tuple[Callable[[Any], Any], str], Any] = Shelf()
        self.bare: Shelf[tuple[object, ...], Element] = Shelf()
        self.elements: Shelf[tuple[object, ...], Element] = Shelf()
        self.silent: Shelf[tuple[object, ...], Drawn] = Shelf()
        self.boxes: Shelf[tuple[int, int], Box] = Shelf()
        self.frames: Shelf[Outline, Frame] = Shelf()
        self._numbers = count(1)
        self._say_nothing()

    def _say_nothing(self) -> None:
        self.spoken: Shelf[tuple[object, ...], Drawn] = Shelf()
        self.texts: Shelf[TextKey, SetText] = Shelf()
        self._seen: set[TextKey] = set()

    def shared(self) -> Kept:
        """One for another composer, that has said nothing yet."""
        other = copy(self)
        other._say_nothing()
        return other

    def frame(self, outline: Outline) -> Frame:
        """The frame of a whole face."""
        frame = self.frames.get(outline)
        if frame is None:
            trim = Box(0.0, 0.0, outline.width, outline.height)
            frame = self.frames[outline] = Frame(trim, trim, self.number(), outline.shape)
        return frame

    def comes_again(self, key: TextKey) -> bool:
        """Whether the text was asked about before, so that it is worth keeping; among the last few thousand others."""
        if key in self._seen:
            return True
        if len(self._seen) >= _MOST:
            self._seen.clear()
        self._seen.add(key)
        return False

    def number(self) -> int:
        """A number that nothing else has, now or later: unlike an ``id`` it outlives what it was given to."""
        return next(self._numbers)
