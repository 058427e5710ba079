"""``dataclass`` as in the standard library, but made in a quarter of the time.

Python compiles six methods for every frozen dataclass each time that its module is imported. A run imports some two hundred of
them, which took longer than reading and checking a small game. Here nothing is compiled twice: the code of ``__init__`` is that of
any class with as many fields, under other names, and the other methods are the same functions for all classes. To ``fields``,
``replace``, ``match``, ``pickle`` and type checkers the classes are what they always were.

This is so for classes with slots that inherit from nothing that has fields, and for frozen ones without slots that take their fields by name and
inherit from none but such. Any other is made by the standard library.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, **options):
        """See ``dataclasses.dataclass``."""
        if cls is not None:
            return dataclasses.dataclass(cls, **options)
        wanted = {name for name, value in options.items() if value}

        def make(cls):
            if options.keys() <= {"frozen", "slots", "kw_only"} and _is_plain(cls):
                if "slots" in wanted and all(map(_has_no_fields, cls.__mro__[1:])):
                    return _slotted(cls, frozen="frozen" in wanted, kw_only="kw_only" in wanted)
                if wanted == {"frozen", "kw_only"} and all(map(_is_by_name, cls.__mro__[1:-1])):
                    return _by_name(cls)
            return dataclasses.dataclass(cls, **options)

        return make


__all__ = ["dataclass"]

_MISSING = dataclasses.MISSING
_LEFT_ALONE = frozenset({"__post_init__", "__eq__", "__setattr__", "__delattr__", "__slots__"})
"""Attributes of a class that the standard library calls, looks at or refuses."""


def _is_plain(cls: type[Any]) -> bool:
    """Whether the class itself asks for nothing but fields with or without defaults."""
    annotations = vars(cls).get("__annotations__", {})
    if not _LEFT_ALONE.isdisjoint(vars(cls)) or "self" in annotations:
        return False
    if any("InitVar" in str(each) or "KW_ONLY" in str(each) for each in annotations.values()):
        return False
    return all(
        value.init and value.repr and value.hash is None and value.kw_only is _MISSING
        for value in vars(cls).values()
        if isinstance(value, dataclasses.Field)
    )


def _has_no_fields(base: type[Any]) -> bool:
    return base is object or ("__slots__" in vars(base) and "__dataclass_fields__" not in vars(base))


def _slotted(cls: type[Any], *, frozen: bool, kw_only: bool) -> type[Any]:
    cls.__doc__ = cls.__doc__ or cls.__name__  # else one is made from the signature, which takes long
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
    made.__dataclass_params__.frozen = frozen  # asked by classes that inherit from it
    fields = dataclasses.fields(made)
    methods = _methods(fields)
    if frozen:
        methods |= _FROZEN | _STATE
    else:  # what may change can come to hold itself
        methods |= {"__repr__": recursive_repr()(methods["__repr__"]), "__hash__": None}
    return _with(made, cls, {"__init__": _init(made, fields, frozen=frozen, kw_only=kw_only), **methods})


def _is_by_name(cls: type[Any]) -> bool:
    return vars(cls).get("__setattr__") is _refuse and "__slots__" not in vars(cls)


def _by_name(cls: type[Any]) -> type[Any]:
    cls.__doc__ = cls.__doc__ or cls.__name__
    above: list[Any] = [vars(base)["__dataclass_params__"] for base in cls.__mro__[1:-1]]
    for base in above:
        # What inherits from a frozen class has to be one, of which two methods would be compiled.
        base.frozen = False
    try:
        made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)
    finally:
        for base in above:
            base.frozen = True
    made.__dataclass_params__.frozen = True
    fields = dataclasses.fields(made)
    return _with(made, cls, {"__init__": _init_by_name(made, fields), **_methods(fields), **_FROZEN})


def _with(made: Any, cls: type[Any], methods: dict[str, Any]) -> type[Any]:
    """The class with those methods that it does not define itself."""
    for name, method in methods.items():
        if name not in vars(cls):
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _init(cls: type[Any], fields: tuple[dataclasses.Field[Any], ...], *, frozen: bool, kw_only: bool) -> Any:
    """``__init__``, which puts each argument into its slot."""
    made = tuple(field.default_factory is not _MISSING for field in fields)
    usual = {
        field.name: _MISSING if factory else field.default
        for field, factory in zip(fields, made, strict=True)
        if factory or field.default is not _MISSING
    }
    if not kw_only and [*usual] != [field.name for field in fields[len(fields) - len(usual) :]]:
        raise TypeError(f"{cls.__name__}: a field without a default stands behind one with a default")
    names = {f"f{at}": field.name for at, field in enumerate(fields)}
    code = _code(made, frozen)
    code = code.replace(
        co_varnames=tuple(names.get(name, name) for name in code.co_varnames),
        co_names=tuple(names.get(name, name) for name in code.co_names),
        co_qualname=f"{cls.__qualname__}.__init__",
    )
    known: dict[str, Any] = {"__name__": cls.__module__, "missing": _MISSING}
    known |= {f"s{at}": getattr(cls, field.name).__set__ for at, field in enumerate(fields) if frozen}
    known |= {f"m{at}": field.default_factory for at, field in enumerate(fields) if made[at]}
    if not kw_only:
        return FunctionType(code, known, "__init__", tuple(usual.values()))
    init = FunctionType(code.replace(co_argcount=1, co_kwonlyargcount=len(fields)), known, "__init__")
    init.__kwdefaults__ = usual
    return init


@cache
def _code(made: tuple[bool, ...], frozen: bool) -> CodeType:
    """The code of ``__init__`` for so many fields, some of them made by a factory: with other names it fits all classes.

    Compiling it for each class would take as long as all else that makes a class.
    """
    lines = []
    for at, factory in enumerate(made):
        value = f"m{at}() if f{at} is missing else f{at}" if factory else f"f{at}"
        lines.append(f"s{at}(self, {value})" if frozen else f"self.f{at} = {value}")
    parameters = ", ".join(["self", *(f"f{at}" for at in range(len(made)))])
    names: dict[str, Any] = {}
    exec(f"def __init__({parameters}):\n " + "\n ".join(lines or ["pass"]), names)
    code: CodeType = names["__init__"].__code__
    return code


def _init_by_name(cls: type[Any], fields: tuple[dataclasses.Field[Any], ...]) -> Callable[..., None]:
    """``__init__`` of a class without slots, which takes each argument by name."""
    known = frozenset(field.name for field in fields)
    usual = {field.name: field.default for field in fields if field.default is not _MISSING}
    makers = [
        (field.name, field.default_factory) for field in fields if field.default_factory is not _MISSING
    ]
    needed = known - usual.keys() - {name for name, _ in makers}

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


def _methods(fields: tuple[dataclasses.Field[Any], ...]) -> dict[str, Any]:
    """What classes with these fields have, frozen or not."""
    names = tuple(field.name for field in fields)
    compared = tuple(field.name for field in fields if field.compare)
    values: Any = attrgetter(*compared) if compared else lambda _: ()

    def show(self: Any) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({parts})"

    def equals(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def digest(self: Any) -> int:
        return hash(values(self))

    return {"__repr__": show, "__eq__": equals, "__hash__": digest}


def _state(self: Any) -> list[Any]:
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _restore(self: Any, state: list[Any]) -> None:
    for field, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


def _refuse(self: Any, name: str, *_: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r} of a {type(self).__name__}")


_FROZEN = {"__setattr__": _refuse, "__delattr__": _refuse}
_STATE = {"__getstate__": _state, "__setstate__": _restore}
"""What ``copy`` and ``pickle`` ask of a frozen class with slots."""
