"""What a build put on paper, by the hashes of its faces."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pnp.build.document import Part
from pnp.draw import Face, FaceHashes
from pnp.model import Game


def manifest(game: Game, language: str, parts: Sequence[Part], hashes: FaceHashes) -> bytes:
    """A JSON file: for each piece its copies and the hash of each face, for each file its sheets.

    Equal builds give equal bytes. A hash changes when, and only when, the face looks different on paper.
    """

    def hash_of(face: Face | None) -> str | None:
        return None if face is None else hashes.of(face)

    record = {
        "format": 1,
        "game": game.id,
        "version": game.version,
        "language": language,
        "files": {
            part.file: {"pages": len(part.pages), "sheets": [s.digest for s in part.sheets]} for part in parts
        },
        "pieces": {
            piece.key: {"copies": piece.copies, "front": hash_of(piece.front), "back": hash_of(piece.back)}
            for part in parts
            for piece in part.faces
        },
    }
    return (json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
