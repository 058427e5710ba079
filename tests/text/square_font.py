"""A font whose letters are squares of one em, made here: whatever the letters are, twelve fill twelve ems."""

import struct

from pnp.fonts import FontLibrary, own_fonts

UPEM = 1000
SQUARE = [(50, -100), (50, 800), (950, 800), (950, -100)]


def square_font(letters: str, family: str = "Squares") -> bytes:
    """A TrueType file with a glyph for each of the letters and a space of half an em."""
    codes = sorted({*map(ord, letters)} - {0x20})
    glyph = _square()
    count = len(codes) + 2  # .notdef and the space have no outline
    offsets = [0, 0, *(len(glyph) * number for number in range(len(codes) + 1))]
    widths = [UPEM, UPEM // 2, *[UPEM] * len(codes)]
    groups = [(0x20, 0x20, 1), *((code, code, number) for number, code in enumerate(codes, 2))]
    groups.sort()
    cmap = struct.pack(">HHHHL", 0, 1, 3, 10, 12)
    cmap += struct.pack(">HHLLL", 12, 0, 16 + 12 * len(groups), 0, len(groups))
    cmap += b"".join(struct.pack(">LLL", *group) for group in groups)
    head = struct.pack(">LLLLHH", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, UPEM) + bytes(16)
    head += struct.pack(">hhhhHHhhh", 0, -100, UPEM, 800, 0, 8, 2, 1, 0)
    hhea = struct.pack(">Lhhh", 0x10000, 880, -120, 0) + bytes(24) + struct.pack(">H", count)
    maxp = struct.pack(">LHHHHHHHHHHHHHH", 0x10000, count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
    os2 = struct.pack(">HhHHH", 3, UPEM, 400, 5, 0) + bytes(20 + 2 + 10 + 16 + 4)
    os2 += struct.pack(">HHHhhhHH", 64, 0x20, 0xFFFF, 880, -120, 0, 880, 120) + bytes(8)
    os2 += struct.pack(">hhHHH", 500, 800, 0, 0x20, 2)
    tables = {
        b"OS/2": os2,
        b"cmap": cmap,
        b"glyf": glyph * len(codes),
        b"head": head,
        b"hhea": hhea,
        b"hmtx": b"".join(struct.pack(">Hh", width, 50) for width in widths),
        b"loca": b"".join(struct.pack(">L", offset) for offset in offsets),
        b"maxp": maxp,
        b"name": _names({1: family, 2: "Regular", 4: family, 6: family}),
    }
    start = 12 + 16 * len(tables)
    directory, body = struct.pack(">LHHHH", 0x10000, len(tables), 128, 3, 16 * len(tables) - 128), b""
    for tag, data in sorted(tables.items()):
        directory += struct.pack(">4sLLL", tag, 0, start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    return directory + body


def square_fonts(letters: str) -> FontLibrary:
    """A library with nothing but this font."""
    sources, found = own_fonts([("fonts/squares.ttf", square_font(letters))])
    assert not found
    return FontLibrary(sources)


def _square() -> bytes:
    """An outline of four points on the curve (glyf, simple glyph)."""
    xs, ys = zip(*SQUARE, strict=True)
    data = struct.pack(">hhhhh", 1, min(xs), min(ys), max(xs), max(ys)) + struct.pack(">HH", 3, 0)
    data += bytes([1] * 4)
    for values in (xs, ys):
        data += b"".join(struct.pack(">h", b - a) for a, b in zip((0, *values), values, strict=False))
    return data + bytes(-len(data) % 4)


def _names(names: dict[int, str]) -> bytes:
    records, storage = b"", b""
    for number, text in names.items():
        raw = text.encode("utf-16-be")
        records += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(raw), len(storage))
        storage += raw
    return struct.pack(">HHH", 0, len(names), 6 + len(records)) + records + storage
