"""What lies on the pages of a finished PDF, read back from the file itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pikepdf

MM = 72 / 25.4
BASE_14 = re.compile(r"Helvetica|Times|Courier|Symbol|ZapfDingbats")


@dataclass(frozen=True)
class Placed:
    """A face on a page: which drawing, the centre of its trim in mm from the top left, its trim size and its turn."""

    form: str
    x: float
    y: float
    width: float
    height: float
    turn: int


def placed_faces(page: pikepdf.Page, bleed: float) -> list[Placed]:
    """The faces of a page in drawing order; their trim is the box that they are cut off at, less the bleed.

    A face that lies on a single sheet is drawn into the page, behind a clip of its box; any other is a form.
    """
    found: list[Placed] = []
    height = float(page.MediaBox[3])
    forms = page.Resources.get("/XObject", {})
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    part: list[tuple[list[object], str]] = []
    depth = 0
    for operands, operator in pikepdf.parse_content_stream(page):
        word = str(operator)
        if depth:
            part.append((list(operands), word))
        elif word == "cm":
            matrix = _product(_numbers(operands), matrix)
        depth += {"q": 1, "Q": -1}.get(word, 0)
        if word == "Q" and depth == 0:
            found += _placed(part, matrix, forms, height, bleed)
            part = []
    return found


Matrix = tuple[float, ...]


def _placed(part, outer: Matrix, forms, height: float, bleed: float):
    """The face of one saved part of a page, if it holds one: it begins with a move and goes on with clips."""
    matrix, box, drawn, name = outer, None, None, ""
    for number, (operands, word) in enumerate(part):
        if word == "cm":
            matrix = _product(_numbers(operands), matrix)
        elif word == "re":
            x, y, width, tall = _numbers(operands)
            drawn = (x, y, x + width, y + tall)
        elif word == "n":
            box = drawn
        elif word == "Do" and number == len(part) - 2:  # and then only Q: the face is this form
            name, box = str(operands[0]), _numbers(forms[str(operands[0])].BBox)
            break
        elif word != "W":
            break
    if box is None:
        return
    a, b, c, d, e, f = matrix
    cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    x, y = a * cx + c * cy + e, b * cx + d * cy + f
    scale = abs(a) + abs(b)
    yield Placed(
        form=name or repr(part),
        x=x / MM,
        y=(height - y) / MM,
        width=(box[2] - box[0]) * scale / MM - 2 * bleed,
        height=(box[3] - box[1]) * scale / MM - 2 * bleed,
        turn=_turn(a, b),
    )


def _numbers(operands) -> tuple[float, ...]:
    return tuple(float(number) for number in operands)


def _product(first: tuple[float, ...], then: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _turn(a: float, b: float) -> int:
    if abs(a) > abs(b):
        return 0 if a > 0 else 180
    return 270 if b > 0 else 90


def fonts(pdf: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    """Every font dictionary of the file, descendants left out."""
    return [
        item
        for item in pdf.objects
        if isinstance(item, pikepdf.Dictionary)
        and item.get("/Type") == "/Font"
        and "/DescendantFonts" in item
    ]


def font_faults(path: Path) -> list[str]:
    """Names of fonts in the file that are not embedded, or are among the fourteen standard ones."""
    with pikepdf.open(path) as pdf:
        found = [
            str(font.BaseFont)
            for font in fonts(pdf)
            if "/FontFile2" not in font.DescendantFonts[0].FontDescriptor
        ]
        simple = [
            str(item.BaseFont)
            for item in pdf.objects
            if isinstance(item, pikepdf.Dictionary)
            and item.get("/Type") == "/Font"
            and item.get("/BaseFont") is not None
        ]
    return found + [name for name in simple if BASE_14.search(name)]
