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

from tests.fuzz.mutate import mutated
from tests.fuzz.target import TARGETS, corpus, words

HANG = 10.0
"""Seconds after which an input counts as a hang."""


class Hang(BaseException):
    """An input takes too long; no ``Exception``, for code that catches those."""


@dataclass(slots=True)
class Report:
    """What a run saw.

    Attributes:
        inputs: How many were tried, by target.
        found: Name of the kept input and last line of the traceback.
        slowest: Seconds of the slowest input and its target.
        memory: Most bytes that the process held.
    """

    inputs: dict[str, int] = field(default_factory=dict)
    found: list[tuple[str, str]] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")
    memory: int = 0


def input_of(target: str, seed: int) -> bytes:
    """The input with this number; the same on every machine."""
    samples = corpus(target)
    if seed < len(samples):
        return samples[seed]
    dice = random.Random(f"{target} {seed}")
    return mutated(dice.choice(samples), samples, words(target), dice)


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
    report.slowest = max(report.slowest, (time.monotonic() - start, f"{target} {seed}"))
