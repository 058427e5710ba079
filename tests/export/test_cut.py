"""Cut files against an independent reader and the sheets as they are written; creases, folds, nets of boxes."""

from __future__ import annotations

import io
import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp import api
from pnp.colour import BLACK, spot_colour
from pnp.draw import Document, Group, Stroke
from pnp.draw.path import circle
from pnp.export.cut_file import dxf, svg
from pnp.export.cut_line import CutCircle, CutPolygon, cut_sheet, drawn_lines, registration, ways
from pnp.geometry import Box, shift, turn
from pnp.impose import SheetPages, impose
from pnp.pdf import write_pdf
from tests.impose.faces import FOOTER, context, deck, profile
from tests.impose.test_pdf import placed_boxes
from tests.laws import examples

CONTEXT = context()
FORMS = {
    "poker": {},
    "tile": {"width": 45.0, "height": 45.0},
    "lying": {"width": 120.0, "height": 70.0},
    "token": {"width": 25.0, "height": 25.0, "shape": "circle"},
    "pointy": {"width": 40.0, "height": 40.0 * 2 / 3**0.5, "shape": "hex-pointy"},
    "flat": {"width": 40.0 * 2 / 3**0.5, "height": 40.0, "shape": "hex-flat"},
}


def rounded(pieces, radius):
    def outlined(face):
        return None if face is None else face._replace(outline=face.outline._replace(radius=radius))

    return [piece._replace(front=outlined(piece.front), back=outlined(piece.back)) for piece in pieces]


def sheets(form, count=10, radius=0.0, **options):
    pieces = deck(count, **FORMS[form])
    return impose(rounded(pieces, radius) if radius else pieces, profile(**options), FOOTER, CONTEXT).sheets


def read(text):
    import ezdxf  # where it is asked for, as it brings NumPy: a second, and more work for each example of every law

    document = ezdxf.read(io.StringIO(text))
    return document, document.audit()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("radius", [0.0, 3.0])
def test_an_independent_reader_finds_no_fault(form, radius):
    for sheet in sheets(form, radius=radius if form in ("poker", "lying") else 0.0):
        document, audit = read(dxf(cut_sheet(sheet, registration(sheet.sides[:1], "auto"))))
        assert (audit.errors, audit.fixes) == ([], [])
        assert document.dxfversion == "AC1009"
        cuts = [entity for entity in document.modelspace() if entity.dxf.layer == "CUT"]
        assert len(cuts) == len(sheet.front.slots)


@pytest.mark.parametrize("form", FORMS)
def test_lines_lie_where_the_written_sheet_has_its_pieces(form):
    from ezdxf import bbox

    bleed = 3.0
    imposed = sheets(form)
    pages = [SheetPages().of(sheet)[0] for sheet in imposed]
    data = write_pdf(Document("t", "en", pages), CONTEXT.fonts)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for sheet, page in zip(imposed, pdf.pages, strict=True):
            height = float(page.mediabox[3]) / 72 * 25.4
            document, _ = read(dxf(cut_sheet(sheet)))
            cuts = [entity for entity in document.modelspace() if entity.dxf.layer == "CUT"]
            on_paper = placed_boxes(page, 20.0)
            for cut, box, slot in zip(cuts, on_paper, sheet.front.slots, strict=True):
                extents = bbox.extents([cut])
                reach = bleed * 2 / 3**0.5 if form in ("pointy", "flat") else bleed
                upright = (form == "pointy") == (slot.turn in (0, 180))  # of hexagons: a corner on top
                across, down = (bleed, reach) if upright else (reach, bleed)
                assert extents.extmin.x == pytest.approx(box.x + across, abs=0.01)
                assert extents.extmax.x == pytest.approx(box.right - across, abs=0.01)
                assert height - extents.extmax.y == pytest.approx(box.y + down, abs=0.01)
                assert height - extents.extmin.y == pytest.approx(box.bottom - down, abs=0.01)


def test_round_corners_are_arcs_that_bulge_outwards():
    from ezdxf.path import make_path

    document, _ = read(dxf(cut_sheet(sheets("poker", radius=3.0)[0])))
    line = document.modelspace()[0]
    bulges = [vertex.dxf.bulge for vertex in line.vertices]
    assert [round(bulge, 6) for bulge in bulges] == [0.0, -round(math.tan(math.pi / 8), 6)] * 4
    made = make_path(line)
    area = abs(shoelace([(point.x, point.y) for point in made.flattening(0.001)]))
    assert area == pytest.approx(63.0 * 88.0 - (4 - math.pi) * 9.0, rel=1e-4)


def shoelace(points):
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise([*points, points[0]])) / 2


def test_svg_says_the_same_in_millimetres():
    sheet = sheets("poker", radius=3.0)[0]
    cut = cut_sheet(sheet, registration(sheet.sides[:1], "targets"))
    root = ElementTree.fromstring(svg(cut))
    space = "{http://www.w3.org/2000/svg}"
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert root.get("viewBox") == "0 0 210 297"
    paths = root.findall(f"{space}g[@id='cut']/{space}path")
    assert len(paths) == 9
    first = paths[0].get("d")
    assert first.startswith("M13.5 16.5L70.5 16.5A3 3 0 0 1 73.5 19.5L73.5 101.5A3 3 0 0 1 70.5 104.5")
    assert len(root.findall(f"{space}g[@id='registration']/{space}circle")) == 3
    assert not re.search(r"\d[eE]", svg(cut))


@examples(12)
@given(
    st.sampled_from(sorted(FORMS)),
    st.integers(1, 13),
    st.sampled_from(["A4", "Letter", "A3"]),
    st.sampled_from(["0mm", "4mm"]),
)
def test_every_piece_is_cut_once_inside_the_paper_and_no_two_cuts_cross(form, count, paper, gutter):
    seen = 0
    for sheet in sheets(form, count, paper=paper, gutter=gutter):
        cut = cut_sheet(sheet)
        boxes = [line.box for line in cut.lines]
        seen += len(boxes)
        for box in boxes:
            assert Box(0.0, 0.0, cut.width, cut.height).holds(box)
        if form not in ("pointy", "flat"):
            assert not any(one.meets(other) for at, one in enumerate(boxes) for other in boxes[:at])
    assert seen == count


@pytest.mark.parametrize("form", FORMS)
def test_targets_stand_clear_of_pieces_words_and_edges(form):
    for sheet in sheets(form):
        marks = registration(sheet.sides[:1], "targets")
        if marks is None:
            continue
        assert len(marks.centres) == 3
        for x, y in marks.centres:
            assert x - 2.5 >= 4.2
            assert x + 2.5 <= cut_sheet(sheet).width - 4.2
            assert not any(
                slot.spot.shown.x - 2.5 < x < slot.spot.shown.right + 2.5
                and slot.spot.shown.y - 2.5 < y < slot.spot.shown.bottom + 2.5
                for slot in sheet.front.slots
            )


def test_crop_marks_serve_where_targets_have_no_room():
    sheet = sheets("poker", margin="1mm", bleed="0mm", paper="190x265mm", grid="2x4")[0]
    assert registration(sheet.sides[:1], "targets") is None
    marks = registration(sheet.sides[:1], "auto")
    assert marks is None or marks.crop
    roomy = sheets("poker")[0]
    crop = registration(roomy.sides[:1], "crop").crop
    assert len(crop) == 16  # four at each edge
    assert {round(x1, 3) for (x1, _), (x2, _) in crop if x1 == x2} == {10.5, 73.5, 136.5, 199.5}


def test_silhouette_marks_have_their_places_or_none():
    assert registration(sheets("poker")[0].sides[:1], "silhouette") is None
    marks = registration(sheets("poker", margin="19mm")[0].sides[:1], "silhouette")
    square, upper, lower = marks.areas
    assert square[0] == (10.0076, 10.0076)
    assert square[2] == pytest.approx((15.0076, 15.0076))
    assert max(x for x, _ in upper) == pytest.approx(210 - 10.0076)
    assert max(y for _, y in lower) == pytest.approx(297 - 10.0076)


def test_folded_sheets_are_cut_from_their_fronts():
    sheet = sheets("poker", fold="any")[0]
    assert sheet.fold is not None
    cut = cut_sheet(sheet)
    assert len(cut.lines) == len(sheet.front.slots)
    marks = registration(sheet.sides, "targets")
    for x, y in marks.centres if marks else ():
        for side in sheet.sides:
            assert not any(
                slot.spot.shown.x < x < slot.spot.shown.right
                and slot.spot.shown.y < y < slot.spot.shown.bottom
                for slot in side.slots
            )


def test_lines_are_values():
    token = cut_sheet(sheets("token", 1)[0]).lines[0]
    assert isinstance(token, CutCircle)
    assert token.radius == 12.5
    tile = cut_sheet(sheets("tile", 1)[0]).lines[0]
    assert isinstance(tile, CutPolygon)
    assert tile.arcs == (False,) * 4
    assert (tile.box.width, tile.box.height) == pytest.approx((45.0, 45.0))


FILES = {
    "game.yaml": "name: Folds\nlanguage: en\n",
    "standees/heroes.yaml": "kind: standee\nsize: 25x80mm\npieces:\n  imp: {name: Imp}\n",
    "cards/vouchers.yaml": "kind: card\nsize: poker\nlayout: voucher\npieces:\n  a: {name: A, copies: 9}\n",
    "layouts/voucher.xml": '<face><line x1="0" y1="60" x2="100%" y2="60" stroke="black" spot="Perforation"/>'
    '<circle cx="50%" cy="20" r="5" stroke="black" spot="CutContour"/><text inset="30 6 30 6">{{ piece.name }}</text></face>',
}


def groups(drawing):
    root = ElementTree.fromstring(drawing)
    return {group.get("id"): list(group) for group in root if group.get("id") != "registration"}


@pytest.fixture(scope="module")
def files():
    with api.open_game(FILES) as game:
        assert game.diagnostics == ()
        output = game.export("cut", boxes="0.4mm")
    assert output.diagnostics == ()
    return {name.rpartition("/")[2]: data for name, data in output.files.items()}


def test_what_layouts_draw_on_spots_is_on_layers_of_its_own(files):
    found = groups(files["vouchers-1.svg"].decode())
    assert {name: len(lines) for name, lines in found.items()} == {"cut": 18, "perforation": 9}
    lengths = [re.findall(r"[\d.]+", line.get("d")) for line in found["perforation"]]
    assert {float(x2) - float(x1) for x1, _, x2, _ in lengths} == {63.0}
    standees = groups(files["heroes-1.svg"].decode())
    assert (len(standees["cut"]), len(standees["crease"])) == (1, 3)


def test_an_independent_reader_sees_the_layers_and_open_lines(files):
    import ezdxf

    document = ezdxf.read(io.StringIO(files["vouchers-1.dxf"].decode()))
    audit = document.audit()
    assert (audit.errors, audit.fixes) == ([], [])
    layers = {layer.dxf.name: layer.dxf.color for layer in document.layers}
    assert layers.items() >= {"CUT": 1, "REGISTRATION": 5, "PERFORATION": 30}.items()
    closed = {(entity.dxf.layer, entity.is_closed) for entity in document.modelspace().query("POLYLINE")}
    assert closed == {("CUT", True), ("PERFORATION", False)}


def test_the_net_of_a_box_is_one_cut_and_its_folds_are_creases(files):
    found = groups(files["boxes-1.svg"].decode())
    assert {name: len(lines) for name, lines in found.items()} == {"cut": 1, "crease": 12}
    assert files["boxes.pdf"].startswith(b"%PDF")


def test_a_sheet_that_is_folded_has_its_fold():
    (sheet,) = impose(deck(2), profile(fold="vertical"), FOOTER).sheets
    cut = cut_sheet(sheet)
    width, height = sheet.sides[0].grid.page_width.mm, sheet.sides[0].grid.page_height.mm
    (line,) = cut.others["crease"]
    middle = (("M", width / 2, 0.0), ("L", width / 2, height))
    assert line.path == (middle if sheet.fold == "x" else (("M", 0.0, height / 2), ("L", width, height / 2)))


def test_files_without_such_lines_name_no_other_layer():
    (sheet,) = impose(deck(2), profile(), FOOTER).sheets
    cut = cut_sheet(sheet)
    assert cut.others == {}
    assert re.findall(r'id="([\w-]+)"', svg(cut)) == ["cut"]
    assert "CREASE" not in dxf(cut)


def test_lines_are_found_where_groups_put_them_and_others_are_not():
    line = (("M", 0.0, 0.0), ("L", 10.0, 0.0))
    crease = Stroke(line, spot_colour("Crease"), 0.2)
    items = (
        Group((crease, Stroke(line, BLACK, 0.2)), turn(90).then(shift(5, 5))),
        Stroke(line, spot_colour("Foil"), 1.0),
    )
    ((layer, found),) = drawn_lines(items, shift(100, 0))
    assert layer == "crease"
    assert found.corners == [pytest.approx((105, 5)), pytest.approx((105, 15))]
    assert not found.closed


def test_a_path_of_several_lines_is_several_lines():
    found = list(
        ways((("R", 0.0, 0.0, 4.0, 2.0), *circle(5, 5, 2), ("M", 1.0, 1.0), ("L", 2.0, 2.0), ("M", 9.0, 9.0)))
    )
    assert [[segment[0] for segment in way] for way in found] == [list("MLLLZ"), list("MCCCCZ"), list("ML")]
