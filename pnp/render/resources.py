"""What one content stream refers to by name."""

from __future__ import annotations

from pnp.render.file import Dictionary, Ref, Value


class Resources:
    """The resource dictionary of one stream as it fills up.

    Names are made of what they stand for, not of when they were first used: equal drawings give equal streams.

    Attributes:
        transparent: Whether anything that is referred to lets the ground shine through.
    """

    def __init__(self) -> None:
        self.transparent = False
        self._entries: dict[str, dict[str, Value]] = {}

    def add(self, category: str, name: str, value: Ref | Value) -> str:
        """Have ``name`` stand for ``value``; the name."""
        self._entries.setdefault(category, {})[name] = value
        return name

    def dictionary(self) -> Dictionary:
        """The resource dictionary (ISO 32000-1 §7.8.3)."""
        return Dictionary({category: Dictionary(named) for category, named in self._entries.items()})
