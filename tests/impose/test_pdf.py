"""Sheets measured in the written file."""

from __future__ import annotations

import io

import pikepdf
import pytest

from pnp.draw import Document
from pnp.geometry import Box
from pnp.impose import PieceFaces, SheetPages, impose
from pnp.pdf import write_pdf
from pnp.units import MM_PER_PT
from tests.impose.faces import FOOTER, context, face, profile
from tests.paper import placed_faces

BLEED = 3.0


def placed_boxes(page: pikepdf.Page, least: float = 50.0) -> list[Box]:
    """Where each face lies, bleed included, in millimetres from the upper left corner of the page.

    Drawings that are narrower than ``least`` millimetres, such as the ruler, are passed over.
    """
    boxes = []
    for lying in placed_faces(page, bleed=0.0):
        width, height = (lying.width, lying.height) if lying.turn % 180 == 0 else (lying.height, lying.width)
        if min(width, height) >= least:
            boxes.append(Box(lying.x - width / 2, lying.y - height / 2, width, height))
    return boxes


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
def test_cards_are_exact_and_backs_lie_behind_fronts_on_full_and_partial_sheets(
    paper: str, duplex: str
) -> None:
    pieces = [PieceFaces(f"s/{n}", str(n), face(grey=n), face(grey=100 + n), 1) for n in range(31)]
    sheets = impose(pieces, profile(paper=paper, duplex=duplex), FOOTER).sheets
    pages = [page for sheet in sheets for page in SheetPages().of(sheet)]
    fonts = context().fonts
    data = write_pdf(Document("t", "en", pages, duplex=duplex), fonts)  # type: ignore[arg-type]
    seen = 0
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for sheet, (front, back) in zip(
            sheets, zip(pdf.pages[::2], pdf.pages[1::2], strict=True), strict=True
        ):
            assert sheet.front is not None
            assert sheet.back is not None
            width, height = (float(value) * MM_PER_PT for value in front.mediabox[2:])
            behind = {slot.key: box for slot, box in zip(sheet.back.slots, placed_boxes(back), strict=True)}
            for slot, box in zip(sheet.front.slots, placed_boxes(front), strict=True):
                trim = box.grown(-BLEED)
                assert sorted((trim.width, trim.height)) == pytest.approx([63.0, 88.0], abs=0.01)
                other = behind[slot.key].grown(-BLEED)
                over = (
                    Box(width - other.right, other.y, other.width, other.height)
                    if duplex == "long-edge"
                    else Box(other.x, height - other.bottom, other.width, other.height)
                )
                assert (over.x, over.y) == pytest.approx((trim.x, trim.y), abs=0.01)
                assert (trim.x, trim.y) == pytest.approx((slot.spot.x.mm, slot.spot.y.mm), abs=0.01)
                seen += 1
            assert [float(value) * MM_PER_PT for value in front.trimbox] == pytest.approx(
                [
                    sheet.front.grid.left.mm,
                    height - sheet.front.grid.bottom.mm,
                    sheet.front.grid.right.mm,
                    height - sheet.front.grid.top.mm,
                ],
                abs=0.01,
            )
    assert seen == 31
