"""Lengths: the only module that knows how long a millimetre is.

A ``Length`` is a whole number of EMU (English Metric Unit, ECMA-376 part 1 §22.9.2.1), the unit that divides
millimetres, points and inches without remainder, so sums of lengths are exact. Where many numbers flow (draw
lists), they are plain floats in millimetres; a name then ends in ``_mm`` or its docstring says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

EMU_PER_MM = 36_000
EMU_PER_PT = 12_700
EMU_PER_INCH = 914_400

MM_PER_PT = EMU_PER_PT / EMU_PER_MM
PT_PER_MM = EMU_PER_MM / EMU_PER_PT
MM_PER_INCH = EMU_PER_INCH / EMU_PER_MM

_EMU = {"mm": EMU_PER_MM, "cm": EMU_PER_MM * 10, "pt": EMU_PER_PT, "in": EMU_PER_INCH}
_LENGTH = re.compile(r"\s*+([+-]?\d++(?:\.\d++)?|[+-]?\.\d++)\s*+([A-Za-z\"']*+)\s*+\Z")
_DIGITS = 40
"""Most digits of a number: Python reads no more than 4,300 (``sys.set_int_max_str_digits``)."""
MOST_MM = 5_000
"""Millimetres of the longest length."""


class LengthError(ValueError):
    """A text that is no length. The message is a whole sentence for the reader, without the position."""


@dataclass(frozen=True, slots=True, order=True)
class Length:
    """An exact length.

    Attributes:
        emu: Whole number of EMU; 36,000 to the millimetre, 12,700 to the point, 914,400 to the inch.
    """

    emu: int

    @classmethod
    def parse(cls, text: str) -> Length:
        """The length written in ``text``, such as ``63mm``, ``2.5 in``, ``8.5pt`` or ``6.35cm``.

        Raises:
            LengthError: No unit, an unknown unit, a decimal comma, or more than five metres.
        """
        match = _LENGTH.match(text)
        if match is None:
            if re.match(r"\s*[+-]?\d+,\d+", text):
                raise LengthError(f"'{text}' has a decimal comma; write {text.replace(',', '.')}")
            raise LengthError(f"'{text}' is not a length; write a number and a unit, such as 63mm")
        number, unit = match.groups()
        if not unit:
            raise LengthError(f"'{text}' has no unit; write {number}mm, {number}pt or {number}in")
        factor = _EMU.get(unit.lower())
        if factor is None:
            raise LengthError(f"'{text}' has an unknown unit '{unit}'; known are mm, cm, pt and in")
        whole, _, tenths = number.partition(".")
        tenths = tenths[:_DIGITS]
        emu = _quotient(int(whole + tenths) * factor, 10 ** len(tenths)) if len(whole) <= _DIGITS else None
        if emu is None or abs(emu) > MOST_MM * EMU_PER_MM:
            raise LengthError(f"'{text}' is longer than {MOST_MM} mm; write a shorter one")
        return cls(emu)

    @classmethod
    def from_mm(cls, value: float) -> Length:
        """The length of ``value`` millimetres, to the nearest EMU."""
        return cls(round(value * EMU_PER_MM))

    @classmethod
    def from_pt(cls, value: float) -> Length:
        """The length of ``value`` points (1/72 inch), to the nearest EMU."""
        return cls(round(value * EMU_PER_PT))

    @property
    def mm(self) -> float:
        """Millimetres."""
        return self.emu / EMU_PER_MM

    @property
    def pt(self) -> float:
        """Points, 1/72 inch."""
        return self.emu / EMU_PER_PT

    def __add__(self, other: Length) -> Length:
        return Length(self.emu + other.emu)

    def __sub__(self, other: Length) -> Length:
        return Length(self.emu - other.emu)

    def __neg__(self) -> Length:
        return Length(-self.emu)

    def __mul__(self, times: int) -> Length:
        return Length(self.emu * times)

    __rmul__ = __mul__

    def __floordiv__(self, other: Length) -> int:
        return self.emu // other.emu

    def half(self) -> Length:
        """Half of this length, rounded down to a whole EMU."""
        return Length(self.emu // 2)

    def __str__(self) -> str:
        return f"{self.mm:.2f}".rstrip("0").rstrip(".") + " mm"


def _quotient(whole: int, by: int) -> int:
    """``whole`` by ``by``, to the nearest whole number; halves to the even one."""
    nearest, rest = divmod(whole, by)
    return nearest + (2 * rest > by or (2 * rest == by and nearest % 2))


def mm(value: float) -> Length:
    """The length of ``value`` millimetres."""
    return Length.from_mm(value)


def pt(value: float) -> Length:
    """The length of ``value`` points."""
    return Length.from_pt(value)


ZERO = Length(0)
