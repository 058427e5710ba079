"""Names of files and folders may be bytes that are no UTF-8: no command takes that for a fault of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.cli.call import call
from tests.conftest import pytest_pyfunc_call
from tests.processes import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have names of Unicode only")
GAME = "id: g\nname: G\nlanguage: en\nplayers: 2\n"
FAULT = 70


PROCESSES = (b"build --game h\xff", b"import cards t\xff.csv", b"new n\xff")
"""Commands that run in processes of their own, so that the system hands over the bytes."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (b"g", b"h\xff"):
        game = tmp_path / os.fsdecode(name)
        (game / "cards").mkdir(parents=True)
        (game / "game.yaml").write_text(GAME, encoding="utf-8")
        (game / "cards/c.yaml").write_text("kind: card\npieces: {one: {text: x}}\n", encoding="utf-8")
    (tmp_path / os.fsdecode(b"t\xff.csv")).write_text("name,cost\na,1\n", encoding="utf-8")
    (tmp_path / os.fsdecode(b"t\xff.md")).write_text("# A\n\nWords.\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        b"build --game h\xff",
        b"build --game g --out o\xff",
        b"check --game h\xff",
        b"list --game h\xff",
        b"stats --game h\xff",
        b"contact --game g --out o\xff",
        b"export csv --game h\xff",
        b"i18n update --game h\xff",
        b"diff --game h\xff --since HEAD",
        b"print --game h\xff --mark",
        b"build --game g --profile p\xff",
        b"build --game g --only \xff",
        b"build --game g --where \xff",
        b"show --game g \xff",
        b"import cards t\xff.csv",
        b"import rulebook t\xff.md",
        b"import csv h\xff",
        b"new n\xff",
    ],
)
def test_a_name_that_is_no_utf8_is_no_fault_of_pnp(folder: Path, command: bytes) -> None:
    if command in PROCESSES:
        line = [sys.executable.encode(), b"-m", b"pnp", *command.split()]
        code = subprocess.run(line, cwd=folder, capture_output=True, timeout=PATIENCE).returncode
    else:
        code = call(folder, *map(os.fsdecode, command.split())).returncode
    assert code < FAULT


@pytest.mark.parametrize(
    "command", ["build", "check", "list", "stats", "i18n update", "export csv", "export tts"]
)
@pytest.mark.parametrize("name", [b"cards/r\xe8.yaml", b"rulebook/r\xe8.md"])
def test_a_file_of_a_game_whose_name_is_no_utf8_is_reported(folder: Path, name: bytes, command: str) -> None:
    file = folder / "g" / os.fsdecode(name)
    file.parent.mkdir(exist_ok=True)
    file.write_text(
        "# A\n\nWords.\n" if b"md" in name else "kind: card\npieces: {two: {text: x}}\n", encoding="utf-8"
    )
    done = call(folder, *command.split(), "--game", "g")
    assert done.returncode == 1
    shown, encoding = name.decode("utf-8", "backslashreplace"), sys.getfilesystemencoding().upper()
    assert f"error[Y301]: the name of '{shown}' is not {encoding}" in done.stderr
    assert "= help: rename the file" in done.stderr


@pytest.mark.parametrize("name", ["art/kůň.png", "cards/kůň.yaml"])
def test_where_names_are_ascii_the_report_says_how_to_have_them_read(folder: Path, name: str) -> None:
    for path in (folder / "g" / "art", folder / "g" / "cards"):
        path.mkdir(exist_ok=True)
    named = folder / "g" / os.fsdecode(name.encode())
    named.write_text("kind: card\npieces: {two: {text: x}}\n", encoding="utf-8")
    card = "kind: card\nfields: {art: picture}\npieces: {one: {text: x, art: art/kůň.png}}\n"
    (folder / "g/cards/c.yaml").write_text(
        card if "art" in name else "kind: card\npieces: {one: {text: x}}\n", encoding="utf-8"
    )
    ascii_names = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "utf-8"}
    line = [sys.executable, "-m", "pnp", "check", "--game", "g"]
    done = subprocess.run(
        line, cwd=folder, capture_output=True, encoding="utf-8", env={**os.environ, **ascii_names}
    )
    assert done.returncode == 1
    assert f"the name of '{name}' is not ASCII" in done.stderr
    assert "rename the file, or set PYTHONUTF8=1, so that names are read as UTF-8" in done.stderr


@pytest.mark.parametrize("spawn", [True, False])
@pytest.mark.parametrize(("said", "passes"), [("1 passed in 0.1s", True), ("1 skipped in 0.1s", False)])
def test_a_test_in_a_python_of_its_own_has_the_same_options_and_must_pass(
    said: str, passes: bool, spawn: bool, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0, said)

    request.node.add_marker("utf8_names")
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "ascii")
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(request.config.option, "spawn", spawn)
    with nullcontext() if passes else pytest.raises(AssertionError, match=said):
        pytest_pyfunc_call(request.node)
    ((*_, last),) = commands
    assert last == request.node.nodeid
    assert ("--spawn" in commands[0]) == spawn
