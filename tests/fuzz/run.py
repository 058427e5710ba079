"""One run of the fuzzer: inputs by seed, with a clock for hangs and an eye on memory."""

from __future__ import annotations

import hashlib
import random
import resource
import signal
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from tests.fuzz.container import rebuilt
from tests.fuzz.grammar import regrown
from tests.fuzz.mutate import mutated
from tests.fuzz.target import TARGETS, corpus, grammar_of, words

HANG = 10.0
"""Seconds after which an input counts as a hang."""


SHARES = {
    "game": 40, "set": 25, "csv": 20, "xlsx": 20, "ods": 20, "layout": 60, "markup": 80, "po": 20, "legacy": 50, "rulebook": 30,
    "font": 30, "folder": 6, "picture": 80,
}  # fmt: skip
"""Inputs of a target for a hundred of the quickest: what builds a whole game takes a thousand times as long as a path."""


class Hang(BaseException):
    """An input takes too long; no ``Exception``, for code that catches those."""


@dataclass(slots=True)
class Report:
    """What a run saw.

    Attributes:
        inputs: How many were tried, by target.
        found: Name of the kept input and last line of the traceback.
        slowest: Seconds of the slowest input and its target.
        slow: Seconds of the slowest input by target.
        memory: Most bytes that the process held.
    """

    inputs: dict[str, int] = field(default_factory=dict)
    found: list[tuple[str, str]] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    slow: dict[str, float] = field(default_factory=dict)
    memory: int = 0


def input_of(target: str, seed: int) -> bytes:
    """The input with this number; the same on every machine."""
    samples = corpus(target)
    if seed < len(samples):
        return samples[seed]
    dice = random.Random(f"{target} {seed}")
    data = dice.choice(samples)
    name, _, content = data.partition(b"\n") if target == "folder" else (b"", b"", data)
    grammar = grammar_of(target, name)
    if grammar is not None and dice.random() < 0.6:
        grown = regrown(content, grammar, dice)
        return name + b"\n" + grown if target == "folder" else grown
    if dice.random() < 0.7:
        changed = rebuilt(target, data, dice)
        if changed is not None:
            return changed
    return mutated(data, samples, words(target), dice)


def fuzz(targets: list[str], seconds: float, most: int, first: int = 0, keep: Path | None = None) -> Report:
    """Inputs for each target in turn until the time or their number is up.

    Args:
        targets: Names of ``TARGETS``.
        seconds: For all of them.
        most: Inputs of each target at most.
        first: Number of the first input.
        keep: Folder for inputs that were answered with an exception or not in time; also holds the one under way, as
            ``running``, for crashes of the whole process.
    """
    report = Report()
    end = time.monotonic() + seconds
    old = signal.signal(signal.SIGALRM, _rings)
    try:
        for seed in range(first, first + most):
            for target in targets:
                if seed - first >= max(1, most * SHARES.get(target, 100) // 100):
                    continue
                if time.monotonic() > end:
                    return report
                _try(target, seed, report, keep)
    finally:
        signal.signal(signal.SIGALRM, old)
        report.memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return report


def _rings(_number: int, _frame: FrameType | None) -> None:
    raise Hang


def _try(target: str, seed: int, report: Report, keep: Path | None) -> None:
    data = input_of(target, seed)
    if keep is not None and target == "font":
        (keep / "running").write_bytes(data)
    start = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, HANG)
    try:
        TARGETS[target](data)
    except (Exception, Hang) as fault:
        last = "".join(traceback.format_exception_only(fault)).strip()
        name = f"{target}-{hashlib.sha256(data).hexdigest()[:10]}"
        report.found.append((f"{name} (seed {seed})", last))
        if keep is not None:
            (keep / name).write_bytes(data)
            (keep / f"{name}.txt").write_text(traceback.format_exc(), encoding="utf-8")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    report.inputs[target] = report.inputs.get(target, 0) + 1
    spent = time.monotonic() - start
    report.slow[target] = max(report.slow.get(target, 0.0), spent)
    report.slowest = max(report.slowest, (spent, f"{target} {seed}"))
