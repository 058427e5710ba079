"""Pictures that processes prove while a game is read: begun with where it saves time, and the same files whoever proves them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.build import proving as proving_module
from pnp.build.inputs import Inputs, png_files
from pnp.build.proving import proving
from pnp.build.record import RECORD_FILE, has_record
from pnp.pictures import Proved, Provers
from pnp.pictures import provers as provers_module
from pnp.pictures.png_file import passed_png
from pnp.store import OFF, Store
from tests.build.test_pictures_ahead import game
from tests.cli.call import call
from tests.pictures.made import png

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems are not forked on")


@pytest.fixture(autouse=True)
def worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small files are worth a process, and two cores are there."""
    monkeypatch.setattr(proving_module, "_WORTH_BYTES", 1_000)
    monkeypatch.setattr(proving_module, "usable_cores", lambda: 2)


def inputs(folder: Path, out: Path | None = None) -> Inputs:
    return Inputs(folder, folder.name, folder / "user", folder / "shared", out or folder / "out")


def begun(folder: Path, store: Store = OFF, jobs: int = 0) -> int:
    """How many processes began; they have ended."""
    with proving(inputs(folder), store, jobs) as provers:
        processes = numbers(provers)
    have_ended(processes)
    return len(processes)


def numbers(provers: Provers | None) -> list[int]:
    return [] if provers is None else [process.number for process in provers._processes]


def have_ended(processes: list[int]) -> None:
    for number in processes:
        with pytest.raises(ChildProcessError):
            os.waitpid(number, os.WNOHANG)


def test_processes_begin_for_each_further_core_or_job(tmp_path):
    game(tmp_path, 12)
    assert [begun(tmp_path, jobs=jobs) for jobs in (0, 1, 2, 4, 40)] == [1, 0, 1, 3, 6]


def test_none_begins_for_little_work(tmp_path, monkeypatch):
    game(tmp_path, 12)
    monkeypatch.setattr(proving_module, "_WORTH_BYTES", 100_000_000)
    assert begun(tmp_path) == 0


def test_none_begins_where_pictures_were_proved_before(tmp_path):
    folder, store = game(tmp_path / "game", 12), Store(tmp_path / "cache")
    assert begun(folder, store) == 1
    proved = Proved(store, str(folder))
    passed_png(png(9, 7, 8, 2), "a.png", proved=proved)
    proved.save()
    assert begun(folder, store) == 0
    assert begun(game(tmp_path / "other", 12), store) == 1


def test_processes_end_whatever_happens_to_the_first_one(tmp_path):
    game(tmp_path, 12)
    processes: list[int] = []

    def interrupted() -> None:
        with proving(inputs(tmp_path), OFF, 3) as provers:
            processes.extend(numbers(provers))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert len(processes) == 2
    have_ended(processes)


def test_pictures_are_looked_for_where_those_of_the_game_are(tmp_path):
    folder = game(tmp_path / "game", 12)
    names = {f"art/a{number}.png" for number in range(6)}
    for name in ("out/made.png", ".hidden/a.png", "photo.jpg", "art/B.PNG"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(b"12345")
    found = png_files(inputs(folder))
    assert set(found) == names | {"art/B.PNG"}
    assert found["art/B.PNG"] == 5
    (folder / "elsewhere").symlink_to(tmp_path, target_is_directory=True)
    assert png_files(inputs(folder)) == {}
    assert png_files(inputs(tmp_path / "missing")) == {}


def test_a_record_is_one_whatever_it_holds(tmp_path):
    folder = game(tmp_path / "game", 12)
    assert not has_record(inputs(folder))
    assert not has_record(inputs(tmp_path / "missing"))
    place = folder / "out" / "game" / RECORD_FILE
    place.parent.mkdir(parents=True)
    place.write_text("anything", encoding="utf-8")
    assert has_record(inputs(folder))


def files(out: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file() and path.name != RECORD_FILE
    }


@pytest.mark.parametrize("pieces", [12, 64])
@pytest.mark.parametrize("languages", ["en", "all"])
def test_a_command_makes_the_same_files_whoever_proves_pictures(tmp_path, monkeypatch, pieces, languages):
    folder = game(tmp_path / "game", pieces)
    kept = {"PNP_CACHE_DIR": str(tmp_path / "cache")}
    begins = _counted(monkeypatch)

    def built(*options: str, **variables: str) -> dict[str, bytes]:
        done = call(folder, "build", "--lang", languages, *options, **variables)
        assert done.returncode == 0, done.stdout + done.stderr
        return files(folder / "out")

    made = built("--jobs", "1", PNP_NO_CACHE="1")
    assert any(name.endswith(".pdf") for name in made)
    assert begins() == 0
    assert built("--jobs", "2", "--force", PNP_NO_CACHE="1") == made
    assert begins() == 1
    shutil.rmtree(folder / "out")
    assert built("--jobs", "2", **kept) == made
    assert begins() == 1
    assert built("--jobs", "2", **kept) == made  # nothing changed
    assert built("--jobs", "2", "--force", **kept) == made  # proved before
    assert begins() == 0
    shutil.rmtree(tmp_path / "cache")
    game(tmp_path / "game", pieces - 1)
    assert built("--jobs", "3", **kept) != made
    assert begins() == 2
    assert begins() == 0


def _counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Processes that began since it was asked before."""
    count = [0]
    forked = provers_module.forked

    def begin(work: Callable[[], None]) -> object:
        count[0] += 1
        return forked(work)

    monkeypatch.setattr(provers_module, "forked", begin)

    def since() -> int:
        found, count[0] = count[0], 0
        return found

    return since


def test_faults_of_pictures_are_told_alike(tmp_path):
    folder = game(tmp_path / "game", 12, damaged=True)
    one = call(folder, "build", "--jobs", "1", PNP_NO_CACHE="1")
    two = call(folder, "build", "--jobs", "2", PNP_NO_CACHE="1")
    assert "A210" in one.stdout + one.stderr
    assert (one.returncode, one.stderr) == (two.returncode, two.stderr)
    assert not (folder / "out").exists()
