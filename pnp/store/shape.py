"""Whether the values of an entry have the shape that its reader expects.

A shape is one of these:

- ``EncodedText``: texts that can be written in an encoding;
- a set of other types, such as ``NUMBER``;
- a list with one shape: a list with any number of such members;
- a tuple of shapes: a list with exactly these members;
- a dict from a ``EncodedText`` to a shape: a mapping of such texts to such values;
- a dict from names to shapes: a mapping with exactly these names;
- ``Maybe``: the shape or None;
- ``TextOr``: the shape or ASCII.

Values of one shape are checked together, a column at a time, so that thousands of rows take milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat
from typing import Any, NamedTuple, TypeAlias


class EncodedText(NamedTuple):
    """Texts that an encoding can write."""

    encoding: str
    errors: str = "strict"


TEXT = EncodedText("utf-8")
ASCII = EncodedText("ascii")
PATH = EncodedText("utf-8", "surrogateescape")
TRUTH = frozenset({bool})
WHOLE = frozenset({int})
NUMBER = frozenset({int, float})

_GREATEST = 1e9
"""Numbers of entries are lengths and counts; sums of larger ones would lose their decimals."""


class Maybe(NamedTuple):
    """A shape that may be missing."""

    shape: StoredShape


class TextOr(NamedTuple):
    """A shape, or an ASCII text."""

    shape: StoredShape


StoredShape: TypeAlias = (
    "EncodedText | frozenset[type] | list[Any] | tuple[Any, ...] | dict[Any, Any] | Maybe | TextOr"
)


def check_shape(values: Iterable[Any], shape: StoredShape) -> None:
    """Check that all values have the shape.

    Numbers must be finite.

    Raises:
        ValueError: One has another shape.
    """
    values = list(values)
    match shape:
        case Maybe():
            check_shape([value for value in values if value is not None], shape.shape)
        case TextOr():
            check_shape([value for value in values if isinstance(value, str)], ASCII)
            check_shape([value for value in values if not isinstance(value, str)], shape.shape)
        case EncodedText():
            _check_types(values, frozenset({str}))
            "".join(values).encode(shape.encoding, shape.errors)
        case frozenset():
            _check_types(values, shape)
            if not shape.isdisjoint(NUMBER) and not all(-_GREATEST < value < _GREATEST for value in values):
                raise ValueError("no usual number")
        case dict():
            _check_types(values, frozenset({dict}))
            _check_mappings(values, shape)
        case list():
            _check_types(values, frozenset({list}))
            check_shape(chain.from_iterable(values), shape[0])
        case _:
            _check_types(values, frozenset({list}))
            columns = zip(*values, strict=True) if values else repeat((), len(shape))
            for column, each in zip(columns, shape, strict=True):
                check_shape(column, each)


def _check_mappings(values: list[dict[str, Any]], shape: dict[Any, Any]) -> None:
    (first, inside), *_ = shape.items()
    if isinstance(first, EncodedText):
        check_shape(chain.from_iterable(values), first)
        check_shape(chain.from_iterable(map(dict.values, values)), inside)
        return
    if any(value.keys() != shape.keys() for value in values):
        raise ValueError("other names")
    for name, each in shape.items():
        check_shape([value[name] for value in values], each)


def check_numbers(numbers: Iterable[int], below: int) -> None:
    """Check that all whole numbers are from 0 to less than ``below``.

    Raises:
        ValueError: One is not.
    """
    numbers = list(numbers)
    if numbers and not 0 <= min(numbers) <= max(numbers) < below:
        raise ValueError("no such number")


def _check_types(values: list[Any], types: frozenset[type]) -> None:
    if not types.issuperset(map(type, values)):
        raise ValueError("another type")
