"""``pnp rename`` and ``pnp fix``: edits of all files of a game in one step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import click

from pnp.build import Workshop, check_workshop, open_workshop
from pnp.cli.opening import refuse
from pnp.cli.options import game_option
from pnp.cli.place import config_folder, find, made
from pnp.cli.process import Exit
from pnp.cli.terminal import report, say
from pnp.diagnostics import Diagnostic, error, times
from pnp.edit import Change, ClashError, check_editable, edited, write_changes
from pnp.edit.change import whole_change
from pnp.edit.cure import Cure, cures
from pnp.edit.following import translations_after
from pnp.load import user_settings
from pnp.model import FileFault, Game
from pnp.names.index import Names
from pnp.names.name import Kind
from pnp.names.rename import (
    RENAMED,
    RenameFault,
    Renaming,
    checked_renaming,
    contents,
    find_name,
    remove_moved,
)

_TO_CHECK = "K510"
"""Translations to be checked again, because a cure changes their texts; no reason against the cure."""


@click.command(
    name="rename",
    epilog="Examples:  pnp rename term weapon.bow crossbow    pnp rename fact hand hand_size",
)
@game_option
@click.argument("kind", type=click.Choice(RENAMED))
@click.argument("old")
@click.argument("new")
@click.option("--dry-run", is_flag=True, help="Show the places, and write nothing.")
def rename(game: str | None, kind: str, old: str, new: str, *, dry_run: bool) -> int:
    """Rename a term, fact, field, piece, style or layout in all files of a game, in one step.

    Data files, layouts, rule sheets and translations follow. Before anything is written, pnp checks the game
    with the new name: if it had other findings, or a face looked different, nothing is changed.
    """
    with _refused():
        if not dry_run:
            check_editable(find(game), "game.yaml")  # at once, not after the whole game has been read
        workshop, opened = _opened(game)
        names = Names(opened, workshop.sources)
        name = find_name(names, cast("Kind", kind), old)
        renamed = checked_renaming(workshop, names, name, new)
        files = sorted({span.file for span, _ in renamed.places})
        if not dry_run:
            _write(workshop, renamed)
    if dry_run:
        for span, _ in renamed.places:
            say(str(span))
        for before, after in renamed.moved:
            say(f"{before}, as {after}")
    what = "would be renamed" if dry_run else "renamed"
    say(f"{kind} '{name.id}': {what} at {times(len(renamed.places), 'place')} in {times(len(files), 'file')}")
    return Exit.FINE


@click.command(name="fix", epilog="Examples:  pnp fix    pnp fix M110")
@game_option
@click.argument("code", required=False, default="")
@click.option("--dry-run", is_flag=True, help="Show the cures, and write nothing.")
def fix(game: str | None, code: str, *, dry_run: bool) -> int:
    """Carry out the cures that say what to write in place of a word: of one code, or of all.

    A cure that does not remove its finding, or causes an error, is not carried out. One that sets a number to
    what the game has, such as the total of a set, is carried out only if its code is named.
    """
    workshop, _ = _opened(game)
    before = _found(workshop)
    listed = cures(before, workshop.sources, code.upper())
    good = _good(workshop, listed, before)
    with _refused():
        if good and not dry_run:
            read, changed = _cured(workshop, good)
            changes = [whole_change(file, read[file] or b"", data) for file, data in changed.items()]
            write_changes(workshop.folder, read, changes, made().journals)
    for cure in good:
        say(f"{cure.span}: {cure.title} ({cure.finding.code})")
    say(f"{times(len(good), 'cure')} {'found' if dry_run else 'carried out'}")
    return Exit.FINE


@contextmanager
def _refused() -> Iterator[None]:
    """Report what cannot be edited, and end the command.

    Raises:
        Stop: Something could not be edited; nothing was written.
    """
    try:
        yield
    except RenameFault as fault:
        report(fault.found, fault.sources, "full")
        refuse([error("E313", str(fault), None, fault.cure or ())])
    except FileFault as fault:
        refuse([error("E313", str(fault), None, fault.cure or ())])
    except ClashError as fault:
        refuse([error("E313", str(fault), None, "nothing was written: try again")])


def _opened(game: str | None) -> tuple[Workshop, Game]:
    """The game, with names of files relative to its folder.

    Raises:
        Stop: Its ``game.yaml`` cannot be read; the faults have been reported.
    """
    folder = find(game)
    workshop = _reopened(folder, {})
    if workshop.game is None:
        refuse(workshop.diagnostics, workshop.sources)
    return workshop, workshop.game


def _reopened(folder: Path, unsaved: dict[str, bytes]) -> Workshop:
    return open_workshop(folder, folder.absolute(), user_settings(config_folder()), unsaved=unsaved)


def _found(workshop: Workshop) -> list[Diagnostic]:
    return [each for each in check_workshop(workshop, rulebooks=True).diagnostics if each.accepted is None]


def _good(workshop: Workshop, listed: list[Cure], before: Iterable[Diagnostic]) -> list[Cure]:
    """The cures that help, tried together or, if that does not help, one by one."""
    known = list(before)
    if not listed or _helps(workshop, listed, known):
        return listed
    return [cure for cure in listed if _helps(workshop, [cure], known)]


def _helps(workshop: Workshop, listed: list[Cure], before: list[Diagnostic]) -> bool:
    """Whether the cures remove as many findings as there are of them, and cause none."""
    try:
        _, changed = _cured(workshop, listed)
    except (RenameFault, FileFault):  # a table in another encoding, a file that changed meanwhile
        return False
    after = [each for each in _found(_reopened(workshop.folder, changed)) if each.code != _TO_CHECK]
    before = [each for each in before if each.code != _TO_CHECK]
    gone = {(each.code, each.message) for each in before} - {(each.code, each.message) for each in after}
    cured = all((cure.finding.code, cure.finding.message) in gone for cure in listed)
    return cured and len(after) < len(before)


def _cured(workshop: Workshop, listed: Iterable[Cure]) -> tuple[dict[str, bytes | None], dict[str, bytes]]:
    """Files before and after cures, by path; translations follow texts that have other words then.

    Raises:
        RenameFault: A file is in another encoding, or changed meanwhile.
        FileFault: A file cannot be read any more.
    """
    renamed = Renaming([(cure.span, cure.text) for cure in listed])
    read = contents(workshop, renamed)
    changed = edited(read, renamed.changes(read))
    after = _reopened(workshop.folder, changed).game
    if workshop.game is not None and after is not None:
        changed |= translations_after(workshop.game, after, workshop.files, changed)
    return {file: read[file] if file in read else workshop.files.read(file) for file in changed}, changed


def _write(workshop: Workshop, renamed: Renaming) -> None:
    """Write all changes in one step, or none."""
    read: dict[str, bytes | None] = dict(contents(workshop, renamed))
    changes: list[Change] = renamed.changes({file: data for file, data in read.items() if data is not None})
    read |= dict.fromkeys(new for _, new in renamed.moved)
    write_changes(workshop.folder, read, changes, made().journals)
    remove_moved(workshop.folder, renamed)
