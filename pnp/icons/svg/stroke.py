"""Strokes of SVG elements (SVG 2 §13.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from pnp.draw import Item, Path, Stroke
from pnp.icons.svg.fault import Faults
from pnp.icons.svg.paint import FramedPaint
from pnp.icons.svg.shape import numbers
from pnp.icons.svg.xml_node import Node


def stroked(
    path: Path, painted: FramedPaint, node: Node, style: Mapping[str, str], faults: Faults
) -> list[Item]:
    """The path as a line; nothing where it has no width.

    Args:
        path: In user units.
        painted: Of the line.
        node: The element, for faults.
        style: With what it inherits.
        faults: Take up what cannot be drawn.
    """
    width = numbers(style.get("stroke-width", "1").removesuffix("px"))
    if width is None or len(width) != 1 or width[0] < 0:
        faults.value(
            f"stroke-width='{style['stroke-width'][:40]}' is no width", node, "write a number, such as 2"
        )
        width = [1.0]
    if width[0] == 0:
        return []
    if painted.frame is not None:
        faults.feature("an elliptical gradient on a stroke", node, "turn the stroke into a path")
        return []
    cap = style.get("stroke-linecap", "butt")
    join = style.get("stroke-linejoin", "miter")
    return [
        Stroke(
            path,
            painted.paint,
            width[0],
            _dash(node, style, faults),
            cast("Literal['butt', 'round', 'square']", cap if cap in ("round", "square") else "butt"),
            cast("Literal['miter', 'round', 'bevel']", join if join in ("round", "bevel") else "miter"),
        )
    ]


def _dash(node: Node, style: Mapping[str, str], faults: Faults) -> tuple[float, ...]:
    text = style.get("stroke-dasharray", "none")
    if text in ("none", ""):
        return ()
    dash = numbers(text.replace("px", ""))
    if dash is None or min(dash, default=0.0) < 0:
        faults.value(f"stroke-dasharray='{text[:40]}' cannot be read", node, "write numbers, such as 4 2")
        return ()
    if (numbers(style.get("stroke-dashoffset", "0").removesuffix("px")) or [0.0])[0] != 0:
        faults.feature("stroke-dashoffset", node, "begin with a dash")
    return tuple(dash * (1 + len(dash) % 2)) if sum(dash) > 0 else ()
