"""Helpers that lay maps out of the game's own tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.diagnostics import times
from pnp.model import Piece, Sides
from pnp.rules import tilemap
from pnp.rules.counting import pieces_of
from pnp.rules.fault import UnplacedFault
from pnp.rules.limits import MOST_PLACES, MOST_SEEDS
from pnp.rules.run import Run
from pnp.rules.sequence import members
from pnp.rules.tilemap import MapFault, MapTile, TileMap
from pnp.rules.value import describe, plain

_STEPS_PER_PLACE = 6
"""Steps that laying a tile costs, which is how long it takes."""


def offsets(run: Run, rows: Any) -> list[int]:
    """Free places before each row."""
    try:
        return tilemap.row_offsets(_row_lengths(run, rows))
    except MapFault as fault:
        raise UnplacedFault("X120", str(fault), "give the map rows and tiles that go together") from None


def unreachable(run: Run, tiles: Any, **plan: Any) -> float:
    """The share of set-ups with a tile that cannot be reached, tiles turned where the rule allows it."""
    turn = bool(plan.pop("turn", True))
    return _share(run, tiles, plan, turn, lambda setup: bool(setup.cut_off))


def turned(run: Run, tiles: Any, **plan: Any) -> float:
    """The share of set-ups in which a tile has to be turned."""
    return _share(run, tiles, plan, True, lambda setup: setup.turns > 0)


def _share(run: Run, tiles: Any, plan: Mapping[str, Any], turn: bool, hit: Any) -> float:
    seeds, tile_map, places = _map(run, tiles, plan)
    hits = 0
    for seed in range(seeds):
        run.budget.spend(places * _STEPS_PER_PLACE)
        hits += hit(tile_map.lay(seed, turn))
    return hits / seeds


_DEFAULTS: Mapping[str, Any] = {
    "rows": None,
    "fixed": (),
    "kind": "kind",
    "edges": "edges",
    "blocked": (),
    "gates": (),
    "seeds": 20,
}


def _map(run: Run, tiles: Any, plan: Mapping[str, Any]) -> tuple[int, TileMap, int]:
    """Number of seeds, the map, and how many places it has."""
    unknown = [name for name in plan if name not in _DEFAULTS]
    if unknown:
        raise UnplacedFault("X120", f"a map has no '{unknown[0]}'", f"it has {', '.join(_DEFAULTS)} and turn")
    given = {**_DEFAULTS, **plan}
    seeds = given["seeds"]
    if isinstance(seeds, bool) or not isinstance(seeds, int) or not 1 <= seeds <= MOST_SEEDS:
        raise UnplacedFault(
            "X120", f"seeds must be a whole number from 1 to {MOST_SEEDS:,}", "write one, such as 100"
        )
    rows = _row_lengths(run, given["rows"])
    pool = _Pool(run, tiles, given)
    fixed = {cell: pool.take(kind) for cell, kind in _fixed_cells(run, rows, given["fixed"]).items()}
    try:
        return seeds, TileMap(rows, fixed, pool.rest()), sum(rows)
    except MapFault as fault:
        raise UnplacedFault("X120", str(fault), "give the map rows and tiles that go together") from None


def _row_lengths(run: Run, rows: Any) -> list[int]:
    if rows is None:
        raise UnplacedFault("X120", "the rows of the map are missing", "add rows=[3, 5, 3]")
    lengths = members(run, rows)
    for length in lengths:
        if isinstance(length, bool) or not isinstance(length, int) or length < 1:
            raise UnplacedFault(
                "X120",
                f"the length of a row is a whole number from 1, not {describe(length)}",
                "write rows=[3, 5, 3]",
            )
    if not lengths or sum(lengths) > MOST_PLACES:
        raise UnplacedFault("X120", f"a map has 1 to {MOST_PLACES:,} places", "write other rows")
    return lengths


def _fixed_cells(run: Run, rows: Sequence[int], fixed: Any) -> dict[int, Any]:
    """Kinds of the fixed tiles by cell: a list is centred in the middle row, a mapping has places from 1."""
    middle = len(rows) // 2
    first, length = sum(rows[:middle]), rows[middle]
    if isinstance(fixed, Mapping):
        places = {plain(place, run.budget): kind for place, kind in fixed.items()}
    else:
        kinds = members(run, fixed)
        if kinds and ((length - len(kinds)) % 2 or len(kinds) > length):
            tiles = f"{times(len(kinds), 'fixed tile')} {'does' if len(kinds) == 1 else 'do'}"
            message = f"{tiles} not lie in the middle of a row of {length}"
            raise UnplacedFault("X120", message, "make both odd, or both even")
        places = dict(enumerate(kinds, (length - len(kinds)) // 2 + 1))
    for place in places:
        if isinstance(place, bool) or not isinstance(place, int) or not 1 <= place <= length:
            raise UnplacedFault("X120", f"the middle row has places 1 to {length}", "name one of them")
    return {first + place - 1: kind for place, kind in places.items()}


class _Pool:
    """The printed tiles, from which the fixed ones are taken first."""

    def __init__(self, run: Run, tiles: Any, plan: Mapping[str, Any]) -> None:
        self._run = run
        self._kind, self._edges = str(plan["kind"]), str(plan["edges"])
        self._blocked = [plain(kind, run.budget) for kind in members(run, plan["blocked"])]
        self._gates = [plain(kind, run.budget) for kind in members(run, plan["gates"])]
        self._tiles: list[tuple[Any, MapTile]] = []
        for piece in pieces_of(run, tiles):
            entry = self._entry(piece)
            if entry[1].edges or entry[1].blocked:
                run.visits.count([piece])
            run.budget.spend(piece.copies)
            self._tiles += [entry] * piece.copies

    def _entry(self, piece: Piece) -> tuple[Any, MapTile]:
        kind = plain(self._member(piece, self._kind), self._run.budget)
        sides = self._member(piece, self._edges)
        if sides is not None and not isinstance(sides, Sides):
            raise UnplacedFault(
                "X120",
                f"'{self._edges}' of '{piece.key}' is {describe(sides)}, no sides",
                "write a list of n, e, s and w",
            )
        if any(sides[4:] if sides else ()):
            raise UnplacedFault("X120", f"'{piece.key}' is a hexagon", "maps are laid out of square tiles")
        edges = sum(bit for bit, closed in zip((1, 2, 4, 8), sides or (), strict=False) if closed)
        return kind, MapTile(edges, kind in self._blocked, kind in self._gates)

    def _member(self, piece: Piece, name: str) -> Any:
        try:
            return piece.member(name)
        except KeyError:
            raise UnplacedFault(
                "X112",
                f"the tile '{piece.key}' has no '{name}'",
                "declare it under 'fields', and give it to each tile",
            ) from None

    def take(self, kind: Any) -> MapTile:
        """Takes the first tile of the kind out of the pool."""
        wanted = plain(kind, self._run.budget)
        for index, (found, tile) in enumerate(self._tiles):
            if found == wanted:
                del self._tiles[index]
                return tile
        raise UnplacedFault(
            "X120",
            f"there are too few tiles of the kind '{wanted}' for the fixed places",
            "fix fewer places, or add tiles",
        )

    def rest(self) -> list[MapTile]:
        """The tiles that are still in the pool."""
        return [tile for _, tile in self._tiles]
