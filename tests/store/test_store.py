"""A cache that is cut off, damaged, full, shared or read-only costs time and nothing else."""

import hashlib
import multiprocessing
import os
from pathlib import Path

import pytest

from pnp.store import OFF, Store, Usage
from pnp.store import store as module

KEY = "a face: \u017elu\u0165ou\u010dk\u00fd, 1/2"
DATA = bytes(range(256)) * 3


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "of" / "pnp")


def files(store: Store) -> list[Path]:
    return sorted(store.folder.iterdir())


def age(path: Path, seconds: int) -> None:
    used = path.stat().st_mtime_ns - seconds * 1_000_000_000
    os.utime(path, ns=(used, used))


def test_what_was_put_comes_back_in_a_later_run(store):
    assert store.get(KEY) is None
    store.put(KEY, DATA)
    store.put("nothing", b"")
    later = Store(store.folder)
    assert (later.get(KEY), later.get("nothing"), later.get("other")) == (DATA, b"", None)


def test_a_later_put_replaces_an_earlier_one(store):
    store.put(KEY, b"old")
    store.put(KEY, b"new")
    assert store.get(KEY) == b"new"
    assert store.usage().entries == 1


def test_an_entry_cut_off_anywhere_is_none_and_can_be_put_again(store):
    store.put(KEY, DATA)
    (path,) = files(store)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert store.get(KEY) is None, length
    path.write_bytes(whole + b"\0")
    assert store.get(KEY) is None
    store.put(KEY, DATA)
    assert store.get(KEY) == DATA


def test_an_entry_with_one_bit_changed_anywhere_is_none(store):
    store.put(KEY, DATA)
    (path,) = files(store)
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << at % 8)]) + whole[at + 1 :])
        assert store.get(KEY) is None, at


def test_an_entry_under_the_name_of_another_is_none(store):
    store.put("one", b"1")
    (one,) = files(store)
    store.put("two", b"2")
    (two,) = set(files(store)) - {one}
    one.replace(two)
    assert store.get("two") is None


def test_text_may_move_between_key_and_content_only_with_another_digest(store):
    store.put("ab", b"c")
    (path,) = files(store)
    other = store.folder / hashlib.sha256(b"a").hexdigest()
    other.write_bytes(path.read_bytes()[:32] + b"bc")
    assert store.get("a") is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs links and pipes")
def test_links_folders_and_pipes_are_no_entries(store, tmp_path):
    store.put(KEY, DATA)
    (path,) = files(store)
    elsewhere = tmp_path / "elsewhere"
    path.replace(elsewhere)
    path.symlink_to(elsewhere)
    assert store.get(KEY) is None
    assert store.clear() == Usage(0, 0)
    store.put(KEY, b"mine")  # takes the place of the link, does not write through it
    assert (store.get(KEY), elsewhere.read_bytes()[32:]) == (b"mine", DATA)
    path.unlink()
    os.mkfifo(path)
    assert store.get(KEY) is None
    path.unlink()
    path.mkdir()
    assert store.get(KEY) is None
    store.put(KEY, DATA)
    assert files(store) == [path], "what was written and could not be moved is left behind"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs owners of files")
def test_what_somebody_else_owns_is_not_believed(store, monkeypatch):
    store.put(KEY, DATA)
    monkeypatch.setattr(module.os, "geteuid", lambda: os.getuid() + 1)
    assert store.get(KEY) is None


def refuse(*_, **__):
    raise PermissionError(13, "Permission denied")


def test_a_folder_that_takes_nothing_is_no_error(store, monkeypatch):
    store.put(KEY, DATA)
    with monkeypatch.context() as patch:  # permissions do not bind root, whom tests may run as
        for name in ("replace", "unlink", "utime"):
            patch.setattr(module.os, name, refuse)
        store.put("other", DATA)
        assert store.get(KEY) == DATA
        assert store.clear() == Usage(0, 0)
    assert store.get("other") is None


def test_a_file_where_the_folder_should_be_is_no_error(tmp_path):
    place = tmp_path / "pnp"
    place.write_text("mine", encoding="utf-8")
    for store in (Store(place), Store(place / "below"), Store(Path("no\0path"))):
        store.put(KEY, DATA)
        assert store.get(KEY) is None
        assert store.usage() == store.clear() == Usage(0, 0)
    assert place.read_text(encoding="utf-8") == "mine"


def test_a_stop_while_writing_leaves_nothing(store, monkeypatch):
    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(module.os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        store.put(KEY, DATA)
    assert files(store) == []


def test_what_was_not_used_for_longest_goes_when_the_store_is_full(tmp_path):
    store = Store(tmp_path, most=1000 + 10 * 32)
    for number in range(10):
        store.put(str(number), bytes([number]) * 100)
        age(module_path(store, str(number)), 100 - number)
    assert store.get("0") == b"\0" * 100  # used just now
    store.put("new", b"n" * 100)
    assert store.usage().size <= 1320 * 0.75
    kept = [key for key in [*map(str, range(10)), "new"] if store.get(key) is not None]
    assert kept == ["0", "5", "6", "7", "8", "9", "new"]


def module_path(store: Store, key: str) -> Path:
    return store.folder / hashlib.sha256(key.encode()).hexdigest()


def test_the_store_stays_within_its_bounds_whatever_is_put(tmp_path):
    store = Store(tmp_path, most=5000, most_entries=12)
    for number in range(200):
        store.put(str(number), b"x" * (number * 37 % 700))
        usage = store.usage()
        assert usage.size <= 5000
        assert usage.entries <= 12
        assert store.get(str(number)) is not None
    store.put("large", b"x" * 5001)
    assert store.get("large") is None


def test_clearing_removes_entries_and_what_killed_runs_left_and_nothing_else(store):
    store.put(KEY, DATA)
    (path,) = files(store)
    path.with_name(f"{path.name}.0123456789abcdef.part").write_bytes(b"half")
    mine = store.folder / "notes.txt"
    mine.write_text("mine", encoding="utf-8")
    assert store.clear() == Usage(2, len(DATA) + 32 + 4)
    assert files(store) == [mine]


def test_a_store_that_is_off_keeps_nothing():
    OFF.put(KEY, DATA)
    assert OFF.get(KEY) is None
    assert OFF.usage() == OFF.clear() == Usage(0, 0)


def hammer(folder: Path, seed: int) -> None:
    store = Store(folder, most=40_000, most_entries=20)
    for turn in range(400):
        key = str((turn * 7 + seed) % 30)
        found = store.get(key)
        assert found is None or (len(found) == 1500 and set(found) == {int(key)})
        store.put(key, bytes([int(key)]) * 1500)


def test_two_processes_at_once_read_only_whole_entries(tmp_path):
    context = multiprocessing.get_context("spawn")
    both = [context.Process(target=hammer, args=(tmp_path, seed)) for seed in (0, 3)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    assert all(not path.name.endswith(".part") for path in tmp_path.iterdir())
    assert Store(tmp_path).usage().size <= 40_000
