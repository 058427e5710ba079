"""Card sheets for Tabletop Simulator: equal places in rows, the last of them left for the back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image

# kb.tabletopsimulator.com, "Custom Decks": sheets hold up to 10 × 7 cards, and the last place of a sheet is
# what others see of a card in a hand. Its "Asset Creation" page recommends pictures of at most 4096 × 4096
# pixels.
MOST_COLUMNS, MOST_ROWS = 10, 7
MOST_FACES = MOST_COLUMNS * MOST_ROWS - 1
MOST_PX = 4096
LEAST_COLUMNS, LEAST_ROWS = 2, 2

_MOST_DPI = 300.0
"""More pixels than this show nothing more: players do not zoom in that far."""


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """Places of one sheet.

    Attributes:
        columns: In a row.
        rows: On the sheet.
        width_px: Of one place.
        height_px: Of one place.
    """

    columns: int
    rows: int
    width_px: int
    height_px: int

    @property
    def size(self) -> tuple[int, int]:
        """Size of the whole picture in pixels."""
        return self.columns * self.width_px, self.rows * self.height_px


def sheet_grid(faces: int, width: float, height: float, most_px: int = MOST_PX) -> SheetGrid:
    """The grid that shows this many faces as large as possible, with one place left over.

    Args:
        faces: At most ``MOST_FACES``.
        width: Of a face, in the same unit as ``height``; millimetres limit the resolution to 300 dpi.
        height: Of a face.
        most_px: Most pixels across and down.
    """
    assert 0 < faces <= MOST_FACES, f"{faces} faces do not fit on one sheet"
    best: tuple[float, int, SheetGrid] | None = None
    for columns in range(LEAST_COLUMNS, MOST_COLUMNS + 1):
        rows = max(LEAST_ROWS, -(-(faces + 1) // columns))
        if rows > MOST_ROWS:
            continue
        scale = min(most_px / (columns * width), most_px / (rows * height), _MOST_DPI / MM_PER_INCH)
        grid = SheetGrid(columns, rows, max(1, int(width * scale + 1e-9)), max(1, int(height * scale + 1e-9)))
        if best is None or (scale, -columns * rows) > best[:2]:
            best = (scale, -columns * rows, grid)
    assert best is not None  # ten columns hold as many as may be asked for
    return best[2]


def compose_sheet(grid: SheetGrid, faces: Iterable[Image], last: Image | None) -> Image:
    """The sheet as an ``RGB`` picture: faces row by row from the top left, and ``last`` in the last place."""
    from PIL.Image import new

    sheet = new("RGB", grid.size, "white")
    for number, face in enumerate(faces):
        row, column = divmod(number, grid.columns)
        sheet.paste(face, (column * grid.width_px, row * grid.height_px))
    if last is not None:
        sheet.paste(last, ((grid.columns - 1) * grid.width_px, (grid.rows - 1) * grid.height_px))
    return sheet
