"""Writing: whole files or the old ones."""

import hashlib
import itertools
import os
import threading
from pathlib import Path

import pytest

from pnp.build.output import ascii_name, write_files
from pnp.pdf import file as pdf_file
from tests.cases.made import deck


def test_files_and_their_folders_appear_with_ordinary_rights(tmp_path):
    old = os.umask(0o022)
    try:
        assert write_files(tmp_path / "out", {"doom/cs/a.pdf": b"new"}) == []
    finally:
        os.umask(old)
    file = tmp_path / "out/doom/cs/a.pdf"
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (b"new", 0o644)


def test_parts_follow_one_another_in_the_file(tmp_path):
    assert write_files(tmp_path, {"a.pdf": (b"one ", b"t" * 100_000, b" three"), "b.json": b"{}"}) == []
    assert (tmp_path / "a.pdf").read_bytes() == b"one " + b"t" * 100_000 + b" three"


def test_a_pdf_of_more_than_4_gb_is_refused_in_words_and_nothing_is_written(tmp_path, monkeypatch):
    assert deck(tmp_path / "a", "c: {}").result.files
    monkeypatch.setattr(pdf_file, "MAX_PLACE", 1000)
    made = deck(tmp_path / "b", "c: {}")
    assert (made.codes(), made.result.files, made.result.hashes) == (["E112"], [], {})
    assert "/deck.pdf' would have more than 4 GB" in made.found[0].message
    assert not (made.folder / "out").exists()


def test_a_build_tells_the_hashes_of_its_files(tmp_path):
    made = deck(tmp_path, "c: {}")
    out = made.folder / "out"
    assert made.result.files
    assert made.result.hashes == {
        name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in made.result.files
    }


def test_when_one_file_cannot_be_written_all_old_ones_stay_and_no_scrap_is_left(tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"old")
    (tmp_path / "b").write_bytes(b"a file where a folder is needed")
    found = write_files(tmp_path, {"a.pdf": b"new", "b/c.pdf": b"new"})
    assert [item.code for item in found] == ["E110"]
    assert (tmp_path / "a.pdf").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "b"]


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    (tmp_path / "a.pdf").write_bytes(b"old")

    def no_room(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    found = write_files(tmp_path, {"a.pdf": b"new"})
    assert "No space left" in found[0].message
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]
    assert (tmp_path / "a.pdf").read_bytes() == b"old"


def test_an_interrupt_in_the_middle_leaves_the_old_files(tmp_path, monkeypatch):
    (tmp_path / "a.pdf").write_bytes(b"old")
    calls = []

    def interrupted(handle):
        calls.append(handle)
        if len(calls) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_files(tmp_path, {"a.pdf": b"new", "b.pdf": b"new"})
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]
    assert (tmp_path / "a.pdf").read_bytes() == b"old"


def test_every_file_is_on_the_disk_before_the_first_takes_its_place(tmp_path, monkeypatch):
    names = [f"{number}.pdf" for number in range(40)]
    for name in names:
        (tmp_path / name).write_bytes(b"old")
    synced, fsync = [], os.fsync

    def noted(handle):
        fsync(handle)
        synced.append(os.fstat(handle).st_ino)
        assert all((tmp_path / name).read_bytes() == b"old" for name in names)

    monkeypatch.setattr(os, "fsync", noted)
    before = threading.active_count()
    assert write_files(tmp_path, dict.fromkeys(names, b"new")) == []
    assert sorted(synced) == sorted((tmp_path / name).stat().st_ino for name in names)
    assert all((tmp_path / name).read_bytes() == b"new" for name in names)
    assert threading.active_count() == before


@pytest.mark.parametrize("at", [0, 1, 7, 39])
def test_a_disk_that_is_full_at_any_of_many_files_leaves_all_old_ones(tmp_path, monkeypatch, at):
    names = [f"{number:02}.pdf" for number in range(40)]
    (tmp_path / names[0]).write_bytes(b"old")
    calls = itertools.count()

    def no_room(_handle):
        if next(calls) == at:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    assert [item.code for item in write_files(tmp_path, dict.fromkeys(names, b"new"))] == ["E110"]
    assert [path.name for path in tmp_path.iterdir()] == [names[0]]
    assert (tmp_path / names[0]).read_bytes() == b"old"


def test_where_no_thread_can_be_started_files_are_written_all_the_same(tmp_path, monkeypatch):
    def refused(_thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    assert write_files(tmp_path, {"a.pdf": b"new", "b.pdf": b"new"}) == []
    assert (tmp_path / "b.pdf").read_bytes() == b"new"


@pytest.mark.utf8_names
def test_a_name_as_long_as_names_may_be_is_written_and_a_longer_one_reported(tmp_path):
    longest = "ř" * 125 + ".pdf"
    assert write_files(tmp_path, {longest: b"new"}) == []
    assert [path.name for path in tmp_path.iterdir()] == [longest]
    (fault,) = write_files(tmp_path, {f"{longest}{longest}": b"new"})
    assert (fault.code, fault.help) == (
        "E110",
        ("give what is printed a shorter id, or choose another folder with --out",),
    )
    assert [path.name for path in tmp_path.iterdir()] == [longest]


def test_a_folder_in_place_of_the_output_is_a_fault_and_not_a_traceback(tmp_path):
    (tmp_path / "a.pdf").mkdir()
    assert [item.code for item in write_files(tmp_path, {"a.pdf": b"x"})] == ["E110"]


@pytest.mark.parametrize(
    ("text", "name"),
    [("Žluťoučký kůň", "zlutoucky-kun"), ("Łódź", "lodz"), ("a/b\\..", "a-b"), ("♥", "file"), ("", "file")],
)
def test_names_of_files_are_ascii(text, name):
    assert ascii_name(text) == name
    assert Path(name).name == name
