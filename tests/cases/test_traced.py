"""What the system itself is asked for while a hostile game is built: every call is watched, whichever library makes it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cases.made import write
from tests.cases.test_confinement import CONTENT, hostile

pytestmark = pytest.mark.system

ROOT = Path(__file__).parents[2]
COMMANDS = (
    ["check"], ["build", "--lang", "all"], ["build", "--jobs", "2"], ["contact"], ["fit"], ["i18n", "update"], ["list", "--pieces"], ["export", "csv"],
)  # fmt: skip
SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/share/locale",
    "/usr/share/zoneinfo",
    "/usr/share/fonts",  # ReportLab looks for its folders when it is imported; the watch on events sees that no file in them is opened
    "/dev/null",
    "/dev/shm",
    "/proc/self",
    "/sys/devices/system/cpu",
)
SETTINGS = ("/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/locale.alias", "/etc/mime.types", "/etc/ssl", "/proc/cpuinfo", "/proc/stat", "/proc/meminfo")  # fmt: skip
_CALL = re.compile(r"^\d+ +(\w+)\((.*)")
_OPENED = re.compile(r'(?:(?:AT_FDCWD|\d+)(?:<([^>]*)>)?, )?"((?:[^"\\]|\\.)*)", ([A-Z_|]+).* = \d+')


def traced(folder: Path, arguments: list[str]) -> tuple[list[str], str]:
    """The calls of a command and of the processes that it starts, and what it told."""
    log = folder.parent / "trace"
    around = {"HOME": folder.parent / "home", "XDG_CONFIG_HOME": folder.parent / "home", "TMPDIR": folder.parent / "temporary", "PNP_CACHE_DIR": folder.parent / "cache"}  # fmt: skip
    program = [
        "strace",
        "-f",
        "-y",
        "-qq",
        "-s",
        "4096",
        "-e",
        "trace=%file,%network,%process",
        "-o",
        str(log),
    ]
    run = subprocess.run(
        [*program, sys.executable, "-m", "pnp", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **{name: str(path) for name, path in around.items()}},
    )
    if not log.exists() or "PTRACE_TRACEME" in run.stderr:
        pytest.skip("this machine lets no process be traced")
    return log.read_text("utf-8", "replace").splitlines(), run.stdout + run.stderr


def opened(calls: list[str], folder: Path) -> Iterator[tuple[Path, bool]]:
    """Each file that was opened, without links, and whether for writing."""
    for line in calls:
        call = _CALL.match(line)
        if call and call[1] in ("open", "openat", "openat2", "creat"):
            found = _OPENED.match(call[2])
            if found:
                yield (
                    Path(os.path.realpath(folder / (found[1] or "") / found[2])),
                    bool(re.search("O_WRONLY|O_RDWR|O_CREAT", found[3])),
                )


def homes() -> set[Path]:
    """Of the program: its own files, Python's, those of the libraries, and what stands on the path of imports."""
    named = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    return {
        Path(os.path.realpath(place))
        for place in (ROOT, sys.prefix, sys.base_prefix, *named, *filter(None, sys.path))
    }


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_the_system_sees_no_step_out_of_a_hostile_game(tmp_path: Path, arguments: list[str]) -> None:
    assert shutil.which("strace")
    for name in ("home", "temporary", "cache"):
        (tmp_path / name).mkdir()
    folder = hostile(tmp_path / "evil", tmp_path)
    calls, told = traced(folder, arguments)
    mine = {folder, *(tmp_path / name for name in ("home", "temporary", "cache"))}
    readable = {*mine, *homes(), *map(Path, SYSTEM), *(Path(os.path.realpath(place)) for place in SETTINGS)}
    read, written = set(), set()
    for path, writes in opened(calls, folder):
        around = {path, *path.parents}
        if not around & readable:
            read.add(str(path))
        if (
            writes
            and not around & {*mine, Path("/dev/null"), Path("/dev/shm")}
            and path.suffix != ".pyc"
            and ".pyc." not in path.name
        ):
            written.add(str(path))
    assert (read, written) == (set(), set())
    assert [
        line
        for line in calls
        if re.search(r"\b(socket|connect|bind|sendto)\(", line) and "AF_UNIX" not in line
    ] == []
    programs = {match[1] for line in calls if (match := re.search(r'execve\("([^"]+)".* = 0', line))}
    assert {Path(program).name for program in programs} <= {Path(sys.executable).name}
    assert CONTENT not in told
    assert "Traceback" not in told


def test_the_trace_shows_a_step_out(tmp_path: Path) -> None:
    for name in ("home", "temporary", "cache"):
        (tmp_path / name).mkdir()
    folder = write(tmp_path / "good", {"cards/deck.yaml": "kind: card\npieces: {a: {}}\n"})
    calls, _ = traced(folder, ["build", "-q", "--out", str(tmp_path / "elsewhere")])
    assert any(writes and tmp_path / "elsewhere" in path.parents for path, writes in opened(calls, folder))
