"""What glyph ids say, for copying and searching: the ToUnicode CMap (ISO 32000-1 §9.10.3)."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.press.number import utf16

_HEAD = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
"""
_TAIL = """endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""
_BLOCK = 100
"""Entries in one ``beginbfchar`` block; the limit of Adobe Technical Note 5014 §5.5."""


def cmap_text(texts: Mapping[int, str]) -> bytes:
    """The CMap that gives each glyph id its characters; a ligature has several."""
    entries = [f"<{glyph:04X}> <{utf16(text)}>\n" for glyph, text in sorted(texts.items())]
    parts = [_HEAD]
    for start in range(0, len(entries), _BLOCK):
        block = entries[start : start + _BLOCK]
        parts += [f"{len(block)} beginbfchar\n", *block, "endbfchar\n"]
    return "".join([*parts, _TAIL]).encode("ascii")
