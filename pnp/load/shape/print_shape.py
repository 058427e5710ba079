"""The shape of print options: in ``game.yaml`` and in files of profiles."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, TypeAlias, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from pnp.load.shape.kind import AsTyped, Shape, told
from pnp.load.shape.option import read_text
from pnp.load.shape.value import ValueFault, as_typed
from pnp.model.calibration import Scales, calibration_from
from pnp.model.limits import LEAST_DPI, MOST_DPI
from pnp.model.print import (
    BackMarks,
    Duplex,
    Fold,
    Ink,
    Marks,
    Order,
    Sides,
)

_ONE_LENGTH = r"\s*(\d+(\.\d+)?|\.\d+)\s*(mm|cm|pt|in)\s*"


def _sound(name: str) -> BeforeValidator:
    """Reads a value of the option; what comes out is the text as it was typed."""
    return BeforeValidator(told(partial(read_text, name)))


def _pattern(pattern: str) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{pattern}$"}


def _words(choices: Any) -> dict[str, Any]:
    return {"enum": list(get_args(choices))}


_COLOUR = _pattern("(#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|black|white)")
_TWO_LENGTHS = _pattern(r"\s*-?[\d.]+\s*(mm|cm|pt|in)\s+-?[\d.]+\s*(mm|cm|pt|in)\s*")

_Paper: TypeAlias = Annotated[str, _sound("paper"), WithJsonSchema({"type": "string"})]
_Margin: TypeAlias = Annotated[str, _sound("margin"), WithJsonSchema(_pattern(rf"({_ONE_LENGTH}){{1,4}}"))]
_Gutter: TypeAlias = Annotated[str, _sound("gutter"), WithJsonSchema(_pattern(_ONE_LENGTH))]
_Bleed: TypeAlias = Annotated[str, _sound("bleed"), WithJsonSchema(_pattern(_ONE_LENGTH))]
_Marks: TypeAlias = Annotated[str, _sound("marks"), WithJsonSchema(_words(Marks))]
_MarkColour: TypeAlias = Annotated[str, _sound("mark-colour"), WithJsonSchema(_COLOUR)]
_BackMarks: TypeAlias = Annotated[str, _sound("back-marks"), WithJsonSchema(_words(BackMarks))]
_Duplex: TypeAlias = Annotated[str, _sound("duplex"), WithJsonSchema(_words(Duplex))]
_Fold: TypeAlias = Annotated[str, _sound("fold"), WithJsonSchema(_words(Fold))]
_Sides: TypeAlias = Annotated[str, _sound("sides"), WithJsonSchema(_words(Sides))]
_Order: TypeAlias = Annotated[str, _sound("order"), WithJsonSchema(_words(Order))]
_Grid: TypeAlias = Annotated[str, _sound("grid"), WithJsonSchema(_pattern(r"\s*\d{1,3}\s*[x×]\s*\d{1,3}\s*"))]
_Offset: TypeAlias = Annotated[str, _sound("back-offset"), WithJsonSchema(_TWO_LENGTHS)]
_Rotation: TypeAlias = Annotated[str, _sound("back-rotation"), WithJsonSchema({"type": ["number", "string"]})]
_Scale: TypeAlias = Annotated[str, _sound("scale"), WithJsonSchema({"type": ["number", "string"]})]
_Ink: TypeAlias = Annotated[str, _sound("ink"), WithJsonSchema(_words(Ink))]
_Stamp: TypeAlias = Annotated[str, _sound("stamp"), WithJsonSchema({"type": "boolean"})]
_Planned: TypeAlias = Annotated[str, _sound("planned"), WithJsonSchema({"enum": [False, True, "stock"]})]
_MaxDpi: TypeAlias = Annotated[
    str,
    _sound("max-dpi"),
    WithJsonSchema({"anyOf": [{"const": 0}, {"type": "integer", "minimum": LEAST_DPI, "maximum": MOST_DPI}]}),
]


class PrintOptions(Shape):
    """Options of printing, by the names that they have on the command line."""

    paper: _Paper | None = Field(
        None, description="`A5`, `A4`, `A3`, `Letter`, `Legal`, `Tabloid`, or a size such as `320x450mm`."
    )
    margin: _Margin | None = Field(
        None,
        description="Least distance of pieces from the edges of the upright paper: one length, two (top and bottom, sides) or four (top, right, bottom, left).",
    )
    gutter: _Gutter | None = Field(None, description="Space between the trims of neighbouring pieces.")
    bleed: _Bleed | None = Field(None, description="How far colour runs beyond the trim.")
    marks: _Marks | None = Field(
        None, description="Cutting help: corner marks outside the grid, full lines, or nothing."
    )
    mark_colour: _MarkColour | None = Field(None, description="Colour of marks on fronts.")
    back_marks: _BackMarks | None = Field(
        None, description="Marks on backs: the `same` as on fronts, or `none`."
    )
    back_mark_colour: _MarkColour | None = Field(None, description="Colour of marks on backs.")
    duplex: _Duplex | None = Field(
        None, description="Edge that the sheet is turned over; `none` prints fronts only."
    )
    fold: _Fold | None = Field(
        None,
        description="Puts backs beside fronts on one side of the paper, to be folded together along a `vertical` or `horizontal` line; `any` takes whichever holds more.",
    )
    sides: _Sides | None = Field(
        None, description="`both`, or `fronts` or `backs` alone, in the same places."
    )
    order: _Order | None = Field(
        None,
        description="Pages of a file: `interleaved` front and back in turn, `fronts-first` all fronts and then all backs.",
    )
    grid: _Grid | None = Field(
        None, description="Columns and rows, such as `3x3`, instead of as many as fit."
    )
    back_offset: _Offset | None = Field(
        None, description="Moves backs to the right and down, such as `0.4mm -0.2mm`."
    )
    back_rotation: _Rotation | None = Field(None, description="Turns backs clockwise, in degrees.")
    scale: _Scale | None = Field(
        None, description="Enlarges both sides for printers that shrink: one factor, or two (across, down)."
    )
    ink: _Ink | None = Field(None, description="`low` prints the theme that saves ink.")
    stamp: _Stamp | None = Field(
        None, description="Whether each front carries the first digits of its hash, tiny, at the lower edge."
    )
    planned: _Planned | None = Field(
        None,
        description="`true` puts pieces of all sets on as few sheets as can be found; `stock` does so for cards and for everything else apart.",
    )
    max_dpi: _MaxDpi | None = Field(
        None,
        description="Pixels to the inch that pictures with over half as many again are brought down to in the PDF: 300 when left out; `0` keeps all pixels.",
    )


class PrintShape(PrintOptions):
    """How the game is printed unless the command line says otherwise."""

    profile: AsTyped | None = Field(None, description="Profile to start from; the other keys come before it.")
    note: AsTyped = Field("", description="Remark for yourself; never printed.")


class ProfileFile(PrintOptions):
    """A file of `profiles/`: print options under a name, the file's own without its ending."""

    description: AsTyped = Field("", description="What it is for, in a line, for the list of profiles.")
    extends: AsTyped | None = Field(None, description="Profile to start from.")
    note: AsTyped = Field("", description="Remark for yourself; never printed.")


def _calibrated(name: str) -> BeforeValidator:
    """A number of a calibration, as ``pnp calibrate --set`` takes it."""

    def check(value: Any) -> float:
        made, found = calibration_from(f"{name}={as_typed(value)}", _NO_SCALES)
        if made is None:
            raise ValueFault("value", found[0].message, found[0].help[0])
        return float(getattr(made, name.replace("-", "_")))

    return BeforeValidator(told(check))


_NO_SCALES = Scales(1.0, 1.0, 1.0)


class CalibrationShape(Shape):
    """What a printer needs on one paper."""

    x: Annotated[float, _calibrated("x")] = 0.0
    y: Annotated[float, _calibrated("y")] = 0.0
    rotate: Annotated[float, _calibrated("rotate")] = 0.0
    scale_x: Annotated[float, _calibrated("scale-x")] = 1.0
    scale_y: Annotated[float, _calibrated("scale-y")] = 1.0


class PrintersFile(Shape):
    """The file that `pnp calibrate` writes: printers by name, papers by name."""

    printers: dict[AsTyped, dict[AsTyped, CalibrationShape]] = Field(default_factory=dict)
