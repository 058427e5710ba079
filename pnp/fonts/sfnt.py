"""TrueType files: facts read from their tables, and subsets with only the glyphs that are used.

Offsets and meanings are those of the OpenType specification 1.9
(learn.microsoft.com/typography/opentype/spec): the table directory (otff), ``head``, ``hhea``, ``OS/2`` and
``name``.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class FontFault(Exception):
    """A font file that cannot be used.

    Attributes:
        code: Of the diagnostic that reports it.
        message: One line for the author, without the file's name.
        cure: What to do about it.
    """

    def __init__(self, code: str, message: str, cure: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cure = cure


class FontFacts(NamedTuple):
    """Facts in the tables of one static TrueType file.

    Attributes:
        family: Typographic family name (name 16, else 1).
        subfamily: Typographic style name (name 17, else 2).
        ps_name: PostScript name (name 6).
        copyright: Copyright line (name 0); may be empty.
        weight: ``OS/2.usWeightClass``, 1 to 1000.
        italic: ``OS/2.fsSelection`` bit 0 (italic) or 9 (oblique).
        upem: Font units to the em.
        ascent: Above the baseline, font units; by ``hhea``, or by ``OS/2.sTypoAscender`` when the font asks
            for that (fsSelection bit 7) or has no ``hhea`` ascender. HarfBuzz and browsers choose alike.
        descent: Below the baseline, font units, positive.
        cap_height: ``OS/2.sCapHeight``, font units; 0 when not given.
        x_height: ``OS/2.sxHeight``, font units; 0 when not given.
        embedding: ``OS/2.fsType``.
        licence: ``OFL-1.1`` where names 13 or 14 say so, else empty.
    """

    family: str
    subfamily: str
    ps_name: str
    copyright: str
    weight: int
    italic: bool
    upem: int
    ascent: int
    descent: int
    cap_height: int
    x_height: int
    embedding: int
    licence: str = ""


_SIGNATURES = {
    b"OTTO": ("A311", "the font has PostScript outlines (CFF)", "convert it to TrueType outlines (.ttf)"),
    b"wOFF": ("A310", "the font is packed as WOFF", "use the .ttf file of the font"),
    b"wOF2": ("A310", "the font is packed as WOFF2", "use the .ttf file of the font"),
    b"ttcf": (
        "A310",
        "the file is a collection of fonts",
        "take the one font that is needed out of it as .ttf",
    ),
}
_RESTRICTED = 0x0002
_BITMAP_ONLY = 0x0200


def read_facts(data: bytes) -> FontFacts:
    """The facts of a static TrueType font.

    Raises:
        FontFault: No font, broken, PostScript outlines (A311), variable (A312) or not to be embedded (A314).
    """
    if data[:4] in _SIGNATURES:
        raise FontFault(*_SIGNATURES[data[:4]])
    if data[:4] not in (b"\x00\x01\x00\x00", b"true"):
        raise FontFault("A310", "the file is not a TrueType font", "use a .ttf file")
    try:
        tables = _tables(data)
        facts = _facts(tables)
    except (struct.error, KeyError, UnicodeDecodeError, IndexError) as problem:
        raise FontFault("A310", "the font file is broken", "get the file again from its maker") from problem
    if "fvar" in tables:
        raise FontFault(
            "A312",
            f"'{facts.family}' is a variable font",
            "use the static fonts of the family, one .ttf a weight (fonttools instancer makes them)",
        )
    if "glyf" not in tables:
        raise FontFault("A311", "the font has no TrueType outlines", "convert it to TrueType outlines (.ttf)")
    if facts.embedding & (_RESTRICTED | _BITMAP_ONLY) and not facts.embedding & 0x000C:
        raise FontFault(
            "A314",
            f"'{facts.ps_name}' forbids embedding in documents",
            "use a font whose licence allows it, or ask its maker for one that does",
        )
    return facts


def _tables(data: bytes) -> dict[str, bytes]:
    (count,) = struct.unpack_from(">H", data, 4)
    found: dict[str, bytes] = {}
    for index in range(count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        if offset + length > len(data):
            raise IndexError(tag)
        found[tag.decode("ascii").strip()] = data[offset : offset + length]
    for needed in ("cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2"):
        if needed not in found:
            raise KeyError(needed)
    return found


def _facts(tables: Mapping[str, bytes]) -> FontFacts:
    os2, hhea, names = tables["OS/2"], tables["hhea"], _names(tables["name"])
    version, weight, embedding = struct.unpack_from(">H2xHxxH", os2, 0)
    (selection,) = struct.unpack_from(">H", os2, 62)
    ascent, descent = struct.unpack_from(">hh", hhea, 4)
    typo_ascent, typo_descent = struct.unpack_from(">hh", os2, 68)
    if selection & 0x80 or not ascent:
        ascent, descent = typo_ascent, typo_descent
    x_height, cap_height = struct.unpack_from(">hh", os2, 86) if version >= 2 else (0, 0)
    (upem,) = struct.unpack_from(">H", tables["head"], 18)
    if not 16 <= upem <= 16384:
        raise IndexError("unitsPerEm")
    return FontFacts(
        family=names.get(16) or names[1],
        subfamily=names.get(17) or names.get(2, ""),
        ps_name=names[6],
        copyright=names.get(0, "").strip(),
        weight=weight,
        italic=bool(selection & 0x201),
        upem=upem,
        ascent=ascent,
        descent=-descent,
        cap_height=cap_height,
        x_height=x_height,
        embedding=embedding,
        licence="OFL-1.1" if _OPEN.search(f"{names.get(13, '')} {names.get(14, '')}") else "",
    )


_OPEN = re.compile(r"scripts\.sil\.org/OFL|openfontlicense\.org")
"""The address of the SIL Open Font License."""


def _names(table: bytes) -> dict[int, str]:
    """The English Windows names by id, else those of the Macintosh platform."""
    _, count, storage = struct.unpack_from(">HHH", table, 0)
    windows: dict[int, str] = {}
    macintosh: dict[int, str] = {}
    for index in range(count):
        platform, encoding, language, name, length, offset = struct.unpack_from(">6H", table, 6 + 12 * index)
        raw = table[storage + offset : storage + offset + length]
        if platform == 3 and encoding in (1, 10) and language == 0x409:
            windows[name] = raw.decode("utf-16-be")
        elif platform == 1 and encoding == 0 and language == 0:
            macintosh[name] = raw.decode("mac-roman")
    return {**macintosh, **windows}


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
    """Check whether every glyph of a font can be taken out of it, as printing will do.

    Raises:
        SubsetError: It cannot.
    """
    import uharfbuzz

    harfbuzz: Any = uharfbuzz
    face = harfbuzz.Face(data)
    subset(face, range(face.glyph_count))
