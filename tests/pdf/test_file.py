"""The file around the drawings: boxes, preferences, bookmarks, what is stored once, and that bytes repeat."""

import hashlib
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pikepdf
import pytest

from pnp.draw import ColourStop, Fill, Gradient, Group, OutlineEntry, Picture, rectangle
from pnp.geometry import IDENTITY, Box, Matrix, shift, turn
from pnp.pdf import FormMaker, PdfTooLargeError, PdfWriter, write_pdf
from pnp.pdf import file as pdf_file
from pnp.pictures import Sampling
from pnp.units import MM_PER_PT
from tests.processes import PATIENCE

from .sample import BLACK, BLUE, RED, document, face, library, opened, page, pdf, put, shaped, square
from .test_drawing import PICTURE


def mm_box(box: pikepdf.Object) -> list[float]:
    return [float(edge) * MM_PER_PT for edge in box]


def test_boxes_are_exact_in_millimetres():
    made = page(width=210, height=297)._replace(trim=Box(10, 20, 63, 88), bleed=Box(7, 17, 69, 94))
    found = opened(pdf(made)).pages[0]
    assert mm_box(found.MediaBox) == pytest.approx([0, 0, 210, 297], abs=0.0001)
    assert mm_box(found.CropBox) == pytest.approx([0, 0, 210, 297], abs=0.0001)
    assert mm_box(found.TrimBox) == pytest.approx([10, 297 - 108, 73, 277], abs=0.0001)
    assert mm_box(found.BleedBox) == pytest.approx([7, 297 - 111, 76, 280], abs=0.0001)


def test_the_trim_is_the_paper_where_none_is_given():
    found = opened(pdf(page(width=100, height=50))).pages[0]
    assert mm_box(found.TrimBox) == mm_box(found.BleedBox) == mm_box(found.MediaBox)


def drawn_boxes(file: pikepdf.Pdf, holder, matrix: Matrix = IDENTITY) -> list[Box]:
    """The rectangles that are drawn, in points of the page, forms followed."""
    found: list[Box] = []
    saved: list[Matrix] = []
    for operands, operator in pikepdf.parse_content_stream(holder):
        match str(operator):
            case "q":
                saved.append(matrix)
            case "Q":
                matrix = saved.pop()
            case "cm":
                matrix = Matrix(*(float(value) for value in operands)).then(matrix)
            case "re":
                found.append(matrix.apply_box(Box(*(float(value) for value in operands))))
            case "Do":
                found += drawn_boxes(file, holder.Resources.XObject[str(operands[0])], matrix)
    return found


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_the_edges_of_a_card_are_exact_on_the_far_side_of_an_a3_sheet(degrees):
    one = face(square(0, 0, 63, 88, RED), width=63, height=88)
    place = turn(degrees).then(shift(300.1234, 200.4321))
    file = opened(pdf(page(width=420, height=297, placed=[put(one, place), put(one, place)])))
    found, again = drawn_boxes(file, file.pages[0])
    assert found == again
    expected = place.apply_box(Box(0, 0, 63, 88))
    assert found.x * MM_PER_PT == pytest.approx(expected.x, abs=0.001)
    assert found.right * MM_PER_PT == pytest.approx(expected.right, abs=0.001)
    assert 297 - found.bottom * MM_PER_PT == pytest.approx(expected.y, abs=0.001)
    assert 297 - found.y * MM_PER_PT == pytest.approx(expected.bottom, abs=0.001)


@pytest.mark.parametrize(
    ("duplex", "named"),
    [
        ("long-edge", "/DuplexFlipLongEdge"),
        ("short-edge", "/DuplexFlipShortEdge"),
        ("simplex", "/Simplex"),
        (None, None),
    ],
)
def test_the_print_dialog_starts_without_scaling_and_with_the_right_edge(duplex, named):
    wishes = opened(pdf(page(), duplex=duplex)).Root.ViewerPreferences
    assert wishes.PrintScaling == "/None"
    assert wishes.DisplayDocTitle
    assert wishes.get("/Duplex") == named


def test_what_the_file_says_about_itself():
    data = pdf(
        page(), title="Žluťoučký", author="A. Šíp (x)", subject="Karty 'čtyř'", keywords=("zombie", "les")
    )
    file = opened(data)
    assert str(file.docinfo["/Title"]) == "Žluťoučký"
    assert str(file.docinfo["/Author"]) == "A. Šíp (x)"
    assert str(file.docinfo["/Subject"]) == "Karty 'čtyř'"
    assert str(file.docinfo["/Keywords"]) == "zombie, les"
    assert str(file.docinfo["/Producer"]).startswith("pnp-press ")
    assert str(file.Root.Lang) == "cs"
    assert data.startswith(b"%PDF-1.7")
    assert not [key for key in file.docinfo if "Date" in key]


def test_what_is_not_known_is_left_out():
    assert sorted(opened(pdf(page())).docinfo.keys()) == ["/Creator", "/Producer", "/Title"]


def test_page_labels_where_a_page_has_one_and_running_numbers_elsewhere():
    pages = [page()._replace(label=label) for label in ("", "", "1a", "1b", "", "")]
    assert [found.label for found in opened(pdf(*pages)).pages] == ["1", "2", "1a", "1b", "5", "6"]


def test_no_page_labels_without_labels():
    assert "/PageLabels" not in opened(pdf(page(), page())).Root


def test_bookmarks_nest_and_lead_to_their_height():
    entries = [
        OutlineEntry("Příprava", 0, 0, 10),
        OutlineEntry("Hráči", 1, 0, 20),
        OutlineEntry("Mapa", 1, 1),
        OutlineEntry("Konec", 0, 1),
    ]
    file = opened(pdf(page(height=100), page(height=100), outline=entries))
    with file.open_outline() as outline:
        first, last = outline.root
        assert [first.title, last.title] == ["Příprava", "Konec"]
        assert [child.title for child in first.children] == ["Hráči", "Mapa"]
        target = first.children[0].destination
        assert target[0] == file.pages[0].obj
        assert float(target[3]) * MM_PER_PT == pytest.approx(80, abs=0.001)
    assert file.Root.PageMode == "/UseOutlines"
    assert file.Root.Outlines.Count == 4


def test_a_bookmark_that_skips_a_level_stands_below_the_one_before():
    entries = [
        OutlineEntry("a", 0, 0),
        OutlineEntry("b", 3, 0),
        OutlineEntry("c", 3, 0),
        OutlineEntry("d", 1, 0),
    ]
    with opened(pdf(page(), outline=entries)).open_outline() as outline:
        (first,) = outline.root
        assert [child.title for child in first.children] == ["b", "d"]
        assert [child.title for child in first.children[0].children] == ["c"]


def test_a_bookmark_to_no_page_is_our_own_fault():
    with pytest.raises(IndexError, match="names page 1 of 1"):
        pdf(page(), outline=[OutlineEntry("x", 0, 1)])


def test_the_outline_is_read_after_the_last_page():
    entries: list[OutlineEntry] = []

    def pages():
        for index in range(3):
            entries.append(OutlineEntry(f"strana {index}", 0, index))
            yield page()

    data = write_pdf(document()._replace(pages=pages(), outline=entries), library())
    with opened(data).open_outline() as outline:
        assert [entry.title for entry in outline.root] == ["strana 0", "strana 1", "strana 2"]


def test_pages_are_written_as_they_are_drawn(monkeypatch):
    written: list[object] = []
    put = pdf_file.PdfFile.put
    monkeypatch.setattr(
        pdf_file.PdfFile, "put", lambda file, value, at=None: written.append(value) or put(file, value, at)
    )
    sizes: list[int] = []

    def pages():
        for number in range(3):
            sizes.append(len(written))
            yield page(square(0, 0, number + 1, 1, RED))

    data = write_pdf(document()._replace(pages=pages()), library())
    assert sizes[0] < sizes[1] < sizes[2]
    assert len(opened(data).pages) == 3


def test_a_file_in_parts_is_the_same_file_with_its_hash():
    made = document(page(Picture(PICTURE, 1, 1, 5, 5)))
    parts = PdfWriter(FormMaker(library()), Sampling()).pdf(made)
    data = write_pdf(made, library())
    assert b"".join(parts.parts) == data
    assert parts.sha256 == hashlib.sha256(data).hexdigest()
    assert any(part is PICTURE.data for part in parts.parts)


def test_a_file_too_large_for_its_references_is_refused(monkeypatch):
    made = document(page(square(0, 0, 1, 1, RED)))
    size = len(write_pdf(made, library()))
    # The last object, the table of places itself, begins a little before the end.
    monkeypatch.setattr(pdf_file, "MAX_PLACE", size)
    assert len(write_pdf(made, library())) == size
    monkeypatch.setattr(pdf_file, "MAX_PLACE", size - 600)
    with pytest.raises(PdfTooLargeError):
        write_pdf(made, library())


def test_a_file_needs_a_page():
    with pytest.raises(ValueError, match="needs a page"):
        pdf()


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_a_number_that_is_none_is_refused(wrong):
    with pytest.raises(ValueError, match="cannot be drawn"):
        pdf(page(square(0, 0, wrong, 1, RED)))


def forms(data: bytes) -> list[pikepdf.Object]:
    return [
        thing
        for thing in opened(data).objects
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
    ]


def test_a_face_on_many_places_is_drawn_once():
    one = face(square(0, 0, 4, 4, RED))
    placed = [put(one, shift(4 * index, 0)) for index in range(5)]
    assert len(forms(pdf(*[page(width=30, placed=placed) for _ in range(4)]))) == 1


def test_equal_faces_that_were_composed_apart_are_drawn_once():
    placed = [put(face(square(0, 0, 4, 4, RED)), shift(4 * index, 0)) for index in range(3)]
    other = put(face(square(0, 0, 4, 4, BLUE)), shift(12, 0))
    assert len(forms(pdf(page(width=30, placed=[*placed, other, other])))) == 2


def test_a_shared_group_is_drawn_once_in_the_file():
    icon = (square(0, 0, 10, 10, BLACK), square(2, 2, 3, 3, RED))
    faces = [
        face(square(0, 0, 4, index + 1, RED), Group(icon, Matrix(0.2, 0, 0, 0.2, 1, 1), shared="sword #000"))
        for index in range(3)
    ]
    assert len(forms(pdf(page(width=30, placed=[put(one) for one in faces])))) == 1


def test_a_picture_is_stored_once():
    faces = [face(square(0, 0, 1, index, RED), Picture(PICTURE, 0, 0, 3, 2)) for index in range(3)]
    images = [
        thing
        for thing in opened(pdf(page(placed=[put(one) for one in faces]))).objects
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"
    ]
    assert len(images) == 1


def test_a_face_is_the_same_stream_whatever_was_drawn_before():
    one = face(
        shaped("Kůň", x=0, y=3, size=2), Fill(rectangle(Box(0, 0, 4, 1)), FADE), Picture(PICTURE, 0, 0, 3, 2)
    )
    before = face(shaped("jiná slova", x=0, y=3, size=2, family="Spectral"), square(0, 0, 1, 1, BLUE))
    alone = {form.read_bytes() for form in forms(pdf(page(placed=[put(one)] * 2)))}
    after = {form.read_bytes() for form in forms(pdf(page(placed=[put(before), put(one)] * 2)))}
    assert alone < after


def test_a_face_in_another_language_says_so():
    czech, polish = face(square(0, 0, 1, 1, RED), language="cs"), face(square(0, 0, 1, 1, RED), language="pl")
    content = opened(pdf(page(placed=[put(czech), put(polish)]))).pages[0].Contents.read_bytes()
    assert content.count(b"Do") == 2
    assert re.search(rb"Do\s.*/Span<</Lang<FEFF0070006C>>>BDC\s.*Do\s.*EMC", content, re.DOTALL)


def test_a_picture_has_its_words():
    text = opened(pdf(page(Group((square(0, 0, 1, 1, RED),), alt="meč")))).pages[0].Contents.read_bytes()
    assert b"/Span<</Alt<FEFF006D0065010D>>>BDC" in text
    assert text.count(b"BDC") == text.count(b"EMC") == 1


def test_only_pages_that_are_seen_through_blend():
    clear = page(Group((square(0, 0, 1, 1, RED), square(0, 0, 2, 1, BLUE)), opacity=0.5))
    inside = page(placed=[put(face(Group((square(0, 0, 1, 1, RED),), opacity=0.5)))])
    plain = page(square(0, 0, 1, 1, RED), placed=[put(face(square(0, 0, 1, 1, RED)))])
    assert ["/Group" in found for found in opened(pdf(clear, inside, plain)).pages] == [True, True, False]


FADE = Gradient(
    "linear", 0, 0, 4, 0, 0, (ColourStop(0, RED), ColourStop(0.3, BLACK), ColourStop(1, BLUE.with_alpha(0)))
)


def everything() -> list:
    """A page with each kind of item."""
    items = (
        square(0, 0, 4, 4, RED.with_alpha(100)),
        Fill(rectangle(Box(0, 0, 4, 4), 1), FADE),
        Group((shaped("Žluťoučký", x=1, y=3),), turn(30), opacity=0.5, alt="text"),
        Group((Picture(PICTURE, 0, 0, 3, 2),), shared="picture"),
        shaped("Small", features={"smcp": True}),
    )
    one = face(*items, width=63, height=88, language="pl")
    placed = [put(one, shift(10, 10)), put(one, turn(180).then(shift(150, 150)))]
    return [
        page(*items, width=210, height=297, placed=placed)._replace(label="1a", trim=Box(10, 10, 190, 277)),
        page(shaped("Spectral", family="Spectral"), width=210, height=297),
    ]


def everything_pdf() -> bytes:
    return pdf(*everything(), outline=[OutlineEntry("Žluť", 0, 0)], duplex="long-edge", author="Jindřich")


def test_the_file_is_sound():
    data = everything_pdf()
    assert opened(data).check_pdf_syntax() == []


@pytest.mark.system
def test_qpdf_has_nothing_to_say(tmp_path):
    data = everything_pdf()
    path = tmp_path / "all.pdf"
    path.write_bytes(data)
    done = subprocess.run(
        ["qpdf", "--check", str(path)], capture_output=True, encoding="utf-8", timeout=PATIENCE
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_streams_end_with_a_line_end_before_their_keyword():
    assert pdf(page()).count(b"\nendstream") == pdf(page()).count(b"endstream")


def test_same_input_same_bytes():
    assert everything_pdf() == everything_pdf()


def test_other_content_has_another_identifier():
    one, other = (opened(pdf(page(square(0, 0, 1, width, RED)))).trailer.ID for width in (1, 2))
    assert bytes(one[0]) == bytes(one[1])
    assert bytes(one[0]) != bytes(other[0])


def hash_in(**surroundings: str) -> str:
    """Hash of the file that a process with these variables makes."""
    code = "import hashlib, tests.pdf.test_file as t;print(hashlib.sha256(t.everything_pdf()).hexdigest())"
    root = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": os.defpath, "SYSTEMROOT": "C:\\Windows", "PYTHONPATH": str(root), **surroundings},
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=PATIENCE,
    ).stdout


def test_same_bytes_in_other_surroundings():
    """Hash seed, time zone, locale and ReportLab's own settings, which it takes from the environment."""
    settings = {"RL_pdfMultiLine": "1", "RL_pdfComments": "1", "RL_invariant": "0", "RL_useA85": "1"}
    found = hash_in(PYTHONHASHSEED="77", TZ="Asia/Tokyo", LANG="C", RL_documentLang="de", **settings)
    assert found == hash_in(PYTHONHASHSEED="0", TZ="UTC", LANG="cs_CZ.UTF-8")
