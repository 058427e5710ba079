"""Pieces from CSV, XLSX and ODS: what spreadsheet programs and people make of a table."""

from __future__ import annotations

import io
import re
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pnp.diagnostics import Diagnostic
from pnp.load import load_game
from pnp.load.limits import MAX_CELLS, MAX_ROWS
from pnp.model import Piece, Text
from tests.load.folder import GAME, told, write

HEAD = "kind: card\nfields: {cost: number?, rule-text: text?}\n"


def table(
    folder: Path,
    content: str | bytes,
    head: str = HEAD,
    rows: str = "deck.csv",
    name: str = "deck.csv",
    game: str = GAME,
) -> tuple[list[Piece], list[Diagnostic]]:
    """The pieces and faults of a set whose rows stand in a file with this content."""
    data = content if isinstance(content, bytes) else content.encode()
    write(folder, {"game.yaml": game, "cards/deck.yaml": f"{head}rows: {rows}\n", f"cards/{name}": data})
    loaded = load_game(folder, cwd=folder)
    assert loaded.game is not None
    return list(loaded.game.pieces()), loaded.diagnostics


def values(pieces: list[Piece], *names: str) -> list[tuple[Any, ...]]:
    """Id, copies and the named fields of each piece."""
    return [
        (piece.id, piece.copies, *(value.source if isinstance(value := piece.fields[name], Text) else value for name in names))
        for piece in pieces
    ]  # fmt: skip


def test_a_byte_order_mark_is_no_part_of_the_first_title(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, b"\xef\xbb\xbfid,copies,name\r\na,2,Ryt\xc3\xad\xc5\x99\r\n")
    assert (values(pieces, "name"), found) == ([("a", 2, "Rytíř")], [])


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ('name;cost;text\nA;1;Text 1\n"Card,6";2;"Text,6"\n', "Text,6"),
        ("name,cost,text\nA,1,Text 1\nCard;3,2,Text;3\n", "Text;3"),
        ("name\tcost\ttext\nA\t1\tx\nB\t2\tone, two; three\n", "one, two; three"),
    ],
)
def test_the_titles_choose_the_separator(tmp_path: Path, content: str, text: str) -> None:
    pieces, found = table(tmp_path, content)
    assert (pieces[1].fields["text"].source, pieces[1].fields["cost"], found) == (text, 2, [])  # type: ignore[union-attr]


def test_decimal_commas_do_not_outvote_the_semicolons(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "id;size\na;63,5x88,9mm\nb;57,15x88,9mm\n")
    assert found == []
    assert [str(piece.size.width) for piece in pieces] == ["63.5 mm", "57.15 mm"]


def test_a_sep_line_is_a_hint_and_lines_are_counted_as_the_editor_does(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "sep=;\r\nid;copies\r\na;2\r\nb;x2\r\n")
    assert values(pieces) == [("a", 2)]
    assert told(found) == ["cards/deck.csv:4:3 M135 'x2' is no number of copies"]


def test_a_column_of_numbers_is_not_taken_for_copies(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "id,name\n1162167,Alfa\n")
    assert (values(pieces), found) == ([("1162167", 1)], [])
    _, found = table(tmp_path, "id,copies\na,1162167\n")
    assert told(found) == ["cards/deck.csv:2:3 M135 1162167 copies are more than can be meant"]


def test_copies_as_spreadsheets_and_people_write_them(tmp_path: Path) -> None:
    content = "id,copies\na,2.0\nb, 3 \nc,\nd,0\ne,-1\nf,x2\ng,2.5\nh,1e3\ni,½\n"
    pieces, found = table(tmp_path, content)
    assert values(pieces) == [("a", 2), ("b", 3), ("c", 1), ("d", 0)]
    assert [(item.code, item.span.line) for item in found if item.span] == [
        ("M136", 5), ("M135", 6), ("M135", 7), ("M135", 8), ("M135", 9), ("X100", 10),
    ]  # fmt: skip


def test_rows_of_nothing_but_separators_make_no_card(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "id;name\na;A\n;;\n\nb;B\n;\n")
    assert (values(pieces), found) == ([("a", 1), ("b", 1)], [])


def test_titles_are_trimmed_and_empty_columns_dropped(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "id, Name ,RULE text,,\na,A,one,,\n")
    assert (values(pieces, "name", "rule-text"), found) == ([("a", 1, "A", "one")], [])


def test_a_title_that_stands_twice_and_a_value_without_a_title_are_faults(tmp_path: Path) -> None:
    _, found = table(tmp_path, "id,text,text,\na,one,two,three\n")
    assert told(found) == [
        "cards/deck.csv:1:9 Y512 two columns are 'text'",
        "cards/deck.csv:2:11 Y512 the column of this cell has no title",
    ]


def test_a_row_with_a_cell_missing_is_a_fault_and_shifts_nothing(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "id,cost,name,text\na,3,Action,Draw\nb,Treasure,Worth 1\nc,1,X,Y,Z\n")
    assert values(pieces) == [("a", 1)]
    assert told(found) == [
        "cards/deck.csv:3:1 Y513 the row has 3 cells instead of 4",
        "cards/deck.csv:4:9 Y513 the row has 5 cells instead of 4",
    ]


def test_line_breaks_and_quotes_inside_of_cells(tmp_path: Path) -> None:
    content = '"id","rule\ntext",cost\n"a","Say ""hi""\n• one\n• {{ nothing }}",x\n"b",plain,1\n'
    pieces, found = table(tmp_path, content)
    assert told(found) == ["cards/deck.csv:5:18 M102 'cost' takes a whole number, found 'x'"]
    pieces, found = table(tmp_path, content.replace(",x\n", ",1\n"))
    assert values(pieces, "rule-text")[0] == ("a", 1, 'Say "hi"\n• one\n• {{ nothing }}')
    text = pieces[0].fields["rule-text"]
    assert isinstance(text, Text)
    assert str(text.origin.at(text.source.index("hi"))) == "cards/deck.csv:3:12"
    assert str(text.origin.at(text.source.index("nothing"))) == "cards/deck.csv:5:6"


def test_a_column_of_counts_by_another_name_is_asked_for(tmp_path: Path) -> None:
    _, found = table(tmp_path, "Name,QTY\nA,3\nB,2\n")
    assert told(found) == ["cards/deck.csv:1:6 Y511 the column 'QTY' is no field"]
    assert found[0].help == ("if it says how many are printed: columns: {QTY: copies}",)
    pieces, found = table(tmp_path, "Name,QTY\nA,3\nB,2\n", "kind: card\ncolumns: {qty: copies}\n")
    assert (values(pieces), found) == ([("a", 3), ("b", 2)], [])


def test_a_column_that_is_nearly_a_field_is_told_how_to_fill_it_and_its_rows_are_not_blamed_one_by_one(
    tmp_path: Path,
) -> None:
    _, found = table(tmp_path, "Name,Costs ZL\nA,3\nB,2\nC,1\n", "kind: card\nfields: {cost: number}\n")
    assert told(found) == [
        "cards/deck.csv:1:6 Y511 the column 'Costs ZL' is no field",
    ]
    assert found[0].help[0] == "if it is 'cost': columns: {Costs ZL: cost}"
    _, found = table(tmp_path, "Name\nA\nB\nC\n", "kind: card\nfields: {cost: number}\n")
    assert told(found) == ["cards/deck.csv:2:1 M114 'a' has no 'cost' (and 2 more)"]
    assert found[0].help == ("fill the column 'cost', or declare the field with a '?' if it may be left out",)


def test_a_misspelt_title_was_reported_three_times_and_never_what_was_meant(tmp_path: Path) -> None:
    head = "kind: card\nfields: {cost: number, rank: number}\ncolumns: {Valeur: rank, Prix: cost, Remarques: null}\n"
    _, found = table(tmp_path, "Name,Valeurs,Prix,Remarque\nA,1,2,x\nB,z,2,y\n", head)
    assert told(found) == [
        "cards/deck.csv:1:6 Y511 the column 'Valeurs' is no field",
        "cards/deck.csv:1:19 Y511 the column 'Remarque' is no field",
        "cards/deck.csv:3:3 M102 'rank' takes a whole number, found 'z'",
    ]
    assert found[0].help == ("did you mean 'Valeur'? Write it alike in the table and under 'columns'",)
    assert [words for _, words in found[0].related] == ["'Valeur' fills 'rank'"]


def test_a_column_that_is_not_there_is_reported_once_and_no_title_in_use_is_offered_for_it(
    tmp_path: Path,
) -> None:
    head = "kind: card\nfields: {cost: number}\ncolumns: {Valeur: cost, Couleur: text}\n"
    _, found = table(tmp_path, "Name,Couleur\nA,x\nB,y\n", head)
    assert told(found) == ["cards/deck.yaml:3:19 Y511 the table has no column 'Valeur'"]
    assert found[0].help == ("add it to the table, or take it out of 'columns'",)


def test_a_column_that_is_no_field_is_told_the_declaration_that_makes_it_one(tmp_path: Path) -> None:
    content = "Name,Danger,Síla\nA,3,x\nB,,y\n"
    _, found = table(tmp_path, content)
    assert [item.help[-2:] for item in found] == [
        ("declare it: fields: {danger: number?}", "pass it over: columns: {Danger: null}"),
        (
            "declare it: fields: {sila: text?} and columns: {Síla: sila}",
            "pass it over: columns: {Síla: null}",
        ),
    ]
    head = "kind: card\nfields: {danger: number?, sila: text?}\ncolumns: {Síla: sila}\n"
    pieces, found = table(tmp_path, content, head)
    assert (values(pieces, "danger", "sila"), found) == ([("a", 1, 3, "x"), ("b", 1, None, "y")], [])


def test_a_title_over_the_whole_table_is_skipped(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "Zbraně 2024;;\n;;\nid;name;copies\na;A;2\n")
    assert (values(pieces), found) == ([("a", 2)], [])


def test_old_code_pages_are_refused_with_a_guess_and_read_when_named(tmp_path: Path) -> None:
    content = "id;name\na;Kůň žlutý šedý\n".encode("cp1250")
    _, found = table(tmp_path, content)
    assert [item.code for item in found] == ["Y101"]
    assert found[0].help[0] == "it looks like Windows-1250"
    assert found[0].help[-1] == "or name its encoding: rows: {file: deck.csv, encoding: cp1250}"
    for western in ("id;name\na;L’été à Sète\n", "id;name\na;été\n"):
        _, found = table(tmp_path, western.encode("cp1252"))
        assert found[0].help[-1].startswith("or name its encoding: rows: {file: deck.csv, encoding: cp1252}")
    _, found = table(tmp_path, "id;name\na;Sète\n".encode("utf-16"))
    assert found[0].help[-1] == "or name its encoding: rows: {file: deck.csv, encoding: utf-16}"
    pieces, found = table(tmp_path, content, rows="{file: deck.csv, encoding: cp1250}")
    assert (values(pieces, "name"), found) == ([("a", 1, "Kůň žlutý šedý")], [])
    for wrong in ("cp1249", "zlib", "idna2"):
        _, found = table(tmp_path, content, rows=f"{{file: deck.csv, encoding: {wrong}}}")
        assert told(found) == [f"cards/deck.csv:1:1 Y500 unknown encoding '{wrong}'"]


def test_faults_of_the_whole_table(tmp_path: Path) -> None:
    cases = {
        'id,name\na,"open\nb,B\n': "cards/deck.csv:2:3 Y501 the quote of this cell is not closed",
        "Karta;Popis\nA;B\n": "cards/deck.csv:1:1 Y510 the table has no row of titles",
        "\n\n": "cards/deck.csv:1:1 Y510 the table is empty",
        "id,name\n,B\n": "cards/deck.csv:2:2 Y514 the row has no id",
        "id,name\na b,B\n": "cards/deck.csv:2:1 M106 'a b' cannot be an id",
        "id,name\na,A\na,B\n": "cards/deck.csv:3:1 Y515 the id 'a' is in two rows",
        "name,cost\nA,1\nÁ,2\n": "cards/deck.csv:3:1 Y515 the id 'a' is in two rows",
        "id,nmae\na,A\n": "cards/deck.csv:1:4 Y511 the column 'nmae' is no field",
    }
    for content, expected in cases.items():
        _, found = table(tmp_path, content)
        assert told(found) == [expected]
    _, found = table(tmp_path, "id;name\na;A\n", rows='{file: deck.csv, separator: ","}')
    assert told(found)[0] == "cards/deck.csv:1:1 Y510 the table has no row of titles"
    _, found = table(tmp_path, "", "kind: card\ncolumns: {Name: nmae}\n", rows="missing.csv")
    assert [item.code for item in found] == ["Y511", "Y301"]
    _, found = table(tmp_path, "", rows="old.xls")
    assert [item.code for item in found] == ["Y500"]


def test_rows_may_extend_pieces_and_take_defaults(tmp_path: Path) -> None:
    head = HEAD + "defaults: {cost: 4}\npieces:\n  base: {name: Base, cost: 2}\n"
    pieces, found = table(tmp_path, "id,extends,name\na,base,\nb,,B\nbase,,X\n", head)
    assert values(pieces, "name", "cost") == [("base", 1, "Base", 2), ("a", 1, "Base", 2), ("b", 1, "B", 4)]
    assert told(found) == ["cards/deck.csv:4:1 Y515 the id 'base' is under 'pieces' and in the table"]


def test_terms_lists_and_flags_in_one_cell(tmp_path: Path) -> None:
    head = "kind: card\nfields: {arms: terms weapon, words: list, foil: flag, gate: sides?}\n"
    content = 'id,arms,words,foil,gate\na,sword; bow,one,PRAVDA,n e\nb,"bow, sord","x; 2",,\n'
    pieces, found = table(tmp_path, content, head)
    arms = pieces[0].fields["arms"]
    assert isinstance(arms, tuple)
    assert [term.id for term in arms] == ["sword", "bow"]  # type: ignore[union-attr]
    assert pieces[0].fields["foil"] is True
    assert told(found) == ["cards/deck.csv:3:9 M110 unknown weapon 'sord'"]


XLSX_ROWS: list[list[Any]] = [
    ["Karty"],
    [],
    ["id", "name", "copies", "cost"],
    ["007", "Rytíř", 2.0, 3],
    [],
    ["b", "Ťuk", None, 1],
]


def xlsx(rows: list[list[Any]], sheet: str = "Sheet1") -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    page.title = sheet
    for row in rows:
        page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("places", "rows", "most"),
    [([(row, 16_384) for row in range(1, 10)], MAX_ROWS, 80_000_000), ([(30_001, 1)], 30_000, 80_000_000)],
    ids=["wide", "long"],
)
def test_a_sheet_of_few_cells_far_off_takes_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, places: list[tuple[int, int]], rows: int, most: int
) -> None:
    """Each of them stood for a row of empty cells: a file of 17 kB took 1.4 GB."""
    monkeypatch.setattr("pnp.load.table.xlsx_rows.MAX_ROWS", rows)
    monkeypatch.setattr("pnp.load.table.xlsx_rows.MAX_CELLS", 60_000)
    cells = "".join(
        f'<row r="{row}"><c r="{"XFD" if column > 1 else "A"}{row}" t="str"><v>x</v></c></row>'
        for row, column in places
    )
    with zipfile.ZipFile(io.BytesIO(xlsx([["id"]]))) as book:
        files = {name: book.read(name) for name in book.namelist()}
    name = "xl/worksheets/sheet1.xml"
    files[name] = re.sub(
        rb"<sheetData>.*</sheetData>", b"<sheetData>" + cells.encode() + b"</sheetData>", files[name]
    )
    tracemalloc.start()
    _, found = table(tmp_path, zipped(files), rows="deck.xlsx", name="deck.xlsx")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert f"Y500 the sheet has more than 60,000 cells or {rows:,} rows" in " ".join(told(found))
    assert (MAX_ROWS, MAX_CELLS) == (1_048_576, 300_000)
    assert peak < most


def ods(rows: list[list[Any]], sheet: str = "Sheet1") -> bytes:
    def cell(value: Any) -> str:
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, int | float):
            return f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'
        lines = "".join(f"<text:p>{line}</text:p>" for line in str(value).split("\n"))
        return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'

    body = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    content = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
        ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
        f'<office:body><office:spreadsheet><table:table table:name="{sheet}">{body}'
        '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
        "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    return zipped({"content.xml": content.encode()})


def zipped(files: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize("make", [xlsx, ods])
def test_spreadsheets_are_read_and_their_cells_named(tmp_path: Path, make: Any) -> None:
    name = f"deck.{make.__name__}"
    pieces, found = table(tmp_path, make(XLSX_ROWS), rows=name, name=name)
    assert found == []
    assert values(pieces, "name", "cost") == [("007", 2, "Rytíř", 3), ("b", 1, "Ťuk", 1)]
    wrong = [*XLSX_ROWS[:-1], ["b", "Ťuk", None, "one"]]
    _, found = table(tmp_path, make(wrong, "Moje karty"), rows=name, name=name)
    assert told(found) == [f"cards/{name}:Moje karty!D6 M102 'cost' takes a whole number, found 'one'"]
    _, found = table(tmp_path, make(XLSX_ROWS), rows=f"{{file: {name}, sheet: Shet1}}", name=name)
    assert (found[0].code, found[0].help) == ("Y502", ("did you mean 'Sheet1'?",))


def test_numbers_that_are_shown_with_zeros_keep_them_as_ids(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(xlsx([["id", "name"], [7, "A"]])))
    book.active["A2"].number_format = "000"  # type: ignore[index]
    out = io.BytesIO()
    book.save(out)
    pieces, _ = table(tmp_path, out.getvalue(), rows="deck.xlsx", name="deck.xlsx")
    assert pieces[0].id == "007"


def test_dates_errors_and_unreckoned_formulas_are_faults(tmp_path: Path) -> None:
    import datetime

    rows = [["id", "name"], ["a", datetime.date(2024, 1, 2)], ["b", "=1+1"], ["c", "#REF!"]]
    _, found = table(tmp_path, xlsx(rows), rows="deck.xlsx", name="deck.xlsx")
    assert [(str(item.span), item.code) for item in found] == [
        (f"cards/deck.xlsx:Sheet1!B{line}", "Y516") for line in (2, 3, 4)
    ]


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_damaged_and_hostile_spreadsheets_are_refused(tmp_path: Path, ending: str) -> None:
    bomb = zipped({"content.xml": b"<a>" + b" " * 70_000_000, "xl/workbook.xml": b"<a/>"})
    entities = zipped({"content.xml": b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'})
    for data in (
        b"nothing",
        b"",
        b"PK\x03\x04",
        b"\xd0\xcf\x11\xe0old",
        zipped({}),
        zipped({"content.xml": b"<a"}),
        entities,
        zipped(
            {
                "content.xml": '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'.encode(
                    "utf-16"
                )
            }
        ),
        zipped({"content.xml": '<?xml version="1.0" encoding="cp037"?><!DOCTYPE a><a/>'.encode("cp037")}),
        zipped({"content.xml": b"<a/>" * 90}, zipfile.ZIP_LZMA),
        zipped({"content.xml": b"<a/>" * 90})[:60] + b"\xff" * 8 + zipped({"content.xml": b"<a/>" * 90})[68:],
        bomb,
    ):
        _, found = table(tmp_path, data, rows=f"deck.{ending}", name=f"deck.{ending}")
        assert found[0].code in ("Y500", "Y502")
        assert len(found) == 1


ODS_CELL = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (
            '<table:table-row table:number-rows-repeated="many">'
            + ODS_CELL.format("a")
            + "</table:table-row>",
            "Y500",
        ),
        (
            '<table:table-row table:number-rows-repeated="99999999999">'
            + ODS_CELL.format("a")
            + "</table:table-row>",
            "Y500",
        ),
        (
            "<table:table-row>"
            + ODS_CELL.format("<text:span>" * 5000 + "</text:span>" * 5000)
            + "</table:table-row>",
            "Y500",
        ),
        (
            '<table:table-row><table:table-cell table:number-columns-repeated="999999999"/></table:table-row>',
            "Y510",
        ),
    ],
)
def test_an_ods_that_repeats_or_nests_without_end_is_refused_at_once(
    tmp_path: Path, row: str, code: str
) -> None:
    content = zipfile.ZipFile(io.BytesIO(ods([]))).read("content.xml").decode()
    start = content.index('<table:table-row table:number-rows-repeated="1048570">')
    hostile = zipped({"content.xml": (content[:start] + row + content[start:]).encode()})
    _, found = table(tmp_path, hostile, rows="deck.ods", name="deck.ods")
    assert [item.code for item in found] == [code]


def test_a_lone_cell_at_the_far_corner_of_a_sheet_is_found_without_filling_the_rest(tmp_path: Path) -> None:
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(xlsx([["id", "name"], ["a", "A"]])))
    book.active["XFD40"] = "x"  # type: ignore[index]
    out = io.BytesIO()
    book.save(out)
    pieces, found = table(tmp_path, out.getvalue(), rows="deck.xlsx", name="deck.xlsx")
    assert [piece.id for piece in pieces] == ["a"]
    assert told(found) == ["cards/deck.xlsx:Sheet1!XFD40 Y513 the row has 16384 cells instead of 2"]


def test_places_in_sheets_are_files_and_rows_for_translators_and_annotations(tmp_path: Path) -> None:
    from pnp.diagnostics import machine
    from pnp.translation.translations import relative

    _, found = table(
        tmp_path,
        xlsx([["id", "name", "cost"], ["a", "A", "x"]], "Moje karty"),
        rows="deck.xlsx",
        name="deck.xlsx",
    )
    assert machine.github(found).startswith("::error file=cards/deck.xlsx,line=2,col=3::M102")
    game = load_game(tmp_path, cwd=tmp_path).game
    assert game is not None
    assert relative(game, "cards/deck.xlsx:Moje karty!") == "cards/deck.xlsx"


def refused(folder: Path, content: str | bytes, rows: str = "deck.csv", name: str = "deck.csv") -> str:
    """The one fault of a table that is beyond a limit."""
    _, found = table(folder, content, rows=rows, name=name)
    assert [item.code for item in found] == ["Y500"]
    return told(found)[0]


def test_five_megabytes_of_commas_took_23_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.load.table.csv_rows.MAX_CELLS", 1_000)
    tracemalloc.start()
    found = refused(tmp_path, "," * 1_000_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == "cards/deck.csv:1:1 Y500 the file has more than 1,000 cells"
    assert peak < 40_000_000


@pytest.mark.parametrize("part", ["x", "a\n", '""'], ids=["letters", "lines", "quotes"])
def test_one_cell_of_a_whole_file_took_gigabytes(tmp_path: Path, part: str) -> None:
    found = refused(tmp_path, 'id,name\na,"' + part * 101_000 + '"\n')
    assert found == "cards/deck.csv:2:3 Y500 the cell has more than 100,000 characters"


def test_a_plain_cell_of_a_whole_file_is_refused(tmp_path: Path) -> None:
    found = refused(tmp_path, "id,name\na," + "x" * 101_000 + "\n")
    assert found == "cards/deck.csv:2:3 Y500 the cell has more than 100,000 characters"


def test_line_breaks_of_many_cells_are_counted_together(tmp_path: Path) -> None:
    cell = '"' + "\n" * 60_000 + '"'
    found = refused(tmp_path, "id,name\n" + "".join(f"a{number},{cell}\n" for number in range(6)))
    assert found.endswith("Y500 the file has more than 300,000 line breaks and doubled quotes in its cells")


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
@pytest.mark.parametrize(
    ("length", "rows", "words"),
    [
        (101_000, 1, "the cell has more than 100,000 characters"),
        (60_000, 300, "the cells of the sheet have more than 16,000,000 characters"),
    ],
    ids=["one", "many"],
)
def test_a_text_that_many_cells_share_took_a_minute(
    tmp_path: Path, ending: str, length: int, rows: int, words: str
) -> None:
    if ending == "ods":
        row = f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell><text:p>'
        cells = f"{row}{'x' * length}</text:p></table:table-cell></table:table-row>"
        content = zipfile.ZipFile(io.BytesIO(ods([]))).read("content.xml").decode()
        start = content.index('<table:table-row table:number-rows-repeated="1048570">')
        data = zipped({"content.xml": (content[:start] + cells + content[start:]).encode()})
    else:
        with zipfile.ZipFile(io.BytesIO(xlsx([["id"], ["TEXT"]]))) as book:
            files = {name: book.read(name) for name in book.namelist()}
        files = {name: part.replace(b"TEXT", b"x" * length) for name, part in files.items()}
        name = "xl/worksheets/sheet1.xml"
        last = re.search(rb'<row r="2".*?</row>', files[name])
        assert last is not None
        more = re.sub(rb' r="A?2"', b"", last.group()) * (rows - 1)
        files[name] = files[name].replace(last.group(), last.group() + more)
        data = zipped(files)
    assert words in refused(tmp_path, data, f"deck.{ending}", f"deck.{ending}")


def test_a_few_bytes_of_a_cell_stand_for_a_thousand_spaces(tmp_path: Path) -> None:
    spaces = '<text:s text:c="1000"/>' * 100_000
    row = f"<table:table-row><table:table-cell><text:p>{spaces}</text:p></table:table-cell></table:table-row>"
    content = zipfile.ZipFile(io.BytesIO(ods([]))).read("content.xml").decode()
    start = content.index('<table:table-row table:number-rows-repeated="1048570">')
    hostile = zipped({"content.xml": (content[:start] + row + content[start:]).encode()})
    found = refused(tmp_path, hostile, "deck.ods", "deck.ods")
    assert found.endswith("the cell has more than 100,000 characters")


def test_rows_of_repeated_empty_cells_cost_nothing(tmp_path: Path) -> None:
    """Each stood for 16,384 cells while it was read: 150,000 rows took minutes."""
    empty = '<table:table-row><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    content = zipfile.ZipFile(io.BytesIO(ods([["id"], ["a"]]))).read("content.xml").decode()
    start = content.index('<table:table-row table:number-rows-repeated="1048570">')
    tracemalloc.start()
    pieces, found = table(
        tmp_path,
        zipped({"content.xml": (content[:start] + empty * 3_000 + content[start:]).encode()}),
        rows="deck.ods",
        name="deck.ods",
    )
    tracemalloc.stop()
    assert ([piece.id for piece in pieces], found) == (["a"], [])


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_workbook_of_50_000_sheets_took_a_gigabyte(tmp_path: Path, ending: str) -> None:
    if ending == "ods":
        with zipfile.ZipFile(io.BytesIO(ods([["id"], ["a"]]))) as book:
            files = {"content.xml": book.read("content.xml")}
        sheet = re.search(rb"<table:table .*</table:table>", files["content.xml"], re.DOTALL)
        name = "content.xml"
    else:
        with zipfile.ZipFile(io.BytesIO(xlsx([["id"], ["a"]]))) as book:
            files = {name: book.read(name) for name in book.namelist()}
        sheet = re.search(rb"<sheet .*?/>", files["xl/workbook.xml"])
        name = "xl/workbook.xml"
    assert sheet is not None
    files[name] = files[name].replace(sheet.group(), sheet.group() * 257)
    found = refused(tmp_path, zipped(files), f"deck.{ending}", f"deck.{ending}")
    assert found == f"cards/deck.{ending}:1:1 Y500 the spreadsheet has more than 256 sheets"


@pytest.mark.parametrize(
    "name",
    ["undefined", "idna", "punycode", "unicode_escape", "Raw-Unicode-Escape", "rot13", "zlib", "a\\0b"],
)
def test_an_encoding_that_no_file_is_written_in_ended_as_a_bug_of_pnp(tmp_path: Path, name: str) -> None:
    written = f'{{file: deck.csv, encoding: "{name}"}}'
    _, found = table(tmp_path, "id\na\n", rows=written)
    assert found[-1].code in ("Y500", "M107")
    assert any(word in told(found)[-1] for word in ("unknown encoding", "control character"))


def test_half_a_character_of_utf_7_is_refused(tmp_path: Path) -> None:
    _, found = table(tmp_path, "id,name\na,+2AA-\n", rows="{file: deck.csv, encoding: utf-7}")
    assert told(found) == ["cards/deck.csv:1:1 Y500 the file is not utf-7: it has half a character (U+D800)"]


def test_the_row_with_most_titles_is_the_one_of_the_titles(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "Gruppe,Text,\nName,Text,Copies\nWolf,Howl,2\n")
    assert values(pieces, "text") == [("wolf", 2, "Howl")]
    assert found == []


def test_the_first_fault_of_a_title_names_the_row_of_the_titles(tmp_path: Path) -> None:
    _, found = table(tmp_path, "Name,Gruppe,Art1\nText,Karte,X\n")
    assert [[words for _, words in item.related] for item in found if item.code == "Y511"] == [
        ["the titles are read from this row; to name another, write 'header: 2' under 'rows'"],
        [],
    ]


TERMS = (
    "name: T\nlanguage: de\nterms: {land: {kueste: {name: Küste}, wald: {name: Wald}, wald2: {name: Wald}}}\n"
)


@pytest.mark.parametrize(
    ("written", "term"), [("Küste", "kueste"), ("KÜSTE", "kueste"), ("kueste", "kueste")]
)
def test_a_term_in_a_table_may_be_written_as_it_is_printed(tmp_path: Path, written: str, term: str) -> None:
    pieces, found = table(tmp_path, f"name,land,lands\nWolf,{written},{written}; wald2\n", LANDS, game=TERMS)
    assert found == []
    assert [(piece.fields["land"].id, [each.id for each in piece.fields["lands"]]) for piece in pieces] == [
        (term, [term, "wald2"])
    ]


LANDS = "kind: card\nfields: {land: term land, lands: terms land?}\n"


def test_a_printed_name_of_two_terms_is_refused(tmp_path: Path) -> None:
    _, found = table(tmp_path, "name,land\nWolf,Wald\nBär,Küsten\n", LANDS, game=TERMS)
    assert told(found) == [
        "cards/deck.csv:2:6 M110 several terms of 'land' are called 'Wald'",
        "cards/deck.csv:3:5 M110 unknown land 'Küsten'",
    ]
    assert found[0].help == ("write the id of one of them: wald, wald2",)


@pytest.mark.parametrize(
    "where",
    ["name != 'Sum'", "status == 'ready'", "status_of_work != 'x'", "cost != '' and cost > 1", "not done"],
)
def test_rows_that_where_leaves_out_are_no_pieces(tmp_path: Path, where: str) -> None:
    head = "kind: card\nfields: {cost: number?, done: flag}\ncolumns: {Status: null, Status of work: null}\n"
    rows = f'{{file: deck.csv, where: "{where}"}}'
    text = "name,cost,done,Status,Status of work\nWolf,2,,ready,\nSum,,yes,,x,1,2\n"
    pieces, found = table(tmp_path, text, head, rows)
    assert found == []
    assert values(pieces, "cost", "done") == [("wolf", 1, 2, False)]


@pytest.mark.parametrize(
    ("where", "fault"),
    [("nmae != 'Sum'", "X110"), ("name", "M134"), ("name ==", "X100"), ("cost > 1", "X120")],
)
def test_a_faulty_where_of_rows_is_reported_once(tmp_path: Path, where: str, fault: str) -> None:
    text = "name,cost\n" + "".join(f"W{n},\n" for n in range(30))
    pieces, found = table(tmp_path, text, rows=f'{{file: deck.csv, where: "{where}"}}')
    assert [item.code for item in found] == [fault]
    assert pieces == []


def test_where_over_many_rows_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.load.expression.MAX_WHERE_STEPS", 100)
    text = "name,cost\n" + "".join(f"W{n},1\n" for n in range(90))
    pieces, found = table(tmp_path, text, rows="{file: deck.csv, where: cost > 0}")
    assert [item.code for item in found] == ["M137"]
    assert pieces == []
