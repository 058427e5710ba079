"""What lies on the pages of a finished PDF, read back from the file itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pikepdf

MM = 72 / 25.4
BASE_14 = re.compile(r"Helvetica|Times|Courier|Symbol|ZapfDingbats")


@dataclass(frozen=True)
class Placed:
    """A face on a page: the centre of its trim in mm from the top left, its trim size and its turn."""

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
    part: list[tuple[list[bytes], bytes]] = []
    depth = 0
    for operands, word in _instructions(page):
        if depth:
            part.append((operands, word))
        elif word == b"cm":
            matrix = _product(_numbers(operands), matrix)
        if word == b"q":
            depth += 1
        elif word == b"Q":
            depth -= 1
            if depth == 0:
                found += _placed(part, matrix, forms, height, bleed)
                part = []
    return found


_TOKEN = re.compile(rb"\((?:[^()\\]|\\.)*\)|<<|>>|<[^<>]*>|[\[\]]|[^\s()<>\[\]]+", re.DOTALL)
_OPERAND = frozenset(b"+-.0123456789/(<>[]")
"""What operands begin with: numbers, names, texts, lists and mappings."""


def _instructions(page: pikepdf.Page) -> Iterator[tuple[list[bytes], bytes]]:
    """Operators with what stands before them. Pages are long: pikepdf, which makes objects of all, takes five times as long."""
    contents = page.Contents
    streams = contents if isinstance(contents, pikepdf.Array) else [contents]
    operands: list[bytes] = []
    for token in _TOKEN.findall(b"\n".join(stream.read_bytes() for stream in streams)):
        if token[0] in _OPERAND:
            operands.append(token)
        else:
            yield operands, token
            operands = []


Matrix = tuple[float, ...]


def _placed(part, outer: Matrix, forms, height: float, bleed: float):
    """The face of one saved part of a page, if it holds one: it begins with a move and goes on with clips."""
    matrix, box, drawn = outer, None, None
    for number, (operands, word) in enumerate(part):
        if word == b"cm":
            matrix = _product(_numbers(operands), matrix)
        elif word == b"re":
            x, y, width, tall = _numbers(operands)
            drawn = (x, y, x + width, y + tall)
        elif word == b"n":
            box = drawn
        elif word == b"Do" and number == len(part) - 2:  # and then only Q: the face is this form
            box = _numbers(forms[operands[0].decode()].BBox)
            break
        elif word != b"W":
            break
    if box is None:
        return
    a, b, c, d, e, f = matrix
    cx, cy = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    x, y = a * cx + c * cy + e, b * cx + d * cy + f
    scale = abs(a) + abs(b)
    yield Placed(
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
