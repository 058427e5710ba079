"""Cut files as SVG, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.path import path_data, svg_number
from pnp.export.cut_line import CutCircle, CutLine, CutPath, CutPolygon, CutSheet

_LINE = 0.1
"""Millimetres; cutters follow the middle of a line, whatever its width."""


def svg(sheet: CutSheet) -> str:
    """The cut file: cuts in the group ``cut``, marks in ``registration``, others by ``CutSheet.others``."""
    width, height = svg_number(sheet.width), svg_number(sheet.height)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">',
        *_groups(sheet),
        *_registration(sheet),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


_COLOURS = {"cut": "#FF0000", "kiss-cut": "#00A650", "crease": "#0000FF", "perforation": "#FF8000"}


def _groups(sheet: CutSheet) -> Iterator[str]:
    for name, lines in sheet.layers.items():
        yield f'<g id="{name}" fill="none" stroke="{_COLOURS[name]}" stroke-width="{_LINE}">'
        yield from (_element(line) for line in lines)
        yield "</g>"


def _registration(sheet: CutSheet) -> Iterator[str]:
    marks = sheet.registration
    if marks is None or not (marks.lines or marks.areas):
        return
    yield f'<g id="registration" fill="none" stroke="#000000" stroke-width="{_LINE}">'
    for x, y in marks.centres:
        yield _element(CutCircle(x, y, marks.radius))
    for (x1, y1), (x2, y2) in marks.lines:
        yield f'<path d="M{svg_number(x1)} {svg_number(y1)}L{svg_number(x2)} {svg_number(y2)}"/>'
    for area in marks.areas:
        yield _element(CutPolygon(area, (False,) * len(area)))
    yield "</g>"


def _element(line: CutLine) -> str:
    if isinstance(line, CutCircle):
        return f'<circle cx="{svg_number(line.x)}" cy="{svg_number(line.y)}" r="{svg_number(line.radius)}"/>'
    if isinstance(line, CutPath):
        return f'<path d="{path_data(line.path)}"/>'
    (x, y), *rest = line.points
    way = [f"M{svg_number(x)} {svg_number(y)}"]
    at = (x, y)
    for (px, py), round_ in zip([*rest, (x, y)], line.arcs, strict=True):
        if round_:  # a quarter circle: as wide as it is high
            radius = svg_number(abs(px - at[0]))
            way.append(f"A{radius} {radius} 0 0 1 {svg_number(px)} {svg_number(py)}")
        else:
            way.append(f"L{svg_number(px)} {svg_number(py)}")
        at = (px, py)
    return f'<path d="{"".join(way)}Z"/>'
