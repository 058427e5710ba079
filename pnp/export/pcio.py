"""Decks for playingcards.io: a ``.pcio`` file with decks of pictures, each in a pile on the table.

The site publishes no description of the format. It is that of files which the site itself saves, as public
programs read and write them: a ZIP file with ``widgets.json`` and the pictures in ``userassets/``.
Unverified: nothing was tried on the site.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.build import ComposedGame, ascii_name
from pnp.draw import Face, FaceHashes, with_items
from pnp.export.job import ExportJob
from pnp.export.pack import zip_file
from pnp.impose import PieceFaces
from pnp.raster.pixels import png_bytes, take, trim_shot


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
        files: dict[str, bytes] = {}
        decks = _decks(job, composed, files, dpi)
        pieces += sum(deck.copies for deck in decks)
        pictures += len(files)
        name = f"{job.folder(language, 'pcio')}/{ascii_name(job.game.id)}.pcio"
        job.write({name: pcio_file(decks, files)})
    return pieces, pictures


def _decks(job: ExportJob, composed: ComposedGame, files: dict[str, bytes], dpi: int) -> Sequence[PcioDeck]:
    """A deck for each size of the pieces of each set; ``files`` receives their pictures by name."""
    hashes = FaceHashes()

    def file(face: Face) -> str:
        """The name of the picture of a face, which is drawn once."""
        name = f"{hashes.of(face)[:16]}.png"
        if name not in files:
            (image,) = take([trim_shot(face, dpi, cut_out=True)], job.write_pdf)
            files[name] = png_bytes(image, dpi)
            job.progress.step(1)
        return name

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
                    file(with_items(piece.front)),
                    file(with_items(piece.back or piece.front)),
                )
                for piece in faces
            ]
            decks.append(PcioDeck(name, *size, tuple(cards)))
    return decks


_PX_PER_MM = 103 / 63
"""The site's own cards are 103 pixels wide."""
_TABLE = 1600
"""Pixels across the table."""
_GAP, _TOP = 24, 60


class PcioCard(NamedTuple):
    """A card of a deck: its name, how many there are, and the files of its pictures."""

    name: str
    copies: int
    front: str
    back: str


class PcioDeck(NamedTuple):
    """A deck and the size of its cards in millimetres."""

    name: str
    width: float
    height: float
    cards: tuple[PcioCard, ...]

    @property
    def copies(self) -> int:
        """All its cards."""
        return sum(card.copies for card in self.cards)


def pcio_file(decks: Sequence[PcioDeck], pictures: Mapping[str, bytes]) -> bytes:
    """The file, with the decks face down in rows.

    Args:
        decks: Without empty ones.
        pictures: By the names that the decks give.
    """
    widgets: list[dict[str, Any]] = []
    x, y, deepest = _GAP, _TOP, 0
    for number, deck in enumerate(decks):
        across, down = round(deck.width * _PX_PER_MM), round(deck.height * _PX_PER_MM)
        if x > _GAP and x + across > _TABLE - _GAP:
            x, y, deepest = _GAP, y + deepest + _TOP, 0
        widgets += _widgets(deck, number, (x, y), (across, down))
        x, deepest = x + across + _GAP, max(deepest, down)
    files = {"widgets.json": json.dumps(widgets, ensure_ascii=False).encode()}
    return zip_file(files | {f"userassets/{name}": data for name, data in pictures.items()})


def _widgets(
    deck: PcioDeck, number: int, place: tuple[int, int], size: tuple[int, int]
) -> list[dict[str, Any]]:
    """The pile, the deck in it, and its cards."""
    pile, own = _id(f"pile {number}"), _id(f"deck {number}")
    at = {"x": place[0], "y": place[1]}
    made: list[dict[str, Any]] = [
        {
            "id": pile, "type": "cardPile", **at, "z": 1, "width": size[0] + 8, "height": size[1] + 8,
            "label": deck.name, "hasShuffleButton": True,
        },
        {
            "id": own, "type": "cardDeck", **at, "z": 2, "parent": pile, "cardWidth": size[0],
            "cardHeight": size[1], "enlarge": True, "showUnflipped": False,
            "faceTemplate": _template("face", size), "backTemplate": _template("back", size),
            "cardTypes": {
                f"c{index}": {
                    "label": card.name,
                    "face": f"package://userassets/{card.front}",
                    "back": f"package://userassets/{card.back}",
                }
                for index, card in enumerate(deck.cards)
            },
        },
    ]  # fmt: skip
    z = 3
    copies = ((index, copy) for index, card in enumerate(deck.cards) for copy in range(card.copies))
    for z, (index, copy) in enumerate(copies, 3):
        card = {
            "id": _id(f"card {number} {index} {copy}"),
            "type": "card",
            "deck": own,
            "cardType": f"c{index}",
        }
        made.append({**card, "parent": pile, **at, "z": z, "faceup": False})
    return made


def _template(key: str, size: tuple[int, int]) -> dict[str, Any]:
    """A side that is a picture all over."""
    picture = {
        "type": "image", "valueType": "dynamic", "value": key, "color": "transparent",
        "x": 0, "y": 0, "w": size[0], "h": size[1],
    }  # fmt: skip
    return {"includeBorder": False, "includeRadius": False, "objects": [picture]}


def _id(seed: str) -> str:
    digest = hashlib.sha256(seed.encode()).hexdigest()
    return f"{digest[:8]}-{digest[8:12]}-4{digest[13:16]}-8{digest[17:20]}-{digest[20:32]}"
