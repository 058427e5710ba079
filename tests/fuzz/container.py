"""Changing files that are made of parts, so that the change gets past the first check: fonts, zips, PNG, JPEG."""

from __future__ import annotations

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable

Part = tuple[bytes, bytes]
"""Name and content."""
_EXTREMES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def broken(content: bytes, dice: random.Random) -> bytes:
    """The bytes with a number or a piece of them changed, as offsets and counts get broken."""
    data = bytearray(content)
    for _ in range(dice.choice((1, 1, 2, 5))):
        at = dice.randrange(len(data) + 1)
        kind = dice.randrange(5)
        if kind == 0 and len(data) >= 2:
            at = min(at & ~1, len(data) - 2)
            struct.pack_into(">H", data, at, dice.choice(_EXTREMES) & 0xFFFF)
        elif kind == 1 and len(data) >= 4:
            at = min(at & ~1, len(data) - 4)
            struct.pack_into(">I", data, at, dice.choice(_EXTREMES))
        elif kind == 2:
            del data[at : at + dice.choice((1, 2, 4, 100))]
        elif kind == 3:
            data[at:at] = data[at : at + dice.choice((2, 4, 60))]
        elif data:
            data[min(at, len(data) - 1)] ^= 1 << dice.randrange(8)
    return bytes(data)


def shuffled(
    parts: list[Part], dice: random.Random, change: Callable[[bytes, random.Random], bytes]
) -> list[Part]:
    """The parts with one of them changed, doubled, left out, emptied, swapped or under the name of another."""
    parts = list(parts)
    for _ in range(dice.choice((1, 1, 2))):
        if not parts:
            return parts
        one, other = dice.randrange(len(parts)), dice.randrange(len(parts))
        kind = dice.randrange(12)
        name, content = parts[one]
        if kind == 0:
            parts.pop(one)
        elif kind == 1:
            parts.insert(other, parts[one])
        elif kind == 2:
            parts[one], parts[other] = parts[other], parts[one]
        elif kind == 3:
            parts[one] = (parts[other][0], content)
        elif kind == 4:
            parts[one] = (name, dice.choice((b"", parts[other][1], content * 3)))
        else:
            parts[one] = (name, change(content, dice))
    return parts


def font(data: bytes, dice: random.Random) -> bytes:
    """A font with a table broken; its directory is right again afterwards, or has a slip of its own."""
    count = struct.unpack_from(">H", data, 4)[0]
    parts = []
    for number in range(count):
        tag, _, offset, length = struct.unpack_from(">4sIII", data, 12 + 16 * number)
        parts.append((tag, data[offset : offset + length]))
    parts = shuffled(parts, dice, broken)
    directory, body = [], bytearray()
    start = 12 + 16 * len(parts)
    for tag, content in parts:
        directory.append((tag, start + len(body), len(content)))
        body += content + b"\0" * (-len(content) % 4)
    if directory and dice.random() < 0.15:
        slip = dice.randrange(len(directory))
        tag, offset, length = directory[slip]
        directory[slip] = (tag, dice.choice((offset, *_EXTREMES)), dice.choice((length, *_EXTREMES)))
    head = data[:4] + struct.pack(">HHHH", len(parts), 128, 3, 0)
    return head + b"".join(struct.pack(">4sIII", tag, 0, *place) for tag, *place in directory) + bytes(body)


_XML = (
    b"<row/>", b"<c r=\"ZZZ9999999\"><v>1</v></c>", b"<c r=\"A1\" t=\"s\"><v>99999</v></c>", b"<c t=\"e\"><v>#REF!</v></c>", b"<f>1+1</f>", b"<v>1e999</v>", b"<is><t>x</t></is>",
    b"<!DOCTYPE a [<!ENTITY b \"c\">]>", b"&b;", b"&#0;", b"<t xml:space=\"preserve\"> </t>", b"<si><t/></si>", b"<mergeCell ref=\"A1:XFD1048576\"/>", b"<dimension ref=\"A1:XFD1048576\"/>",
    b"<table:table-cell table:number-columns-repeated=\"999999999\"/>", b"<table:table-row table:number-rows-repeated=\"999999999\"/>", b"<text:s text:c=\"99999999\"/>", b" r=\"\"", b" t=\"b\"", b" s=\"99999\"", b"count=\"-1\"",
)  # fmt: skip
_NAMES = (
    "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml", "xl/sharedStrings.xml", "xl/styles.xml", "xl/workbook.xml", "content.xml", "[Content_Types].xml", "mimetype",
    "../x.xml", "/etc/x", "xl\\workbook.xml", "a" * 300, "", "xl/vbaProject.bin", "_rels/.rels", "xl/_rels/workbook.xml.rels",
)  # fmt: skip


def _xml(content: bytes, dice: random.Random) -> bytes:
    data = bytearray(content)
    for _ in range(dice.choice((1, 1, 3))):
        places = [at for at, byte in enumerate(data) if byte in b'<"'] or [0]
        at = dice.choice(places)
        kind = dice.randrange(4)
        if kind == 0:
            data[at:at] = dice.choice(_XML)
        elif kind == 1:
            end = data.find(b">", at)
            del data[at : (end if end > 0 else at) + 1]
        elif kind == 2:
            end = data.find(b'"', at + 1)
            data[at + 1 : max(end, at + 1)] = dice.choice(
                (b"", b"0", b"-1", b"99999999", b"rId9", b"s", b"xl/x.xml", b"A1:B2")
            )
        else:
            data[:] = broken(bytes(data), dice)
    return bytes(data)


def pack(data: bytes, dice: random.Random) -> bytes:
    """A spreadsheet with a part changed and zipped anew, now and then with a trick of zips."""
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        parts = [(name.encode(), opened.read(name)) for name in opened.namelist()]
    parts = shuffled(parts, dice, _xml)
    if dice.random() < 0.1:
        parts.append((dice.choice(_NAMES).encode(), dice.choice((b"<a/>", b"", b"A" * 50_000))))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", dice.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))) as made:
        for name, content in parts:
            info = zipfile.ZipInfo(name.decode("utf-8", "replace") or "x")
            with made.open(info, "w") as file:
                file.write(content)
    return _tricked(bytearray(out.getvalue()), dice) if dice.random() < 0.3 else out.getvalue()


def _tricked(data: bytearray, dice: random.Random) -> bytes:
    """A field of a header of the zip changed: sizes, flags (encrypted), method, offsets, counts."""
    signature, fields = dice.choice(
        ((b"PK\3\4", (6, 8, 14, 18, 22, 26, 28)), (b"PK\1\2", (8, 10, 16, 20, 24, 28, 30, 32, 42)), (b"PK\5\6", (8, 10, 12, 16, 20)))
    )  # fmt: skip
    at = data.find(signature, dice.randrange(len(data)))
    at = data.find(signature) if at < 0 else at
    where = at + dice.choice(fields)
    if at >= 0 and where + 4 <= len(data):
        struct.pack_into("<I" if dice.random() < 0.5 else "<H", data, where, dice.choice(_EXTREMES) & 0xFFFF)
    return bytes(data)


def png(data: bytes, dice: random.Random) -> bytes:
    """A PNG with a chunk changed; the checksums are right."""
    parts, at = [], 8
    while at + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        parts.append((name, data[at + 8 : at + 8 + length]))
        at += 12 + length
    parts = shuffled(parts, dice, broken)
    return data[:8] + b"".join(
        struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
        for name, content in parts
    )


def jpeg(data: bytes, dice: random.Random) -> bytes:
    """A JPEG with a segment changed; the lengths are right."""
    parts, at = [], 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        (length,) = struct.unpack_from(">H", data, at + 2)
        parts.append((data[at : at + 2], data[at + 4 : at + 2 + length]))
        at += 2 + length
    rest = data[at:] if dice.random() < 0.8 else broken(data[at:], dice)
    made = shuffled(parts, dice, broken)
    return data[:2] + b"".join(m + struct.pack(">H", min(len(c) + 2, 0xFFFF)) + c for m, c in made) + rest


def rebuilt(target: str, data: bytes, dice: random.Random) -> bytes | None:
    """The data with a part changed; None for what is not made of parts."""
    try:
        if target == "font":
            return font(data, dice)
        if target in ("xlsx", "ods"):
            return pack(data, dice)
        if data.startswith(b"\x89PNG"):
            return png(data, dice)
        if data.startswith(b"\xff\xd8"):
            return jpeg(data, dice)
    except (struct.error, zipfile.BadZipFile):
        return None
    return None
