"""Fonts of one file: glyph ids go out as they are, each font is subset once at the end with its ids kept."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterable
from functools import cached_property

from pnp.fonts import FontFace, FontLibrary
from pnp.fonts.subset import subset
from pnp.render.characters import Characters
from pnp.render.file import Dictionary, PdfFile, Ref, Stream, array, deflated
from pnp.render.number import number
from pnp.render.tounicode import cmap_text

_SYMBOLIC = 0x04
_ITALIC = 0x40


class EmbeddedFont:
    """One font of the file: what its glyphs say, and which of them are used.

    Attributes:
        face: The font.
        ref: Its Type0 dictionary, which is written last.
        resource: Its name in resource dictionaries.
        widths: Thousandths of the em to the next glyph, as viewers read them from the file, by glyph.
        codes: Hexadecimal digits by glyph.
    """

    def __init__(self, face: FontFace, ref: Ref) -> None:
        self.face = face
        self.ref = ref
        self.resource = f"F{face.key[:12]}"
        self.widths: dict[int, float] = {}
        self.codes: dict[int, str] = {}
        self._used: set[int] = set()
        self._said: dict[int, str] = {}

    def use(self, glyphs: Iterable[int]) -> None:
        """Let the file hold these glyphs; ``widths`` and ``codes`` have them from then on."""
        if self._used.issuperset(glyphs):
            return
        for glyph in glyphs:
            self._used.add(glyph)
            self.widths[glyph] = round(self.face.advance(glyph) * 1000 / self.face.upem, 4)
            self.codes[glyph] = f"{glyph:04X}"

    @cached_property
    def characters(self) -> Characters:
        """What each glyph stands for by the font itself."""
        return Characters(self.face.hb_font)

    def learn(self, glyph: int, text: str) -> None:
        """Note what a glyph stands for of which the font says nothing; the first one counts."""
        self._said.setdefault(glyph, text)

    def write(self, file: PdfFile) -> None:
        """Put the font and all that belongs to it into the file."""
        glyphs = sorted(self._used)
        base = f"/{self._tag(glyphs)}+{_plain(self.face.ps_name)}"
        program = subset(self.face.hb_font.face, glyphs)
        program_ref = file.put(
            Stream(
                {"Length1": len(program), "Filter": "/FlateDecode"},
                zlib.compress(program, 9),
            )
        )
        descriptor = file.put(_descriptor(self.face, base, program_ref))
        descendant = file.put(
            Dictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/CIDFontType2",
                    "BaseFont": base,
                    "CIDSystemInfo": "<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
                    "CIDToGIDMap": "/Identity",
                    "FontDescriptor": descriptor,
                    "W": self._width_array(glyphs),
                }
            )
        )
        texts = {glyph: said for glyph in glyphs if (said := self._text(glyph))}
        to_unicode = file.put(deflated({}, cmap_text(texts)))
        file.put(
            Dictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/Type0",
                    "BaseFont": base,
                    "Encoding": "/Identity-H",
                    "DescendantFonts": array([descendant]),
                    "ToUnicode": to_unicode,
                }
            ),
            self.ref,
        )

    def _text(self, glyph: int) -> str:
        return self.characters[glyph] or self._said.get(glyph, "")

    def _tag(self, glyphs: list[int]) -> str:
        """Six capitals that name this subset (ISO 32000-1 §9.6.4), made of the font and its used glyphs."""
        digest = hashlib.sha256(f"{self.face.key} {glyphs}".encode()).digest()
        return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])

    def _width_array(self, glyphs: list[int]) -> str:
        """The ``W`` entry (ISO 32000-1 §9.7.4.3): runs of neighbouring ids with their widths."""
        parts: list[str] = []
        previous = None
        for glyph in glyphs:
            if previous is None or glyph != previous + 1:
                parts.append(f"{']' if parts else ''}{glyph}[")
            parts.append(number(self.widths[glyph]) + " ")
            previous = glyph
        return f"[{''.join(parts)}]]" if parts else "[]"


class FontShelf:
    """The fonts that the file uses, in the order of their first use.

    Args:
        library: Where the fonts are.
        file: Where they go.
    """

    def __init__(self, library: FontLibrary, file: PdfFile) -> None:
        self._library = library
        self._file = file
        self._fonts: dict[str, EmbeddedFont] = {}

    def get(self, key: str) -> EmbeddedFont:
        """The font with this key.

        Raises:
            KeyError: The library does not have it.
        """
        font = self._fonts.get(key)
        if font is None:
            font = EmbeddedFont(self._library.by_key(key), self._file.reserve())
            self._fonts[key] = font
        return font

    def write(self) -> None:
        """Put all fonts into the file; once, after the last page."""
        for font in self._fonts.values():
            font.write(self._file)


def _plain(ps_name: str) -> str:
    return "".join(char for char in ps_name if char.isascii() and (char.isalnum() or char in "-_.")) or "Font"


def _descriptor(face: FontFace, base: str, program: Ref) -> Dictionary:
    """The font descriptor (ISO 32000-1 §9.8). StemV is not in the file; it is guessed from the weight as ReportLab does."""
    head = bytes(face.hb_font.face.reference_table("head").data)
    box = [value * 1000 / face.upem for value in struct.unpack_from(">hhhh", head, 36)]
    post = bytes(face.hb_font.face.reference_table("post").data)
    angle = struct.unpack_from(">i", post, 4)[0] / 65536 if len(post) >= 8 else 0.0
    return Dictionary(
        {
            "Type": "/FontDescriptor",
            "FontName": base,
            "Flags": _SYMBOLIC | (_ITALIC if face.italic else 0),
            "FontBBox": array([number(value, 0) for value in box]),
            "ItalicAngle": number(angle, 2),
            "Ascent": number(face.ascent * 1000, 0),
            "Descent": number(-face.descent * 1000, 0),
            "CapHeight": number(face.cap_height * 1000, 0),
            "StemV": 50 + int((face.weight / 65) ** 2),
            "FontFile2": program,
        }
    )
