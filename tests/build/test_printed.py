"""What has gone to paper, on disk."""

import hashlib
import os
from dataclasses import replace

import pytest

from pnp.build import reprinting
from pnp.build.reprinting import MANIFEST, PRINTED, record_in, seen_files
from pnp.geometry import Box
from pnp.reprint import Look, Place, PrintedFile, Record, RecordedPiece
from pnp.store import OFF, Made, Store

BOX = Box(10.0, 10.0, 63.0, 88.0)


@pytest.fixture(name="mark_printed")
def fixture_mark_printed(tmp_path_factory):
    """Marks with a memory of its own; the record, or what was found where there is none."""
    made = Made(Store(tmp_path_factory.mktemp("made")))

    def mark(folder, name, note=""):
        record, found = reprinting.mark_printed(folder, name, made, note)
        return (record, [item.code for item in found]) if found else record

    return mark


def build(folder, data=b"%PDF one", look="1", whole=True, key="s/a"):
    """A build of one piece, as ``pnp build`` leaves it."""
    (folder / "s.pdf").write_bytes(data)
    record = Record(
        "g", "en", "", {key: RecordedPiece(key, "A", 2, Look(look, None))},
        {look: Place("s.pdf", 0, BOX, 0)}, {"s.pdf": PrintedFile(hashlib.sha256(data).hexdigest(), pages=1)}, whole=whole,
    )  # fmt: skip
    (folder / MANIFEST).write_bytes(record.to_json())
    return record


def test_what_was_printed_can_still_be_seen_when_the_game_is_built_again(mark_printed, tmp_path):
    build(tmp_path)
    marked = mark_printed(tmp_path, MANIFEST, "for Ann")
    build(tmp_path, b"%PDF two", "2")
    assert isinstance(marked, Record)
    kept = record_in(tmp_path, PRINTED)
    assert kept == marked
    assert kept.note == "for Ann"
    ((places, data),) = seen_files(tmp_path, kept)
    assert (data, list(places)) == (b"%PDF one", ["1"])


def test_files_of_an_earlier_print_go_when_nothing_shows_them_any_more(mark_printed, tmp_path):
    build(tmp_path)
    mark_printed(tmp_path, MANIFEST)
    build(tmp_path, b"%PDF two", "2")
    mark_printed(tmp_path, MANIFEST)
    (only,) = (tmp_path / "printed").iterdir()
    assert only.read_bytes() == b"%PDF two"


@pytest.mark.parametrize("change", ["edited", "another's", "elsewhere", "forgotten"])
def test_a_file_that_pnp_cannot_prove_to_have_made_stays_and_is_named(mark_printed, tmp_path, change):
    folder = tmp_path / "en"
    folder.mkdir()
    build(folder)
    mark_printed(folder, MANIFEST)
    (kept,) = (folder / "printed").iterdir()
    if change == "edited":
        kept.write_bytes(b"%PDF one, with notes of mine")
    elif change == "another's":
        kept = kept.rename(kept.with_name("thesis.pdf"))
    elif change == "elsewhere":
        kept = folder.rename(tmp_path / "moved") / "printed" / kept.name
        folder = tmp_path / "moved"
    build(folder, b"%PDF two", "2")
    if change == "forgotten":
        record, (found,) = reprinting.mark_printed(folder, MANIFEST, Made(OFF))
        assert (record is not None, found.code, kept.name in found.message) == (True, "E113", True)
    else:
        record, codes = mark_printed(folder, MANIFEST)
        assert (record is not None, codes) == (True, ["E113"])
    assert kept.is_file()
    assert len(list((folder / "printed").iterdir())) == 2


@pytest.mark.parametrize("to", ["mine", "en/other"])
def test_a_link_in_place_of_the_kept_files_is_refused_before_anything_is_written(mark_printed, tmp_path, to):
    folder = tmp_path / "en"
    folder.mkdir()
    (tmp_path / to).mkdir()
    build(folder)
    (tmp_path / to / "thesis.pdf").write_bytes(b"years of work")
    (folder / "printed").symlink_to(tmp_path / to, target_is_directory=True)
    assert mark_printed(folder, MANIFEST) == (None, ["E111"])
    assert [path.name for path in (tmp_path / to).iterdir()] == ["thesis.pdf"]
    assert not (folder / PRINTED).exists()


def test_a_part_keeps_what_else_was_printed(mark_printed, tmp_path):
    build(tmp_path)
    mark_printed(tmp_path, MANIFEST)
    build(tmp_path, b"%PDF two", "2", whole=False, key="s/b")
    marked = mark_printed(tmp_path, MANIFEST)
    assert isinstance(marked, Record)
    assert sorted(marked.pieces) == ["s/a", "s/b"]
    assert {data for _, data in seen_files(tmp_path, marked)} == {b"%PDF one", b"%PDF two"}


def test_a_file_that_was_changed_since_is_not_shown_as_printed(mark_printed, tmp_path):
    build(tmp_path)
    (tmp_path / "s.pdf").write_bytes(b"%PDF edited")
    marked = mark_printed(tmp_path, MANIFEST)
    assert isinstance(marked, Record)
    assert (list(marked.pieces), marked.places, marked.files) == (["s/a"], {}, {})
    assert not (tmp_path / "printed").exists()


def test_marking_twice_changes_nothing(mark_printed, tmp_path):
    build(tmp_path)
    first = mark_printed(tmp_path, MANIFEST)
    second = mark_printed(tmp_path, MANIFEST)
    assert first == second


@pytest.mark.parametrize("content", [None, b"{}"])
def test_nothing_to_mark_is_reported(mark_printed, tmp_path, content):
    if content is not None:
        (tmp_path / MANIFEST).write_bytes(content)
    found = mark_printed(tmp_path, MANIFEST)
    assert found == (None, ["E430" if content is None else "E431"])
    assert not (tmp_path / PRINTED).exists()


def test_a_broken_record_of_an_earlier_print_is_replaced(mark_printed, tmp_path):
    record = build(tmp_path)
    (tmp_path / PRINTED).write_bytes(b"{}")
    marked = mark_printed(tmp_path, MANIFEST)
    assert isinstance(marked, Record)
    assert marked.pieces == replace(record).pieces


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs links and pipes")
@pytest.mark.parametrize("trick", ["huge", "link", "pipe", "folder"])
def test_a_record_that_is_no_plain_file_of_its_size_is_reported_and_not_read(mark_printed, tmp_path, trick):
    path = tmp_path / MANIFEST
    if trick == "huge":
        path.touch()
        os.truncate(path, 20_000_000_000)  # takes no room
    elif trick == "link":
        build(tmp_path)
        path.symlink_to(path.rename(tmp_path / "other.json"))
    elif trick == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    assert mark_printed(tmp_path, MANIFEST) == (None, ["E431"])
    assert not (tmp_path / PRINTED).exists()
