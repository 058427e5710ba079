"""A run that is killed leaves all files old or, after the next run, all new, and nothing beside them."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp.disk import Folder, put_files
from pnp.disk import write as module
from pnp.disk.write import Journal

OLD = {"g/en/a.pdf": b"old a", "g/en/b.pdf": b"old b", "g/c.json": b"old c"}
NEW = {name: content.replace(b"old", b"new") for name, content in OLD.items()}


def killed(out: Path, journals: Path, arrange: Callable[[], None]) -> None:
    """Write the new files in a copy of this process, which is killed on the way."""
    child = os.fork()
    if child == 0:
        try:
            arrange()
            put_files(out, NEW, journals)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL


def there(out: Path) -> dict[str, bytes]:
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def at_call(owner: object, name: str, number: int) -> Callable[[], None]:
    """Kill the process instead of a call of a function."""

    def arrange() -> None:
        real, calls = getattr(owner, name), []

        def call(*given: object, **named: object) -> object:
            calls.append(given)
            if len(calls) == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*given, **named)

        setattr(owner, name, call)

    return arrange


@pytest.mark.parametrize("other", [True, False], ids=["by a run elsewhere", "by the same build"])
@pytest.mark.parametrize("moved", [0, 1, 2, 3])
def test_a_run_killed_between_its_moves_is_finished_by_the_next_one(
    tmp_path: Path, moved: int, other: bool
) -> None:
    out, journals = tmp_path / "out", tmp_path / "made"
    put_files(out, OLD, journals)
    # After the last move the journal is removed.
    killed(out, journals, at_call(os, "replace", moved + 1) if moved < 3 else at_call(Folder, "remove", 1))
    mixed = there(out)
    assert sum(mixed[name] == NEW[name] for name in NEW) == moved
    put_files(tmp_path / "elsewhere" if other else out, {"x": b"x"}, journals)
    left = there(out)
    left.pop("x", None)
    assert left == NEW
    assert list(journals.iterdir()) == []


@pytest.mark.parametrize(
    "moment", [(Folder, "create", 3), (module, "_put_on_disk", 1), (Journal, "ready", 1)]
)
def test_a_run_killed_before_all_is_whole_leaves_the_old_files_and_its_scraps_go_with_the_next_one(
    tmp_path: Path, moment: tuple[object, str, int]
) -> None:
    out, journals = tmp_path / "out", tmp_path / "made"
    put_files(out, OLD, journals)
    killed(out, journals, at_call(*moment))
    assert {name: there(out)[name] for name in OLD} == OLD
    assert len(there(out)) > len(OLD)
    put_files(tmp_path / "elsewhere", {"x": b"x"}, journals)
    assert there(out) == OLD
    assert list(journals.iterdir()) == []


def test_the_files_of_a_run_that_is_still_at_work_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, journals = tmp_path / "out", tmp_path / "made"
    real = module._put_on_disk

    def meanwhile(waiting: list[module._Waiting]) -> None:
        monkeypatch.setattr(module, "_put_on_disk", real)
        put_files(tmp_path / "elsewhere", {"x": b"x"}, journals)
        real(waiting)

    monkeypatch.setattr(module, "_put_on_disk", meanwhile)
    put_files(out, NEW, journals)
    assert there(out) == NEW
    assert list(journals.iterdir()) == []


def test_an_interrupt_between_the_moves_waits_for_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_files(tmp_path, OLD)
    real, calls = os.replace, []

    def stop(*given: str, **named: int) -> None:
        real(*given, **named)
        calls.append(given)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        put_files(tmp_path, NEW)
    assert there(tmp_path) == NEW


@pytest.mark.parametrize("ending", ["", "\nready"])
@pytest.mark.parametrize("trick", ["a link on the way", "a link in its place", "a folder in its place", "no journal", "nothing there"])  # fmt: skip
def test_a_journal_moves_and_removes_nothing_behind_a_link(tmp_path: Path, ending: str, trick: str) -> None:
    out, journals, mine = tmp_path / "out", tmp_path / "made", tmp_path / "mine"
    journals.mkdir()
    for folder in (out / "g", mine):
        folder.mkdir(parents=True)
        (folder / ".a.pdf.0123.part").write_bytes(b"part")
    (mine / "a.pdf").write_bytes(b"mine")
    target = out / "g/a.pdf"
    if trick == "a link on the way":
        (out / "g").rename(out / "h")
        (out / "g").symlink_to(mine)
    elif trick == "a link in its place":
        target.symlink_to(mine / "a.pdf")
    elif trick == "a folder in its place":
        target.mkdir()
    elif trick == "nothing there":
        (out / "g/.a.pdf.0123.part").unlink()
    entry = {"named": str(out), "moves": [[str(out / "g"), ".a.pdf.0123.part", "a.pdf"]]}
    text = "7" if trick == "no journal" else json.dumps(entry)
    (journals / "0123456789abcdef.moves").write_text(text + ending, encoding="utf-8")
    put_files(tmp_path / "elsewhere", {"x": b"x"}, journals)
    assert there(mine) == {".a.pdf.0123.part": b"part", "a.pdf": b"mine"}
    if trick == "a link in its place":
        assert target.is_symlink()
