"""``pnp diff``, ``reprint`` and ``print``: changes since a game was printed, and the record of its prints."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, cast

import click

from pnp.build import (
    MANIFEST,
    PRINTED,
    REPRINT_FILE,
    REPRINTED,
    ComposedGame,
    Edition,
    compose,
    drop_files,
    mark_printed,
    open_workshop,
    print_profile,
    record_in,
    reprint_files,
    rules_on_paper,
    seen_files,
)
from pnp.cli.export.run import ExportRun
from pnp.cli.opening import languages, open_readable_game
from pnp.cli.options import (
    format_option,
    game_option,
    given,
    jobs_option,
    lang_option,
    out_option,
    print_options,
    quiet_option,
    split,
    strict_option,
)
from pnp.cli.output import page_paper, paper_option
from pnp.cli.place import made, outside_profile, source_date
from pnp.cli.place import made as ours
from pnp.cli.process import Exit
from pnp.cli.terminal import FOR_PEOPLE, exit_code, report, say
from pnp.diagnostics import Diagnostic, error, has_errors, times, warning
from pnp.disk import temporary_folder
from pnp.draw import Document, Face, Outline, with_items
from pnp.i18n import Labels
from pnp.impose import PrintProfile
from pnp.load import folder_at
from pnp.model import Game
from pnp.model.print import Ink
from pnp.raster.pixels import WritePdf, cut_out, missing_renderer
from pnp.reprint import (
    PieceChange,
    Record,
    RecordedRules,
    Reprint,
    RulesChange,
    changes,
    read_record,
    recorded_pieces,
    reprint,
    rules_changes,
)
from pnp.reprint.limits import MAX_RECORD_BYTES
from pnp.reprint.pages import Pair, diff_pages
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


@click.command(
    name="reprint", epilog="Examples:  pnp reprint --game doom    pnp reprint --since v1.0 --paper Letter"
)
@game_option
@lang_option
@click.option("--only", multiple=True, metavar="NAMES", help="Only these sets or pieces.")
@click.option("--since", metavar="REV|MANIFEST", help="A git revision or a manifest.json. [the last print]")
@print_options
@click.option(
    "--printed",
    is_flag=True,
    help="Record the reprint as printed, as pnp print --mark reprint does.",
)
@out_option("Output folder")
@jobs_option
@strict_option
@format_option
@quiet_option
def reprint_(only: tuple[str, ...], since: str | None, printed: bool, printer: str, **options: Any) -> int:
    """Print changed and new pieces on as few sheets as possible, and list old ones to remove from the box.

    Writes out/GAME/LANGUAGE/reprint.pdf: the sheets, then the list.
    """
    run = ExportRun.begin(**options)
    typed = given(options)
    profile = run.needed(*print_profile(run.workshop, run.game, typed, printer))
    if "start" in typed:
        message = "--start changes nothing in a reprint, which puts pieces of all sets together"
        run.add([warning("S118", message, None, "leave it out")])
    write = run.sheet_writer(profile, outside_profile(options["output_intent"]), source_date())
    rules = False
    for language in run.languages:
        with past(run, language, since) as was:
            run.add(was.found)
            rules |= _reprint(run, language, was, split(only), profile, write)
        if printed:
            run.add(mark_printed(run.out / run.game.id / language, REPRINTED, ours())[1])
    pdfs = [(run.out / name).as_posix() for name in run.written if name.endswith(".pdf")]
    return run.end(", ".join(pdfs) or ("no pieces to print" if rules else "nothing to print"))


def _reprint(
    run: ExportRun,
    language: str,
    was: Past,
    patterns: tuple[str, ...],
    profile: PrintProfile,
    write: WritePdf,
) -> bool:
    """Write and report the reprint of a language; True if rule sheets must be printed too."""
    now, composed = present(run, language, was.record)
    plan = reprint(chosen(was.record, patterns), chosen(now, patterns))
    if (profile.bleed.mm, profile.ink) != (was.record.bleed, was.record.ink):
        composed = run.compose(language, profile.bleed.mm, profile.ink)
    run.add([was.unseen] if was.unseen and plan.pull else [])
    after = _after(was.record, now, patterns)
    made = reprint_files(composed, plan, after, was.faces, profile, write)
    run.add(made.diagnostics)
    folder = f"{run.game.id}/{language}"
    run.write({f"{folder}/{name}": data for name, data in made.files.items()})
    if REPRINT_FILE in made.files:
        ours().add(run.out / folder, REPRINT_FILE, hashlib.sha256(made.files[REPRINT_FILE]).hexdigest())
    else:  # an old one would be printed again
        run.add(drop_files(run.out / folder, lambda name: name == REPRINT_FILE, ours()))
    run.close_bar()
    rules = () if patterns else rules_changes(was.record, now)
    printed = any(change.prints for change in rules)
    if not run.quiet and run.form in FOR_PEOPLE:
        if rules:
            say(f"{language}: {_PRINT_RULES if printed else 'some rule sheets are shorter or were removed'}")
            for line in rules_lines(rules):
                say(f"    {line}")
        if plan.print or plan.pull or not rules:
            _tell(language, plan, now, made.sheets)
    return printed


_PRINT_RULES = "print the rule sheets again, from pnp build"


def _after(before: Record, now: Record, patterns: tuple[str, ...]) -> Record:
    """The record after the chosen pieces are reprinted; the others stay as they were."""
    old, new = chosen(before, patterns).pieces, chosen(now, patterns).pieces
    pieces = {}
    for key in now.pieces:
        if key in new:
            pieces[key] = new[key]
        elif key in before.pieces:
            pieces[key] = before.pieces[key]
    pieces |= {key: piece for key, piece in before.pieces.items() if key not in pieces and key not in old}
    return replace(before, version=now.version, pieces=pieces, whole=True, note="")


def _tell(language: str, plan: Reprint, now: Record, sheets: int) -> None:
    if not plan.print and not plan.pull:
        say(f"{language}: nothing changed")
        return
    if plan.print:
        say(f"{language}: {times(plan.copies, 'piece')} to print on {times(sheets, 'sheet')}")
        for key, copies in plan.print.items():
            say(f"  {copies:>3} × {key}  {now.pieces[key].label}")
    if plan.pull:
        say(f"{language}: take {times(plan.pulled, 'old piece')} out of the box")
        for pull in plan.pull:
            say(f"  {pull.copies:>3} × {pull.piece.key}  {pull.piece.label} ({_REASONS[pull.reason]})")


_REASONS = {"removed": "no longer in the game", "changed": "replaced", "fewer": "too many of it"}


@click.command(
    name="diff",
    epilog="Examples:  pnp diff --game doom    pnp diff --since HEAD~3    pnp diff --since v1/manifest.json",
)
@game_option
@lang_option
@click.option("--only", multiple=True, metavar="NAMES", help="Only these sets or pieces.")
@click.option("--since", metavar="REV|MANIFEST", help="A git revision or a manifest.json. [the last print]")
@paper_option
@out_option("Output folder")
@jobs_option
@format_option
@quiet_option
def diff(only: tuple[str, ...], since: str | None, paper: str, **options: Any) -> int:
    """List what changed, and show before and after side by side in out/GAME/LANGUAGE/diff.pdf."""
    run = ExportRun.begin(**options)
    pages_on = page_paper(run.workshop, run.game, paper)
    for language in run.languages:
        with past(run, language, since) as was:
            run.add(was.found)
            record, composed = present(run, language, was.record)
            found = changes(chosen(was.record, split(only)), chosen(record, split(only)))
            run.add([was.unseen] if was.unseen and found else [])
            pairs = list(_pairs(found, was.faces, faces_by_hash(composed), Labels(language)))
            title = f"{composed.edition.name} · {Labels(language).text('changes')}"
            pages = diff_pages(pairs, title, composed.edition.context, language, pages_on)
            if pages:
                pdf = run.write_pdf(Document(title, language, pages, duplex="simplex"))
                run.write({f"{run.game.id}/{language}/diff.pdf": pdf})
        run.close_bar()
        if not run.quiet and run.form in FOR_PEOPLE:
            _list_changes(found, () if only else rules_lines(rules_changes(was.record, record)))
    report(run.found, run.workshop.sources, run.form, quiet=run.form == "full")
    if run.written and not run.quiet and run.form in FOR_PEOPLE:
        for name in run.written:
            say((run.out / name).as_posix())
    return exit_code(run.found)


def _list_changes(found: Sequence[PieceChange], rules: Sequence[str]) -> None:
    for line in rules:
        say(line)
    if not found:
        if not rules:
            say("nothing changed")
        return
    width = max(len(change.key) for change in found)
    for change in found:
        say(f"{change.kind:<8} {change.key:<{width}}  {change.label}: {_change_words(change)}")
    kinds = {
        kind: sum(1 for change in found if change.kind == kind)
        for kind in ("changed", "new", "removed", "copies")
    }
    say(", ".join(f"{count} {_KINDS[kind]}" for kind, count in kinds.items() if count))


_KINDS = {"changed": "changed", "new": "new", "removed": "removed", "copies": "of another number"}


def _change_words(change: PieceChange) -> str:
    old, new = change.before, change.after
    if old is None or new is None:
        one = old or new
        assert one is not None  # a change has a before or an after
        return times(one.copies, "copy", "copies")
    copies = times(new.copies, "copy", "copies")
    if old.copies != new.copies:
        copies = f"{old.copies} -> {copies}"
    return f"{' and '.join(change.sides)}, {copies}" if change.sides else copies


def _pairs(
    found: Sequence[PieceChange], before: Mapping[str, Face], after: Mapping[str, Face], labels: Labels
) -> Iterator[Pair]:
    """The pairs to show: each different change once, with the number of further pieces that have it."""
    shown: dict[tuple[str, str | None, str | None], list[PieceChange]] = {}
    for change in found:
        for side in change.sides or ("front",):
            old, new = (getattr(each.look, side) if each else None for each in (change.before, change.after))
            shown.setdefault((change.kind, old, new), []).append(change)
    for (kind, old, new), alike in shown.items():
        first, more = alike[0], len(alike) - 1
        words = f"{first.key} · {_copies(first)}"
        if more:
            words += f" · {labels.text('and-more', n=more)}"
        was, now = before.get(old or ""), after.get(new or "")
        yield Pair(kind, first.label, words, was, now)


def _copies(change: PieceChange) -> str:
    counts = [str(each.copies) for each in (change.before, change.after) if each is not None]
    return f"{' → '.join(dict.fromkeys(counts))}×"


_RECORDS = {"build": MANIFEST, "reprint": REPRINTED}


@click.command(
    name="print",
    epilog="Examples:  pnp print --mark    pnp print --mark reprint --note 'for the fair in May'",
)
@game_option
@lang_option
@click.option(
    "--mark",
    type=click.Choice(list(_RECORDS)),
    is_flag=False,
    flag_value="build",
    help="Record that the last build, or the last reprint, has been printed. [build]",
)
@click.option("--note", default="", help="A note to store with the record.")
@out_option("Output folder")
@quiet_option
def print_(game: str | None, lang: str, mark: str | None, note: str, out: Path, quiet: bool) -> int:
    """Show what has been printed, or record with --mark what you have just printed.

    pnp diff and pnp reprint compare with this record, out/GAME/LANGUAGE/printed.json. pnp itself prints
    nothing.
    """
    if note and mark is None:
        raise click.UsageError("--note goes with --mark")
    _, opened = open_readable_game(game)
    code: int = Exit.FINE
    for language in languages(opened, lang):
        folder = out / opened.id / language
        record, found = mark_printed(folder, _RECORDS[mark], made(), note) if mark else _marked(folder)
        if record is None and not found:
            cure = f"print the PDFs, then run pnp print --game {opened.id} --mark"
            found = [error("E430", f"nothing of '{opened.id}' is marked as printed ({language})", None, cure)]
        report(found, {}, "full")
        code = max(code, exit_code(found))
        if record is not None and not quiet:
            remark = f": {record.note}" if record.note else ""
            say(f"{language}: {times(record.copies, 'piece')} ({len(record.pieces)} unique) on paper{remark}")
    return code


def _marked(folder: Path) -> tuple[Record | None, list[Diagnostic]]:
    found = record_in(folder, PRINTED)
    return (None, [found]) if isinstance(found, Diagnostic) else (found, [])
