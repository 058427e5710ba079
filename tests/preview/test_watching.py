"""What happens in a folder is told, and what happens to the folder itself."""

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pnp.preview.watching import changes
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
