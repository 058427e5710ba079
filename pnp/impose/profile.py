"""How a set is printed: paper, margins, gutter, bleed, marks, flip edge, sides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.impose.paper import PAPERS, Paper
from pnp.model import PrintDefaults
from pnp.source import Span
from pnp.units import ZERO, Length, LengthError

Marks: TypeAlias = Literal["crop", "lines", "none"]
Duplex: TypeAlias = Literal["long-edge", "short-edge", "none"]
Sides: TypeAlias = Literal["both", "fronts", "backs"]


@dataclass(frozen=True, slots=True)
class Margins:
    """Distances from the four edges of a page."""

    top: Length
    right: Length
    bottom: Length
    left: Length

    @classmethod
    def even(cls, all_round: Length) -> Margins:
        """The same distance from every edge."""
        return cls(all_round, all_round, all_round, all_round)

    def lying(self) -> Margins:
        """The margins of the same paper as a landscape page.

        Printers turn that page clockwise onto the sheet, so that its left edge is the top of the sheet.
        """
        return Margins(top=self.right, right=self.bottom, bottom=self.left, left=self.top)

    def mirrored(self, axis: Literal["x", "y"]) -> Margins:
        """The margins that also hold once the page is turned over along ``axis``: the larger of both edges."""
        if axis == "x":
            side = max(self.left, self.right)
            return replace(self, left=side, right=side)
        end = max(self.top, self.bottom)
        return replace(self, top=end, bottom=end)

    def __str__(self) -> str:
        edges = (self.top, self.right, self.bottom, self.left)
        return str(edges[0]) if len(set(edges)) == 1 else " ".join(str(edge) for edge in edges)


@dataclass(frozen=True, slots=True)
class PrintProfile:
    """How a set is printed.

    Attributes:
        paper: Upright or lying, whichever holds more.
        margin: Least distance of pieces and their bleed from the edges of the upright paper.
        gutter: Between the trims of neighbours; 0 lets one cut serve two pieces. Shapes that are no rectangle keep at
            least twice their bleed.
        bleed: How far colour may run beyond the trim.
        marks: ``crop`` (short marks round the block), ``lines`` (whole cut lines) or ``none``.
        duplex: Edge that the sheet is turned over; ``none`` prints no backs.
        sides: ``both``, or ``fronts`` or ``backs`` alone with every piece in its place all the same.
        grid: Columns and rows that are asked for; None for as many as fit.
        name: Of a named profile; empty for one made of defaults and options.
    """

    paper: Paper
    margin: Margins
    gutter: Length
    bleed: Length
    marks: Marks = "crop"
    duplex: Duplex = "long-edge"
    sides: Sides = "both"
    grid: tuple[int, int] | None = None
    name: str = ""


class _OptionFault(ValueError):
    """A value that an option cannot have: message, then cure."""

    def __init__(self, code: str, message: str, cure: str) -> None:
        super().__init__(message)
        self.code, self.message, self.cure = code, message, cure


def profile_from(
    defaults: PrintDefaults, overrides: Mapping[str, str] | None = None, span: Span | None = None
) -> tuple[PrintProfile | None, list[Diagnostic]]:
    """The profile made of a game's print defaults and the options given on top, or None when something is wrong.

    Args:
        defaults: The game's ``print`` block.
        overrides: Option to its value as typed: ``paper``, ``margin`` (one, two or four lengths), ``gutter``,
            ``bleed``, ``marks``, ``duplex``, ``sides`` and ``grid`` (such as ``3x3``).
        span: Where the ``print`` block stands, for faults in it.

    Diagnostics: S101 unknown paper, S102 unusable value, S103 unknown option.
    """
    overrides = overrides or {}
    found: list[Diagnostic] = []
    values: dict[str, Any] = {}
    for name in overrides:
        if name not in _READERS:
            cure = did_you_mean(name, _READERS, "print options")
            found.append(error("S103", f"unknown print option '{name}'", None, cure))
    for name in _READERS:
        if name in overrides:
            _read(values, found, name, overrides[name], None)
        elif isinstance(default := getattr(defaults, name, None), str):
            _read(values, found, name, default, span)
        elif default is not None:
            if default < ZERO:
                found.append(error("S102", f"{name} '{default}' is below zero", span, "write 0mm or more"))
            values[name] = Margins.even(default) if name == "margin" else default
    return (None, found) if found else (PrintProfile(**values), found)


def _read(values: dict[str, Any], found: list[Diagnostic], name: str, text: str, span: Span | None) -> None:
    try:
        values[name] = _READERS[name](name, text)
    except _OptionFault as fault:
        found.append(error(fault.code, fault.message, span, fault.cure))


def _paper(name: str, text: str) -> Paper:
    names = [paper.name for paper in PAPERS]
    try:
        paper = Paper.parse(text)
    except LengthError as fault:
        raise _OptionFault("S102", f"{name} {fault}", "write a size such as 100x150mm") from None
    if paper is None:
        cure = did_you_mean(text, names, "papers")
        raise _OptionFault("S101", f"unknown paper '{text}'", f"{cure}; other sizes are written 100x150mm")
    return paper


def _length(name: str, text: str) -> Length:
    try:
        length = Length.parse(text)
    except LengthError as fault:
        message, _, cure = str(fault).partition("; ")
        raise _OptionFault("S102", f"{name} {message}", cure or "write a length such as 3mm") from None
    if length < ZERO:
        raise _OptionFault("S102", f"{name} '{text}' is below zero", "write 0mm or more")
    return length


def _margins(name: str, text: str) -> Margins:
    edges = [_length(name, part) for part in re.sub(r"(\d)\s+(?=[a-z])", r"\1", text.strip()).split()]
    if len(edges) == 1:
        return Margins.even(edges[0])
    if len(edges) == 2:
        return Margins(edges[0], edges[1], edges[0], edges[1])
    if len(edges) == 4:
        return Margins(*edges)
    cure = "write one length, two (top and bottom, sides) or four (top, right, bottom, left)"
    raise _OptionFault("S102", f"{name} '{text}' has {len(edges)} lengths", cure)


def _choice(choices: tuple[str, ...]) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in choices:
            raise _OptionFault(
                "S102", f"unknown {name} '{text}'", did_you_mean(text, choices, f"values of {name}")
            )
        return text

    return read


def _grid(name: str, text: str) -> tuple[int, int]:
    match = re.match(r"\s*(\d{1,3})\s*[x×]\s*(\d{1,3})\s*\Z", text)
    if match is None or "0" in (match[1].lstrip("0") or "0", match[2].lstrip("0") or "0"):
        raise _OptionFault("S102", f"{name} '{text}' is not columns by rows", "write it such as 3x3")
    return int(match[1]), int(match[2])


_READERS: Mapping[str, Callable[[str, str], Any]] = {
    "paper": _paper,
    "margin": _margins,
    "gutter": _length,
    "bleed": _length,
    "marks": _choice(get_args(Marks)),
    "duplex": _choice(get_args(Duplex)),
    "sides": _choice(get_args(Sides)),
    "grid": _grid,
}
