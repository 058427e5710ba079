"""Zombies Doom, edition of 2024: the numbers of its rulebook, and what its claims notice."""

from __future__ import annotations

import re
import shutil

import pytest

from pnp.load import load_game
from pnp.rules import check_claims
from tests.cli.call import call
from tests.games.box import ROOT, failed, load, with_fact, without_one
from tests.games.test_doom_paper import words_of

GAME = load("doom")
PINNED = {"D2-17", "D2-24", "D2-27"}
FACTS = {name: fact.value for name, fact in GAME.facts.items()}


def test_every_claim_is_there_and_holds():
    own = "turned piles spells quests aims trophy-quests stand-kinds quest-pictures quest-kinds spell-stock"
    expected = {f"D2-{n:02}" for n in range(1, 36)} - PINNED | set(own.split())
    expected |= {"map-tiles", "printed-spell", "backs"}
    assert set(GAME.claims) == expected
    assert failed(GAME) == []
    assert {claim.id for claim in GAME.claims.values() if claim.severity == "warning"} == {
        "D2-31",
        "D2-32",
        "D2-35",
        "turned",
    }


def test_the_rows_of_the_map():
    """D2-17: rows of 3, 5, 7, 9, 7, 5 and 3 tiles, 39 in all."""
    assert list(FACTS["rows"]) == [3, 5, 7, 9, 7, 5, 3]
    assert sum(FACTS["rows"]) == 39


def test_the_targets():
    """D2-24: 7 tokens for four players, 8 for three, 10 for two."""
    assert FACTS["target"] == {4: 7, 3: 8, 2: 10}


def test_the_hand_and_the_trophies():
    """D2-26, D2-27: two weapons in hand, at most three trophies kept."""
    assert (FACTS["hand"], FACTS["start_draw"], FACTS["trophy_limit"]) == (2, 2, 3)
    assert (FACTS["start_spells"], FACTS["quests_shown"], FACTS["left_over"]) == (1, 3, 1)


def test_the_players():
    """D2-33: two to four players."""
    assert GAME.players == (2, 3, 4)


@pytest.mark.parametrize(
    ("fact", "value", "claim"),
    [
        ("left_over", 2, "D2-19"),
        ("target", {2: 10, 3: 8, 4: 12}, "D2-25"),
        ("trophy_limit", 2, "D2-11"),
        ("hand", 3, "D2-26"),
        ("quests_shown", 18, "D2-10"),
        ("fixed", ["start", "castle", "start"], "D2-16"),
        ("rows", [3, 5, 7, 9, 7, 5, 3, 1], "D2-19"),
        ("monster_tokens", 11, "D2-23"),
        ("spells_per_weapon", 0, "D2-07"),
    ],
)
def test_a_changed_fact_is_noticed(fact, value, claim):
    assert claim in failed(with_fact(GAME, fact, value))


def test_four_monsters_of_one_colour_less_are_noticed():
    game = GAME
    for _ in range(4):
        lost = next(piece for piece in game.pieces() if piece.key == "monsters/monster-demon")
        game = without_one(game, lost)
    assert {"D2-23", "monsters.total"} <= set(failed(game))


def test_a_second_rock_on_a_tile_is_warned_of(tmp_path):
    shutil.copytree(ROOT / "data" / "doom", tmp_path / "doom")
    path = tmp_path / "doom/tiles/map.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace(
            "camp-rock: {extends: camp, copies: 1, rock: [w]}",
            "camp-rock: {extends: camp, copies: 1, rock: [w, e]}",
        ),
        encoding="utf-8",
    )
    game = load_game(tmp_path / "doom").game
    assert {"D2-31", "D2-32"} <= set(failed(game))


def test_another_target_changes_claim_aid_and_rules_and_leaves_no_stale_number(built_game, tmp_path):
    built_game("doom")  # what is kept of it says the other number
    shutil.copytree(ROOT / "data" / "doom", tmp_path / "data" / "doom")
    path = tmp_path / "data/doom/game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{2: 10, 3: 8, 4: 7}", "{2: 10, 3: 8, 4: 6}"), encoding="utf-8")
    assert call(tmp_path, "build", "-q", "--game", "doom", "--lang", "cs,fr").returncode == 0
    for language, players in (("cs", "4 hráči: 6"), ("fr", "4 joueurs : 6")):
        folder = tmp_path / "out/doom" / language
        assert players in words_of(folder / "turn.pdf"), language
        rules = words_of(
            next(path for path in folder.glob("*.pdf") if path.stem not in {each.id for each in GAME.sets})
        )
        assert re.search(r"\b4 6\b", rules), language
        assert not re.search(r"\b4 7\b", rules), language
    result = next(
        each for each in check_claims(load_game(tmp_path / "data/doom").game) if each.claim.id == "D2-25"
    )
    assert result.rulebook == "22"


def test_random_maps_are_all_whole_after_turning():
    """D2-30: no tile is cut off for good; the share that needs a turn is what games of this kind show."""
    from pnp.rules import evaluate, game_scope, parse_expression

    scope = {**game_scope(GAME), "seeds": 300}
    claim = GAME.claims["D2-30"]
    turned = claim.data.replace("unreachable_share", "turned_share")
    assert evaluate(parse_expression(claim.data), scope) == 0
    assert 0.3 < evaluate(parse_expression(turned), scope) < 0.65
