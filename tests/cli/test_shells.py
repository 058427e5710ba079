"""Words are finished in real shells, as somebody types them."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.preview.game import write_game
from tests.processes import PATIENCE

pytestmark = pytest.mark.system

SHELLS = {
    "bash": (["bash", "--norc", "-i"], 'eval "$(pnp completion bash)"'),
    "zsh": (["zsh", "-f", "-i"], 'autoload -Uz compinit; compinit -u; eval "$(pnp completion zsh)"'),
    "fish": (["fish", "--private", "--no-config"], "pnp completion fish | source"),
}


class Terminal:
    """A shell in a terminal."""

    def __init__(self, file: int) -> None:
        self._file = file

    def press(self, keys: str) -> None:
        """Type."""
        os.write(self._file, keys.encode())

    def shows(self, words: str) -> bool:
        """Whether the words appear before long, whatever moves the cursor between them."""
        shown, end = "", time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if select.select([self._file], [], [], 0.1)[0]:
                shown += os.read(self._file, 65536).decode("utf-8", "replace")
            if words in re.sub(r"\x1b(\[[0-9;?<>=]*[A-Za-z]|[()][A-Z0-9]|[=>])|[\r\x08]", "", shown):
                return True
        return False


@contextmanager
def terminal(command: list[str], folder: Path) -> Iterator[Terminal]:
    """The shell, in the folder, with a ``pnp`` that is this one."""
    wrapper = folder / "bin" / "pnp"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pnp "$@"\n', encoding="utf-8")
    wrapper.chmod(0o755)
    program = shutil.which(command[0])
    assert program is not None
    variables = {
        **os.environ,
        "PATH": f"{wrapper.parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "TERM": "dumb",
        "HOME": str(folder),
    }
    process, file = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execve(program, command, variables)
    try:
        yield Terminal(file)
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(file)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_shell_finishes_commands_games_and_pieces(tmp_path, shell):
    write_game(tmp_path / "data")
    command, setup = SHELLS[shell]
    with terminal(command, tmp_path) as typed:
        typed.press(f"{setup}; echo re''ady\n")
        assert typed.shows("ready")
        typed.press("pnp sh\t")
        assert typed.shows("pnp show ")
        typed.press("--game an\t")
        assert typed.shows("--game ants")
        typed.press(" ants/so\t")
        assert typed.shows("ants/soldier")
