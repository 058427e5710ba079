"""``pnp watch`` and ``pnp preview`` as they are called."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

import pytest

from tests.cli.call import call, fork
from tests.preview.game import edit, write_game
from tests.processes import PATIENCE


def _hear_ctrl_c() -> None:
    """Tests in the background do not hear it, nor what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Called:
    """A command that runs, with its output line by line."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "pnp", *arguments],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            preexec_fn=_hear_ctrl_c,
        )
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def until(self, pattern: str, seconds: float = PATIENCE) -> str:
        """The next line in which the pattern is found."""
        seen = []
        try:
            while True:
                line = self._lines.get(timeout=seconds)
                seen.append(line)
                if re.search(pattern, line):
                    return line
        except Empty:
            raise AssertionError(f"no {pattern} in {seen}") from None

    def interrupt(self) -> int:
        """The exit code after Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)


@contextmanager
def called(folder: Path, *arguments: str) -> Iterator[Called]:
    found = Called(folder, *arguments)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
        found.process.wait()
        assert found.process.stdout is not None
        found.process.stdout.close()


@pytest.fixture
def game(tmp_path):
    return write_game(tmp_path)


def test_watch_writes_one_line_a_change_and_ends_with_ctrl_c(game):
    with called(game, "watch", "--lang", "en") as watch:
        first = watch.until(r"no faults; \d+\.\d\d s$")
        assert first.startswith("ants/worker, ants/soldier, ants/scout and 3 more; wrote ants/en/ants.pdf, ")
        pdf = game / "out/ants/en/events.pdf"
        before = pdf.read_bytes()
        edit(game / "cards/events.yaml", "All go home.", "Everybody goes home.")
        line = watch.until("s$")
        assert re.fullmatch(r"events/rain; wrote ants/en/events.pdf; no faults; \d+\.\d\d s", line)
        assert pdf.read_bytes() != before
        edit(game / "cards/events.yaml", "name: Rain", "nme: Rain")
        assert "did you mean 'name'?" in watch.until("did you mean")
        assert re.fullmatch(r".*nothing written; 1 error; \d+\.\d\d s", watch.until("nothing written"))
        edit(game / "cards/events.yaml", "nme: Rain", "name: Rain")
        watch.until("no faults")
        assert watch.interrupt() == 0


def test_a_language_that_is_gone_for_a_moment_does_not_end_the_watch(game):
    with called(game, "watch", "--lang", "cs") as watch:
        watch.until(r"\d s$")
        file = game / "game.yaml"
        whole = file.read_text(encoding="utf-8")
        edit(file, "[en, cs]", "[en, c]")
        watch.until("has no texts in 'cs'.*; waiting for it")
        file.write_text(whole.replace("value: 3", "value: 4"), encoding="utf-8")
        watch.until(r"\d s$")
        assert watch.interrupt() == 0


def test_a_language_that_the_game_does_not_have_is_wrong_usage(game):
    done = call(game, "watch", "--lang", "de")
    assert "'ants' has no texts in 'de'" in done.stderr
    assert done.returncode == 2


def test_preview_prints_its_address_and_ends_with_ctrl_c(game):
    with called(game, "preview", "--port", "0") as preview:
        address = preview.until(r"^preview: http://127\.0\.0\.1:\d+/[\w-]{22}/$").partition(" ")[2]
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            assert b"<title>pnp preview</title>" in answer.read()
        assert preview.interrupt() == 0


def test_preview_for_the_network_prints_an_address_there(game):
    with called(game, "preview", "--port", "0", "--host", "0.0.0.0") as preview:
        address = preview.until(r"^preview: http://127\.0\.0\.1:\d+/").partition(" ")[2]
        others = preview.until("in this network: |Ctrl-C ends it")
        if others.startswith("in this network"):
            assert others.endswith(address.partition("127.0.0.1")[2])


def test_a_port_that_is_taken_is_reported(game):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = fork(game, "preview", "--port", str(taken.getsockname()[1]))
    assert "error[E330]: cannot listen at 127.0.0.1" in done.stderr
    assert done.returncode == 3
