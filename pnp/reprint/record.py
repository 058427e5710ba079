"""Records of what is on paper: the number of copies of each piece, and hashes of their faces."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from pnp.diagnostics import Diagnostic, error
from pnp.draw import AnyFace, FaceHashes, Page
from pnp.geometry import Box, Matrix
from pnp.impose import PieceFaces
from pnp.reprint.limits import MAX_RECORD_BYTES, MAX_RECORD_ENTRIES

FORMAT = 2
"""Format of the JSON file. Format 1 had neither names of pieces nor places of faces."""


class Look(NamedTuple):
    """The look of a piece: the hashes of its faces, without stamp, marks and footer."""

    front: str
    back: str | None


class RecordedPiece(NamedTuple):
    """A piece on paper.

    Attributes:
        key: ``set/piece``.
        label: Its name as printed.
        copies: How many there are.
        look: Of each of them.
    """

    key: str
    label: str
    copies: int
    look: Look


class Place(NamedTuple):
    """Where a face can be seen in a PDF file.

    Attributes:
        file: Relative to the folder of the record, with forward slashes.
        page: From 0.
        box: Around the trim as it lies on the page, in millimetres from the page's upper left corner.
        turn: Clockwise, in degrees.
    """

    file: str
    page: int
    box: Box
    turn: int


class PrintedFile(NamedTuple):
    """A PDF file of a run: the hash of its bytes, the digests of its sheets, and how many pages it has."""

    sha256: str
    sheets: tuple[str, ...] = ()
    pages: int = 0


class RecordedRules(NamedTuple):
    """A rule sheet on paper.

    Attributes:
        width: Of its pages, in millimetres.
        height: Likewise.
        pages: The hashes of its pages, in the order of reading.
    """

    width: float
    height: float
    pages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that a run prints, or that several have printed.

    Attributes:
        game: Id of the game.
        language: BCP 47 tag.
        version: Of the data.
        pieces: By key, in the order of the game.
        places: By the hash of a face.
        files: By name as in places.
        bleed: That the faces were made with, in millimetres; other bleed makes other hashes.
        ink: Theme that they were made with.
        whole: Whether it holds every piece of the game, and each as often as the data say.
        note: By the person who printed it.
        rules: Rule sheets by the names of their sources; None in records of older versions.
        drawn_by: Programs that drew parts of SVG files, or found phrases of texts, with their versions:
            another version may make faces that have other hashes.
    """

    game: str
    language: str
    version: str
    pieces: Mapping[str, RecordedPiece]
    places: Mapping[str, Place] = field(default_factory=dict)
    files: Mapping[str, PrintedFile] = field(default_factory=dict)
    bleed: float = 0.0
    ink: str = "full"
    whole: bool = True
    note: str = ""
    rules: Mapping[str, RecordedRules] | None = field(default_factory=dict)
    drawn_by: tuple[str, ...] = ()

    @property
    def copies(self) -> int:
        """All pieces."""
        return sum(piece.copies for piece in self.pieces.values())

    def to_json(self) -> bytes:
        """The file, an entry a line; equal records give equal bytes."""
        record: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "language": self.language,
            "version": self.version,
            "whole": self.whole,
            "print": {"bleed": round(self.bleed, 6), "ink": self.ink},
            "note": self.note,
            "files": {
                name: {"pages": each.pages, "sheets": list(each.sheets), "sha256": each.sha256}
                for name, each in sorted(self.files.items())
            },
        }
        if self.drawn_by:
            record["drawn by"] = list(self.drawn_by)
        if self.rules is not None:
            record["rules"] = {
                name: {
                    "width": round(each.width, 4),
                    "height": round(each.height, 4),
                    "pages": list(each.pages),
                }
                for name, each in sorted(self.rules.items())
            }
        # One call of the encoder a line: with ``indent`` it would be Python's slow one.
        lines = [f" {_json(name)}: {_lines(value)}" for name, value in record.items()]
        lines += [f' "pieces": {_object(map(_piece_line, self.pieces.values()))}']
        lines += [f' "places": {_object(_place_lines(self.places))}']
        return f"{{\n{_joined(lines)}\n}}\n".encode()


_json = json.JSONEncoder(ensure_ascii=False).encode
"""A value in JSON. One encoder for all: ``json.dumps`` makes one for each call."""

_text: Callable[[str], str] = json.encoder.encode_basestring
"""A text in JSON, as the encoder has it."""


def _lines(value: Any) -> str:
    """A value in JSON; the entries of an object each on a line."""
    if not isinstance(value, dict) or not value:
        return _json(value)
    return _object(f"  {_json(name)}: {_json(entry)}" for name, entry in value.items())


_joined = ",\n".join


def _object(entries: Iterable[str]) -> str:
    """An object with an entry a line."""
    lines = list(entries)
    return f"{{\n{_joined(lines)}\n }}" if lines else "{}"


def _piece_line(piece: RecordedPiece) -> str:
    """The entry of a piece.

    There may be thousands: the encoder would take three times as long to say the same.
    """
    label, copies = _text(piece.label), piece.copies
    front, back = _text(piece.look.front), "null" if piece.look.back is None else _text(piece.look.back)
    return (
        f'  {_text(piece.key)}: {{"label": {label}, "copies": {copies:d}, "front": {front}, "back": {back}}}'
    )


def _place_lines(places: Mapping[str, Place]) -> Iterator[str]:
    """The entries of places, by the hashes of the faces."""
    for key, place in sorted(places.items()):
        file, box = _text(place.file), _box(place.box)
        yield f'  {_text(key)}: {{"file": {file}, "page": {place.page:d}, "box": {box}, "turn": {place.turn:d}}}'


def _box(box: Box) -> str:
    return _json([round(number, 4) for number in (box.x, box.y, box.width, box.height)])


def recorded_pieces(faces: Iterable[PieceFaces], hashes: FaceHashes) -> dict[str, RecordedPiece]:
    """The pieces as a record holds them; those without copies are left out."""
    return {
        piece.key: RecordedPiece(piece.key, piece.label, piece.copies, look_of(piece, hashes))
        for piece in faces
        if piece.copies > 0
    }


def recorded_rules(pages: Sequence[AnyFace], hashes: FaceHashes) -> RecordedRules:
    """A rule sheet as a record holds it; it has a page."""
    return RecordedRules(pages[0].width, pages[0].height, tuple(map(hashes.of, pages)))


def look_of(piece: PieceFaces, hashes: FaceHashes) -> Look:
    """The look of a finished piece."""
    return Look(hashes.of(piece.front), None if piece.back is None else hashes.of(piece.back))


def face_places(file: str, pages: Sequence[Page], name: Callable[[AnyFace], str | None]) -> dict[str, Place]:
    """The first place of each face in a file, by the face's name; faces without a name are skipped."""
    places: dict[str, Place] = {}
    lying: dict[tuple[Matrix, float, float], tuple[Box, int]] = {}
    for number, page in enumerate(pages):
        for placed in page.placed:
            key = name(placed.face)
            if key is not None and key not in places:
                how = (placed.matrix, placed.face.width, placed.face.height)
                known = lying.get(how)
                if known is None:
                    known = lying[how] = _lying(*how)
                places[key] = Place(file, number, *known)
    return places


def _lying(matrix: Matrix, width: float, height: float) -> tuple[Box, int]:
    """The box around a face that is placed, and its turn.

    Sides that are moved for a printer are turned slightly; the nearest quarter is meant.
    """
    turn = round(math.degrees(math.atan2(matrix.b, matrix.a)) / 90) * 90 % 360
    return matrix.apply_box(Box(0.0, 0.0, width, height)), turn


def merged(before: Record | None, after: Record) -> Record:
    """Everything on paper after a run has been printed.

    A whole run replaces everything. Any other run replaces the pieces that it has: those that look different
    are counted from zero; equal ones count only beyond the copies that existed, since they replace lost ones.
    """
    if before is None or after.whole:
        return after
    pieces = dict(before.pieces)
    for key, piece in after.pieces.items():
        known = pieces.get(key)
        same = known is not None and known.look == piece.look
        pieces[key] = piece._replace(copies=max(piece.copies, known.copies)) if same and known else piece
    return replace(
        after,
        pieces=pieces,
        places={**before.places, **after.places},
        files={**before.files, **after.files},
        rules=None if before.rules is None else {**before.rules, **(after.rules or {})},
        whole=before.whole,
    )


_MOST = 1_000_000
"""Greatest number in a record: millimetres, copies and pages stay far below it."""


def read_record(data: bytes, file: str) -> Record | Diagnostic:
    """The record in a JSON file, or error E431 when it is none."""
    cure = "build the game again; manifests of older versions do not say enough"
    if len(data) > MAX_RECORD_BYTES or data.count(b"{") + data.count(b"[") > MAX_RECORD_ENTRIES:
        most = f"{MAX_RECORD_BYTES:,} bytes and {MAX_RECORD_ENTRIES:,} lists and mappings"
        return error("E431", f"'{file}' is larger than any manifest: {most} at most", None, cure)
    try:
        table = json.loads(data)
        if not isinstance(table, dict) or table.get("format") != FORMAT:
            return error("E431", f"'{file}' is no manifest of format {FORMAT}", None, cure)
        return _record(table)
    except RecursionError:
        return error("E431", f"'{file}' cannot be read: its lists are nested too deeply", None, cure)
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        return error("E431", f"'{file}' cannot be read: {str(fault)[:100]}", None, cure)


def _record(table: Mapping[str, Any]) -> Record:
    files = {
        _path(name): PrintedFile(
            _words(each["sha256"]), tuple(map(_words, _list(each["sheets"]))), _whole(each["pages"])
        )
        for name, each in table["files"].items()
    }
    return Record(
        game=_words(table["game"]),
        language=_words(table["language"]),
        version=_words(table["version"]),
        pieces={
            _words(key): RecordedPiece(key, _words(piece["label"]), _whole(piece["copies"]), _look(piece))
            for key, piece in table["pieces"].items()
        },
        places={_words(key): _place(place, files) for key, place in table["places"].items()},
        files=files,
        bleed=_number(table["print"]["bleed"]),
        ink=_words(table["print"]["ink"]),
        whole=bool(table["whole"]),
        note=_words(table["note"]),
        rules=_rules(table.get("rules")),
    )


def _rules(sheets: Mapping[str, Any] | None) -> dict[str, RecordedRules] | None:
    if sheets is None:
        return None
    return {
        _words(name): RecordedRules(
            _number(each["width"]), _number(each["height"]), tuple(map(_words, _list(each["pages"])))
        )
        for name, each in sheets.items()
    }


def _look(piece: Mapping[str, Any]) -> Look:
    back = piece["back"]
    return Look(_words(piece["front"]), None if back is None else _words(back))


def _place(place: Mapping[str, Any], files: Mapping[str, PrintedFile]) -> Place:
    file, page = _path(place["file"]), _whole(place["page"])
    if file in files and page >= files[file].pages:
        raise ValueError(f"'{file}' has no page {page}")
    return Place(file, page, Box(*map(_number, _list(place["box"]))), _whole(place["turn"]))


def _words(value: object) -> str:
    """A text that can be written again: JSON may hold halves of characters."""
    if not isinstance(value, str):
        raise TypeError(f"{_shown(value)} is not a text")
    value.encode()
    return value


def _path(value: object) -> str:
    """A file beside the record or below it; the one file of a whole game lies one folder above."""
    path = PurePosixPath(_words(value).removeprefix("../"))
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ValueError(f"{_shown(value)} is no file of the record")
    return str(value)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{_shown(value)} is not a list")
    return value


def _whole(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _MOST:
        raise ValueError(f"{_shown(value)} is no number of copies, pages or degrees")
    return value


def _number(value: object) -> float:
    if type(value) not in (int, float) or not math.fabs(value) <= _MOST:  # type: ignore[arg-type]
        raise ValueError(f"{_shown(value)} is no distance")
    return float(value)  # type: ignore[arg-type]


def _shown(value: object) -> str:
    return f"{str(value)[:30]!r}"
