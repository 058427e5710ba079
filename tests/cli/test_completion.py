"""Words that the shell finishes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.call import call
from tests.preview.game import write_game

ROOT = Path(__file__).parents[2]


def alone(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, under the name that it has once it is installed."""
    code = "import sys; sys.argv[0] = 'pnp'; from pnp.cli import main; main()"
    command = [sys.executable, "-c", code, *arguments]
    environment = {**os.environ, **variables}
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", env=environment
    )


def offered(folder: Path, line: str, shell: str = "bash", run: Callable[..., Any] = call) -> list[str]:
    """What is offered for the last word of a line that begins with ``pnp``."""
    words = line.split(" ")
    variables = {"_PNP_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    if shell == "fish":
        variables["COMP_CWORD"] = words[-1]
    result = run(folder, **variables)
    assert (result.returncode, result.stderr) == (0, "")
    if shell == "zsh":
        return result.stdout.splitlines()[1::3]
    return [entry.split(",", 1)[1].split("\t")[0] for entry in result.stdout.splitlines() if entry]


@pytest.mark.parametrize(
    ("words", "begun", "wanted"),
    [("pnp", "ch", "check"), ("pnp\nbuild", "--paper", "--paper"), ("pnp\nbuild\n--game", "d", "doom")],
)
def test_powershell_gets_each_word_with_its_help(words: str, begun: str, wanted: str) -> None:
    result = call(ROOT, _PNP_COMPLETE="powershell_complete", COMP_WORDS=words, COMP_CWORD=begun)
    entries = dict(line.split("\t", 1) for line in result.stdout.splitlines())
    assert entries[wanted]
    script = call(ROOT, "completion", "powershell").stdout
    assert script.startswith("Register-ArgumentCompleter -Native -CommandName pnp ")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    write_game(folder / "data")
    return folder


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pnp pre", ["preview"]),
        ("pnp i18n st", ["status"]),
        ("pnp build --pro", ["--profile"]),
        ("pnp build --game an", ["ants"]),
        ("pnp build -g zombiak", ["zombiaki", "zombiaki2"]),
        ("pnp show ants/s", ["ants/soldier", "ants/scout"]),
        ("pnp show --game doom weapons/own-b", ["weapons/own-bow"]),
        ("pnp build --game ants --only cr", ["crumbs", "crumbs/crumb"]),
        ("pnp build --only events,ants/w", ["events,ants/worker"]),
        ("pnp build --lang en,c", ["en,cs"]),
        ("pnp watch --lang a", ["all"]),
        ("pnp build --profile low", ["low-ink"]),
        ("pnp explain M11", ["M110", "M111", "M112", "M113", "M114", "M115", "M116", "M117"]),
        ("pnp completion ", ["bash", "zsh", "fish"]),
        ("pnp nonsense x", []),
        ("pnp build --game nonsense --only x", []),
    ],
)
def test_words_are_finished(table, line, words):
    assert offered(table, line)[: len(words) or None] == words


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_are_offered_the_same(table, shell):
    assert offered(table, "pnp show ants/s", shell, alone) == ["ants/soldier", "ants/scout"]


@pytest.mark.utf8_names
def test_a_set_that_is_called_like_a_command_is_not_put_into_the_line(tmp_path):
    """What is offered is run with the line: a stranger's game could have said what."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text("name: Trap\n", encoding="utf-8")
    for name in ("$(touch trap)", "a;b", "`id`", "a b", "ants", "kůň", "*"):
        (tmp_path / f"cards/{name}.yaml").write_text("kind: card\npieces: {a: {name: A}}\n", encoding="utf-8")
    assert sorted(offered(tmp_path, "pnp build --only ")) == ["ants", "ants/a", "kůň", "kůň/a"]
    assert sorted(offered(tmp_path, "pnp show ")) == ["ants/a", "kůň/a"]


def test_a_broken_game_offers_nothing_and_says_nothing(tmp_path):
    game = write_game(tmp_path / "data")
    (game / "game.yaml").write_text("name: [", encoding="utf-8")
    assert offered(tmp_path, "pnp show ants/") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_for_words_by_the_variable_that_is_answered(table, shell):
    result = call(table, "completion", shell)
    assert (result.returncode, result.stderr) == (0, "")
    assert f"_PNP_COMPLETE={shell}_complete" in result.stdout


def test_commands_are_offered_without_importing_them(table):
    code = (
        "import os, sys\nsys.argv = ['pnp']\nfrom pnp.cli.main import _run\n"
        "try:\n    _run()\nexcept SystemExit:\n    pass\nprint(sorted(m for m in sys.modules if m.startswith('pnp.')))"
    )
    variables = {"_PNP_COMPLETE": "bash_complete", "COMP_WORDS": "pnp b", "COMP_CWORD": "1"}
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=table,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **variables},
    )
    assert "plain,build" in result.stdout
    assert "pnp.cli.build'" not in result.stdout
    assert "pnp.load" not in result.stdout


@pytest.mark.parametrize("variables", [{}, {"NO_COLOR": "1"}])
def test_what_is_piped_has_no_colours(table, variables):
    for arguments in (
        ("check",),
        ("build", "--paper", "nonsense"),
        ("list",),
        ("stats",),
        ("explain", "M110"),
    ):
        result = call(table, *arguments, **variables)
        assert "\x1b[" not in result.stdout + result.stderr, arguments
