"""Creases, perforations and inner cuts in cut files: those that layouts draw, folds of sheets, nets of boxes."""

import io
import re
from xml.etree import ElementTree

import pytest

from pnp import api
from pnp.colour import BLACK, spot_colour
from pnp.draw import Group, Stroke
from pnp.draw.path import circle
from pnp.export.cut_file import dxf, svg
from pnp.export.cut_line import cut_sheet, drawn_lines, ways
from pnp.geometry import shift, turn
from pnp.impose import impose
from tests.impose.faces import FOOTER, deck, profile

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
