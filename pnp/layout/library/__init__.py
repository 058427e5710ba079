"""Layouts and macros that ship with pnp."""

from __future__ import annotations

from pathlib import Path

from pnp.model import LayoutSource


def shipped_layouts() -> dict[str, LayoutSource]:
    """All of them by name: ``card``, ``tile``, … for pieces, ``pnp/card`` for macros to import.

    Each default layout is also there under ``pnp/default/…``, so that a layout of the same name in a game can
    extend it.
    """
    top = Path(__file__).parent
    found: dict[str, LayoutSource] = {}
    for folder, prefixes in (("macros", ("pnp/",)), ("default", ("", "pnp/default/"))):
        for entry in sorted(top.joinpath(folder).iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".xml"):
                name = entry.name.removesuffix(".xml")
                text = entry.read_text(encoding="utf-8")
                for prefix in prefixes:
                    found[prefix + name] = LayoutSource(prefix + name, f"pnp/{folder}/{entry.name}", text)
    return found
