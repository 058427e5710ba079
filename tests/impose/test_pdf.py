"""Sheets measured in the written file."""

from __future__ import annotations

import io

import pikepdf
import pytest

from pnp.draw import Document
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.impose import PieceFaces, impose, sheet_pages
from pnp.render import write_pdf
from pnp.units import MM_PER_PT
from tests.impose.faces import FOOTER, context, face, profile

BLEED = 3.0


def placed_boxes(page: pikepdf.Page, least: float = 50.0) -> list[Box]:
    """Where each form with a face lies, bleed included, in millimetres from the upper left corner of the page.

    Forms that are narrower than ``least`` millimetres are passed over.
    """
    height = float(page.mediabox[3])
    matrix, stack, boxes = IDENTITY, [], []
    for operands, operator in pikepdf.parse_content_stream(page):
        word = str(operator)
        if word == "q":
            stack.append(matrix)
        elif word == "Q":
            matrix = stack.pop()
        elif word == "cm":
            matrix = Matrix(*(float(value) for value in operands)).then(matrix)
        elif word == "Do":
            form = page.resources.XObject[str(operands[0])]
            own = Matrix(*(float(value) for value in form.get("/Matrix", [1, 0, 0, 1, 0, 0])))
            left, bottom, right, top = (float(value) for value in form.BBox)
            box = own.then(matrix).apply_box(Box(left, bottom, right - left, top - bottom))
            if min(box.width, box.height) * MM_PER_PT < least:
                continue  # the ruler
            boxes.append(
                Box(
                    box.x * MM_PER_PT,
                    (height - box.bottom) * MM_PER_PT,
                    box.width * MM_PER_PT,
                    box.height * MM_PER_PT,
                )
            )
    return boxes


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", ["A4", "Letter", "A3"])
def test_cards_are_exact_and_backs_lie_behind_fronts_on_full_and_partial_sheets(
    paper: str, duplex: str
) -> None:
    pieces = [PieceFaces(f"s/{n}", str(n), face(grey=n), face(grey=100 + n), 1) for n in range(31)]
    sheets = impose(pieces, profile(paper=paper, duplex=duplex), FOOTER).sheets
    pages = [page for sheet in sheets for page in sheet_pages(sheet)]
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
                assert (trim.x, trim.y) == pytest.approx((slot.x.mm, slot.y.mm), abs=0.01)
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
