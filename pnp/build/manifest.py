"""What a build puts on paper, by the hashes of its faces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pnp.build.document import Part
from pnp.draw import FaceHashes, Page
from pnp.impose import PieceFaces, PrintProfile
from pnp.model import Game
from pnp.reprint import Place, PrintedFile, Record, face_places, recorded_pieces, recorded_rules


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A PDF file as it was written: its pages, its bytes in parts, and their SHA-256."""

    pages: Sequence[Page]
    parts: tuple[bytes, ...]
    sha256: str


def manifest(
    game: Game,
    language: str,
    parts: Sequence[Part],
    files: Mapping[str, WrittenFile],
    plain: Mapping[str, PieceFaces],
    profile: PrintProfile,
    hashes: FaceHashes,
    *,
    whole: bool,
) -> Record:
    """The record of a build: for each piece its copies and the hash of each face, for each face where it lies, and rule sheets.

    Equal builds give equal records. A hash changes when, and only when, the face looks different on paper; a watermark
    does not count, and blank pieces are none of the game's.

    Args:
        game: What was built.
        language: BCP 47 tag.
        parts: Of the build.
        files: That were written, by their names relative to the folder of the manifest.
        plain: The pieces of the game by key, without what was printed over them.
        profile: How they were printed.
        hashes: Remembers the hashes of the faces.
        whole: Whether every piece was built, and as often as the data say.
    """
    sheets = {part.file: tuple(sheet.digest for sheet in part.sheets) for part in parts}
    everything = tuple(sheet.digest for part in parts for sheet in part.sheets)
    names = _names((piece for part in parts for piece in part.faces), plain, hashes)
    places: dict[str, Place] = {}
    for name, file in files.items():
        places = {**face_places(name, file.pages, lambda face: names.get(id(face))), **places}
    return Record(
        game=game.id,
        language=language,
        version=game.version,
        pieces=recorded_pieces(plain.values(), hashes),
        places=places,
        files={
            name: PrintedFile(file.sha256, sheets.get(name, everything), len(file.pages))
            for name, file in files.items()
        },
        bleed=profile.bleed.mm,
        ink=profile.ink,
        whole=whole,
        rules={part.rules: recorded_rules(part.read, hashes) for part in parts if part.rules},
    )


def _names(
    printed: Iterable[PieceFaces], plain: Mapping[str, PieceFaces], hashes: FaceHashes
) -> dict[int, str]:
    """The hashes of the printed faces by their identity: those of the faces under what is printed over them."""
    names: dict[int, str] = {}
    for piece in printed:
        under = plain.get(piece.key)
        if under is not None:
            names[id(piece.front)] = hashes.of(under.front)
            if piece.back is not None and under.back is not None:
                names[id(piece.back)] = hashes.of(under.back)
    return names
