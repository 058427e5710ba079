"""The tutorial is walked through: files are written, changes made, commands run, and their output is what it says."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli.main import pnp

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
_STEP = re.compile(
    r"<!-- (?P<kind>run|file|append|replace)(?:: (?P<what>.*?))? -->(?:\n```\w+\n(?P<body>.*?)```)?",
    re.DOTALL,
)


def steps() -> Iterator[tuple[str, str, str]]:
    """Kind, what it is about, and the block behind it."""
    for match in _STEP.finditer(PAGE.read_text(encoding="utf-8")):
        body = (match.group("body") or "") if match.group("kind") != "replace" else ""
        yield match.group("kind"), match.group("what") or "", body


def commands(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block with the lines that it is said to put out."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *lines = part.rstrip("\n").split("\n")
        yield command, lines


def run(command: str) -> str:
    name, *arguments = shlex.split(command)
    if name == "cd":
        os.chdir(arguments[0])
        return ""
    assert name == "pnp"
    result = CliRunner().invoke(pnp, arguments)
    assert result.exit_code == 0, result.output  # faults of the game are no failure of the command
    return result.output


def assert_says(output: str, lines: list[str], command: str) -> None:
    """Every line that is shown is there, in this order; ``…`` stands for anything."""
    patterns = [
        ".*".join(map(re.escape, line.strip().split("…"))) for line in lines if line.strip() not in ("…", "")
    ]
    assert re.search(r"[\s\S]*?".join(patterns), output), f"$ {command}\n{output}"


def test_the_tutorial_works_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = 0
    for kind, what, body in steps():
        if kind == "run":
            for command, lines in commands(body):
                assert_says(run(command), lines, command)
                done += 1
        elif kind == "replace":
            path, _, change = what.partition(": ")
            old, new = change.split(" => ")
            text = Path(path).read_text(encoding="utf-8")
            assert text.count(old) == 1, (path, old)
            Path(path).write_text(text.replace(old, new), encoding="utf-8")
        else:
            target = Path(what)
            target.parent.mkdir(exist_ok=True)
            before = target.read_text(encoding="utf-8") if kind == "append" else ""
            target.write_text(before + body, encoding="utf-8")
    assert done >= 18
