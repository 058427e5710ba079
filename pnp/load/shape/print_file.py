"""The shape of print options, in ``game.yaml`` and in files of profiles, and of calibrated printers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

from pnp.load.shape.kind import ONE_COLOUR, ONE_LENGTH, TEXT, as_typed, pattern
from pnp.load.shape.shape import Converted, MapOf, Nested, Schema, Shape, UnreadableValue, key
from pnp.model.calibration import Scales, calibration_from
from pnp.model.limits import LEAST_DPI, MOST_DPI
from pnp.model.print import (
    INK_LIMITS,
    BackMarks,
    ColourSpace,
    CutMarks,
    Duplex,
    Fold,
    Ink,
    OptionFault,
    Order,
    PrintedSides,
    read_option,
)

_TWO_LENGTHS = pattern(r"\s*-?[\d.]+\s*(mm|cm|pt|in)\s+-?[\d.]+\s*(mm|cm|pt|in)\s*")
_LENGTHS = ("margin", "gutter", "bleed")


def _words(choices: Any) -> Schema:
    return {"enum": list(get_args(choices))}


def _option(name: str, schema: Schema) -> Converted:
    """The kind of a print option; what comes out is the text as it was typed."""
    return Converted(partial(_checked, name), schema)


def _checked(name: str, value: Any) -> str:
    if isinstance(value, list) and all(isinstance(item, int | float | str) for item in value):
        cure = (
            "in brackets a comma separates values: write a decimal point, or several lengths without brackets"
        )
        raise UnreadableValue("M102", "expected one text, found a list", cure)
    text = str(value).lower() if isinstance(value, bool) else as_typed(value)
    if not isinstance(text, str):
        raise UnreadableValue("M103", f"'{name}' has no such value", "pnp profiles shows what options hold")
    try:
        read_option(name, text)
    except OptionFault as refused:
        code = "M104" if name in _LENGTHS else "M103"
        raise UnreadableValue(code, refused.message, refused.cure) from None
    return text


@dataclass(init=False, eq=False, repr=False)
class PrintOptions(Shape):
    """Options of printing, by the names that they have on the command line."""

    paper: str | None = key(
        _option("paper", {"type": "string"}),
        None,
        doc="`A5`, `A4`, `A3`, `Letter`, `Legal`, `Tabloid`, a size such as `320x450mm`, or "
        "`piece` for one piece a page, as large as it is with its bleed.",
    )
    margin: str | None = key(
        _option("margin", pattern(rf"({ONE_LENGTH}){{1,4}}")),
        None,
        doc="Smallest distance of pieces from the edges of the upright paper: one length, two (top and "
        "bottom, sides) or four (top, right, bottom, left).",
    )
    gutter: str | None = key(
        _option("gutter", pattern(ONE_LENGTH)), None, doc="Space between the trims of neighbouring pieces."
    )
    bleed: str | None = key(
        _option("bleed", pattern(ONE_LENGTH)), None, doc="How far colour runs beyond the trim."
    )
    marks: str | None = key(
        _option("marks", _words(CutMarks)),
        None,
        doc="Cutting help: `crop` for marks outside the grid, `corners` for these and arcs on the pieces, for "
        "a corner punch, full `lines`, or `none`.",
    )
    mark_colour: str | None = key(
        _option("mark-colour", pattern(ONE_COLOUR)), None, doc="Colour of marks on fronts."
    )
    back_marks: str | None = key(
        _option("back-marks", _words(BackMarks)),
        None,
        doc="Marks on backs: the `same` as on fronts, or `none`.",
    )
    back_mark_colour: str | None = key(
        _option("back-mark-colour", pattern(ONE_COLOUR)), None, doc="Colour of marks on backs."
    )
    duplex: str | None = key(
        _option("duplex", _words(Duplex)),
        None,
        doc="Edge that the sheet is turned over; `none` prints fronts only.",
    )
    fold: str | None = key(
        _option("fold", _words(Fold)),
        None,
        doc="Puts backs beside fronts on one side of the paper, to fold along a `vertical` "
        "or `horizontal` line; `any` takes whichever holds more.",
    )
    sides: str | None = key(
        _option("sides", _words(PrintedSides)),
        None,
        doc="`both`, or `fronts` or `backs` alone, in the same places.",
    )
    order: str | None = key(
        _option("order", _words(Order)),
        None,
        doc="Pages of a file: `interleaved` front and back in turn, `fronts-first` all fronts and then "
        "all backs.",
    )
    grid: str | None = key(
        _option("grid", pattern(r"\s*\d{1,3}\s*[x×]\s*\d{1,3}\s*")),
        None,
        doc="Columns and rows, such as `3x3`, instead of as many as fit.",
    )
    start: str | None = key(
        _option("start", {"type": ["integer", "string"]}),
        None,
        doc="Where the first piece of each set lies on its first sheet: the number of a place, row by row "
        "from 1, for sheets that are partly used.",
    )
    back_offset: str | None = key(
        _option("back-offset", _TWO_LENGTHS),
        None,
        doc="Moves backs to the right and down, such as `0.4mm -0.2mm`.",
    )
    back_rotation: str | None = key(
        _option("back-rotation", {"type": ["number", "string"]}),
        None,
        doc="Turns backs clockwise, in degrees.",
    )
    scale: str | None = key(
        _option("scale", {"type": ["number", "string"]}),
        None,
        doc="Enlarges both sides for printers that shrink: one factor, or two (across, down).",
    )
    ink: str | None = key(_option("ink", _words(Ink)), None, doc="`low` prints the theme that saves ink.")
    stamp: str | None = key(
        _option("stamp", {"type": "boolean"}),
        None,
        doc="Whether each front carries the first digits of its hash, tiny, at the lower edge.",
    )
    planned: str | None = key(
        _option("planned", {"enum": [False, True, "stock"]}),
        None,
        doc="`true` puts pieces of all sets on as few sheets as possible; `stock` does so for cards "
        "and for everything else apart.",
    )
    max_dpi: str | None = key(
        _option(
            "max-dpi",
            {"anyOf": [{"const": 0}, {"type": "integer", "minimum": LEAST_DPI, "maximum": MOST_DPI}]},
        ),
        None,
        doc="Pixels to the inch that pictures with over half as many again are brought down to in the "
        "PDF: 300 when left out; `0` keeps all pixels.",
    )
    colour: str | None = key(
        _option("colour", _words(ColourSpace)),
        None,
        doc="`rgb`, or `cmyk` for a press: PDF/X-4 with the profile of the press.",
    )
    output_intent: str | None = key(
        _option(
            "output-intent", pattern(r".*\.[iI][cC][cCmM]|[fF][oO][gG][rR][aA]39|[gG][rR][aA][cC][oO][lL]")
        ),
        None,
        doc="ICC profile of the press: `fogra39` when left out, `gracol`, or a file in the game's folder.",
    )
    rich_black: str | None = key(
        _option("rich-black", {"type": "string"}),
        None,
        doc="Inks of black areas in `cmyk`, such as `60 40 40 100`; black ink alone when left out.",
    )
    ink_limit: str | None = key(
        _option(
            "ink-limit",
            {"type": ["integer", "string"], "minimum": INK_LIMITS[0], "maximum": INK_LIMITS[1]},
        ),
        None,
        doc="Most ink at one place in percent, such as `280`: darker colours are lightened to it.",
    )
    cut_line: str | None = key(
        _option("cut-line", {"type": "string"}),
        None,
        doc="Spot of a line along the cut of each piece, for cutting machines: `CutContour` or another name.",
    )


@dataclass(init=False, eq=False, repr=False)
class PrintShape(PrintOptions):
    """How the game is printed unless the command line says otherwise."""

    profile: str | None = key(TEXT, None, doc="Profile to start from; the other keys come before it.")
    note: str = key(TEXT, "", doc="A note to yourself; never printed.")


@dataclass(init=False, eq=False, repr=False)
class ProfileFile(PrintOptions):
    """A file of `profiles/`: print options under a name, the file's own without its ending."""

    description: str = key(TEXT, "", doc="Its purpose in one line, for the list of profiles.")
    extends: str | None = key(TEXT, None, doc="Profile to start from.")
    note: str = key(TEXT, "", doc="A note to yourself; never printed.")


def _calibrated(name: str) -> Converted:
    """A number of a calibration, as ``pnp calibrate --set`` takes it."""

    def check(value: Any) -> float:
        calibration, found = calibration_from(f"{name}={as_typed(value)}", _NO_SCALES)
        if calibration is None:
            raise UnreadableValue("M103", found[0].message, found[0].help[0])
        return float(getattr(calibration, name.replace("-", "_")))

    return Converted(check, {"type": ["string", "number"]})


_NO_SCALES = Scales(1.0, 1.0, 1.0)


@dataclass(init=False, eq=False, repr=False)
class CalibrationShape(Shape):
    """The corrections that a printer needs on one paper."""

    x: float = key(_calibrated("x"), 0.0, doc="How far backs are moved to the right.")
    y: float = key(_calibrated("y"), 0.0, doc="How far backs are moved down.")
    rotate: float = key(_calibrated("rotate"), 0.0, doc="How far backs are turned clockwise, in degrees.")
    scale_x: float = key(_calibrated("scale-x"), 1.0, doc="How much both sides are enlarged across.")
    scale_y: float = key(_calibrated("scale-y"), 1.0, doc="How much both sides are enlarged down.")


@dataclass(init=False, eq=False, repr=False)
class PrintersFile(Shape):
    """The file that `pnp calibrate` writes: printers by name, papers by name."""

    printers: Mapping[str, Mapping[str, CalibrationShape]] = key(
        MapOf(TEXT, MapOf(TEXT, Nested(CalibrationShape))),
        dict,
        doc="Printers by name, each with its papers by name.",
    )
