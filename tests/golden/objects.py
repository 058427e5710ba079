"""What a PDF says, without how it is packed: zlib and the subsets of fonts depend on the versions of libraries."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pikepdf


def objects_digest(path: Path) -> str:
    """The objects of a file in their order, streams unpacked, as 64 hexadecimal digits.

    Font programs count by their presence alone; JPEG pictures by their bytes.
    """
    digest = hashlib.sha256()
    with pikepdf.open(path) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream):
                if "/ObjStm" in str(thing.get("/Type", "")) or "/XRef" in str(thing.get("/Type", "")):
                    continue  # how objects are packed
                digest.update(_text(thing.stream_dict))
                if "/Length1" not in thing:
                    digest.update(_content(thing))
            else:
                digest.update(_text(thing))
    return digest.hexdigest()


def _content(stream: Any) -> bytes:
    packed = "/DCTDecode" in str(stream.get("/Filter", ""))
    data: bytes = stream.read_raw_bytes() if packed else stream.read_bytes()
    return data


def _text(thing: Any) -> bytes:
    """An object as PDF syntax, without what follows the packing."""
    if not isinstance(thing, pikepdf.Dictionary):
        return bytes(pikepdf.unparse_content_stream([([thing], pikepdf.Operator("x"))]))
    kept = pikepdf.Dictionary({key: value for key, value in thing.items() if key not in _PACKING})
    return bytes(pikepdf.unparse_content_stream([([kept], pikepdf.Operator("x"))]))


_PACKING = frozenset({"/Length", "/Length1", "/Creator", "/Producer"})
"""Keys that follow the packing, or the version of pnp."""
