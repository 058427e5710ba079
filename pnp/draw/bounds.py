"""How far items reach. Generous: a box may be larger than what is drawn, never smaller."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from pnp.draw.item import Fill, GlyphRun, Group, Item, Picture, Stroke
from pnp.draw.path import path_box
from pnp.geometry import Box

MITER_LIMIT = 4.0
"""How many times its width a mitred corner may reach; SVG's default (SVG 2 §13.5.4)."""


def items_box(items: Iterable[Item]) -> Box | None:
    """A box around all items, or None when nothing is drawn."""
    boxes = [box for box in map(item_box, items) if box is not None]
    if not boxes:
        return None
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def item_box(item: Item) -> Box | None:
    """A box around one item in the frame around it, or None when nothing is drawn."""
    match item:
        case Fill():
            return path_box(item.path) if item.path else None
        case Stroke():
            reach = item.width / 2 * (MITER_LIMIT if item.join == "miter" else 2)
            return path_box(item.path).grown(reach) if item.path else None
        case Picture():
            return Box(item.x, item.y, item.width, item.height)
        case GlyphRun():
            return _run_box(item)
        case Group():
            inner = items_box(item.items)
            if inner is not None and item.clip is not None:
                inner = _common(inner, path_box(item.clip.path))
            return item.matrix.apply_box(inner) if inner is not None else None
    assert_never(item)


def _run_box(run: GlyphRun) -> Box | None:
    if not any(part.glyphs for part in run.parts):
        return None
    reach = (1.5 * run.size) + (run.halo.width if run.halo else 0.0)
    raised = [abs(offset) for offset in run.offsets]
    return Box(run.x, run.y, run.width, 0.0).grown(reach + max(raised, default=0.0))


def _common(one: Box, other: Box) -> Box | None:
    if not one.meets(other, slack=0.0):
        return None
    left, top = max(one.x, other.x), max(one.y, other.y)
    return Box(left, top, min(one.right, other.right) - left, min(one.bottom, other.bottom) - top)
