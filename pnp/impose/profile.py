"""Print options of a set: game, profile, printer and command line together, and options without effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pnp.colour import BLACK, REGISTRATION, Colour, Inks
from pnp.diagnostics import Diagnostic, did_you_mean, error, warning
from pnp.model import PRINT_DEFAULTS, PrintSettings
from pnp.model.calibration import Printer
from pnp.model.paper import Margins, Paper, paper_key
from pnp.model.print import (
    PRINT_OPTIONS,
    BackMarks,
    ColourSpace,
    CutMarks,
    Duplex,
    Fold,
    Ink,
    OptionFault,
    Order,
    Planned,
    PrintedSides,
    read_option,
)
from pnp.source import Span
from pnp.units import ZERO, Length

BACK_COLOUR = Colour(0, 122, 158)  # blue-green: distinguishes the sides of a sheet, and prints as mid grey


@dataclass(frozen=True, slots=True)
class PrintProfile:
    """How a set is printed.

    Attributes:
        paper: Upright or lying, whichever holds more.
        margin: Least distance of pieces and their bleed from the edges of the upright paper.
        gutter: Between the trims of neighbours; 0 lets one cut serve two pieces. Shapes that are no rectangle
            keep at least twice their bleed.
        bleed: How far colour may run beyond the trim.
        marks: ``crop`` (short marks round the block), ``corners`` (these, and arcs for a corner punch on the
            pieces), ``lines`` (whole cut lines) or ``none``.
        duplex: Edge that the sheet is turned over; ``none`` prints no backs.
        sides: ``both``, or ``fronts`` or ``backs`` alone with every piece in its place all the same.
        grid: Columns and rows that are asked for; None for as many as fit.
        start: Place of the first piece of each set on its first sheet, row by row, from 1.
        name: Of a named profile; empty for one made of defaults and options.
        mark_colour: Of marks on fronts.
        back_marks: Whether backs have the marks that fronts have, or ``none``.
        back_mark_colour: Of marks on backs.
        fold: Where fronts and backs on one side of the paper are folded together: along a ``vertical`` or
            ``horizontal`` line in the middle of the page, ``any`` whichever holds more, ``none`` for
            two-sided sheets.
        order: Pages of a file: front and back of each sheet in turn, or ``fronts-first`` all fronts, then all
            backs.
        back_offset: How far backs are moved to the right and down on the upright paper, seen from the back.
        back_rotation: How far backs are turned clockwise about the middle of the page, in degrees.
        scale: Enlarges both sides across and down the upright paper, for printers that shrink.
        ink: ``low`` prints the theme that saves ink.
        stamp: Whether each front carries the first digits of its hash.
        planned: ``true`` puts all sets on sheets together, ``stock`` cards on some and everything else on
            others; ``false`` gives each set sheets of its own.
        max_dpi: Pixels to the inch that pictures with many more are brought down to in the file; 0 keeps all.
        colour: ``rgb``, or ``cmyk`` for a press.
        output_intent: File with the ICC profile of the press; empty for the one that ships with pnp.
        rich_black: Inks of black areas; None for black ink alone.
        ink_limit: Most ink at one place in percent; None for what the profile says.
        cut_line: Colour of a line along the cut of each piece, such as the spot ``CutContour``; None for no
            line.
        printer: Name of the printer whose calibration is in use; empty for none.
    """

    paper: Paper
    margin: Margins
    gutter: Length
    bleed: Length
    marks: CutMarks = "crop"
    duplex: Duplex = "long-edge"
    sides: PrintedSides = "both"
    grid: tuple[int, int] | None = None
    name: str = ""
    mark_colour: Colour = BLACK
    back_marks: BackMarks = "same"
    back_mark_colour: Colour = BACK_COLOUR
    fold: Fold = "none"
    order: Order = "interleaved"
    back_offset: tuple[Length, Length] = (ZERO, ZERO)
    back_rotation: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)
    ink: Ink = "full"
    stamp: bool = False
    planned: Planned = "false"
    max_dpi: int = 300
    colour: ColourSpace = "rgb"
    output_intent: str = ""
    rich_black: Inks | None = None
    ink_limit: float | None = None
    cut_line: Colour | None = None
    start: int = 1
    printer: str = ""

    @property
    def backed(self) -> bool:
        """Whether sheets have room for backs, printed now or not: the places are the same in both cases."""
        return self.duplex != "none" or self.sides == "backs" or self.fold != "none"


def profile_from(
    settings: PrintSettings,
    overrides: Mapping[str, str] | None = None,
    span: Span | None = None,
    profiles: Mapping[str, PrintSettings] | None = None,
    printer: Printer | None = None,
) -> tuple[PrintProfile | None, list[Diagnostic]]:
    """The profile made of all that is said about printing, or None when something is wrong.

    From weak to strong: the defaults, the profile that the game names, the game's other options, the profile
    that the command line names, the printer's calibration, the command line's other options.

    Args:
        settings: The game's ``print`` block; it may name a ``profile``.
        overrides: Option to its value as typed, ``profile`` among them.
        span: Place of the ``print`` block, for faults in values without a place.
        profiles: Those that can be named.
        printer: Whose calibration is applied.

    Diagnostics: S101 unknown paper, S102 unusable value, S103 unknown option, S104 unknown profile, S106 no
        calibration
    for the paper.
    """
    profiles, typed = {} if profiles is None else profiles, dict(overrides or {})
    found: list[Diagnostic] = []
    asked = typed.pop("profile", "")
    own = PrintSettings(
        {option: value for option, value in settings.values.items() if option != "profile"}, settings.places
    )
    merged = PrintSettings(PRINT_DEFAULTS)
    for name, place, stronger in (
        (settings.values.get("profile", ""), settings.places.get("profile", span), own),
        (asked, None, PrintSettings()),
    ):
        merged = stronger.over(_named(name, place, profiles, found).over(merged))
    if printer is not None:
        merged = _calibration(printer, PrintSettings(typed).over(merged), found).over(merged)
    values = _values(PrintSettings(typed).over(merged), typed, span, found)
    if found:
        return None, found
    if values.get("colour") == "cmyk":
        values = {"mark_colour": REGISTRATION, "back_mark_colour": REGISTRATION, **values}
    name = asked or settings.values.get("profile", "")
    return PrintProfile(**values, name=name, printer=printer.name if printer else ""), found


def _named(
    name: str, place: Span | None, profiles: Mapping[str, PrintSettings], found: list[Diagnostic]
) -> PrintSettings:
    if not name or name in profiles:
        return profiles[name] if name else PrintSettings()
    found.append(error("S104", f"unknown profile '{name}'", place, did_you_mean(name, profiles, "profiles")))
    return PrintSettings()


def _calibration(printer: Printer, settings: PrintSettings, found: list[Diagnostic]) -> PrintSettings:
    name = settings.values["paper"]
    paper = paper_key(name)
    if paper in printer.papers:
        calibration = printer.papers[paper]
        return (calibration.turned() if settings.values["duplex"] == "short-edge" else calibration).settings
    cure = f"print and read the sheet that pnp calibrate --printer {printer.name} --paper {name} makes"
    message = f"printer '{printer.name}' is not calibrated for {name}"
    found.append(error("S106", message, None, cure))
    return PrintSettings()


def _values(
    settings: PrintSettings, typed: Mapping[str, str], span: Span | None, found: list[Diagnostic]
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, text in settings.values.items():
        place = None if name in typed else settings.places.get(name, span)
        if name not in PRINT_OPTIONS:
            cure = did_you_mean(name, PRINT_OPTIONS, "print options")
            found.append(error("S103", f"unknown print option '{name}'", place, cure))
            continue
        try:
            values[name.replace("-", "_")] = read_option(name, text)
        except OptionFault as fault:
            found.append(error(fault.code, fault.message, place, fault.cure))
    return values


class _Beside(NamedTuple):
    """A setting that makes an option useless.

    Attributes:
        option: The other one.
        words: It with its value, as in a file.
        holds: Whether a profile has it.
    """

    option: str
    words: str
    holds: Callable[[PrintProfile], bool]


_RGB = _Beside("colour", "colour: rgb", lambda profile: profile.colour == "rgb")
_PIECE = _Beside("paper", "paper: piece", lambda profile: profile.paper.single)
_PLANNED = _Beside("planned", "planned", lambda profile: profile.planned != "false")
_FOLDED = _Beside("fold", "fold", lambda profile: profile.fold != "none")
_NO_MARKS = _Beside("marks", "marks: none", lambda profile: profile.marks == "none")
_NO_BACK_MARKS = _Beside("back-marks", "back-marks: none", lambda profile: profile.back_marks == "none")
_NO_BACKS = _Beside("duplex", "duplex: none", lambda profile: not profile.backed)
_NEVER = (ZERO, ZERO)
_USELESS: Mapping[str, tuple[object, tuple[_Beside, ...]]] = {
    "output-intent": ("", (_RGB,)),
    "rich-black": (None, (_RGB,)),
    "ink-limit": (None, (_RGB,)),
    "margin": (Margins.even(ZERO), (_PIECE,)),
    "gutter": (ZERO, (_PIECE,)),
    "grid": (None, (_PIECE,)),
    "start": (1, (_PIECE, _PLANNED)),
    "planned": ("false", (_PIECE,)),
    "fold": ("none", (_PIECE,)),
    "marks": ("none", (_PIECE,)),
    "mark-colour": (None, (_PIECE, _NO_MARKS)),
    "back-marks": ("same", (_PIECE, _NO_MARKS, _FOLDED, _NO_BACKS)),
    "back-mark-colour": (None, (_PIECE, _NO_MARKS, _NO_BACK_MARKS, _FOLDED, _NO_BACKS)),
    "back-offset": (_NEVER, (_FOLDED, _NO_BACKS)),
    "back-rotation": (0.0, (_FOLDED, _NO_BACKS)),
    "duplex": ("none", (_FOLDED,)),
    "order": ("interleaved", (_FOLDED, _NO_BACKS)),
    "stamp": (False, (_PIECE,)),
}
"""For each option the value that asks for nothing, and what it is useless beside.

``sides: fronts`` is not among them: who prints fronts first and backs afterwards gives the same options
twice.
"""


def unused_options(
    profile: PrintProfile, typed: Mapping[str, str], files: tuple[PrintSettings, ...]
) -> Iterator[Diagnostic]:
    """S118 for each option that changes nothing beside another one.

    An option of a file is reported where the other one is in the same file: what a game says for one way of
    printing is of no use in another, and that is right.

    Args:
        profile: That was made of all of them.
        typed: Options of the command line.
        files: Options of the game and of the profile that is named.
    """
    for option, (nothing, others) in _USELESS.items():
        value: Any = getattr(profile, option.replace("-", "_"))
        if value == nothing:
            continue
        for other in others:
            if not other.holds(profile):
                continue
            if option in typed:
                yield _finding(f"--{option}", other, typed, None)
                break
            where = next((each for each in files if _says_both(each, option, other.option, profile)), None)
            if where is not None and other.option not in typed:
                yield _finding(f"'{option}'", other, typed, where.places.get(option))
                break


def _says_both(settings: PrintSettings, option: str, other: str, profile: PrintProfile) -> bool:
    """Whether a file has both options, the other one with the value that counts in the end."""
    if option not in settings.values or other not in settings.values:
        return False
    return bool(read_option(other, settings.values[other]) == getattr(profile, other.replace("-", "_")))


def _finding(option: str, other: _Beside, typed: Mapping[str, str], place: Any) -> Diagnostic:
    name, _, value = other.words.partition(": ")
    beside = f"'{other.words}'"
    if name in typed:
        beside = f"--{name} {value or typed[name]}"
    if other is _RGB and "colour" not in typed:
        return warning("S118", f"{option} changes nothing in RGB files", place, "add --colour cmyk")
    message = f"{option} changes nothing beside {beside}"
    return warning("S118", message, place, "leave out one of them")
