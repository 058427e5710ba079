"""Garbage is collected on every system."""

from __future__ import annotations

import ctypes
import gc
import weakref
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from pnp.preview.reading import tidy


def nothing(_: object) -> SimpleNamespace:
    return SimpleNamespace()


def refused(_: object) -> SimpleNamespace:
    raise TypeError


@pytest.mark.parametrize("library", [ctypes.CDLL, nothing, refused])
def test_garbage_is_collected(monkeypatch: pytest.MonkeyPatch, library: Callable[[object], object]) -> None:
    monkeypatch.setattr(ctypes, "CDLL", library)

    class Node:
        other: Node

    gc.disable()
    try:
        node = Node()
        node.other = node
        dead = weakref.ref(node)
        del node
        assert dead() is not None
        tidy()
        assert dead() is None
    finally:
        gc.enable()


def test_free_memory_goes_back_to_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(ctypes, "CDLL", lambda _: SimpleNamespace(malloc_trim=asked.append))
    tidy()
    assert asked == [0]
