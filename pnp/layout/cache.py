"""Pictures of a game, and tables of parsed XML, elements and drawn items that its composers share.

A hit is the same as recomputing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from copy import copy
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Diagnostic
from pnp.draw import Item
from pnp.fonts import FontLibrary
from pnp.geometry import Box
from pnp.icons import VectorPicture, parse_svg
from pnp.layout.element import Element
from pnp.layout.fit import Fit
from pnp.memo import MemoTable
from pnp.model import Files
from pnp.pictures import PictureLibrary, svg_pictures
from pnp.text import SetText

if TYPE_CHECKING:
    from pnp.layout.build import Skeleton

_MOST = 4_000
"""Entries of a table: far more than a game needs, unless values differ on every piece of a large deck."""
_MOST_SKELETONS = 400
"""Parsed skeletons in memory."""


class Drawn(NamedTuple):
    """A drawn element, for all pieces that have the same one.

    Attributes:
        items: In drawing order.
        found: Findings.
        fits: How its texts were set, for the piece that was drawn first.
        letters: How many characters its texts have.
        local: Whether it asked for the language.
    """

    items: tuple[Item, ...]
    found: tuple[Diagnostic, ...]
    fits: tuple[Fit, ...]
    letters: int
    local: bool


class DrawingCache:
    """Results of building and drawing, each by all that it depends on.

    ``local_drawn`` and ``texts`` belong to one language; composers that differ in nothing but language, terms
    and pieces share the others.

    Attributes:
        skeletons: By the text that a layout put out.
        start_tags: Elements without content by their start tag and the values in its holes.
        drawn: Items of elements that did not ask for the language, by element number and frame.
        local_drawn: Those that did.
        texts: Short texts, such as the name of a kind or a cost, by their words, start tag, box and weight.
    """

    def __init__(self) -> None:
        self.skeletons: MemoTable[str, Skeleton | Diagnostic] = MemoTable(_MOST_SKELETONS)
        self.start_tags: MemoTable[tuple[object, ...], Element] = MemoTable(_MOST)
        self.drawn: MemoTable[tuple[object, ...], Drawn] = MemoTable(_MOST)
        self._numbers = count(1)
        self._begin_language()

    def _begin_language(self) -> None:
        self.local_drawn: MemoTable[tuple[object, ...], Drawn] = MemoTable(_MOST)
        self.texts: MemoTable[tuple[str, int, Box, int], SetText] = MemoTable(_MOST)

    def for_another_language(self) -> DrawingCache:
        """One that shares all tables but those of a language, which are empty."""
        other = copy(self)
        other._begin_language()
        return other

    def number(self) -> int:
        """A number that nothing else has, now or later: unlike an ``id`` it outlives what it was given to."""
        return next(self._numbers)


class Drawings:
    """The SVG pictures of a game by path, each parsed once, with what is wrong with it."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._parsed: dict[str, dict[float, tuple[VectorPicture | None, list[Diagnostic]]]] = {}

    def get(
        self, path: str, fonts: FontLibrary, per_unit: Callable[[float, float], float]
    ) -> tuple[VectorPicture | None, list[Diagnostic]]:
        """The drawing, None when it is broken, and findings.

        Args:
            path: Relative to the game's folder.
            fonts: For texts.
            per_unit: Pixels to the unit of parts that become pictures, by width and height of the drawing.

        Raises:
            FileFault: The file cannot be read.
        """
        known = self._parsed.setdefault(path, {})
        for drawing, found in known.values():
            if drawing is None or not drawing.sized:
                return drawing, found
            pixels = per_unit(drawing.width, drawing.height)
            if pixels in known:
                return known[pixels]
        data, shown = self._files.read(path), self._files.shown(path)
        drawing, found = parse_svg(data, shown, svg_pictures(fonts), per_unit)
        pixels = 0.0 if drawing is None else per_unit(drawing.width, drawing.height)
        known[pixels] = (drawing, found)
        return drawing, found

    def renewed(self, files: Files, changed: Collection[str]) -> Drawings:
        """The drawings for another reading of the folder, without those at the ``changed`` paths."""
        drawings = Drawings(files)
        if any(path.startswith("fonts/") for path in changed):
            return drawings
        drawings._parsed = {path: parsed for path, parsed in self._parsed.items() if path not in changed}
        return drawings


class SharedAssets:
    """Pictures and drawings of a game, and what its composers share. None of it changes what comes out.

    Args:
        files: Of the game.

    Attributes:
        pictures: Decoded once.
        drawings: Parsed once.
    """

    _ground: tuple[object, ...] = ()

    def __init__(self, files: Files) -> None:
        self.pictures = PictureLibrary(files)
        self.drawings = Drawings(files)
        self._cache = DrawingCache()

    def cache(self, *ground: object) -> DrawingCache:
        """Tables for a composer, filled with results of earlier composers that are valid for this one, too.

        Args:
            ground: Everything that faces depend on except language, terms and pieces; the tables are new if
                it differs from the last one.
        """
        if self._ground != ground:
            self._ground, self._cache = ground, DrawingCache()
        return self._cache.for_another_language()

    def renewed(self, files: Files, changed: Collection[str]) -> SharedAssets:
        """The assets for another reading of the game's folder.

        Args:
            files: Reads what is there now.
            changed: Paths of files that are new, gone or not what they were, relative to the folder.
        """
        assets = SharedAssets(files)
        assets.pictures = self.pictures.renewed(files, changed)
        assets.drawings = self.drawings.renewed(files, changed)
        return assets
