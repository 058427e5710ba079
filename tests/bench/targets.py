"""How fast it has to be, and whether it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from tests.bench.rows import Row, growths

_KB = 1000


@dataclass(frozen=True)
class Verdict:
    """A target and what was measured; ``met`` is None when it was not measured in this run."""

    name: str
    limit: str
    found: str
    met: bool | None


class _Figures:
    """Looks rows up; of several numbers of jobs the one that pnp takes itself, or the largest, counts."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows

    def row(self, deck: str, kind: str, tool: str = "pnp") -> Row | None:
        found = [row for row in self._rows if (row.deck, row.kind, row.tool) == (deck, kind, tool)]
        return max(found, key=lambda row: (row.jobs == "", int(row.jobs or 0)), default=None)

    def wall(self, deck: str, kind: str, tool: str = "pnp") -> float | None:
        row = self.row(deck, kind, tool)
        return None if row is None else row.wall


def verdicts(rows: Sequence[Row]) -> Iterator[Verdict]:
    """Every target, in order, looked up in the rows of a run of the bench."""
    figures = _Figures(rows)
    wall = figures.wall
    large, words = "5400 cards", "5400 cards distinct words"
    yield _seconds("54 cards, cold", wall("54 cards", "cold"), 0.8)
    yield _seconds("540 cards, cold", wall("540 cards", "cold"), 1.2)
    yield _seconds("5,400 cards, cold", wall(large, "cold"), 5)
    yield _times("5,400 cards, cold / typst", wall(large, "cold"), wall(large, "cold", "typst"), 1)
    yield _memory("5,400 cards, cold, memory", figures.row(large, "cold"), 250)
    yield _seconds("5,400 cards, one edited", wall(large, "edit"), 2)
    yield _seconds("Doom, one card edited", wall("doom, 1 language", "edit"), 1)
    yield _seconds("Doom, a card edited that its rule sheet shows", wall("doom, rule sheet", "edit"), 1)
    yield _seconds("Doom in three languages, cold", wall("doom, 3 languages", "cold"), 2)
    yield _seconds("Doom in three languages, nothing changed", wall("doom, 3 languages", "warm"), 0.2)
    yield _seconds("one card of Doom edited, in the preview", wall("doom preview", "edit"), 0.15)
    yield _seconds("54 cards with PNG pictures, cold", wall("54 cards png", "cold"), 1.2)
    drawn = figures.row("54 cards png", "cold")
    yield _size("54 cards with PNG pictures, size", drawn, drawn and 1.005 * drawn.pictures)
    yield _times("5,400 cards, every word different / ordinary", wall(words, "cold"), wall(large, "cold"), 2)
    yield _growth(rows)
    yield _times(
        "pnp --help / import click", wall("start", "help"), wall("start", "import click", "python"), 1.5
    )
    yield _seconds("pnp check --game doom, cold", wall("start", "check doom cold"), 0.5)


def verdict_lines(found: Sequence[Verdict]) -> Iterator[str]:
    """The targets as lines of text."""
    words = {True: "met", False: "MISSED", None: "not measured"}
    for each in found:
        yield f"{each.name:48} {each.limit:>12} {each.found:>10}  {words[each.met]}"


def _growth(rows: Sequence[Row]) -> Verdict:
    steps = [each for each in growths(rows) if each.tool == "pnp"]
    costs = {(each.jobs, each.large): each.cpu for each in steps}
    jobs = next((each.jobs for each in steps), "")
    return _times("one more card at 5,400 / at 540", costs.get((jobs, 5400)), costs.get((jobs, 540)), 1.1)


def _verdict(name: str, limit: float | None, found: float | None, written: Callable[[float], str]) -> Verdict:
    if found is None or limit is None:
        return Verdict(name, "" if limit is None else f"≤ {written(limit)}", "", None)
    return Verdict(name, f"≤ {written(limit)}", written(found), found <= limit)


def _seconds(name: str, found: float | None, limit: float) -> Verdict:
    return _verdict(name, limit, found, lambda value: f"{value:.2f} s")


def _times(name: str, found: float | None, base: float | None, limit: float) -> Verdict:
    ratio = found / base if found is not None and base else None
    return _verdict(name, limit, ratio, lambda value: f"{value:.2f} ×")


def _memory(name: str, row: Row | None, limit: float) -> Verdict:
    return _verdict(name, limit, None if row is None else row.memory, lambda value: f"{value:.0f} MB")


def _size(name: str, row: Row | None, limit: float | None) -> Verdict:
    return _verdict(
        name, limit, None if row is None else float(row.bytes), lambda value: f"{value / _KB:.0f} kB"
    )
