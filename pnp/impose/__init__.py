"""Faces on sheets: n-up grids, backs behind fronts, marks, ruler and footer."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.impose.area import flip_axis
    from pnp.impose.contact import ContactCell, ContactSet, contact_pages
    from pnp.impose.grid import PageLattice, best_grid
    from pnp.impose.imposing import impose, impose_planned
    from pnp.impose.limits import MOST_PIECES
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

__all__ = [
    "MOST_PIECES",
    "ContactCell",
    "ContactSet",
    "Footer",
    "Imposition",
    "Layout",
    "Mosaic",
    "PageLattice",
    "PieceFaces",
    "Placement",
    "PlannedPage",
    "PrintProfile",
    "Sheet",
    "SheetPages",
    "SheetSide",
    "axis_of",
    "best_grid",
    "contact_pages",
    "face_pages",
    "flip_axis",
    "impose",
    "impose_planned",
    "pages_of",
    "plan_pages",
    "profile_from",
]

__getattr__ = lazy(
    __name__,
    {
        "flip_axis": "area",
        "Calibration": "calibration",
        "Printer": "calibration",
        "Scales": "calibration",
        "calibration_from": "calibration",
        "ContactCell": "contact",
        "ContactSet": "contact",
        "contact_pages": "contact",
        "PageLattice": "grid",
        "best_grid": "grid",
        "MOST_PIECES": "limits",
        "impose": "imposing",
        "impose_planned": "imposing",
        "Margins": "margin",
        "Mosaic": "mosaic",
        "axis_of": "mosaic",
        "PRINT_OPTIONS": "option",
        "Ink": "option",
        "OptionFault": "option",
        "Order": "option",
        "read_option": "option",
        "SheetPages": "sheet",
        "face_pages": "sheet",
        "PAPERS": "paper",
        "Paper": "paper",
        "paper_key": "paper",
        "PlannedPage": "plan",
        "pages_of": "plan",
        "plan_pages": "plan",
        "PrintProfile": "profile",
        "profile_from": "profile",
        "Footer": "sheet",
        "Imposition": "sheet",
        "Layout": "sheet",
        "PieceFaces": "sheet",
        "Placement": "sheet",
        "Sheet": "sheet",
        "SheetSide": "sheet",
    },
)
