"""Spreadsheets as programs save them: each is read as its program shows it."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest

from tests.load.test_table_oddities import BEASTS, changed, read
from tests.load.test_tables import ods, xlsx, zipped

CELL = rb'<c r="C2"[^>]*>.*?</c>'
SHEET = "xl/worksheets/sheet1.xml"


def with_cell(cell: str) -> bytes:
    """A workbook whose cell C2 is this XML."""
    parts = unpacked(xlsx(BEASTS))
    parts[SHEET] = re.sub(CELL, cell.replace("\\", r"\\").encode(), parts[SHEET], flags=re.DOTALL)
    return zipped(parts)


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize(
    ("cell", "text", "codes"),
    [
        ('<c r="C2" t="str"><f>IF(A2="";"x";"")</f><v></v></c>', None, []),
        ('<c r="C2" t="str"><f>IF(A2="";"x";"")</f></c>', None, []),
        ('<c r="C2"><f>1+1</f><v/></c>', None, ["Y516"]),
        ('<c r="C2"><f>1+1</f></c>', None, ["Y516"]),
        ('<c r="C2"><f>1+1</f><v>2</v></c>', "2", []),
        ('<c r="C2" t="inlineStr"><is><t>_x005F_x0041_</t></is></c>', "_x0041_", []),
        ('<c r="C2" t="inlineStr"><is><t>x005F_</t></is></c>', "x005F_", []),
        (
            '<c r="C2" t="inlineStr"><is><r><rPr><b/></rPr><t>Big</t></r><r><t>x</t></r></is></c>',
            "Bigx",
            ["Y517"],
        ),
        (
            '<c r="C2" t="inlineStr"><is><r><rPr><b val="0"/></rPr><t>A</t></r><r><t>B</t></r></is></c>',
            "AB",
            [],
        ),
        ('<c r="C2" t="inlineStr"><is><t>漢</t><rPh sb="0" eb="1"><t>かん</t></rPh></is></c>', "漢", []),
        ('<c r="C2" t="d"><v>2024-03-10T00:00:00</v></c>', None, ["Y516"]),
        ('<c r="C2" t="e"><v>#N/A</v></c>', None, ["Y516"]),
        ('<c r="C2" t="b"><v>1</v></c>', "true", []),
    ],
)
def test_a_cell_of_a_workbook_is_what_its_sheet_shows(
    tmp_path: Path, cell: str, text: str | None, codes: list[str]
) -> None:
    made, found = read(tmp_path, with_cell(cell))
    assert [line.split()[1] for line in found] == codes
    if "Y516" not in codes:
        assert made[0][3] == text


def test_a_zero_of_a_formula_that_nobody_calculated_is_reported(tmp_path: Path) -> None:
    parts = unpacked(with_cell('<c r="C2"><f>1+1</f><v>0</v></c>'))
    calculated = re.sub(rb"<calcPr[^>]*/>", b'<calcPr calcId="1"/>', parts["xl/workbook.xml"])
    assert read(tmp_path, zipped({**parts, "xl/workbook.xml": calculated}))[1] == []
    asked = calculated.replace(b"<calcPr", b'<calcPr fullCalcOnLoad="1"')
    assert read(tmp_path, zipped({**parts, "xl/workbook.xml": asked}))[1] == [
        "cards/deck.xlsx:Sheet1!C2 Y516 the cell holds a formula without a value"
    ]


def test_a_workbook_with_drop_down_lists_is_read_without_a_foreign_line(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    parts = unpacked(xlsx(BEASTS))
    more = (
        b'<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" xmlns:x14="http://schemas.microsoft.com/office/'
        b'spreadsheetml/2009/9/main"><x14:dataValidations count="1"/></ext></extLst></worksheet>'
    )
    parts[SHEET] = parts[SHEET].replace(b"</worksheet>", more)
    made, found = read(tmp_path, zipped(parts))
    assert ([row[0] for row in made], found) == (["a", "b", "c"], [])
    assert not recwarn.list


def test_a_workbook_in_strict_open_xml_had_no_sheet(tmp_path: Path) -> None:
    strict = {
        b"http://schemas.openxmlformats.org/spreadsheetml/2006/main": b"http://purl.oclc.org/ooxml/spreadsheetml/main",
        b"http://schemas.openxmlformats.org/officeDocument/2006": b"http://purl.oclc.org/ooxml/officeDocument",
    }
    parts = unpacked(xlsx(BEASTS))
    for old, new in strict.items():
        parts = {name: part.replace(old, new) for name, part in parts.items()}
    made, found = read(tmp_path, zipped(parts))
    assert ([row[0] for row in made], found) == (["a", "b", "c"], [])


def test_names_of_parts_may_have_other_capitals_and_slashes(tmp_path: Path) -> None:
    parts = {name.replace("xl/", "XL\\"): part for name, part in unpacked(xlsx(BEASTS)).items()}
    made, found = read(tmp_path, zipped(parts))
    assert ([row[0] for row in made], found) == (["a", "b", "c"], [])


@pytest.mark.parametrize(
    ("form", "since_1904", "word"),
    [
        ("yyyy-mm-dd", False, "a date, '2023-04-05'"),
        ("yyyy-mm-dd", True, "a date, '2027-04-06'"),
        ("[$-407]d. mmm", False, "a date, '2023-04-05'"),
        ("[h]:mm", False, "a time, '45021 days, 0:00:00'"),
    ],
)
def test_a_number_that_is_shown_as_a_date_is_reported_with_the_date(
    tmp_path: Path, form: str, since_1904: bool, word: str
) -> None:
    def put(sheet: object) -> None:
        sheet["C2"].value = 45021  # type: ignore[index]
        sheet["C2"].number_format = form  # type: ignore[index]

    parts = unpacked(changed(BEASTS, put))
    if since_1904:
        parts["xl/workbook.xml"] = re.sub(
            rb"<workbookPr[^>]*>", b'<workbookPr date1904="1"/>', parts["xl/workbook.xml"]
        )
    assert read(tmp_path, zipped(parts))[1] == [f"cards/deck.xlsx:Sheet1!C2 Y516 the cell holds {word}"]


STYLES = (
    '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"'
    ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0">'
    '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    "</office:automatic-styles><office:body>"
)


@pytest.mark.parametrize(
    ("cell", "text", "codes"),
    [
        ('<table:table-cell office:value-type="string" office:string-value="Only"/>', "Only", []),
        (
            '<table:table-cell office:value-type="string"><text:p>Two\n   words</text:p></table:table-cell>',
            "Two words",
            [],
        ),
        (
            '<table:table-cell office:value-type="string"><text:p>a <text:span text:style-name="T1">big</text:span>'
            "</text:p></table:table-cell>",
            "a big",
            ["Y517"],
        ),
        (
            '<table:table-cell office:value-type="string"><text:p>a<text:span text:style-name="T2">b</text:span>'
            "</text:p></table:table-cell>",
            "ab",
            [],
        ),
        ('<table:table-cell table:formula="of:=1+1"/>', None, ["Y516"]),
        (
            '<table:table-cell table:formula="of:=T()" office:value-type="string" office:string-value=""/>',
            None,
            [],
        ),
        (
            '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="">'
            "<text:p>#DIV/0!</text:p></table:table-cell>",
            None,
            ["Y516"],
        ),
    ],
)
def test_a_cell_of_an_ods_is_what_its_sheet_shows(
    tmp_path: Path, cell: str, text: str | None, codes: list[str]
) -> None:
    xml = unpacked(ods(BEASTS))["content.xml"].decode().replace("<office:body>", STYLES, 1)
    old = '<table:table-cell office:value-type="string"><text:p>Beast</text:p></table:table-cell>'
    assert old in xml
    made, found = read(tmp_path, zipped({"content.xml": xml.replace(old, cell).encode()}), "deck.ods")
    assert [line.split()[1] for line in found] == codes
    if "Y516" not in codes:
        assert made[0][3] == text
