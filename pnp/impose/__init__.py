"""Faces on sheets: n-up grids, backs behind fronts, marks, ruler and footer."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.impose.area import flip_axis
    from pnp.impose.calibration import Calibration, Printer, Scales, calibration_from
    from pnp.impose.contact import ContactCell, ContactSet, contact_pages
    from pnp.impose.grid import Grid, axis_of, best_grid
    from pnp.impose.imposing import MOST_PIECES, impose
    from pnp.impose.margin import Margins
    from pnp.impose.option import PRINT_OPTIONS, Ink, OptionFault, Order, read_option
    from pnp.impose.page import face_pages, sheet_pages
    from pnp.impose.paper import PAPERS, Paper, paper_key
    from pnp.impose.profile import PrintProfile, profile_from
    from pnp.impose.sheet import Footer, Imposition, PieceFaces, Placement, Sheet, SheetSide

__all__ = [
    "MOST_PIECES",
    "PAPERS",
    "PRINT_OPTIONS",
    "Calibration",
    "ContactCell",
    "ContactSet",
    "Footer",
    "Grid",
    "Imposition",
    "Ink",
    "Margins",
    "OptionFault",
    "Order",
    "Paper",
    "PieceFaces",
    "Placement",
    "PrintProfile",
    "Printer",
    "Scales",
    "Sheet",
    "SheetSide",
    "axis_of",
    "best_grid",
    "calibration_from",
    "contact_pages",
    "face_pages",
    "flip_axis",
    "impose",
    "paper_key",
    "profile_from",
    "read_option",
    "sheet_pages",
]

__getattr__ = lazy(
    __name__,
    {
        "Calibration": "calibration",
        "Printer": "calibration",
        "Scales": "calibration",
        "calibration_from": "calibration",
        "ContactCell": "contact",
        "ContactSet": "contact",
        "contact_pages": "contact",
        "Grid": "grid",
        "axis_of": "grid",
        "best_grid": "grid",
        "flip_axis": "area",
        "MOST_PIECES": "imposing",
        "impose": "imposing",
        "Margins": "margin",
        "Ink": "option",
        "OptionFault": "option",
        "Order": "option",
        "PRINT_OPTIONS": "option",
        "read_option": "option",
        "face_pages": "page",
        "sheet_pages": "page",
        "PAPERS": "paper",
        "Paper": "paper",
        "paper_key": "paper",
        "PrintProfile": "profile",
        "profile_from": "profile",
        "Footer": "sheet",
        "Imposition": "sheet",
        "PieceFaces": "sheet",
        "Placement": "sheet",
        "Sheet": "sheet",
        "SheetSide": "sheet",
    },
)
