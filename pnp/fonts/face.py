"""One font: where its bytes come from, its measures and its glyphs.

A variable font is several: named instances become weights, italics and families of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias
from unicodedata import normalize

from pnp.fonts.features import feature_tags, language_tags
from pnp.fonts.sfnt import Axis, Coordinates, FontFacts, named_in_short, read_facts

WEIGHT = "wght"

FontStyle: TypeAlias = tuple[int, bool, bool]
"""Weight, slant, and whether a font is variable."""


class FontSource(NamedTuple):
    """A font file that has not been read yet.

    Attributes:
        family: As styles name it.
        weight: 1 to 1000; 400 is regular, 700 bold.
        italic: Whether slanted.
        key: SHA-256 of the file in hexadecimal.
        file: The file as shown to the author.
        read: Gives the file's bytes.
        licence: Its SPDX id; empty when not known.
        shared: Whether the font ships with pnp (else it is the game's own).
        member: The number of the font in a collection.
        axes: Of a variable font; else empty.
        coordinates: Of an instance of it.
        named: Weights of its named instances.

    The key of a member or an instance is that of its file with more behind it (``#2@wght=350.0``).
    """

    family: str
    weight: int
    italic: bool
    key: str
    file: str
    read: Callable[[], bytes]
    licence: str = ""
    shared: bool = True
    member: int = 0
    axes: tuple[Axis, ...] = ()
    coordinates: Coordinates = ()
    named: tuple[int, ...] = ()

    @property
    def style(self) -> FontStyle:
        """Its weight, its slant and whether it is variable: fonts of a family differ in these."""
        return self.weight, self.italic, bool(self.axes)

    @property
    def base(self) -> str:
        """The key without coordinates."""
        return self.key.partition("@")[0]

    def named_file(self) -> bytes:
        """The file, which calls its family as styles do."""
        return named_in_short(self.read(), self.family) if self.shared else self.read()

    def nearest_weight(self, weight: int) -> int:
        """The weight that it has nearest to one; any within its bounds where it is variable."""
        bounds = next((axis for axis in self.axes if axis.tag == WEIGHT), None)
        return self.weight if bounds is None else round(min(max(weight, bounds.low), bounds.high))

    def at(self, coordinates: Coordinates) -> FontSource:
        """The instance with these coordinates and its own on other axes; itself unless it is variable."""
        if not self.axes:
            return self
        place = pinned(self.axes, (*self.coordinates, *coordinates))
        return self._replace(
            key=f"{self.base}@{key_part(place)}",
            coordinates=place,
            weight=round(dict(place).get(WEIGHT, self.weight)),
            italic=slanted(place) or (self.italic and not slanted(self.coordinates)),
        )


class LinePlace(NamedTuple):
    """A line below or through letters, in em: how far its middle is above the baseline; its thickness."""

    height: float
    thickness: float


class ScriptPlace(NamedTuple):
    """Raised or lowered letters: their size as a share, and how far they are raised in em."""

    scale: float
    rise: float


_THINNEST_LINE = 0.02
"""Lines of no thickness are given by fonts that forget it."""


class FontFace:
    """A font ready for measuring and drawing. The file is read when the first glyph or measure is asked for.

    Attributes:
        source: Where it comes from.
        key: See ``FontSource``.
        family: See ``FontSource``.
        weight: See ``FontSource``.
        italic: See ``FontSource``.
    """

    def __init__(self, source: FontSource) -> None:
        self.source = source
        self.key = source.key
        self.family = source.family
        self.weight = source.weight
        self.italic = source.italic
        self._glyphs: dict[str, int | None] = {}

    def __repr__(self) -> str:
        return f"FontFace({self.family!r}, {self.weight}{', italic' if self.italic else ''})"

    @cached_property
    def data(self) -> bytes:
        """The whole font file."""
        return self.source.read()

    @cached_property
    def facts(self) -> FontFacts:
        """The facts in the file's tables.

        Raises:
            FontFault: The file is no usable font; never for sources made by ``shared_fonts`` or
                ``own_fonts``.
        """
        facts = read_facts(self.data, self.source.member)
        if not self.source.coordinates:
            return facts
        lines = self.hb_font.get_font_extents("ltr")
        named = "_".join(f"{value:g}{tag}" for tag, value in self.source.coordinates)
        return facts._replace(
            ascent=round(lines.ascender),
            descent=-round(lines.descender),
            # As Adobe Technical Note 5902 names instances.
            ps_name=f"{facts.ps_name.partition('-')[0]}{'Italic' if self.italic else ''}_{named}",
        )

    @cached_property
    def hb_font(self) -> Any:  # uharfbuzz.Font; its extension module has no types
        """The font as HarfBuzz knows it, scaled to font units."""
        import uharfbuzz

        harfbuzz: Any = uharfbuzz
        font = harfbuzz.Font(harfbuzz.Face(self.data, self.source.member))
        if self.source.coordinates:
            font.set_variations(dict(self.source.coordinates))
        return font

    @cached_property
    def features(self) -> frozenset[str]:
        """Tags of its OpenType features in any script and language."""
        return feature_tags(self.hb_font.face)

    @cached_property
    def languages(self) -> frozenset[str]:
        """Languages that it has forms of their own for, as BCP 47 tags."""
        return language_tags(self.hb_font.face)

    @property
    def ps_name(self) -> str:
        """PostScript name."""
        return self.facts.ps_name

    @property
    def upem(self) -> int:
        """Font units to the em."""
        return self.facts.upem

    @property
    def ascent(self) -> float:
        """Height above the baseline that lines keep free, in em; see ``FontFacts.ascent`` for its table."""
        return self.facts.ascent / self.facts.upem

    @property
    def descent(self) -> float:
        """Depth below the baseline that lines keep free, in em, positive."""
        return self.facts.descent / self.facts.upem

    @cached_property
    def cap_height(self) -> float:
        """Height of the H in em; what ``OS/2`` says where there is no H, for some fonts say it wrongly."""
        return self._height("H", self.facts.cap_height) or 0.7

    @cached_property
    def x_height(self) -> float:
        """Height of the x in em; what ``OS/2`` says where there is no x."""
        return self._height("x", self.facts.x_height) or 0.5

    @cached_property
    def underline(self) -> LinePlace:
        """A line below letters, as the font's ``post`` table wants it; a usual one where it says nothing."""
        height, thickness = self._metric("UNDERLINE_OFFSET"), self._metric("UNDERLINE_SIZE")
        if not -0.5 <= height < 0 or not _THINNEST_LINE <= thickness <= 0.25:
            return LinePlace(-0.125, 0.05)
        return LinePlace(height - thickness / 2, thickness)

    @cached_property
    def strikeout(self) -> LinePlace:
        """A line through letters, as ``OS/2`` wants it; a usual one where it says nothing."""
        height, thickness = self._metric("STRIKEOUT_OFFSET"), self._metric("STRIKEOUT_SIZE")
        if not 0.1 <= height <= 0.6 or not _THINNEST_LINE <= thickness <= 0.25:
            return LinePlace(self.x_height / 2, 0.05)
        return LinePlace(height - thickness / 2, thickness)

    @cached_property
    def superscript(self) -> ScriptPlace:
        """Raised letters, as ``OS/2`` wants them; usual ones where it says nothing."""
        scale, rise = self._metric("SUPERSCRIPT_EM_Y_SIZE"), self._metric("SUPERSCRIPT_EM_Y_OFFSET")
        return (
            ScriptPlace(scale, rise) if 0.4 <= scale <= 0.8 and 0.1 <= rise <= 0.7 else ScriptPlace(0.6, 0.34)
        )

    @cached_property
    def subscript(self) -> ScriptPlace:
        """Lowered letters, as ``OS/2`` wants them; usual ones where it says nothing."""
        scale, depth = self._metric("SUBSCRIPT_EM_Y_SIZE"), self._metric("SUBSCRIPT_EM_Y_OFFSET")
        return (
            ScriptPlace(scale, -depth)
            if 0.4 <= scale <= 0.8 and 0.05 <= depth <= 0.4
            else ScriptPlace(0.6, -0.16)
        )

    def _metric(self, name: str) -> float:
        """A measure of the tables in em; 0 where they lack it."""
        import uharfbuzz

        harfbuzz: Any = uharfbuzz
        tag = getattr(harfbuzz.OTMetricsTag, name)
        return float(self.hb_font.get_metric_position(tag) or 0) / self.upem

    def highest(self, text: str) -> float:
        """Height above the baseline of a text's highest letter in em, with its accent; 0 without letters."""
        glyphs = (self.glyph(char) for char in set(text))
        found = (self.hb_font.get_glyph_extents(glyph) for glyph in glyphs if glyph is not None)
        return max((extents.y_bearing / self.upem for extents in found if extents is not None), default=0.0)

    def overhang(self, glyph: int) -> float:
        """How far a glyph reaches beyond its advance at the right, in em; 0 for one that does not."""
        extents = self.hb_font.get_glyph_extents(glyph)
        if extents is None:
            return 0.0
        beyond: int = extents.x_bearing + extents.width - self.advance(glyph)
        return max(beyond, 0) / self.upem

    def _height(self, letter: str, stated: int) -> float:
        glyph = self.glyph(letter)
        extents = self.hb_font.get_glyph_extents(glyph) if glyph is not None else None
        return float(extents.y_bearing if extents is not None else stated) / self.upem

    def glyph(self, char: str) -> int | None:
        """The glyph id of the character, or None where the font has none."""
        try:
            return self._glyphs[char]
        except KeyError:
            found: int | None = self.hb_font.get_nominal_glyph(ord(char))
            self._glyphs[char] = found or None
            return self._glyphs[char]

    def covers(self, char: str) -> bool:
        """Whether the font has a glyph for the character."""
        return self.glyph(char) is not None

    def composes(self, char: str) -> bool:
        """Whether the font draws a letter without a glyph as a simpler one with a mark in its place."""
        apart = normalize("NFD", char)
        if len(apart) < 2 or not all(map(self.covers, apart)):
            return False
        import uharfbuzz

        harfbuzz: Any = uharfbuzz
        buffer = harfbuzz.Buffer()
        buffer.add_str(apart)
        buffer.guess_segment_properties()
        harfbuzz.shape(self.hb_font, buffer)
        return all(place.x_offset or place.y_offset for place in buffer.glyph_positions[1:])

    def advance(self, gid: int) -> int:
        """The way from one glyph's origin to the next one's, in font units."""
        return int(self.hb_font.get_glyph_h_advance(gid))


_NOT_OF_THE_FAMILY = re.compile(
    r"\b(?:(?:extra|ultra|semi|demi)[ -]?)?(?:thin|hairline|light|regular|normal|book|medium|bold|black|heavy)\b"
    r"|\b(?:italic|oblique|slanted|roman|upright)\b",
    re.IGNORECASE,
)
"""Words of the names of instances that say weight and slant."""


class VariableFamily(NamedTuple):
    """The instances of a variable font that differ in weight alone.

    Attributes:
        family: As styles name it.
        italic: Whether they are slanted.
        coordinates: Of all axes; the weight is that nearest to regular.
        named: Weights of the named instances, rising.
    """

    family: str
    italic: bool
    coordinates: Coordinates
    named: tuple[int, ...]


def variable_families(facts: FontFacts) -> list[VariableFamily]:
    """The families in a variable font, that of its default first; one for each name and slant.

    Named instances with the same numbers on all axes but the weight are one family: that of the font if they
    are the default, else with the words that their names share, such as ``Condensed``.
    """
    default = tuple((axis.tag, axis.default) for axis in facts.axes)
    groups: dict[Coordinates, list[tuple[str, Coordinates]]] = {_apart_from_weight(default): []}
    for name, coordinates in facts.instances:
        inside = pinned(facts.axes, coordinates)
        groups.setdefault(_apart_from_weight(inside), []).append((name, inside))
    found: dict[tuple[str, bool], VariableFamily] = {}
    own = _apart_from_weight(default)
    for others, instances in groups.items():
        words = "" if others == own else _shared_words([name for name, _ in instances])
        family = f"{facts.family} {words}".strip()
        italic = slanted(others) or (facts.italic and not slanted(own))
        coordinates = pinned(facts.axes, (*(instances[0][1] if instances else default), (WEIGHT, 400.0)))
        named = sorted({round(dict(place)[WEIGHT]) for _, place in instances if WEIGHT in dict(place)})
        each = VariableFamily(family, italic, coordinates, tuple(named))
        found.setdefault((family, italic), each)
    return list(found.values())


def pinned(axes: tuple[Axis, ...], wanted: Coordinates) -> Coordinates:
    """A number for each axis: the last that is wanted, within the bounds of the axis, or its default."""
    given = dict(wanted)
    return tuple(
        (axis.tag, round(min(max(given.get(axis.tag, axis.default), axis.low), axis.high), 3))
        for axis in axes
    )


def slanted(coordinates: Coordinates) -> bool:
    """Whether an instance is slanted by its axes."""
    place = dict(coordinates)
    return place.get("ital", 0.0) >= 0.5 or abs(place.get("slnt", 0.0)) >= 1.0


def key_part(coordinates: Coordinates) -> str:
    """The coordinates in letters, as the key of an instance has them."""
    return ",".join(f"{tag}={value!r}" for tag, value in coordinates)


def coordinates_in(text: str) -> Coordinates:
    """The coordinates that ``key_part`` wrote.

    Raises:
        ValueError: It has written no such thing.
    """
    pairs = (part.split("=") for part in text.split(","))
    return tuple((tag, float(value)) for tag, value in pairs)


def _apart_from_weight(coordinates: Coordinates) -> Coordinates:
    return tuple(pair for pair in coordinates if pair[0] != WEIGHT)


def _shared_words(names: list[str]) -> str:
    """The words, apart from weights and slants, that all names have, in the order of the first."""
    lists = [_NOT_OF_THE_FAMILY.sub(" ", name).split() for name in names]
    return " ".join(word for word in lists[0] if all(word in other for other in lists))
