"""One piece a page, as large as it is with its bleed."""

from __future__ import annotations

import pytest

from pnp.draw.face import Shape
from pnp.geometry import Box
from pnp.impose import PieceFaces, SheetPages, impose
from pnp.preflight import check_sheets
from tests.impose.faces import FOOTER, context, face, profile


@pytest.mark.parametrize(("width", "height"), [(63.0, 88.0), (88.0, 63.0), (50.0, 50.0), (420.0, 300.0)])
def test_each_copy_has_a_page_of_its_size_with_bleed_and_upright_sides(width: float, height: float) -> None:
    one = face(width, height, bleed=3.0)
    pieces = [
        PieceFaces("s/a", "a", one, face(width, height, bleed=3.0), 2),
        PieceFaces("s/b", "b", one, one, 1),
    ]
    single = profile(paper="piece", bleed="3mm", planned="true")
    made = impose(pieces, single, FOOTER, context())
    assert made.diagnostics == ()
    assert not check_sheets(pieces, made, single)
    assert [sheet.number for sheet in made.sheets] == [1, 2, 3]
    for sheet in made.sheets:
        for side in sheet.sides:
            (slot,) = side.slots
            assert slot.turn == 0
            assert not side.items
        for page in SheetPages(paired=True).of(sheet):
            assert (page.width.mm, page.height.mm) == (width + 6, height + 6)
            assert page.trim == Box(3.0, 3.0, width, height)
            assert page.bleed == Box(0.0, 0.0, width + 6, height + 6)


def test_sizes_and_shapes_of_a_set_each_have_their_own_pages() -> None:
    shapes: tuple[Shape, ...] = ("rectangle", "circle", "hex-pointy")
    pieces = [
        PieceFaces(f"s/{shape}", shape, face(20.0 + at, 20.0 + at, shape=shape, bleed=2.0), None, 1)
        for at, shape in enumerate(shapes)
    ]
    made = impose(pieces, profile(paper="piece", bleed="2mm", **{"cut-line": "CutContour"}), FOOTER)
    widths = [page.width.mm for sheet in made.sheets for page in SheetPages(paired=False).of(sheet)]
    assert widths == pytest.approx([24.0, 25.0, 26.0], abs=0.01)
    assert all(len(sheet.sides[0].items) == 1 for sheet in made.sheets)
