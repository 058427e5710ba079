"""The boxes that the layout of a piece draws, for moving them on the page."""

from __future__ import annotations

from pnp.edit.editor import Editor
from pnp.preview.reading import Reading
from pnp.preview.record import Record


def layout_boxes(editor: Editor, reading: Reading, key: str, side: str) -> Record | None:
    """The boxes of one side of a piece; None without such a piece."""
    del editor, reading, key, side
    return None
