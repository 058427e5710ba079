"""Calling commands, in this process or in one of their own.

Most tests ask what a command says and writes: :func:`call` answers that without the start of a process, which takes
longer than most commands; :func:`fork` answers it for a command that ends with its process or has less room or fewer
rights. What a process adds (the entry point, bytes on real pipes, workers, nothing left over from
the command before) is what the tests with :func:`start` are for; each group of commands has some.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import pickle
import signal
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from pnp.cli import main

_BROKEN = 99
"""Exit code of a copy of this process in which the call itself failed; no command ends with it."""


class Called(NamedTuple):
    """How a call ended."""

    returncode: int
    stdout: str
    stderr: str


def call(folder: Path, *arguments: str, name: str = "pnp", **variables: str) -> Called:
    """The command run in a folder, with so many variables of the environment more."""
    out, err = _stream("strict"), _stream("backslashreplace")
    with (
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, variables),
        mock.patch.object(sys, "argv", [name, *arguments]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        _as_before(),
    ):
        code = _exit_code()
    return Called(code, _text(out), _text(err))


def start(folder: Path, *arguments: str, **variables: str) -> Called:
    """The same in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "pnp", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, **variables},
    )
    return Called(done.returncode, done.stdout, done.stderr)


def fork(folder: Path, *arguments: str, before: Callable[[], None] | None = None, **variables: str) -> Called:
    """The same in a copy of this process: nothing is imported again, and what happens there stays there.

    Args:
        folder: Where it runs.
        arguments: Of the command.
        before: Called in the copy first.
        variables: As for :func:`call`.
    """
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads only wait for the next test
        child = os.fork()
    if child == 0:
        try:
            os.write(writing, pickle.dumps(tuple(_called(before, folder, *arguments, **variables))))
        finally:
            os._exit(_BROKEN)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        said = told.read()
    _, status = os.waitpid(child, 0)
    return Called(*pickle.loads(said)) if said else Called(os.waitstatus_to_exitcode(status), "", "")


def _called(before: Callable[[], None] | None, folder: Path, *arguments: str, **variables: str) -> Called:
    sys.dont_write_bytecode = True  # Python leaves half a file where there is no room for the whole
    try:
        if before is not None:
            before()
        return call(folder, *arguments, **variables)
    except BaseException:
        return Called(_BROKEN, "", traceback.format_exc())


def _stream(errors: str) -> io.TextIOWrapper:
    """A stream that treats letters without UTF-8 as Python's own do."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors=errors)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode().replace("\r\n", "\n")  # type: ignore[attr-defined]


@contextlib.contextmanager
def _as_before() -> Iterator[None]:
    """Sets back what a run changes in its process and leaves to the end of it; what it made can be garbage here."""
    ring = signal.getsignal(signal.SIGALRM)
    try:
        with mock.patch.object(gc, "freeze", _nothing), mock.patch.object(gc, "set_threshold", _nothing):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, ring)


def _nothing(*arguments: int) -> None:
    """Stands for a function; making a ``Mock`` takes as long as many a command."""


def _exit_code() -> int:
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0
