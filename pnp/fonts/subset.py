"""Fonts with only the glyphs that are used, as PDF files embed them; HarfBuzz makes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pnp.fonts.sfnt import Coordinates

_KEPT_TABLES = (
    *("glyf", "loca", "CFF ", "CFF2", "head", "hhea", "hmtx", "maxp"),
    *("fvar", "avar", "gvar", "HVAR", "MVAR"),  # gone when all axes have a number
)


class SubsetError(Exception):
    """Tables of a font contradict one another."""


class FontProgram(NamedTuple):
    """The part of a font that a PDF file embeds.

    Attributes:
        data: A TrueType file, or a ``CFF`` table.
        postscript: Whether it is a ``CFF`` table.
    """

    data: bytes
    postscript: bool


def subset(hb_face: Any, glyphs: Iterable[int], coordinates: Coordinates = ()) -> FontProgram:
    """A font with only these glyphs under their own ids, without hints and layout tables.

    Args:
        hb_face: A ``uharfbuzz.Face``, which has no types.
        glyphs: Their ids.
        coordinates: Of the instance of a variable font; each axis without one is at its default.

    Raises:
        SubsetError: The font is broken.
    """
    import uharfbuzz

    harfbuzz: Any = uharfbuzz  # its stubs leave the subsetter out
    flags = harfbuzz.SubsetFlags
    wanted = harfbuzz.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = (
        flags.RETAIN_GIDS
        | flags.NO_HINTING
        | flags.NOTDEF_OUTLINE
        | flags.NO_LAYOUT_CLOSURE
        | flags.DOWNGRADE_CFF2  # PDF knows no CFF2
        | flags.CFF_IDENTITY_CHARSET  # character ids of the PDF are glyph ids
    )
    dropped = sorted(set(hb_face.table_tags).difference(_KEPT_TABLES))
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode("latin-1"), "big") for tag in dropped)
    pin_axes(wanted, hb_face, coordinates)
    try:
        made = harfbuzz.subset(hb_face, wanted)
    except RuntimeError as fault:
        raise SubsetError(str(fault)) from None
    if "CFF " in made.table_tags:
        return FontProgram(bytes(made.reference_table("CFF ").data), True)
    if "glyf" not in made.table_tags:
        raise SubsetError("no outlines are left")
    return FontProgram(bytes(made.blob.data), False)


def pin_axes(wanted: Any, hb_face: Any, coordinates: Coordinates) -> None:
    """Let a subset (``uharfbuzz.SubsetInput``) be an instance of a variable font; others stay as they are."""
    if hb_face.has_var_data:
        wanted.pin_all_axes_to_default(hb_face)
        for tag, value in coordinates:
            wanted.pin_axis_location(hb_face, tag, value)


def check_glyphs(data: bytes, member: int = 0) -> None:
    """Check whether glyphs of a font can be taken out of it, as printing will do.

    All glyphs are tried where that is quick: in TrueType outlines of static fonts. PostScript outlines are
    programs, whose glyphs may take long, so only the first is tried; others are when they are printed.

    Raises:
        SubsetError: They cannot.
    """
    import uharfbuzz

    harfbuzz: Any = uharfbuzz
    face = harfbuzz.Face(data, member)
    quick = "glyf" in face.table_tags and not face.has_var_data
    for coordinates in _corners(face):
        subset(face, range(face.glyph_count if quick else 1), coordinates)


def _corners(hb_face: Any) -> Iterator[Coordinates]:
    """The default of a font and, where it is variable, the least and the greatest number of all its axes."""
    yield ()
    if hb_face.has_var_data:
        axes = hb_face.axis_infos
        yield tuple((axis.tag, axis.min_value) for axis in axes)
        yield tuple((axis.tag, axis.max_value) for axis in axes)
