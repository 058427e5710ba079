"""Decks for playingcards.io."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.build import ComposedGame, ascii_name
from pnp.draw import Face, FaceHashes, with_items
from pnp.export.face_picture import take, trim_shot
from pnp.export.pcio import PcioCard, PcioDeck, pcio_file
from pnp.export.png import png_bytes
from pnp.exporters.job import ExportJob
from pnp.impose import PieceFaces


def export_pcio(job: ExportJob, *, dpi: int = 120) -> tuple[int, int]:
    """A game with a deck for each set and size, ``pcio/GAME.pcio``; the numbers of pieces and pictures.

    Args:
        job: The export.
        dpi: Pixels to the inch of the pictures.

    Raises:
        ExportStopped: There is an error, or pypdfium2 is not installed.
    """
    job.need_pictures()
    pieces = pictures = 0
    for language in job.languages:
        composed = job.compose(language, job.bleed)
        job.progress.start(f"drawing {language}", sum(1 for _ in composed.faces))
        drawing = _TableDrawing(job, dpi)
        decks = list(_decks(composed, drawing))
        pieces += sum(deck.copies for deck in decks)
        pictures += len(drawing.files)
        name = f"{job.folder(language, 'pcio')}/{ascii_name(job.game.id)}.pcio"
        job.write({name: pcio_file(decks, drawing.files)})
    return pieces, pictures


def _decks(composed: ComposedGame, drawing: _TableDrawing) -> Sequence[PcioDeck]:
    """A deck for each size of the pieces of each set."""
    decks: list[PcioDeck] = []
    for each in composed.printed:
        sizes: dict[tuple[float, float], list[PieceFaces]] = {}
        for piece in each.faces:
            sizes.setdefault((piece.front.width, piece.front.height), []).append(piece)
        name = composed.edition.words(each.component_set.name)
        for size, faces in sizes.items():
            cards = [
                PcioCard(
                    piece.label,
                    piece.copies,
                    drawing.file(with_items(piece.front)),
                    drawing.file(with_items(piece.back or piece.front)),
                )
                for piece in faces
            ]
            decks.append(PcioDeck(name, *size, tuple(cards)))
    return decks


class _TableDrawing:
    """Draws each different face once.

    Attributes:
        files: The pictures by name.
    """

    def __init__(self, job: ExportJob, dpi: int) -> None:
        self.files: dict[str, bytes] = {}
        self._job = job
        self._dpi = dpi
        self._hashes = FaceHashes()

    def file(self, face: Face) -> str:
        """The name of the picture of a face."""
        name = f"{self._hashes.of(face)[:16]}.png"
        if name not in self.files:
            (image,) = take([trim_shot(face, self._dpi, cut_out=True)], self._job.write_pdf)
            self.files[name] = png_bytes(image, self._dpi)
            self._job.progress.step(1)
        return name
