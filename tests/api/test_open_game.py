"""Games opened from Python: files in memory, pictures and exports as bytes, and only documented exceptions."""

import io
import struct
import zipfile

import pikepdf
import pytest

from pnp import api
from pnp.api import files as api_files

GAME = "name: Ants\nlanguage: en\nlanguages: [en, cs]\nprint: {bleed: 2mm}\n"
DECK = """\
kind: card
name: Ants
size: poker
back: back
pieces:
  a: {name: Life, text: "Carry **one** crumb :coins:.", copies: 3}
  b: {name: Death}
"""
LAYOUT = '<face><rect inset="0" bleed="true" fill="#B3202C"/><text inset="8" style="title">{{ piece.name }}</text></face>'
FILES = {
    "game.yaml": GAME,
    "cards/ants.yaml": DECK,
    "layouts/card.xml": LAYOUT,
    "layouts/back.xml": '<face><rect inset="0" bleed="true" fill="#222222"/></face>',
    "locale/cs.po": 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgctxt "card.name"\nmsgid "Life"\nmsgstr "Život"\n',
}


def zipped(files=FILES, prefix="", kind=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", kind) as archive:
        for name, text in files.items():
            archive.writestr(prefix + name, text)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def ants():
    with api.open_game(FILES) as game:
        yield game


def test_a_mapping_a_zip_file_and_a_folder_are_the_same_game(ants, tmp_path):
    for name, text in FILES.items():
        (tmp_path / "ants" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "ants" / name).write_text(text, encoding="utf-8")
    (tmp_path / "ants.zip").write_bytes(zipped(prefix="ants-1.0/"))
    wanted = ants.piece("ants/a").pdf()
    for source in (zipped(), "ants.zip", tmp_path / "ants", "ants"):
        with api.open_game(source, tmp_path) as game:
            assert (game.languages, game.keys) == (("en", "cs"), ("ants/a", "ants/b"))
            assert game.piece("ants/a").pdf() == wanted


def test_a_piece_is_a_picture_a_drawing_and_a_page(ants):
    piece = ants.piece("ants/a")
    assert (piece.copies, piece.sides, piece.fields) == (3, ("front", "back"), ("name", "text", "art"))
    assert struct.unpack(">II", piece.png(dpi=100)[16:24]) == (248, 346)
    assert struct.unpack(">II", piece.png("back", 100, bleed=True)[16:24]) == (264, 362)
    assert 'viewBox="0 0 63 88"' in piece.svg()
    with pikepdf.open(io.BytesIO(piece.pdf(bleed=True))) as pdf:
        assert float(pdf.pages[0].mediabox[2]) == pytest.approx(67 / 25.4 * 72, abs=0.01)
    assert piece._repr_png_().startswith(b"\x89PNG")


def test_texts_are_as_printed_in_each_language(ants):
    assert ants.piece("ants/a").text("text") == "Carry one crumb :coins:."
    assert [piece.text("name") for piece in ants.pieces("cs")] == ["Život", "Death"]


def test_a_build_and_an_export_are_the_bytes_of_the_commands(ants, tmp_path):
    built = ants.build(only=["ants"])
    assert set(built.files) == {"game/en/ants.pdf", "game/en/manifest.json"}
    result = api.build(ants.workshop, tmp_path / "out", only=["ants"])
    for name in result.files:
        assert (tmp_path / "out" / name).read_bytes() == built.files[name]


@pytest.mark.parametrize(
    ("kind", "options", "ending"),
    [
        ("png", {"dpi": 50}, ".png"),
        ("svg", {"text": "text"}, ".svg"),
        ("csv", {}, ".csv"),
        ("tts", {"max_px": 512}, ".json"),
        ("pcio", {"dpi": 40}, ".pcio"),
        ("cut", {"options": {"paper": "Letter"}}, ".dxf"),
        ("pod", {"target": "TGC", "zipped": True}, ".zip"),
    ],
)
def test_every_export_gives_bytes(ants, kind, options, ending):
    made = ants.export(kind, **options)
    assert [each for each in made.diagnostics if each.severity is api.Severity.ERROR] == []
    assert any(name.endswith(ending) for name in made.files)


def test_files_of_a_game_in_memory_can_be_changed():
    with api.open_game(FILES) as game:
        game.change({"cards/ants.yaml": DECK.replace("Life", "Love"), "locale/cs.po": None})
        assert game.piece("ants/a").text("name") == "Love"
        assert game.piece("ants/a", "cs").text("name") == "Love"
        game.change({"cards/ants.yaml": "kind: card\nsize: pokr\n"})
        assert "M" in {each.code[0] for each in game.diagnostics}
        assert game.build().files == {}


def test_a_folder_is_not_changed(tmp_path):
    (tmp_path / "game.yaml").write_text("name: A\n", encoding="utf-8")
    with api.open_game(tmp_path) as game, pytest.raises(api.UnusableFilesError, match="folder"):
        game.change({"a.txt": ""})
    assert [path.name for path in tmp_path.iterdir()] == ["game.yaml"]


def test_progress_is_reported_and_stops_the_work(ants):
    told = []
    ants.build(progress=lambda stage, done, steps: told.append((stage, done, steps)))
    assert told[-1][1] == told[-1][2] > 0
    with pytest.raises(api.CancelledError, match="cancelled"):
        ants.export("svg", progress=lambda *_: False)
    with pytest.raises(api.CancelledError, match="time"):
        ants.build(time_limit=1e-9)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda game: game.piece("ants/c"), "did you mean 'ants/"),
        (lambda game: game.piece("ants/a", "de"), "no language 'de'"),
        (lambda game: game.piece("ants/a").text("nmae"), "did you mean 'name'"),
        (lambda game: game.piece("ants/a").png("left"), "no side 'left'"),
        (lambda game: game.export("pgn"), "did you mean 'png'"),
        (lambda game: game.export("png", dip=3), "did you mean 'dpi'"),
        (lambda game: game.export("pod", target="TCG"), "did you mean 'TGC'"),
        (lambda game: game.export("png", only=["ant"]), "ant"),
        (lambda game: game.build(languages=["xx"]), "no language 'xx'"),
    ],
)
def test_a_name_that_does_not_exist_is_one_kind_of_exception(ants, call, words):
    with pytest.raises(api.UnknownNameError, match=words):
        call(ants)


BROKEN_ZIPS = {
    "is no zip": b"PK nothing",
    "is empty": b"",
    "has no game": zipped({"a/readme.txt": ""}),
    "has two games": zipped({"a/game.yaml": "", "b/game.yaml": ""}),
    "leads outside": zipped({"game.yaml": "name: A", "../evil.yaml": ""}),
    "is absolute": zipped({"game.yaml": "name: A", "/evil.yaml": ""}),
    "is cut off": zipped()[:-30],
    "is damaged": zipped().replace(b"PK\x03\x04", b"PK\x03\x05", 1),
}


@pytest.mark.parametrize("data", BROKEN_ZIPS.values(), ids=BROKEN_ZIPS.keys())
def test_a_zip_file_that_is_no_game_is_refused(data):
    with pytest.raises(api.UnusableFilesError):
        api.open_game(data)


def test_a_zip_bomb_is_counted_while_it_is_unpacked(monkeypatch):
    monkeypatch.setattr(api_files, "MAX_ASSET_BYTES", 1_000_000)
    with pytest.raises(api.UnusableFilesError, match="too large"):
        api.open_game(zipped({"game.yaml": "name: A", "art/a.bin": b"\0" * 2_000_000}))


def test_a_link_in_a_zip_file_is_no_file():
    buffer = io.BytesIO(zipped({"game.yaml": "name: A\n"}))
    with zipfile.ZipFile(buffer, "a") as archive:
        link = zipfile.ZipInfo("secret.txt")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    with api.open_game(buffer.getvalue()) as game:
        assert "secret.txt" not in game.workshop.files.names("", "")


def test_a_broken_game_says_what_is_wrong():
    with api.open_game({"game.yaml": "name: [\n"}) as game:
        assert game.diagnostics
        assert "<li>" in game._repr_html_()
        with pytest.raises(api.BrokenGameError) as caught:
            game.piece("a/b")
        assert caught.value.diagnostics == game.diagnostics


def test_a_notebook_shows_sets_and_pieces(ants):
    assert "<td>ants</td><td>card</td><td>2</td><td>4</td>" in ants._repr_html_()


def test_nothing_is_left_when_a_game_is_closed():
    with api.open_game(FILES) as game:
        folder = game.workshop.folder
        assert folder.is_dir()
        game.change({"cards/x.yaml": DECK})
        assert not folder.exists()
        folder = game.workshop.folder
    assert not folder.exists()
