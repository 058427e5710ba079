"""Fonts cut down to the glyphs that are used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_KEPT_TABLES = ("glyf", "loca", "head", "hhea", "hmtx", "maxp")


class SubsetError(Exception):
    """Tables of a font contradict one another."""


def subset(hb_face: Any, glyphs: Iterable[int]) -> bytes:
    """A TrueType file with only these glyphs under their own ids, without hints and layout tables.

    Raises:
        SubsetError: The font is broken; never for a font with which ``check_glyphs`` found nothing wrong.
    """
    import uharfbuzz

    harfbuzz: Any = uharfbuzz  # its stubs leave the subsetter out
    flags = harfbuzz.SubsetFlags
    wanted = harfbuzz.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = flags.RETAIN_GIDS | flags.NO_HINTING | flags.NOTDEF_OUTLINE | flags.NO_LAYOUT_CLOSURE
    dropped = sorted(set(hb_face.table_tags).difference(_KEPT_TABLES))
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode("latin-1"), "big") for tag in dropped)
    try:
        return bytes(harfbuzz.subset(hb_face, wanted).blob.data)
    except RuntimeError as fault:
        raise SubsetError(str(fault)) from None


def check_glyphs(data: bytes) -> None:
    """Look whether every glyph of a font can be taken out of it, as printing will do.

    Raises:
        SubsetError: It cannot.
    """
    import uharfbuzz

    harfbuzz: Any = uharfbuzz
    face = harfbuzz.Face(data)
    subset(face, range(face.glyph_count))
