"""Code that puts arguments into values, by the number of arguments: with other names it fits all classes (``pnp.dataclass``).

Python would compile it anew for each class in each run. Written out, it is compiled once, when pnp is installed. What sets a slot
(``s0`` and so on) or makes a tuple is among the globals of each function that gets the code.
"""

# ruff: noqa: ARG005, F821 - what the names mean is said by the globals that go with the code

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import CodeType
from typing import Any

s0: Callable[[Any, Any], Any]
s1: Callable[[Any, Any], Any]
s2: Callable[[Any, Any], Any]
s3: Callable[[Any, Any], Any]
s4: Callable[[Any, Any], Any]
s5: Callable[[Any, Any], Any]
s6: Callable[[Any, Any], Any]
s7: Callable[[Any, Any], Any]
s8: Callable[[Any, Any], Any]
s9: Callable[[Any, Any], Any]
tuple_new: Callable[[Any, Any], Any]

# fmt: off

_PUT: tuple[Callable[..., Any], ...] = (
    lambda self: None,
    lambda self, f0: s0(self, f0),
    lambda self, f0, f1: s0(self, f0) or s1(self, f1),
    lambda self, f0, f1, f2: s0(self, f0) or s1(self, f1) or s2(self, f2),
    lambda self, f0, f1, f2, f3: s0(self, f0) or s1(self, f1) or s2(self, f2) or s3(self, f3),
    lambda self, f0, f1, f2, f3, f4: s0(self, f0) or s1(self, f1) or s2(self, f2) or s3(self, f3) or s4(self, f4),
    lambda self, f0, f1, f2, f3, f4, f5: (
        s0(self, f0) or s1(self, f1) or s2(self, f2) or s3(self, f3) or s4(self, f4)
        or s5(self, f5)
    ),
    lambda self, f0, f1, f2, f3, f4, f5, f6: (
        s0(self, f0) or s1(self, f1) or s2(self, f2) or s3(self, f3) or s4(self, f4)
        or s5(self, f5) or s6(self, f6)
    ),
    lambda self, f0, f1, f2, f3, f4, f5, f6, f7: (
        s0(self, f0) or s1(self, f1) or s2(self, f2) or s3(self, f3) or s4(self, f4)
        or s5(self, f5) or s6(self, f6) or s7(self, f7)
    ),
    lambda self, f0, f1, f2, f3, f4, f5, f6, f7, f8: (
        s0(self, f0) or s1(self, f1) or s2(self, f2) or s3(self, f3) or s4(self, f4)
        or s5(self, f5) or s6(self, f6) or s7(self, f7) or s8(self, f8)
    ),
    lambda self, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9: (
        s0(self, f0) or s1(self, f1) or s2(self, f2) or s3(self, f3) or s4(self, f4)
        or s5(self, f5) or s6(self, f6) or s7(self, f7) or s8(self, f8) or s9(self, f9)
    ),
)
"""``__init__``: each setter gives None, so that the next one is called, and the last one None."""

_NEW: tuple[Callable[..., Any], ...] = (
    lambda cls: tuple_new(cls, ()),
    lambda cls, f0: tuple_new(cls, (f0,)),
    lambda cls, f0, f1: tuple_new(cls, (f0, f1)),
    lambda cls, f0, f1, f2: tuple_new(cls, (f0, f1, f2)),
    lambda cls, f0, f1, f2, f3: tuple_new(cls, (f0, f1, f2, f3)),
    lambda cls, f0, f1, f2, f3, f4: tuple_new(cls, (f0, f1, f2, f3, f4)),
    lambda cls, f0, f1, f2, f3, f4, f5: tuple_new(cls, (f0, f1, f2, f3, f4, f5)),
    lambda cls, f0, f1, f2, f3, f4, f5, f6: tuple_new(cls, (f0, f1, f2, f3, f4, f5, f6)),
    lambda cls, f0, f1, f2, f3, f4, f5, f6, f7: tuple_new(cls, (f0, f1, f2, f3, f4, f5, f6, f7)),
    lambda cls, f0, f1, f2, f3, f4, f5, f6, f7, f8: tuple_new(cls, (f0, f1, f2, f3, f4, f5, f6, f7, f8)),
    lambda cls, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9: tuple_new(cls, (f0, f1, f2, f3, f4, f5, f6, f7, f8, f9)),
)
"""``__new__`` of a named tuple."""
# fmt: on


def putting(names: tuple[str, ...], qualname: str) -> CodeType:
    """The code of an ``__init__`` that calls ``s0(self, first)``, ``s1(self, second)`` and so on, for a class."""
    count = len(names)
    code = _PUT[count].__code__ if count < len(_PUT) else _compiled(count)
    return code.replace(co_name="__init__", co_varnames=("self", *names), co_qualname=f"{qualname}.__init__")


def making(names: tuple[str, ...], qualname: str) -> CodeType:
    """The code of a ``__new__`` that calls ``tuple_new(cls, (first, second …))``, for a class."""
    count = len(names)
    code = _NEW[count].__code__ if count < len(_NEW) else _compiled(count, new=True)
    return code.replace(co_name="__new__", co_varnames=("cls", *names), co_qualname=f"{qualname}.__new__")


@cache
def _compiled(count: int, *, new: bool = False) -> CodeType:
    names = [f"f{at}" for at in range(count)]
    puts = " or ".join(f"s{at}(self, {name})" for at, name in enumerate(names))
    given = ", ".join(names)
    source = f"cls, {given}: tuple_new(cls, ({given}))" if new else f"self, {given}: {puts}"
    code: CodeType = eval(f"lambda {source}").__code__
    return code
