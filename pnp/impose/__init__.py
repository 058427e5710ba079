"""Faces on sheets: n-up grids, backs behind fronts, marks, ruler and footer."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.impose.contact import ContactCell, ContactSet, contact_pages
    from pnp.impose.grid import best_grid, flip_axis
    from pnp.impose.imposing import impose, impose_planned
    from pnp.impose.mosaic import Mosaic, axis_of
    from pnp.impose.plan import PlannedPage, pages_of, plan_pages
    from pnp.impose.profile import PrintProfile, profile_from
    from pnp.impose.sheet import (
        Footer,
        Imposition,
        Layout,
        PieceFaces,
        Placement,
        Sheet,
        SheetPages,
        SheetSide,
        face_pages,
    )

__getattr__ = lazy(__name__)
