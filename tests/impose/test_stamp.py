"""Stamps: what they say, where they stand, and that they change no hash."""

from __future__ import annotations

import pytest

from pnp.draw import FaceHashes, GlyphRun, Outline
from pnp.draw.parts import leaves
from pnp.geometry import Box
from pnp.impose import PieceFaces, Sheet, SheetPages, impose
from pnp.impose.finish import DIGITS, baseline, chord
from tests.impose.faces import FOOTER, context, deck, face, profile

SET = context()


def stamps(sheet: Sheet, page: int = 0) -> list[tuple[str, Box]]:
    """Text and place of each short run of letters inside the trims of a page."""
    side = sheet.sides[page]
    shown = []
    for seen in leaves(SheetPages().of(sheet)[page].items):
        if isinstance(seen.item, GlyphRun):
            at = seen.matrix.apply(seen.item.x, seen.item.y)
            if any(slot.spot.trim.holds(Box(at.x, at.y, 0.1, 0.1)) for slot in side.slots):
                width = sum(seen.item.advances)
                shown.append(
                    (seen.item.text, seen.matrix.apply_box(Box(seen.item.x, seen.item.y, width, 0.0)))
                )
    return shown


def test_each_front_carries_the_first_digits_of_its_hash() -> None:
    pieces = [PieceFaces(f"s/{n}", str(n), face(grey=n), face(grey=200), 2) for n in range(3)]
    (sheet,) = impose(pieces, profile(stamp="true"), FOOTER, SET).sheets
    hashes = FaceHashes()
    assert [text for text, _ in stamps(sheet)] == [
        hashes.of(piece.front)[:DIGITS] for piece in pieces for _ in range(2)
    ]
    assert sheet.front is not None
    for (_, box), slot in zip(stamps(sheet), sheet.front.slots, strict=True):
        assert slot.spot.trim.holds(box)
        assert slot.spot.trim.bottom - box.bottom == pytest.approx(0.9, abs=0.21)
        assert box.centre.x == pytest.approx(slot.spot.trim.centre.x, abs=0.3)


def test_backs_carry_none_so_that_they_give_nothing_away() -> None:
    (sheet,) = impose(deck(3), profile(stamp="true"), FOOTER, SET).sheets
    assert not stamps(sheet, 1)


def test_nothing_is_stamped_unless_it_is_asked_for() -> None:
    (sheet,) = impose(deck(3), profile(), FOOTER, SET).sheets
    assert not stamps(sheet)


def test_the_stamp_changes_neither_faces_nor_the_digest_of_the_sheet() -> None:
    plain = impose(deck(3), profile(), FOOTER, SET).sheets
    stamped = impose(deck(3), profile(stamp="true"), FOOTER, SET).sheets
    assert [sheet.digest for sheet in plain] == [sheet.digest for sheet in stamped]
    assert plain[0].front is not None
    assert stamped[0].front is not None
    assert plain[0].front.slots == stamped[0].front.slots


def test_turned_pieces_are_stamped_along_their_own_lower_edge() -> None:
    (sheet,) = impose(deck(18), profile(paper="A3", stamp="true"), FOOTER, SET).sheets
    assert sheet.front is not None
    assert sheet.front.slots[0].turn == 90
    _, box = stamps(sheet)[0]
    assert box.height > box.width
    assert box.x - sheet.front.slots[0].spot.trim.x == pytest.approx(
        0.9, abs=0.21
    )  # clockwise: its foot is at the left


@pytest.mark.parametrize(
    "outline",
    [
        Outline("circle", 20.0, 20.0),
        Outline("hex-pointy", 40.0, 46.188),
        Outline("hex-flat", 46.188, 40.0),
        Outline("rectangle", 20.0, 20.0, 3.0),
    ],
)
def test_a_stamp_stands_where_the_shape_is_wide_enough(outline: Outline) -> None:
    height = baseline(outline, 6.0)
    assert height is not None
    assert chord(outline, height) >= 6.0
    assert height <= outline.height / 3
    assert chord(outline, height - 0.2) < 6.0 or height == pytest.approx(0.9)


@pytest.mark.parametrize("shape", ["circle", "hex-pointy", "hex-flat"])
def test_chords_are_those_of_the_shape(shape: str) -> None:
    outline = Outline(shape, 40.0, 40.0)  # type: ignore[arg-type]
    if shape == "circle":
        assert chord(outline, 20.0) == pytest.approx(40.0)
        assert chord(outline, 4.0) == pytest.approx(24.0)  # 3-4-5: 16 down, 12 to each side
        return
    size = (40.0, 40.0 * 2 / 3**0.5) if shape == "hex-pointy" else (40.0 * 2 / 3**0.5, 40.0)
    outline = outline._replace(width=size[0], height=size[1])
    corners = outline.corners()
    lowest = max(y for _, y in corners)
    for height in (1.0, 3.0, 8.0):
        y = lowest - height
        crossings = []
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if min(y1, y2) <= y < max(y1, y2):
                crossings.append(x1 + (y - y1) / (y2 - y1) * (x2 - x1))
        assert chord(outline, height) == pytest.approx(max(crossings) - min(crossings), abs=1e-6)


def test_pieces_without_room_are_reported() -> None:
    tiny = deck(1, width=5.0, height=5.0, shape="circle", backs=False)
    result = impose(tiny, profile(stamp="true"), FOOTER, SET)
    assert "S133" in [item.code for item in result.diagnostics]
