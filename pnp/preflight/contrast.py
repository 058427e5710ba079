"""Words that hardly show on what lies under them, and how much of a face is inked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import hypot, inf
from typing import NamedTuple

from pnp.colour import WHITE, Colour, contrast
from pnp.draw import Clip, Face, Fill, GlyphRun, Gradient, Group, Item, Path, Picture
from pnp.draw.parts import ink_box, leaf_box, leaves
from pnp.draw.ring import RingEdge, sides_of, winding
from pnp.geometry import IDENTITY, Box, Matrix, around
from pnp.memo import IdentityMemo, MemoTable

READABLE = 2.0
"""The least contrast between letters and their ground; WCAG 2.2 asks for 3 for large letters on screens."""
_ITEMS_KEPT = 4096
_ALONG = (0.5, 0.1, 0.9)
"""Shares of the width of a line at which its ground is looked at, to the next millimetre."""
_ENOUGH = 2
"""In how many of these places the contrast must be high enough."""
_SLACK = 1e-6
"""Millimetres by which a box may be wrong after rounding."""
_NOWHERE = Box(inf, inf, 0.0, 0.0)
_CURVE = 8
"""Straight lines for a curve."""


class FaintWords(NamedTuple):
    """Words with too little contrast, their colour, and that of their ground."""

    words: str
    colour: Colour
    ground: Colour


class _Surface(NamedTuple):
    """A fill or picture as it lies on a face.

    Attributes:
        item: What it is.
        back: From the face's frame to its own; None where it is flat.
        box: Around it, in the face's frame.
        opacity: Of the groups around it.
        clips: Outside which it is hidden, each with the map to its frame.
    """

    item: Fill | Picture
    back: Matrix | None
    box: Box
    opacity: float
    clips: tuple[tuple[Clip, Matrix | None], ...]

    def covers(self, x: float, y: float) -> bool:
        """Whether it lies at a place of the face."""
        left, top, width, height = self.box
        if not (left <= x <= left + width and top <= y <= top + height):
            return False
        if not all(_covers(clip.path, clip.even_odd, back, x, y) for clip, back in self.clips):
            return False
        item = self.item
        return isinstance(item, Picture) or _covers(item.path, item.even_odd, self.back, x, y)

    def colour(self, x: float, y: float) -> Colour | None:
        """The colour that it has at such a place, with its opacity; None for a picture."""
        if isinstance(self.item, Picture):
            return None
        paint = self.item.paint
        colour = _at(paint, self.back and self.back.apply(x, y)) if isinstance(paint, Gradient) else paint
        return colour if self.opacity >= 1.0 else colour.with_alpha(round(colour.alpha * self.opacity))


def _surfaces(
    items: Iterable[Item],
    matrix: Matrix = IDENTITY,
    opacity: float = 1.0,
    clips: tuple[tuple[Clip, Matrix | None], ...] = (),
) -> Iterator[_Surface]:
    """All fills and pictures, back to front."""
    back = matrix.inverse()
    for item in items:
        if isinstance(item, Group):
            inner = item.matrix.then(matrix)
            around = clips if item.clip is None else (*clips, (item.clip, inner.inverse()))
            yield from _surfaces(item.items, inner, opacity * item.opacity, around)
        elif isinstance(item, Fill | Picture):
            yield _Surface(item, back, matrix.apply_box(leaf_box(item)), opacity, clips)


def _covers(path: Path, even_odd: bool, back: Matrix | None, x: float, y: float) -> bool:
    inner = back and back.apply(x, y)
    if inner is None:
        return False
    turns = winding(_sides(path), inner)
    return bool(turns % 2 if even_odd else turns)


def _sides(path: Path) -> Iterator[RingEdge]:
    """The path as straight lines, every subpath closed."""
    start = at = (0.0, 0.0)
    for letter, *numbers in path:
        values: list[float] = numbers  # type: ignore[assignment]  # only the letter is no number
        if letter == "R":
            left, top, width, height = values
            corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
            yield from sides_of(corners)
        elif letter == "M":
            yield at, start
            start = at = (values[0], values[1])
        elif letter == "L":
            yield at, (values[0], values[1])
            at = (values[0], values[1])
        elif letter == "C":
            for point in _curve(at, values):
                yield at, point
                at = point
        else:
            yield at, start
            at = start
    yield at, start


def _curve(start: tuple[float, float], values: Sequence[float]) -> Iterator[tuple[float, float]]:
    x1, y1, x2, y2, x3, y3 = values
    for step in range(1, _CURVE + 1):
        t = step / _CURVE
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3


def _at(gradient: Gradient, place: tuple[float, float] | None) -> Colour:
    """The colour of a gradient at a place of its frame; a radial one is taken to begin at its centre."""
    x, y = place or (gradient.x1, gradient.y1)
    dx, dy = x - gradient.x1, y - gradient.y1
    if gradient.kind == "radial":
        share = hypot(dx, dy) / gradient.radius if gradient.radius else 1.0
    else:
        across, down = gradient.x2 - gradient.x1, gradient.y2 - gradient.y1
        length = across * across + down * down
        share = (dx * across + dy * down) / length if length else 1.0
    before = gradient.stops[0]
    for stop in gradient.stops:
        if stop.at >= share:
            way = stop.at - before.at
            return before.colour.mixed(stop.colour, (share - before.at) / way) if way > 0 else stop.colour
        before = stop
    return before.colour


class _Layer:
    """All surfaces of an item, which mostly many faces have.

    Attributes:
        darkest: The least luminance of its fills; with what shines through, any is possible.
        lightest: The largest.
        box: Around them.
        edges: Of the box, a little outside: left, top, right and bottom.
    """

    def __init__(self, item: Item) -> None:
        self._surfaces = tuple(_surfaces([item]))
        self._found: dict[tuple[float, float], tuple[Colour | None, ...]] = {}
        fills = [
            (colour, round(colour.alpha * surface.opacity))
            for surface in self._surfaces
            if isinstance(surface.item, Fill)
            for colour in _colours(surface.item)
        ]
        clear = any(alpha < 255 for _, alpha in fills)
        found = [0.0, 1.0] if clear else [colour.luminance for colour, _ in fills]
        self.darkest, self.lightest = min(found, default=inf), max(found, default=-inf)
        boxes = [surface.box for surface in self._surfaces]
        self.box = around(boxes) if boxes else _NOWHERE
        self.edges = _edges(self.box)

    def at(self, x: float, y: float) -> tuple[Colour | None, ...]:
        """Its colours at a place, uppermost first, down to one that hides all below; None for a picture."""
        found = self._found.get((x, y))
        if found is None:
            found = self._found[x, y] = self.colours(x, y)
        return found

    def colours(self, x: float, y: float) -> tuple[Colour | None, ...]:
        """The same, found again each time."""
        colours: list[Colour | None] = []
        for surface in reversed(self._surfaces):
            if surface.covers(x, y):
                colours.append(surface.colour(x, y))
                if _hides(colours[-1]):
                    break
        return tuple(colours)


class _Placed:
    """An icon that is in many places."""

    def __init__(self, layer: _Layer, matrix: Matrix) -> None:
        self._layer = layer
        self._matrix = matrix
        self.darkest, self.lightest = layer.darkest, layer.lightest

    @cached_property
    def edges(self) -> tuple[float, float, float, float]:
        """As of a layer."""
        return _edges(self._matrix.apply_box(self._layer.box))

    def at(self, x: float, y: float) -> tuple[Colour | None, ...]:
        """As of a layer."""
        back = self._matrix.inverse()
        return () if back is None else self._layer.colours(*back.apply(x, y))


def _edges(box: Box) -> tuple[float, float, float, float]:
    """The edges of a box, wider by what it may be wrong by after rounding."""
    return box.x - _SLACK, box.y - _SLACK, box.right + _SLACK, box.bottom + _SLACK


def _hides(colour: Colour | None) -> bool:
    return colour is None or colour.alpha == 255


def _shown(layers: Iterable[_Layer | _Placed], x: float, y: float) -> Colour | None:
    """The colour that shows at a place on white paper, layers uppermost first; None for a picture."""
    veils: list[Colour | None] = []
    for layer in layers:
        left, top, right, bottom = layer.edges
        if left <= x <= right and top <= y <= bottom:
            found = layer.at(x, y)
            veils += found
            if found and _hides(found[-1]):
                break
    shown: Colour | None = WHITE
    for colour in reversed(veils):
        if colour is None or colour.alpha == 255:
            shown = colour and colour.opaque
        else:
            shown = shown and shown.mixed(colour.opaque, colour.alpha / 255)
    return shown


class ContrastChecks:
    """Looks for faint words on faces. What many faces have in common is looked at once."""

    def __init__(self) -> None:
        self._layers: IdentityMemo[Item, _Layer | _Placed] = IdentityMemo(self._layer, _ITEMS_KEPT)
        self._shared: MemoTable[str, _Layer] = MemoTable(_ITEMS_KEPT)
        self._runs: IdentityMemo[Group, tuple[tuple[GlyphRun, Matrix], ...]] = IdentityMemo(
            lambda group: tuple(_runs(group)), _ITEMS_KEPT
        )

    def _layer(self, item: Item) -> _Layer | _Placed:
        if type(item) is not Group or item.shared is None or item.clip is not None or item.opacity < 1.0:
            return _Layer(item)
        layer = self._shared.get(item.shared)
        if layer is None:
            layer = self._shared[item.shared] = _Layer(item._replace(matrix=IDENTITY))
        return _Placed(layer, item.matrix)

    def faint(self, items: Sequence[Item]) -> Iterator[FaintWords]:
        """The words of a face whose letters hardly show on their ground, in order.

        Not looked at are letters on pictures, in drawings of something else, and those that are transparent.
        """
        layers = [
            self._layer(item) if _is_icon(item) else self._layers.of(item)
            for item in items
            if type(item) is not GlyphRun
        ]
        risks: dict[Colour, bool] = {}
        below = 0
        for item in items:
            if type(item) is GlyphRun:
                runs: Sequence[tuple[GlyphRun, Matrix]] = ((item, IDENTITY),)
            else:
                below += 1
                runs = self._runs.of(item) if type(item) is Group and not _is_icon(item) else ()
            for run, matrix in runs:
                colour = run.colour
                if colour not in risks:
                    risks[colour] = _may_be_faint(colour.luminance, layers)
                if risks[colour] and (
                    ground := _ground(run, matrix, layers[below - 1 :: -1] if below else ())
                ):
                    yield FaintWords(run.text.strip(), colour, ground)


def _is_icon(item: Item) -> bool:
    """Whether it is a drawing of something else, in its own place on each face."""
    return type(item) is Group and item.shared is not None and not item.shared.startswith("layout ")


def _may_be_faint(luminance: float, layers: Iterable[_Layer | _Placed]) -> bool:
    """Whether paper or some surface has nearly the luminance of letters."""
    least = (luminance + 0.05) / READABLE - 0.05
    most = (luminance + 0.05) * READABLE - 0.05
    return most > 1.0 or any(each.darkest < most and each.lightest > least for each in layers)


def _ground(run: GlyphRun, matrix: Matrix, layers: Sequence[_Layer | _Placed]) -> Colour | None:
    """The ground of a run, layers uppermost first, if the contrast is too low; else None."""
    if run.colour.alpha < 255 or _has_halo(run):
        return None
    box = ink_box(run)
    if not box.width:
        return None
    y = box.y + box.height / 2
    faint, readable = None, 0
    for share in _ALONG:
        place = matrix.apply(box.x + share * box.width, y)
        shown = _shown(layers, float(round(place.x)), float(round(place.y)))
        if shown is not None and contrast(run.colour, shown) < READABLE:
            faint = shown
        else:
            readable += 1
            if readable == _ENOUGH:
                return None
    return faint


def _runs(group: Group) -> Iterator[tuple[GlyphRun, Matrix]]:
    """The letters in a group, but for those in drawings of something else."""
    for leaf in leaves([group]):
        if isinstance(leaf.item, GlyphRun) and not leaf.small:
            yield leaf.item, leaf.matrix


def _has_halo(run: GlyphRun) -> bool:
    return run.halo is not None and contrast(run.colour, run.halo.colour) >= READABLE


def _colours(fill: Fill) -> list[Colour]:
    paint = fill.paint
    return [stop.colour for stop in paint.stops] if isinstance(paint, Gradient) else [paint]


_ROWS = 24


def inked(face: Face) -> float:
    """The share of three full inks that surfaces take of a face, 0 to 1; pictures count as half."""
    layers = [_Layer(item) for item in reversed(face.items)]
    step = face.height / _ROWS
    columns = max(1, round(face.width / step))
    total = 0.0
    for row in range(_ROWS):
        for column in range(columns):
            shown = _shown(layers, (column + 0.5) * face.width / columns, (row + 0.5) * step)
            total += 0.5 if shown is None else 1 - (shown.red + shown.green + shown.blue) / 765
    return total / (_ROWS * columns)
