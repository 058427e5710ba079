"""The proof of sheets must fail when the sheets are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.geometry import Box
from pnp.impose import Imposition, PieceFaces, Placement, PrintProfile, Sheet, impose
from pnp.impose.sheet import place_matrix
from pnp.preflight import check_sheets
from pnp.units import mm
from tests.impose.faces import FOOTER, deck, profile

PIECES = deck(11)
PROFILE = profile()
GOOD = impose(PIECES, PROFILE, FOOTER)


def with_slots(side: str, slots: tuple[Placement, ...], sheet: int = 0) -> Imposition:
    """The good imposition with other placements on one side of a sheet."""
    sheets = list(GOOD.sheets)
    old = sheets[sheet].front if side == "front" else sheets[sheet].back
    assert old is not None
    sheets[sheet] = sheets[sheet]._replace(**{side: old._replace(slots=slots)})
    return Imposition(tuple(sheets), ())


def slots(side: str, sheet: int = 0) -> tuple[Placement, ...]:
    found = GOOD.sheets[sheet].front if side == "front" else GOOD.sheets[sheet].back
    assert found is not None
    return found.slots


def at(slot: Placement, **changes: Any) -> Placement:
    """A placement whose spot says something else."""
    return slot._replace(spot=slot.spot._replace(**changes))


def codes(
    imposition: Imposition, pieces: list[PieceFaces] = PIECES, made: PrintProfile = PROFILE
) -> set[str]:
    return {item.code for item in check_sheets(pieces, imposition, made)}


def test_good_sheets_are_good() -> None:
    assert codes(GOOD) == set()


def test_a_lost_card_is_seen() -> None:
    assert codes(with_slots("front", slots("front")[1:])) == {"S303", "S304"}


def test_a_card_printed_twice_is_seen() -> None:
    again = slots("front", 1)[0]._replace(key="s/1", column=2)
    moved = at(again, x=again.spot.x + mm(126), shown=again.spot.shown.moved(126, 0))
    assert "S303" in codes(with_slots("front", (*slots("front", 1), moved), 1))


def test_a_lost_sheet_is_seen() -> None:
    assert codes(Imposition(GOOD.sheets[:1], ())) == {"S303"}


@pytest.mark.parametrize(("dx", "wrong"), [(0.0, set()), (0.005, set()), (0.02, {"S304"})])
def test_a_back_off_its_front_is_seen_from_a_hundredth_of_a_millimetre(dx: float, wrong: set[str]) -> None:
    first, *others = slots("back")
    moved = at(first, x=first.spot.x + mm(dx))
    assert codes(with_slots("back", (moved, *others))) - {"S302"} == wrong


def test_a_back_upside_down_is_seen() -> None:
    first, *others = slots("back")
    turned = at(first._replace(turn=180), matrix=place_matrix(first.face, first.spot.x, first.spot.y, 180))
    assert codes(with_slots("back", (turned, *others))) == {"S304"}


def test_backs_in_the_wrong_order_are_seen() -> None:
    first, second, *others = slots("back")
    swapped = (first._replace(key=second.key), second._replace(key=first.key), *others)
    assert codes(with_slots("back", swapped)) == {"S304"}


def test_overlap_is_seen() -> None:
    first, second, *others = slots("front")
    pushed = at(second, x=second.spot.x - mm(1), shown=second.spot.shown.moved(-1, 0))
    assert "S302" in codes(with_slots("front", (first, pushed, *others)))


def test_bleed_over_a_neighbour_is_seen() -> None:
    first, *others = slots("front")
    grown = at(first, shown=first.spot.shown.inset(0, -3, 0, 0))
    assert codes(with_slots("front", (grown, *others))) == {"S302"}


def test_a_piece_beyond_the_paper_is_seen() -> None:
    first, *others = slots("front")
    out = at(first, shown=Box(-1.0, 5.0, 60.0, 80.0))
    assert "S301" in codes(with_slots("front", (out, *others)))


def test_the_rim_that_printers_leave_blank_is_warned_of_with_its_width() -> None:
    made = profile(gutter="6mm", margin="0mm")
    pieces = deck(9)
    (fault,) = check_sheets(pieces, impose(pieces, made, FOOTER), made)
    assert fault.code == "S310"
    assert fault.message == "pieces come within 1.5 mm of the edge of A4, printers need about 4 to 5 mm"
    assert "margin" in fault.help[0]


def test_sheets_of_backs_alone_are_counted_too() -> None:
    made = profile(sides="backs")
    backs = impose(PIECES, made, FOOTER)
    assert codes(backs, made=made) == set()
    lost: tuple[Sheet, ...] = backs.sheets[:1]
    assert codes(Imposition(lost, ()), made=made) == {"S303"}
