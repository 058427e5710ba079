"""How much memory and processor time each process of a command may take, enforced by the system itself.

Everything that a game asks for is bounded by work that is counted, and Python stops at the time limit. This
is what holds if one of those bounds has a hole, or if a library does not come back to Python.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

_GRACE = 30
"""Seconds of processor time beyond the time limit, for a run that is putting things in order."""
_MEGABYTE = 1_000_000


@contextmanager
def held_to(megabytes: float, minutes: float) -> Iterator[None]:
    """Hold this process, and those that it starts meanwhile, to these limits; 0 is no limit.

    Beyond ``megabytes`` of address space, Python raises MemoryError. Beyond ``minutes`` of processor time and
    some seconds more, the system ends the process. Limits that the caller has set already, and that are
    lower, stay.
    """
    before = _limits()
    _lower("RLIMIT_AS", megabytes * _MEGABYTE)
    if minutes:
        _lower("RLIMIT_CPU", time.process_time() + minutes * 60 + _GRACE)
    try:
        yield
    finally:
        _restore(before)


@contextmanager
def lifted() -> Iterator[None]:
    """Start other programs, such as a browser, without the limits of ours."""
    before = _limits()
    for name in before:
        kind = getattr(resource, name)
        _, most = resource.getrlimit(kind)
        resource.setrlimit(kind, (most, most))
    try:
        yield
    finally:
        _restore(before)


def _limits() -> dict[str, tuple[int, int]]:
    if resource is None:
        return {}
    return {name: resource.getrlimit(getattr(resource, name)) for name in ("RLIMIT_AS", "RLIMIT_CPU")}


def _lower(name: str, wanted: float) -> None:
    if resource is None or not wanted:
        return
    kind = getattr(resource, name)
    now, most = resource.getrlimit(kind)
    if now == resource.RLIM_INFINITY or now > wanted:
        resource.setrlimit(kind, (math.ceil(wanted), most))


def _restore(before: dict[str, tuple[int, int]]) -> None:
    for name, limits in before.items():
        resource.setrlimit(getattr(resource, name), limits)
