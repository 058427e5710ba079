"""How a run ends when something is wrong with the run itself; and whose work pnp is built on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.pdf import file as pdf_file
from tests.cases.made import write
from tests.cli.call import call
from tests.processes import PATIENCE

ROOT = Path(__file__).parents[2]


def run(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command line after some code that changes it."""
    whole = f"{code}\nimport sys, pnp.cli\nsys.argv = ['pnp', *{list(arguments)!r}]\npnp.cli.main()"
    return subprocess.run(
        [sys.executable, "-c", whole],
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )


def test_a_fault_of_ours_is_one_line_a_report_and_70(tmp_path: Path) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": "kind: card\npieces: {a: {name: x}}\n"})
    broken = "import pnp.build.workshop as w\ndef load_game(*_, **__): return {}[1]\nw.load_game = load_game"
    result = run(folder, broken, "build")
    assert (result.returncode, result.stdout) == (70, "")
    assert result.stderr.splitlines()[0] == "pnp itself failed: KeyError: 1"
    (report,) = folder.glob("pnp-fault-*.txt")
    assert str(report) in result.stderr
    text = report.read_text(encoding="utf-8")
    assert text.startswith("pnp ")
    assert "load_game" in text
    assert not (folder / "out").exists()


def test_ctrl_c_while_a_module_is_imported_is_no_fault_of_ours(tmp_path: Path) -> None:
    # Python 3.11 makes a RuntimeError of whatever is raised while a class takes up its attributes.
    cut = (
        "import pnp.cli.list\n"
        "class Cut:\n    def __set_name__(self, *_): raise KeyboardInterrupt\n"
        "def list_games(*_): type('Made', (), {'cut': Cut()})\n"
        "pnp.cli.list.list_games = list_games"
    )
    result = run(tmp_path, cut, "list")
    assert (result.returncode, result.stdout) == (130, "")
    # The empty line parts it from the '^C' of the terminal.
    assert result.stderr == "\ninterrupted; the last good output is untouched\n"


def test_a_fault_of_ours_without_room_for_a_report_is_reported_all_the_same(tmp_path: Path) -> None:
    broken = (
        "import pnp.cli.list, pnp.disk\n"
        "def full(*_, **__): raise OSError(28, 'No space left on device')\n"
        "pnp.disk.temporary_file = full\npnp.cli.list.list_games = lambda *_: 1 // 0"
    )
    result = run(tmp_path, broken, "list")
    assert result.returncode == 70
    assert "pnp itself failed: ZeroDivisionError" in result.stderr
    assert "list.py" in result.stderr


def test_too_little_memory_is_reported_in_a_line_and_is_no_fault_of_ours(tmp_path: Path) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": "kind: card\npieces: {a: {name: x}}\n"})
    full = (
        "import pnp.build.workshop as w\ndef load_game(*_, **__): raise MemoryError\nw.load_game = load_game"
    )
    result = run(folder, full, "build")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == (
        "error[E100]: there is not enough memory; 'pnp --memory-limit MEGABYTES …' allows more\n"
    )
    assert not (folder / "out").exists()


@pytest.mark.parametrize(
    "command",
    [("build",), ("contact",), ("show", "deck/a", "--pdf"), ("export", "pod", "--target", "TGC")],
)
def test_a_pdf_of_more_than_4_gb_is_reported_in_words_by_all_that_write_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    data = "kind: card\nsize: poker\nfields: {}\npieces: {a: {name: x}}\n"
    folder = write(tmp_path / "ants", {"cards/deck.yaml": data})
    monkeypatch.setattr(pdf_file, "MAX_PLACE", 1000)
    made = call(folder, *command)
    assert made.returncode == 1
    assert "error[E112]" in made.stderr
    assert "help: divide the set into several" in made.stderr


@pytest.mark.parametrize("closed", [(1,), (2,), (1, 2), (0, 1, 2)])
def test_streams_that_the_caller_closed_are_no_fault(tmp_path: Path, closed: tuple[int, ...]) -> None:
    write(
        tmp_path / "g",
        {"game.yaml": "name: T\n", "cards/a.yaml": "kind: card\nlayout: l\npieces: {a: {name: A}}\n"},
    )
    write(tmp_path / "g", {"layouts/l.xml": "<face/>"})

    def close() -> None:
        for number in closed:
            os.close(number)

    ended = subprocess.run(
        [sys.executable, "-m", "pnp", "--no-cache", "build", "--game", "g"],
        cwd=tmp_path,
        preexec_fn=close,
        capture_output=True,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert (tmp_path / "out/g/en/a.pdf").read_bytes().startswith(b"%PDF")


def test_a_command_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    pieces = "".join(
        f'  c{number}: {{text: "{{{{ sum(a * b for a in range(600) for b in range(600)) }}}}"}}\n'
        for number in range(400)
    )
    folder = write(tmp_path / "slow", {"cards/deck.yaml": f"kind: card\npieces:\n{pieces}"})
    result = run(folder, "", "--time-limit", "0.02", "build")
    assert result.returncode == 3
    assert "stopped after 0.02 minutes" in result.stderr
    assert "--time-limit" in result.stderr
    assert not (folder / "out").exists()


def test_a_command_is_stopped_even_if_python_loses_the_first_interrupt(tmp_path: Path) -> None:
    """It says that it ignored one that comes in a callback, and goes on."""
    lost = """
import time, weakref
import pnp.build.workshop as w
class Thing: pass
def load_game(*_, **__):
    thing = Thing()
    kept = weakref.ref(thing, lambda _: time.sleep(5))
    del thing
    while True: time.sleep(0.01)
w.load_game = load_game
"""
    folder = write(tmp_path / "ants", {"cards/deck.yaml": "kind: card\npieces: {a: {name: x}}\n"})
    result = run(folder, lost, "--time-limit", "0.02", "build")
    assert result.returncode == 3
    assert "Exception ignored " in result.stderr
    assert "stopped after 0.02 minutes" in result.stderr


def test_what_is_put_in_order_after_the_time_is_up_is_not_interrupted(tmp_path: Path) -> None:
    tidy = """
import sys, time
import pnp.build.workshop as w
def load_game(*_, **__):
    try:
        while True: time.sleep(0.01)
    finally:
        time.sleep(1)
        sys.stderr.write("in order\\n")
w.load_game = load_game
"""
    folder = write(tmp_path / "ants", {"cards/deck.yaml": "kind: card\npieces: {a: {name: x}}\n"})
    result = run(folder, tidy, "--time-limit", "0.02", "build")
    assert result.returncode == 3
    assert "in order" in result.stderr


def test_an_interrupt_within_an_executed_text_ends_like_any_other(tmp_path: Path) -> None:
    """Libraries make classes so; Python would end as if nobody had caught it."""
    (tmp_path / "interrupted.py").write_text(
        "import pnp.build.workshop as w\n"
        "def load_game(*_, **__): exec('import time; time.sleep(9)')\n"
        "w.load_game = load_game\n"
        "import sys, pnp.cli\n"
        "sys.argv = ['pnp', '--time-limit', '0.02', 'build']\n"
        "pnp.cli.main()\n"
    )
    folder = write(tmp_path / "ants", {"cards/deck.yaml": "kind: card\npieces: {a: {name: x}}\n"})
    result = subprocess.run(
        [sys.executable, "-m", "interrupted"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "PYTHONSAFEPATH": ""},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 3, result.stderr


def test_credits_name_every_font_family_icon_author_and_library(tmp_path: Path) -> None:
    found = json.loads(call(tmp_path, "credits", "--format", "json").stdout)
    kinds = {
        kind: {credit["name"] for credit in found if credit["kind"] == kind}
        for kind in ("font", "icons", "library")
    }
    listed = json.loads((ROOT / "fonts/index.json").read_text(encoding="utf-8"))["fonts"]
    assert kinds["font"] == {entry["family"] for entry in listed}
    assert {"Lorc", "Delapouite"} <= kinds["icons"]
    assert {"jinja2", "pillow", "reportlab", "uharfbuzz"} <= kinds["library"]
    assert all(credit["licence"] for credit in found)
    assert "OFL-1.1" in call(tmp_path, "credits").stdout


def test_what_is_left_at_the_end_is_not_looked_through(tmp_path: Path) -> None:
    code = (
        "import atexit, gc, sys\nfrom pnp.cli import main\nsys.argv = ['pnp', '--version']\n"
        "atexit.register(lambda: print(gc.get_freeze_count() > 1000))\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.stdout.splitlines()[1:] == ["True"], done.stderr
