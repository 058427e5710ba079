from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.draw import (
    Face,
    FaceHashes,
    Fill,
    GlyphRun,
    Group,
    Halo,
    Outline,
    Picture,
    PictureData,
    circle,
    face_hash,
)

RED = Fill(circle(10.0, 10.0, 5.0), Colour(200, 0, 0))
FACE = Face(Outline("rectangle", 63.0, 88.0), 3.0, (RED,))


def test_equal_faces_have_equal_hashes_whoever_remembers_them() -> None:
    hashes = FaceHashes()
    again = Face(Outline("rectangle", 63.0, 88.0), 3.0, (Fill(circle(10.0, 10.0, 5.0), Colour(200, 0, 0)),))
    assert hashes.of(FACE) == hashes.of(again) == face_hash(FACE)
    assert len(face_hash(FACE)) == 64


def test_the_last_bit_of_a_sum_and_the_sign_of_zero_change_nothing() -> None:
    def at(x: float) -> str:
        return face_hash(replace(FACE, items=(Fill((("M", x, 0.0), ("L", 1.0, 1.0)), Colour(0, 0, 0)),)))

    assert at(0.1 + 0.2) == at(0.3)
    assert at(0.0) == at(-0.0) == at(-1e-9)
    assert at(0.001) != at(0.0)


def test_whatever_shows_on_paper_counts() -> None:
    others = [
        replace(FACE, bleed=2.0),
        replace(FACE, outline=Outline("rectangle", 63.0, 88.0, 3.0)),
        replace(FACE, items=(replace(RED, paint=Colour(200, 0, 1)),)),
        replace(FACE, items=(replace(RED, paint=Colour(200, 0, 0, 128)),)),
        replace(FACE, items=(replace(RED, even_odd=True),)),
        replace(FACE, items=(Group((RED,), opacity=0.5),)),
        replace(FACE, items=(RED, RED)),
    ]
    assert len({face_hash(face) for face in [FACE, *others]}) == len(others) + 1


def test_a_picture_counts_by_its_key() -> None:
    def shown(key: str, data: bytes) -> str:
        picture = PictureData(key, 1, 1, "L", data, alpha=data)
        return face_hash(replace(FACE, items=(Picture(picture, 0.0, 0.0, 9.0, 9.0),)))

    assert shown("a", b"1") == shown("a", b"2")
    assert shown("a", b"1") != shown("b", b"1")


def test_what_does_not_show_on_paper_does_not_count() -> None:
    run = GlyphRun("f" * 64, 3.0, 1.0, 1.0, (5,), (2.0,), "a", (0,))
    shown = replace(FACE, items=(Group((run,), shared="icon a", alt="a"),))
    renamed = Group((replace(run, text="b", actual="c"),), shared="icon b", alt="b")
    again = Face(FACE.outline, FACE.bleed, (renamed,), label="Another", language="cs")
    assert face_hash(shown) == face_hash(again)
    assert face_hash(shown) != face_hash(
        replace(FACE, items=(Group((replace(run, glyphs=(6,)),), shared="icon a"),))
    )


LENGTHS = st.floats(-300, 300) | st.sampled_from([0.0, -0.0, -1e-9, 4e-7])
RUNS = st.builds(
    GlyphRun,
    font=st.text(max_size=4),
    size=LENGTHS,
    x=LENGTHS,
    y=LENGTHS,
    glyphs=st.lists(st.integers(0, 999), max_size=20).map(tuple),
    advances=st.lists(LENGTHS, max_size=20).map(tuple),
    text=st.text(max_size=9) | st.just("-0.000000;"),
    clusters=st.lists(st.integers(0, 99), max_size=20).map(tuple),
    colour=st.just(Colour(1, 2, 3)),
    offsets=st.lists(LENGTHS, max_size=3).map(tuple),
    halo=st.none() | st.builds(Halo, st.just(Colour(9, 9, 9)), LENGTHS),
    actual=st.none() | st.text(max_size=3),
)


@settings(deadline=None)
@given(RUNS)
def test_runs_count_field_by_field(run: GlyphRun) -> None:
    quick, slow = FaceHashes(), FaceHashes()
    parts: list[bytes] = []
    slow._feed_record(parts.append, run)
    assert quick._fed(run) == b"".join(parts)


def test_what_is_forgotten_is_hashed_again_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["pnp.draw.face_hash"], "_ITEMS_AT_HAND", 2)
    hashes = FaceHashes()
    for _ in range(2):
        for x in range(5):
            path = tuple(("L", float(x), float(y)) for y in range(20))
            face = replace(FACE, items=(Group((Fill(path, Colour(x, 0, 0)),)), RED))
            assert hashes.of_passing(face) == face_hash(face)
