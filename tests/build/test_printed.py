"""What has gone to paper, on disk."""

import hashlib
from dataclasses import replace

import pytest

from pnp.build.printed import MANIFEST, PRINTED, mark_printed, record_in, seen_files
from pnp.diagnostics import Diagnostic
from pnp.geometry import Box
from pnp.reprint import Look, Place, PrintedFile, Record, RecordedPiece

BOX = Box(10.0, 10.0, 63.0, 88.0)


def build(folder, data=b"%PDF one", look="1", whole=True, key="s/a"):
    """A build of one piece, as ``pnp build`` leaves it."""
    (folder / "s.pdf").write_bytes(data)
    record = Record(
        "g", "en", "", {key: RecordedPiece(key, "A", 2, Look(look, None))},
        {look: Place("s.pdf", 0, BOX, 0)}, {"s.pdf": PrintedFile(hashlib.sha256(data).hexdigest(), pages=1)}, whole=whole,
    )  # fmt: skip
    (folder / MANIFEST).write_bytes(record.to_json())
    return record


def test_what_was_printed_can_still_be_seen_when_the_game_is_built_anew(tmp_path):
    build(tmp_path)
    marked = mark_printed(tmp_path, MANIFEST, "for Ann")
    build(tmp_path, b"%PDF two", "2")
    assert isinstance(marked, Record)
    kept = record_in(tmp_path, PRINTED)
    assert kept == marked
    assert kept.note == "for Ann"
    ((places, data),) = seen_files(tmp_path, kept)
    assert (data, list(places)) == (b"%PDF one", ["1"])


def test_files_of_an_earlier_print_go_when_nothing_shows_them_any_more(tmp_path):
    build(tmp_path)
    mark_printed(tmp_path, MANIFEST)
    build(tmp_path, b"%PDF two", "2")
    mark_printed(tmp_path, MANIFEST)
    (only,) = (tmp_path / "printed").iterdir()
    assert only.read_bytes() == b"%PDF two"


def test_a_part_keeps_what_else_was_printed(tmp_path):
    build(tmp_path)
    mark_printed(tmp_path, MANIFEST)
    build(tmp_path, b"%PDF two", "2", whole=False, key="s/b")
    marked = mark_printed(tmp_path, MANIFEST)
    assert isinstance(marked, Record)
    assert sorted(marked.pieces) == ["s/a", "s/b"]
    assert {data for _, data in seen_files(tmp_path, marked)} == {b"%PDF one", b"%PDF two"}


def test_a_file_that_was_changed_since_is_not_shown_as_printed(tmp_path):
    build(tmp_path)
    (tmp_path / "s.pdf").write_bytes(b"%PDF edited")
    marked = mark_printed(tmp_path, MANIFEST)
    assert isinstance(marked, Record)
    assert (list(marked.pieces), marked.places, marked.files) == (["s/a"], {}, {})
    assert not (tmp_path / "printed").exists()


def test_marking_twice_changes_nothing(tmp_path):
    build(tmp_path)
    first = mark_printed(tmp_path, MANIFEST)
    second = mark_printed(tmp_path, MANIFEST)
    assert first == second


@pytest.mark.parametrize("content", [None, b"{}"])
def test_nothing_to_mark_is_told(tmp_path, content):
    if content is not None:
        (tmp_path / MANIFEST).write_bytes(content)
    found = mark_printed(tmp_path, MANIFEST)
    assert isinstance(found, Diagnostic)
    assert found.code == ("E430" if content is None else "E431")
    assert not (tmp_path / PRINTED).exists()


def test_a_broken_record_of_an_earlier_print_is_replaced(tmp_path):
    record = build(tmp_path)
    (tmp_path / PRINTED).write_bytes(b"{}")
    marked = mark_printed(tmp_path, MANIFEST)
    assert isinstance(marked, Record)
    assert marked.pieces == replace(record).pieces
