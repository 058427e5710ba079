"""Packs: order, pages, tables, archives."""

import csv
import io
import zipfile

import pikepdf
import pytest
from PIL import Image

from pnp.draw import Document
from pnp.export.pack import Pack, UnfitPieces, packs, picture_page, slots, zip_file
from pnp.export.table import csv_file
from pnp.export.target import read_target, shipped_targets
from pnp.impose import PieceFaces
from pnp.pdf import write_pdf
from tests.impose.faces import context, face

SHOPS = {name: read_target(name, text, name)[0] for name, text in shipped_targets().items()}


def pieces():
    back = face(grey=10)
    return [
        PieceFaces("s/a", "A", face(grey=1), back, 2),
        PieceFaces("s/b", "B", face(grey=2), back, 1),
        PieceFaces("s/t", "T", face(45.0, 45.0), None, 4),
    ]


def test_pieces_of_one_size_are_one_pack_and_what_fits_nothing_is_reported():
    poker, rest = packs("s", "Set", pieces(), SHOPS["tgc"])
    assert isinstance(poker, Pack)
    assert isinstance(rest, UnfitPieces)
    assert (poker.fit.product.id, poker.cards) == ("PokerDeck", 3)
    assert [piece.key for piece in rest.faces] == ["s/t"]


@pytest.mark.parametrize(
    ("shop", "order"),
    [("tgc", [("001-a", 2), ("002-b", 1)]), ("mpc", [("001-a", 1), ("002-a", 1), ("003-b", 1)])],
)
def test_copies_are_places_of_their_own_where_the_shop_wants_that(shop, order):
    pack = next(iter(packs("s", "Set", pieces(), SHOPS[shop])))
    made = slots(pack, SHOPS[shop], ["a", "b"])
    assert [(slot.stem, slot.copies) for slot in made] == order
    assert sum(slot.copies for slot in made) == pack.cards


def test_a_page_is_one_picture_in_printing_inks_with_its_boxes():
    pack = next(iter(packs("s", "Set", pieces(), SHOPS["dtc"])))
    page = picture_page(Image.new("CMYK", (825, 1125), (9, 8, 7, 6)), pack.fit, SHOPS["dtc"])
    data = write_pdf(Document("t", "en", (page,)), context().fonts)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        first = pdf.pages[0]
        assert [float(x) for x in first.mediabox] == [0, 0, 198, 270]  # 2.75 x 3.75 in
        assert [float(x) for x in first.trimbox] == pytest.approx([9, 9, 189, 261])
        assert [float(x) for x in first.bleedbox] == [0, 0, 198, 270]
        (image,) = first.resources.XObject.values()
        assert (image.Width, image.Height, str(image.ColorSpace)) == (825, 1125, "/DeviceCMYK")
        assert image.read_bytes()[:4] == bytes((9, 8, 7, 6))
        assert "/Group" not in first
        operators = {str(operator) for _, operator in pikepdf.parse_content_stream(first)}
        assert not operators & {"rg", "RG", "g", "G", "gs", "sh"}


def test_equal_files_are_equal_archives_with_nothing_of_the_day():
    files = {"b/two.txt": b"2" * 100, "a/one.png": b"1"}
    data = zip_file(files)
    assert data == zip_file(dict(reversed(files.items())))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["a/one.png", "b/two.txt"]
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.read("b/two.txt") == b"2" * 100


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@sum", "\tx", "\rx"])
def test_a_cell_that_looks_like_a_formula_is_shown_and_not_run(cell):
    assert read(csv_file([[cell]]))[0][0] == f"'{cell}"
    assert read(csv_file([[cell]], safe=False))[0][0] == cell


def test_numbers_stay_numbers_and_letters_stay_letters():
    data = csv_file([["id", "copies"], ["žluť, „kůň“\nzvíře", -3]])
    assert data.startswith(b"\xef\xbb\xbf")
    assert read(data) == [["id", "copies"], ["žluť, „kůň“\nzvíře", "-3"]]


def read(data):
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
