"""What tables show and what is read of them: nothing of it changes without a word."""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.load.folder import told
from tests.load.test_tables import ods, table, values, xlsx, zipped

HEAD = "kind: card\nfields: {cost: number?, sort: text?}\n"


def changed(rows: list[list[Any]], change: Callable[[Any], object]) -> bytes:
    """A workbook of these rows after a change of its first sheet."""
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(xlsx(rows)))
    change(book.active)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def read(folder: Path, data: bytes, name: str = "deck.xlsx") -> tuple[list[Any], list[str]]:
    pieces, found = table(folder, data, HEAD, rows=name, name=name)
    return values(pieces, "name", "sort", "cost"), told(found)


@pytest.mark.parametrize(
    ("cell", "word"),
    [
        *(
            (cell, "date")
            for cell in ("10-Mar", "Jan-02", "10. Mrz", "mars-10", "1.led", "paź-11", "10-Mar-24")
        ),
        *((cell, "long number") for cell in ("9.45E+12", "1,16E+06", "2E-05")),
        *((cell, "in place of a value") for cell in ("#VALEUR!", "#NOM?", "#HODNOTA!", "#¡VALOR!", "#NV")),
        *(
            (cell, "in place of a value")
            for cell in ("####", "#DĚLENÍ_NULOU!", "#ЗНАЧ!", "Chyba:502", "Err:502")
        ),
    ],
)
def test_what_a_spreadsheet_made_of_a_text_was_printed(tmp_path: Path, cell: str, word: str) -> None:
    found = read(tmp_path, f'id;name;sort\na;A;"{cell}"\n'.encode(), "deck.csv")[1]
    assert [line[:24] for line in found] == ["cards/deck.csv:2:5 Y517 "]
    assert word in found[0]


@pytest.mark.parametrize(
    "cell", ["3-D", "May-Day", "Mar", "E-5", "#1!", "#Wow!", "##", "1E5", "10 Mar", "1-2"]
)
def test_a_text_like_a_date_or_an_error_is_no_finding(tmp_path: Path, cell: str) -> None:
    assert read(tmp_path, f"id;name;sort\na;A;{cell}\n".encode(), "deck.csv")[1] == []


@pytest.mark.parametrize(
    ("text", "encoding", "named", "column"),
    [
        ("šťastný kůň", "cp1250", "iso-8859-2", 3),
        ("l’œuvre à 5 €", "cp1252", "latin-1", 4),
        ("l’œuvre à 5 €", "cp1252", "iso-8859-15", 4),
        ("Привет – “x”", "cp1251", "iso-8859-5", 10),
        ("ταυ – “x”", "cp1253", "iso-8859-7", 7),
    ],
)
def test_letters_of_a_windows_page_vanished_under_the_name_of_an_iso_one(
    tmp_path: Path, text: str, encoding: str, named: str, column: int
) -> None:
    data = f"id;name\na;{text}\n".encode(encoding)
    found = table(tmp_path, data, HEAD, f"{{file: deck.csv, encoding: {named}}}")[1]
    assert found[0].code == "Y102"
    assert found[0].span is not None
    assert (found[0].span.line, found[0].span.column) == (2, column)
    assert f"write encoding: {encoding}" in found[0].help[0]


BEASTS: list[list[Any]] = [["id", "name", "sort"], ["a", "A", "Beast"], ["b", "B", None], ["c", "C", "Elf"]]


def test_a_merged_cell_leaves_no_card_without_its_value(tmp_path: Path) -> None:
    found = read(tmp_path, changed(BEASTS, lambda sheet: sheet.merge_cells("C2:C3")))[1]
    assert found == ["cards/deck.xlsx:Sheet1!C3 Y516 the cell holds nothing: a merged cell covers it"]


def test_a_merged_id_is_reported_as_merged(tmp_path: Path) -> None:
    found = read(tmp_path, changed(BEASTS, lambda sheet: sheet.merge_cells("A2:A3")))[1]
    assert found == ["cards/deck.xlsx:Sheet1!A3 Y516 the cell holds nothing: a merged cell covers it"]


def test_a_title_over_the_whole_table_may_be_merged(tmp_path: Path) -> None:
    rows = [["My cards", None, None], *BEASTS, ["", None, None], ["Old ones", None, None]]
    made, found = read(tmp_path, changed(rows[:5], lambda sheet: sheet.merge_cells("A1:C1")))
    assert ([row[0] for row in made], found) == (["a", "b", "c"], [])


def test_a_merged_cell_of_an_ods_is_reported(tmp_path: Path) -> None:
    content = ods(BEASTS)
    import zipfile

    xml = zipfile.ZipFile(io.BytesIO(content)).read("content.xml").decode()
    xml = xml.replace("<table:table-cell/>", "<table:covered-table-cell/>")
    found = read(tmp_path, zipped({"content.xml": xml.encode()}), "deck.ods")[1]
    assert found == ["cards/deck.ods:Sheet1!C3 Y516 the cell holds nothing: a merged cell covers it"]


def test_cells_that_claim_to_cover_a_whole_sheet_take_no_memory(tmp_path: Path) -> None:
    rows = [["id", "name"], *([f"a{number}", "A"] for number in range(200))]
    merged = changed(rows, lambda sheet: sheet.merge_cells("D1:E1"))
    import zipfile

    with zipfile.ZipFile(io.BytesIO(merged)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    hostile = b'<mergeCell ref="ZZ1:ZZ1048576"/>' * 50
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = re.sub(rb'<mergeCell ref="[^"]*"\s*/>', hostile, parts[sheet])
    assert hostile in parts[sheet]
    made, found = read(tmp_path, zipped(parts))
    assert (len(made), found) == (200, [])


def test_hidden_rows_are_read_and_reported(tmp_path: Path) -> None:
    def hide(sheet: Any) -> None:
        for row in (1, 3, 4, 9):
            sheet.row_dimensions[row].hidden = True

    made, found = read(tmp_path, changed(BEASTS, hide))
    assert [row[0] for row in made] == ["a", "b", "c"]
    assert found == [
        "cards/deck.xlsx:Sheet1!A3 Y518 2 rows that the sheet hides are read like the others: 3, 4"
    ]


def test_hidden_rows_of_an_ods_are_reported(tmp_path: Path) -> None:
    import zipfile

    xml = zipfile.ZipFile(io.BytesIO(ods(BEASTS))).read("content.xml").decode()
    at = xml.rindex("<table:table-row>")
    xml = xml[:at] + xml[at:].replace("<table:table-row>", '<table:table-row table:visibility="filter">', 1)
    found = read(tmp_path, zipped({"content.xml": xml.encode()}), "deck.ods")[1]
    assert found == ["cards/deck.ods:Sheet1!A4 Y518 1 row that the sheet hides is read like the others: 4"]


def test_the_first_sheet_that_is_shown_is_read(tmp_path: Path) -> None:
    def add(sheet: Any) -> None:
        sheet.sheet_state = "hidden"
        other = sheet.parent.create_sheet("New")
        for row in (["id", "name"], ["n", "New"]):
            other.append(row)

    assert read(tmp_path, changed(BEASTS, add)) == ([("n", 1, "New", None, None)], [])


def test_a_sheet_without_titles_names_the_others(tmp_path: Path) -> None:
    data = changed([["Remarks"]], lambda sheet: sheet.parent.create_sheet("Cards").append(["id", "name"]))
    _, found = table(tmp_path, data, HEAD, rows="deck.xlsx", name="deck.xlsx")
    assert [item.code for item in found] == ["Y510"]
    assert "or name another sheet, 'Cards': rows: {file: …, sheet: Cards}" in found[0].help


@pytest.mark.parametrize(
    ("value", "form", "text", "codes"),
    [
        (0.1 + 0.2, "General", "0.3", []),
        (1 / 3, "General", "0.333333333333333", []),
        (1.5, "0.00", "1.50", []),
        (3, "000", "003", []),
        (0.25, "0%", "25%", []),
        (0.125, "0.0%", "12.5%", []),
        (1234.5, "#,##0.00", "1234.50", []),
        (5, '"$"0', "5", ["Y517"]),
        (5, "0 [$€-407]", "5", ["Y517"]),
        (0.5, "# ?/?", "0.5", ["Y517"]),
        (12345678901234567890, "General", None, ["Y516"]),
        (datetime.time(1, 30), "h:mm", None, ["Y516"]),
        (datetime.timedelta(hours=30), "[h]:mm", None, ["Y516"]),
        ("one\r\ntwo_x000D_\nthree_x005F_x000D_", "@", "one\ntwo\nthree_x000D_", []),
    ],
)
def test_a_text_from_a_sheet_is_what_the_sheet_shows_or_reported(
    tmp_path: Path, value: Any, form: str, text: str | None, codes: list[str]
) -> None:
    def put(sheet: Any) -> None:
        sheet["C2"].value = value
        sheet["C2"].number_format = form

    made, found = read(tmp_path, changed([["id", "name", "sort"], ["a", "A", "x"]], put))
    assert ([row[3] for row in made], [line.split()[1] for line in found]) == ([text], codes)


def test_the_format_of_a_number_does_not_matter_where_a_number_is_wanted(tmp_path: Path) -> None:
    def put(sheet: Any) -> None:
        sheet["C2"].number_format = '"$"0.00'
        sheet["C3"].number_format = "0.0"

    made, found = read(tmp_path, changed([["id", "name", "cost"], ["a", "A", 5], ["b", "B", 2]], put))
    assert ([row[4] for row in made], found) == ([5, 2], [])


def test_bold_words_of_a_cell_are_reported(tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(io.BytesIO(xlsx(BEASTS))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = re.sub(
        rb'<c r="C2"[^>]*>.*?</c>', b'<c r="C2" t="s"><v>0</v></c>', parts[sheet], flags=re.DOTALL
    )
    main = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts["xl/sharedStrings.xml"] = (
        b'<sst xmlns="' + main + b'" count="1"><si><r><t xml:space="preserve">Big </t></r>'
        b"<r><rPr><b/></rPr><t>beast</t></r></si></sst>"
    )
    if b"sharedStrings" not in parts["[Content_Types].xml"]:
        parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(
            b"</Types>",
            b'<Override PartName="/xl/sharedStrings.xml" ContentType='
            b'"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>',
        )
    made, found = read(tmp_path, zipped(parts))
    assert made[0][3] == "Big beast"
    assert [line.split()[:2] for line in found] == [["cards/deck.xlsx:Sheet1!C2", "Y517"]]


@pytest.mark.parametrize(
    ("cell", "code", "cure"),
    [
        ("1,000", "M102", "write 1000 if thousands are meant, else 1"),
        ("1.000", "M102", "write 1000 if thousands are meant, else 1"),
        ("1 000", "M102", "write 1000"),
        ("1\u00a0000", "M102", "write 1000"),
        ("\u22125", "M102", "write -5"),
        ("1,5", "M102", "declare the field as decimal, or write digits only, such as 3"),
        ("1,0", "", ""),
        ("1,0000", "", ""),
    ],
)
def test_thousands_are_never_taken_for_decimals(tmp_path: Path, cell: str, code: str, cure: str) -> None:
    pieces, found = table(tmp_path, f"id;name;cost\na;A;{cell}\n", HEAD)
    assert [item.code for item in found] == ([code] if code else [])
    assert [piece.fields["cost"] for piece in pieces] == ([] if code else [1])
    assert not code or found[0].help == (cure,)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("#REF!", "'#REF!' is what a spreadsheet shows in place of a value"),
        ("Err:502", "'Err:502' is what"),
        ("=SUM(A1:A3)", "'=SUM(A1:A3)' is a formula"),
        ("=A1*2", "'=A1*2' is a formula"),
        ("=1+1", "'=1+1' is a formula"),
        ('"=""007"""', "'=\"007\"' is a formula"),
        ("= 5 gold", ""),
        ("=D6 damage", ""),
        ("=A1", "'=A1' is a formula"),
        ("#1 of 3", ""),
        ("Elf", ""),
        ("-2", ""),
    ],
)
def test_formulas_and_errors_of_a_csv_are_reported_and_kept(tmp_path: Path, cell: str, message: str) -> None:
    pieces, found = table(tmp_path, f"id,name,sort\na,A,{cell}\n", HEAD)
    assert [item.code for item in found] == (["Y517"] if message else [])
    assert not message or found[0].message.startswith(message)
    assert values(pieces, "sort")[0][2] == cell.strip('"').replace('""', '"') + ('"' if '""' in cell else "")


@pytest.mark.parametrize(
    ("data", "place", "cure"),
    [
        (b"<!DOCTYPE html><html><title>Sign in", "Y500 the file is a web page", "not shared"),
        (b"PK\x03\x04\x14\0\0\0", "Y101 the file is an archive", "give it back its ending"),
        ("id,name\na,Ž\n".encode("utf-16-le"), "Y101 the file is UTF-16", "encoding: utf-16-le"),
        ("id,name\na,Ž\n".encode("utf-16-be"), "Y101 the file is UTF-16", "encoding: utf-16-be"),
        ("id,name\na,Ž\n".encode("utf-32"), "Y101 the file is UTF-32", "save it as UTF-8"),
        ("id,name\na,\ufffd\n".encode(), "Y102 there is a symbol for a lost letter", "type the letter again"),
    ],
)  # fmt: skip
def test_what_is_no_table_of_text_is_one_fault_with_its_cure(
    tmp_path: Path, data: bytes, place: str, cure: str
) -> None:
    _, found = table(tmp_path, data, HEAD)
    assert len(found) == 1
    assert place in told(found)[0]
    assert cure in " ".join(found[0].help)


def test_a_table_of_text_called_a_spreadsheet_is_reported_by_its_ending(tmp_path: Path) -> None:
    _, found = table(tmp_path, "id,name\na,A\n", HEAD, rows="deck.xlsx", name="deck.xlsx")
    assert (found[0].code, found[0].help) == ("Y500", ("if it is a CSV file, let its name end in .csv",))


def test_an_encoding_that_the_file_is_not_in_prints_no_other_letters(tmp_path: Path) -> None:
    data = "id,name\na,Žluť\n".encode()
    pieces, found = table(tmp_path, data, HEAD, rows="{file: deck.csv, encoding: cp1250}")
    assert (pieces, told(found)) == ([], ["cards/deck.csv:1:1 Y500 the file is UTF-8, not cp1250"])


def test_an_address_of_a_table_is_told_to_be_downloaded(tmp_path: Path) -> None:
    _, found = table(tmp_path, "", HEAD, rows="https://example.org/a/export?format=csv")
    assert (found[0].code, "nothing is fetched" in found[0].message) == ("Y500", True)


def test_characters_that_nobody_sees_are_no_part_of_a_title(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "id,\u200bname,sort\u200e\na,A,x\n", HEAD)
    assert (values(pieces, "name", "sort"), found) == ([("a", 1, "A", "x")], [])


def test_a_table_of_titles_alone_is_reported(tmp_path: Path) -> None:
    _, found = table(tmp_path, "id,name\n;\n".replace(";", ","), HEAD)
    assert told(found) == ["cards/deck.csv:1:1 M118 the table has titles and no rows"]


def test_a_faulty_cell_is_one_finding_though_its_field_is_needed(tmp_path: Path) -> None:
    head = "kind: card\nfields: {cost: number}\n"
    _, found = table(
        tmp_path, xlsx([["id", "name", "cost"], ["a", "A", "=1+1"]]), head, rows="deck.xlsx", name="deck.xlsx"
    )
    assert told(found) == ["cards/deck.xlsx:Sheet1!C2 Y516 the cell holds a formula without a value"]


def test_curly_quotes_in_a_row_of_too_many_cells_are_reported_not_to_quote(tmp_path: Path) -> None:
    _, found = table(tmp_path, "id,sort\na,“one, two”\n", HEAD)
    assert [item.code for item in found] == ["Y513"]
    assert "curly ones do not quote" in found[0].help[0]
