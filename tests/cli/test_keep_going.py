"""``pnp build --keep-going``: what has errors is left out, the rest is printed and says so."""

import json

import pypdfium2
import pytest

from tests.cli.call import call as run

GAME = "name: Ants\nlanguage: en\nlanguages: [en, cs]\nprint: {paper: A4}\n"
DECK = """\
kind: card
name: Ants
size: poker
pieces:
  a: {name: Life, text: "All is well."}
  b: {name: Death, text: "No font has ⌗𓀀 this."}
  c: {name: Love, text: "Take [that](tm)."}
  d: {name: Last, copies: 2}
"""
LAYOUT = '<face><text inset="6 6 60 6" style="title">{{ piece.name }}</text><text inset="40 6 6 6">{{ piece.text }}</text></face>'
TOKENS = "kind: token\nname: Crumbs\nsize: circle 20mm\npieces:\n  crumb: {name: Crumb, copies: 5}\n"


@pytest.fixture
def ants(tmp_path):
    files = {
        "game.yaml": GAME,
        "cards/ants.yaml": DECK,
        "tokens/crumbs.yaml": TOKENS,
        "layouts/card.xml": LAYOUT,
        "rulebook/good.md": "# Rules\n\nPlay.\n",
        "rulebook/broken.md": "# Rules\n\n:::piece ants/z\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def words_of(path):
    with pypdfium2.PdfDocument(path.read_bytes()) as pdf:
        return " ".join(page.get_textpage().get_text_range() for page in pdf)


def test_one_bad_letter_stops_one_card_only(ants):
    result = run(ants, "build", "--keep-going")
    assert result.returncode == 1
    assert result.stdout.splitlines()[0].startswith("8 pieces (3 unique)")
    assert "incomplete, without ants/b, ants/c" in result.stdout
    out = (
        ants / "out" / ants.name.lower() / "en"
        if (ants / "out" / ants.name.lower()).exists()
        else next((ants / "out").iterdir()) / "en"
    )
    assert sorted(path.name for path in out.iterdir()) == [
        "ants.pdf",
        "crumbs.pdf",
        "good.pdf",
        "manifest.json",
    ]
    words = words_of(out / "ants.pdf")
    assert "Life" in words
    assert "Last" in words
    assert "Death" not in words
    assert "Love" not in words
    assert "incomplete" in words
    assert "incomplete" in words_of(out / "crumbs.pdf")


def test_the_manifest_is_not_that_of_a_whole_build(ants):
    run(ants, "build", "--keep-going", "-q")
    (manifest,) = ants.glob("out/*/en/manifest.json")
    record = json.loads(manifest.read_text(encoding="utf-8"))
    assert record["whole"] is False
    assert set(record["pieces"]) == {"ants/a", "ants/d", "crumbs/crumb"}


def test_a_piece_that_was_left_out_is_not_removed_from_the_box(ants):
    sound = DECK.replace("⌗𓀀", "all").replace("[that](tm)", "that")
    (ants / "rulebook/broken.md").unlink()
    (ants / "cards/ants.yaml").write_text(sound, encoding="utf-8")
    assert run(ants, "build", "--printed").returncode == 0
    (ants / "cards/ants.yaml").write_text(DECK.replace("[that](tm)", "that"), encoding="utf-8")
    assert run(ants, "build", "--keep-going", "--printed").returncode == 1
    (ants / "cards/ants.yaml").write_text(sound, encoding="utf-8")
    result = run(ants, "reprint")
    assert "out of the box" not in result.stdout
    assert "nothing to print" in result.stdout


def test_without_the_option_nothing_is_written(ants):
    result = run(ants, "build")
    assert (result.returncode, list(ants.glob("out/**/*.pdf"))) == (1, [])


def test_a_file_of_an_earlier_build_is_named_as_old(ants):
    run(ants, "build", "--keep-going", "-q")
    (ants / "tokens/crumbs.yaml").write_text(TOKENS.replace("circle 20mm", "circle 20"), encoding="utf-8")
    result = run(ants, "build", "--keep-going")
    assert "from earlier builds: crumbs.pdf" in result.stdout


def test_a_language_with_errors_is_left_out(ants):
    (ants / "locale").mkdir()
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    (ants / "locale/cs.po").write_text(
        head + 'msgctxt "card.name"\nmsgid "Life"\nmsgstr "**Život"\n', "utf-8"
    )
    result = run(ants, "build", "--keep-going", "--lang", "all")
    assert result.returncode == 1
    assert {path.parent.name for path in ants.glob("out/**/*.pdf")} == {"en"}


def test_a_game_without_errors_is_the_same_with_the_option(ants):
    (ants / "rulebook/broken.md").unlink()
    (ants / "cards/ants.yaml").write_text(DECK.split("  b:")[0], encoding="utf-8")
    run(ants, "build", "-q")
    before = {path: path.read_bytes() for path in ants.glob("out/*/*/*")}
    assert run(ants, "build", "-q", "--keep-going", "--force").returncode == 0
    assert {path: path.read_bytes() for path in ants.glob("out/*/*/*")} == before


def test_a_fault_in_the_game_file_still_stops_everything(ants):
    (ants / "game.yaml").write_text(GAME + "sizes: {poker: 63 x 88}\n", encoding="utf-8")
    result = run(ants, "build", "--keep-going")
    assert (result.returncode, list(ants.glob("out/**/*.pdf"))) == (1, [])
    assert "nothing written" in result.stdout
