"""``dataclass`` as in the standard library, but made in a tenth of the time.

Python compiles six methods for every frozen dataclass each time that its module is imported, and looks at each annotation by
regular expressions. A run imports some two hundred of them, which took longer than reading and checking a small game. Here nothing
is compiled: the code of ``__init__`` is that of any class with as many fields (``pnp.constructor``), the other methods are the same
functions for all classes, and what ``fields`` tells is made when somebody asks. To ``fields``, ``replace``, ``match``,
``pickle`` and type checkers the classes are what they always were.

This is so for classes with slots that inherit from none but such and from classes of slots without fields, and for frozen ones
without slots that take their fields by name and inherit from none but such. Any other is made by the standard library.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from types import FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any

from pnp.constructor import putting
from pnp.fields import MISSING, Fields

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, **options):
        """See ``dataclasses.dataclass``."""
        if cls is not None:
            return dataclasses.dataclass(cls, **options)
        wanted = frozenset(name for name, value in options.items() if value)

        def make(cls):
            made = Fields.of(cls, wanted) if options.keys() <= _OPTIONS and wanted in _KINDS else None
            if made is None:
                return dataclasses.dataclass(cls, **options)
            return _slotted(cls, made) if "slots" in wanted else _by_name(cls, made)

        return make


__all__ = ["dataclass"]

_KINDS = frozenset(
    frozenset(kind.split())
    for kind in ("slots", "slots kw_only", "slots frozen", "slots frozen kw_only", "frozen kw_only")
)
_OPTIONS = frozenset({"frozen", "slots", "kw_only"})


@cache
def _params(*, frozen: bool) -> Any:
    """``__dataclass_params__``: the library asks whether what it inherits from is frozen."""
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False)(
        type("_", (), {"__doc__": "Nothing."})
    )
    made.__dataclass_params__.frozen = frozen
    return made.__dataclass_params__


def _slotted(cls: type[Any], made: Fields) -> type[Any]:
    frozen = "frozen" in made.wanted
    held = _methods(made, cls.__name__)
    if frozen:
        held |= _STATE
    else:  # what may change can come to hold itself
        held |= {"__repr__": recursive_repr()(held["__repr__"]), "__hash__": None}
    held["__init__"], known = _init(cls, made)
    held |= _without_hash(vars(cls))
    for name in ("__dict__", "__weakref__", *made.own):
        held.pop(name, None)
    bases = cls.__mro__[1:-1]
    held["__slots__"] = tuple([name for name in made.own if not _is_slot(name, bases)])
    held["__qualname__"] = cls.__qualname__
    kind: Any = type(cls)
    whole = kind(cls.__name__, cls.__bases__, held)
    known |= _setters(whole, made)
    made.belongs(whole)
    return whole  # type: ignore[no-any-return]


def _is_slot(name: str, bases: Sequence[type[Any]]) -> bool:
    return any(type(vars(base).get(name)) is MemberDescriptorType for base in bases)


def _by_name(cls: type[Any], made: Fields) -> type[Any]:
    for name, value in made.own.items():
        if isinstance(value, dataclasses.Field):
            if value.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, value.default)
    held = _without_hash(vars(cls))
    for name, method in {**_methods(made, cls.__name__), "__init__": _init_by_name(cls, made)}.items():
        if name not in held:
            setattr(cls, name, method)
    made.belongs(cls)
    return cls


def _without_hash(held: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes but for the lack of a hash that Python adds to each class that says what is equal."""
    lacks = "__eq__" in held and held.get("__hash__") is None
    left_out = {"__hash__"} if lacks else set()
    if not held["__doc__"]:
        left_out.add("__doc__")
    return {name: value for name, value in held.items() if name not in left_out}


def _init(cls: type[Any], made: Fields) -> tuple[Any, dict[str, Any]]:
    """``__init__``, which puts each argument into its slot, and its globals, into which goes what sets slots."""
    names = tuple(made.fields)
    defaults, makers = made.defaults()
    usual = {name: defaults.get(name, MISSING) for name in names if name in defaults or name in makers}
    code = putting(names, cls.__qualname__)
    known: dict[str, Any] = {"__name__": cls.__module__}
    if "kw_only" in made.wanted:
        init = FunctionType(code.replace(co_argcount=1, co_kwonlyargcount=len(names)), known, "__init__")
        init.__kwdefaults__ = usual
        return init, known
    if (*usual,) != names[len(names) - len(usual) :]:
        raise TypeError(f"{cls.__name__}: a field without a default stands behind one with a default")
    return FunctionType(code, known, "__init__", tuple(usual.values())), known


def _setters(cls: Any, made: Fields) -> dict[str, Callable[[Any, Any], None]]:
    """What ``__init__`` sets slots with: those that are made by a factory, unless they are given, by one step more."""
    makers = made.defaults()[1]
    setters = [(name, getattr(cls, name).__set__) for name in made.fields]
    return {
        f"s{at}": _setter(put, makers[name]) if name in makers else put
        for at, (name, put) in enumerate(setters)
    }


def _setter(put: Callable[[Any, Any], None], make: Callable[[], Any]) -> Callable[[Any, Any], None]:
    return lambda self, value: put(self, make() if value is MISSING else value)


def _init_by_name(cls: type[Any], made: Fields) -> Callable[..., None]:
    """``__init__`` of a class without slots, which takes each argument by name."""
    known = frozenset(made.fields)
    usual, named = made.defaults()
    makers = [*named.items()]
    needed = known - usual.keys() - named.keys()

    def __init__(self: Any, **values: Any) -> None:  # noqa: N807 - it becomes one
        if not needed <= values.keys() <= known:
            wrong = ", ".join(sorted(values.keys() - known or needed - values.keys()))
            raise TypeError(f"{type(self).__name__} got wrong or too few arguments: {wrong}")
        held = vars(self)
        held.update(usual)
        held.update((name, make()) for name, make in makers if name not in values)
        held.update(values)

    __init__.__module__, __init__.__qualname__ = cls.__module__, f"{cls.__qualname__}.__init__"
    return __init__


def _methods(made: Fields, name: str) -> dict[str, Any]:
    """What classes of these fields have unless they say otherwise."""
    marked = {name: value for name, value in made.fields.items() if isinstance(value, dataclasses.Field)}
    names = shown = tuple(made.fields)
    if marked:
        names = tuple(name for name in names if name not in marked or marked[name].compare)
        shown = tuple(name for name in shown if name not in marked or marked[name].repr)
    values: Any = attrgetter(*names) if names else lambda _: ()

    def show(self: Any) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__qualname__}({parts})"

    def equals(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def digest(self: Any) -> int:
        return hash(values(self))

    frozen, by_name = "frozen" in made.wanted, "kw_only" in made.wanted
    return {
        "__doc__": name,
        "__dataclass_fields__": made,
        "__dataclass_params__": _params(frozen=frozen),
        "__match_args__": () if by_name else tuple(made.fields),
        "__repr__": show,
        "__eq__": equals,
        "__hash__": digest,
        "__replace__": _replace,
        **(_FROZEN if frozen else {}),
    }


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


def _replace(self: Any, /, **changes: Any) -> Any:
    return dataclasses.replace(self, **changes)


def _refuse(self: Any, name: str, *_: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r} of a {type(self).__name__}")


_FROZEN = {"__setattr__": _refuse, "__delattr__": _refuse}
_STATE = {"__getstate__": _state, "__setstate__": _restore}
"""What ``copy`` and ``pickle`` ask of a frozen class with slots."""
