"""Turning a sheet over: how a back must stand behind its front."""

from __future__ import annotations

from pnp.impose.area import Axis
from pnp.impose.lattice import Quarter

_QUARTERS: tuple[Quarter, ...] = (0, 90, 180, 270)


def turned_over(quarter: Quarter, axis: Axis) -> Quarter:
    """The turn of a back whose front is turned by ``quarter``, so that the cut piece has both sides upright.

    A piece is turned over like the leaf of a book: what is up on its front must be up on its back. Turning the sheet
    along x keeps up and down, and a turn is seen from behind as the opposite turn; along y up and down change as well,
    which is half a turn more.
    """
    return _QUARTERS[(-quarter // 90 if axis == "x" else 2 - quarter // 90) % 4]
