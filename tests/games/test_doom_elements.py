"""Zombies Doom, elements edition: its box, the numbers of its rulebook, and what its claims notice."""

from __future__ import annotations

import re
from collections import Counter

import pikepdf
import pypdfium2
import pytest

from pnp.diagnostics import Severity
from pnp.model import Term, Text
from pnp.rules import fill, game_scope, piece_scope
from pnp.rules.tilemap import EAST, NORTH, SOUTH, WEST, MapTile, TileMap
from tests.games.box import failed, load, with_fact, without_one

GAME = load("doom-elements")
FACTS = {name: fact.value for name, fact in GAME.facts.items()}
SHEETS = ("cs/pravidla", "pl/zasady-gry", "fr/regles-du-jeu", "en/rules-of-the-game")
PIECES = [piece for piece in GAME.pieces() if piece.copies]


def copies_by(field: str, *sets: str) -> dict[str, int]:
    """Printed copies by the term in a field, of pieces in these sets that have one."""
    found: Counter[str] = Counter()
    for piece in PIECES:
        value = piece.fields.get(field) if piece.set_id in sets else None
        if isinstance(value, Term):
            found[value.id] += piece.copies
    return dict(found)


def wording(piece, field: str) -> str:
    value = piece.fields[field]
    assert isinstance(value, Text)
    return fill(value, piece_scope(piece, game_scope(GAME)), "cs").text


def test_the_box_holds_what_the_component_list_says():
    kinds = Counter()
    for piece in PIECES:
        kinds[piece.kind] += piece.copies
    assert kinds == {"card": 72, "aid": 4, "tile": 44, "token": 80, "standee": 4, "board": 1}
    assert {each.id: each.total for each in GAME.sets if each.total} == {
        "weapons": 72, "turn": 4, "starts": 2, "map": 42, "zombies": 48, "victory": 32, "pawns": 4, "queue": 1,
    }  # fmt: skip


def test_every_claim_is_there_and_holds():
    assert [name for name in GAME.claims if re.match("D1", name)] == [f"D1-{n:02}" for n in range(1, 27)]
    assert failed(GAME) == []
    assert {claim.id for claim in GAME.claims.values() if claim.severity == "warning"} == {"D1-26", "turned"}


def test_elements_colours_and_what_carries_them():
    """D1-01, D1-02, D1-15: four elements with a colour each; tokens know no element, tiles know no colour."""
    elements = GAME.vocabularies["element"].terms.values()
    assert {e.name.source: e.data["hue"].name.source for e in elements} == {
        "oheň": "červená", "voda": "modrá", "blesk": "žlutá", "vítr": "zelená",
    }  # fmt: skip
    of_set = {each.id: set(each.fields) for each in GAME.sets}
    assert "element" not in of_set["zombies"]
    assert "hue" not in of_set["map"]
    assert copies_by("hue", "zombies") == dict.fromkeys(("red", "blue", "yellow", "green"), 12)


def test_each_card_is_called_as_the_symbol_in_its_middle():
    """D1-04, D1-05: the caption is the name of the element, of the joker or of the zombie."""
    cards = [piece for piece in PIECES if piece.set_id == "weapons"]
    assert copies_by("middle", "weapons") == {"weapon": 48, "joker": 12, "zombie": 12}
    for piece in cards:
        shown = piece.fields["element"] or piece.fields["middle"]
        assert wording(piece, "name").lower() == shown.name.source, piece.key
        assert (piece.fields["element"] is not None) == (piece.fields["middle"].id == "weapon"), piece.key


def test_each_pile_is_made_alike():
    """D1-03, D1-23, D1-24: four piles of 18 with a back each; 15 of them are no zombies, 12 zombies in all."""
    assert copies_by("pile", "weapons") == dict.fromkeys(("fire", "water", "lightning", "wind"), 18)
    for pile in GAME.vocabularies["element"].terms.values():
        cards = [piece for piece in PIECES if piece.set_id == "weapons" and piece.fields["pile"] == pile]
        own = sum(piece.copies for piece in cards if piece.fields["element"] == pile)
        foreign = sum(piece.copies for piece in cards if piece.fields["element"] not in (pile, None))
        zombies = sum(piece.copies for piece in cards if piece.fields["middle"].id == "zombie")
        assert (own, foreign, zombies, sum(piece.copies for piece in cards)) == (9, 3, 3, 18)


def test_the_map_of_the_rulebook():
    """D1-06, D1-07, D1-08, D1-09, D1-10, D1-11, D1-12: 44 tiles in seven rows; the two starts lie third and sixth in the middle one."""
    assert list(FACTS["rows"]) == [4, 6, 8, 8, 8, 6, 4]
    assert FACTS["fixed"] == {3: "start", 6: "start"}
    assert copies_by("tile", "starts", "map") == {"start": 2, "battle": 32, "calm": 5, "hole": 5}
    assert copies_by("element", "map") == dict.fromkeys(("fire", "water", "lightning", "wind"), 8)


def test_the_numbers_of_the_rulebook():
    """D1-13, D1-14, D1-16, D1-17, D1-18, D1-19, D1-20, D1-21, D1-25: restated here, so that nobody changes a fact by mistake."""
    assert GAME.players == (2, 3, 4)
    assert FACTS["target"] == {2: 11, 3: 8, 4: 7}
    assert FACTS["queue_piles"] == {2: 2, 3: 3, 4: 4}
    assert FACTS["queue_size"] == 1
    assert FACTS["hand"] == FACTS["start_draw"] == 3
    assert FACTS["extra_draw"] == 1
    assert FACTS["max_zombies"] == 2
    assert max(number * (target - 1) + 1 for number, target in FACTS["target"].items()) == 25
    assert sum(piece.copies for piece in PIECES if piece.set_id == "zombies") == 32 + 4 + 12
    assert len({piece.fields["figure"] for piece in PIECES if piece.set_id == "pawns"}) == 4


@pytest.mark.parametrize(("edge", "closed"), [(EAST, True), (NORTH, False), (SOUTH, False), (WEST, False)])
@pytest.mark.parametrize("first", [True, False])
def test_a_wall_closes_its_side_both_ways(edge, closed, first):
    """D1-22: whichever of two neighbours has the wall between them, neither can be reached from the other."""
    walled = MapTile(edge) if first else MapTile({EAST: WEST, WEST: EAST}.get(edge, edge))
    tiles = [walled, MapTile()] if first else [MapTile(), walled]
    setup = TileMap([2], dict(enumerate(tiles)), []).lay(0, turn=False)
    assert bool(setup.cut_off) == closed


def test_walls_stand_on_every_side_equally_often():
    """D1-22: 12 tiles with one wall each, three on each side, three of each element."""
    walled = [piece for piece in PIECES if piece.set_id == "map" and any(piece.fields["walls"] or ())]
    assert all(piece.copies == 1 and sum(piece.fields["walls"]) == 1 for piece in walled)
    assert Counter(side for piece in walled for side in piece.fields["walls"].names()) == dict.fromkeys(
        "nesw", 3
    )
    assert set(Counter(piece.fields["element"].id for piece in walled).values()) == {3}


def test_holes_alone_cut_a_tile_off_in_one_map_of_eight():
    """D1-26: 13 % of 20,000 set-ups without walls, as counted by hand when the numbers were chosen."""
    holes = [MapTile(blocked=True)] * 5 + [MapTile()] * 37
    plan = TileMap(FACTS["rows"], {20: MapTile(), 23: MapTile()}, holes)
    share = sum(bool(plan.lay(seed, turn=False).cut_off) for seed in range(3000)) / 3000
    assert share == pytest.approx(0.13, abs=0.02)


@pytest.mark.parametrize(
    ("name", "value", "claims"),
    [
        ("target", {2: 11, 3: 8, 4: 12}, {"D1-20", "D1-21"}),
        ("target", {2: 10, 3: 8, 4: 7}, {"D1-20"}),
        ("rows", [4, 6, 8, 8, 8, 6, 3], {"D1-09", "D1-10", "D1-12", "D1-26", "turned"}),
        ("fixed", {2: "start", 6: "start"}, {"D1-11", "D1-12"}),
        ("hand", 4, {"D1-17", "D1-18"}),
        ("queue_size", 2, {"D1-14", "D1-16", "D1-17", "D1-18"}),
        ("max_zombies", 3, {"D1-18", "D1-19"}),
        ("zombie_tokens", 8, {"D1-15"}),
        ("walls", 16, {"D1-22"}),
    ],
)
def test_a_changed_number_is_noticed(name, value, claims):
    assert set(failed(with_fact(GAME, name, value))) == claims


def test_four_zombies_less_of_one_colour_are_noticed():
    """D1-14, D1-15: there are just enough, and equally many of each."""
    game = GAME
    for _ in range(4):
        red = next(piece for piece in game.pieces() if piece.key == "zombies/zombie-red")
        game = without_one(game, red)
    assert set(failed(game)) == {"D1-14", "D1-15", "zombies.total"}


def test_it_prints_in_every_language_and_its_rules_take_four_pages(built_game):
    _, result, folder = built_game("doom-elements")
    assert [fault.message for fault in result.diagnostics if fault.severity is not Severity.NOTE] == []
    assert (result.pieces, GAME.languages) == (4 * 205, ("cs", "pl", "fr", "en"))
    for sheet in SHEETS:
        with pikepdf.open(folder / f"{sheet}.pdf") as pdf:
            assert len(pdf.pages) == 4, sheet


def test_the_index_has_the_same_pages_in_every_language(built_game):
    """A page that only some languages name is one where words of the others change and their forms are missing."""
    _, _, folder = built_game("doom-elements")
    found: dict[str, list[str]] = {}
    for sheet in SHEETS:
        with pypdfium2.PdfDocument(folder / f"{sheet}.pdf") as document:
            *_, index = document.get_toc()  # the last heading
            heading, number = index.get_title(), index.get_dest().get_index()
            text = document[number].get_textpage().get_text_bounded()
        _, _, below = text.partition(f"\r\n{heading}\r\n")
        entries, _, _ = below.partition(":")  # the first of the credits
        found[sheet] = sorted(re.findall(r"\d(?:[–,\s]*\d)*", entries))
    pages = found.pop("cs/pravidla")
    assert len(pages) > len(GAME.vocabularies["element"].terms) + len(GAME.vocabularies["hue"].terms)
    assert [sheet for sheet, others in found.items() if others != pages] == []
