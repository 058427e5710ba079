"""What a shape holds, without pydantic."""

from __future__ import annotations

from typing import Any


class Record:
    """What the mapping of a file came to that was sound: attributes as a shape of ``pnp.load.shape`` has them.

    Attributes:
        model_fields_set: Names of the attributes that were written, as pydantic calls it.
    """

    __slots__ = ("__dict__", "model_fields_set")

    def __init__(self, values: dict[str, Any], written: frozenset[str]) -> None:
        self.__dict__.update(values)
        self.model_fields_set = written
