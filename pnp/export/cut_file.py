"""Cut files: SVG in millimetres, and DXF R12 (AC1009), which every cutter's program reads.

Numbers in DXF have no units; here they are millimetres. Group codes and entities follow the AutoCAD R12 DXF
reference. In DXF, y grows upwards, so heights are inverted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from pnp.draw.path import path_data, svg_number
from pnp.export.cut_line import QUARTER_BULGE, CutCircle, CutLine, CutPath, CutPolygon, CutSheet

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


_STROKES = {"cut": "#FF0000", "kiss-cut": "#00A650", "crease": "#0000FF", "perforation": "#FF8000"}


def _groups(sheet: CutSheet) -> Iterator[str]:
    for name, lines in sheet.layers.items():
        yield f'<g id="{name}" fill="none" stroke="{_STROKES[name]}" stroke-width="{_LINE}">'
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


_Tag: TypeAlias = tuple[int, str | int | float]

_REGISTRATION = "REGISTRATION"
_BLUE = 5
_COLOUR_NUMBERS = {"cut": 1, "kiss-cut": 3, "crease": 4, "perforation": 30}
"""Numbers of AutoCAD's colours: red, green, cyan, orange."""


def dxf(sheet: CutSheet) -> str:
    """The cut file: cuts on the layer ``CUT``, marks on ``REGISTRATION``, others on ``CREASE`` and so on.

    Round corners are arcs (a bulge of tan(π/8)), not many short lines.
    """
    tags = [*_header(sheet), *_tables(sheet), (0, "SECTION"), (2, "ENTITIES")]
    for name, lines in sheet.layers.items():
        for line in lines:
            tags += _entity(line, name.upper(), sheet.height)
    tags += _marks(sheet)
    tags += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:>3}\n{_text(value)}\n" for code, value in tags)


def _header(sheet: CutSheet) -> list[_Tag]:
    return [
        (999, "units: millimetres"),
        (0, "SECTION"), (2, "HEADER"),
        (9, "$ACADVER"), (1, "AC1009"),
        (9, "$EXTMIN"), (10, 0.0), (20, 0.0), (30, 0.0),
        (9, "$EXTMAX"), (10, sheet.width), (20, sheet.height), (30, 0.0),
        (9, "$LIMMIN"), (10, 0.0), (20, 0.0),
        (9, "$LIMMAX"), (10, sheet.width), (20, sheet.height),
        (0, "ENDSEC"),
    ]  # fmt: skip


def _tables(sheet: CutSheet) -> list[_Tag]:
    layers = [(name.upper(), _COLOUR_NUMBERS[name]) for name in sheet.layers]
    layers.insert(1, (_REGISTRATION, _BLUE))
    return [
        (0, "SECTION"), (2, "TABLES"),
        (0, "TABLE"), (2, "LTYPE"), (70, 1),
        (0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, 0.0),
        (0, "ENDTAB"),
        (0, "TABLE"), (2, "LAYER"), (70, len(layers)),
        *(tag for name, colour in layers
          for tag in ((0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS"))),
        (0, "ENDTAB"),
        (0, "ENDSEC"),
    ]  # fmt: skip


def _marks(sheet: CutSheet) -> Iterator[_Tag]:
    marks = sheet.registration
    if marks is None:
        return
    for x, y in marks.centres:
        yield from _entity(CutCircle(x, y, marks.radius), _REGISTRATION, sheet.height)
    for (x1, y1), (x2, y2) in marks.lines:
        yield from ((0, "LINE"), (8, _REGISTRATION), (10, x1), (20, sheet.height - y1), (30, 0.0))
        yield from ((11, x2), (21, sheet.height - y2), (31, 0.0))
    for area in marks.areas:
        yield from _entity(CutPolygon(area, (False,) * len(area)), _REGISTRATION, sheet.height)


def _entity(line: CutLine, layer: str, height: float) -> Iterator[_Tag]:
    if isinstance(line, CutCircle):
        yield from (
            (0, "CIRCLE"),
            (8, layer),
            (10, line.x),
            (20, height - line.y),
            (30, 0.0),
            (40, line.radius),
        )
        return
    closed = True
    if isinstance(line, CutPath):
        corners, closed = line.corners, line.closed
        line = CutPolygon(tuple(corners), (False,) * len(corners))
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, int(closed)), (10, 0.0), (20, 0.0), (30, 0.0))
    for (x, y), round_ in zip(line.points, line.arcs, strict=True):
        yield from ((0, "VERTEX"), (8, layer), (10, x), (20, height - y), (30, 0.0))
        if round_:
            yield 42, -QUARTER_BULGE  # right turns are negative
    yield from ((0, "SEQEND"), (8, layer))


def _text(value: str | int | float) -> str:
    return f"{value:.6f}" if isinstance(value, float) else str(value)
