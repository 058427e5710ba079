"""Pieces of a set that are printed smaller, so that they stay whole."""

from __future__ import annotations

from pathlib import Path

from tests.cases.made import make
from tests.cli.call import call

MAP = "kind: board\nsize: 210x297mm\nfit: page\npieces: {map: {name: Map}}\n"


def test_a_board_as_large_as_its_paper_was_halved_without_a_way_to_keep_it_whole(tmp_path: Path) -> None:
    made = make(tmp_path, {"boards/map.yaml": MAP})
    (note,) = [item for item in made.result.diagnostics if item.code in ("S115", "S117")]
    assert note.message == "board of 210 × 297 mm is printed at 92.6%, so that it stays whole on A4"
    assert (made.result.sheets, made.result.pieces) == (1, 1)
    assert "1 sheet" in call(made.folder, "build", "--force").stdout
    assert "A1" not in made.words("map")


def test_a_board_that_folds_is_not_fitted(tmp_path: Path) -> None:
    folding = MAP.replace("fit: page", "fit: page\npanels: 2x1")
    for at, (text, words) in enumerate(
        (
            (folding, "a board that folds is printed panel"),
            (MAP.replace("board", "aid"), "only boards are made smaller"),
        )
    ):
        made = make(tmp_path / str(at), {"boards/map.yaml": text})
        (found,) = [item for item in made.found if item.code == "M125"]
        assert str(found.span) == "boards/map.yaml:3:6"
        assert words in found.message
