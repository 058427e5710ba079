"""Records in JSON and YAML become tables; any table makes cards that print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.api import build, load
from pnp.importers.cards import FolderReader, ImportNote, merged_notes, record_tables
from pnp.importers.cards.marks import marked_words
from pnp.load import FolderFiles
from tests.importers.test_cards import Run, cards, game, put, run  # noqa: F401 - a fixture


def read(folder: Path, name: str, text: str, records: str = "") -> tuple[dict[str, str], list[str]]:
    put(folder, {name: text})
    reader = FolderReader(FolderFiles(folder, folder), language="en")
    found = record_tables(reader, name, records)
    return {table.path: (table.data or b"").decode() for table in found}, [str(note) for note in reader.notes]


@pytest.mark.parametrize(
    ("name", "text", "records", "tables"),
    [
        (
            "a.json",
            '[{"name": "X", "n": 1}, {"name": "Y", "b": true}]',
            "",
            {"a.csv": "name,n,b\nX,1,\nY,,true\n"},
        ),
        ("a.yaml", "x: {name: X}\ny: {name: Y, cost: 2}\n", "", {"a.csv": "id,name,cost\nx,X,\ny,Y,2\n"}),
        (
            "a.yml",
            "cards:\n- name: X\nitems:\n- name: Y\n",
            "",
            {"a-cards.csv": "name\nX\n", "a-items.csv": "name\nY\n"},
        ),
        (
            "a.json",
            '{"a": {"cards": [{"n": [1, 2], "s": {"x": 1}}]}}',
            "$.a.cards",
            {"a.csv": 'n,s.x\n"1, 2",1\n'},
        ),
        ("a.json", '{"sets": [{"c": [{"n": 1}]}, {"c": [{"n": 2}]}]}', "$.sets[*].c", {"a.csv": "n\n1\n2\n"}),
        ("a.json", '{"sets": [{"c": [{"n": 1}]}, {"c": [{"n": 2}]}]}', "$..c", {"a.csv": "n\n1\n2\n"}),
        ("a.jsonl", '{"n": null}\n{"n": "a,b"}\n', "", {"a.csv": 'n\n""\n"a,b"\n'}),
    ],
)
def test_records_become_tables(
    tmp_path: Path, name: str, text: str, records: str, tables: dict[str, str]
) -> None:
    assert read(tmp_path, name, text, records)[0] == tables


@pytest.mark.parametrize(
    ("text", "records", "note"),
    [
        ('{"a": {"b": [{"n": 1}]}}', "", "a.json: no list of records; there are some at $.a.b"),
        ('{"a": 1}', "$.x", "a.json: no records at '$.x'"),
        ('{"a": 1}', "$[", "a.json: '$[' is no path of records"),
        ("[{]", "", "a.json:1: the file is no JSON"),
        ("[" * 100_000, "", "a.json: the file: its values are nested too deeply"),
        ("", "", "a.json: the file is empty"),
    ],
)
def test_files_without_records_say_why(tmp_path: Path, text: str, records: str, note: str) -> None:
    tables, notes = read(tmp_path, "a.json", text, records)
    assert tables == {}
    assert any(each.startswith(note) for each in notes), notes


@pytest.mark.parametrize(
    ("text", "records", "notes"),
    [
        (
            '{"title": "Ants", "n": 0, "no": [], "cards": [{"name": "A"}], "map": {"hexes": [{"at": "B2"}]}}',
            "",
            ["a.json: what is beside the lists of records: 'title', 'n', 'map'"],
        ),
        (
            '{"cards": [{"name": "A"}, 7, [1]]}',
            "$.cards",
            ["a.json: what is no record at '$.cards': 2 values"],
        ),
        (
            json.dumps({f"deck{at}": [{"name": "A"}] for at in range(102)}),
            "",
            ["a.json: the lists of records after the first 100: 'deck100', 'deck101'"],
        ),
        ('{"cards": [{"name": "A"}]}', "", []),
        ('{"a": {"name": "A"}, "b": {"name": "B"}}', "", []),
    ],
)
def test_what_a_file_holds_beside_its_records_was_lost_in_silence(
    tmp_path: Path, text: str, records: str, notes: list[str]
) -> None:
    tables, found = read(tmp_path, "a.json", text, records)
    assert tables
    assert found == notes


def test_lists_of_records_deeper_in_a_file_are_named(tmp_path: Path) -> None:
    hexes = {"hexes": [{"at": "B2"}], "rows": [[{"at": "C1"}], [{"at": "C2"}]]}
    put(tmp_path, {"a.json": json.dumps({"cards": [{"name": "A"}], "map": hexes})})
    reader = FolderReader(FolderFiles(tmp_path, tmp_path), language="en")
    record_tables(reader, "a.json")
    assert [note.cure for note in reader.notes] == [
        "if these are cards: --records $.map.hexes or $.map.rows[*]"
    ]


def test_names_of_records_that_have_another_id_were_lost(tmp_path: Path) -> None:
    text = "Ant: {id: 7, legs: 6}\nBee: {legs: 6}\n"
    assert read(tmp_path, "a.yaml", text)[0] == {"a.csv": "key,id,legs\nAnt,7,6\nBee,Bee,6\n"}


def test_the_documents_of_a_file_after_the_first_were_lost(run: Run, tmp_path: Path) -> None:  # noqa: F811
    text = "# cards\n---\nname: A\nnum_cards: 2\n---\nname: B\nnum_cards: 1\ntext: |\n  one\n   --- two\n---\n# none\n"
    put(tmp_path, {"a.yaml": text, "b.yaml": "- {name: C}\n---\n- {name: D}\n"})
    assert run("cards", "a.yaml", "--name", "a").exit_code == 0
    assert [(copies, name) for _, copies, name in cards(tmp_path / "a")] == [(2, "A"), (1, "B")]
    assert run("cards", "b.yaml", "--name", "b").exit_code == 0
    assert [name for _, _, name in cards(tmp_path / "b")] == ["C", "D"]


def test_records_become_a_game(run: Run, tmp_path: Path) -> None:  # noqa: F811
    records = [
        {"title": "Ant", "quantity": 2, "text": "*Go* :nothing:"},
        {"title": "Bee", "quantity": 1, "number": 7},
    ]
    put(tmp_path, {"deck.json": json.dumps({"cards": records})})
    result = run("cards", "deck.json", "--records", "$.cards")
    assert result.exit_code == 0, result.output
    assert cards(tmp_path / "deck") == [("deck/ant", 2, "Ant"), ("deck/bee", 1, "Bee")]
    assert "'number' as numbers of copies: it may mean something else" in result.output
    assert "--copies number" in (tmp_path / "deck/import-report.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        (["Name", *(f"N{at}" for at in range(7))], [["A", "11006", *["3"] * 6]]),
        (["Name", "white sun behind cloud with rain", *"abcd"], [["A", *["3"] * 5]]),
        ([*(f"Value {at}" for at in range(30))], [[str(at) for at in range(30)]]),
        (["Name", "Strength", "Constitution", "convert2_num", "Charisma"], [["A", "1", "2", "3", "4"]]),
        (["Name", *(f"Field {at}" for at in range(50))], [["A", *["some words"] * 50]]),
        (["A very long title of a column that goes on and on", "B"], [["x", "1"]]),
        (["Power", "Cost"], [["1", "2"], ["1", "2"]]),
        (["Name", "Text", "Notes"], [["A" * 40, "word " * 300, "more " * 200]]),
    ],
)
def test_the_built_in_card_survives_any_table(
    run: Run,  # noqa: F811
    tmp_path: Path,
    table: list[str],
    rows: list[list[str]],
) -> None:
    put(tmp_path, {"t.csv": "\n".join(map(",".join, [table, *rows])) + "\n"})
    result = run("cards", "t.csv", "--name", "g")
    assert result.exit_code == 0, result.output
    found = build(load(tmp_path / "g"), tmp_path / "out").diagnostics
    assert [item.message for item in found if item.severity.name == "ERROR"] == []
    assert len(game(tmp_path / "g").sets) == 1


def test_cells_that_nobody_needs_stop_nothing(run: Run, tmp_path: Path) -> None:  # noqa: F811
    put(tmp_path, {"t.csv": "Name,Career,career,x,y\nA,cook,chef,3,4,a remark\nB,{{apple}},:dig:,1,2\n"})
    result = run("cards", "t.csv", "--name", "g", "--pass", "y")
    assert result.exit_code == 0, result.output
    assert "the second column 'career' is called 'career 2'" in result.output
    assert "1 cell in columns without a title" in result.output
    assert "'y' is skipped" in result.output
    assert "'x' is x" in result.output
    assert [piece.copies for piece in game(tmp_path / "g").pieces()] == [1, 1]


def test_halves_of_characters_and_control_characters_of_json_stop_nothing(tmp_path: Path) -> None:
    found, _ = read(tmp_path, "deck.json", '[{"name": "a\\ud800b", "text": "c\\u0000d"}]')
    assert list(found.values()) == ["name,text\na?b,c d\n"]


def test_odd_options_are_named(run: Run, tmp_path: Path) -> None:  # noqa: F811
    put(tmp_path, {"t.csv": "Name,Number\nA,2\n"})
    result = run("cards", "t.csv", "--name", "g", "--pass", "Nummer", "--copies", "Count")
    assert "not imported: --copies 'Count': no table has this column" in result.output
    assert "not imported: --pass 'Nummer': no table has this column" in result.output
    assert "did you mean 'Number'" in (tmp_path / "g/import-report.txt").read_text(encoding="utf-8")
    assert run("cards", "t.csv", "--name", "h", "--lang", "cz").exit_code == 2
    assert "3kg" in run("cards", "t.csv", "--name", "h", "--size", "3kg").output
    assert not (tmp_path / "h").exists()
    assert run("cards", "t.csv", "--name", "h", "--lang", "cs_CZ").exit_code == 0
    assert "language: cs\n" in (tmp_path / "h/game.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("html", "marked"),
    [
        ("<b>Stop<br></b>now", "**Stop**\nnow"),
        ("a <i>b </i>c <b> </b>d", "a *b* c  d"),
        ("<b>one <i>two</b> three", "**one *two*** three"),
        ("<u><b>x</b></u> &amp; </i>y", "[**x**]{underline} & y"),
    ],
)
def test_tags_become_marks_around_words_alone(html: str, marked: str) -> None:
    assert marked_words(html, markup=True, icons={}, lost=set()) == marked


def test_tags_and_letters_without_a_font_are_listed(run: Run, tmp_path: Path) -> None:  # noqa: F811
    put(tmp_path, {"t.csv": "Name,Text\nA,<p>Go.</p><p><b>Stop</b></p>\nB,\u62f3\u3002\n"})
    result = run("cards", "t.csv", "--name", "g")
    assert "1 cell with tags such as <p> or <b>, printed as typed ('Text')" in result.output
    assert "2 letters that no font has (\u62f3\u3002)" in result.output
    result = run("cards", "t.csv", "--name", "h", "--marks", "html")
    assert result.exit_code == 0, result.output
    text = next(game(tmp_path / "h").pieces()).fields["text"]
    assert text.source == "Go.\n**Stop**"  # type: ignore[union-attr]


def test_mappings_by_languages_are_translations(run: Run, tmp_path: Path) -> None:  # noqa: F811
    record = {
        "name": "Ant",
        "text": "Dig.",
        "locale": {
            "de": {"name": "Ameise", "text": "Grab."},
            "zhhans": {"name": "\u8681"},
            "en": {"name": "Ant"},
        },
        "cost": {"de": 3, "wood": 1},
    }
    put(tmp_path, {"deck.json": json.dumps([record, {"name": "Bee"}])})
    result = run("cards", "deck.json", "--name", "g")
    assert result.exit_code == 0, result.output
    assert "'name (de)', 'name (zh)' translate 'name'" in result.output
    assert "'cost.wood' is cost-wood" in result.output
    assert "languages: [en, de, zh]\n" in (tmp_path / "g/game.yaml").read_text(encoding="utf-8")
    assert "Ameise" in (tmp_path / "g/locale/de.po").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("record", "table"),
    [
        (
            "{id: a, locale: {de: {name: Ameise}, en: {name: Ant}}}",
            "id,name,name (de)\na,Ant,Ameise\n",
        ),
        ("{name: '', i18n: {en: {name: Ant}}}", "name\nAnt\n"),
        ("{i18n: {en: {name: Ant}}, name: ''}", "name\nAnt\n"),
        (
            "{name: Ant, front: {de: {name: Vorn}}, back: {de: {name: Hinten}, en: {name: Back}}}",
            "name,front.name (de),back.name,back.name (de)\nAnt,Vorn,Back,Hinten\n",
        ),
        (
            "{card: {name: Ant, texts: {de: {name: Ameise}}}}",
            "card.name,card.name (de)\nAnt,Ameise\n",
        ),
        ("{id: a, cost: {'no': {gold: 2}, 'is': {gold: 3}}}", "id,cost.no.gold,cost.is.gold\na,2,3\n"),
        ("{name: Ant, lang: {de: {name: A}, DE: {name: B}}}", "name,name (de),name (DE)\nAnt,A,B\n"),
    ],
)
def test_no_text_in_a_mapping_by_languages_is_lost(tmp_path: Path, record: str, table: str) -> None:
    assert read(tmp_path, "a.yaml", f"- {record}\n") == ({"a.csv": table}, [])


def test_texts_of_the_own_language_that_differ_from_the_record_are_listed(tmp_path: Path) -> None:
    text = "- {name: Ant, locale: {en: {name: Ants}}}\n- {name: Bee, locale: {en: {name: Bee}}}\n"
    found, notes = read(tmp_path, "a.yaml", text)
    assert found == {"a.csv": "name\nAnt\nBee\n"}
    assert notes == ["a.yaml: 'name' in the language en, where it differs from 'name' itself"]


def test_long_titles_and_letters_of_private_fonts_print(run: Run, tmp_path: Path) -> None:  # noqa: F811
    titles = ["name", "text", *(f"advancement_cost_{at}" for at in range(5)), "Donaudampfschifffahrtskapitän"]
    cells = ["Ant", "Pay 1\uf361.", *["3"] * 5, "4"]
    put(tmp_path, {"deck.csv": f"{','.join(titles)}\n{','.join(cells)}\n"})
    result = run("cards", "deck.csv", "--name", "g")
    assert "symbols that no font has: \uf361 is (U+F361)" in result.output
    made = game(tmp_path / "g").sets[0]
    assert made.pieces[0].fields["text"].source == "Pay 1(U+F361)."  # type: ignore[union-attr]
    labels = (tmp_path / "g/cards/deck.yaml").read_text(encoding="utf-8")
    assert '"Donaudampfschifffahrtskapitän"' in labels
    assert "advancement_cost_0" not in labels.partition("columns:")[0]
    assert build(load(tmp_path / "g"), tmp_path / "out").files, "it prints at once"


def test_titles_with_symbols_that_no_font_has_print_in_words(run: Run, tmp_path: Path) -> None:  # noqa: F811
    put(tmp_path, {"deck.csv": "name,\U0001f4b0,\U0001f6b2 way,text\nAnt,2,long,Dig.\n"})
    result = run("cards", "deck.csv", "--name", "g")
    assert "symbols that no font has: \U0001f4b0 is (money bag), \U0001f6b2 is (bicycle)" in result.output
    made = game(tmp_path / "g").sets[0]
    assert made.label("money-bag").source == "(money bag)"
    assert made.label("way").source == "(bicycle) way"
    assert build(load(tmp_path / "g"), tmp_path / "out").files, "it prints at once"


@pytest.mark.parametrize(
    "title",
    [
        "xxxxxxxxxxxxxxx",
        "xxxxxxxxxxxxxxxx",
        "accelerationofships",
        "\u0e01\u0e32\u0e23\u0e02" * 5,
        "kfz" * 15,
    ],
)
def test_long_titles_stay_as_they_are_and_print(run: Run, tmp_path: Path, title: str) -> None:  # noqa: F811
    put(tmp_path, {"deck.csv": f"name,{','.join(title + letter for letter in ('', *'abc'))}\nAnt,1,2,3,4\n"})
    assert run("cards", "deck.csv", "--name", "g").exit_code == 0
    made = (tmp_path / "g/cards/deck.yaml").read_text(encoding="utf-8")
    assert title in made
    assert "\u00ad" not in made
    if title.isascii():
        assert build(load(tmp_path / "g"), tmp_path / "out").files, "it prints at once"


def test_options_of_one_element_are_one_line_of_the_report() -> None:
    notes = [ImportNote("a.rb:1", f"'png' without its '{name}'") for name in ("crop_x", "crop_y")]
    assert [str(each) for each in merged_notes([*notes, notes[0]])] == [
        "a.rb:1: 'png' without its 'crop_x', 'crop_y'"
    ]
