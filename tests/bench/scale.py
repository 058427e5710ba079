"""How far it goes: the largest deck that a gigabyte allows, and ten thousand games, from measured rows by arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.bench.rows import Row

_MEMORY = 1000.0
_GAMES = 10_000
_CORES = (1, 2, 16, 64)


def scale_lines(rows: Sequence[Row]) -> Iterator[str]:
    """What the cold builds of two decks and of a game in one language, in one process each, come to."""
    decks = sorted(
        (
            row
            for row in rows
            if row.kind == "cold" and row.deck == f"{row.cards} cards" and row.tool == "pnp"
        ),
        key=lambda row: row.cards,
    )
    small, large = decks[0], decks[-1]
    yield from _largest(small, large)
    game = next(row for row in rows if row.deck == "doom, 1 language" and row.kind == "cold")
    yield from _many(game)


def _largest(small: Row, large: Row) -> Iterator[str]:
    added = large.cards - small.cards
    memory = (large.memory - small.memory) / added
    seconds = (large.least_wall - small.least_wall) / added
    yield (
        f"{small.cards} cards hold {small.memory:.0f} MB, {large.cards} hold {large.memory:.0f} MB: "
        f"{memory * 1000:.1f} kB a card"
    )
    if memory <= 0:
        yield "memory does not grow with the deck"
        return
    cards = int(small.cards + (_MEMORY - small.memory) / memory)
    wall = small.least_wall + (cards - small.cards) * seconds
    yield f"1 GB allows a deck of about {cards:,} cards, which takes about {wall:.0f} s"


def _many(game: Row) -> Iterator[str]:
    yield (
        f"one game in one language, a job of its own (cold, one process): {game.least_cpu:.2f} s of processor "
        f"time, {game.memory:.0f} MB, {game.bytes / 1e6:.2f} MB of PDFs"
    )
    yield f"{_GAMES:,} of them: {_GAMES * game.least_cpu / 3600:.1f} hours of processor time, {_GAMES * game.bytes / 1e9:.1f} GB"
    for cores in _CORES:
        hours = _GAMES * game.least_cpu / cores / 3600
        yield f"  {cores:3} cores: {hours:6.2f} h, {cores * game.memory / 1000:.1f} GB of memory at a time"
