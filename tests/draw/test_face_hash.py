from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.draw import (
    Face,
    FaceHashes,
    Fill,
    GlyphRun,
    Glyphs,
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
        return face_hash(FACE._replace(items=(Fill((("M", x, 0.0), ("L", 1.0, 1.0)), Colour(0, 0, 0)),)))

    assert at(0.1 + 0.2) == at(0.3)
    assert at(0.0) == at(-0.0) == at(-1e-9)
    assert at(0.001) != at(0.0)


def test_whatever_shows_on_paper_counts() -> None:
    others = [
        FACE._replace(bleed=2.0),
        FACE._replace(outline=Outline("rectangle", 63.0, 88.0, 3.0)),
        FACE._replace(items=(RED._replace(paint=Colour(200, 0, 1)),)),
        FACE._replace(items=(RED._replace(paint=Colour(200, 0, 0, 128)),)),
        FACE._replace(items=(RED._replace(even_odd=True),)),
        FACE._replace(items=(Group((RED,), opacity=0.5),)),
        FACE._replace(items=(RED, RED)),
    ]
    assert len({face_hash(face) for face in [FACE, *others]}) == len(others) + 1


def test_a_picture_counts_by_its_key() -> None:
    def shown(key: str, data: bytes) -> str:
        picture = PictureData(key, 1, 1, "L", data, alpha=data)
        return face_hash(FACE._replace(items=(Picture(picture, 0.0, 0.0, 9.0, 9.0),)))

    assert shown("a", b"1") == shown("a", b"2")
    assert shown("a", b"1") != shown("b", b"1")


def test_what_does_not_show_on_paper_does_not_count() -> None:
    run = GlyphRun(3.0, 1.0, 1.0, (Glyphs.of("f" * 64, [5], [0.7], "a", [0]),))
    said = run._replace(parts=(replace(run.parts[0], text="b", clusters=(1,)),), actual="c")
    shown = FACE._replace(items=(Group((run,), shared="icon a", alt="a"),))
    renamed = Group((said,), shared="icon b", alt="b")
    again = Face(FACE.outline, FACE.bleed, (renamed,), label="Another", language="cs")
    assert face_hash(shown) == face_hash(again)
    other = run._replace(parts=(replace(run.parts[0], glyphs=(6,)),))
    assert face_hash(shown) != face_hash(FACE._replace(items=(Group((other,), shared="icon a"),)))


LENGTHS = st.floats(-300, 300).map(lambda value: round(value, 5)) | st.sampled_from([0.0, -0.0])
GLYPHS = st.lists(st.tuples(st.integers(0, 999), LENGTHS, LENGTHS), min_size=1, max_size=12)


def run_of(glyphs: Sequence[tuple[int, float, float]], cuts: Sequence[int] = (), **details: Any) -> GlyphRun:
    """The glyphs (id, advance, raise) in parts that end at the cuts."""
    ends = sorted({cut for cut in cuts if 0 < cut < len(glyphs)} | {len(glyphs)})
    parts = []
    for start, end in zip([0, *ends], ends, strict=False):
        ids, advances, raises = zip(*glyphs[start:end], strict=True)
        letters = "a" * (end - start)
        raised = raises if any(raises) else ()
        parts.append(Glyphs.of("f", ids, advances, letters, range(end - start), raised))
    return GlyphRun(**{"size": 3.0, "x": 1.0, "y": 2.0, "parts": tuple(parts)} | details)


def hash_of(run: GlyphRun) -> str:
    return face_hash(FACE._replace(items=(run,)))


@given(GLYPHS, st.lists(st.integers(1, 11), max_size=4))
def test_how_glyphs_are_divided_into_words_does_not_show(glyphs, cuts) -> None:  # type: ignore[no-untyped-def]
    hashes = FaceHashes()
    whole, divided = (FACE._replace(items=(run_of(glyphs, each),)) for each in ((), cuts))
    assert hashes.of_passing(whole) == hashes.of_passing(divided) == face_hash(whole)


@given(GLYPHS, st.data())
def test_each_number_of_a_run_shows(glyphs, data) -> None:  # type: ignore[no-untyped-def]
    run = run_of(glyphs)
    at, which = data.draw(st.integers(0, len(glyphs) - 1)), data.draw(st.integers(0, 2))
    changed = list(glyphs)
    changed[at] = tuple(value + (index == which) for index, value in enumerate(glyphs[at]))
    others = [
        run_of(changed),
        run_of([*glyphs, (1, 0.0, 0.0)]),
        run_of(glyphs, size=4.0),
        run_of(glyphs, x=1.1),
        run_of(glyphs, y=2.1),
        run_of(glyphs, colour=Colour(1, 2, 3)),
        run_of(glyphs, halo=Halo(Colour(9, 9, 9), 0.5)),
        run_of(glyphs, halo=Halo(Colour(9, 9, 9), 0.6)),
        run._replace(parts=tuple(replace(part, font="g") for part in run.parts)),
    ]
    assert len({hash_of(each) for each in [run, *others]}) == len(others) + 1


def test_what_is_forgotten_is_hashed_again_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["pnp.draw.face_hash"], "_MOST_ITEMS", 2)
    hashes = FaceHashes()
    for _ in range(2):
        for x in range(5):
            path = tuple(("L", float(x), float(y)) for y in range(20))
            face = FACE._replace(items=(Group((Fill(path, Colour(x, 0, 0)),)), RED))
            assert hashes.of_passing(face) == face_hash(face)
