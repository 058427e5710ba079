"""The tables of ``docs/layouts.md``, made of the elements themselves.

``python -m pnp.layout.reference docs/layouts.md`` writes them between the marks of that page; a test
compares.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

from pnp.disk import put_files
from pnp.layout.element import (
    ELEMENTS,
    Attribute,
    Element,
    Lettering,
    Painted,
    Placed,
    Shown,
    Stroked,
)
from pnp.layout.frame import Measure

BEGIN = "<!-- elements: made by pnp.layout.reference -->"
END = "<!-- end of elements -->"

_INSIDE = {
    "nothing": "",
    "elements": "Holds elements.",
    "words": "Holds words and values.",
    "rows": "Holds `tr`.",
    "cells": "Holds `td`.",
}


# Shared attributes: the class that declares them, its base, the word for it, and an introduction.
_SHARED: tuple[tuple[type[Element], type[Element] | None, str, str], ...] = (
    (Element, None, "", "Every element has this:"),
    (Shown, Element, "", "All but `face`, `tr` and `td` have these:"),
    (Placed, Shown, "placed", "A *placed* element has these:"),
    (Stroked, Shown, "outlined", "An *outlined* element has these:"),
    (Painted, Stroked, "painted", "A *painted* element is outlined, and has this:"),
    (Lettering, Element, "lettered", "A *lettered* element has these:"),
)


def reference() -> str:
    """All elements in Markdown: first what several of them share, then each with its own attributes."""
    parts = ["### What elements share\n"]
    for base, below, _, introduction in _SHARED:
        parts += [introduction + "\n", _table(_added(base, below))]
    return "\n".join((*parts, *map(_section, ELEMENTS)))


def _added(base: type[Element], below: type[Element] | None) -> list[Attribute]:
    """The attributes that a class adds to its base."""
    known = below.attributes if below else {}
    return [entry for name, entry in base.attributes.items() if name not in known]


def _section(element: type[Element]) -> str:
    shared: set[str] = set()
    words = []
    for base, _, word, _ in _SHARED:
        if issubclass(element, base):
            shared |= base.attributes.keys()
            words += [word] if word else []
    if "painted" in words:
        words.remove("outlined")
    own = [entry for name, entry in element.attributes.items() if name not in shared]
    about = [(element.__doc__ or "").strip(), _INSIDE[element.holds]]
    if words:
        about.append(f"It is {' and '.join(f'*{word}*' for word in words)}.")
    parts = [f"### `{element.tag}`\n", fill(" ".join(word for word in about if word), 108) + "\n"]
    return "\n".join([*parts, _table(own)] if own else parts)


def _table(entries: Iterable[Attribute]) -> str:
    rows = ["| attribute | holds | default | does |", "|---|---|---|---|"]
    for entry in entries:
        default = "**needed**" if entry.required else _shown(entry.default)
        cells = (f"`{entry.name}`", entry.kind.name, default, entry.doc)
        rows.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(rows) + "\n"


def _shown(value: object) -> str:
    """A default as layouts would write it; nothing where the description says what happens."""
    if value is None or value in ((), ""):
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    number = value.mm if isinstance(value, Measure) else value
    return f"`{number:g}`" if isinstance(number, float) else f"`{number}`"


def updated(page: str) -> str:
    """The page with the tables between its marks rewritten."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{reference()}\n{END}{after}"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    page = updated(target.read_text(encoding="utf-8"))
    put_files(target.parent, {target.name: page.encode()})
