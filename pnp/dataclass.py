"""``dataclass`` as in the standard library, but made in a third of the time where it is frozen and has slots.

Python compiles six methods for every frozen dataclass each time that its module is imported. A run imports some two hundred of
them, which took longer than reading and checking a small game. Here only ``__init__`` is compiled; the other methods are the
same functions for all classes and ask a class for the names of its fields. To ``fields``, ``replace``, ``match``, ``pickle`` and
type checkers the classes are what they always were.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, **options):
        """See ``dataclasses.dataclass``."""
        if cls is None and frozen and slots and not options:
            return _frozen
        return dataclasses.dataclass(cls, frozen=frozen, slots=slots, **options)


__all__ = ["dataclass"]

_MISSING = dataclasses.MISSING


def _frozen(cls: type[Any]) -> type[Any]:
    if not _is_plain(cls):
        return dataclasses.dataclass(frozen=True, slots=True)(cls)
    cls.__doc__ = cls.__doc__ or cls.__name__  # else one is made from the signature, which takes long
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    made.__dataclass_params__.frozen = True  # asked by classes that inherit from it
    fields = dataclasses.fields(made)
    names = tuple(field.name for field in fields)
    for name, method in {"__init__": _init(made, fields), **_methods(names)}.items():
        if name not in vars(cls):
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _is_plain(cls: type[Any]) -> bool:
    """Whether the class asks for nothing but fields with or without defaults."""
    if any(hasattr(base, "__dataclass_fields__") for base in cls.__mro__[1:]) or hasattr(
        cls, "__post_init__"
    ):
        return False
    if any(
        "InitVar" in str(annotation) or "KW_ONLY" in str(annotation)
        for annotation in vars(cls).get("__annotations__", {}).values()
    ):
        return False
    return all(
        value.init and value.repr and value.compare and value.hash is None and value.kw_only is _MISSING
        for value in vars(cls).values()
        if isinstance(value, dataclasses.Field)
    )


def _init(cls: type[Any], fields: tuple[dataclasses.Field[Any], ...]) -> Any:
    """``__init__``, which puts each argument into its slot."""
    names: dict[str, Any] = {"_missing": _MISSING}
    parameters, lines = ["self"], []
    for field in fields:
        name = field.name
        names[f"_set_{name}"] = vars(cls)[name].__set__
        if field.default is not _MISSING:
            names[f"_default_{name}"] = field.default
            parameters.append(f"{name}=_default_{name}")
            lines.append(f"_set_{name}(self, {name})")
        elif field.default_factory is not _MISSING:
            names[f"_make_{name}"] = field.default_factory
            parameters.append(f"{name}=_missing")
            lines.append(f"_set_{name}(self, _make_{name}() if {name} is _missing else {name})")
        else:
            parameters.append(name)
            lines.append(f"_set_{name}(self, {name})")
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(lines or ["pass"]), names)
    made = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _methods(names: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
    """All other methods of a class with these fields."""
    values: Any = attrgetter(*names) if names else lambda _: ()

    def show(self: Any) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({parts})"

    def equals(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def digest(self: Any) -> int:
        return hash(values(self))

    def state(self: Any) -> list[Any]:
        return [getattr(self, name) for name in names]

    def restore(self: Any, state: list[Any]) -> None:
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return {
        "__repr__": show,
        "__eq__": equals,
        "__hash__": digest,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__getstate__": state,
        "__setstate__": restore,
    }


def _refuse(self: Any, name: str, *_: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot change field {name!r} of a {type(self).__name__}")
