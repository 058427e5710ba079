"""Figures of what was measured, a row a command, as a table and as lists that JSON can hold."""

from __future__ import annotations

import json
import shutil
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tests.bench.builds import Subject
from tests.bench.measure import Used, peak_memory, timed

_LEAST_SAVES = 10
"""In the preview, where a save is quick and the first ones are not typical."""


@dataclass(frozen=True)
class Row:
    """What a command takes.

    Attributes:
        deck: What it is about.
        tool: Whose it is.
        kind: Of build, or what the command does.
        cards: Of the deck; 0 for anything else.
        jobs: As given to the command.
        wall: Seconds by the clock, the median.
        least_wall: The best.
        cpu: Seconds of all processors, the median.
        least_cpu: The best.
        memory: Megabytes of all processes at their peak.
        bytes: Of the PDFs.
        stages: Seconds by stage, medians.
        pictures: Bytes of the pictures that went in.
    """

    deck: str
    tool: str
    kind: str
    cards: int
    jobs: str
    wall: float
    least_wall: float
    cpu: float
    least_cpu: float
    memory: float
    bytes: int
    stages: dict[str, float] = field(default_factory=dict)
    pictures: int = 0


def measured(subjects: Sequence[Subject], runs: int) -> list[Row]:
    """A row for each subject. They take turns, so that what the machine does besides meets all alike.

    Raises:
        FailedError: A command has failed.
    """
    used: list[list[Used]] = [[] for _ in subjects]
    stages: list[list[dict[str, float]]] = [[] for _ in subjects]
    for run in range(runs):
        for number, subject in enumerate(subjects):
            subject.before(run)
            used[number].append(timed(subject.command, subject.env))
            if subject.timings is not None:
                stages[number].append(json.loads(subject.timings.read_text(encoding="utf-8")))
    rows = []
    for number, subject in enumerate(subjects):
        subject.before(runs)
        memory = peak_memory(subject.command, subject.env)
        rows.append(_row(subject, used[number], stages[number], memory))
    return rows


def _row(subject: Subject, used: Sequence[Used], stages: Sequence[dict[str, float]], memory: float) -> Row:
    names = dict.fromkeys(name for each in stages for name in each)
    return Row(
        deck=subject.deck,
        tool=subject.tool,
        kind=subject.kind,
        cards=subject.cards,
        jobs=subject.jobs,
        wall=statistics.median(each.wall for each in used),
        least_wall=min(each.wall for each in used),
        cpu=statistics.median(each.cpu for each in used),
        least_cpu=min(each.cpu for each in used),
        memory=memory,
        bytes=0 if subject.out is None else sum(path.stat().st_size for path in subject.out.rglob("*.pdf")),
        stages={name: statistics.median(each.get(name, 0.0) for each in stages) for name in names},
        pictures=subject.pictures,
    )


def preview_row(runs: int) -> Row | None:
    """What a card of Doom that is edited takes in the preview; None where there is no Chromium with its driver.

    ``wall`` is from the save to the picture in the page, ``cpu`` that of ``pnp`` with all it does afterwards, ``memory`` its own.
    """
    from tests.bench.preview import edited
    from tests.preview.browser import BROWSERS, DRIVERS, Browser

    if not any(map(shutil.which, DRIVERS)) or not any(map(shutil.which, BROWSERS)):
        return None
    with Browser(1440, 900) as browser:
        saves = edited(browser, "doom", max(runs, _LEAST_SAVES))
    shown, cpu = ([each / 1000 for each in times] for times in (saves.shown, saves.processor))
    return Row(
        deck="doom preview", tool="pnp", kind="edit", cards=0, jobs="", bytes=0, memory=saves.resident,
        wall=statistics.median(shown), least_wall=min(shown), cpu=statistics.median(cpu), least_cpu=min(cpu),
    )  # fmt: skip


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The rows as lines of text."""
    yield (
        f"{'':28} {'':9} {'':16} jobs  {'wall':>7} {'best':>7}  {'cpu':>7} {'best':>7}  {'memory':>7} {'PDFs':>9}"
    )
    for row in rows:
        stages = "  ".join(f"{name} {seconds:.2f}" for name, seconds in row.stages.items())
        yield (
            f"{row.deck:28} {row.tool:9} {row.kind:16} {row.jobs or '-':>4}  {row.wall:6.2f}s {row.least_wall:6.2f}s  "
            f"{row.cpu:6.2f}s {row.least_cpu:6.2f}s  {row.memory:4.0f} MB "
            + (f"{row.bytes / 1000:6.0f} kB  " if row.bytes else f"{'':11}")
            + stages
        ).rstrip()


@dataclass(frozen=True)
class Growth:
    """What one more card takes between two sizes of deck, in milliseconds of a cold build.

    ``cpu`` counts the best processor time, ``wall`` the best time by the clock.
    """

    tool: str
    jobs: str
    small: int
    large: int
    cpu: float
    wall: float


def growths(rows: Sequence[Row]) -> Iterator[Growth]:
    """Each step from one size of deck without pictures to the next, for each tool and number of jobs."""
    cold = [row for row in rows if row.kind == "cold" and row.deck == f"{row.cards} cards"]
    for tool, jobs in dict.fromkeys((row.tool, row.jobs) for row in cold):
        own = sorted((row for row in cold if (row.tool, row.jobs) == (tool, jobs)), key=lambda row: row.cards)
        for small, large in pairwise(own):
            added = (large.cards - small.cards) / 1000
            yield Growth(
                tool, jobs, small.cards, large.cards,
                (large.least_cpu - small.least_cpu) / added, (large.least_wall - small.least_wall) / added,
            )  # fmt: skip
