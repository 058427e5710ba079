"""Viewports: the ``viewBox`` attribute and how a drawing is fitted into the room it is given (SVG 2 §8)."""

from __future__ import annotations

from pnp.geometry import Box, Matrix, scale, shift
from pnp.icons.svg.fault import Faults
from pnp.icons.svg.shape import numbers
from pnp.icons.svg.xml_node import Node


def view_box(node: Node, faults: Faults) -> Box | None:
    """The ``viewBox`` attribute, or None when it is missing or faulty."""
    text = node.attributes.get("viewBox")
    if text is None:
        return None
    values = numbers(text)
    if values is None or len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        faults.value(f"viewBox='{text[:40]}' is no box", node, "write viewBox='0 0 512 512'")
        return None
    return Box(*values)


def fitted_view(view: Box, width: float, height: float, ratio: str) -> Matrix:
    """From the viewBox to a viewport of the given size (SVG 2 §8.2, ``preserveAspectRatio``)."""
    sx, sy = width / view.width, height / view.height
    if ratio.strip() == "none":
        return shift(-view.x, -view.y).then(scale(sx, sy))
    factor = max(sx, sy) if "slice" in ratio else min(sx, sy)
    spare_x, spare_y = width - view.width * factor, height - view.height * factor
    share_x = 0.0 if "xMin" in ratio else 1.0 if "xMax" in ratio else 0.5
    share_y = 0.0 if "YMin" in ratio else 1.0 if "YMax" in ratio else 0.5
    return shift(-view.x, -view.y).then(scale(factor)).then(shift(spare_x * share_x, spare_y * share_y))
