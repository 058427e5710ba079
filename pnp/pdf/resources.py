"""Fonts, pictures, shadings and forms in a file, each written once.

Fonts are subset at the end, and their glyphs keep their ids. Pictures are image XObjects (ISO 32000-1 §8.9),
with their packed data or fewer pixels.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Mapping

from reportlab.pdfbase.pdfdoc import PDFArrayCompact, PDFDictionary

from pnp.draw import PictureData
from pnp.draw.item import ids_of
from pnp.fonts import FontFace, FontFault
from pnp.fonts.subset import FontProgram, SubsetError, subset
from pnp.pdf.colours import RgbColours
from pnp.pdf.content import FormMaker
from pnp.pdf.file import PdfFile, PdfValue, Ref, Stream, deflated, text
from pnp.pdf.form import Form, PdfResources
from pnp.pdf.number import number, utf16
from pnp.pdf.text import PdfFont, font_name
from pnp.pictures import Sampling
from pnp.units import PT_PER_MM


class FileResources:
    """Fonts, pictures, shadings and forms of one file, written when a stream first refers to them.

    Args:
        file: Where they go.
        form_maker: Made the forms.

    Attributes:
        layers: The layers that are in use, by name.
    """

    def __init__(self, file: PdfFile, form_maker: FormMaker) -> None:
        self.colours = form_maker.colours
        self.images = Images(file, self.colours)
        self._file = file
        self._library = form_maker.fonts
        self._fonts: dict[str, EmbeddedFont] = {}
        self._forms: dict[str, Ref] = {}
        self._shadings: dict[str, Ref] = {}
        self.layers: dict[str, Ref] = {}
        self._inks: dict[str, float] = {}

    def form(self, form: Form) -> Ref:
        """The form XObject (ISO 32000-1 §8.10) of a form."""
        ref = self._forms.get(form.name)
        if ref is None:
            entries = {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": form.corners,
                "Resources": self.resources(form.resources),
            }
            if form.group is not None:
                entries["Group"] = f"<</S/Transparency/CS/{form.group}/I true>>"
            ref = self._forms[form.name] = self._file.put(deflated(entries, form.content))
        return ref

    def resources(self, resources: PdfResources) -> str:
        """The resource dictionary (ISO 32000-1 §7.8.3), in order of names."""
        masks = {
            name: f"<</SMask<</Type/Mask/S/Luminosity/G {self.form(mask)}>>>>"
            for name, mask in resources.masks.items()
        }
        named: dict[str, Mapping[str, object]] = {
            "ColorSpace": resources.spaces,
            "ExtGState": resources.states | masks,
            "Font": {
                font_name(key): self._font(key, glyphs, resources.texts.get(key, {}))
                for key, glyphs in resources.glyphs.items()
            },
            "Properties": {name: self._layer(layer) for name, layer in resources.layers.items()},
            "Pattern": {
                name: f"<</Type/Pattern/PatternType 2/Shading {self._shading(shading, resources)}/Matrix[{matrix}]>>"
                for name, (shading, matrix) in resources.patterns.items()
            },
            "Shading": {name: self._shading(name, resources) for name in resources.shadings},
            "XObject": {name: self.form(form) for name, form in resources.forms.items()}
            | {name: self.images.get(picture) for name, picture in resources.pictures.items()},
        }
        return f"<<{''.join([_category(name, entries) for name, entries in named.items() if entries])}>>"

    def ink(self, resources: PdfResources) -> float:
        """The most ink of one colour in operators and in the forms that they place."""
        if self.colours.converter is None:
            return 0.0
        inside = [self._ink_of(form) for form in resources.forms.values()]
        return max(resources.ink, *inside, 0.0)

    def _ink_of(self, form: Form) -> float:
        if form.name not in self._inks:
            self._inks[form.name] = self.ink(form.resources)
        return self._inks[form.name]

    def write_fonts(self) -> None:
        """Write all fonts to the file, in the order of their first use; once, after the last page."""
        for font in self._fonts.values():
            font.write(self._file)

    def _font(self, key: str, glyphs: int, texts: Mapping[int, str]) -> Ref:
        """The font with this key and these glyphs (a set of bits); ``texts`` adds meanings of glyphs.

        Raises:
            KeyError: No font has this key.
        """
        font = self._fonts.get(key)
        if font is None:
            font = self._fonts[key] = EmbeddedFont(self._library[key], self._file.reserve())
        font.use(glyphs, texts)
        return font.ref

    def _layer(self, name: str) -> Ref:
        """The optional content group (ISO 32000-1 §8.11.2) of a layer."""
        ref = self.layers.get(name)
        if ref is None:
            ref = self.layers[name] = self._file.put(f"<</Type/OCG/Name{text(name)}>>")
        return ref

    def _shading(self, name: str, resources: PdfResources) -> Ref:
        ref = self._shadings.get(name)
        if ref is None:
            ref = self._shadings[name] = self._file.put(PDFDictionary(dict(resources.shadings[name])))
        return ref


def _category(name: str, entries: Mapping[str, object]) -> str:
    return f"/{name}<<{''.join([f'/{key} {value}' for key, value in sorted(entries.items())])}>>"


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


_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}
_CHANNELS = {"L": 1, "RGB": 3, "CMYK": 4}
_START_OF_SCAN = 0xDA
_APP14 = 0xEE


class Images:
    """The pictures of one file, each written once, at the end, when the largest size of each is known.

    Args:
        file: Where they go.
        colours: Of the file.
    """

    def __init__(self, file: PdfFile, colours: RgbColours) -> None:
        self._file = file
        self._colours = colours
        self._pictures: dict[str, tuple[PictureData, Ref]] = {}
        self._sizes: dict[str, tuple[float, float]] = {}

    def get(self, picture: PictureData) -> Ref:
        """The image XObject of the picture."""
        if picture.key not in self._pictures:
            self._pictures[picture.key] = (picture, self._file.reserve())
        return self._pictures[picture.key][1]

    def show(self, sizes: Mapping[str, tuple[float, float]]) -> None:
        """Note how large pictures are on a page: width and height in points, by key."""
        for key, (width, height) in sizes.items():
            before = self._sizes.get(key, (0.0, 0.0))
            self._sizes[key] = (max(width, before[0]), max(height, before[1]))

    def write(self, sampling: Sampling) -> None:
        """Write all pictures to the file; once, after the last page.

        A picture that is shown in several sizes has the pixels for the largest.

        Args:
            sampling: Downsamples pictures.
        """
        for picture, ref in self._pictures.values():
            self._put(self._shown(picture, sampling), ref)

    def _shown(self, picture: PictureData, sampling: Sampling) -> PictureData:
        # A picture without a size is in a form that no page places: as small as possible.
        width, height = self._sizes.get(picture.key, (0.0, 0.0))
        return self._colours.picture(sampling.of(picture, width / PT_PER_MM, height / PT_PER_MM))

    def _put(self, picture: PictureData, ref: Ref) -> None:
        entries = _entries(picture, self._space(picture), picture.bits)
        if picture.alpha is not None:
            mask = _entries(picture, "/DeviceGray", 8) | _rows(picture, 1, 8)
            entries["SMask"] = self._file.put(Stream(mask, picture.alpha))
        if not picture.jpeg:
            channels = 1 if picture.palette is not None else _CHANNELS[picture.mode]
            entries |= _rows(picture, channels, picture.bits)
        else:
            entries["Filter"] = "/DCTDecode"
            if picture.mode == "CMYK" and _is_adobe(picture.data):
                entries["Decode"] = "[1 0 1 0 1 0 1 0]"
        self._file.put(Stream(entries, picture.data), ref)

    def _space(self, picture: PictureData) -> str:
        if picture.palette is None:
            return _SPACES[picture.mode]
        # An object of its own, because objects that are no streams are compressed.
        colours = self._file.put(f"<{picture.palette.hex()}>")
        return f"[/Indexed {_SPACES[picture.mode]} {2**picture.bits - 1} {colours}]"


def _entries(picture: PictureData, space: str, bits: int) -> dict[str, PdfValue]:
    return {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width_px,
        "Height": picture.height_px,
        "ColorSpace": space,
        "BitsPerComponent": bits,
    }


def _rows(picture: PictureData, channels: int, bits: int) -> dict[str, PdfValue]:
    """How rows of a PNG file are compressed (ISO 32000-1 §7.4.4.3): each names its own filter."""
    of_rows = f"<</Predictor 15/Colors {channels}/BitsPerComponent {bits}/Columns {picture.width_px}>>"
    return {"Filter": "/FlateDecode", "DecodeParms": of_rows}


def _is_adobe(jpeg: bytes) -> bool:
    """Whether the file has Adobe's marker, and so inverted CMYK inks (Adobe Technical Note 5116 §18)."""
    at = 2
    while at + 4 <= len(jpeg) and jpeg[at] == 0xFF:
        marker = jpeg[at + 1]
        if marker == _START_OF_SCAN:
            return False
        (length,) = struct.unpack_from(">H", jpeg, at + 2)
        if marker == _APP14 and jpeg[at + 4 : at + 9] == b"Adobe":
            return True
        at += 2 + length
    return False
