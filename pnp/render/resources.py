"""What one content stream refers to by name."""

from __future__ import annotations

from pnp.render.file import Ref


class Resources:
    """The resource dictionary of one stream as it fills up.

    Names are made of what they stand for, not of when they were first used: equal drawings give equal streams.

    Attributes:
        transparent: Whether anything that is referred to lets the ground shine through.
        pictures: Largest width and height at which each picture is drawn, in units of the stream, by the picture's key.
    """

    def __init__(self) -> None:
        self.transparent = False
        self.pictures: dict[str, tuple[float, float]] = {}
        self._entries: dict[str, dict[str, str]] = {}

    def add(self, category: str, name: str, value: Ref | str) -> str:
        """Have ``name`` stand for ``value``, an object or the syntax of one; the name."""
        self._entries.setdefault(category, {})[name] = str(value)
        return name

    def show(self, key: str, width: float, height: float) -> None:
        """Take down that a picture is drawn in this size."""
        before = self.pictures.get(key, (0.0, 0.0))
        self.pictures[key] = (max(width, before[0]), max(height, before[1]))

    def dictionary(self) -> str:
        """The resource dictionary (ISO 32000-1 §7.8.3), in order of names."""
        parts: list[str] = []
        for category, named in sorted(self._entries.items()):
            entries = "".join(f"/{name} {value}" for name, value in sorted(named.items()))
            parts.append(f"/{category}<<{entries}>>")
        return f"<<{''.join(parts)}>>"
