from __future__ import annotations

import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.rules.tilemap import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    MapFault,
    MapTile,
    Setup,
    TileMap,
    row_offsets,
    turned_clockwise,
)

ROWS = (3, 5, 7, 9, 7, 5, 3)
FIXED = {15 + place: MapTile(blocked=place in (3, 5)) for place in range(2, 7)}


def _diamond(*rocks: int, blocked: int = 0, gates: int = 4) -> TileMap:
    rest = 35 - len(rocks) - blocked - gates
    pool = [MapTile()] * rest + [MapTile(edges) for edges in rocks] + [MapTile(blocked=True)] * blocked
    return TileMap(ROWS, FIXED, pool + [MapTile(gate=True)] * gates)


def _cut_off(rows: tuple[int, ...], setup: Setup) -> set[int]:
    """What a walk from cell to cell cannot reach, found the long way: all but the largest part."""
    places = [
        (row, column + offset) for row, offset in enumerate(row_offsets(rows)) for column in range(rows[row])
    ]
    cells = {place: cell for cell, place in enumerate(places) if not setup.tiles[cell].blocked}
    gates = [place for place, cell in cells.items() if setup.tiles[cell].gate]
    parts: list[set[int]] = []
    left = set(cells)
    while left:
        pending, seen = [min(left)], {min(left)}
        while pending:
            row, column = here = pending.pop()
            steps = [((row - 1, column), NORTH, SOUTH), ((row, column + 1), EAST, WEST)]
            steps += [((row + 1, column), SOUTH, NORTH), ((row, column - 1), WEST, EAST)]
            near = [
                there
                for there, out, back in steps
                if there in cells
                and not setup.tiles[cells[here]].edges & out
                and not setup.tiles[cells[there]].edges & back
            ]
            for there in [*near, *(gates if here in gates else [])]:
                if there not in seen:
                    seen.add(there)
                    pending.append(there)
        left -= seen
        parts.append({cells[place] for place in seen})
    parts.sort(key=lambda part: (-len(part), min(part)))
    return set().union(*parts[1:])


def test_rows_are_centred_on_one_grid() -> None:
    assert row_offsets(ROWS) == [3, 2, 1, 0, 1, 2, 3]
    assert row_offsets([4, 6, 8, 8, 8, 6, 4]) == [2, 1, 0, 0, 0, 1, 2]
    with pytest.raises(MapFault, match="odd and of even"):
        row_offsets([3, 4])


def test_too_few_tiles_are_refused() -> None:
    with pytest.raises(MapFault, match="3 free places and 2 tiles"):
        TileMap([3], {}, [MapTile()] * 2)


def test_an_edge_turns_clockwise() -> None:
    assert [turned_clockwise(edge) for edge in (NORTH, EAST, SOUTH, WEST)] == [EAST, SOUTH, WEST, NORTH]


@given(st.integers(0, 15))
def test_four_turns_are_none(edges: int) -> None:
    turned = edges
    for _ in range(4):
        turned = turned_clockwise(turned)
    assert turned == edges


def test_a_closed_edge_parts_both_ways() -> None:
    for edges in ((EAST, 0), (0, WEST)):
        fixed = {0: MapTile(edges[0]), 1: MapTile(edges[1]), 2: MapTile()}
        assert TileMap([3], fixed, []).lay(0, turn=False).cut_off == (0,)
    assert TileMap([3], {0: MapTile(), 1: MapTile(), 2: MapTile()}, []).lay(0).cut_off == ()


def test_gates_lead_to_one_another() -> None:
    walls = {1: MapTile(blocked=True)}
    assert TileMap([3], {0: MapTile(), 2: MapTile(), **walls}, []).lay(0).cut_off == (2,)
    assert TileMap([3], {0: MapTile(gate=True), 2: MapTile(gate=True), **walls}, []).lay(0).cut_off == ()


def test_the_tile_with_the_closed_edge_is_turned() -> None:
    setup = TileMap([1, 1], {1: MapTile()}, [MapTile(SOUTH)]).lay(0)
    assert (setup.tiles[0].edges, setup.turns, setup.cut_off) == (WEST, 1, ())


def test_fixed_tiles_are_never_turned() -> None:
    setup = TileMap([1, 1], {0: MapTile(SOUTH), 1: MapTile()}, []).lay(0)
    assert (setup.turns, setup.cut_off) == (0, (1,))


def test_a_full_rock_beside_the_tip_cannot_be_fixed() -> None:
    fixed = {**{cell: MapTile() for cell in range(39)}, 16: MapTile(blocked=True)}
    assert TileMap(ROWS, fixed, []).lay(0).cut_off == (15,)


_tiles = st.builds(MapTile, st.integers(0, 15), st.sampled_from([False, False, False, True]), st.booleans())
_rows = st.lists(st.sampled_from([1, 3, 5]), min_size=1, max_size=4).map(tuple)


@given(_rows, st.data(), st.integers(0, 999), st.booleans())
def test_what_is_cut_off_agrees_with_a_walk(
    rows: tuple[int, ...], data: st.DataObject, seed: int, turn: bool
) -> None:
    pool = data.draw(st.lists(_tiles, min_size=sum(rows), max_size=sum(rows) + 2))
    setup = TileMap(rows, {}, pool).lay(seed, turn)
    assert set(setup.cut_off) == _cut_off(rows, setup)


@given(_rows, st.data(), st.integers(0, 999))
def test_a_laid_map_holds_tiles_of_the_pool_turned_at_most(
    rows: tuple[int, ...], data: st.DataObject, seed: int
) -> None:
    pool = data.draw(st.lists(_tiles, min_size=sum(rows), max_size=sum(rows)))
    plain, mended = TileMap(rows, {}, pool).lay(seed, turn=False), TileMap(rows, {}, pool).lay(seed)
    assert sorted(plain.tiles) == sorted(pool)
    assert len(mended.cut_off) <= len(plain.cut_off) or mended.turns
    for before, after in zip(plain.tiles, mended.tiles, strict=True):
        turns = [before.edges]
        for _ in range(3):
            turns.append(turned_clockwise(turns[-1]))
        assert after.edges in turns
        assert after[1:] == before[1:]


def test_the_same_seed_lays_the_same_map() -> None:
    rocks = (NORTH, EAST, SOUTH, WEST) * 3
    assert [_diamond(*rocks).lay(seed) for seed in range(5)] == [
        _diamond(*rocks).lay(seed) for seed in range(5)
    ]
    assert len({_diamond(*rocks).lay(seed).tiles for seed in range(20)}) == 20


@pytest.mark.parametrize(("rocks", "share"), [(8, 0.28), (12, 0.46), (15, 0.58)])
def test_one_edge_a_tile_is_always_fixed_by_turning(rocks: int, share: float) -> None:
    edges = [(NORTH, EAST, SOUTH, WEST)[place % 4] for place in range(rocks)]
    laid = [_diamond(*edges).lay(seed) for seed in range(1000)]
    assert not any(setup.cut_off for setup in laid)
    assert sum(setup.turns > 0 for setup in laid) / 1000 == pytest.approx(share, abs=0.06)


@pytest.mark.parametrize(("blocked", "share"), [(2, 0.115), (3, 0.19), (4, 0.28)])
def test_full_rocks_in_the_pool_cut_tiles_off_for_good(blocked: int, share: float) -> None:
    laid = [_diamond(blocked=blocked).lay(seed) for seed in range(2000)]
    assert sum(bool(setup.cut_off) for setup in laid) / 2000 == pytest.approx(share, abs=0.04)


def test_a_set_up_takes_some_hundred_calls() -> None:
    tile_map = _diamond(*(NORTH, EAST, SOUTH, WEST) * 3)
    called: Counter[str] = Counter()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, argument: called.update([event]))
    for seed in range(100):
        tile_map.lay(seed)
    sys.setprofile(before)
    assert 0 < called["call"] + called["c_call"] < 40_000
