"""Print-on-demand shops: what they take, by numbers that live in files (``targets/*.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.draw.face import PlainShape
from pnp.units import MM_PER_INCH, ZERO, Length, LengthError

Colours: TypeAlias = Literal["RGB", "CMYK"]
FileKind: TypeAlias = Literal["images", "pdf", "pdf-x4"]
PageOrder: TypeAlias = Literal["back-front", "front-back"]
Status: TypeAlias = Literal["stated", "unverified"]
ProductKind: TypeAlias = Literal["piece", "box", "page"]


@dataclass(frozen=True, slots=True)
class Product:
    """One thing that a shop makes.

    Attributes:
        id: As the shop calls it.
        shape: Of the trim.
        width: Of the box around the trim.
        height: Of the box around the trim.
        width_px: Of a picture of it, bleed included.
        height_px: Of a picture of it, bleed included.
        status: ``stated`` by the shop, or ``unverified``.
        kind: A piece, the net of a box, or a page of a booklet; only pieces are matched with sets.
    """

    id: str
    shape: PlainShape
    width: Length
    height: Length
    width_px: int
    height_px: int
    status: Status
    kind: ProductKind = "piece"


@dataclass(frozen=True, slots=True)
class Target:
    """A shop.

    Attributes:
        id: Name of its file.
        name: As it calls itself.
        source: Where its numbers are written.
        date: When that was read, such as ``2026-11-30``; empty if nobody says.
        dpi: Pixels to the inch of its pictures.
        colour: ``RGB`` or ``CMYK``.
        files: One picture a side, or one PDF file a deck: of pictures, or PDF/X-4 with text and drawings as
            vectors.
        order: Of the pages of a PDF file.
        repeat: Whether each copy of a card is a file or page of its own.
        bleed: That it asks for.
        safe: Inside the trim, that it wants kept clear.
        coverage: Most ink at one place in percent; None for no limit.
        most: Cards in one order; None for no limit.
        products: In the order of the file.
    """

    id: str
    name: str
    source: str
    dpi: int
    colour: Colours
    files: FileKind
    order: PageOrder
    repeat: bool
    bleed: Length
    safe: Length
    coverage: int | None
    most: int | None
    products: tuple[Product, ...]
    date: str = ""

    def canvas(self, product: Product) -> tuple[float, float]:
        """Width and height in millimetres of a picture of the product, bleed included."""
        return product.width_px / self.dpi * MM_PER_INCH, product.height_px / self.dpi * MM_PER_INCH


def shipped_targets() -> dict[str, str]:
    """The text of each target file that ships, by the target's name, sorted."""
    from importlib.resources import files

    folder = files("pnp.export").joinpath("targets")
    found = {
        entry.name.removesuffix(".toml"): entry for entry in folder.iterdir() if entry.name.endswith(".toml")
    }
    return {name: found[name].read_text(encoding="utf-8") for name in sorted(found)}


def read_target(name: str, text: str, file: str) -> tuple[Target | None, list[Diagnostic]]:
    """The target that a file describes, or None with what is wrong with it.

    Args:
        name: Of the target.
        text: Of the file, TOML.
        file: As shown to the reader.

    Diagnostics: E400.
    """
    try:
        table = tomllib.loads(text)
        return _target(name, table), []
    except tomllib.TOMLDecodeError as fault:
        return None, [error("E400", f"'{file}' is no TOML: {fault}", None, "see docs/exporting.md")]
    except _Fault as fault:
        return None, [error("E400", f"'{file}': {fault}", None, fault.cure)]


class _Fault(Exception):
    """Something in the file that cannot be used."""

    def __init__(self, message: str, cure: str = "compare it with the target files that ship") -> None:
        super().__init__(message)
        self.cure = cure


_KEYS = (
    "name", "source", "date", "dpi", "colour", "files", "order", "repeat", "bleed", "safe", "coverage", "most", "product",
)  # fmt: skip
_PRODUCT_KEYS = ("id", "kind", "shape", "trim", "pixels", "status")


def _target(name: str, table: Mapping[str, Any]) -> Target:
    _known(table, _KEYS)
    if table.get("files") == "pdf-x4" and table.get("colour") != "CMYK":
        raise _Fault("files 'pdf-x4' are in CMYK", 'write colour = "CMYK"')
    return Target(
        id=name,
        name=_value(table, "name", str),
        source=_value(table, "source", str),
        dpi=_positive(table, "dpi"),
        colour=_choice(table, "colour", Colours),
        files=_choice(table, "files", FileKind),
        order=_choice(table, "order", PageOrder, "front-back"),
        repeat=_value(table, "repeat", bool, False),
        bleed=_length(table, "bleed"),
        safe=_length(table, "safe"),
        coverage=_positive(table, "coverage") if "coverage" in table else None,
        most=_positive(table, "most") if "most" in table else None,
        products=_products(_value(table, "product", list)),
        date=_value(table, "date", str, ""),
    )


def _products(tables: list[Any]) -> tuple[Product, ...]:
    if not tables:
        raise _Fault("it has no products", "write [[product]] above each product")
    return tuple(map(_product, tables))


def _product(table: Any) -> Product:
    if not isinstance(table, dict):
        raise _Fault("'product' is not a table", "write [[product]] above each product")
    _known(table, _PRODUCT_KEYS)
    width, height = _size(table)
    pixels = _value(table, "pixels", list)
    if len(pixels) != 2 or not all(type(each) is int and each > 0 for each in pixels):
        raise _Fault(f"pixels {pixels} are not two whole numbers", "write them such as [825, 1125]")
    return Product(
        id=_value(table, "id", str),
        shape=_choice(table, "shape", PlainShape, "rectangle"),
        width=width,
        height=height,
        width_px=pixels[0],
        height_px=pixels[1],
        status=_choice(table, "status", Status, "unverified"),
        kind=_choice(table, "kind", ProductKind, "piece"),
    )


def _known(table: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise _Fault(f"unknown key '{key}'", did_you_mean(key, keys, "keys"))


_NONE: Any = object()


def _value(table: Mapping[str, Any], key: str, kind: type, default: Any = _NONE) -> Any:
    value = table.get(key, default)
    if value is _NONE:
        raise _Fault(f"'{key}' is missing")
    if type(value) is not kind:
        raise _Fault(f"'{key}' is {value!r}, which is no {_KINDS[kind]}")
    return value


_KINDS: Mapping[type, str] = {str: "text", int: "whole number", bool: "true or false", list: "list"}


def _positive(table: Mapping[str, Any], key: str) -> int:
    value: int = _value(table, key, int)
    if value <= 0:
        raise _Fault(f"'{key}' is {value}, which is not above zero")
    return value


def _choice(table: Mapping[str, Any], key: str, choices: Any, default: Any = _NONE) -> Any:
    value = _value(table, key, str, default)
    if value not in get_args(choices):
        raise _Fault(f"unknown {key} '{value}'", did_you_mean(value, get_args(choices), "values"))
    return value


def _length(table: Mapping[str, Any], key: str) -> Length:
    try:
        length = Length.parse(_value(table, key, str))
    except LengthError as fault:
        raise _Fault(f"{key} {fault}") from None
    if length < ZERO:
        raise _Fault(f"{key} is below zero")
    return length


def _size(table: Mapping[str, Any]) -> tuple[Length, Length]:
    text = _value(table, "trim", str)
    width, x, height = text.replace("×", "x").partition("x")
    unit = height.lstrip("0123456789. ")
    try:
        if not x:
            raise LengthError(f"'{text}' is not a width and a height")
        sides = Length.parse(width if width.strip()[-1:].isalpha() else width + unit), Length.parse(height)
    except LengthError as fault:
        raise _Fault(f"trim {fault}", "write it such as 2.5x3.5in") from None
    if min(sides) <= ZERO:
        raise _Fault(f"trim '{text}' is not above zero")
    return sides
