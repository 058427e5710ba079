"""Small fonts of every kind, made by fontTools: squares for letters, so that each has a width of its own."""

from __future__ import annotations

import io
from functools import cache

from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, InstanceDescriptor, SourceDescriptor
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.varLib import build

LETTERS = "ABCDEIJabcdeij0123456789-ńşșíř\u0307"
FEATURES = """
languagesystem DFLT dflt; languagesystem latn dflt; languagesystem latn PLK; languagesystem latn ROM;
languagesystem latn NLD; languagesystem latn CSY;
markClass dotaccentcomb <anchor 0 500> @TOP;
feature mark { pos base A <anchor 200 700> mark @TOP; } mark;
feature smcp { sub a by a.smcp; sub b by b.smcp; } smcp;
feature onum { sub one by one.onum; } onum;
feature salt { sub a from [a.alt1 a.alt2]; } salt;
feature locl {
  script latn;
  language PLK; sub nacute by nacute.loclPLK;
  language ROM; sub scedilla by uni0219;
  language NLD; sub i j by i_j.loclNLD;
  language CSY; sub rcaron by rcaron.loclCSY;
} locl;
"""
_NAMES = {
    "0": "zero",
    "1": "one",
    "-": "hyphen",
    "ń": "nacute",
    "ş": "scedilla",
    "ș": "uni0219",
    "í": "iacute",
    "ř": "rcaron",
    "\u0307": "dotaccentcomb",
}
_EXTRA = [
    "a.smcp",
    "b.smcp",
    "one.onum",
    "a.alt1",
    "a.alt2",
    "nacute.loclPLK",
    "i_j.loclNLD",
    "rcaron.loclCSY",
]


def glyph_name(letter: str) -> str:
    return _NAMES.get(letter) or (f"uni{ord(letter):04X}" if letter.isdigit() else letter)


def draw(pen, left: int, right: int, top: int) -> None:
    pen.moveTo((left, 0))
    for point in ((left, top), (right, top), (right, 0)):
        pen.lineTo(point)
    pen.closePath()


def font(
    family: str = "Tiny", *, postscript: bool = False, weight: int = 400, style: str = "Regular", embedding: int = 0,
    named: bool = True, wide: int = 0,
) -> TTFont:  # fmt: skip
    """A font with ``LETTERS``, space and a few alternates; ``wide`` is added to all widths."""
    order = [".notdef", "space", *map(glyph_name, LETTERS), *_EXTRA]
    builder = FontBuilder(1000, isTTF=not postscript)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({0x20: "space", **{ord(letter): glyph_name(letter) for letter in LETTERS}})
    widths = {name: 300 + 10 * number + wide for number, name in enumerate(order)}
    glyphs = {}
    for name in order:
        pen = T2CharStringPen(widths[name], None) if postscript else TTGlyphPen(None)
        if name != "space":
            draw(pen, 50, widths[name] - 50, 500 if name[0].islower() else 700)
        glyphs[name] = pen.getCharString() if postscript else pen.glyph()
    name = f"{family.replace(' ', '')}-{style}"
    if postscript:
        builder.setupCFF(name, {"FullName": name}, glyphs, {})
    else:
        builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (width, 50) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=900, descent=-250)
    builder.setupNameTable({"familyName": family, "styleName": style, "psName": name}, mac=False)
    builder.setupOS2(
        usWeightClass=weight, sTypoAscender=900, sTypoDescender=-250, sCapHeight=700, sxHeight=500, fsType=embedding
    )  # fmt: skip
    builder.setupPost(keepGlyphNames=named)
    builder.addOpenTypeFeatures(FEATURES)
    return builder.font


def saved(made: TTFont, flavor: str | None = None) -> bytes:
    file = io.BytesIO()
    made.flavor = flavor
    made.save(file, reorderTables=None)
    return file.getvalue()


@cache
def ttf(family: str = "Tiny", **kinds) -> bytes:
    return saved(font(family, **kinds))


@cache
def otf(family: str = "Tiny", **kinds) -> bytes:
    return saved(font(family, postscript=True, **kinds))


@cache
def web(flavor: str, *, postscript: bool = False) -> bytes:
    """A font packed as ``woff`` or ``woff2``."""
    return saved(font("Tiny Web", postscript=postscript), flavor)


@cache
def collection(*, postscript: bool = True) -> bytes:
    """Two members, ``Tiny One`` and ``Tiny Two``."""
    made = TTCollection()
    made.fonts = [
        TTFont(io.BytesIO(saved(font(name, postscript=postscript)))) for name in ("Tiny One", "Tiny Two")
    ]
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


@cache
def variable(*, postscript: bool = False) -> bytes:
    """``Tiny Var``: weights 200 to 800 and widths 50 to 100, glyphs 2 units wider for each unit of weight."""
    space = DesignSpaceDocument()
    for tag, name, low, default, high in (("wght", "Weight", 200, 200, 800), ("wdth", "Width", 50, 100, 100)):
        axis = AxisDescriptor()
        axis.tag, axis.name, axis.minimum, axis.default, axis.maximum = tag, name, low, default, high
        space.addAxis(axis)
    for weight, width, wide in ((200, 100, 0), (800, 100, 1200), (200, 50, -100)):
        source = SourceDescriptor()
        source.location = {"Weight": weight, "Width": width}
        source.font = TTFont(io.BytesIO(saved(font("Tiny Var", postscript=postscript, wide=wide))))
        space.addSource(source)
    for weight, width, style in (
        (200, 100, "ExtraLight"), (400, 100, "Regular"), (800, 100, "ExtraBold"),
        (400, 50, "Condensed"), (800, 50, "Condensed ExtraBold"),
    ):  # fmt: skip
        instance = InstanceDescriptor()
        instance.location, instance.styleName, instance.familyName = (
            {"Weight": weight, "Width": width},
            style,
            "Tiny Var",
        )
        space.addInstance(instance)
    made, _, _ = build(space)
    return saved(made)


@cache
def endless() -> bytes:
    """``Endless``: its A calls a subroutine that calls another ten times, and so on: a thousand million lines."""
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap({0x41: "A"})
    bias = 107
    programs = {".notdef": ["endchar"], "A": [0, 0, "rmoveto", 8 - bias, "callgsubr", "endchar"]}
    glyphs = {name: T2CharString(program=program) for name, program in programs.items()}
    builder.setupCFF("Endless-Regular", {}, glyphs, {})
    routines = builder.font["CFF "].cff.GlobalSubrs
    for depth in range(9):
        body = [depth - 1 - bias, "callgsubr"] if depth else [1, 1, "rlineto"]
        routines.append(T2CharString(program=[*body * 10, "return"]))
    for glyph in glyphs.values():
        glyph.globalSubrs = routines
    builder.setupHorizontalMetrics(dict.fromkeys(programs, (500, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(
        {"familyName": "Endless", "styleName": "Regular", "psName": "Endless-Regular"}, mac=False
    )
    builder.setupOS2()
    builder.setupPost(keepGlyphNames=False)
    builder.font.recalcBBoxes = False  # which would draw it
    return saved(builder.font)
