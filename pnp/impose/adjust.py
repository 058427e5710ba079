"""Moving a whole side on its paper, to make good for what a printer does wrong."""

from __future__ import annotations

from pnp.geometry import IDENTITY, Matrix, Point, scale, shift, turn
from pnp.impose.profile import PrintProfile
from pnp.impose.sheet import SideName
from pnp.units import ZERO


def adjustment(profile: PrintProfile, side: SideName, *, lying: bool, folded: bool = False) -> Matrix:
    """The map of the page onto itself that the profile asks for; exactly the identity when it asks for nothing.

    Both sides are enlarged about the middle of the page; backs are then turned about it and moved. What the profile says
    holds for upright paper. A landscape page comes to lie on it turned clockwise (see ``Margins.lying``), on both sides.
    Where fronts and backs stand on one side of the paper there is nothing to move against each other.
    """
    width, height = profile.paper.width.mm, profile.paper.height.mm
    middle = Point(width / 2, height / 2)
    moved = IDENTITY
    if profile.scale != (1.0, 1.0):
        moved = shift(-middle.x, -middle.y).then(scale(*profile.scale)).then(shift(middle.x, middle.y))
    if side == "back" and not folded:
        if profile.back_rotation:
            moved = moved.then(turn(profile.back_rotation, middle))
        if profile.back_offset != (ZERO, ZERO):
            moved = moved.then(shift(profile.back_offset[0].mm, profile.back_offset[1].mm))
    if moved == IDENTITY or not lying:
        return moved
    to_sheet = Matrix(0.0, 1.0, -1.0, 0.0, width, 0.0)
    to_page = Matrix(0.0, -1.0, 1.0, 0.0, 0.0, width)
    return to_sheet.then(moved).then(to_page)
