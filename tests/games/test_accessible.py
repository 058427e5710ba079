"""PDFs of all five games for readers that do not see them: rule sheets in all languages, and sheets of pieces."""

from __future__ import annotations

import pytest

from tests.pdf.tagged import Checked
from tests.pdf.ua import broken

_GAMES = ("country", "doom", "doom-elements", "zombiaki", "zombiaki2")


@pytest.mark.parametrize("name", _GAMES)
def test_every_rule_sheet_meets_the_standard(built_game, name):
    game, _, folder = built_game(name)
    pieces = {each.id for each in game.sets} | {"cards", "punchboard"}
    for language in game.languages:
        sheets = [path for path in sorted((folder / language).glob("*.pdf")) if path.stem not in pieces]
        assert len(sheets) == len(game.rulebooks)
        for path in sheets:
            file = Checked(path.read_bytes())  # its nodes can be read for as long as it lives
            assert broken(file) == []
            figures = file.of("Figure")
            assert len(figures) > 20
            assert all(node.words("Alt") for node in figures)
            foreign = {node.words("Alt") for node in figures if node.words("Lang")}
            assert not foreign, (language, foreign)


@pytest.mark.parametrize("name", _GAMES)
def test_sheets_of_pieces_meet_the_standard(built_game, name):
    game, _, folder = built_game(name)
    files = [path.read_bytes() for path in sorted((folder / game.language).glob("*.pdf"))]
    assert all(b"<pdfuaid:part>" in data for data in files)
    for data in (min(files, key=len), max(files, key=len)):
        assert broken(data) == []
