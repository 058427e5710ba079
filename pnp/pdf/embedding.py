"""Fonts in a file: each is subset once at the end, and its glyphs keep their ids."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Mapping

from reportlab.pdfbase.pdfdoc import PDFArrayCompact, PDFDictionary

from pnp.draw.item import ids_of
from pnp.fonts import FontFace, FontFault
from pnp.fonts.subset import FontProgram, SubsetError, subset
from pnp.pdf.file import PdfFile, Ref, Stream, deflated
from pnp.pdf.fonts import PdfFont, PdfFonts
from pnp.pdf.number import number, utf16

_SYMBOLIC = 0x04
_ITALIC = 0x40


class EmbeddedFont:
    """One font of the file: its used glyphs, and their meanings where the font itself does not give them.

    Attributes:
        ref: Its Type0 dictionary, which is written last.
    """

    def __init__(self, font: PdfFont, ref: Ref) -> None:
        self.ref = ref
        self._font = font
        self._face = font.face
        self._used = 0
        self._texts: dict[int, str] = {}

    def use(self, glyphs: int, texts: Mapping[int, str]) -> None:
        """Add glyphs, a set of bits, and what they stand for; the first of several meanings counts."""
        self._used |= glyphs
        self._texts = {**texts, **self._texts}

    def write(self, file: PdfFile) -> None:
        """Write the font and all its parts to the file.

        Raises:
            FontFault: A glyph of it is broken (A310).
        """
        glyphs = ids_of(self._used)
        base = f"/{self._tag(glyphs)}+{_plain(self._face.ps_name)}"
        try:
            program = subset(self._face.hb_font.face, glyphs, self._face.source.coordinates)
        except SubsetError as fault:
            message = (
                f"'{self._face.source.file}' is broken: glyphs that are printed cannot be taken out of it"
            )
            raise FontFault("A310", message, "get the file again from its maker") from fault
        descriptor = file.put(_descriptor(self._face, base, program, file.put(_program_stream(program))))
        descendant = file.put(
            PDFDictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/CIDFontType0" if program.postscript else "/CIDFontType2",
                    "BaseFont": base,
                    "CIDSystemInfo": "<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
                    # The character ids of a CFF program are glyph ids in any case (ISO 32000-1 §9.7.4.2).
                    **({} if program.postscript else {"CIDToGIDMap": "/Identity"}),
                    "FontDescriptor": descriptor,
                    "W": self._width_array(glyphs),
                }
            )
        )
        texts = {glyph: text for glyph in glyphs if (text := self._text(glyph))}
        to_unicode = file.put(deflated({}, cmap_text(texts)))
        file.put(
            PDFDictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/Type0",
                    "BaseFont": base,
                    "Encoding": "/Identity-H",
                    "DescendantFonts": PDFArrayCompact([descendant]),
                    "ToUnicode": to_unicode,
                }
            ),
            self.ref,
        )

    def _text(self, glyph: int) -> str:
        return self._font.characters[glyph] or self._texts.get(glyph, "")

    def _tag(self, glyphs: list[int]) -> str:
        """Six capitals that name this subset (ISO 32000-1 §9.6.4): a hash of the font and its used glyphs."""
        digest = hashlib.sha256(f"{self._face.key} {glyphs}".encode()).digest()
        return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])

    def _width_array(self, glyphs: list[int]) -> str:
        """The ``W`` entry (ISO 32000-1 §9.7.4.3): runs of consecutive ids with their widths."""
        parts: list[str] = []
        previous = None
        for glyph in glyphs:
            if previous is None or glyph != previous + 1:
                parts.append(f"{']' if parts else ''}{glyph}[")
            parts.append(number(self._font.widths[glyph]) + " ")
            previous = glyph
        return f"[{''.join(parts)}]]" if parts else "[]"


class EmbeddedFonts:
    """The fonts of one file, in the order of their first use.

    Args:
        library: Has the fonts.
        file: Where they go.
    """

    def __init__(self, library: PdfFonts, file: PdfFile) -> None:
        self._library = library
        self._file = file
        self._fonts: dict[str, EmbeddedFont] = {}

    def use(self, key: str, glyphs: int, texts: Mapping[int, str]) -> Ref:
        """The font with this key and these glyphs (a set of bits); ``texts`` adds meanings of glyphs.

        Raises:
            KeyError: No font has this key.
        """
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = EmbeddedFont(self._library.get(key), self._file.reserve())
        font.use(glyphs, texts)
        return font.ref

    def write(self) -> None:
        """Write all fonts to the file; once, after the last page."""
        for font in self._fonts.values():
            font.write(self._file)


def _plain(ps_name: str) -> str:
    return "".join(char for char in ps_name if char.isascii() and (char.isalnum() or char in "-_.")) or "Font"


def _program_stream(program: FontProgram) -> Stream:
    """The font program (ISO 32000-1 §9.9)."""
    kind = {"Subtype": "/CIDFontType0C"} if program.postscript else {"Length1": len(program.data)}
    return Stream({**kind, "Filter": "/FlateDecode"}, zlib.compress(program.data, 9))


def _descriptor(face: FontFace, base: str, program: FontProgram, stream: Ref) -> PDFDictionary:
    """The font descriptor (ISO 32000-1 §9.8).

    StemV is not in the font file; it is estimated from the weight as ReportLab does.
    """
    head = bytes(face.hb_font.face.reference_table("head").data)
    box = [value * 1000 / face.upem for value in struct.unpack_from(">hhhh", head, 36)]
    post = bytes(face.hb_font.face.reference_table("post").data)
    angle = struct.unpack_from(">i", post, 4)[0] / 65536 if len(post) >= 8 else 0.0
    return PDFDictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": base,
            "Flags": _SYMBOLIC | (_ITALIC if face.italic else 0),
            "FontBBox": PDFArrayCompact([number(value, 0) for value in box]),
            "ItalicAngle": number(angle, 2),
            "Ascent": number(face.ascent * 1000, 0),
            "Descent": number(-face.descent * 1000, 0),
            "CapHeight": number(face.cap_height * 1000, 0),
            "StemV": 50 + int((face.weight / 65) ** 2),
            "FontFile3" if program.postscript else "FontFile2": stream,
        }
    )


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
    """The ToUnicode CMap (ISO 32000-1 §9.10.3): characters by glyph id, for copying and searching."""
    entries = [f"<{glyph:04X}> <{utf16(text)}>\n" for glyph, text in sorted(texts.items())]
    parts = [_HEAD]
    for start in range(0, len(entries), _BLOCK):
        block = entries[start : start + _BLOCK]
        parts += [f"{len(block)} beginbfchar\n", *block, "endbfchar\n"]
    return "".join([*parts, _TAIL]).encode("ascii")
