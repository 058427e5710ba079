"""QR codes as one path."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import path_box
from pnp.geometry import Box
from pnp.pictures import QrFault, qr_path
from tests.laws import examples

BOX = Box(10, 20, 30, 40)
TEXT = "https://example.org/ořechy"


def painted(path, count, left, top, size):
    """Which modules of the grid lie inside the path, by the non-zero rule along each row."""
    edges = []
    point = start = (0.0, 0.0)
    for letter, *numbers in path:
        if letter == "M":
            start = point = tuple(numbers)
        else:
            following = start if letter == "Z" else tuple(numbers)
            if abs(point[0] - following[0]) < 1e-9 and point[1] != following[1]:
                edges.append((point[0], point[1], following[1]))
            point = following
    rows = []
    for row in range(count):
        y = top + (row + 0.5) * size
        crossings = sorted((x, 1 if y2 > y1 else -1) for x, y1, y2 in edges if min(y1, y2) < y < max(y1, y2))
        rows.append(
            [
                sum(way for x, way in crossings if x < left + (column + 0.5) * size) != 0
                for column in range(count)
            ]
        )
    return rows


def matrix(text, level):
    import segno

    return [[bool(m) for m in row] for row in segno.make_qr(text, error=level, boost_error=False).matrix]


@examples(12)
@given(st.text(min_size=1, max_size=60), st.sampled_from("lmqh"))
def test_the_path_paints_exactly_the_dark_modules(text, level):
    wanted = matrix(text, level)
    count = len(wanted)
    path = qr_path(text, Box(0, 0, count, count), level, quiet=False)
    assert painted(path, count, 0, 0, 1) == wanted


def test_no_two_outlines_share_an_edge():
    """Hairlines show where shapes only touch along an edge."""
    path = qr_path(TEXT, BOX)
    seen = set()
    point = start = None
    for letter, *numbers in path:
        following = start if letter == "Z" else tuple(round(n, 6) for n in numbers)
        if letter == "M":
            start = following
        elif point != following:
            assert (following, point) not in seen
            seen.add((point, following))
        point = following


def test_the_quiet_zone_lies_inside_the_box():
    size = 30 / (len(matrix(TEXT, "m")) + 8)
    box = path_box(qr_path(TEXT, BOX))
    assert (box.x, box.y) == pytest.approx((10 + 4 * size, 25 + 4 * size))
    assert box.width == pytest.approx(30 - 8 * size)
    bare = path_box(qr_path(TEXT, BOX, quiet=False))
    assert (bare.x, bare.y, bare.width) == pytest.approx((10, 25, 30))


def test_more_error_correction_needs_smaller_modules():
    high, low = (path_box(qr_path(TEXT * 3, BOX, level)) for level in ("h", "l"))
    assert high.width > low.width


@pytest.mark.parametrize(("text", "words"), [("", "needs a text"), ("x" * 5000, "too long")])
def test_texts_that_fit_into_no_code(text, words):
    with pytest.raises(QrFault, match=words):
        qr_path(text, BOX)


def test_a_reader_reads_the_text():
    import zxingcpp
    from PIL import Image

    count = len(matrix(TEXT, "m"))
    rows = painted(qr_path(TEXT, Box(0, 0, count, count), quiet=False), count, 0, 0, 1)
    image = Image.new("L", (count + 8, count + 8), 255)
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            image.putpixel((x + 4, y + 4), 0 if dark else 255)
    (code,) = zxingcpp.read_barcodes(
        image.resize((image.width * 8, image.height * 8), Image.Resampling.NEAREST)
    )
    assert code.text == TEXT
