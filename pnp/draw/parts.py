"""Places on a face that words may point at: named boxes, icons and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.draw.face import Face
from pnp.draw.item import GlyphRun, Group, Item, items_box
from pnp.geometry import IDENTITY, Box, Matrix, around


class FaceParts(NamedTuple):
    """The places of a face, in drawing order and in its frame (millimetres).

    Attributes:
        boxes: Those that the layout has named (of a text: its words), with how many named boxes they lie in.
        icons: By name.
        words: Letters and digits of each stretch of text, in small letters.
    """

    boxes: list[tuple[str, Box, int]]
    icons: list[tuple[str, Box]]
    words: list[tuple[str, Box]]


def face_parts(face: Face | None) -> FaceParts:
    """The places of the face that words may point at."""
    parts = FaceParts([], [], [])
    _collect(face.items if face is not None else (), IDENTITY, 0, parts)
    return parts


def _collect(items: Sequence[Item], matrix: Matrix, depth: int, parts: FaceParts) -> None:
    for item in items:
        if isinstance(item, GlyphRun):
            letters = letters_of(item.text)
            if letters:
                box = Box(item.x, item.y - 0.75 * item.size, item.width, 0.95 * item.size)
                parts.words.append((letters, matrix.apply_box(box)))
        elif isinstance(item, Group):
            inner = item.matrix.then(matrix)
            if item.alt and item.shared is not None and item.shared.startswith("icon "):
                drawn = items_box(item.items)
                if drawn is not None:
                    parts.icons.append((item.alt, inner.apply_box(drawn)))
                continue
            first, words = len(parts.boxes), len(parts.words)
            nested = item.place is not None or (item.clip is not None and item.alt is not None)
            _collect(item.items, inner, depth + nested, parts)
            if item.place is not None:
                printed = [box for _, box in parts.words[words:]] if _only_words(item.items) else []
                box = around(printed) if printed else inner.apply_box(item.place.box)
                parts.boxes.insert(first, (item.place.name, box, depth))


def _only_words(items: Sequence[Item]) -> bool:
    """Whether nothing but text is drawn: then its place is where its words are, not all of its box."""
    return all(
        isinstance(item, GlyphRun) or (isinstance(item, Group) and _only_words(item.items)) for item in items
    )


def letters_of(words: str) -> str:
    """The letters and digits of words, in small letters."""
    return "".join(char for char in words.casefold() if char.isalnum())
