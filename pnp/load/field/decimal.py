"""Fields that hold a number with decimals."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence as SequenceABC
from typing import Any

from pnp.i18n.format import WrittenDecimal
from pnp.load.cell import TableCell
from pnp.load.field.kind import CountedValue, FieldReader
from pnp.load.field.number import DECIMAL_RANGE, NumberKind, within
from pnp.load.yaml.node import Node, Scalar, Whole, number
from pnp.model import Value

_DIGITS = 15
"""Digits that a float holds whatever they are."""
_GROUPED = re.compile(r"(-?[1-9]\d{0,2})([.,])(\d{3})")
"""A number whose comma or point may separate thousands or decimals."""
_PLACES = 6
_EXACT_BELOW = 1e9
"""Bound of results of expressions: below it a float holds six decimals."""


class DecimalKind(NumberKind):
    """A number with or without decimals, between the bounds.

    It prints the decimals that you write, with the decimal separator of the language.
    Results of expressions are rounded to six decimals.
    """

    name = "decimal"
    forms = ("decimal", "decimal 0..2.5", "decimal 0.5..", "decimal ..9.75")
    samples = ("1.5", "2", "-0.25", "2.50")
    pattern = r"^decimal\??\s+.*\.\."
    wanted = "a number"
    like = "number"
    bounds = DECIMAL_RANGE
    json_type = "number"

    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> Value:
        if not isinstance(node, Scalar):
            raise reader.wrong(node, self.wanted, "write one number")
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | WrittenDecimal):
            raise reader.wrong(node, self.wanted, _cure(node.text))
        typed = node.text
        if typed.startswith("+"):
            plain = typed.removeprefix("+")
            raise reader.wrong(
                node, self.wanted, f"write {plain}, or declare the field as text to print the '+'"
            )
        if isinstance(value, WrittenDecimal):
            if not re.fullmatch(r"-?\d+\.\d+", typed):
                raise reader.wrong(node, self.wanted, _cure(typed))
            if sum(map(str.isdecimal, typed)) > _DIGITS:
                raise reader.wrong(node, f"a number of at most {_DIGITS} digits", f"write {value:.6g}")
        return within(reader, int(value) if isinstance(value, Whole) else value, node)

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if isinstance(value, float) and not isinstance(value, WrittenDecimal):
            if not math.isfinite(value) or abs(value) > _EXACT_BELOW:
                return None
            value = number(_shortest(f"{value:.{_PLACES}f}"))
            if not isinstance(value, int | WrittenDecimal):
                return None
        return within(reader, value, node)

    def count(self, value: Any) -> list[CountedValue]:
        """The number without trailing zeros."""
        return [CountedValue(_shortest(str(value)), value)]

    def fits_column(self, texts: SequenceABC[str]) -> bool:
        """Never: the numbers of a column without a field may be versions, which print as typed."""
        return False

    def cell(self, cell: TableCell, grouping: str = ",") -> Node:
        """See ``FieldKind``; three digits after a separator of thousands are refused."""
        if "{{" in cell.text:
            return cell
        text = cell.text.replace("\N{MINUS SIGN}", "-")
        thousands = _GROUPED.fullmatch(text)
        if thousands and thousands[2] == grouping:
            return cell.holding(text, '"')  # refused with both meanings
        if re.fullmatch(r"-?\d+,\d+", text):
            text = text.replace(",", ".")
        return cell.holding(text)


def _shortest(digits: str) -> str:
    """The digits without zeros after the last other decimal, and a zero without a minus."""
    shortest = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return "0" if shortest == "-0" else shortest


def _cure(text: str) -> str:
    """The cure for what is no number with decimals: its digits, where they can be found."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if thousands := _GROUPED.fullmatch(text):
        whole, _, rest = thousands.groups()
        rest_written = f"{rest}0" if rest[-1] != "0" else rest.rstrip("0") or "0"
        return f"write {whole}{rest} if thousands are meant, else {whole}.{rest_written}"
    point = re.sub(r"\s|_", "", text).replace(",", ".")
    if re.fullmatch(r"-?\.\d{1,15}", point):
        point = point.replace(".", "0.")
    if re.fullmatch(r"-?\d{1,15}\.", point):
        point = point[:-1]
    point = re.sub(r"\A(-?)0+(?=\d)", r"\1", point)
    if re.fullmatch(r"-?\d{1,8}(\.\d{1,7})?", point):
        return f"write {point} without quotes" if point == text else f"write {point}"
    return "write a number such as 1.5"
