"""Choosing pieces with --only, --where and --copies."""

from pathlib import Path

import pytest

from pnp.build.request import Selection, select
from pnp.load import load_game

DOOM = Path(__file__).parents[2] / "data" / "doom"


@pytest.fixture(scope="module")
def doom():
    return load_game(DOOM).game


def keys(doom, **choice):
    sets, found = select(doom, Selection(**choice))
    assert not found
    return [piece.key for each in sets for piece in each.pieces]


def test_a_set_or_a_pattern_of_pieces(doom):
    assert len(keys(doom, only=("spells",))) == 4
    assert keys(doom, only=("weapons/bomb-*", "spells/spell-lure")) == [
        *(f"weapons/bomb-{weapon}" for weapon in ("bow", "sword", "club", "spear")),
        "spells/spell-lure",
    ]


def test_a_condition_chooses_only_pieces_that_have_the_field(doom):
    assert keys(doom, where="spell == 'lure'") == [
        *(f"weapons/spell-{weapon}-lure" for weapon in ("bow", "sword", "club", "spear")),
        "spells/spell-lure",
    ]


def test_a_condition_may_take_a_field_by_its_name_in_brackets(doom):
    assert keys(doom, where="piece['spell'] == 'lure'") == keys(doom, where="spell == 'lure'")


def test_copies_replace_the_numbers_of_the_data(doom):
    sets, _ = select(doom, Selection(only=("spells",), copies=1))
    assert [piece.copies for piece in sets[0].pieces] == [1, 1, 1, 1]


def test_a_name_that_fits_nothing_is_a_fault_with_a_suggestion(doom):
    _, found = select(doom, Selection(only=("wepons",)))
    assert [(item.code, item.help) for item in found] == [("C210", ("did you mean 'weapons'?",))]


def test_a_broken_or_unknown_condition_is_a_fault(doom):
    for where in ("spell ==", "spel == 'lure'", "1/0"):
        _, found = select(doom, Selection(where=where))
        assert [item.code for item in found] == ["C230"], where


def test_a_comparison_that_never_holds_is_a_fault_and_not_an_empty_choice(doom):
    for where, cure in (
        ("spell == 'lur'", "did you mean 'lure'?"),
        ("copies == '1'", "compare with a number, such as "),
        ("name == 3 or copies > 1", "write it in quotes: '3'"),
    ):
        _, found = select(doom, Selection(where=where))
        assert [item.code for item in found] == ["C230"], where
        assert found[0].help[0].startswith(cure), found[0].help


def test_a_choice_that_leaves_nothing_is_a_fault(doom):
    _, found = select(doom, Selection(only=("spells",), where="spell == 'lure' and number > 99"))
    assert [item.code for item in found] == ["C220"]


def test_a_set_whose_table_cannot_be_read_is_not_called_unknown(tmp_path):
    (tmp_path / "game.yaml").write_text("name: X\n", encoding="utf-8")
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/birds.yaml").write_text("kind: card\nrows: birds.csv\n", encoding="utf-8")
    loaded = load_game(tmp_path)
    assert [item.code for item in loaded.diagnostics] == ["Y301"]
    assert select(loaded.game, Selection(only=("birds",)))[1] == []
