"""Cards of other tools become a game that prints; what does not come is listed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner, Result

from pnp.cli.main import pnp
from pnp.importers.cards.table_columns import DifferentNames
from pnp.load import load_game
from pnp.model import Game, Text

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(pnp, ["import", *arguments])


def put(folder: Path, files: dict[str, str | bytes]) -> None:
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())


def game(folder: Path) -> Game:
    loaded = load_game(folder, cwd=folder)
    assert loaded.game is not None
    assert [item.message for item in loaded.diagnostics if item.severity.name == "ERROR"] == []
    return loaded.game


def cards(folder: Path) -> list[tuple[str, int, str]]:
    return [
        (piece.key, piece.copies, name.source if isinstance(name := piece.fields["name"], Text) else "")
        for piece in game(folder).pieces()
    ]


@pytest.mark.utf8_names
def test_one_table_in_an_old_code_page(run: Run, tmp_path: Path) -> None:
    put(
        tmp_path, {"zbraně.csv": "Karta;Kusů;Síla;Popis\nLuk;3;2;Šíp letí daleko\nKůň;;1;\n".encode("cp1250")}
    )
    result = run("cards", "zbraně.csv", "--name", "Moje hra", "--lang", "cs")
    assert result.exit_code == 0, result.output
    assert "'Kusů' is copies" in result.output
    assert "'Síla' is sila" in result.output
    assert "read as cp1250" in result.output
    assert cards(tmp_path / "moje-hra") == [("zbrane/luk", 3, "Luk"), ("zbrane/kun", 1, "Kůň")]
    (made,) = game(tmp_path / "moje-hra").sets
    assert made.fields["sila"].kind == "number"
    assert made.label("sila").source == "Síla", "fields are called on paper by the titles of their columns"


def test_each_sheet_of_a_spreadsheet_becomes_a_set_and_none_is_left_without_a_word(
    run: Run, tmp_path: Path
) -> None:
    book = openpyxl.Workbook()
    book.active.title = "Plis"
    for row in (("Nom", "Valeur"), ("Fil", 1), ("Lin", 2)):
        book.active.append(row)
    for row in (("Nom", "Texte"), ("Octroi", "Payez."), ("Octroi", "Payez deux.")):
        (book["Privilèges"] if "Privilèges" in book.sheetnames else book.create_sheet("Privilèges")).append(
            row
        )
    book.create_sheet("Feuil3")
    book.save(tmp_path / "foire.xlsx")
    result = run("cards", "foire.xlsx", "--name", "Jeu", "--lang", "fr")
    assert result.exit_code == 0, result.output
    assert cards(tmp_path / "jeu") == [
        ("foire-privileges/octroi", 1, "Octroi"),
        ("foire-privileges/octroi-2", 1, "Octroi"),
        ("foire/fil", 1, "Fil"),
        ("foire/lin", 1, "Lin"),
    ]
    assert "not imported: foire.xlsx:Feuil3: the table has no rows" in result.output
    assert sorted(path.name for path in (tmp_path / "jeu/cards").iterdir()) == [
        "foire-privileges.csv",
        "foire-privileges.yaml",
        "foire.xlsx",
        "foire.yaml",
    ]


def test_sheets_and_tables_of_the_same_name_are_sets_of_their_own(run: Run, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for sheet in ("Karty", "卡片", "怪物", "A b", "A-b"):
        each = book.active if sheet == "Karty" else book.create_sheet(sheet)
        each.title = sheet
        each.append(("Name", "Cost"))
        each.append((f"One of {sheet}", 1))
    (tmp_path / "tables").mkdir()
    book.save(tmp_path / "tables/deck.xlsx")
    put(tmp_path / "tables", {"deck.csv": "Name,Cost\nX,1\nX,2\n", "old/deck.csv": "Name,Cost\nY,1\n"})
    result = run("csv", "tables", "--name", "all")
    assert result.exit_code == 0, result.output
    assert sorted(name for _, _, name in cards(tmp_path / "all")) == sorted(
        ["X", "X", "Y", *(f"One of {sheet}" for sheet in ("Karty", "卡片", "怪物", "A b", "A-b"))]
    )


def test_the_language_tells_a_code_page_that_the_letters_do_not(run: Run, tmp_path: Path) -> None:
    put(
        tmp_path,
        {
            "a.csv": "Nom;Valeur\nF\u00e8ve;1\n".encode("cp1252"),
            "b.csv": "Nom;Valeur\nČech;1\n".encode("cp1250"),
        },
    )
    assert "a.csv: read as cp1252" in run("cards", "a.csv", "--lang", "fr").output
    assert cards(tmp_path / "a") == [("a/feve", 1, "Fève")]
    assert "b.csv: read as cp1250" in run("cards", "b.csv", "--lang", "cs").output
    result = run("cards", "a.csv", "--name", "c", "--lang", "en")
    assert not (tmp_path / "c").exists()
    assert "or say so: --encoding cp1252 (Western Europe) or cp1250 (Central Europe)" in result.output
    assert "rows:" not in result.output


def test_every_import_that_a_note_advises_is_a_command(run: Run) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (Path(__file__).parents[2] / "pnp").rglob("*.py")]
    advised = {word for source in sources for word in re.findall(r"pnp import ([a-z]+) [A-Z]", source)}
    assert "cards" in advised
    assert {word: run(word, "--help").exit_code for word in advised} == dict.fromkeys(advised, 0)


def test_ids_that_cannot_stay_as_they_are_were_lost(run: Run, tmp_path: Path) -> None:
    put(tmp_path, {"lines.csv": "ID,Name\nB&M,Boston\nB*O,Baltimore\nB*O,\n,Erie\n"})
    result = run("cards", "lines.csv", "--name", "g")
    assert result.exit_code == 0, result.output
    assert "'ID as written' is id-as-written" in result.output
    assert "'ID' is id\n" not in result.output
    (made,) = game(tmp_path / "g").sets
    assert [piece.key for piece in made.pieces] == ["lines/b-m", "lines/b-o", "lines/b-o-2", "lines/erie"]
    kept = [piece.fields.get("id-as-written") for piece in made.pieces]
    assert [text.source if isinstance(text, Text) else "" for text in kept] == ["B&M", "B\\*O", "B\\*O", ""]
    assert made.label("id-as-written").source == "ID"
    put(tmp_path, {"fine.csv": "ID,Name\nant hill,Ant Hill\nBEE,Bee\n"})
    assert "as written" not in run("cards", "fine.csv", "--name", "h").output, "the names say it"


def test_rows_with_the_same_name_get_ids_of_their_own(run: Run, tmp_path: Path) -> None:
    put(tmp_path, {"wolves.csv": "name,strength\nWolf,1\nWolf,2\n,3\n"})
    result = run("cards", "wolves.csv")
    assert result.exit_code == 0, result.output
    assert "a column 'id' is added" in result.output
    assert [key for key, _, _ in cards(tmp_path / "wolves")] == [
        "wolves/wolf",
        "wolves/wolf-2",
        "wolves/card-3",
    ]


def test_titles_of_two_words_are_understood(run: Run, tmp_path: Path) -> None:
    table = "Card Name,Rules_Text,Flavor Text,Qty\nFireball,Deal 3.,It burns.,3\n"
    put(tmp_path, {"spells.csv": table, "more.csv": "Title,Name,Card-Text\nLord,Ann,Draw.\n"})
    result = run("cards", "spells.csv")
    assert "'Card Name' is name" in result.output
    assert "'Rules_Text' is text" in result.output
    assert "'Flavor Text' is flavor-text" in result.output
    assert cards(tmp_path / "spells") == [("spells/fireball", 3, "Fireball")]
    result = run("cards", "more.csv")
    assert "'Title' is title" in result.output
    assert "'Name' is name" in result.output
    assert "'Card-Text' is text" in result.output


def test_squib(run: Run, tmp_path: Path) -> None:
    script = """
require 'squib'
data = Squib.csv file: 'data/deck.csv', explode: 'Count'
Squib::Deck.new(cards: data['Name'].size, width: '2.5in', height: '3.5in', layout: 'layout.yml') do
  text str: data['Name'], layout: :title
  png file: data['Art']
end
"""
    put(
        tmp_path / "squib",
        {"deck.rb": script, "data/deck.csv": "Name,Count,Art\nThief,2,thief.png\nGrifter,1,\n"},
    )
    result = run("squib", "squib", "--name", "thieves")
    assert result.exit_code == 0, result.output
    assert cards(tmp_path / "thieves") == [("deck/thief", 2, "Thief"), ("deck/grifter", 1, "Grifter")]
    assert game(tmp_path / "thieves").sets[0].size.width.mm == pytest.approx(63.5)
    assert "deck.rb:6: 'png' without pictures that are not there: 'thief.png'" in result.output


def test_nandeck(run: Run, tmp_path: Path) -> None:
    script = 'CARDSIZE=6.3,8.8\r\nLINKMULTI=Num\r\nLINK="cards.csv"\r\nFONT=Arial,32,,#000000\r\nTEXT="1-{(Title)}",[Title],0,0,100%,20%\r\n'
    put(tmp_path / "nan", {"deck.txt": script, "cards.csv": b"Title;Num\r\nDrak;2\r\nR\xfd\xb9;1\r\n"})
    result = run("nandeck", "nan")
    assert result.exit_code == 0, result.output
    assert [(key, copies) for key, copies, _ in cards(tmp_path / "nan-game")] == [
        ("cards/drak", 2),
        ("cards/rys", 1),
    ]
    assert "<text" in (tmp_path / "nan-game/layouts/cards.xml").read_text(encoding="utf-8")


SMITH = """
id: canvas
width: 1000
height: 1400
background_color: [220, 220, 220]
elements:
  - {id: title, type: text, text: "%title%", position: [0, 120], relative_to: [canvas, top-center],
     anchor: top-center, font_size: 64, color: [50, 50, 100]}
  - {id: line, type: rectangle, size: [600, 2], position: [0, 100], relative_to: [title, bottom-center],
     anchor: top-center, color: [100, 100, 100, 128], corner_radius: 1}
  - {id: body, type: text, text: "%first-paragraph% & more", position: [100, 400], width: 800, align: justify}
  - {type: regular-polygon, radius: 50, sides: 6, position: [10, 10], outline_color: [1, 2, 3]}
  - {type: image, path: "%art%", position: [0, 0], filters: {flip: vertical}}
  - {id: odd, type: spiral}
  - {type: circle, radius: 5, relative_to: [nothing, center]}
"""


def test_decksmith(run: Run, tmp_path: Path) -> None:
    table = "title;first-paragraph;art\nWelcome, friend!;A card, with, commas.;a.svg\nMore;Go.;b.svg\n"
    files = {
        "deck.yaml": SMITH,
        "deck.csv": table,
        "a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    }
    put(tmp_path / "smith", files)
    result = run("decksmith", "smith", "--into", "games")
    assert result.exit_code == 0, result.output
    folder = tmp_path / "games/smith"
    assert cards(folder) == [("deck/welcome-friend", 1, "Welcome, friend!"), ("deck/more", 1, "More")]
    size = game(folder).sets[0].size
    assert (size.width.mm, size.height.mm) == (63, 88)
    xml = (folder / "layouts/deck.xml").read_text(encoding="utf-8")
    assert '<face fill="#dcdcdc">' in xml
    assert 'x="0" y="7.56" width="63" height="80.64"' in xml
    assert 'colour="#323264">{{ piece.name }}</text>' in xml
    assert '<rect x="12.6" y="18.7" width="37.8" height="0.13" fill="#64646480" rx="0.06"/>' in xml
    assert '<polygon points="' in xml
    assert "not imported: deck.yaml: the element 'odd', whose type is 'spiral'" in result.output
    assert "not imported: deck.yaml: the element 7, whose place is not known" in result.output


def test_cider(run: Run, tmp_path: Path) -> None:
    deck = "id,name,count,frontCardTemplateId,backCardTemplateId,magic\n1,Apple,4,2,3,5\n2,Pear,1,2,3,\n"
    put(
        tmp_path / "cider",
        {"decks/orchard/cards.csv": deck, "templates/fruit.html": "<div>{{card.name}}</div>"},
    )
    result = run("cider", "cider", "--name", "fruit")
    assert result.exit_code == 0, result.output
    assert cards(tmp_path / "fruit") == [("orchard/1", 4, "Apple"), ("orchard/2", 1, "Pear")]
    assert "'frontCardTemplateId' is skipped" in result.output
    assert "not imported: the project: the templates (1 × html)" in result.output


def test_a_folder_of_tables(run: Run, tmp_path: Path) -> None:
    put(tmp_path / "tables", {"a.csv": "id,name\n1,A\n", "b/b.csv": "id,name\n1,B\n", "notes.txt": "nothing"})
    assert run("csv", "tables", "--name", "both").exit_code == 0
    assert [key for key, _, _ in cards(tmp_path / "both")] == ["a/1", "b/1"]


def test_what_cannot_be_read_writes_nothing(run: Run, tmp_path: Path) -> None:
    put(tmp_path, {"empty.csv": "\n", "broken.xlsx": b"no", "none/readme.md": "x"})
    assert "the table has no rows" in run("cards", "empty.csv").output
    assert "is no spreadsheet or is damaged" in run("cards", "broken.xlsx").output
    assert run("squib", "none").exit_code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.xlsx", "empty.csv", "none"]


def test_a_hidden_sheet_is_no_set(run: Run, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (("Name", "Text"), ("Old", "x")):
        book.active.append(row)
    book.active.title, book.active.sheet_state = "Drafts", "hidden"
    for row in (("Name", "Text"), ("New", "x")):
        (book["Cards"] if "Cards" in book.sheetnames else book.create_sheet("Cards")).append(row)
    book.save(tmp_path / "deck.xlsx")
    result = run("cards", "deck.xlsx", "--name", "game")
    assert (result.exit_code, cards(tmp_path / "game")) == (0, [("deck/new", 1, "New")])
    assert "not imported: deck.xlsx: the hidden sheet 'Drafts'" in result.output


def test_a_table_without_titles_is_reported(run: Run, tmp_path: Path) -> None:
    put(tmp_path, {"a.csv": "1,2,3\n4,5,6\n"})
    assert "the first row as a piece, as it was read as titles" in run("cards", "a.csv").output


def test_what_is_no_table_is_reported_as_what_it_is(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"PK\x03\x04" + bytes(60))
    assert "an archive such as .xlsx" in run("cards", "a.csv").output


def test_dates_do_not_get_lost_where_ids_are_added(run: Run, tmp_path: Path) -> None:
    import datetime

    book = openpyxl.Workbook()
    for row in (("Name", "Odds"), ("Bow", datetime.date(2024, 1, 2)), ("Bow", "1-3")):
        book.active.append(row)
    book.save(tmp_path / "deck.xlsx")
    result = run("cards", "deck.xlsx")
    assert "'Odds' holds a date (B2); what the sheet shows comes" in result.output
    assert "Bow,2024-01-02" in (tmp_path / "deck/cards/deck.csv").read_text(encoding="utf-8")


def test_rows_of_one_name_get_ids_without_counting_from_two_each_time() -> None:
    different = DifferentNames()
    assert different.add("a-3") == "a-3"
    names = [different.add("a") for _ in range(50_000)]
    assert names[:3] == ["a", "a-2", "a-4"]
    assert len(set(names)) == 50_000


def test_a_table_of_thirty_thousand_columns_ended_after_minutes(run: Run, tmp_path: Path) -> None:
    titles = ",".join(["name", *(f"c{n}" for n in range(30_000))])
    put(tmp_path, {"wide.csv": f"{titles}\nBow{',x' * 30_000}\n"})
    result = run("cards", "wide.csv")
    assert result.exit_code == 0, result.output
    assert "the columns after the first 300" in result.output
    assert len(game(tmp_path / "wide").sets[0].fields) < 310
