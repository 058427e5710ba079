"""QR codes as one path."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pnp.diagnostics import times
from pnp.draw import Path
from pnp.draw.path import Segment
from pnp.geometry import Box

Level: TypeAlias = Literal["l", "m", "q", "h"]
QUIET_ZONE = 4
"""Light modules around the code (ISO/IEC 18004 §6.3.8)."""


class QrFault(Exception):
    """A text that fits into no QR code. The message is one line for the author."""


def qr_path(text: str, box: Box, level: Level = "m", *, quiet: bool = True) -> Path:
    """The dark modules of a QR code as one path to be filled by the non-zero rule.

    The code is square and centred in the box. Modules that touch are one shape, so that no hairlines show
    between them.

    Args:
        text: To be read off the code, as UTF-8.
        box: Millimetres; the quiet zone lies inside it.
        level: Error correction: 7, 15, 25 or 30 per cent of the code may be lost.
        quiet: Whether to keep the quiet zone free; without it, light space around the box is the caller's
            care.

    Raises:
        QrFault: Nothing to write, or more than the largest code holds.
    """
    rows = _modules(text, level)
    border = QUIET_ZONE if quiet else 0
    count = len(rows) + 2 * border
    size = min(box.width, box.height) / count
    left = box.x + (box.width - size * count) / 2 + size * border
    top = box.y + (box.height - size * count) / 2 + size * border
    segments: list[Segment] = []
    for outline in _outlines(rows):
        for index, (column, row) in enumerate(outline):
            segments.append(("L" if index else "M", left + column * size, top + row * size))
        segments.append(("Z",))
    return tuple(segments)


def qr_lines(text: str) -> list[str]:
    """A QR code as lines for a terminal, two rows of modules to a line, light on dark as most terminals.

    Raises:
        QrFault: As ``qr_path``.
    """
    rows = _modules(text, "l")
    width = len(rows) + 2 * QUIET_ZONE
    edge = [False] * QUIET_ZONE
    light = [[not dark for dark in (*edge, *row, *edge)] for row in rows]
    margin = [[True] * width] * QUIET_ZONE
    light = [*margin, *light, *margin, [False] * width]
    return [
        "".join(_BLOCKS[upper, lower] for upper, lower in zip(light[line], light[line + 1], strict=True))
        for line in range(0, len(light) - 1, 2)
    ]


_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}


def _modules(text: str, level: Level) -> list[list[bool]]:
    import segno

    if not text:
        raise QrFault("a QR code needs a text")
    try:
        # Without boost_error a code has the level that was asked for, whatever room is left.
        code = segno.make_qr(text, error=level, boost_error=False)
    except segno.DataOverflowError:
        raise QrFault(f"the text is too long for a QR code: {times(len(text.encode()), 'byte')}") from None
    return [[bool(module) for module in row] for row in code.matrix]


def _outlines(rows: list[list[bool]]) -> list[list[tuple[int, int]]]:
    """Closed outlines around all dark areas, in steps of modules; dark lies to the right of the way.

    Every side of a dark module that has light beyond it is an edge; edges are chained end to start. Where two
    dark modules touch at a corner only, the way turns right, so that each keeps its own outline.
    """
    edges = _edges(rows)
    outlines: list[list[tuple[int, int]]] = []
    while edges:
        start = min(edges)
        step = edges[start][0]
        outline: list[tuple[int, int]] = []
        place = start
        heading: tuple[int, int] | None = None
        while place in edges:
            step = _turned_right(edges[place], heading)
            edges[place].remove(step)
            if not edges[place]:
                del edges[place]
            if step != heading:
                outline.append(place)
            heading = step
            place = (place[0] + step[0], place[1] + step[1])
        outlines.append(outline)
    return outlines


def _edges(rows: list[list[bool]]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """For each corner of the grid the steps that leave it along the edge of a dark area."""
    count = len(rows)

    def dark(column: int, row: int) -> bool:
        return 0 <= column < count and 0 <= row < count and rows[row][column]

    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in range(count):
        for column in range(count):
            if not dark(column, row):
                continue
            if not dark(column, row - 1):
                edges.setdefault((column, row), []).append((1, 0))
            if not dark(column + 1, row):
                edges.setdefault((column + 1, row), []).append((0, 1))
            if not dark(column, row + 1):
                edges.setdefault((column + 1, row + 1), []).append((-1, 0))
            if not dark(column - 1, row):
                edges.setdefault((column, row + 1), []).append((0, -1))
    return edges


def _turned_right(steps: list[tuple[int, int]], heading: tuple[int, int] | None) -> tuple[int, int]:
    if len(steps) == 1 or heading is None:
        return steps[0]
    right = (-heading[1], heading[0])
    return right if right in steps else steps[0]
