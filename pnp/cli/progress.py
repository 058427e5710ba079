"""Bars on the terminal for what takes long."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from pnp.build import Progress
from pnp.diagnostics.printer import visible

_WORTH_A_BAR = 200
"""Pieces to compose; fewer are done before a bar could be read."""


class Bar(Progress):
    """A bar on the terminal, one for each stage.

    Args:
        least: Stages of fewer steps have no bar.
    """

    def __init__(self, least: int = _WORTH_A_BAR) -> None:
        super().__init__(time.perf_counter)
        self._least = least
        self._bar: Any = None

    def start(self, stage: str, steps: int) -> None:
        """Show a bar when there is much to do."""
        self.close()
        if steps >= self._least:
            self._bar = click.progressbar(length=steps, label=visible(stage), file=sys.stderr)
            self._bar.__enter__()

    def step(self, steps: int) -> None:
        """Move the bar."""
        if self._bar is not None:
            self._bar.update(steps)

    def close(self) -> None:
        """End the bar's line."""
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
            self._bar = None


def shown_progress(*, quiet: bool, form: str = "full", least: int = _WORTH_A_BAR) -> Progress:
    """A bar where somebody can see it, else nothing but the clock."""
    if quiet or form != "full" or not sys.stderr.isatty():
        return Progress(time.perf_counter)
    return Bar(least)
