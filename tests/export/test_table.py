"""Sets go out as tables and come back as they were."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from pnp.export.table import SetTable, csv_bytes, set_table, sheet_names, xlsx_bytes
from pnp.load import load_game
from pnp.model import Game, Piece, Term, Text
from tests.cli.call import call
from tests.load.folder import GAME, write

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for path in (ROOT / "data").glob("*/game.yaml"))

DECK = """
kind: card
name: "Balíček: první"
size: poker
back: back
total: 9
fields: {power: number 0..9, own: flag, way: sides?, words: list?, extra: terms spell?, arm: term weapon?}
labels: {power: 'Síla: "+"', words: null, name: Jméno}
pieces:
  plain: {name: "=1+1", power: 0, own: true, way: [n, s], words: ["a, b"], text: "Say \\"hi\\";\\n**bold**", copies: 2}
  each:  {for: {pile: weapon}, name: "{{ pile.name }}", power: 3, words: [x, 2, "y"], arm: "{{ pile }}"}
  odd:   {power: 9, words: [], extra: [lure, lure], size: tarot, back: null, style: dark, note: mine, copies: 0, context: c}
  "007": {power: 1, words: [-5], art: art/a.png, allow: {S205: "small; on purpose", K201: meant}}
allow: {S202: "it is a \\"frame\\""}
"""


def seen(game: Game) -> list[Any]:
    """Everything of the pieces that reaches the paper, without their places."""

    def plain(value: Any) -> Any:
        if isinstance(value, Text):
            return value.source.strip()
        if isinstance(value, Term):
            return (value.vocabulary, value.id)
        return tuple(map(plain, value)) if isinstance(value, tuple) else value

    def values(piece: Piece) -> dict[str, Any]:
        # A ``for`` name is a field of all pieces when it comes back, and nothing where it was none.
        found = {**piece.binds, **piece.fields}
        return {name: plain(value) for name, value in found.items() if value is not None}

    return [
        (each.id, each.kind, each.name.source, each.total, each.size, each.panels, {name: label.source for name, label in each.labels.items()}, [
            (piece.id, piece.copies, piece.layout, piece.back, piece.style, piece.size, piece.number, piece.note,
             values(piece))
            for piece in each.pieces
        ], sorted((accepted.code, accepted.reason, accepted.owner) for accepted in each.allowed))
        for each in game.sets
    ]  # fmt: skip


def returned(game: Game, folder: Path, form: str) -> Game:
    """The game with its sets written as tables and read back."""
    for path in game.sets:
        (folder / path.file).unlink()
    tables = [set_table(each) for each in game.sets]
    for number, (each, table) in enumerate(zip(game.sets, tables, strict=True)):
        (folder / f"t{number}.{form}").write_bytes(
            csv_bytes(table) if form == "csv" else xlsx_bytes([table], "t")
        )
        target = folder / each.file
        target.write_text(table.yaml(f"t{number}.{form}"), encoding="utf-8")
    loaded = load_game(folder, cwd=folder)
    assert [item.message for item in loaded.diagnostics if item.severity.name == "ERROR"] == []
    assert loaded.game is not None
    return loaded.game


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_every_kind_of_value_comes_back(tmp_path: Path, form: str) -> None:
    loaded = load_game(write(tmp_path, {"game.yaml": GAME, "cards/deck.yaml": DECK}), cwd=tmp_path)
    assert loaded.game is not None
    assert [item.message for item in loaded.diagnostics if item.severity.name == "ERROR"] == []
    assert seen(returned(loaded.game, tmp_path, form)) == seen(loaded.game)


BOARDS = """
kind: board
size: 594x420mm
panels: 2x1
pieces:
  map:   {name: Map}
  track: {name: Track, size: 200x40mm}
"""


@pytest.mark.parametrize("boards", [BOARDS, BOARDS.replace(", size: 200x40mm", "")])
def test_boards_lost_their_folds_and_in_two_sizes_could_not_be_read_back(tmp_path: Path, boards: str) -> None:
    loaded = load_game(write(tmp_path, {"game.yaml": GAME, "boards/map.yaml": boards}), cwd=tmp_path)
    assert loaded.game is not None
    assert seen(returned(loaded.game, tmp_path, "csv")) == seen(loaded.game)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_shipped_games_come_back(tmp_path: Path, folder: Path) -> None:
    copy = tmp_path / folder.name
    shutil.copytree(folder, copy)
    game = load_game(copy, cwd=copy).game
    assert game is not None
    assert seen(returned(game, copy, "csv")) == seen(game)


def test_sheets_of_sets_with_long_names_were_taken_for_one_another(tmp_path: Path) -> None:
    ids = ["creatures-of-the-northern-forest-1", "creatures-of-the-northern-forest-2", "a[1]: b?"]
    sheets = sheet_names([SetTable(name, ("id",), (("x",),), "") for name in ids])
    assert sheets == ["creatures-of-the-northern-fo", "creatures-of-the-northern-fo-2", "a-1-- b-"]
    assert sheet_names([SetTable("a" * 40, ("id",), (), "")]) == ["a" * 31]


def test_sets_of_any_name_come_back_from_a_workbook(tmp_path: Path) -> None:
    names = ["a[1]", "the same first thirty characters A", "the same first thirty characters B"]
    files = {
        f"cards/{name}.yaml": f"kind: card\npieces: {{p{at}: {{name: P}}}}\n" for at, name in enumerate(names)
    }
    folder = write(tmp_path / "game", {"game.yaml": GAME, **files})
    said = call(tmp_path, "export", "xlsx", "--game", "game", "--out", "out")
    assert said.returncode == 0, said.stderr
    (tables,) = (tmp_path / "out").glob("*/tables")
    for path in tables.iterdir():
        shutil.copy(path, folder / "cards")
    loaded = load_game(folder, cwd=folder)
    assert [item.message for item in loaded.diagnostics if item.severity.name == "ERROR"] == []
    assert loaded.game is not None
    assert [[piece.id for piece in each.pieces] for each in loaded.game.sets] == [["p0"], ["p1"], ["p2"]]


def test_a_workbook_is_the_same_bytes_every_time(tmp_path: Path) -> None:
    game = load_game(write(tmp_path, {"game.yaml": GAME, "cards/deck.yaml": DECK}), cwd=tmp_path).game
    assert game is not None
    tables = [set_table(each) for each in game.sets]
    assert xlsx_bytes(tables, "Test") == xlsx_bytes(tables, "Test")
    assert b"modified" not in xlsx_bytes(tables, "Test")


def test_a_workbook_without_room_for_its_temporary_files_is_a_fault_of_the_system(monkeypatch):
    class SerialisationError(Exception):
        """As lxml raises it."""

    def full(_book, _out):
        raise SerialisationError("IO_ENOSPC")

    monkeypatch.setattr("openpyxl.Workbook.save", full)
    with pytest.raises(OSError, match="no room"):
        xlsx_bytes([], "Ants")
