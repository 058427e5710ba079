"""Tables with rows above their titles, such as titles of groups."""

from pathlib import Path

import openpyxl
import pytest

from tests.cli.call import call

GROUPED = "Basics,,Numbers,\nname,text,cost,copies\nAnt,Go.,1,2\nBee,Fly.,2,3\n"


def imported(folder: Path, *options: str) -> tuple[str, str]:
    """The set that a table becomes, and what is said about it; the game builds."""
    ended = call(folder, "import", "cards", *options)
    assert ended.returncode == 0, ended.stderr
    built = call(folder / "g", "build", "--strict")
    assert (built.returncode, built.stderr.count("error")) == (0, 0), built.stderr
    return (folder / "g/cards/g.yaml").read_text(encoding="utf-8"), ended.stdout


def test_titles_below_titles_of_groups_are_found(tmp_path: Path) -> None:
    (tmp_path / "g.csv").write_text(GROUPED, encoding="utf-8")
    made, said = imported(tmp_path, "g.csv")
    assert 'rows: {file: "g.csv", header: 2}' in made
    assert "row 2 has the titles" in said
    assert "'copies' is copies" in said
    assert "5 pieces" in said


def test_merged_titles_of_groups_in_a_workbook(tmp_path: Path) -> None:  # D08
    book = openpyxl.Workbook()
    sheet = book.active
    for line in GROUPED.splitlines():
        sheet.append([int(cell) if cell.isdigit() else cell or None for cell in line.split(",")])
    sheet.merge_cells("A1:B1")
    sheet.merge_cells("C1:D1")
    book.save(tmp_path / "g.xlsx")
    made, said = imported(tmp_path, "g.xlsx")
    assert "header: 2}" in made
    assert "5 pieces" in said


def test_the_row_of_unusual_titles_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "g.csv").write_text("Deck,2026\nplanet,moons\nMars,2\nEarth,1\n", encoding="utf-8")
    made, said = imported(tmp_path, "g.csv", "--header", "2")
    assert "moons: number?" in made
    assert "2 pieces" in said


@pytest.mark.parametrize("row", ["9", "0"])
def test_a_row_that_is_not_there_is_reported(tmp_path: Path, row: str) -> None:
    (tmp_path / "g.csv").write_text(GROUPED, encoding="utf-8")
    ended = call(tmp_path, "import", "cards", "g.csv", "--header", row)
    assert ended.returncode in (1, 2)
    assert "row 9" in ended.stderr + ended.stdout or "--header" in ended.stderr
    assert not (tmp_path / "g").exists()
