"""Print options: their written forms and values, and the options that a game or a profile sets.

They are written in a game's ``print`` block, in a profile, or on the command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from pnp.colour import Colour, ColourError, Inks, read_inks
from pnp.diagnostics import did_you_mean, times
from pnp.model.limits import LEAST_DPI, MOST_DPI, MOST_OFFSET_MM, MOST_ROTATION
from pnp.model.paper import PAPERS, Margins, Paper
from pnp.source import Span
from pnp.units import ZERO, Length, LengthError, mm

PRINT_DEFAULTS: Mapping[str, str] = MappingProxyType(
    {"paper": "A4", "margin": "5mm", "gutter": "0mm", "bleed": "3mm", "marks": "crop", "duplex": "long-edge"}
)
"""How a game is printed unless something else is asked for, as it would be typed."""


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """Some print options; what is not among them is left to weaker settings.

    Attributes:
        values: Value of each option as typed, by the option's name.
        places: Where each value is written; options of the command line have no place.
        name: Of a profile; empty for others.
        description: What a profile is for, in a line.
        file: That a profile is written in, as shown to the user.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Span] = field(default_factory=dict)
    name: str = ""
    description: str = ""
    file: str = ""

    @property
    def bleed(self) -> Length:
        """How far colour runs beyond the trim, when these settings alone count.

        Raises:
            LengthError: It is written wrong.
        """
        return Length.parse(self.values.get("bleed", PRINT_DEFAULTS["bleed"]))

    def over(self, weaker: PrintSettings) -> PrintSettings:
        """These settings, and what ``weaker`` says besides."""
        return PrintSettings(
            {**weaker.values, **self.values},
            {
                option: place
                for option, place in {**weaker.places, **self.places}.items()
                if option in self.places or option not in self.values
            },
            self.name,
            self.description,
            self.file,
        )


CutMarks: TypeAlias = Literal["crop", "corners", "lines", "none"]
BackMarks: TypeAlias = Literal["same", "none"]
Duplex: TypeAlias = Literal["long-edge", "short-edge", "none"]
Fold: TypeAlias = Literal["none", "vertical", "horizontal", "any"]
PrintedSides: TypeAlias = Literal["both", "fronts", "backs"]
Order: TypeAlias = Literal["interleaved", "fronts-first"]
Ink: TypeAlias = Literal["full", "low"]
ColourSpace: TypeAlias = Literal["rgb", "cmyk"]
Planned: TypeAlias = Literal["false", "true", "stock"]

MOST_OFFSET = mm(MOST_OFFSET_MM)
INK_LIMITS = (160, 400)
"""Percent of one full ink: newspapers take 220, coated paper about 300."""
SCALES = (0.95, 1.05)
"""Printers miss by up to a hundredth or two; more comes from "fit to page"."""


class OptionFault(ValueError):
    """A value that an option cannot have: code, message, then cure."""

    def __init__(self, code: str, message: str, cure: str) -> None:
        super().__init__(message)
        self.code, self.message, self.cure = code, message, cure


def read_option(name: str, text: str) -> Any:
    """The value that ``text`` means for the option.

    Raises:
        KeyError: The option does not exist.
        OptionFault: S101 for an unknown paper, S102 for any other value that cannot be used.
    """
    return _READERS[name](name, text)


def _paper(name: str, text: str) -> Paper:
    names = [paper.name for paper in PAPERS]
    try:
        paper = Paper.parse(text)
    except LengthError as fault:
        raise OptionFault("S102", f"{name} {fault}", "write a size such as 100x150mm") from None
    if paper is None:
        cure = (
            _turned(text, names)
            or f"{did_you_mean(text, names, 'papers')}; other sizes are written 100x150mm"
        )
        raise OptionFault("S101", f"unknown paper '{text}'", cure)
    return paper


def _turned(text: str, names: Sequence[str]) -> str:
    """The cure for a paper with an orientation; empty where none is asked for."""
    words = text.casefold().replace("-", " ").split()
    name = next((name for name in names if name.casefold() in words), None)
    if name is None or not {"landscape", "portrait", "lying", "upright"}.intersection(words):
        return ""
    return f"write '{name}': pnp turns it so that more pieces fit, or as a --grid needs it"


def _signed_length(name: str, text: str) -> Length:
    try:
        return Length.parse(text)
    except LengthError as fault:
        message, _, cure = str(fault).partition("; ")
        raise OptionFault("S102", f"{name} {message}", cure or "write a length such as 3mm") from None


def _length(name: str, text: str) -> Length:
    length = _signed_length(name, text)
    if length < ZERO:
        raise OptionFault("S102", f"{name} '{text}' is below zero", "write 0mm or more")
    return length


def _lengths(text: str) -> list[str]:
    return re.sub(r"(\d)\s+(?=[a-z])", r"\1", text.strip()).split()


def _margins(name: str, text: str) -> Margins:
    edges = [_length(name, part) for part in _lengths(text)]
    if len(edges) == 1:
        return Margins.even(edges[0])
    if len(edges) == 2:
        return Margins(edges[0], edges[1], edges[0], edges[1])
    if len(edges) == 4:
        return Margins(*edges)
    cure = "write one length, two (top and bottom, sides) or four (top, right, bottom, left)"
    raise OptionFault("S102", f"{name} '{text}' has {times(len(edges), 'length')}", cure)


def _offset(name: str, text: str) -> tuple[Length, Length]:
    parts = [_signed_length(name, part) for part in _lengths(text)]
    if len(parts) != 2:
        cure = "write two, to the right and down, such as '0.4mm -0.2mm'"
        raise OptionFault("S102", f"{name} '{text}' has {times(len(parts), 'length')}", cure)
    if max(abs(part.mm) for part in parts) > MOST_OFFSET.mm:
        cure = "check whether the flip edge is the right one"
        raise OptionFault("S102", f"{name} '{text}' is more than {MOST_OFFSET}", cure)
    return parts[0], parts[1]


def _rotation(name: str, text: str) -> float:
    degrees = _number(name, text.strip().removesuffix("°"))
    if abs(degrees) > MOST_ROTATION:
        cure = "check whether the flip edge is the right one"
        raise OptionFault("S102", f"{name} '{text}' is more than {MOST_ROTATION:g}°", cure)
    return degrees


def _scale(name: str, text: str) -> tuple[float, float]:
    parts = text.split()
    factors = [
        _number(name, part.removesuffix("%")) / (100 if part.endswith("%") else 1) for part in parts[:3]
    ]
    if not 1 <= len(factors) <= 2:
        cure = "write one factor, or two (across, down), such as '1.004 1.002'"
        raise OptionFault("S102", f"{name} '{text}' is not one or two factors", cure)
    if not all(SCALES[0] <= factor <= SCALES[1] for factor in factors):
        cure = "check whether the print dialog fits pages to the paper"
        raise OptionFault("S102", f"{name} '{text}' is not between {SCALES[0]:.0%} and {SCALES[1]:.0%}", cure)
    return factors[0], factors[-1]


def _number(name: str, text: str) -> float:
    if not re.fullmatch(r"[+-]?\d{1,6}(\.\d{1,9})?", text):
        cure = f"write {text.replace(',', '.')}" if re.fullmatch(r"[+-]?\d+,\d+", text) else "write a number"
        raise OptionFault("S102", f"{name} '{text}' is not a number", cure)
    return float(text)


def _colour(name: str, text: str) -> Colour:
    try:
        return Colour.parse(text)
    except ColourError as fault:
        message, _, cure = str(fault).partition("; ")
        raise OptionFault("S102", f"{name} {message}", cure) from None


def _flag(name: str, text: str) -> bool:
    if text not in ("true", "false"):
        raise OptionFault("S102", f"{name} '{text}' is neither true nor false", "write true or false")
    return text == "true"


def _dpi(name: str, text: str) -> int:
    if not re.fullmatch(r"0|[1-9]\d{1,3}", text) or (text != "0" and not LEAST_DPI <= int(text) <= MOST_DPI):
        cure = f"write a number from {LEAST_DPI} to {MOST_DPI}, or 0 to keep all pixels"
        raise OptionFault("S102", f"{name} '{text}' is no number of pixels to the inch", cure)
    return int(text)


SHIPPED_PRESSES = ("fogra39", "gracol")
"""Names of the profiles of presses that ship with pnp."""


def _profile_file(name: str, text: str) -> str:
    if text.lower() in SHIPPED_PRESSES:
        return text.lower()
    if not text.lower().endswith((".icc", ".icm")):
        cure = "name the ICC profile of the press, such as profiles/shop.icc, or write fogra39 or gracol"
        raise OptionFault("S102", f"{name} '{text}' is no .icc file", cure)
    return text


def _rich_black(name: str, text: str) -> Inks:
    try:
        return read_inks(text, text)
    except ColourError:
        cure = "write the inks in percent, such as '60 40 40 100'"
        raise OptionFault("S102", f"{name} '{text}' is not four inks from 0 to 100", cure) from None


def _ink_limit(name: str, text: str) -> float:
    least, most = INK_LIMITS
    written = text.strip().removesuffix("%").rstrip()
    if not re.fullmatch(r"\d{3}", written) or not least <= int(written) <= most:
        cure = f"write the most ink at one place in percent, from {least} to {most}, such as 280"
        raise OptionFault("S102", f"{name} '{text}' is no limit of ink", cure)
    return float(written)


def _cut_line(name: str, text: str) -> Colour:
    try:
        return Colour.parse(text if "(" in text else f"spot({text})")
    except ColourError as fault:
        message, _, cure = str(fault).partition("; ")
        raise OptionFault("S102", f"{name} {message}", cure) from None


def _choice(choices: tuple[str, ...]) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in choices:
            raise OptionFault(
                "S102", f"unknown {name} '{text}'", did_you_mean(text, choices, f"values of {name}")
            )
        return text

    return read


def _grid(name: str, text: str) -> tuple[int, int]:
    match = re.match(r"\s*(\d{1,3})\s*[x×]\s*(\d{1,3})\s*\Z", text)
    if match is None or "0" in (match[1].lstrip("0") or "0", match[2].lstrip("0") or "0"):
        raise OptionFault("S102", f"{name} '{text}' is not columns by rows", "write it such as 3x3")
    return int(match[1]), int(match[2])


def _start(name: str, text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,2}", text):
        cure = "write the number of the first place that is free, row by row from 1"
        raise OptionFault("S102", f"{name} '{text}' is no place on a sheet", cure)
    return int(text)


_READERS: Mapping[str, Callable[[str, str], Any]] = MappingProxyType(
    {
        "paper": _paper,
        "margin": _margins,
        "gutter": _length,
        "bleed": _length,
        "marks": _choice(get_args(CutMarks)),
        "mark-colour": _colour,
        "back-marks": _choice(get_args(BackMarks)),
        "back-mark-colour": _colour,
        "duplex": _choice(get_args(Duplex)),
        "fold": _choice(get_args(Fold)),
        "sides": _choice(get_args(PrintedSides)),
        "order": _choice(get_args(Order)),
        "grid": _grid,
        "start": _start,
        "back-offset": _offset,
        "back-rotation": _rotation,
        "scale": _scale,
        "ink": _choice(get_args(Ink)),
        "stamp": _flag,
        "planned": _choice(get_args(Planned)),
        "max-dpi": _dpi,
        "colour": _choice(get_args(ColourSpace)),
        "output-intent": _profile_file,
        "rich-black": _rich_black,
        "ink-limit": _ink_limit,
        "cut-line": _cut_line,
    }
)

PRINT_OPTIONS: tuple[str, ...] = tuple(_READERS)
"""Names of all print options, as in profiles; on the command line ``--`` comes before them."""
