"""The boxes that the layout of a piece draws, for moving them on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pnp.edit.editor import Editor
from pnp.edit.source_text import LayoutFile
from pnp.layout.drawing import DrawnBox
from pnp.model import LayoutSource, Piece
from pnp.preview.live import LiveEdition
from pnp.preview.reading import Reading
from pnp.preview.record import Record, place
from pnp.source import Span

_SHOWN = 300
"""Boxes of one side that are shown: layouts of games have a tenth."""


SideBoxes: TypeAlias = tuple[Piece, Sequence[DrawnBox], Mapping[Span, Span]]
"""A piece, the boxes of one side of it, and where the texts in them are written."""


def drawn_boxes(live: LiveEdition, key: str, side: str) -> SideBoxes | None:
    """A piece in a language, the boxes of a side of it, and where the texts in boxes are written.

    For the thread that composes; None without such a piece or side.
    """
    found = live.pieces.get(key)
    if found is None or side not in ("front", "back"):
        return None
    boxes = live.edition.composer.boxes(found.piece, "back" if side == "back" else "front")
    texts = {fit.span: fit.place for fit in found.composed.fits if fit.place is not None}
    return found.piece, boxes, texts


def box_records(editor: Editor, reading: Reading, side: str, found: SideBoxes) -> Record:
    """The boxes as the page shows them: where they are, and which numbers of the layout place them."""
    piece, boxes, texts = found
    game = reading.workshop.game
    own = {layout.file: layout for layout in game.layouts.values()} if game is not None else {}
    name = piece.back if side == "back" else piece.layout
    files: dict[str, LayoutFile] = {}
    records = []
    for box in boxes[:_SHOWN]:
        record: Record = {
            "tag": box.tag,
            "x": round(box.box.x, 3),
            "y": round(box.box.y, 3),
            "width": round(box.box.width, 3),
            "height": round(box.box.height, 3),
            "frame": [
                round(number, 3) for number in (box.frame.x, box.frame.y, box.frame.width, box.frame.height)
            ],
            "place": place(box.span),
            "text": place(texts.get(box.span)),
        }
        layout = own.get(box.span.file)
        fixed = _placed_elsewhere(layout, name, box)
        records.append(
            record | ({"fixed": fixed} if fixed or layout is None else _numbers(reading, layout, box, files))
        )
    return {"boxes": records, "shipped": editor.shipped}


def _placed_elsewhere(layout: LayoutSource | None, name: str | None, box: DrawnBox) -> str:
    """Why the place of a box is not in numbers of the layout of the piece; empty if it may be."""
    if layout is None:
        return "from a layout that ships with pnp"
    if layout.name != name:
        return f"from {layout.name}.xml"
    if box.slotted:
        return "placed by the row, column or grid around it"
    return "" if box.upright else "turned or scaled by 'transform'"


def _numbers(reading: Reading, layout: LayoutSource, box: DrawnBox, files: dict[str, LayoutFile]) -> Record:
    """The numbers that place a box, or why it cannot be moved."""
    path = layout.file.removeprefix(reading.workshop.files.shown(""))
    if layout.file not in files:
        files[layout.file] = LayoutFile(path, layout.text.encode())
    file, line = files[layout.file], box.span.line
    element = file.element_at(line, box.span.column)
    placing, computed = file.placing(line, element), file.computed(line, element)
    if computed:
        return {"fixed": f"computed: {', '.join(f'{key}={value}' for key, value in computed.items())}"}
    if not placing:
        return {"fixed": "fills the box around it"}
    return {"layout": layout.name, "line": line, "element": element, "values": placing}
