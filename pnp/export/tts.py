"""Decks, tiles, tokens, boards and standees for Tabletop Simulator; cards lie on sheets in equal places."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pnp.build import ComposedGame, ComposedSet, Edition, ascii_name
from pnp.draw import Face, FaceHashes, Outline, with_items
from pnp.export.job import ExportJob
from pnp.export.table import description
from pnp.export.tts_objects import (
    ObjectKind,
    TableCard,
    TableDeck,
    TableObject,
    TableSet,
    TableSheet,
    saved_object,
)
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.model.files import distinct
from pnp.model.piece import PieceKind
from pnp.raster.pixels import Shot, take, trim_shot
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from PIL.Image import Image


_QUALITY = 92
"""Quality of JPEG pictures: no visible loss at a third of the size of PNG."""


def export_tts(
    job: ExportJob,
    *,
    picture: Literal["jpg", "png"] = "jpg",
    max_px: int = 4096,
    address: Callable[[str], str] = "{}/".format,
) -> tuple[int, int]:
    """Card sheets and a saved object with names and texts, ``tts/GAME.json``.

    Args:
        job: The export.
        picture: Format of the sheets.
        max_px: Largest width and height of a sheet, in pixels.
        address: From a folder of the export to the address at which the program will find its files, up to
            and with the last ``/``.

    Returns:
        Numbers of pieces and of pictures.

    Raises:
        ExportStopped: There is an error, or pypdfium2 is not installed.
    """
    job.need_pictures()
    cards = sheets = 0
    for language in job.languages:
        composed = job.compose(language, job.bleed)
        folder = job.folder(language, "tts")
        prefix = address(folder)
        job.progress.start(f"drawing {language}", sum(1 for _ in composed.faces))
        decks: list[TableDeck] = []
        sets: list[TableSet] = []
        for made, files in _made(job, composed, picture, max_px, prefix):
            if isinstance(made, TableDeck):
                decks.append(made)
            else:
                sets.append(made)
            sheets += len(files)
            job.write({f"{folder}/{name}": data for name, data in files.items()})
        cards += sum(deck.copies for deck in decks) + sum(each.copies for each in sets)
        saved = saved_object(composed.edition.name, decks, sets)
        job.write({f"{folder}/{ascii_name(job.game.id)}.json": saved})
    return cards, sheets


_KINDS: Mapping[PieceKind, ObjectKind] = {"tile": "tile", "board": "board", "standee": "standee"}
"""Pieces that are no cards, apart from tokens, on the table of the program."""


def _made(
    job: ExportJob, composed: ComposedGame, picture: str, max_px: int, prefix: str
) -> Iterator[tuple[TableDeck | TableSet, dict[str, bytes]]]:
    """Each set as a deck for each outline of its pieces, or as pieces, with its pictures by name."""
    edition = composed.edition
    groups = [(each, outline, faces) for each in composed.printed for outline, faces in _by_outline(each)]
    for (each, outline, faces), stem in zip(
        groups, distinct(ascii_name(each.component_set.id) for each, _, _ in groups), strict=True
    ):
        draw = _Drawing(job, stem, picture, max_px, prefix, outline)
        name = edition.words(each.component_set.name)
        if each.component_set.kind in ("card", "aid"):
            sheets, files = draw.sheets(faces)
            yield TableDeck(name, sheets, tuple(_cards(each, faces, edition))), files
        else:
            data = {piece.key: piece for piece in each.component_set.pieces}
            texts = [description(data[face.key], edition.scope, edition.language) for face in faces]
            objects, files = draw.objects(faces, texts, each.component_set.kind)
            yield TableSet(name, objects), files


def _by_outline(each: ComposedSet) -> Iterator[tuple[Outline, list[PieceFaces]]]:
    groups: dict[Outline, list[PieceFaces]] = {}
    for piece in each.faces:
        groups.setdefault(piece.front.outline, []).append(piece)
    yield from groups.items()


def _cards(each: ComposedSet, faces: Sequence[PieceFaces], edition: Edition) -> Iterator[Any]:
    data = {piece.key: piece for piece in each.component_set.pieces}
    for number, piece in enumerate(faces):
        text = description(data[piece.key], edition.scope, edition.language)
        sheet, place = divmod(number, MOST_FACES)
        yield TableCard(piece.label, text, piece.copies, sheet, place)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Draws the sheets of one deck."""

    job: ExportJob
    stem: str
    picture: str
    max_px: int
    prefix: str
    outline: Outline

    def sheets(self, faces: Sequence[PieceFaces]) -> tuple[tuple[TableSheet, ...], dict[str, bytes]]:
        """The sheets and their pictures by name."""
        hashes = FaceHashes()
        made, files = [], {}
        every = {piece.back and hashes.of(with_items(piece.back)) for piece in faces}
        for number, start in enumerate(range(0, len(faces), MOST_FACES), 1):
            part = faces[start : start + MOST_FACES]
            grid = sheet_grid(len(part), *self.size, self.max_px)
            backs = [with_items(piece.back) if piece.back else None for piece in part]
            common = len({back and hashes.of(back) for back in backs}) == 1
            front, back = (f"{self.stem}-{number}-{side}.{self.picture}" for side in ("front", "back"))
            if len(every) == 1:  # one picture for the deck, however many sheets it has
                back = f"{self.stem}-back.{self.picture}"
            last = self._last(backs[0], grid)
            files[front] = self._sheet([with_items(piece.front) for piece in part], grid, last)
            if back not in files:
                files[back] = self._encoded(last) if common else self._sheet(backs, grid, None)
            made.append(
                TableSheet(
                    self.prefix + front,
                    self.prefix + back,
                    grid.columns,
                    grid.rows,
                    not common,
                    self.outline,
                    self.sideways,
                )
            )
        return tuple(made), files

    def objects(
        self, faces: Sequence[PieceFaces], texts: Sequence[str], kind: PieceKind
    ) -> tuple[tuple[TableObject, ...], dict[str, bytes]]:
        """Pieces that are no cards, and their pictures by name; equal backs share one."""
        hashes = FaceHashes()
        made, files = [], {}
        backs: dict[str, str] = {}
        names = distinct(ascii_name(piece.key.partition("/")[2]) for piece in faces)
        for piece, text, name in zip(faces, texts, names, strict=True):
            back = piece.back and with_items(piece.back)
            # A token has the shape that its picture leaves opaque, and no picture on its back.
            shown = _KINDS.get(kind) or ("tile" if back else "token")
            ending = "png" if shown in ("token", "standee") else self.picture
            front = f"{self.stem}-{name}-front.{ending}"
            files[front] = self._whole(with_items(piece.front), ending)
            backs[hashes.of(with_items(piece.front))] = front  # many have the same picture on both sides
            behind = ""
            if back:
                behind = backs.setdefault(hashes.of(back), f"{self.stem}-{name}-back.{ending}")
                if behind not in files:
                    files[behind] = self._whole(back, ending)
            self.job.progress.step(1)
            address = self.prefix + behind if behind else ""
            made.append(
                TableObject(
                    shown, piece.label, text, piece.copies, self.prefix + front, address, self.outline
                )
            )
        return tuple(made), files

    @property
    def sideways(self) -> bool:
        """Whether cards lie on their side; their pictures are turned by a quarter."""
        return self.outline.shape == "rectangle" and self.outline.width > self.outline.height

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a place on a sheet, in millimetres."""
        size = self.outline.width, self.outline.height
        return size[::-1] if self.sideways else size

    def _whole(self, face: Face, ending: str) -> bytes:
        """A picture of one face, at most 300 dpi and as large as the program takes."""
        dpi = min(_PICTURE_DPI, self.max_px / max(face.width, face.height) * MM_PER_INCH)
        shot = trim_shot(face, dpi, cut_out=ending == "png")
        return self._encoded(next(take([shot], self.job.write_pdf)), ending)

    def _last(self, back: Face | None, grid: SheetGrid) -> Image:
        """The picture in the last slot of a sheet: the back, or a grey card."""
        return next(self._pictures([back], grid))

    def _sheet(self, faces: Sequence[Face | None], grid: SheetGrid, last: Image | None) -> bytes:
        return self._encoded(compose_sheet(grid, self._pictures(faces, grid, step=last is not None), last))

    def _pictures(
        self, faces: Sequence[Face | None], grid: SheetGrid, *, step: bool = False
    ) -> Iterator[Image]:
        from PIL.Image import new

        box = Box(0.0, 0.0, self.outline.width, self.outline.height)
        size = (grid.width_px, grid.height_px)
        size = size[::-1] if self.sideways else size
        shots = [Shot(face, box, *size, turned=self.sideways) for face in faces if face is not None]
        drawn = take(shots, self.job.write_pdf)
        for face in faces:
            yield new("RGB", (grid.width_px, grid.height_px), _GREY) if face is None else next(drawn)
            self.job.progress.step(1 if step else 0)

    def _encoded(self, image: Image, ending: str = "") -> bytes:
        buffer = io.BytesIO()
        if (ending or self.picture) == "jpg":
            image.save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
        else:
            image.save(buffer, "PNG")
        return buffer.getvalue()


_PICTURE_DPI = 300.0
_GREY = (150, 150, 150)
"""The back of pieces without one."""


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
    assert 0 < faces <= MOST_FACES, f"not 1 to {MOST_FACES}: {faces}"
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
