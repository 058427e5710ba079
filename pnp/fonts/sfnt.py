"""Font files in the OpenType format: facts read from their tables, and files packed for the web.

Outlines are TrueType (``glyf``) or PostScript (``CFF``, ``CFF2``); a collection (.ttc) holds several fonts.
Offsets and meanings are those of the OpenType specification 1.9
(learn.microsoft.com/typography/opentype/spec): the table directory (otff), ``head``, ``hhea``, ``OS/2``,
``name`` and ``fvar``.

WOFF and WOFF2 (w3.org/TR/WOFF2) become OpenType files. WOFF2 is unpacked by fontTools and brotli, the extra
``fonts``. Before that, the data is decompressed once with a limit, so that a small file cannot fill the
memory.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeAlias

from pnp.diagnostics import extra_cures
from pnp.fonts.limits import MAX_AXES, MAX_INSTANCES, MAX_MEMBERS, MAX_UNPACKED, MAX_UNPACKED_GLYPHS


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


class Axis(NamedTuple):
    """An axis of a variable font: its tag, such as ``wght``, and its numbers."""

    tag: str
    low: float
    default: float
    high: float


Coordinates: TypeAlias = tuple[tuple[str, float], ...]
"""A number for each axis, by its tag, in the order of the font."""


class Instance(NamedTuple):
    """A place of a variable font that its maker named."""

    name: str
    coordinates: Coordinates


class FontFacts(NamedTuple):
    """Facts in the tables of one font.

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
        axes: Of a variable font, whose other facts are those of its default; else empty.
        instances: Of a variable font, where its maker named some.
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
    axes: tuple[Axis, ...] = ()
    instances: tuple[Instance, ...] = ()


_OUTLINES = ("glyf", "CFF ", "CFF2")
_BITMAPS = ("CBDT", "EBDT", "sbix", "SVG ")
_REFUSED = {
    b"%!PS": "the font is in the Type 1 format",
    b"\x80\x01%!": "the font is in the Type 1 format",
    b"<?xm": "the file is XML, and no font",
    b"<svg": "the font is in the SVG format",
}
_RESTRICTED = 0x0002
_BITMAP_ONLY = 0x0200
_GET_ANOTHER = "get the font from its maker as .otf, .ttf or .woff2"


def members(data: bytes) -> int:
    """How many fonts a file holds: one, unless it is a collection.

    Raises:
        FontFault: It is no font, or a collection of too many.
    """
    if data[:4] == b"ttcf":
        (count,) = struct.unpack_from(">L", data, 8) if len(data) >= 12 else (0,)
        if not 1 <= count <= MAX_MEMBERS:
            raise _broken()
        return int(count)
    if data[:4] in (b"\x00\x01\x00\x00", b"true", b"OTTO"):
        return 1
    known = next((words for start, words in _REFUSED.items() if data.startswith(start)), None)
    raise FontFault("A310", known or "the file is no TrueType or OpenType font", _GET_ANOTHER)


def read_facts(data: bytes, member: int = 0) -> FontFacts:
    """The facts of a font.

    Args:
        data: The file.
        member: The number of the font in a collection, from 0.

    Raises:
        FontFault: No font or broken (A310), without outlines (A311) or not to be embedded (A314).
    """
    count = members(data)
    try:
        (at,) = struct.unpack_from(">L", data, 12 + 4 * member) if data[:4] == b"ttcf" else (0,)
        tables = _tables(data, at)
        facts = _facts(tables)
    except (struct.error, KeyError, UnicodeDecodeError, IndexError) as problem:
        raise _broken() from problem
    named = f"'{facts.ps_name}'" if count > 1 else "the font"
    if not any(tag in tables for tag in _OUTLINES):
        if any(tag in tables for tag in _BITMAPS):
            raise FontFault("A311", f"{named} has only pictures of its letters", "use a font with outlines")
        raise FontFault("A311", f"{named} has no outlines", _GET_ANOTHER)
    if facts.embedding & (_RESTRICTED | _BITMAP_ONLY) and not facts.embedding & 0x000C:
        raise FontFault(
            "A314",
            f"'{facts.ps_name}' forbids embedding in documents",
            "use a font whose licence allows it, or ask its maker for one that does",
        )
    return facts


def named_in_short(data: bytes, family: str) -> bytes:
    """A font file, no collection, that calls itself ``family`` where its family begins with that.

    Noto Sans as it ships with pnp is called "Noto Sans PNP" inside.
    """
    short = bytearray(data)
    (tables,) = struct.unpack_from(">H", data, 4)
    places = [struct.unpack_from(">4sLLL", data, 12 + 16 * index) for index in range(tables)]
    table = next(offset for tag, _, offset, _ in places if tag == b"name")
    _, count, storage = struct.unpack_from(">HHH", data, table)
    for record in range(table + 6, table + 6 + 12 * count, 12):
        platform, _, _, name, _, offset = struct.unpack_from(">6H", data, record)
        begin = family.encode("mac-roman" if platform == 1 else "utf-16-be", "replace")
        if name in (1, 16) and data.startswith(begin, table + storage + offset):
            struct.pack_into(">H", short, record + 8, len(begin))
    return bytes(short)


def outlines_at(data: bytes, member: int) -> int:
    """Where the outlines of a font begin in a file; members of a collection may have them in common.

    Args:
        data: A file that ``read_facts`` could read.
        member: See ``read_facts``.
    """
    (at,) = struct.unpack_from(">L", data, 12 + 4 * member) if data[:4] == b"ttcf" else (0,)
    (count,) = struct.unpack_from(">H", data, at + 4)
    for index in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", data, at + 12 + 16 * index)
        if tag.decode("ascii") in _OUTLINES:
            return int(offset)
    raise _broken()


def _broken() -> FontFault:
    return FontFault("A310", "the font file is broken", "get the file again from its maker")


def _tables(data: bytes, at: int) -> dict[str, memoryview]:
    (count,) = struct.unpack_from(">H", data, at + 4)
    found: dict[str, memoryview] = {}
    for index in range(count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", data, at + 12 + 16 * index)
        if offset + length > len(data):
            raise IndexError(tag)
        found[tag.decode("ascii")] = memoryview(data)[offset : offset + length]
    for needed in ("cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2"):
        if needed not in found:
            raise KeyError(needed)
    return found


def _facts(tables: Mapping[str, memoryview]) -> FontFacts:
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
        **_variations(tables["fvar"], names) if "fvar" in tables else {},
    )


def _variations(table: memoryview, names: Mapping[int, str]) -> dict[str, Any]:
    """The axes of a variable font and its named instances."""
    start, count, size, named, length = struct.unpack_from(">4xH2x4H", table, 0)
    if not 1 <= count <= MAX_AXES or named > MAX_INSTANCES:
        raise IndexError("fvar")
    axes = []
    for index in range(count):
        tag, *bounds = struct.unpack_from(">4s3l", table, start + index * size)
        low, default, high = (bound / 65536 for bound in bounds)
        if not low <= default <= high:
            raise IndexError("fvar")
        axes.append(Axis(tag.decode("ascii"), low, default, high))
    instances = []
    for index in range(named):
        at = start + count * size + index * length
        name, *place = struct.unpack_from(f">H2x{count}l", table, at)
        tags = (axis.tag for axis in axes)
        coordinates = tuple(zip(tags, (number / 65536 for number in place), strict=True))
        instances.append(Instance(names.get(name, ""), coordinates))
    return {"axes": tuple(axes), "instances": tuple(instances)}


_OPEN = re.compile(r"scripts\.sil\.org/OFL|openfontlicense\.org")
"""The address of the SIL Open Font License."""


def _names(table: memoryview) -> dict[int, str]:
    """The English Windows names by id, else those of the Macintosh platform."""
    _, count, storage = struct.unpack_from(">HHH", table, 0)
    windows: dict[int, str] = {}
    macintosh: dict[int, str] = {}
    for index in range(count):
        platform, encoding, language, name, length, offset = struct.unpack_from(">6H", table, 6 + 12 * index)
        raw = bytes(table[storage + offset : storage + offset + length])
        if platform == 3 and encoding in (1, 10) and language == 0x409:
            windows[name] = raw.decode("utf-16-be")
        elif platform == 1 and encoding == 0 and language == 0:
            macintosh[name] = raw.decode("mac-roman")
    return {**macintosh, **windows}


_PLAIN = "use the .otf or .ttf file of the font"
_AGAIN = "get the file again from its maker"


def is_packed(data: bytes) -> bool:
    """Whether the file is WOFF or WOFF2."""
    return data[:4] in (b"wOFF", b"wOF2")


def unpacked(data: bytes) -> bytes:
    """The OpenType file in a WOFF or WOFF2 file.

    Raises:
        FontFault: It is broken or too large, or the extra for it is not installed (A310).
    """
    try:
        return _woff(data) if data[:4] == b"wOFF" else _woff2(data)
    except (struct.error, zlib.error, IndexError) as fault:
        raise FontFault("A310", "the packed font is broken", _AGAIN) from fault


def _woff(data: bytes) -> bytes:
    """WOFF 1.0 (w3.org/TR/WOFF): each table is deflated, unless that would make it longer."""
    flavour, _, count = struct.unpack_from(">4sLH", data, 4)
    entries = [struct.unpack_from(">4s4L", data, 44 + 20 * index) for index in range(count)]
    _check_size(sum(length for _, _, _, length, _ in entries), MAX_UNPACKED)
    at = 12 + 16 * count
    head = [struct.pack(">4s4H", flavour, count, 0, 0, 0)]
    body = []
    for tag, offset, packed, length, checksum in entries:
        raw = data[offset : offset + packed]
        table = raw if packed == length else zlib.decompressobj().decompress(raw, length)
        if len(table) != length:
            raise IndexError(tag)
        head.append(struct.pack(">4s3L", tag, checksum, at, length))
        body.append(table + bytes(-length % 4))
        at += len(body[-1])
    return b"".join([*head, *body])


_NO_TRANSFORM = {10: 3, 11: 3}
"""Version of the transformation that changes nothing: of ``glyf`` and ``loca``; 0 of all other tables."""
_NAMED_TABLE = 63


def _woff2(data: bytes) -> bytes:
    if find_spec("brotli") is None or find_spec("fontTools") is None:
        raise FontFault("A310", "the font is packed as WOFF2", f"{extra_cures('fonts')[0]}, or {_PLAIN}")
    import brotli

    flavour, _, tables, _, whole, packed = struct.unpack_from(">4sLHHLL", data, 4)
    if flavour == b"ttcf":
        raise FontFault("A310", "the file is a collection that is packed as WOFF2", _PLAIN)
    _check_size(whole, MAX_UNPACKED)
    at, length, glyphs = 48, 0, 0
    for _ in range(tables):
        flags = data[at]
        tag, version = flags & 0x3F, flags >> 6
        at += 5 if tag == _NAMED_TABLE else 1
        size, at = _base128(data, at)
        if version != _NO_TRANSFORM.get(tag, 0):
            glyphs += size
            size, at = _base128(data, at)
        length += size
    _check_size(length, MAX_UNPACKED)
    _check_size(glyphs, MAX_UNPACKED_GLYPHS)
    decompressor = brotli.Decompressor()
    try:
        got = len(decompressor.process(data[at : at + packed], output_buffer_limit=length + 1))
        if got != length:
            raise IndexError("brotli")
        return _rebuilt(data)
    except brotli.error as fault:
        raise IndexError("brotli") from fault


def _rebuilt(data: bytes) -> bytes:
    """The work of fontTools, which meets a broken font with exceptions of many kinds."""
    from fontTools.ttLib import woff2

    out = io.BytesIO()
    try:
        unpacker: Any = woff2  # it has no types
        unpacker.decompress(io.BytesIO(data), out)
    except MemoryError:
        raise
    except Exception as fault:
        raise IndexError("WOFF2") from fault
    return out.getvalue()


def _base128(data: bytes, at: int) -> tuple[int, int]:
    """A number of up to five groups of seven bits, and where it ends."""
    value = 0
    for place in range(5):
        value = value << 7 | data[at + place] & 0x7F
        if not data[at + place] & 0x80:
            return value, at + place + 1
    raise IndexError("UIntBase128")


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise FontFault("A310", f"the font has more than {most:,} bytes, unpacked", _PLAIN)
