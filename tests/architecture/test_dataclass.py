"""Frozen values behave as the standard library's: only making their classes is quicker."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Ours:
    """Doc."""

    one: int
    two: str = "b"
    three: list[int] = dataclasses.field(default_factory=list)
    KIND: ClassVar[int] = 7

    @property
    def double(self) -> int:
        return 2 * self.one


@dataclasses.dataclass(frozen=True, slots=True)
class Theirs:
    """Doc."""

    one: int
    two: str = "b"
    three: list[int] = dataclasses.field(default_factory=list)
    KIND: ClassVar[int] = 7


@dataclass(frozen=True, slots=True)
class Nothing:
    """No fields."""


@dataclass(frozen=True, slots=True)
class Alone:
    """One field."""

    one: int


@dataclass(frozen=True, slots=True)
class Child(Ours):
    """Inherits."""

    four: int = 4


@dataclass(frozen=True, slots=True)
class Own:
    """With methods of its own."""

    one: int

    def __hash__(self) -> int:
        return 5

    def __repr__(self) -> str:
        return "own"


@dataclass(frozen=True, slots=True)
class Special:
    """With a field that is not compared."""

    one: int
    other: int = dataclasses.field(default=0, compare=False)


@given(st.integers(), st.text(), st.lists(st.integers()), st.integers())
def test_values_are_shown_compared_and_changed_alike(one, two, three, other):
    ours, theirs = Ours(one, two, three=three), Theirs(one, two, three=three)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert (ours == Ours(other, two, three)) == (theirs == Theirs(other, two, three)) == (one == other)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert dataclasses.replace(ours, one=other) == Ours(other, two, three)
    assert pickle.loads(pickle.dumps(ours)) == copy.deepcopy(ours) == copy.copy(ours) == ours


def test_equal_values_have_equal_hashes_and_others_are_not_equal():
    assert hash(Own(1)) == 5
    assert hash(Alone(3)) == hash(Alone(3))
    assert {Alone(1), Alone(1), Alone(2)} == {Alone(1), Alone(2)}
    assert Alone(1) != Own(1)
    assert Ours(1) != (1, "b", [])
    with pytest.raises(TypeError, match="unhashable"):
        hash(Ours(1))


def test_they_are_frozen_and_have_slots():
    value = Ours(1)
    for change in (
        lambda: setattr(value, "one", 2),
        lambda: delattr(value, "one"),
        lambda: setattr(value, "new", 2),
    ):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert not hasattr(value, "__dict__")
    assert value.double == 2


def test_defaults_are_made_anew_and_arguments_are_checked():
    assert Ours(1).three is not Ours(1).three
    assert Ours(1).KIND == 7
    for wrong in (lambda: Ours(), lambda: Ours(1, "b", [], 4), lambda: Ours(1, other=2)):
        with pytest.raises(TypeError):
            wrong()


def test_classes_say_what_they_are():
    assert [field.name for field in dataclasses.fields(Ours)] == ["one", "two", "three"]
    assert Ours.__match_args__ == ("one", "two", "three")
    assert dataclasses.is_dataclass(Ours)
    assert Ours.__dataclass_params__.frozen
    match Ours(1, "x"):
        case Ours(one, two):
            assert (one, two) == (1, "x")


def test_unusual_classes_behave_too():
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(Nothing())
    assert pickle.loads(pickle.dumps(Nothing())) == Nothing()
    assert Child(1, four=5) == Child(1, "b", [], 5) != Ours(1)
    assert pickle.loads(pickle.dumps(Child(2))) == Child(2)
    assert repr(Own(1)) == "own"
    assert Special(1, 2) == Special(1, 3)
