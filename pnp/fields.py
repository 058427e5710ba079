"""The fields that a class names, for ``pnp.dataclass``."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import _FIELD, _FIELD_CLASSVAR  # type: ignore[attr-defined]
from typing import Any

MISSING = dataclasses.MISSING
_LEFT_ALONE = frozenset({"__post_init__", "__setattr__", "__delattr__", "__slots__"})
"""Attributes of a class that the standard library calls, looks at or refuses."""


class Fields:
    """What a class was made of, and its ``__dataclass_fields__`` until somebody asks for them.

    Attributes:
        wanted: The options that were given.
        own: Fields that the class itself names, each with what stands behind it.
        fields: Those of the classes that it inherits from, too, in order.
    """

    __slots__ = ("_cls", "fields", "own", "wanted")

    def __init__(self, wanted: frozenset[str], own: dict[str, Any], fields: dict[str, Any]) -> None:
        self.wanted = wanted
        self.own = own
        self.fields = fields
        self._cls: Any = None

    @classmethod
    def of(cls, made: type[Any], wanted: frozenset[str]) -> Fields | None:
        """Of a class that is to be made; None where it asks for more than fields, or inherits from another kind of class."""
        fields: dict[str, Any] = {}
        for base in made.__mro__[-2:0:-1]:
            above = vars(base).get("__made__")
            if above is not None and above.wanted == wanted:
                fields |= above.own
            elif (
                "slots" not in wanted
                or "__slots__" not in vars(base)
                or hasattr(base, "__dataclass_fields__")
            ):
                return None
        own = _own_fields(vars(made))
        return None if own is None else cls(wanted, own, fields | own)

    def defaults(self) -> tuple[dict[str, Any], dict[str, Callable[[], Any]]]:
        """Values that fields have where none is given, and what makes such values, both by the name of the field."""
        usual: dict[str, Any] = {}
        makers: dict[str, Callable[[], Any]] = {}
        for name, value in self.fields.items():
            if not isinstance(value, dataclasses.Field):
                if value is not MISSING:
                    usual[name] = value
            elif value.default_factory is not MISSING:
                makers[name] = value.default_factory
            elif value.default is not MISSING:
                usual[name] = value.default
        return usual, makers

    def belongs(self, cls: Any) -> None:
        """Be the fields of this class."""
        self._cls = cls
        cls.__made__ = self

    def __get__(self, value: object, owner: object = None) -> dict[str, Any]:
        cls = self._cls
        fields: dict[str, Any] = {}
        for base in cls.__mro__[-2:0:-1]:
            fields |= getattr(base, "__dataclass_fields__", {})
        for name, kind in vars(cls).get("__annotations__", {}).items():
            fields[name] = self._told(name, kind)
        cls.__dataclass_fields__ = fields
        return fields

    def _told(self, name: str, kind: str) -> Any:
        """What the library tells of an annotation; it would make a class of its own to find out."""
        value = self.own[name] if name in self.own else vars(self._cls).get(name, MISSING)
        told: Any = value if isinstance(value, dataclasses.Field) else dataclasses.field(default=value)
        told.name, told.type = name, kind
        if name in self.own:
            told._field_type, told.kw_only = _FIELD, "kw_only" in self.wanted
        else:
            told._field_type = _FIELD_CLASSVAR
        return told


def _own_fields(held: Mapping[str, Any]) -> dict[str, Any] | None:
    """The fields that a class with these attributes names; None where it is not certain that these are all that it asks for."""
    if not _LEFT_ALONE.isdisjoint(held):
        return None
    own: dict[str, Any] = {}
    for name, kind in held.get("__annotations__", {}).items():
        if not isinstance(kind, str) or name == "self" or "InitVar" in kind or "KW_ONLY" in kind:
            return None
        if not kind.startswith("ClassVar"):
            own[name] = value = held.get(name, MISSING)
            if "ClassVar" in kind or not _is_plain(value):
                return None
    fields = {name for name, value in held.items() if isinstance(value, dataclasses.Field)}
    return own if fields <= own.keys() else None


def _is_plain(value: Any) -> bool:
    """Whether the library would take ``value`` behind a field as it is."""
    if not isinstance(value, dataclasses.Field):
        return value.__class__.__hash__ is not None
    usual = value.init and value.hash is None and value.kw_only is MISSING
    return usual and value.default.__class__.__hash__ is not None
