"""Decks for Tabletop Simulator."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pnp.build import ComposedGame, ComposedSet, Edition, ascii_name
from pnp.draw import Face, FaceHashes, Outline, with_items
from pnp.export.face_picture import Shot, take
from pnp.export.piece_text import description
from pnp.export.table_sheet import MOST_FACES, compose_sheet, sheet_grid
from pnp.export.tts import TableCard, TableDeck, TableSheet, saved_object
from pnp.exporters.job import ExportJob
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.model.files import distinct

if TYPE_CHECKING:
    from PIL.Image import Image

    from pnp.export.table_sheet import SheetGrid
    from pnp.export.tts import TableDeck, TableSheet

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
        Numbers of cards and of pictures.

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
        decks = []
        for deck, files in _decks(job, composed, picture, max_px, prefix):
            decks.append(deck)
            sheets += len(files)
            job.write({f"{folder}/{name}": data for name, data in files.items()})
        cards += sum(deck.copies for deck in decks)
        job.write({f"{folder}/{ascii_name(job.game.id)}.json": saved_object(composed.edition.name, decks)})
    return cards, sheets


def _decks(
    job: ExportJob, composed: ComposedGame, picture: str, max_px: int, prefix: str
) -> Iterator[tuple[TableDeck, dict[str, bytes]]]:
    """Each set as a deck for each outline of its pieces, with its pictures by name."""
    edition = composed.edition
    groups = [(each, outline, faces) for each in composed.printed for outline, faces in _by_outline(each)]
    for (each, outline, faces), stem in zip(
        groups, distinct(ascii_name(each.component_set.id) for each, _, _ in groups), strict=True
    ):
        draw = _Drawing(job, stem, picture, max_px, prefix, outline)
        sheets, files = draw.sheets(faces)
        name, cards = edition.words(each.component_set.name), tuple(_cards(each, faces, edition))
        yield TableDeck(name, sheets, cards), files


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
        for number, start in enumerate(range(0, len(faces), MOST_FACES), 1):
            part = faces[start : start + MOST_FACES]
            grid = sheet_grid(len(part), self.outline.width, self.outline.height, self.max_px)
            backs = [with_items(piece.back) if piece.back else None for piece in part]
            common = len({back and hashes.of(back) for back in backs}) == 1
            front, back = (f"{self.stem}-{number}-{side}.{self.picture}" for side in ("front", "back"))
            last = self._last(backs[0], grid)
            files[front] = self._sheet([with_items(piece.front) for piece in part], grid, last)
            files[back] = self._encoded(last) if common else self._sheet(backs, grid, None)
            made.append(
                TableSheet(
                    self.prefix + front, self.prefix + back, grid.columns, grid.rows, not common, self.outline
                )
            )
        return tuple(made), files

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
        shots = [Shot(face, box, grid.width_px, grid.height_px) for face in faces if face is not None]
        drawn = take(shots, self.job.write_pdf)
        for face in faces:
            yield new("RGB", (grid.width_px, grid.height_px), _GREY) if face is None else next(drawn)
            self.job.progress.step(1 if step else 0)

    def _encoded(self, image: Image) -> bytes:
        buffer = io.BytesIO()
        if self.picture == "jpg":
            image.save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
        else:
            image.save(buffer, "PNG")
        return buffer.getvalue()


_GREY = (150, 150, 150)
"""The back of pieces without one."""
