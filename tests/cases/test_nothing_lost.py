"""Whatever happens in the middle of a build, each file in ``out`` is a whole one, and the next build is right."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest

from pnp.build.output import write_files
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from tests.cases.made import words_of, write
from tests.cli.call import call, fork

DECK = "kind: card\npieces:\n" + "".join(f"  c{number}: {{name: Old {number}}}\n" for number in range(30))
COMMAND = [sys.executable, "-m", "pnp", "build", "-q"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write(
        tmp_path_factory.mktemp("built") / "ants", {"cards/deck.yaml": DECK, "cards/other.yaml": DECK}
    )
    assert build_here(folder)
    return folder


@pytest.fixture
def ants(built: Path, tmp_path: Path) -> Path:
    return shutil.copytree(built, tmp_path / "ants")


def build_here(folder: Path) -> bool:
    """A build in this process: three times as fast as one in a process of its own."""
    workshop = open_workshop(folder, folder)
    return bool(build(workshop, BuildOptions(out=folder / "out", languages=("en",))).files)


def renew(folder: Path) -> None:
    """Change what every card says."""
    for name in ("deck", "other"):
        (folder / f"cards/{name}.yaml").write_text(DECK.replace("Old", "New"), encoding="utf-8")


def output(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "out").rglob("*")) if path.is_file()}


def check_whole(folder: Path) -> None:
    """Every file is a whole old one or a whole new one; files under a temporary name do not count."""
    for name, data in output(folder).items():
        if name.endswith(".pdf"):
            words = words_of(data)
            assert ("Old 29" in words) is not ("New 29" in words), name
        else:
            assert name in ("manifest.json", ".pnp-build.json") or name.endswith(".part"), name


def test_a_kill_leaves_whole_files_and_the_next_build_is_right(ants: Path) -> None:
    renew(ants)
    dice = random.Random(8)
    for _ in range(3):
        run = subprocess.Popen(COMMAND, cwd=ants)
        time.sleep(dice.uniform(0.05, 1.2))
        run.send_signal(signal.SIGKILL)
        run.wait()
        check_whole(ants)
    assert call(ants, "build", "-q").returncode == 0
    assert all("New 29" in words_of(data) for name, data in output(ants).items() if name.endswith(".pdf"))


@pytest.mark.parametrize(
    "moment", ["build.edition.compose_piece", "disk.write._put_on_disk", "build.pipeline.check_workshop"]
)
def test_ctrl_c_ends_with_130_and_leaves_what_was_there(ants: Path, moment: str) -> None:
    there = output(ants)
    renew(ants)
    module, _, function = f"pnp.{moment}".rpartition(".")

    def before() -> None:
        real = getattr(import_module(module), function)

        def stopped(*given: object, **named: object) -> object:
            made = real(*given, **named)
            os.kill(os.getpid(), signal.SIGINT)
            return made

        setattr(import_module(module), function, stopped)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background do not hear it

    run = fork(ants, "--no-cache", "build", "-q", "--jobs", "1", before=before)
    assert (run.returncode, "Traceback" in run.stderr) == (130, False)
    assert output(ants) == there


def test_a_disk_that_is_full_leaves_what_was_there(ants: Path) -> None:
    before = output(ants)
    renew(ants)

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    run = fork(ants, "build", "-q", before=little_room)
    assert run.returncode == 3
    assert "error[E110]" in run.stderr
    assert "Traceback" not in run.stderr
    assert output(ants) == before


def test_a_folder_without_rights_keeps_what_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.pdf").write_bytes(b"old")

    def refused(name: str, target: str, **_: object) -> None:
        raise PermissionError(13, "Permission denied", target)

    monkeypatch.setattr(os, "replace", refused)  # as Windows answers while a viewer holds the file open
    (found,) = write_files(tmp_path, {"a.pdf": b"new"})
    assert found.code == "E110"
    assert "close the file if a viewer holds it open" in found.help[0]
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.pdf", b"old")]


def test_two_builds_at_once_do_not_disturb_each_other(ants: Path) -> None:
    renew(ants)
    runs = [subprocess.Popen(COMMAND, cwd=ants, stderr=subprocess.PIPE) for _ in range(2)]
    assert [(run.communicate()[1], run.returncode) for run in runs] == [(b"", 0)] * 2
    assert all("New 29" in words_of(data) for name, data in output(ants).items() if name.endswith(".pdf"))
    assert not [name for name in output(ants) if name.endswith(".part")]


@pytest.mark.parametrize("link", ["out", "out/ants", "out/ants/en"])
def test_nothing_is_written_through_a_link_that_came_with_the_game(
    ants: Path, tmp_path: Path, link: str
) -> None:
    shutil.rmtree(ants / "out")
    mine = tmp_path / "mine"
    mine.mkdir()
    (ants / link).parent.mkdir(parents=True, exist_ok=True)
    (ants / link).symlink_to(mine, target_is_directory=True)
    run = call(ants, "build", "-q")
    assert (run.returncode, "error[E111]" in run.stderr) == (3, True)
    assert list(mine.iterdir()) == []


def test_an_output_that_is_named_may_be_a_link(ants: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "elsewhere").symlink_to(tmp_path / "disk", target_is_directory=True)
    assert call(ants, "build", "-q", "--out", str(tmp_path / "elsewhere")).returncode == 0
    assert (tmp_path / "disk/ants/en/deck.pdf").is_file()
