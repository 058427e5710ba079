"""Situations that no file of a game can make, each under the words that a page uses for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path


@contextmanager
def _usual(_game: Path) -> Iterator[None]:
    yield


_SITUATIONS: dict[str, Callable[[Path], AbstractContextManager[None]]] = {"": _usual}


def situation(name: str, game: Path) -> AbstractContextManager[None]:
    """The situation while it lasts."""
    return _SITUATIONS[name](game)
