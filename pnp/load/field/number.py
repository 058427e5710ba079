"""Fields that hold a whole number, or a number with decimals."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping as MappingABC
from collections.abc import Sequence as SequenceABC
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from pnp.diagnostics import error
from pnp.i18n.number import WrittenDecimal
from pnp.load.document import Findings
from pnp.load.field.kind import EXPRESSION, CountedValue, FieldKind, FieldReader, NewPiece
from pnp.load.shape.shape import Schema
from pnp.load.yaml.node import Node, Scalar, TableCell, Whole, number
from pnp.model import FieldDeclaration, Value, Vocabulary

_DECIMAL = r"-?\d{1,15}(?:\.\d{1,15})?"
DECIMAL_RANGE = re.compile(rf"({_DECIMAL})?\.\.({_DECIMAL})?\Z")
"""Bounds with decimals; two groups, each may be left out."""
_GROUPED = re.compile(r"-?\d{1,3}(?:([.,\s_])\d{3})+")
_Number = TypeVar("_Number", bound=float)
_ZEROS = re.compile(r"(-?\d+)[.,]0+")
_DIGITS = re.compile(r"-?(?:0|[1-9][0-9]*)")
_CELL = re.compile(r"([-+]?\d{1,18})[.,](?!000\Z)0+\Z")
"""A whole number as some programs write it; three zeros could mean thousands."""
_IN_COLUMN = re.compile(r"-?(0|[1-9]\d{0,8})([.,]0+)?")
"""The same in a column without a field, where thousands are no more likely than zeros after the point."""


class NumberKind(FieldKind):
    """A whole number, between the bounds."""

    name = "number"
    forms: ClassVar[tuple[str, ...]] = ("number", "number 1..9", "number 1..", "number ..9")
    samples: ClassVar[tuple[str, ...]] = ("3", "0", "-12")
    counted = True
    widget = "number"
    pattern = r"^number\??\s+.*\.\."
    wanted = "a whole number"
    bounds: ClassVar[re.Pattern[str]] = re.compile(r"(-?\d{1,15})?\.\.(-?\d{1,15})?\Z")
    """Two groups: the least and the greatest value, each may be left out."""

    json_type: ClassVar[str] = "integer"

    def declare(
        self,
        field: FieldDeclaration,
        rest: list[str],
        node: Scalar,
        vocabularies: MappingABC[str, Vocabulary],
        findings: Findings,
    ) -> FieldDeclaration:
        """See ``FieldKind``; without bounds after a fault."""
        if not rest:
            return field
        match = self.bounds.match("".join(rest))
        low, high = (_bound(part) for part in match.groups()) if match else (None, None)
        if match is None or (low is not None and high is not None and low > high):
            message = f"'{' '.join(rest)}' is no range of numbers"
            findings.error("M115", message, node.span, self._range_cure("".join(rest)))
            return field
        return replace(field, low=low, high=high)

    def declared(self, field: FieldDeclaration) -> str:
        """See ``FieldKind``."""
        if field.low is None and field.high is None:
            return self.name
        low, high = ("" if bound is None else str(bound) for bound in (field.low, field.high))
        return f"{self.name} {low}..{high}"

    def _range_cure(self, rest: str) -> str:
        if DECIMAL_RANGE.match(rest) and not self.bounds.match(rest):
            return f"write 'decimal {rest}' for numbers with decimals"
        return f"write '{self.forms[1]}', '{self.forms[2]}' or '{self.name}'"

    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> Value:
        if not isinstance(node, Scalar):
            raise reader.wrong(node, self.wanted, "write one number")
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int):
            cure = _digits(node.text)
            if node.style and re.fullmatch(r"[-+]?\d+", node.text):
                cure = "write it without quotes"
            elif isinstance(value, str) and re.fullmatch(r"0\d+", value):
                cure = f"write {int(value)}"
            raise reader.wrong(node, self.wanted, cure)
        if node.text.startswith("+"):
            cure = f"write {int(value)}, or declare the field as text to print the '+'"
            raise reader.wrong(node, self.wanted, cure)
        return within(reader, int(value), node)

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        return within(reader, value, node)

    def _alternative(self, value: Any) -> str:
        return ", or declare the field as decimal" if isinstance(value, float) else ""

    def schemas(
        self, field: FieldDeclaration, terms: SequenceABC[str], icons: SequenceABC[str]
    ) -> list[Schema]:
        """See ``FieldKind``."""
        bounded: Schema = {"type": self.json_type}
        if field.low is not None:
            bounded["minimum"] = field.low
        if field.high is not None:
            bounded["maximum"] = field.high
        return [bounded, EXPRESSION]

    def count(self, value: Any) -> list[CountedValue]:
        """The number."""
        return [CountedValue(str(value), value)]

    def fits_column(self, texts: SequenceABC[str]) -> bool:
        """Whether all are whole numbers."""
        return all(_IN_COLUMN.fullmatch(text) for text in texts)

    def in_condition(self, node: Node) -> Any:
        """The number."""
        return node.value if isinstance(node, Scalar) else None

    def first(self, of: NewPiece) -> str:
        """The least number, or the nearest to 0 that the field may hold."""
        low, high = of.field.low, of.field.high
        return f"{low if low is not None else min(0, high or 0):g}"

    def _cell(self, cell: TableCell) -> Node:
        return cell.holding(whole(cell.text))


def _bound(text: str | None) -> float | None:
    """The bound as a number that remembers how it is written; None if it is left out."""
    if not text or "." not in text:
        return int(text) if text else None
    bound = WrittenDecimal(text)
    bound.typed = text
    return bound


def whole(text: str) -> str:
    """The digits of a whole number that its program wrote with zeros after the point; else the text."""
    match = _CELL.match(text)
    return str(int(match.group(1))) if match else text


def within(reader: FieldReader, value: _Number, node: Node) -> _Number:
    """The number, when it lies between the declared bounds (M113)."""
    field = reader.field
    low, high = field.low, field.high
    if (low is not None and value < low) or (high is not None and value > high):
        bounds = f"{'' if low is None else low}..{'' if high is None else high}"
        message = f"'{field.name}' is {value}, outside of {bounds}"
        related = [(field.span, "declared here")] if field.span else []
        cure = "write a number between them, or declare other bounds"
        raise reader.refuse(error("M113", message, node.span, cure, related=related))
    return value


def _digits(text: str) -> str:
    """The cure for what is no whole number: its digits, where they can be found."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    grouped = _GROUPED.fullmatch(text)
    if grouped and grouped[1] in ".,":
        return f"write {re.sub('[.,]', '', text)} if thousands are meant, else {text.split(grouped[1])[0]}"
    digits = re.sub(r"\s|_", "", text) if grouped else text
    zeros = _ZEROS.fullmatch(digits)
    digits = zeros[1] if zeros else digits
    if re.fullmatch(r"-?\d*[.,]\d+", digits):
        return "declare the field as decimal, or write digits only, such as 3"
    return f"write {digits}" if _DIGITS.fullmatch(digits) else "write digits only, such as 3"


_EXACT_DIGITS = 15
"""Digits that a float holds whatever they are."""
_THOUSANDS = re.compile(r"(-?[1-9]\d{0,2})([.,])(\d{3})")
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
            if sum(map(str.isdecimal, typed)) > _EXACT_DIGITS:
                raise reader.wrong(node, f"a number of at most {_EXACT_DIGITS} digits", f"write {value:.6g}")
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
        thousands = _THOUSANDS.fullmatch(text)
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
    if thousands := _THOUSANDS.fullmatch(text):
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
