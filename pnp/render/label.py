"""Page labels: what a viewer shows instead of the running number (ISO 32000-1 §12.4.2)."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.render.file import Dictionary, Value, array, text


def page_labels(labels: Sequence[str]) -> Dictionary:
    """The number tree of the labels; a page with an empty label shows its running number from 1."""
    entries: list[Value] = []
    counting = False
    for index, label in enumerate(labels):
        if label:
            entries += [index, Dictionary({"P": text(label)})]
        elif not counting:
            entries += [index, Dictionary({"S": "/D", "St": index + 1})]
        counting = not label
    return Dictionary({"Nums": array(entries)})
