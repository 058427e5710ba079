"""What to print and what to take out: the laws."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.reprint import Look, Record, RecordedPiece, changes, reprint

KEYS = ["s/a", "s/b", "s/c", "t/a", "t/d"]
looks = st.builds(Look, st.sampled_from("123"), st.sampled_from(["9", "8", None]))


def record(pieces):
    return Record(
        "g", "en", "", {key: RecordedPiece(key, key.upper(), n, look) for key, (n, look) in pieces.items()}
    )


records = st.dictionaries(st.sampled_from(KEYS), st.tuples(st.integers(1, 9), looks)).map(record)


def box(of):
    """What lies in the box, by its look."""
    found = Counter()
    for piece in of.pieces.values():
        found[piece.look] += piece.copies
    return found


@settings(deadline=None)
@given(records, records)
def test_what_is_printed_and_taken_out_makes_the_old_box_the_new_one(before, after):
    plan = reprint(before, after)
    made = box(before)
    for key, copies in plan.print.items():
        made[after.pieces[key].look] += copies
    for pull in plan.pull:
        made[pull.piece.look] -= pull.copies
    assert {look: n for look, n in made.items() if n} == dict(box(after))


@settings(deadline=None)
@given(records, records)
def test_nothing_is_printed_that_lies_in_the_box_and_nothing_useful_is_taken_out(before, after):
    plan = reprint(before, after)
    printed, pulled = Counter(), Counter()
    for key, copies in plan.print.items():
        printed[after.pieces[key].look] += copies
    for pull in plan.pull:
        pulled[pull.piece.look] += pull.copies
    assert printed == box(after) - box(before)
    assert pulled == box(before) - box(after)
    assert all(n > 0 for n in (*plan.print.values(), *(pull.copies for pull in plan.pull)))


@settings(deadline=None)
@given(records, records)
def test_every_difference_is_one_change_and_there_is_none_where_nothing_differs(before, after):
    found = {change.key: change for change in changes(before, after)}
    assert len(found) == len(changes(before, after))
    for key in KEYS:
        old, new = before.pieces.get(key), after.pieces.get(key)
        if old == new:
            assert key not in found
        elif old is None or new is None:
            assert found[key].kind == ("new" if old is None else "removed")
        else:
            assert found[key].kind == ("changed" if old.look != new.look else "copies")


@settings(deadline=None)
@given(records)
def test_the_same_game_needs_nothing(game):
    plan = reprint(game, game)
    assert (changes(game, game), plan.print, plan.pull) == ((), {}, ())


RED, BLUE = Look("1", "9"), Look("2", "9")


def test_a_renamed_piece_is_not_printed_again():
    plan = reprint(record({"s/a": (4, RED)}), record({"s/b": (4, RED)}))
    assert (plan.print, plan.pull) == ({}, ())


def test_two_cards_that_exchange_their_texts_are_not_printed_again():
    plan = reprint(record({"s/a": (2, RED), "s/b": (2, BLUE)}), record({"s/a": (2, BLUE), "s/b": (2, RED)}))
    assert (plan.print, plan.pull) == ({}, ())


def test_more_copies_print_the_difference_and_fewer_are_taken_out():
    assert reprint(record({"s/a": (2, RED)}), record({"s/a": (5, RED)})).print == {"s/a": 3}
    (pull,) = reprint(record({"s/a": (5, RED)}), record({"s/a": (2, RED)})).pull
    assert (pull.copies, pull.reason) == (3, "fewer")


def test_a_changed_card_is_printed_with_all_its_copies_and_the_old_ones_are_named():
    plan = reprint(record({"s/a": (9, RED), "s/b": (1, RED)}), record({"s/a": (9, BLUE), "s/b": (1, RED)}))
    assert plan.print == {"s/a": 9}
    assert [(pull.piece.key, pull.copies, pull.reason) for pull in plan.pull] == [("s/a", 9, "changed")]


@pytest.mark.parametrize(
    ("old", "new", "sides"),
    [(RED, BLUE, ("front",)), (RED, Look("1", "8"), ("back",)), (RED, Look("2", None), ("front", "back"))],
)
def test_the_sides_that_look_different_are_reported(old, new, sides):
    (change,) = changes(record({"s/a": (1, old)}), record({"s/a": (1, new)}))
    assert change.sides == sides
