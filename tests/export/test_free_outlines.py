"""Pieces of any outline, from YAML to sheets, cut files and pictures."""

import io
import re

import pypdfium2
import pytest
from PIL import Image, ImageChops

from pnp import api
from pnp.colour import Colour
from pnp.draw import Face, Group, Outline, Stroke
from pnp.export.cut_file import dxf
from pnp.export.cut_line import CutPath, cut_sheet
from pnp.icons import parse_path
from pnp.impose import PieceFaces, impose
from pnp.impose.marks import cut_lines
from pnp.preflight import check_sheets
from tests.impose.faces import FOOTER, profile

LEFT = "M0 8 H12 L16 0 H36 L40 8 H91 V69 H0 Z"
RIGHT = "M0 8 H51 L55 0 H75 L79 8 H91 V69 H0 Z"
FILES = {
    "game.yaml": f'name: Tabs\nlanguage: en\nprint: {{bleed: 3mm}}\nsizes:\n  left: path "{LEFT}"\n  right: path "{RIGHT}"\n',
    "cards/tabs.yaml": """\
kind: card
layout: tab
back: back
size: left
pieces:
  gold: {name: Gold, copies: 3}
  curses: {name: Curses, size: right}
""",
    "layouts/tab.xml": '<face fill="#B3202C"><path d="{{ size.path }}" stroke="#222222" stroke-width="1"/>'
    '<text x="20" y="30" width="40" height="10">{{ piece.name }}</text></face>',
    "layouts/back.xml": '<face fill="#2040C0"><path d="{{ size.path }}" stroke="#222222" stroke-width="1"/></face>',
}
RED, BLUE, WHITE, CLEAR = (179, 32, 44), (32, 64, 192), (255, 255, 255), 0


@pytest.fixture(scope="module")
def tabs():
    with api.open_game(FILES) as game:
        assert game.diagnostics == ()
        yield game


@pytest.fixture(scope="module")
def pages(tabs):
    """Front and back of the one sheet, a pixel a quarter of a millimetre."""
    (pdf,) = [data for name, data in tabs.build().files.items() if name.endswith("tabs.pdf")]
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 2, "pieces with equal boxes share a sheet, whatever their outlines"
    return [document[page].render(scale=4 * 25.4 / 72).to_pil().convert("RGB") for page in range(2)]


def places(tabs):
    cut = tabs.export("cut").files
    svg = next(data.decode() for name, data in cut.items() if name.endswith("tabs-1.svg"))
    return re.findall(r'<path d="M([\d.]+) ([\d.]+)L([^"]*)Z"/>', svg.partition('<g id="registration"')[0])


def test_bleed_goes_round_the_outline_and_stops_at_its_distance(tabs, pages):
    front = pages[0]
    x, y, _ = places(tabs)[0]
    left, top = float(x), float(y) - 8

    def pixel(right, down):
        return front.getpixel((round(4 * (left + right)), round(4 * (top + down))))

    assert (
        pixel(26, -2.5) == pixel(-2.5, 40) == pixel(60, 5.6) == RED
    )  # above the tab, beside, above the shoulder
    assert pixel(60, 3) == pixel(26, -3.6) == pixel(-3.6, 40) == WHITE
    assert pixel(60, 5.2) == RED


def test_backs_lie_behind_their_fronts_in_mirror_image(pages):
    """Behind each coloured point of the front is one of the back, and no others."""
    front, back = (page.crop((0, 100, page.width, page.height - 100)) for page in pages)
    mirrored = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    covered = [page.convert("L").point(lambda grey: 255 * (grey < 255)) for page in (front, mirrored)]
    both, either = ImageChops.multiply(*covered), ImageChops.lighter(*covered)
    assert both.histogram()[255] > 300_000
    assert either.histogram()[255] < 1.01 * both.histogram()[255]  # blurred edges


def test_cut_files_have_each_outline_where_it_is_printed(tabs):
    found = places(tabs)
    assert len(found) == 4
    assert [len(rest.split("L")) for *_, rest in found] == [7] * 4
    files = tabs.export("cut").files
    drawing = next(data.decode() for name, data in files.items() if name.endswith("tabs-1.dxf"))
    assert drawing.count("POLYLINE") == 4
    assert drawing.count("VERTEX") == 4 * 8


def test_pictures_are_clear_outside_the_outline(tabs):
    for side, notch in (("front", 60), ("back", 91 - 60)):
        picture = Image.open(io.BytesIO(tabs.piece("tabs/gold").png(side, 254)))
        assert picture.size == (910, 690)
        assert picture.getpixel((notch * 10, 40))[3] == CLEAR
        assert picture.getpixel((910 - notch * 10 if side == "back" else 260, 300))[3] == 255
    assert Image.open(io.BytesIO(tabs.piece("tabs/curses").png("front", 254))).getpixel((260, 40))[3] == CLEAR


def test_letters_near_a_notch_are_reported():
    near = FILES["layouts/tab.xml"].replace('x="20" y="30"', 'x="44" y="8"')
    with api.open_game({**FILES, "layouts/tab.xml": near}) as game:
        found = game.build().diagnostics
    assert {each.code for each in found} == {"S202"}


def blob(count):
    """Pieces with a curved outline that no symmetry maps onto itself."""
    line = parse_path("M0 20 C0 5 10 0 25 0 S50 12 44 26 Q40 36 22 34 T0 20 Z")
    outline = Outline("path", 46.3, 34.3, line=line)
    front, back = Face(outline, 3.0, ()), Face(outline.mirrored(), 3.0, ())
    return [PieceFaces(f"s/{n}", str(n), front, back, 1) for n in range(count)]


@pytest.mark.parametrize("options", [{}, {"duplex": "short-edge"}, {"paper": "Letter"}, {"fold": "vertical"}])
def test_sheets_of_curved_pieces_are_sound(options):
    made = profile(**options)
    pieces = blob(7)
    imposed = impose(pieces, made, FOOTER)
    assert check_sheets(pieces, imposed, made) == []
    for sheet in imposed.sheets:
        lines = cut_sheet(sheet).lines
        assert all(isinstance(line, CutPath) for line in lines)
        folds = sheet.fold is not None
        assert dxf(cut_sheet(sheet)).count("POLYLINE") == len(lines) + folds
        for one, line in zip(sheet.front.slots, lines, strict=True):
            assert line.path[1][0] == "C"  # curves stay curves
            assert one.spot.trim.grown(0.5).holds(line.box)


def test_the_cut_line_of_a_press_is_the_outline():
    (sheet,) = impose(blob(1), profile(), FOOTER).sheets
    spot = Colour(0, 0, 0)
    (group,) = cut_lines(sheet.front.slots, spot)
    assert isinstance(group, Group)
    (line,) = group.items
    assert isinstance(line, Stroke)
    assert line.path == sheet.front.slots[0].face.outline.path()


def test_too_many_corners_of_one_game_are_an_error():
    figure = "M0 40 " + " ".join(f"L{n / 25:g} {(n % 2) / 2 + 5:g}" for n in range(900)) + " V40 Z"
    pieces = "".join(
        f"  p{n}: {{name: P, size: 'path {figure.replace('40', str(40 + n), 1)}'}}\n" for n in range(25)
    )
    files = {
        "game.yaml": "name: T\nlanguage: en\n",
        "cards/t.yaml": f"kind: card\nsize: poker\npieces:\n{pieces}",
    }
    with api.open_game(files) as game:
        found = [each.message for each in game.diagnostics if each.code == "M121"]
    assert found
    assert set(found) == {"the free outlines of the game have more than 20,000 corners together"}
