"""Faces on sheets: n-up grids, backs behind fronts, marks, ruler and footer."""

from pnp.impose.contact import ContactCell, ContactSet, contact_pages
from pnp.impose.grid import Grid, best_grid, flip_axis
from pnp.impose.impose import MOST_PIECES, impose
from pnp.impose.page import face_pages, sheet_pages
from pnp.impose.paper import PAPERS, Paper
from pnp.impose.profile import Margins, PrintProfile, profile_from
from pnp.impose.sheet import Footer, Imposition, PieceFaces, Placement, Sheet, SheetSide

__all__ = [
    "MOST_PIECES",
    "PAPERS",
    "ContactCell",
    "ContactSet",
    "Footer",
    "Grid",
    "Imposition",
    "Margins",
    "Paper",
    "PieceFaces",
    "Placement",
    "PrintProfile",
    "Sheet",
    "SheetSide",
    "best_grid",
    "contact_pages",
    "face_pages",
    "flip_axis",
    "impose",
    "profile_from",
    "sheet_pages",
]
