"""Maps laid out at random from tiles with closed edges: reachable cells, and the effect of turning a tile.

A map is a stack of rows, centred on one square grid. Some places are fixed, the rest is dealt from a shuffled
pool. One passes between neighbours unless either has a closed edge there, and never onto a blocked tile; all
gates are next to each other. Cells are bits of one whole number, so that a whole map is searched with a
handful of operations a step.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pnp.diagnostics import times
from pnp.model import Piece, Sides
from pnp.rules.group import members, pieces_of
from pnp.rules.limits import MOST_PLACES, MOST_SEEDS
from pnp.rules.run import Run, UnplacedFault
from pnp.rules.value import describe, plain

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_MOST_TURNS = 3
"""Quarter turns of one tile; the fourth would bring it back."""


class MapFault(ValueError):
    """Rows and tiles that make no map. The message is one line for the author."""


class MapTile(NamedTuple):
    """A tile as the map sees it.

    Attributes:
        edges: Closed edges, a sum of NORTH, EAST, SOUTH, WEST.
        blocked: Whether it cannot be entered.
        gate: Whether it leads to every other gate.
    """

    edges: int = 0
    blocked: bool = False
    gate: bool = False


def turned_clockwise(edges: int) -> int:
    """The closed edges after a quarter turn: north goes to east, west to north."""
    return (edges << 1 | edges >> 3) & 15


def _turned(tile: MapTile, quarters: int) -> MapTile:
    edges = tile.edges
    for _ in range(quarters):
        edges = turned_clockwise(edges)
    return tile._replace(edges=edges)


def row_offsets(rows: Sequence[int]) -> list[int]:
    """Places left free before each row when all are centred on the widest.

    Raises:
        MapFault: Rows of odd and of even length do not fit one grid.
    """
    if not rows or min(rows) < 1:
        raise MapFault("every row needs at least one place")
    widest = max(rows)
    if any((widest - length) % 2 for length in rows):
        raise MapFault("rows of odd and of even length do not fit one grid")
    return [(widest - length) // 2 for length in rows]


@dataclass(frozen=True, slots=True)
class Setup:
    """A laid map. Cells in reading order; a cell's bit is ``row * stride + column``.

    Attributes:
        tiles: By cell, turned as they lie.
        turns: How many quarter turns it took until all could be reached.
        cut_off: Cells that cannot be reached however the offending tiles are turned, in reading order.
    """

    tiles: tuple[MapTile, ...]
    turns: int
    cut_off: tuple[int, ...]


class TileMap:
    """The places of a map and the tiles that are dealt onto them."""

    def __init__(self, rows: Sequence[int], fixed: Mapping[int, MapTile], pool: Sequence[MapTile]) -> None:
        """Prepares the map.

        Args:
            rows: Lengths from top to bottom.
            fixed: Tiles that always lie on the same cell, by cell number in reading order from 0.
            pool: Tiles that are shuffled; what is not needed is left over.

        Raises:
            MapFault: The rows fit no grid, or the pool is too small.
        """
        offsets = row_offsets(rows)
        self._stride = max(rows) + 1  # an empty column keeps rows apart
        self._bits = [
            1 << row * self._stride + offset + place
            for row, (length, offset) in enumerate(zip(rows, offsets, strict=True))
            for place in range(length)
        ]
        self._fixed = dict(fixed)
        self._free = [cell for cell in range(len(self._bits)) if cell not in self._fixed]
        self._pool = list(pool)
        if len(pool) < len(self._free):
            raise MapFault(
                f"the map has {times(len(self._free), 'free place')} and {times(len(pool), 'tile')} for them"
            )
        every = sum(self._bits)
        self._all = every
        self._east = every & every >> 1
        self._south = every & every >> self._stride

    def lay(self, seed: int, turn: bool = True) -> Setup:
        """The map that this seed deals, repaired by turning tiles clockwise when ``turn`` is set.

        The rule: while a tile cannot be reached, turn a tile whose closed edge parts it from the rest,
            clockwise. Of
        several such tiles and of one to three quarter turns, the one that leaves the fewest tiles cut off is
        taken, then the least turning, then reading order. No tile is turned by more than three quarters in
        all.
        """
        tiles = self._dealt(seed)
        turned = [0] * len(tiles)
        while True:
            reached, passable = self._reached(tiles)
            missing = passable & ~reached
            best = self._best_turn(tiles, reached, missing, turned) if missing and turn else None
            if best is None:
                cut_off = tuple(cell for cell, bit in enumerate(self._bits) if missing & bit)
                return Setup(tuple(tiles), sum(turned), cut_off)
            cell, quarters = best
            tiles[cell] = _turned(tiles[cell], quarters)
            turned[cell] += quarters

    def _dealt(self, seed: int) -> list[MapTile]:
        """Tiles by cell, shuffled by Fisher and Yates over ``random()``, whose sequence never changes."""
        draw = random.Random(seed).random
        pool = self._pool.copy()
        for last in range(len(pool) - 1, 0, -1):
            other = int(draw() * (last + 1))
            pool[last], pool[other] = pool[other], pool[last]
        tiles = [MapTile()] * len(self._bits)
        for cell, tile in self._fixed.items():
            tiles[cell] = tile
        for cell, tile in zip(self._free, pool, strict=False):
            tiles[cell] = tile
        return tiles

    def _reached(self, tiles: Sequence[MapTile]) -> tuple[int, int]:
        """The cells of the largest connected part (the first of several), and all unblocked cells."""
        passable, gates, east, south = self._passages(tiles)
        best, rest = 0, passable
        while rest and best.bit_count() < rest.bit_count():
            part = self._flood(rest & -rest, gates, east, south)
            rest &= ~part
            if part.bit_count() > best.bit_count():
                best = part
        return best, passable

    def _passages(self, tiles: Sequence[MapTile]) -> tuple[int, int, int, int]:
        """Cells that are not blocked, gates, cells open to the east, cells open to the south; as bits."""
        passable, gates, east, south, stride = self._all, 0, self._east, self._south, self._stride
        for bit, (edges, blocked, gate) in zip(self._bits, tiles, strict=True):
            if blocked:
                passable &= ~bit
                edges = 15
            elif gate:
                gates |= bit
            if edges & EAST:
                east &= ~bit
            if edges & WEST:
                east &= ~(bit >> 1)
            if edges & SOUTH:
                south &= ~bit
            if edges & NORTH:
                south &= ~(bit >> stride)
        return passable, gates, east, south

    def _flood(self, reached: int, gates: int, east: int, south: int) -> int:
        stride = self._stride
        while True:
            grown = reached | (reached & east) << 1 | reached >> 1 & east
            grown |= (grown & south) << stride | grown >> stride & south
            if grown & gates:
                grown |= gates
            if grown == reached:
                return reached
            reached = grown

    def _best_turn(
        self, tiles: list[MapTile], reached: int, missing: int, turned: Sequence[int]
    ) -> tuple[int, int] | None:
        """The cell of the tile to turn, and by how many quarters; None if no closed edge is to blame."""
        tried: list[tuple[int, int, int]] = []
        for cell, tile in enumerate(tiles):
            if not tile.edges or tile.blocked or cell in self._fixed:
                continue
            bit = self._bits[cell]
            if not self._behind(bit, tile.edges) & (missing if reached & bit else reached):
                continue
            for quarters in range(1, _MOST_TURNS - turned[cell] + 1):
                tiles[cell] = _turned(tile, quarters)
                now, passable = self._reached(tiles)
                tried.append(((passable & ~now).bit_count(), quarters, cell))
            tiles[cell] = tile
        if not tried:
            return None
        _, quarters, cell = min(tried)
        return cell, quarters

    def _behind(self, bit: int, edges: int) -> int:
        """The cells beyond the closed edges of a cell."""
        cells = bit >> self._stride if edges & NORTH else 0
        cells |= bit << 1 if edges & EAST else 0
        cells |= bit << self._stride if edges & SOUTH else 0
        cells |= bit >> 1 if edges & WEST else 0
        return cells & self._all


_STEPS_PER_PLACE = 6
"""Steps that laying a tile costs, which is how long it takes."""


def offsets(run: Run, rows: Any) -> list[int]:
    """Free places before each row."""
    try:
        return row_offsets(_row_lengths(run, rows))
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
