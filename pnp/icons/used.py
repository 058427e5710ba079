"""Which icons a drawing shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pnp.draw import Group, Item


def icons_of(items: Iterable[Item]) -> Iterator[str]:
    """Names of the icons among the items, at any depth."""
    for item in items:
        if isinstance(item, Group):
            if item.shared is not None and item.shared.startswith("icon ") and item.alt:
                yield item.alt
            else:
                yield from icons_of(item.items)
