"""Records of what is on paper."""

import pytest

from pnp.colour import Colour
from pnp.diagnostics import Diagnostic
from pnp.draw import Face, FaceHashes, Fill, Outline, Page, PlacedFace, rectangle
from pnp.geometry import Box, shift, turn
from pnp.impose import PieceFaces, SheetPages, impose
from pnp.reprint import (
    Look,
    Place,
    PrintedFile,
    Record,
    RecordedPiece,
    face_places,
    merged,
    read_record,
    recorded_pieces,
)
from pnp.units import mm
from tests.impose.faces import FOOTER, deck, face, profile


def piece(key, copies, front="1"):
    return RecordedPiece(key, key, copies, Look(front, "9"))


def record(*pieces, whole=True, **more):
    return Record("g", "cs", "2", {each.key: each for each in pieces}, whole=whole, **more)


FULL = record(
    piece("s/ž", 3),
    RecordedPiece("s/b", "Bez rubu", 1, Look("2", None)),
    places={"1": Place("s.pdf", 2, Box(10.5, 16.5, 63.0, 88.0), 90)},
    files={"s.pdf": PrintedFile("ab" * 32, ("12345678",), 4)},
    bleed=3.175,
    ink="low",
    note="for the fair",
)


def test_a_record_comes_back_as_it_was_written():
    assert read_record(FULL.to_json(), "x") == FULL
    assert FULL.to_json() == FULL.to_json()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"format": 1}',
        b'{"format": 2}',
        b"\xff\xfe",
        FULL.to_json()[:-40],
        b'{"format": 2, "pieces": 3}',
        b"[" * 200_000,
        *(
            FULL.to_json().replace(sound, damaged)
            for sound, damaged in (
                (b'"turn": 90', b'"turn": Infinity'),
                (b'"page": 2', b'"page": 1e999'),
                (b'"page": 2', b'"page": 4'),
                (b'"page": 2', b'"page": ' + b"9" * 5_000),
                (b"10.5", b"NaN"),
                (b"10.5", b'"10.5"'),
                (b'"copies": 3', b'"copies": -3'),
                (b'"copies": 3', b'"copies": 3.5'),
                (b'"for the fair"', b'"\\ud800"'),
                (b'"Bez rubu"', b"7"),
                (b"s.pdf", b"../../s.pdf"),
                (b"s.pdf", b"/s.pdf"),
                (b"12345678", b'12345678", 7, "'),
            )
        ),
    ],
)
def test_what_is_no_record_is_reported(data):
    found = read_record(data, "old.json")
    assert isinstance(found, Diagnostic)
    assert found.code == "E431"
    assert data != FULL.to_json()
    assert "old.json" in found.message


def test_pieces_without_copies_are_not_on_paper():
    pieces = [PieceFaces("s/a", "A", face(grey=1), None, 2), PieceFaces("s/b", "B", face(grey=2), None, 0)]
    made = recorded_pieces(pieces, FaceHashes())
    assert [(each.key, each.label, each.copies, each.look.back) for each in made.values()] == [
        ("s/a", "A", 2, None)
    ]


def test_neither_name_nor_stamp_nor_place_on_the_sheet_counts():
    pieces = deck(4)
    plain = recorded_pieces(pieces, FaceHashes())
    renamed = [each._replace(front=each.front._replace(label="Other", language="cs")) for each in pieces]
    assert [each.look for each in recorded_pieces(renamed, FaceHashes()).values()] == [
        each.look for each in plain.values()
    ]
    stamped = impose(pieces, profile(stamp="true", paper="A3"), FOOTER).sheets[0]
    looks = {FaceHashes().of(slot.face) for slot in stamped.front.slots}
    assert looks == {each.look.front for each in plain.values()}


@pytest.mark.parametrize("quarter", [0, 90, 180, 270])
def test_a_face_is_found_where_it_lies(quarter):
    card = Face(
        Outline("rectangle", 60.0, 90.0), 3.0, (Fill(rectangle(Box(0.0, 0.0, 60.0, 90.0)), Colour(1, 2, 3)),)
    )
    matrix = turn(quarter).then(turn(0.4)).then(shift(100.0, 120.0))  # a little askew, as a printer needs it
    page = Page(mm(210), mm(297), (PlacedFace(card, matrix, Box(0.0, 0.0, 60.0, 90.0)),))
    hashes = FaceHashes()
    (place,) = face_places("s.pdf", [Page(mm(210), mm(297)), page], hashes.of).values()
    assert (place.file, place.page, place.turn) == ("s.pdf", 1, quarter)
    assert sorted((place.box.width, place.box.height)) == pytest.approx([60.0, 90.0], abs=1.0)


def test_every_face_of_a_set_has_a_place():
    pieces = [PieceFaces(f"s/{n}", str(n), face(grey=n), face(grey=100 + n), 2) for n in range(12)]
    pages = [page for sheet in impose(pieces, profile(), FOOTER).sheets for page in SheetPages().of(sheet)]
    hashes = FaceHashes()
    assert len(face_places("s.pdf", pages, hashes.of)) == 24


def test_a_whole_build_replaces_what_was_on_paper():
    assert merged(record(piece("s/a", 2)), record(piece("s/b", 1))).pieces.keys() == {"s/b"}
    assert merged(None, record(piece("s/b", 1), whole=False)).pieces.keys() == {"s/b"}


def test_a_part_is_added_to_what_was_on_paper():
    before = record(piece("s/a", 9), piece("s/b", 2), piece("s/c", 1))
    part = record(piece("s/a", 1), piece("s/b", 3, "2"), piece("s/d", 4), whole=False)
    after = merged(before, part)
    assert {key: each.copies for key, each in after.pieces.items()} == {
        "s/a": 9,
        "s/b": 3,
        "s/c": 1,
        "s/d": 4,
    }
    assert after.pieces["s/b"].look.front == "2"
    assert after.whole


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b" " * 16_000_001, "larger than any manifest"),
        (b"[" + b"[]," * 200_000 + b"[]]", "larger than any manifest"),
        (b'{"a":' * 200_001, "larger than any manifest"),
        (b"[" * 150_000, "nested too deeply"),
    ],
    ids=["bytes", "entries", "mappings", "nesting"],
)
def test_a_record_of_a_stranger_is_measured_before_it_is_read(data, words):
    found = read_record(data, "manifest.json")
    assert isinstance(found, Diagnostic)
    assert (found.code, words in found.message) == ("E431", True)
