"""Running layouts for pieces, each as seldom as can be: runs, skeletons and what hangs on them are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from jinja2 import BytecodeCache

from pnp.colour import Colour
from pnp.diagnostics import Diagnostic
from pnp.draw import Face
from pnp.layout.bound import BoundText
from pnp.layout.element import Element
from pnp.layout.fit import Fit
from pnp.layout.kept import Kept
from pnp.layout.skeleton import Node, parse_skeleton
from pnp.layout.template import Rendered, Templates
from pnp.layout.view import PieceView, SetView
from pnp.model import ComponentSet, LayoutSource, Piece, Size, Text
from pnp.remember import ByIdentity
from pnp.source import Span

_V = TypeVar("_V")

_MOST_SKELETONS = 400
_MOST_FACES = 16
"""Faces that are kept of a skeleton: enough for the backs of a deck, while fronts mostly differ."""
_MOST_RUNS = 8
"""Runs of a layout that are kept for pieces that agree: a deck of four piles has four backs."""
_MOST_IDLE = 64
"""Pieces in a row that agree with none, from which on nobody looks for one that does: fronts mostly say different things."""


class DrawnFace(NamedTuple):
    """A face without its label, what is wrong with it, and how its texts fit; no face where the root is none."""

    face: Face | None
    diagnostics: tuple[Diagnostic, ...]
    fits: tuple[Fit, ...]


class _KeptFace:
    """A face with all that it was made of."""

    def __init__(self, size: Size, holes: Sequence[Any], drawn: DrawnFace) -> None:
        self.size, self.holes, self.drawn = size, holes, drawn

    @cached_property
    def plain(self) -> bool:
        """Whether its values say all that is printed of them."""
        return all(value is None or isinstance(value, str | int | float | Colour) for value in self.holes)

    def shows(self, size: Size, holes: Sequence[Any]) -> bool:
        """Whether it is the face of a piece of that size with these values."""
        # Lists are not compared: they may hold names that do not exist, whose use is a fault.
        if not (self.size is size or self.size == size) or not self.plain or self.holes != holes:
            return False
        # Python takes 1 for true; and faults of a text are told where it was written, besides those that it has already.
        return self.holes is holes or all(
            type(value) is type(twin) and _told(value) == _told(twin)
            for value, twin in zip(self.holes, holes, strict=True)
        )


@dataclass(slots=True)
class Skeleton:
    """A parsed skeleton with what is the same on all pieces that share it.

    Attributes:
        root: The parsed XML.
        fixed: Elements without holes, by the identity of their node.
    """

    root: Node
    fixed: dict[int, Element]
    _faces: list[_KeptFace] = field(default_factory=list)
    _idle: int = 0

    def face(self, size: Size, holes: Sequence[Any]) -> DrawnFace | None:
        """The face of a piece of that size with the same values: the backs of a deck are mostly one face."""
        if self._idle >= _MOST_IDLE:
            return None
        for kept in self._faces:
            if kept.shows(size, holes):
                self._idle = 0
                return kept.drawn
        self._idle += 1
        return None

    def keep(self, size: Size, holes: Sequence[Any], drawn: DrawnFace) -> None:
        """Remember a face, if there is room."""
        if len(self._faces) < _MOST_FACES and self._idle < _MOST_IDLE:
            self._faces.append(_KeptFace(size, holes, drawn))


@dataclass(slots=True)
class _Runs:
    """What a layout gave for pieces of a set, the last ones first; ``idle`` counts the pieces in a row that agreed with none."""

    found: list[tuple[PieceView, Rendered]] = field(default_factory=list)
    idle: int = 0

    def agreeing(self, piece: Piece) -> tuple[PieceView, Rendered] | None:
        """One that agrees with the piece in all that it looked at, and what it gave for that one."""
        if self.idle >= _MOST_IDLE:
            return None
        for run in self.found:
            if run[0].agrees(piece):
                self.idle = 0
                return run
        self.idle += 1
        return None

    def keep(self, view: PieceView, rendered: Rendered) -> None:
        """Remember what it gave for a piece."""
        if self.idle < _MOST_IDLE:
            self.found.insert(0, (view, rendered))
            del self.found[_MOST_RUNS:]
        else:
            self.found.clear()


def _told(value: object) -> tuple[Span | None, tuple[Diagnostic, ...]]:
    """Where a text was written, as faults are told there, and what is wrong with its expressions."""
    return (value.origin.span, value.faults) if isinstance(value, BoundText) else (None, ())


class Renderer:
    """The layouts of a game and what they gave so far. What is kept never changes what comes out.

    Args:
        sources: Layouts by name, the shipped ones included.
        language: Of the build.
        sets: Of the game, by id.
        bound: The bound names that are the same for all pieces.
        kept: What was built and drawn so far.
        compiled: Layouts that were compiled before.

    Attributes:
        kept: As given; grows.
    """

    def __init__(
        self,
        sources: Mapping[str, LayoutSource],
        language: str,
        sets: Mapping[str, ComponentSet],
        bound: Mapping[str, Any],
        kept: Kept,
        compiled: BytecodeCache | None = None,
    ) -> None:
        self._templates = Templates(sources, language, sets, compiled, kept.marking)
        self._sets = {name: SetView(component_set) for name, component_set in sets.items()}
        self._bound = dict(bound)
        self.kept = kept
        self._skeletons: dict[str, Skeleton | Diagnostic] = {}
        self._runs: dict[tuple[object, ...], _Runs] = {}
        self._measures = ByIdentity(_measured, _SIZES_AT_HAND)

    def renewed(self, sets: Mapping[str, ComponentSet], bound: Mapping[str, Any]) -> Renderer:
        """One for other pieces under the same layouts; this one cannot be used any more.

        What was built and drawn is kept, as it follows from the layouts and from values that are compared; runs are not, as they may
        have looked at any piece.

        Args:
            sets: Of the game, by id.
            bound: As before; what is the very same object lets macros remember what they printed.
        """
        other = copy(self)
        other._templates.serve(sets)
        other._sets = {name: SetView(component_set) for name, component_set in sets.items()}
        other._bound = dict(bound)
        other._runs = {}
        return other

    def render(
        self, view: PieceView, side: str, layout: str, bind: Callable[[Text, object], BoundText]
    ) -> tuple[Skeleton, list[Any], bool] | Diagnostic:
        """The skeleton that a layout makes of a piece, the values of its holes, and whether it looked at the piece; or what stopped it.

        Args:
            view: The piece.
            side: ``front`` or ``back``.
            layout: Its name.
            bind: Gives the words of texts.
        """
        seen, rendered = self._run(view, side, layout, bind)
        if isinstance(rendered, Diagnostic):
            return rendered
        skeleton = self._skeleton(rendered.skeleton, layout)
        if isinstance(skeleton, Diagnostic):
            return skeleton
        return skeleton, rendered.holes, seen.whole or bool(seen.reads)

    def _run(
        self, view: PieceView, side: str, layout: str, bind: Callable[[Text, object], BoundText]
    ) -> tuple[PieceView, Rendered | Diagnostic]:
        """The layout run for a piece, or for another one that agrees in all that it looked at; and that piece."""
        piece = view.piece
        key = (layout, side, piece.set_id, piece.size)
        runs = self._runs.get(key)
        if runs is None:
            runs = self._runs[key] = _Runs()
        known = runs.agreeing(piece)
        if known is not None:
            return known
        self._templates.environment.bind = bind
        own = {
            "piece": view,
            "set": self._sets[piece.set_id],
            "side": side,
            "size": dict(self._measures.of(piece.size)),
        }
        result = self._templates.render(layout, {**self._bound, **own})
        if isinstance(result, Rendered) and not view.whole:
            runs.keep(view, result)
        return view, result

    def _skeleton(self, text: str, layout: str) -> Skeleton | Diagnostic:
        skeleton = self._skeletons.get(text)
        if skeleton is None:
            parsed = self._parsed(text, layout)
            skeleton = parsed if isinstance(parsed, Diagnostic) else Skeleton(*parsed)
            _hold(self._skeletons, text, skeleton)
        return skeleton

    def _parsed(self, text: str, layout: str) -> tuple[Node, dict[int, Element]] | Diagnostic:
        parsed = self.kept.parsed.get(text)
        if parsed is None:
            root = parse_skeleton(text, self.kept.marking, self._templates.start(layout))
            parsed = root if isinstance(root, Diagnostic) else (root, {})
            _hold(self.kept.parsed, text, parsed)
        return parsed


def _hold(held: dict[str, _V], text: str, value: _V) -> None:
    """Keep what a skeleton is, and let go of the oldest when there are too many."""
    if len(held) >= _MOST_SKELETONS:
        del held[next(iter(held))]
    held[text] = value


def _measured(size: Size) -> dict[str, float | str]:
    """What layouts know of a size, in millimetres."""
    measures = {"width": size.width.mm, "height": size.height.mm, "radius": size.radius.mm}
    return {**{name: _whole(value) for name, value in measures.items()}, "shape": size.shape}


_SIZES_AT_HAND = 64
"""Sizes whose measures are known again."""


def _whole(value: float) -> float:
    """63 for 63.0, so that layouts print it as people write it."""
    return int(value) if value.is_integer() else value
