"""One run of a program in a process of its own: how long it took, and how much memory it and all that it started held.

Processor time is that of the process and of every process that it waited for, as the system tells when it ends.

Memory is looked at in a run of its own, whose time does not count: reading it costs time. The process gets a session of its
own, so all that it starts is found by that, however deep. Every ten milliseconds their proportional set sizes (PSS in
``/proc/*/smaps_rollup``: what several processes share counts once) are added up; the largest sum is the peak. Where
``/proc`` has none (macOS, Windows), memory is unknown and told as 0.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_STEP = 0.01
_PROC = Path("/proc")


class Used(NamedTuple):
    """What a run took: seconds by the clock, and of the processors."""

    wall: float
    cpu: float


class FailedError(Exception):
    """A program that is measured has failed; its words are the message."""


def timed(command: Sequence[str], env: Mapping[str, str]) -> Used:
    """Run the command and wait for it.

    Args:
        command: With its arguments.
        env: Variables to set beside those that are there.

    Raises:
        FailedError: It ended with another code than 0.
    """
    start = time.perf_counter()
    process = _started(command, env)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    _end(process, command, status)
    return Used(wall, usage.ru_utime + usage.ru_stime)


def peak_memory(command: Sequence[str], env: Mapping[str, str]) -> float:
    """Run the command; the most megabytes that it and its children held at a time.

    Raises:
        FailedError: It ended with another code than 0.
    """
    process = _started(command, env)
    most = 0
    while True:
        found, status, _ = os.wait4(process.pid, os.WNOHANG)
        if found:
            break
        most = max(most, _held(process.pid))
        time.sleep(_STEP)
    _end(process, command, status)
    return most / 1000


def _started(command: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        env={**_environment(), **env},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def _environment() -> dict[str, str]:
    """The environment without what would have every run compile pnp again, as no user does."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _end(process: subprocess.Popen[bytes], command: Sequence[str], status: int) -> None:
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise FailedError(f"exit code {process.returncode}: {' '.join(command)[:200]}")


def _held(session: int) -> int:
    """Kilobytes (of 1000 bytes) that the processes of a session hold now."""
    total = 0
    for entry in os.scandir(_PROC) if _PROC.is_dir() else ():
        if entry.name.isdecimal():
            # A process may end between two looks.
            with suppress(OSError, IndexError):
                stat = Path(entry.path, "stat").read_text(encoding="utf-8", errors="replace")
                if int(stat.rpartition(")")[2].split()[3]) == session:
                    total += _proportional(Path(entry.path, "smaps_rollup"))
    return total * 1024 // 1000


def _proportional(rollup: Path) -> int:
    """Kibibytes of a process, its share of what it shares with others."""
    lines = rollup.read_text(encoding="ascii").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
