"""The game as it is and as it was, for ``pnp diff`` and ``pnp reprint``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import cast

from pnp.build import (
    PRINTED,
    ComposedGame,
    Edition,
    compose,
    open_workshop,
    record_in,
    rules_on_paper,
    seen_files,
)
from pnp.cli.export.run import ExportRun
from pnp.diagnostics import Diagnostic, error, has_errors, times, warning
from pnp.disk import temporary_folder
from pnp.draw import Face, Outline, with_items
from pnp.load import folder_at
from pnp.model import Game
from pnp.model.print import Ink
from pnp.raster.pixels import cut_out, missing_renderer
from pnp.reprint import Record, RecordedRules, RulesChange, read_record, recorded_pieces
from pnp.reprint.limits import MAX_RECORD_BYTES
from pnp.translation import Translations


@dataclass(frozen=True, slots=True)
class Past:
    """The game as it was.

    Attributes:
        record: Its pieces.
        faces: Their faces by hash, as far as known.
        found: Findings about it.
        unseen: The reason why no face is known, for when one would be shown.
    """

    record: Record
    faces: Mapping[str, Face] = field(default_factory=dict)
    found: tuple[Diagnostic, ...] = ()
    unseen: Diagnostic | None = None


@contextmanager
def past(run: ExportRun, language: str, since: str | None) -> Iterator[Past]:
    """The earlier game: the record of the last print, a manifest, or a git revision.

    Raises:
        Stop: It does not exist; that has been reported.
    """
    folder = run.out / run.game.id / language
    if since is None:
        found = record_in(folder, PRINTED)
        if found is None:
            cure = [
                f"print the PDFs of pnp build and run pnp print --game {run.game.id} --mark",
                "or compare with a git revision or a manifest: --since HEAD",
            ]
            found = error("E430", f"nothing of '{run.game.id}' is marked as printed ({language})", None, cure)
        yield _seen(folder, _own(run, found), run.game)
    elif Path(since).is_file():
        yield _seen(Path(since).parent, _own(run, _manifest(since)), run.game)
    else:
        with temporary_folder() as place:
            yield _revision(run, language, since, place)


def _manifest(name: str) -> Record | Diagnostic:
    """The record in a file that the user named, which may be a link."""
    with Path(name).open("rb") as file:
        return read_record(file.read(MAX_RECORD_BYTES + 1), name)


def _own(run: ExportRun, record: Record | Diagnostic) -> Record:
    """A record of the game, if it could be read.

    Raises:
        Stop: It could not, or is of another game; that has been reported.
    """
    if isinstance(record, Diagnostic):
        run.refuse(record)
    if record.game != run.game.id:
        message = f"the manifest is of '{record.game}', not of '{run.game.id}'"
        run.refuse(error("E437", message, None, "name the game's own"))
    return record


def _seen(folder: Path, record: Record, game: Game) -> Past:
    """A record with the faces that can still be seen in its files, in the shapes that the game has now."""
    missing = missing_renderer()
    if missing is not None:
        words = f"old looks are shown as '?': {missing.message}"
        return Past(record, unseen=warning(missing.code, words, None, missing.help))
    faces: dict[str, Face] = {}
    shapes = _shapes(record, game)
    for places, data in seen_files(folder, record):
        boxes = {key: (place.page, place.box, place.turn) for key, place in places.items()}
        faces |= cut_out(data, boxes, shapes)
    return Past(record, faces)


def _shapes(record: Record, game: Game) -> dict[str, Outline]:
    """Outlines of recorded faces by hash: of the current pieces, or of the sets of removed ones."""
    sizes = {piece.key: piece.size for piece in game.pieces()}
    of_set = {each.id: each.size for each in game.sets}
    found: dict[str, Outline] = {}
    for key, piece in record.pieces.items():
        size = sizes.get(key) or of_set.get(key.partition("/")[0])
        if size is not None:
            found[piece.look.front] = size.outline
            if piece.look.back:
                found[piece.look.back] = size.outline.mirrored()
    return found


def _revision(run: ExportRun, language: str, revision: str, place: Path) -> Past:
    """The game composed as its files were at a revision; fonts and icons that ship are those of today."""
    fault = folder_at(run.workshop.folder, revision, place)
    if fault is not None:
        run.refuse(fault)
    workshop = open_workshop(place, place, run.workshop.user)
    if workshop.game is None:
        errors = [replace(item, span=None) for item in workshop.diagnostics if has_errors([item])]
        words = f"the game cannot be read as it was at '{revision}': {errors[0].message}"
        run.refuse(error("E436", words, None, "name another revision, or compare with a manifest"))
    if language not in workshop.game.languages:
        message = f"the game had no texts in '{language}' at '{revision}'"
        run.refuse(error("E436", message, None, "name a later revision"))
    translator = Translations(workshop.game, [language]).translator(language)
    edition = Edition(workshop, translator, bleed=run.bleed)
    composed = compose(edition, run.jobs, run.progress)
    record = _record(composed, rules_on_paper(edition, composed.faces, {}))
    printed = sum(1 for each in workshop.game.sets for piece in each.pieces if piece.copies)
    found = []
    if len(record.pieces) < printed:
        lost = printed - len(record.pieces)
        found.append(
            warning(
                "E438",
                f"{times(lost, 'piece')} cannot be composed as at '{revision}'",
                None,
                "what cannot counts as new",
            )
        )
    return Past(record, faces_by_hash(composed), tuple(found))


def present(run: ExportRun, language: str, before: Record) -> tuple[Record, ComposedGame]:
    """The game as it is, made like what it is compared with: with its bleed, in its inks, on its paper."""
    composed = run.compose(language, before.bleed, cast(Ink, before.ink))
    rules = None
    if before.rules is not None:
        sizes = {name: (each.width, each.height) for name, each in before.rules.items()}
        rules = rules_on_paper(composed.edition, composed.faces, sizes)
    return _record(composed, rules), composed


def _record(composed: ComposedGame, rules: Mapping[str, RecordedRules] | None) -> Record:
    edition = composed.edition
    return Record(
        edition.game.id,
        edition.language,
        edition.game.version,
        recorded_pieces(composed.faces, edition.hashes),
        bleed=edition.bleed,
        ink=edition.ink,
        rules=rules,
    )


def rules_lines(changes: Iterable[RulesChange]) -> list[str]:
    """A line for each rule sheet that is not as it was, with the pages to print."""
    return [_rules_line(change) for change in changes]


def _rules_line(change: RulesChange) -> str:
    sheet = f"rulebook/{change.name}.md"
    if change.kind != "changed":
        return f"{change.kind:<8} {sheet}"
    if not change.pages:
        return f"changed  {sheet}: fewer pages"
    numbers = ", ".join(map(str, change.pages))
    return f"changed  {sheet}: {'page' if len(change.pages) == 1 else 'pages'} {numbers}"


def faces_by_hash(composed: ComposedGame) -> dict[str, Face]:
    """Every face of the game."""
    faces = (face for piece in composed.faces for face in (piece.front, piece.back) if face is not None)
    return {composed.edition.hashes.of(face): with_items(face) for face in faces}


def chosen(record: Record, patterns: tuple[str, ...]) -> Record:
    """The record with the pieces that ``--only`` names."""
    if not patterns:
        return record
    pieces = {
        key: piece
        for key, piece in record.pieces.items()
        if any(
            fnmatchcase(key, pattern) or fnmatchcase(key.partition("/")[0], pattern) for pattern in patterns
        )
    }
    return replace(record, pieces=pieces)
