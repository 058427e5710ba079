"""``NamedTuple`` as in the standard library, but made in a seventh of the time.

Python compiles a method for each named tuple each time that its module is imported, and looks at each annotation. Here nothing is
compiled: ``__new__`` has the code of any with as many fields (``pnp.constructor``), the other methods are the same for all. To
``match``, ``copy``, ``pickle`` and type checkers the classes are what they always were.
"""

from __future__ import annotations

from collections import _tuplegetter  # type: ignore[attr-defined]
from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.constructor import making

__all__ = ["NamedTuple", "many"]

T = TypeVar("T")

if TYPE_CHECKING:
    from typing import NamedTuple
else:

    class _Maker(type):
        """Makes a class that inherits from ``NamedTuple`` and nothing else into a tuple."""

        def __new__(cls, name, bases, held):
            """A named tuple of the annotations in ``held``."""
            if not bases:
                return super().__new__(cls, name, bases, held)
            return _named_tuple(name, held)

    class NamedTuple(metaclass=_Maker):
        """See ``typing.NamedTuple``."""


def _named_tuple(name: str, held: Mapping[str, Any]) -> type[Any]:
    names = tuple(held.get("__annotations__", {}))
    usual = {field: held[field] for field in names if field in held}
    if (*usual,) != names[len(names) - len(usual) :]:
        raise TypeError(f"{name}: a field without a default stands behind one with a default")
    known = {"__name__": held["__module__"], "tuple_new": tuple.__new__}
    new = FunctionType(making(names, held["__qualname__"]), known, "__new__", tuple(usual.values()))
    getters = {field: _tuplegetter(at, "A field.") for at, field in enumerate(names)}
    fields = {"_fields": names, "_field_defaults": usual, "__match_args__": names}
    shown = "(" + ", ".join(f"{field}=%r" for field in names) + ")"

    def show(self: Any) -> str:
        return f"{type(self).__name__}{shown % self}"

    methods = {**_METHODS, "__new__": new, "__repr__": show, "__doc__": name, "__slots__": ()}
    return type(name, (tuple,), {**methods, **held, **fields, **getters})


def many(kind: type[T], *columns: Iterable[Any]) -> Iterator[T]:
    """Named tuples of a kind by columns of all their fields, as many as the shortest has: half of what making each takes."""
    return map(tuple.__new__, repeat(kind), zip(*columns, strict=False))  # type: ignore[arg-type]


def _make(cls: Any, values: Iterable[Any]) -> Any:
    made = tuple.__new__(cls, values)
    if len(made) != len(cls._fields):
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
    return made


def _replace(self: Any, /, **changes: Any) -> Any:
    made = self._make(map(changes.pop, self._fields, self))
    if changes:
        raise ValueError(f"Got unexpected field names: {list(changes)!r}")
    return made


def _asdict(self: Any) -> dict[str, Any]:
    return dict(zip(self._fields, self, strict=True))


def _arguments(self: Any) -> tuple[Any, ...]:
    return tuple(self)


_METHODS = {
    "_make": classmethod(_make),
    "_replace": _replace,
    "__replace__": _replace,
    "_asdict": _asdict,
    "__getnewargs__": _arguments,
}
