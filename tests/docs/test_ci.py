"""What docs/ci.md says runs: its commands, the hooks of pre-commit and the action of GitHub."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from tests.cli.call import call

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
COMMANDS = sorted(set(re.findall(r"^ *(?:- )?(pnp (?:check|build) .*)$", PAGE, re.MULTILINE)))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.fixture
def ants(tmp_path: Path) -> Path:
    """A folder with a game, which is clean."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text("id: ants\nname: Ants\nlanguage: en\nplayers: 2\n", encoding="utf-8")
    (tmp_path / "cards/a.yaml").write_text(
        "kind: card\nname: Ants\npieces:\n  one: {name: A}\n", encoding="utf-8"
    )
    return tmp_path


def run(folder: Path, line: str) -> None:
    """Run a line of the page, which may write standard output to a file, and expect 0."""
    command, _, target = line.partition(" > ")
    ended = call(folder, *shlex.split(command)[1:])
    assert (ended.returncode, ended.stderr if target else "") == (0, "")
    if target:
        (folder / target).write_text(ended.stdout, encoding="utf-8")


def test_the_page_has_its_commands():
    assert len(COMMANDS) == 5


@pytest.mark.parametrize("line", COMMANDS)
def test_each_command_of_the_page_runs(ants: Path, line: str):
    run(ants, line)
    if "junit" in line:
        (suite,) = ElementTree.parse(ants / "pnp.xml").getroot()
        assert suite.get("failures") == "0"


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_each_hook_passes_a_clean_game_and_stops_a_broken_one(ants: Path, hook: dict):
    assert (hook["language"], hook["pass_filenames"]) == ("python", False)
    assert all(re.search(hook["files"], name) for name in ("game.yaml", "locale/pl.po", "layouts/a.xml"))
    run(ants, hook["entry"])
    (ants / "cards/a.yaml").write_text("kind: crad\n", encoding="utf-8")
    ended = call(ants, *shlex.split(hook["entry"])[1:])
    assert (ended.returncode, "error[" in ended.stderr) == (1, True)


@pytest.mark.skipif(sys.platform == "win32", reason="GitHub runs the action in bash")
def test_the_action_runs_its_inputs_as_words_and_says_where_the_files_are(ants: Path, tmp_path: Path):
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    (step,) = [step for step in action["runs"]["steps"] if step.get("id") == "build"]
    assert "${{" not in step["run"]
    bin_folder = tmp_path / "runner/pnp/bin"
    bin_folder.mkdir(parents=True)
    (bin_folder / "pnp").symlink_to(Path(sys.executable).with_name("pnp"))
    output = tmp_path / "output"
    variables = {
        "GAME": "",
        "LANGUAGES": action["inputs"]["languages"]["default"],
        "STRICT": "true",
        "RUNNER_TEMP": str(tmp_path / "runner"),
        "GITHUB_OUTPUT": str(output),
    }
    assert set(step["env"]) < set(variables)
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    ended = subprocess.run(
        command, cwd=ants, env={**os.environ, **variables}, capture_output=True, encoding="utf-8", check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    out = Path(output.read_text(encoding="utf-8").strip().removeprefix("out="))
    assert (out / "ants/en/a.pdf").is_file()
    ended = subprocess.run(
        command,
        cwd=ants,
        env={**os.environ, **variables, "GAME": "$(touch pwned)"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 2
    assert not (ants / "pwned").exists()
