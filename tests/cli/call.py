"""Calling commands in this process: the words, the files and the exit code are those of the program, without its start."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from pnp.cli import main


class Called(NamedTuple):
    """How a call ended."""

    returncode: int
    stdout: str
    stderr: str


def call(folder: Path, *arguments: str) -> Called:
    """The command run in a folder."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(folder),
        mock.patch.object(sys, "argv", ["pnp", *arguments]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = _exit_code()
    return Called(code, out.getvalue(), err.getvalue())


def _exit_code() -> int:
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0
