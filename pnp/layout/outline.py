"""Path data of SVG as attribute values."""

from __future__ import annotations

from typing import Any, NamedTuple

from pnp.draw import Path
from pnp.icons.svg_path import SvgPathError, parse_path
from pnp.layout.fault import ValueFault
from pnp.layout.kind import Kind


class View(NamedTuple):
    """The rectangle of a path's own coordinates that is fitted into its box."""

    x: float
    y: float
    width: float
    height: float


def _path(value: Any) -> Path:
    text = str(value)
    try:
        return parse_path(text)
    except SvgPathError as fault:
        at = text[fault.offset : fault.offset + 12]
        raise ValueFault(
            "is no path data", f"it cannot be read at '{at}'" if at else "it ends too early"
        ) from None


def _view(value: Any) -> View:
    try:
        numbers = [float(word) for word in str(value).replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 4 or not (numbers[2] > 0 and numbers[3] > 0) or max(map(abs, numbers)) > 1e6:
        raise ValueFault("is no viewBox", "write x, y, width and height, such as '0 0 512 512'")
    return View(*numbers)


PATH = Kind("path data", _path)
VIEW = Kind("four numbers", _view)
