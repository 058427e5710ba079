"""Changes in a folder and of the folder itself are seen, and garbage is collected on every system."""

from __future__ import annotations

import ctypes
import gc
import shutil
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
import watchfiles

from pnp.preview.reading import _folders, changes, tidy
from tests.preview.browser import until


@contextmanager
def told(folder: Path) -> Iterator[list[None]]:
    """One entry for each time that something was told."""
    found: list[None] = []
    stop = threading.Event()

    def follow() -> None:
        found.extend(changes(folder, stop))  # an entry at a time, as they come

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    try:
        until(lambda: found)
        yield found
    finally:
        stop.set()
        thread.join(10)
        assert not thread.is_alive()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "game"
    (made / "cards").mkdir(parents=True)
    return made


def is_seen(found: list[None], file: Path) -> None:
    before = len(found)
    file.write_text("new", encoding="utf-8")
    until(lambda: len(found) > before)


def test_files_new_folders_and_what_comes_by_renaming_are_seen(folder):
    with told(folder) as found:
        is_seen(found, folder / "cards" / "one.yaml")
        (folder / "tiles").mkdir()
        until(lambda: len(found) > 2)
        is_seen(found, folder / "tiles" / "two.yaml")
        outside = folder.parent / "three.yaml"
        outside.write_text("new", encoding="utf-8")
        before = len(found)
        outside.rename(folder / "cards" / "one.yaml")
        until(lambda: len(found) > before)


def test_a_folder_that_is_deleted_and_made_again_is_watched_again(folder):
    with told(folder) as found:
        for _ in range(2):
            shutil.rmtree(folder)
            folder.mkdir()  # at once: systems like to give it the number of the old one
            before = len(found)
            until(lambda before=before: len(found) > before)
            is_seen(found, folder / "one.yaml")


def test_a_folder_that_replaces_a_watched_one_never_has_its_number(folder):
    with told(folder):
        number = folder.stat().st_ino
        shutil.rmtree(folder)
        folder.mkdir()
        assert folder.stat().st_ino != number


def test_a_folder_that_is_made_just_before_watching_begins_is_watched(folder, monkeypatch):
    watch = watchfiles.watch

    def late(*paths, **options):
        (folder / "late").mkdir(exist_ok=True)
        return watch(*paths, **options)

    monkeypatch.setattr(watchfiles, "watch", late)
    with told(folder) as found:
        until(lambda: len(found) > 1)
        is_seen(found, folder / "late" / "one.yaml")


def test_a_folder_that_is_moved_away_is_waited_for(folder):
    with told(folder) as found:
        before = len(found)
        folder.rename(folder.with_name("away"))
        until(lambda: len(found) > before)
        before = len(found)
        other = folder.with_name("other")
        other.mkdir()
        other.rename(folder)
        until(lambda: len(found) > before)
        is_seen(found, folder / "one.yaml")


def test_a_folder_that_is_not_there_is_waited_for(tmp_path):
    later = tmp_path / "later"
    threading.Timer(0.3, later.mkdir).start()
    with told(later) as found:
        is_seen(found, later / "one.yaml")


def test_links_lead_the_watcher_nowhere(folder, monkeypatch):
    """A game of a stranger could make it watch all folders of the machine."""
    outside = folder.parent / "outside"
    (outside / "deep").mkdir(parents=True)
    (folder / "out").symlink_to(outside)
    (folder / "cards" / "round").symlink_to(folder)
    (folder / "again").symlink_to(folder / "cards")
    seen = []
    watch = watchfiles.watch

    def noted(*paths, **options):
        seen.append(paths)
        assert not options["recursive"]
        return watch(*paths, **options)

    monkeypatch.setattr(watchfiles, "watch", noted)
    with told(folder) as found:
        is_seen(found, folder / "cards" / "one.yaml")
        (outside / "deep" / "one.yaml").write_text("new", encoding="utf-8")
    assert seen == [(str(folder), str(folder / "again"))]


def test_when_the_system_watches_no_more_folders_they_are_looked_at_again_and_again(folder, monkeypatch):
    watch = watchfiles.watch

    def full(*paths, **options):
        if not options["force_polling"]:
            raise OSError(28, "OS file watch limit reached.")
        return watch(*paths, **options)

    monkeypatch.setattr(watchfiles, "watch", full)
    with told(folder) as found:
        is_seen(found, folder / "cards" / "one.yaml")


def test_no_more_folders_are_watched_than_the_limit(folder, monkeypatch):
    monkeypatch.setattr("pnp.preview.limits.FOLDERS", 3)
    for number in range(9):
        (folder / f"folder{number}").mkdir()
    assert len(_folders(folder)) == 3


def read_when_told(folder: Path, file: Path) -> tuple[list[str], threading.Thread, threading.Event]:
    """What a file said each time that a change was told."""
    said: list[str] = []
    stop = threading.Event()
    thread = threading.Thread(
        target=lambda: said.extend(file.read_text(encoding="utf-8") for _ in changes(folder, stop)),
        daemon=True,
    )
    thread.start()
    until(lambda: said)
    return said, thread, stop


def test_a_file_that_stays_open_is_reported_all_the_same(folder):
    with told(folder) as found, (folder / "cards" / "one.yaml").open("w", encoding="utf-8") as writing:
        before = len(found)
        writing.write("new")
        writing.flush()
        until(lambda: len(found) > before)


def test_the_last_of_many_saves_is_reported(folder):
    file = folder / "cards" / "one.yaml"
    file.write_text("0", encoding="utf-8")
    said, thread, stop = read_when_told(folder, file)
    for number in range(1, 300):
        file.write_text(str(number), encoding="utf-8")
    until(lambda: said[-1] == "299")
    stop.set()
    thread.join(10)
    assert not thread.is_alive()


def test_more_folders_than_can_be_read_are_skipped(folder):
    (folder / "secret").mkdir(mode=0)
    with told(folder) as found:
        is_seen(found, folder / "cards" / "one.yaml")


def nothing(_: object) -> SimpleNamespace:
    return SimpleNamespace()


def refused(_: object) -> SimpleNamespace:
    raise TypeError


@pytest.mark.parametrize("library", [ctypes.CDLL, nothing, refused])
def test_garbage_is_collected(monkeypatch: pytest.MonkeyPatch, library: Callable[[object], object]) -> None:
    monkeypatch.setattr(ctypes, "CDLL", library)

    class Node:
        other: Node

    gc.disable()
    try:
        node = Node()
        node.other = node
        dead = weakref.ref(node)
        del node
        assert dead() is not None
        tidy()
        assert dead() is None
    finally:
        gc.enable()


def test_free_memory_goes_back_to_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=asked.append))
    tidy()
    assert asked == [0]
