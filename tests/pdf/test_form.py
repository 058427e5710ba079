"""Forms: what is drawn, and that it is the same wherever it ends up."""

import pickle

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.draw import ColourStop, Document, Fill, Gradient, Group, PlacedFace, Stroke, rectangle, with_items
from pnp.draw.face_hash import FaceHashes
from pnp.geometry import Box, shift
from pnp.pdf import FormMaker, PdfFace, write_pdf
from tests.pdf.sample import BLACK, BLUE, RED, face, library, opened, page, pixels, shaped, square

FADE = Gradient("linear", 0, 0, 4, 0, 0, (ColourStop(0, RED), ColourStop(1, BLUE)))
WHOLE = Box(-100, -100, 300, 300)


def drawn(*items) -> PdfFace:
    return FormMaker(library()).face(face(*items), FaceHashes())


def placed(one, x=0.0, y=0.0) -> PlacedFace:
    return PlacedFace(one, shift(x, y), WHOLE)


def written(*faces, pages=1) -> bytes:
    row = [placed(one, 6 * number) for number, one in enumerate(faces)]
    return write_pdf(Document("Deck", "en", [page(placed=row, width=60, height=20)] * pages), library())


def placings(data: bytes) -> int:
    return opened(data).pages[0].Contents.read_bytes().count(b" Do")


def test_a_plate_that_is_placed_once_is_drawn_into_its_page():
    once = drawn(square(0, 0, 4, 4, RED), shaped("Barlow", 1, 3))
    assert placings(written(once)) == 0
    assert placings(written(once, once)) == 2
    assert placings(written(once, pages=2)) == 1


@pytest.mark.parametrize(
    "items",
    [
        (square(0, 0, 4, 4, RED), square(1, 1, 2, 2, BLUE.with_alpha(90))),
        (shaped("Žluť", 0.5, 3, size=2),),
        (Fill(rectangle(Box(0, 0, 4, 4)), FADE),),
        (Stroke(rectangle(Box(1, 1, 3, 3)), FADE, 0.8),),
        (Group((square(0, 0, 3, 3, RED), square(1, 1, 3, 3, BLUE)), opacity=0.4),),
        (square(-30, -30, 90, 90, RED),),
    ],
    ids=["fills", "letters", "gradient", "painted line", "blended", "beyond the bleed"],
)
def test_a_face_looks_the_same_as_a_form_or_not_once_or_often(items):
    plain = face(*items)
    expected = pixels(written(plain))
    assert pixels(written(drawn(*items))) == expected
    ready = drawn(*items)
    both = write_pdf(
        Document("", "en", [page(placed=[placed(ready), placed(ready, 500)], width=60, height=20)]), library()
    )
    assert pixels(both) == expected


def test_a_painted_line_is_not_drawn_into_a_page_as_its_pattern_counts_from_its_own_frame():
    assert placings(written(drawn(Stroke(rectangle(Box(1, 1, 3, 3)), FADE, 0.8)))) == 1


def test_settings_of_one_face_do_not_reach_the_next():
    thick = drawn(Stroke((("M", 0, 1), ("L", 4, 1)), RED, 1.5, dash=(0.3, 0.2), cap="round"))
    thin = drawn(Stroke((("M", 0, 1), ("L", 4, 1)), BLACK, 0.2))
    clear = drawn(square(0, 0, 4, 4, RED.with_alpha(40)))
    full = drawn(square(0, 0, 4, 4, RED))
    plain = [with_items(face(*items)) for items in (
        (Stroke((("M", 0, 1), ("L", 4, 1)), RED, 1.5, dash=(0.3, 0.2), cap="round"),),
        (Stroke((("M", 0, 1), ("L", 4, 1)), BLACK, 0.2),),
        (square(0, 0, 4, 4, RED.with_alpha(40)),),
        (square(0, 0, 4, 4, RED),),
    )]  # fmt: skip
    assert pixels(written(thick, thin, clear, full)) == pixels(written(*plain))


def test_a_drawn_face_has_no_items_to_look_at():
    with pytest.raises(TypeError, match="drawn"):
        with_items(drawn(square(0, 0, 4, 4, RED)))


def test_a_plate_comes_back_whole_from_another_process():
    one = drawn(shaped("fjord ffi", 0, 3, family="Spectral"), square(0, 0, 4, 4, RED))
    back = pickle.loads(pickle.dumps(one))
    assert back == one
    assert written(back) == written(one)


def test_equal_faces_are_one_drawing_whoever_drew_them():
    first, second = (drawn(square(0, 0, 4, 4, RED)) for _ in range(2))
    data = written(first, second)
    assert placings(data) == 2
    forms = [
        item
        for item in opened(data).objects
        if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form"
    ]
    assert len(forms) == 1


def test_marks_that_many_pages_have_are_stored_once():
    marks = Stroke(tuple((letter, x, x % 7) for x in range(20) for letter in "ML"), BLACK, 0.2)
    one = opened(write_pdf(Document("", "en", [page(marks)]), library()))
    many = opened(write_pdf(Document("", "en", [page(marks)] * 30), library()))
    contents = [found.Contents.read_bytes() for found in many.pages]
    assert b" l" in one.pages[0].Contents.read_bytes()
    assert not any(b" l" in content for content in contents)
    assert pixels(write_pdf(Document("", "en", [page(marks)] * 2), library())) == pixels(
        write_pdf(Document("", "en", [page(marks)]), library())
    )


@given(st.text())
def test_what_a_file_says_of_itself_is_what_was_meant(title):
    title = title.replace("\0", "").encode("utf-16", "ignore").decode("utf-16")
    found = opened(write_pdf(Document(title, "en", [page()]), library())).docinfo
    assert str(found.get("/Title", "")) == title
