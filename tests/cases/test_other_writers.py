"""Commands other than ``build`` that write files, on a full disk and in folders that cannot be written: nothing is lost."""

from __future__ import annotations

import ctypes
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cases.made import write
from tests.cli.call import call, fork

GAME = "id: ants\nname: Ants\nlanguage: en\nlanguages: [en, cs]\n"
DECK = "kind: card\npieces:\n" + "".join(
    f"  c{n}: {{name: Ant {n}, text: Carry {n} crumbs.}}\n" for n in range(12)
)
RULES = "# Ants\n\n" + "Carry crumbs to the nest.\n\n" * 60
TABLE = "name,text\n" + "".join(f"Ant {n},Carry {n} crumbs.\n" for n in range(12))

COMMANDS: dict[str, list[list[str]]] = {
    "i18n update": [["i18n", "update"]],
    "i18n export": [["i18n", "export", "cs"]],
    "schema": [["schema"]],
    "contact": [["contact"]],
    "reprint": [["print", "--mark"], ["reprint"]],
    "export png": [["export", "png", "--dpi", "40", "--only", "deck/c1"]],
    "export html": [["export", "html"]],
    "export svg": [["export", "svg", "--only", "deck/c1"]],
    "export tables": [["export", "tables"]],
    "export cut": [["export", "cut"]],
    "import rulebook": [["import", "rulebook", "old.txt", "--out", "made.md", "--force"]],
}
"""What is run with room and rights, and run again without."""
BEGINNERS = {"new": ["new", "bees"], "import cards": ["import", "cards", "table.csv", "--name", "wasps"]}
"""Commands that make a folder."""

CAPABILITIES, VERSION = {0: "chown", 1: "dac_override", 2: "dac_read_search", 3: "fowner"}, 0x20080522
"""Rights of the administrator to write everywhere."""


@pytest.fixture
def ants(tmp_path: Path) -> Path:
    files: dict[str, str | bytes] = {"game.yaml": GAME, "cards/deck.yaml": DECK, "rulebook/rules.md": RULES, "old.txt": RULES, "table.csv": TABLE}  # fmt: skip
    return write(tmp_path / "ants", files)


def run(folder: Path, arguments: list[str], limit: Callable[[], None] | None = None) -> tuple[int, str]:
    """The command of a user who may not write everywhere, in a process of its own."""
    home = str(folder.parent / "home")

    def before() -> None:
        lay_rights_down()
        if limit is not None:
            limit()

    code, *told = fork(folder, *arguments, before=before, HOME=home, XDG_CONFIG_HOME=home)
    return code, "".join(told)


def lay_rights_down() -> None:
    """What an administrator may do and others may not is not allowed any more in this process."""
    if sys.platform == "linux":
        library = ctypes.CDLL(None, use_errno=True)
        header, sets = (ctypes.c_uint32 * 2)(VERSION, 0), (ctypes.c_uint32 * 6)()
        if library.capget(header, sets) == 0:
            for capability in CAPABILITIES:
                sets[0] &= ~(1 << capability) & 0xFFFFFFFF
            library.capset(header, sets)


def little_room() -> None:
    """Files may have 20 bytes: what is longer ends as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file with its content, and every folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


def prepared(folder: Path, lines: list[list[str]]) -> dict[str, bytes]:
    """Everything as it is after the commands and a change of the game that would change what they write."""
    for line in (["build", "-q"], *lines) if lines[0][0] == "print" else lines:
        code, *told = call(
            folder, *line, HOME=str(folder.parent / "home"), XDG_CONFIG_HOME=str(folder.parent / "home")
        )
        assert code in (0, 1), told
        assert "error[" not in "".join(told), told
    (folder / "cards/deck.yaml").write_text(DECK.replace("Ant", "Emmet"), encoding="utf-8")
    (folder / "rulebook/rules.md").write_text(RULES.replace("nest", "hill"), encoding="utf-8")
    (folder / "old.txt").write_text(RULES.replace("nest", "hill"), encoding="utf-8")
    return snapshot(folder)


def check_refused(code: int, told: str) -> None:
    assert code in (1, 3), told
    assert "error[E11" in told
    assert "Traceback" not in told


@pytest.mark.parametrize("name", COMMANDS)
def test_what_was_there_stays_when_there_is_no_room_or_no_right_to_write(ants: Path, name: str) -> None:
    lines = COMMANDS[name]
    before = prepared(ants, lines)
    check_refused(*run(ants, lines[-1], little_room))
    assert snapshot(ants) == before
    folders = [ants, *(path for path in ants.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        check_refused(*run(ants, lines[-1]))
    finally:
        for folder in folders:
            folder.chmod(0o755)
    assert snapshot(ants) == before


@pytest.mark.parametrize("name", BEGINNERS)
def test_a_game_that_cannot_be_begun_leaves_nothing_half_made(ants: Path, name: str) -> None:
    before = snapshot(ants)
    check_refused(*run(ants, BEGINNERS[name], little_room))
    assert snapshot(ants) == before
    ants.chmod(0o555)
    check_refused(*run(ants, BEGINNERS[name]))
    ants.chmod(0o755)
    assert snapshot(ants) == before
    code, told = run(ants, BEGINNERS[name])
    assert code == 0, told
