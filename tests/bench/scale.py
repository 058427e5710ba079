"""How far it goes: the largest deck that a gigabyte allows, and ten thousand games, from measured rows by arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.bench.rows import Row

_MEMORY = 1000.0
_GAMES = 10_000
_CORES = (1, 2, 16, 64)


def scale_lines(rows: Sequence[Row]) -> Iterator[str]:
    """What builds of two decks, and of a game in one language and in three, come to.

    Args:
        rows: Of one process each: cold builds of the decks, cold and warm ones of the game.
    """
    decks = sorted(
        (
            row
            for row in rows
            if row.kind == "cold" and row.deck == f"{row.cards} cards" and row.tool == "pnp"
        ),
        key=lambda row: row.cards,
    )
    yield from _largest(decks[0], decks[-1])
    games = {(row.deck, row.kind): row for row in rows if not row.cards}
    yield from _many(
        "one game in one language, a job each",
        games["doom, 1 language", "cold"],
        games["doom, 1 language", "warm"],
    )
    yield from _many(
        "one game in three languages, a job each",
        games["doom, 3 languages", "cold"],
        games["doom, 3 languages", "warm"],
    )


def _largest(small: Row, large: Row) -> Iterator[str]:
    added = large.cards - small.cards
    memory = (large.memory - small.memory) / added
    seconds = (large.least_cpu - small.least_cpu) / added
    yield (
        f"{small.cards} cards hold {small.memory:.0f} MB, {large.cards} hold {large.memory:.0f} MB: "
        f"{memory * 1000:.1f} kB a card"
    )
    if memory <= 0:
        yield "memory does not grow with the deck"
        return
    cards = int(small.cards + (_MEMORY - small.memory) / memory)
    work = small.least_cpu + (cards - small.cards) * seconds
    yield f"1 GB allows a deck of about {cards:,} cards in one process, which takes about {work:.0f} s"


def _many(name: str, cold: Row, warm: Row) -> Iterator[str]:
    yield (
        f"{name}: {cold.least_cpu:.2f} s of processor time, {cold.memory:.0f} MB, {cold.bytes / 1e6:.2f} MB of PDFs; "
        f"nothing changed {warm.least_cpu:.2f} s"
    )
    yield (
        f"  {_GAMES:,} of them: {_GAMES * cold.least_cpu / 3600:.1f} hours of processor time, "
        f"{_GAMES * cold.bytes / 1e9:.1f} GB; nothing changed {_GAMES * warm.least_cpu / 60:.0f} minutes"
    )
    for cores in _CORES:
        hours = _GAMES * cold.least_cpu / cores / 3600
        yield f"  {cores:3} cores: {hours:6.2f} h, {cores * cold.memory / 1000:.1f} GB of memory at a time"
