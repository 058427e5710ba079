"""Only pnp.disk writes, moves and removes; the rule that says so can fail."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

METHODS = frozenset({"write_text", "write_bytes", "touch", "mkdir", "symlink_to", "hardlink_to", "unlink", "rmdir", "rename", "chmod"})  # fmt: skip
"""Of ``pathlib.Path`` and of nothing else that pnp calls. Functions of modules are banned in ``pyproject.toml``."""

CALLS = re.compile(rf"\b({'|'.join(METHODS)}|replace|open|FileIO|fdopen)\(")
"""A file that holds none of them need not be parsed."""

PROGRAMS = frozenset({"resvg_process.py"})
"""Not part of the package's process: it puts fonts into a temporary folder that is removed when it ends."""

WRITING = re.compile(r"[rbt]*[wax+][rwaxbt+]*")


def breaches(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of each call that writes."""
    if not CALLS.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = 1 if isinstance(node.func, ast.Name) else 0  # a path's own method is given no path
        modes = [*node.args[first:2], *(word.value for word in node.keywords if word.arg == "mode")]
        if name in METHODS and isinstance(node.func, ast.Attribute):
            yield node.lineno, name
        elif (
            name == "replace"
            and len(node.args) == 1
            and not node.keywords
            and isinstance(node.func, ast.Attribute)
        ):
            yield node.lineno, name  # of a path: a text is given two, a value named ones
        elif (name in ("open", "FileIO", "fdopen") and any(map(_writes, modes))) or (
            name == "open" and first and modes and not isinstance(modes[0], ast.Constant)
        ):
            yield node.lineno, name


def _writes(mode: ast.expr) -> bool:
    """Whether an argument is a mode that writes."""
    return (
        isinstance(mode, ast.Constant)
        and isinstance(mode.value, str)
        and WRITING.fullmatch(mode.value) is not None
    )


def test_no_other_package_writes() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): list(breaches(path.read_text(encoding="utf-8")))
        for path in sorted((ROOT / "pnp").rglob("*.py"))
        if "disk" not in path.relative_to(ROOT / "pnp").parts[:1] and path.name not in PROGRAMS
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "open('a', 'w')", "open('a', mode='ab')", "open('a', 'r+')", "open(a, b)", "Path('a').open('x')", "io.open('a', 'wb')",
        "Path('a').write_text('')", "path.write_bytes(b'')", "path.touch()", "path.mkdir(parents=True)", "a.symlink_to(b)",
        "a.hardlink_to(b)", "a.unlink()", "a.replace(b)", "a.rename(b)", "a.rmdir()", "a.chmod(0)", "os.fdopen(a, 'wb')",
        "io.FileIO('a', 'w')",
    ],
)  # fmt: skip
def test_the_rule_sees_every_way_to_write(line: str) -> None:
    assert list(breaches(line)) != []


@pytest.mark.parametrize(
    "line",
    ["open('a', 'rb')", "Path('a').open()", "'a'.replace('b', 'c')", "replace(a, b=c)", "os.fdopen(a, 'rb')", "Image.open(a)"],
)  # fmt: skip
def test_the_rule_lets_reading_pass(line: str) -> None:
    assert list(breaches(line)) == []


BANNED = """\
import os, shutil, tempfile
from os import replace
from shutil import move
os.open("a", os.O_WRONLY)
os.mkdir("a")
os.makedirs("a")
os.replace("a", "b")
os.rename("a", "b")
os.renames("a", "b")
os.unlink("a")
os.remove("a")
os.removedirs("a")
os.rmdir("a")
os.link("a", "b")
os.symlink("a", "b")
os.truncate("a", 0)
os.mkfifo("a")
os.mknod("a")
os.chmod("a", 0)
os.chown("a", 0, 0)
os.utime("a")
shutil.rmtree("a")
shutil.copy("a", "b")
shutil.copy2("a", "b")
shutil.copyfile("a", "b")
shutil.copytree("a", "b")
shutil.move("a", "b")
"""


def test_ruff_sees_every_function_that_writes() -> None:
    """In any package but ``pnp.disk``."""
    for name, seen in (("pnp/build/new.py", True), ("pnp/disk/new.py", False)):
        run = subprocess.run(
            [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--output-format", "concise", "--stdin-filename", name, "-"],
            input=BANNED, capture_output=True, encoding="utf-8", cwd=ROOT,
        )  # fmt: skip
        lines = {int(line.split(":")[1]) for line in run.stdout.splitlines() if "TID251" in line}
        assert lines == (set(range(1, len(BANNED.splitlines()) + 1)) if seen else set()), run.stdout
