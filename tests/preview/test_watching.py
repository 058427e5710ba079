"""What happens in a folder is told, and what happens to the folder itself."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import watchfiles

from pnp.preview.watching import _folders, changes
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
        seen.append((paths, options["recursive"]))
        return watch(*paths, **options)

    monkeypatch.setattr(watchfiles, "watch", noted)
    with told(folder) as found:
        is_seen(found, folder / "cards" / "one.yaml")
    assert seen == [((str(folder), str(folder / "again")), False)]


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
