"""The table of ``pnp check`` on terminals of several widths, and ``--ids``: where statements are held to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.cli.check import fitting_rows
from pnp.cli.terminal import table, width
from pnp.load import missing_numbers, places_in_tests
from pnp.load.claim_place import ClaimPlace
from pnp.source import Span
from tests.cli.call import call

HEAD = ("claim", "says", "rulebook", "data", "", "source")
ROWS = [
    ("D2-01", "Every weapon has a colour of its own", "== [[bow, red, demon, yes]]", "[[bow, red, demon, yes]]", "ok", "r 2.2"),
    ("D2-02", "Weapons make four piles", "== [4, 4]", "[4, 4]", "FAILED", "r 2.5"),
]  # fmt: skip


@pytest.mark.parametrize("columns", [72, 80, 100, 120])
def test_lines_end_where_the_terminal_ends(columns: int) -> None:
    rows = fitting_rows(ROWS, columns)
    lines = table(HEAD, rows, flexible=1, right=(2, 3), columns=columns)
    assert max(width(line) for line in lines) <= columns
    assert rows[1][2:4] == ("== [4, 4]", "[4, 4]")


def test_long_values_are_cut_on_wide_terminals_too() -> None:
    assert [len(value) for value in fitting_rows(ROWS, 160)[0][2:4]] == [26, 24]


ROOT = Path(__file__).parents[2]

GAME = """\
name: Ants
players: 2
sources: {r: {title: Rules}}
facts: {ants: {value: 3, source: r 1}}   # A1-02: as many as the rulebook says
claims:
  A1-01: {says: There are three ants., source: r 1, data: n(cards), rulebook: facts.ants}
  fair: {says: No ant is alone., source: r 1, data: n(cards), is: ">", rulebook: "1"}
"""
CARDS = """\
kind: card
fields: {legs: number 6..6}   # A1-04, and again A1-04
pieces:
  ant: {name: "Ant # A1-09", legs: 6, copies: 3}
"""
TEST = '''\
"""B2-01, UTF-16, XA1-01 and A1-010 are none of ours."""

def test_ants():
    """A1-01: three of them.

    Also A1-05.
    """
    # A1-07
'''


@pytest.fixture
def ants(tmp_path):
    game = tmp_path / "data/ants"
    (game / "cards").mkdir(parents=True)
    (tmp_path / "tests/games").mkdir(parents=True)
    (game / "game.yaml").write_text(GAME, encoding="utf-8")
    (game / "cards/ants.yaml").write_text(CARDS, encoding="utf-8")
    (tmp_path / "tests/games/test_ants.py").write_text(TEST, encoding="utf-8")
    (tmp_path / "tests/games/test_broken.py").write_text('"""A1-08"""\ndef', encoding="utf-8")
    return tmp_path


def run(folder, *arguments):
    return call(folder, "check", "--ids", *arguments)


def test_claims_remarks_and_docstrings_are_listed_with_their_lines(ants):
    record = json.loads(run(ants, "--game", "ants", "--format", "json").stdout)
    assert [(each["id"], each["kind"], each["file"], each["line"]) for each in record] == [
        ("A1-01", "claim", "data/ants/game.yaml", 6),
        ("A1-01", "test", "tests/games/test_ants.py", 3),
        ("A1-02", "remark", "data/ants/game.yaml", 4),
        ("A1-04", "remark", "data/ants/cards/ants.yaml", 2),
        ("A1-05", "test", "tests/games/test_ants.py", 3),
        ("fair", "claim", "data/ants/game.yaml", 7),
    ]
    assert record[0]["says"] == "There are three ants."
    assert {each["game"] for each in record} == {"ants"}


def test_the_table_ends_with_what_the_numbering_leaves_out(ants):
    result = run(ants, "--game", "ants")
    assert result.returncode == 0
    assert result.stdout.splitlines()[-2:] == [
        "5 ids in 6 places",
        "missing in the numbering: A1-03",
    ]


def test_tests_that_compare_games_belong_to_none(tmp_path):
    (tmp_path / "test_across.py").write_text('"""X-01: both alike."""', encoding="utf-8")
    (place,) = places_in_tests(tmp_path, [], tmp_path)
    assert (place.id, place.game, place.words) == ("X-01", "", "X-01: both alike.")


def test_only_numbered_ids_can_be_missing():
    names = ("A-01", "A-03", "A-03", "B2-02", "fair", "first-1")
    places = [ClaimPlace(name, "g", "claim", Span("game.yaml"), "") for name in names]
    assert missing_numbers(places) == ["A-02", "B2-01"]
