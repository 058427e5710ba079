"""``pnp export`` as a user calls it."""

import csv
import io
import json
import struct
import zipfile
from pathlib import Path
from urllib.parse import urlparse

import pikepdf
import pytest
from PIL import Image

from tests.cli.call import call as run
from tests.cli.test_commands import ROOT

GAME = "id: ants\nname: Ants\nlanguage: en\nlanguages: [en, cs]\nplayers: 2\n"
DECK = """\
kind: card
name: Ants
size: poker
back: back
pieces:
  a: {name: Life // Death, text: "Carry **one** crumb {{ 1 + 1 }} times.", copies: 3}
  b: {name: "=2+3", copies: 2}
"""
TOKENS = "kind: token\nname: Crumbs\nsize: circle 20mm\npieces:\n  crumb: {name: Crumb, copies: 5}\n"
LAYOUT = '<face><rect inset="0" bleed="true" fill="#B3202C"/><text inset="30 6 30 6" style="title">{{ piece.name }}</text></face>'


@pytest.fixture
def ants(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "layouts").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards/ants.yaml").write_text(DECK, encoding="utf-8")
    (tmp_path / "layouts/card.xml").write_text(LAYOUT, encoding="utf-8")
    (tmp_path / "layouts/back.xml").write_text(
        '<face><rect inset="0" bleed="true" fill="#222222"/></face>', "utf-8"
    )
    return tmp_path


def size_of(png):
    return struct.unpack(">II", png.read_bytes()[16:24])


def test_each_face_is_a_drawing_under_the_name_of_its_picture(ants):
    result = run(ants, "export", "svg", "--side", "front")
    assert (result.returncode, result.stdout) == (0, "2 drawings in out/ants/en/svg, no faults\n")
    folder = ants / "out/ants/en/svg"
    assert sorted(path.name for path in folder.iterdir()) == ["ants-a-front-en.svg", "ants-b-front-en.svg"]
    drawing = (folder / "ants-a-front-en.svg").read_text(encoding="utf-8")
    assert 'width="63mm" height="88mm" viewBox="0 0 63 88"' in drawing
    assert "<title>Life // Death" in drawing
    (ants / "tokens").mkdir()
    (ants / "tokens/crumbs.yaml").write_text(TOKENS, encoding="utf-8")
    run(ants, "export", "svg", "--text", "text", "--bleed", "3mm", "--only", "crumbs")
    token = (ants / "out/ants/en/svg/crumbs-crumb-front-en.svg").read_text(encoding="utf-8")
    assert 'viewBox="-3 -3 26 26"' in token


def test_each_face_is_a_picture_of_its_size_under_a_plain_name(ants):
    result = run(ants, "export", "png", "--dpi", "200")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "4 pictures in out/ants/en/png, no faults\n"
    folder = ants / "out/ants/en/png"
    assert sorted(path.name for path in folder.iterdir()) == [
        "ants-a-back-en.png", "ants-a-front-en.png", "ants-b-back-en.png", "ants-b-front-en.png",
    ]  # fmt: skip
    assert {size_of(path) for path in folder.iterdir()} == {(496, 693)}
    with Image.open(folder / "ants-a-front-en.png") as image:
        assert image.getpixel((0, 0))[3] == 0
        assert image.getpixel((250, 3)) == (179, 32, 44, 255)


def test_bleed_side_and_choice(ants):
    result = run(ants, "export", "png", "--bleed", "3mm", "--side", "front", "--where", "name == '=2+3'")
    assert result.returncode == 0
    (only,) = (ants / "out/ants/en/png").iterdir()
    assert (only.name, size_of(only)) == ("ants-b-front-en.png", (815, 1110))
    with Image.open(only) as image:
        assert image.mode == "RGB"
        assert image.getpixel((0, 0)) == (179, 32, 44)


def test_names_that_fall_together_are_numbered(ants):
    (ants / "cards/ants.yaml").rename(ants / "cards/x.yaml")
    (ants / "cards/x-a.yaml").write_text(
        DECK.replace("  a:", "  b:", 1).replace('  b: {name: "=2', '  c: {name: "=2'), "utf-8"
    )
    (ants / "cards/x.yaml").write_text(DECK.replace("  a:", "  a-b:", 1), encoding="utf-8")
    result = run(ants, "export", "png", "--dpi", "20", "--side", "front")
    assert (result.returncode, result.stderr) == (0, "")
    names = sorted(path.name for path in (ants / "out/ants/en/png").iterdir())
    assert names == ["x-a-b-front-en-2.png", "x-a-b-front-en.png", "x-a-c-front-en.png", "x-b-front-en.png"]


@pytest.mark.utf8_names
@pytest.mark.parametrize(
    ("arguments", "kind", "folder"),
    [
        (("pod", "--target", "TGC"), "order.csv", "en/tgc"),
        (("cut",), "*.pdf", "en/cut"),
        (("tables",), "*.csv", "tables"),
    ],
    ids=["pod", "cut", "tables"],
)
def test_a_set_whose_name_another_one_has_but_for_capitals_or_accents_was_lost(ants, arguments, kind, folder):
    other = "kůň" if arguments[0] == "pod" else "Ants"
    if arguments[0] == "pod":
        (ants / "cards/ants.yaml").rename(ants / "cards/kun.yaml")
    (ants / f"cards/{other}.yaml").write_text(DECK, encoding="utf-8")
    result = run(ants, "export", *arguments)
    assert result.returncode == 0, result.stderr
    found = [
        path.relative_to(ants / "out/ants").as_posix() for path in (ants / "out/ants" / folder).rglob(kind)
    ]
    assert len({path.casefold() for path in found}) == 2


@pytest.mark.parametrize("kind", ["csv", "tables", "xlsx"])
def test_some_tables_were_not_written_in_silence(ants, kind):
    result = run(ants, "export", kind, "-q")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert list((ants / "out/ants").rglob("*.xlsx" if kind == "xlsx" else "*.csv"))


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("png", "--bleed", "3"), 2, "'3' has no unit"),
        (("png", "--bleed", "-3mm"), 2, "below zero"),
        (("png", "--only", "ant"), 2, "did you mean 'ants'?"),
        (("pod", "--target", "TCG"), 2, "did you mean 'TGC'?"),
        (("pod", "--target", "mine.toml"), 2, "there is no file 'mine.toml'"),
        (("pgn",), 2, "did you mean 'png'?"),
        (("cut", "--registration", "crop", "--marks", "none"), 1, "E420"),
        (("cut", "--paper", "A44"), 1, "unknown paper 'A44'"),
    ],
)
def test_wrong_words_are_answered_with_a_suggestion(ants, arguments, code, words):
    result = run(ants, "export", *arguments)
    assert (result.returncode, words in result.stderr) == (code, True), result.stderr
    assert "Traceback" not in result.stderr


def test_a_tile_without_room_for_marks_is_cut_without_them_as_the_cure_says(ants):
    """No margin leaves room beside a tile that fills its page."""
    (ants / "tiles").mkdir()
    tiles = "kind: tile\nsize: 192x278mm\npieces: {meadow: {name: Meadow, copies: 2}}\n"
    (ants / "tiles/land.yaml").write_text(tiles, encoding="utf-8")
    result = run(ants, "export", "cut", "--only", "land", "--registration", "targets")
    assert (result.returncode, "error[E420]" in result.stderr) == (1, True)
    assert "= help: cut without marks: --registration none" in result.stderr
    assert run(ants, "export", "cut", "--only", "land", "--registration", "none").returncode == 0
    assert list((ants / "out").rglob("cut/*.dxf"))


def test_a_full_sheet_gets_room_for_marks_and_stops_no_other_set(ants):
    """At margins of 1 mm nothing is left for targets; the cards then lie on more sheets."""
    result = run(ants, "export", "cut", "--registration", "targets", "--margin", "1mm", "--marks", "none")
    assert result.returncode == 0, result.stderr
    assert list((ants / "out").rglob("cut/ants-1.dxf"))


def test_an_error_of_the_game_leaves_nothing(ants):
    (ants / "cards/ants.yaml").write_text(DECK.replace("copies: 3", "copys: 3"), encoding="utf-8")
    for kind in (["png"], ["tts"], ["cut"], ["csv"], ["pod", "--target", "TGC"]):
        result = run(ants, "export", *kind)
        assert (result.returncode, "error[M100]" in result.stderr) == (1, True)
        assert result.stdout.startswith("nothing written: 1 error")
    assert not (ants / "out").exists()


def test_a_deck_for_the_table_has_every_card_with_its_name_and_text(ants):
    (ants / "tokens").mkdir()
    (ants / "tokens/crumbs.yaml").write_text(TOKENS, encoding="utf-8")
    result = run(ants, "export", "tts")
    assert (result.returncode, result.stderr) == (0, "")
    folder = ants / "out/ants/en/tts"
    deck, tokens = json.loads((folder / "ants.json").read_text(encoding="utf-8"))["ObjectStates"]
    assert [deck["Nickname"], deck["DeckIDs"]] == ["Ants", [100, 100, 100, 101, 101]]
    assert [card["Nickname"] for card in deck["ContainedObjects"]] == ["Life // Death"] * 3 + ["=2+3"] * 2
    assert deck["ContainedObjects"][0]["Description"] == "Carry one crumb 2 times."
    assert (tokens["Name"], tokens["Nickname"]) == ("Bag", "Crumbs")
    (crumb, *others) = tokens["ContainedObjects"]
    assert [crumb["Name"], len(others)] == ["Custom_Token", 4]
    with Image.open(Path(urlparse(crumb["CustomImage"]["ImageURL"]).path)) as image:
        assert (image.mode, image.getpixel((0, 0))[3]) == ("RGBA", 0)  # round: its corners are transparent
    (sheet,) = deck["CustomDeck"].values()
    with Image.open(Path(urlparse(sheet["FaceURL"]).path)) as image:
        assert image.mode == "RGB"
        assert image.width % sheet["NumWidth"] == image.height % sheet["NumHeight"] == 0
        assert max(image.size) <= 4096
    assert Path(urlparse(sheet["BackURL"]).path).name == "ants-back.jpg"


def test_a_game_for_playingcards_has_every_card(ants):
    result = run(ants, "export", "pcio", "--dpi", "40")
    assert (result.returncode, result.stdout) == (
        0,
        "5 pieces on 3 pictures in out/ants/en/pcio, no faults\n",
    )
    with zipfile.ZipFile(ants / "out/ants/en/pcio/ants.pcio") as file:
        widgets = json.loads(file.read("widgets.json"))
        assert len(file.namelist()) == 1 + 3
    pile, deck, *cards = widgets
    assert [pile["type"], deck["type"], deck["parent"]] == ["cardPile", "cardDeck", pile["id"]]
    assert {each["label"] for each in deck["cardTypes"].values()} == {"Life // Death", "=2+3"}
    assert [card["cardType"] for card in cards] == ["c0"] * 3 + ["c1"] * 2
    assert {card["deck"] for card in cards} == {deck["id"]}
    assert len({each["id"] for each in widgets}) == len(widgets)
    assert 0.7 < deck["cardWidth"] / deck["cardHeight"] < 0.73


def test_a_manifest_lists_the_pieces_and_their_pictures(ants):
    assert run(ants, "export", "png", "--dpi", "40", "--manifest").returncode == 0
    folder = ants / "out/ants/en/png"
    record = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert {key: record[key] for key in ("game", "language", "dpi", "bleed-mm")} == {
        "game": "Ants",
        "language": "en",
        "dpi": 40,
        "bleed-mm": 0.0,
    }
    first = record["pieces"][0]
    assert [first[key] for key in ("set", "piece", "kind", "copies", "shape", "width-mm", "text")] == [
        *("ants", "a", "card", 3, "rectangle", 63.0, "Carry one crumb 2 times.")
    ]
    assert all((folder / each[side]).is_file() for each in record["pieces"] for side in ("front", "back"))


def test_sheets_can_lie_on_the_web(ants):
    assert (
        run(
            ants, "export", "tts", "--url", "https://example.org/ants", "--picture", "png", "--max-px", "512"
        ).returncode
        == 0
    )
    text = (ants / "out/ants/en/tts/ants.json").read_text(encoding="utf-8")
    (state,) = json.loads(text)["ObjectStates"]
    assert state["CustomDeck"]["1"]["FaceURL"] == "https://example.org/ants/ants-1-front.png"
    assert str(ants) not in text
    assert max(size_of(ants / "out/ants/en/tts/ants-1-front.png")) <= 512


def test_a_pack_for_each_shop(ants):
    for shop, pixels in (("TGC", (825, 1125)), ("mpc", (822, 1122))):
        result = run(ants, "export", "pod", "--target", shop)
        assert (result.returncode, result.stderr) == (0, "")
        (folder,) = (ants / f"out/ants/en/{shop.lower()}").iterdir()
        assert {size_of(path) for path in folder.glob("*.png")} == {pixels}
        rows = list(csv.DictReader(io.StringIO((folder / "order.csv").read_text(encoding="utf-8-sig"))))
        assert sum(int(row["copies"]) for row in rows) == 5
        assert {row["back"] for row in rows} == {"back.png"}
        assert all((folder / row["front"]).is_file() for row in rows)
        assert len(rows) == (2 if shop == "TGC" else 5)
        assert rows[-1]["name"] == "'=2+3"


def test_a_pack_in_printing_inks_is_one_file_with_backs_first_and_claims_nothing(ants):
    result = run(ants, "export", "pod", "--target", "DTC", "--zip")
    assert (result.returncode, result.stderr) == (0, "")
    with zipfile.ZipFile(ants / "out/ants/en/dtc/ants-en-dtc.zip") as archive:
        names = archive.namelist()
        pdf = archive.read("ants-us-poker/ants-us-poker.pdf")
        told = archive.read("ants-us-poker/report.txt").decode()
    assert names == ["ants-us-poker/ants-us-poker.pdf", "ants-us-poker/order.csv", "ants-us-poker/report.txt"]
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.pages) == 10
        first = [next(iter(page.resources.XObject.values())) for page in document.pages]
        assert {str(image.ColorSpace) for image in first} == {"/DeviceCMYK"}
        assert first[0].read_bytes()[:4] == bytes(
            (0, 0, 0, 255 - 0x22)
        )  # the grey back comes first, in black ink alone
        assert first[0].objgen == first[2].objgen  # drawn once
        assert "/GTS_PDFXVersion" not in document.docinfo
    assert "X-ready" in told
    assert "no conformance is claimed" in told


def test_what_a_shop_does_not_make_is_left_out_and_reported(ants):
    (ants / "tokens").mkdir()
    (ants / "tokens/crumbs.yaml").write_text(TOKENS, encoding="utf-8")
    result = run(ants, "export", "pod", "--target", "MPC")
    assert result.returncode == 0
    assert (
        "warning[E401]: 'crumbs' is left out: MakePlayingCards makes nothing of 20 × 20 mm circle"
        in result.stderr
    )
    result = run(ants, "export", "pod", "--target", "MPC", "--only", "crumbs")
    assert (result.returncode, "error[E402]" in result.stderr) == (1, True)


def test_bleed_that_a_layout_does_not_draw_is_reported(ants):
    narrow = LAYOUT.replace('inset="0" bleed="true"', 'x="-1" y="-1" width="65" height="90"')
    (ants / "layouts/card.xml").write_text(narrow, encoding="utf-8")
    result = run(ants, "export", "pod", "--target", "TGC")
    assert "warning[E407]: colour of the front of 'ants/a' (and of 1 more face)" in result.stderr


def test_cut_files_for_every_sheet_and_the_sheets_themselves(ants):
    import ezdxf  # brings NumPy, which only these tests need

    result = run(ants, "export", "cut", "--copies", "5", "--gutter", "4mm")
    assert (result.returncode, result.stderr) == (0, "")
    folder = ants / "out/ants/en/cut"
    counts = []
    for file in sorted(folder.glob("*.dxf")):
        document = ezdxf.readfile(file)
        assert document.audit().errors == []
        counts.append(len([entity for entity in document.modelspace() if entity.dxf.layer == "CUT"]))
        assert file.with_suffix(".svg").is_file()
    assert sum(counts) == 10
    with pikepdf.open(folder / "ants.pdf") as pdf:
        assert len(pdf.pages) == 2 * len(counts)


def test_sheets_with_several_sizes_are_cut_as_they_are_built(ants):
    import ezdxf  # brings NumPy, which only these tests need

    (ants / "tokens").mkdir()
    (ants / "tokens/crumbs.yaml").write_text(TOKENS, encoding="utf-8")
    result = run(ants, "export", "cut", "--planned", "true")
    assert (result.returncode, result.stdout) == (
        0,
        "10 cut lines on 1 sheet in out/ants/en/cut, no faults\n",
    )
    document = ezdxf.readfile(ants / "out/ants/en/cut/sheets-1.dxf")
    assert document.audit().errors == []
    kinds = [entity.dxftype() for entity in document.modelspace() if entity.dxf.layer == "CUT"]
    assert (kinds.count("POLYLINE"), kinds.count("CIRCLE")) == (5, 5)
    assert run(ants, "build", "--planned", "true", "-q").returncode == 0
    with (
        pikepdf.open(ants / "out/ants/en/sheets.pdf") as pdf,
        pikepdf.open(ants / "out/ants/en/cut/sheets.pdf") as cut,
    ):
        assert pdf.pages[0].trimbox == cut.pages[0].trimbox
        assert pdf.pages[1].Contents.read_bytes() == cut.pages[1].Contents.read_bytes()


def test_pieces_as_a_table(ants):
    assert run(ants, "export", "csv").returncode == 0
    path = ants / "out/ants/en/csv/ants.csv"
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    assert rows == [
        {"id": "a", "copies": "3", "name": "Life // Death", "text": "Carry one crumb 2 times."},
        {"id": "b", "copies": "2", "name": "'=2+3", "text": ""},
    ]
    assert run(ants, "export", "csv", "--raw").returncode == 0
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    assert rows[1]["name"] == "=2+3"


def test_same_game_same_bytes(ants, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    for kind in (
        ["png", "--dpi", "60"],
        ["tts", "--url", "x"],
        ["pcio", "--dpi", "40"],
        ["cut"],
        ["csv"],
        ["pod", "--target", "DTC", "--zip"],
    ):
        for out in (ants / "out", other):
            assert run(ants, "export", *kind, "-q", "--out", str(out)).returncode == 0
    made = {path.relative_to(other): path.read_bytes() for path in other.rglob("*") if path.is_file()}
    assert len(made) > 10
    assert made == {name: (ants / "out" / name).read_bytes() for name in made}


def test_doom_on_the_table_has_as_many_cards_as_in_the_box(tmp_path):
    result = run(ROOT, "export", "tts", "--game", "doom", "--max-px", "256", "--out", str(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")
    record = json.loads((tmp_path / "doom/cs/tts/doom.json").read_text(encoding="utf-8"))
    states = record["ObjectStates"]
    counts = {state["Nickname"]: len(state["ContainedObjects"]) for state in states}
    assert counts["Karty zbraní"] == 72
    assert counts["Karty kouzel"] == 18
    assert sum(counts.values()) == 234
    assert len({card["GUID"] for state in states for card in state["ContainedObjects"]}) == 234
    assert {state["Name"] for state in states} == {"DeckCustom", "Bag"}


def test_a_shop_that_takes_pdf_x_4_gets_vectors_in_inks(ants):
    from tests.pdf import x4

    shop = (
        'name = "Press"\nsource = "told"\ndpi = 300\ncolour = "CMYK"\nfiles = "pdf-x4"\norder = "front-back"\nbleed = "3mm"\n'
        'safe = "3mm"\n[[product]]\nid = "poker"\ntrim = "63x88mm"\npixels = [815, 1110]\nstatus = "stated"\n'
    )
    (ants / "press.toml").write_text(shop, encoding="utf-8")
    result = run(ants, "export", "pod", "--target", "press.toml")
    assert (result.returncode, result.stderr) == (0, "")
    (file,) = (ants / "out/ants/en/press").rglob("*.pdf")
    data = file.read_bytes()
    assert x4.broken(data) == []
    with pikepdf.open(io.BytesIO(data)) as document:
        assert all(not page.get_images() for page in document.pages)
        box = [float(value) for value in document.pages[0].TrimBox]
        assert (box[2] - box[0]) / 72 * 25.4 == pytest.approx(63, abs=0.01)
