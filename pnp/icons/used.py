"""Which icons a drawing shows."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.draw import Group, Item


def icons_of(items: Iterable[Item]) -> frozenset[str]:
    """Names of the icons among the items, at any depth."""
    names: set[str] = set()
    for item in items:
        if isinstance(item, Group):
            if item.alt and item.shared is not None and item.shared.startswith("icon "):
                names.add(item.alt)
            else:
                names |= icons_of(item.items)
    return frozenset(names)
