"""Frozen values behave as the standard library's: only making their classes is quicker."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from abc import ABC, abstractmethod
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


@dataclass(slots=True)
class Loose:
    """May change."""

    one: int
    two: list[int] = dataclasses.field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyed:
    """Takes its fields by name."""

    one: int
    two: str = "b"


@dataclass(frozen=True, kw_only=True)
class Base:
    """Can be inherited from."""

    kind: ClassVar[str]

    one: int
    seen: int = dataclasses.field(default=0, compare=False)
    two: str | None = dataclasses.field(default=None, metadata={"doc": "of two"})


@dataclass(frozen=True, kw_only=True)
class Left(Base):
    """Inherits."""

    left: list[int] = dataclasses.field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Right(Base):
    """Inherits, too."""

    right: int = 3


@dataclass(frozen=True, kw_only=True)
class Both(Left, Right):
    """Inherits from two of one family, and says otherwise what one of them said."""

    kind = "both"
    two: str | None = "c"


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


def test_values_that_may_change_do_and_have_no_hash():
    value = Loose(1)
    value.two.append(4)
    value.one = 3
    assert value == Loose(3, [4])
    assert repr(value) == "Loose(one=3, two=[4])"
    assert pickle.loads(pickle.dumps(value)) == copy.copy(value) == value
    assert not Loose.__dataclass_params__.frozen
    with pytest.raises(AttributeError):
        value.new = 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(value)


def test_arguments_have_the_names_of_the_fields():
    assert str(inspect.signature(Ours.__init__)).startswith("(self, one, two='b', three=")
    assert str(inspect.signature(Keyed.__init__)) == "(self, *, one, two='b')"
    with pytest.raises(TypeError, match=r"Ours.__init__\(\) missing 1 required positional argument: 'one'"):
        Ours()


def test_fields_without_a_default_stand_first():
    with pytest.raises(TypeError, match="without a default"):

        @dataclass(frozen=True, slots=True)
        class Wrong:
            one: int = 1
            two: str


def test_fields_that_are_taken_by_name_are_not_by_place():
    assert Keyed(one=1) == Keyed(two="b", one=1)
    assert Keyed.__match_args__ == Both.__match_args__ == ()
    for wrong in (
        lambda: Keyed(1),
        lambda: Keyed(two="b"),
        lambda: Keyed(one=1, three=3),
        lambda: Both(1),
        lambda: Both(),
        lambda: Both(one=1, three=3),
    ):
        with pytest.raises(TypeError):
            wrong()


def test_classes_that_inherit_are_as_those_of_the_library():
    names = ("one", "seen", "two", "right", "left")
    assert tuple(field.name for field in dataclasses.fields(Both)) == names
    assert {field.name: field.metadata.get("doc") for field in dataclasses.fields(Left)}["two"] == "of two"
    value = Both(one=1, left=[2])
    assert repr(value) == "Both(one=1, seen=0, two='c', right=3, left=[2])"
    assert value == dataclasses.replace(value, seen=7) != dataclasses.replace(value, right=4)
    assert hash(Right(one=1, seen=2)) == hash(Right(one=1))
    assert Right(one=1) != Base(one=1)
    assert Both(one=1).left is not Both(one=1).left
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == copy.copy(value) == value
    for change in (lambda: setattr(value, "one", 2), lambda: delattr(value, "one")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    assert all(made.__dataclass_params__.frozen for made in (Base, Left, Right, Both))


def test_classes_that_inherit_from_others_than_dataclasses_are_made():
    class Slotted:
        __slots__ = ("one",)

    class Open(ABC):
        @abstractmethod
        def __repr__(self) -> str: ...

    @dataclass(frozen=True, slots=True)
    class OfSlots(Slotted):
        one: int

    @dataclass(frozen=True, slots=True)
    class OfOpen(Open):
        one: int

    assert OfSlots(1).one == OfOpen(1).one == 1


def test_a_copy_keeps_what_a_class_without_slots_adds():
    @dataclasses.dataclass(frozen=True)
    class More(Ours):
        more: int = 4

    assert copy.copy(More(1, more=5)).more == 5


def test_values_that_hold_themselves_are_shown():
    value = Loose(1)
    value.two.append(value)
    assert repr(value) == "Loose(one=1, two=[...])"


def test_a_class_that_cannot_be_made_leaves_those_it_inherits_from_frozen():
    with pytest.raises(ValueError, match="mutable default"):

        @dataclass(frozen=True, kw_only=True)
        class Wrong(Base):
            shared: list[int] = []  # noqa: RUF012 - it is what is refused

    assert Base.__dataclass_params__.frozen


def test_a_frozen_class_may_not_say_how_it_changes():
    for options in ({"slots": True}, {"kw_only": True}):
        with pytest.raises(TypeError, match="Cannot overwrite attribute __setattr__"):

            @dataclass(frozen=True, **options)
            class Wrong:
                one: int

                def __setattr__(self, name: str, value: object) -> None: ...


def test_slots_of_its_own_hold_the_fields_of_a_class():
    @dataclass(frozen=True, kw_only=True)
    class Own:
        __slots__ = ("one",)

        one: int

    assert Own(one=1).one == 1


def test_a_field_may_be_called_self():
    @dataclass(slots=True)
    class Odd:
        self: int

    assert Odd(self=1).self == 1


def test_a_wrong_call_tells_the_class():
    with pytest.raises(TypeError, match=r"Both\.__init__\(\) takes 1 positional argument"):
        Both(1)
    assert Both.__init__.__module__ == Keyed.__init__.__module__ == __name__


def test_a_class_may_have_more_fields_than_there_is_code_for():
    names = [f"field_{at}" for at in range(30)]
    held = {"__annotations__": dict.fromkeys(names, "int"), "__module__": __name__, "__doc__": "Many."}
    made = dataclass(frozen=True, slots=True)(type("Many", (), {**held, "field_29": 7}))
    value = made(*range(29))
    assert [getattr(value, name) for name in names] == [*range(29), 7]
    assert [field.name for field in dataclasses.fields(value)] == names


def test_what_is_asked_of_a_class_is_what_the_library_tells():
    for ours, theirs in zip(dataclasses.fields(Ours), dataclasses.fields(Theirs), strict=True):
        assert repr(ours) == repr(theirs)
    assert [*Ours.__dataclass_fields__] == [*Theirs.__dataclass_fields__]
    assert Ours.__annotations__ == Theirs.__annotations__
    assert Ours.__doc__ == Theirs.__doc__
    assert dataclasses.fields(Child)[:3] == dataclasses.fields(Ours)


def test_a_class_that_says_what_is_equal_keeps_a_hash_as_in_the_library():
    class Same:
        one: int

        def __eq__(self, other: object) -> bool:
            return True

    made = [kind(frozen=True, slots=True)(Same) for kind in (dataclass, dataclasses.dataclass)]
    for kind in made:
        assert hash(kind(3)) == hash(kind(3)) != hash(kind(4))
        assert kind(3) == kind(4)


def test_a_field_may_be_left_out_of_what_is_shown():
    @dataclass(frozen=True, slots=True)
    class Quiet:
        one: int
        two: int = dataclasses.field(default=2, repr=False)

    assert repr(Quiet(1)).endswith("Quiet(one=1)")


def test_a_class_of_slots_inherits_the_slots_of_another():
    assert Child.__slots__ == ("four",)
    assert not hasattr(Child(1), "__dict__")
    assert hash(Special(1, 2)) == hash(Special(1, 3))
