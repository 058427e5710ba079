"""Tables fetched, compared with the file, merged and written."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

from pnp.load import load_game
from pnp.load.files import FolderFiles
from pnp.pull import FetchFault, Pulled, pull
from tests.load.folder import write

SET = "kind: card\nfields: {cost: number?, text: text?}\ncolumns: {Note: null}\nrows: {file: deck.csv, from: 'https://sheet.example/csv'}\n"
BASE = "id,text,cost,Note\na,One,1,\nb,Two,2,\nc,Three,3,x\n"


class Game:
    """A game with a table that has an address, and the sheet there."""

    def __init__(self, folder: Path, own: str | None = None, deck: str = SET) -> None:
        files = {"cards/deck.yaml": deck} | ({"cards/deck.csv": own} if own is not None else {})
        self.folder = write(folder, files)
        self.file = folder / "cards/deck.csv"

    def pull(self, sheet: str | bytes | Exception, **options) -> Pulled:
        def get(address: str, allowed: object) -> bytes:
            if isinstance(sheet, Exception):
                raise sheet
            return sheet.encode() if isinstance(sheet, str) else sheet

        loaded = load_game(self.folder, cwd=self.folder)
        assert loaded.game is not None
        files = FolderFiles(self.folder, self.folder)
        return pull(loaded.game, self.folder, files, get=get, **options)[0]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    made = Game(tmp_path)
    assert made.pull(BASE).fault is None
    return made


def told(pulled: Pulled) -> list[tuple[str, str, tuple[tuple[str, str, str], ...]]]:
    return [(each.row, each.kind, each.cells) for each in pulled.changes]


def test_the_first_pull_writes_the_table(tmp_path: Path) -> None:
    game = Game(tmp_path)
    assert [each.row for each in game.pull(BASE).changes] == ["a", "b", "c"]
    assert game.file.read_bytes() == BASE.encode()
    assert told(game.pull(BASE)) == []


def test_changes_of_the_sheet_are_shown_row_by_row_and_written(game: Game) -> None:
    sheet = BASE.replace("Two", "Zwei").replace("a,One,1,\n", "") + "d,Four,4,\n"
    pulled = game.pull(sheet)
    assert [(each.row, each.kind) for each in pulled.changes] == [
        ("a", "removed"),
        ("b", "changed"),
        ("d", "added"),
    ]
    assert pulled.changes[1].cells == (("text", "Two", "Zwei"),)
    assert game.file.read_text(encoding="utf-8") == sheet


def test_a_dry_run_writes_nothing(game: Game) -> None:
    assert told(game.pull(BASE.replace("Two", "Zwei"), write=False)) == [
        ("b", "changed", (("text", "Two", "Zwei"),))
    ]
    assert game.file.read_text(encoding="utf-8") == BASE


def test_changes_on_both_sides_are_merged_by_row_and_column(game: Game) -> None:
    game.file.write_text(BASE.replace("a,One", "a,Eins").replace("3,x", "3,mine") + "e,Own,9,\n")
    sheet = BASE.replace("a,One,1", "a,One,7").replace("b,Two,2,\n", "") + "d,Four,4,\n"
    assert game.pull(sheet).fault is None
    assert (
        game.file.read_text(encoding="utf-8")
        == "id,text,cost,Note\na,Eins,7,\nc,Three,3,mine\nd,Four,4,\ne,Own,9,\n"
    )
    game.file.write_text(game.file.read_text(encoding="utf-8").replace("Eins", "Uno"))
    assert game.pull(sheet.replace("Four", "Vier")).fault is None
    assert (
        game.file.read_text(encoding="utf-8")
        == "id,text,cost,Note\na,Uno,7,\nc,Three,3,mine\nd,Vier,4,\ne,Own,9,\n"
    )


def test_the_same_cell_changed_on_both_sides_is_shown_in_both_versions(game: Game) -> None:
    own = BASE.replace("One", "Eins").replace("b,Two,2,\n", "")
    game.file.write_text(own, encoding="utf-8")
    pulled = game.pull(BASE.replace("One", "Uno").replace("Two", "Due"))
    assert pulled.fault is not None
    assert pulled.fault.collisions == (("a", "text", "Eins", "Uno"), ("b", "", None, "b, Due, 2"))
    assert game.file.read_text(encoding="utf-8") == own


@pytest.mark.parametrize(("preference", "text"), [("ours", "Eins"), ("theirs", "Uno")])
def test_a_preference_settles_what_both_changed(game: Game, preference: str, text: str) -> None:
    game.file.write_text(BASE.replace("One", "Eins").replace("3,x", "3,y"))
    assert game.pull(BASE.replace("One", "Uno"), preference=preference).fault is None
    assert game.file.read_text(encoding="utf-8") == BASE.replace("One", text).replace("3,x", "3,y")


def test_a_file_that_was_never_pulled_is_not_overwritten(tmp_path: Path) -> None:
    game = Game(tmp_path, BASE.replace("One", "Eins"))
    fault = game.pull(BASE).fault
    assert fault is not None
    assert fault.collisions == (("a", "text", "Eins", "One"),)
    assert game.pull(BASE, preference="theirs").fault is None
    assert game.file.read_text(encoding="utf-8") == BASE


@pytest.mark.parametrize(
    ("sheet", "message"),
    [
        ("<!DOCTYPE html><title>Sign in</title>", "the file is a web page, not a table"),
        ("id,texte,cost,Note\na,One,1,\n", "the sheet no longer has the column 'text' (new: 'texte')"),
        ("", "the table is empty"),
        ('id,text\na,"One\n', "the quote of this cell is not closed"),
        (b"PK\x03\x04" + bytes(40), "the file is an archive"),
        (
            FetchFault("'sheet.example' answers 403 Forbidden", "publish it"),
            "'sheet.example' answers 403 Forbidden",
        ),
    ],
)
def test_what_is_no_table_of_the_set_changes_nothing(game: Game, sheet, message: str) -> None:
    fault = game.pull(sheet).fault
    assert fault is not None
    assert message in str(fault)
    assert game.file.read_text(encoding="utf-8") == BASE


def test_the_page_to_edit_a_sheet_is_answered_with_the_address_of_its_table(tmp_path: Path) -> None:
    page = "https://docs.google.com/spreadsheets/d/1a_B-c/edit?usp=sharing#gid=7"
    fault = Game(tmp_path, None, SET.replace("https://sheet.example/csv", page)).pull(BASE).fault
    assert fault is not None
    assert fault.cure == "write https://docs.google.com/spreadsheets/d/1a_B-c/export?format=csv&gid=7"


def test_merging_gives_what_both_sides_meant_for_any_edits(tmp_path: Path) -> None:
    """A law: cells that one side changed have its text, those that none changed stay."""
    rolls = random.Random(7)
    for round_ in range(40):
        game = Game(tmp_path / str(round_))
        base = {f"r{n}": [f"t{n}", str(n), ""] for n in range(rolls.randint(1, 6))}
        game.pull(_csv(base))
        ours, theirs, wanted = ({row: [*cells] for row, cells in base.items()} for _ in range(3))
        for row in base:
            for column in range(3):
                side = rolls.choice([None, ours, theirs])
                if side is not None:
                    side[row][column] = wanted[row][column] = (
                        rolls.choice(["", "x, y", 'a "b"', "new\nline"][: 4 if column != 1 else 1]) or "5"
                    )
        game.file.write_text(_csv(ours, ";"))
        assert game.pull(_csv(theirs)).fault is None
        assert _cells(game) == [[row, *cells] for row, cells in wanted.items()]


def _csv(rows: dict[str, list[str]], separator: str = ",") -> str:
    lines = [
        separator.join(['"' + cell.replace('"', '""') + '"' for cell in (row, *cells)])
        for row, cells in rows.items()
    ]
    return separator.join(["id", "text", "cost", "Note"]) + "\n" + "\n".join(lines) + "\n"


def _cells(game: Game) -> list[list[str]]:
    return list(csv.reader(game.file.read_text(encoding="utf-8").splitlines(keepends=True), delimiter=";"))[
        1:
    ]
