"""Named tuples behave as the standard library's: only making their classes is quicker."""

from __future__ import annotations

import copy
import inspect
import pickle
import typing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.named_tuple import NamedTuple


class Ours(NamedTuple):
    """Doc."""

    one: int
    two: str = "b"

    @property
    def double(self) -> int:
        return 2 * self.one

    def __str__(self) -> str:
        return "mine"


class Theirs(typing.NamedTuple):
    """Doc."""

    one: int
    two: str = "b"

    @property
    def double(self) -> int:
        return 2 * self.one

    def __str__(self) -> str:
        return "mine"


class Alone(NamedTuple):
    """One field."""

    one: object


class Nothing(NamedTuple):
    """No field."""


class Many(NamedTuple):
    """More fields than there is code for."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int
    k: int
    l: int = 12  # noqa: E741 - short on purpose


@given(st.integers(), st.text(), st.integers())
def test_values_are_shown_compared_and_changed_alike(one, two, other):
    ours, theirs = Ours(one, two), Theirs(one, two=two)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert str(ours) == str(theirs)
    assert ours == theirs == (one, two)
    assert hash(ours) == hash(theirs)
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(one=other) == theirs._replace(one=other)
    assert type(ours._replace(one=other)) is Ours
    assert ours.double == theirs.double
    for again in (pickle.loads(pickle.dumps(ours)), copy.copy(ours), copy.deepcopy(ours)):
        assert again == ours
        assert type(again) is Ours


def test_classes_say_what_they_are():
    for name in ("_fields", "_field_defaults", "__match_args__", "__slots__", "__doc__"):
        assert getattr(Ours, name) == getattr(Theirs, name)
    assert typing.get_type_hints(Ours) == typing.get_type_hints(Theirs)
    assert str(inspect.signature(Ours.__new__)) == "(cls, one, two='b')"
    assert Ours.__module__ == Ours.__new__.__module__ == __name__
    assert Ours.__qualname__ == "Ours"
    assert Ours.__bases__ == (tuple,)
    assert not hasattr(Ours(1), "__dict__")
    match Ours(1, "x"):
        case Ours(one, two):
            assert (one, two) == (1, "x")


@pytest.mark.parametrize("kind", [Ours, Theirs])
def test_wrong_arguments_are_refused(kind):
    for wrong in (
        lambda: kind(),
        lambda: kind(1, "b", 3),
        lambda: kind(1, three=3),
        lambda: kind._make([1]),
        lambda: kind(1)._replace(three=3),
        lambda: setattr(kind(1), "one", 2),
    ):
        with pytest.raises((TypeError, ValueError, AttributeError)):
            wrong()


def test_the_class_is_told_when_an_argument_is_missing():
    with pytest.raises(TypeError, match=r"Ours.__new__\(\) missing 1 required positional argument: 'one'"):
        Ours()


def test_there_may_be_any_number_of_fields():
    assert Nothing() == ()
    assert repr(Nothing()) == "Nothing()"
    assert Alone((1, 2)) == ((1, 2),)
    assert repr(Alone((1, 2))) == "Alone(one=(1, 2))"
    assert Many(*range(11)) == (*range(11), 12)
    assert Many._make(range(12)).l == 11


def test_fields_without_a_default_stand_first():
    with pytest.raises(TypeError, match="without a default"):

        class Wrong(NamedTuple):
            one: int = 1
            two: str
