"""Cut files as DXF R12 (AC1009), which every cutter's program reads; numbers without units, in millimetres.

Group codes and entities follow the AutoCAD R12 DXF reference. In DXF, y grows upwards, so heights are
inverted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from pnp.export.cut_line import QUARTER_BULGE, CutCircle, CutLine, CutPath, CutPolygon, CutSheet

_Tag: TypeAlias = tuple[int, str | int | float]

_REGISTRATION = "REGISTRATION"
_BLUE = 5
_COLOURS = {"cut": 1, "kiss-cut": 3, "crease": 4, "perforation": 30}
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
    layers = [(name.upper(), _COLOURS[name]) for name in sheet.layers]
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
