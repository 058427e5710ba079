"""The rule sheets of all five games, in all their languages, for readers that do not see them."""

from __future__ import annotations

import pytest

from tests.pdf.tagged import Checked
from tests.pdf.ua import broken

_GAMES = ("country", "doom", "doom-elements", "zombiaki", "zombiaki2")


@pytest.mark.parametrize("name", _GAMES)
def test_every_rule_sheet_meets_the_standard(built_game, name):
    game, _, folder = built_game(name)
    for language in game.languages:
        files = [path.read_bytes() for path in sorted((folder / language).glob("*.pdf"))]
        sheets = [data for data in files if b"<pdfuaid:part>" in data]
        assert len(sheets) == len(game.rulebooks)
        for data in sheets:
            assert broken(data) == []
            figures = Checked(data).of("Figure")
            assert len(figures) > 20
            assert not [
                node.words("Alt") for node in figures if node.words("Lang")
            ]  # all in its own language
