"""The rim of a page around its block: lanes for ruler and footer along the edges, room for marks between.

Depths are millimetres inwards from the paper's edge.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple, TypeAlias

from pnp.geometry import Box, Matrix, shift, turn
from pnp.impose.grid import PageBlock
from pnp.model.paper import Margins
from pnp.units import Length

LANE = 2.4  # mm: holds type of 5.5 pt from ascender to descender
# Nothing that must be read is nearer to the edge: 1/6 inch, the rim that common office printers leave
# blank.
BLANK_RIM = Length.parse("0.1666666667in")
LEAST_MARK = 3.0  # mm: shorter marks cannot be laid a ruler against
LONGEST_MARK = 5.0
MARK_GAP = 0.5  # mm between bleed and mark where there is room
BLOCK_MARK = 3.0  # mm round a block of several on a page: marks of its cuts are there, over its bleed
LEAST_OFFSET = 1.0  # mm between trim and mark, so that a cut that misses by a little takes no mark along


class Edge(Enum):
    """An edge of a page as it is looked at."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"

    @property
    def level(self) -> bool:
        """Whether the edge is horizontal, so that its marks are at the cuts between columns."""
        return self in (Edge.TOP, Edge.BOTTOM)


class Rim(NamedTuple):
    """The strip between the block and one edge of the page.

    Attributes:
        edge: Which.
        page: Width and height of the page.
        margin: Depth that nothing but marks may go below.
        outer: Depth at which the first lane begins.
        lanes: How many lanes fit while marks keep their least length.
        used: How many lanes are taken, counted from the outside.
    """

    edge: Edge
    page: tuple[float, float]
    margin: float
    outer: float
    lanes: int
    used: int = 0

    def mark(self, bleed: float, trim: float) -> tuple[float, float]:
        """Start and end of the marks as depths, for pieces whose bleed and trim end at these depths.

        They begin outside the bleed and stay inside the margin when that leaves them long enough; else they
        run on to the paper's edge. They never enter a lane.
        """
        start = min(bleed, trim - LEAST_OFFSET)
        edge = min(self.margin, max(0.0, start - LEAST_MARK))
        limit = self.outer + self.used * LANE if self.used else edge
        start -= min(MARK_GAP, max(0.0, start - limit - LEAST_MARK))
        return start, max(limit, start - LONGEST_MARK)

    def across(self, depth: float) -> float:
        """The x (side edges) or y (upper and lower edge) of the page at a depth."""
        width, height = self.page
        return {Edge.TOP: depth, Edge.LEFT: depth, Edge.BOTTOM: height - depth, Edge.RIGHT: width - depth}[
            self.edge
        ]

    def lane(self, number: int) -> Lane:
        """The lane, counted from the outside from 0.

        Side lanes are read from below (left) and from above (right) and leave the corners to the others.
        """
        width, height = self.page
        near = self.outer + number * LANE
        corner = self.outer + 2 * LANE
        if self.edge is Edge.TOP:
            return Lane(shift(self.outer, near), width - 2 * self.outer)
        if self.edge is Edge.BOTTOM:
            return Lane(shift(self.outer, height - near - LANE), width - 2 * self.outer)
        length = height - 2 * corner
        if self.edge is Edge.LEFT:
            return Lane(turn(270).then(shift(near, height - corner)), length)
        return Lane(turn(90).then(shift(width - near, corner)), length)


class Lane(NamedTuple):
    """A strip for one line of type or the ruler.

    Attributes:
        matrix: From the lane's frame (x along the lane, y down, origin at its reading start) to the page's.
        length: In millimetres; the height is ``LANE``.
    """

    matrix: Matrix
    length: float

    @property
    def box(self) -> Box:
        """In the page's frame."""
        return self.matrix.apply_box(Box(0.0, 0.0, self.length, LANE))


Marked: TypeAlias = Literal["no", "outside", "over-bleed"]
"""Straight marks round a block: none, beyond its bleed, or short ones that begin over the bleed."""


def rims(block: PageBlock, margin: Margins, marked: Marked) -> dict[Edge, Rim]:
    """The four rims of a page, no lane taken yet.

    Args:
        block: With all its places; a page that is not full has the same lanes as all others.
        margin: Of this page as it is looked at.
        marked: Which marks are round the block.
    """
    page = (block.page_width.mm, block.page_height.mm)
    depths = {
        Edge.TOP: (block.top, block.rim.top, margin.top),
        Edge.RIGHT: (block.page_width - block.right, block.rim.right, margin.right),
        Edge.BOTTOM: (block.page_height - block.bottom, block.rim.bottom, margin.bottom),
        Edge.LEFT: (block.left, block.rim.left, margin.left),
    }
    outer = max(BLANK_RIM, *(least for _, _, least in depths.values())).mm
    found = {}
    for edge, (trim, bleed, least) in depths.items():
        inner = (trim - bleed).mm
        if marked == "outside":
            inner = min(inner, trim.mm - LEAST_OFFSET) - LEAST_MARK
        elif marked == "over-bleed":
            inner = min(inner, trim.mm - BLOCK_MARK)
        lanes = max(0, int((inner - outer) / LANE + 1e-6))
        found[edge] = Rim(edge, page, least.mm, outer, lanes)
    return found
