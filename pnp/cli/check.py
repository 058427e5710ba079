"""``pnp check``: does the box agree with the rulebook, and with ``--mutate``, what would notice an edit?"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp.build import Checked, Workshop, check_workshop, print_profile, sheets_apart
from pnp.cli.opening import languages, open_game
from pnp.cli.options import (
    format_option,
    game_option,
    quiet_option,
    strict_option,
    translations_option,
)
from pnp.cli.place import find
from pnp.cli.process import Exit
from pnp.cli.terminal import (
    FOR_PEOPLE,
    LEAST,
    coloured,
    exit_code,
    paint,
    report,
    say,
    say_json,
    say_painted,
    table,
    terminal_columns,
    width,
)
from pnp.diagnostics import Diagnostic, has_errors, shortened, times
from pnp.diagnostics.diagnostic import accept
from pnp.diagnostics.printer import counted, visible
from pnp.diagnostics.printer import strict as made_strict
from pnp.load import (
    ClaimPlace,
    list_games,
    load_game,
    missing_numbers,
    places_in_game,
    places_in_tests,
)
from pnp.model import Game
from pnp.rules import ClaimResult, rulings
from pnp.source import Span
from pnp.translation import Translations

if TYPE_CHECKING:
    from pnp.build import Mutation, Tried

_OF_CHECK = "MKY"
"""First letters of codes whose findings this command knows all; ``pnp build`` finds the others."""
_OF_MUTATE = ("K160", "K161")
_VALUE = range(8, 26)
"""Width of a value in the table. `--format json` has the full value, and a failed claim shows it below."""
_HEAD = ("claim", "says", "rulebook", "data", "", "source")
_VERDICT = {"ok": ("ok", "help"), "failed": ("FAILED", "error"), "broken": ("BROKEN", "error")}


@click.command(
    name="check", epilog="Examples:  pnp check --game doom    pnp check --seeds 10000    pnp check --ids"
)
@game_option
@translations_option
@click.option(
    "--seeds", type=click.IntRange(1, 1_000_000), default=20, help="Number of random set-ups to try. [20]"
)
@click.option(
    "--mutate",
    is_flag=True,
    help="Change each value of the data by itself, in memory, and list which claim or check notices it.",
)
@click.option("--ids", is_flag=True, help="List where each claim is mentioned: in data, comments and tests.")
@strict_option
@format_option
@quiet_option
def command(
    game: str | None, lang: str, seeds: int, mutate: bool, ids: bool, strict: bool, form: str, quiet: bool
) -> int:
    """Check that the box agrees with the rulebook: one row per claim, with what each side says and where.

    Also checks data, texts, rule sheets and translations. Layouts, and whether texts fit, are checked by pnp
    build. The exit code is 1 if anything is wrong.
    """
    if ids:
        return list_ids(game, form)
    workshop = open_game(game)
    if mutate:
        return try_edits(workshop, seeds, form, quiet=quiet)
    opened = workshop.game
    translations = None if opened is None else Translations(opened, languages(opened, lang))
    checked = check_workshop(workshop, seeds, translations, rulebooks=True, jobs=0)
    found = list(checked.diagnostics)
    if opened is not None and translations is not None:
        whole = set(opened.languages) <= set(languages(opened, lang)) and not has_errors(found)
        found = accept(found, translations.allowances(), lambda code: whole and _is_found(code))
    found = made_strict(found) if strict else found
    if form == "json":
        say_json(_findings_record(checked, found))
        return exit_code(found)
    if form in FOR_PEOPLE and not quiet and workshop.game is not None:
        _show(workshop, workshop.game, checked)
    held = [
        ("claims", f"{each.claim.id} {each.claim.says.source}")
        for each in checked.claims
        if each.verdict == "ok"
    ]
    report(found, workshop.sources, form, quiet=quiet, passed=held)
    if form in FOR_PEOPLE and not quiet:
        say(f"{_claims_line(checked)}, {counted(found)}")
    return exit_code(found)


def _is_found(code: str) -> bool:
    """Whether this command finds whatever there is of a code."""
    return code[0] in _OF_CHECK and code not in _OF_MUTATE


def _show(workshop: Workshop, game: Game, checked: Checked) -> None:
    if checked.claims:
        rows = fitting_rows([_row(result) for result in checked.claims], terminal_columns())
        lines = table(_HEAD, rows, flexible=1, right=(2, 3))
        say_painted("\n".join(_tinted(visible(line)) for line in lines))
        say()
    say("\n".join(box_lines(workshop, game)))
    assumed = [fact for fact in game.facts.values() if fact.assumed]
    if assumed:
        names = ", ".join(f"{fact.id} = {fact.value}" for fact in assumed)
        say(f"\n{len(assumed)} assumed, the rulebook is silent: {names}")
    read = rulings(game)
    if read:
        say(f"\n{times(len(read), 'ruling')}, the rulebook is unclear:")
        say("\n".join(f"  {each.ruling}" for each in read))
    say()


def _row(result: ClaimResult) -> tuple[str, ...]:
    word = _VERDICT[result.verdict][0]
    if result.verdict == "failed" and result.claim.severity == "warning":
        word = "warns"
    source = "assumed" if result.claim.assumed else result.claim.source
    rulebook = f"{result.claim.relation} {result.rulebook}".strip()
    says = result.claim.says.source
    return (result.claim.id, says, rulebook, result.data, word, source)


def fitting_rows(rows: Sequence[tuple[str, ...]], columns: int) -> list[tuple[str, ...]]:
    """The rows with their values shortened, so that a line of the table fits the columns if possible."""
    others = sum(max(width(row[index]) for row in (_HEAD, *rows)) for index in (0, 4, 5))
    room = (columns - others - LEAST - 10) // 2  # five gaps of two columns
    most = min(max(room, _VALUE.start), _VALUE.stop)
    return [(*row[:2], shortened(row[2], most), shortened(row[3], most), *row[4:]) for row in rows]


def _tinted(line: str) -> str:
    if coloured():
        for word, kind in (*_VERDICT.values(), ("warns", "warning")):
            line = line.replace(f"  {word}  ", f"  {paint(word, kind)}  ")
    return line


def _claims_line(checked: Checked) -> str:
    if not checked.claims and has_errors(checked.diagnostics):
        return "claims are checked once the errors are fixed"
    held = sum(result.verdict == "ok" for result in checked.claims)
    return f"{held} of {times(len(checked.claims), 'claim holds', 'claims hold')}"


def _findings_record(checked: Checked, found: list[Diagnostic]) -> dict[str, Any]:
    from pnp.diagnostics.machine import as_json  # other forms need none of it

    return {
        "claims": [
            {
                "id": result.claim.id,
                "says": result.claim.says.source,
                "source": result.claim.source,
                "assumed": result.claim.assumed,
                "relation": result.claim.relation,
                "rulebook": result.rulebook,
                "data": result.data,
                "verdict": result.verdict,
                "severity": result.claim.severity,
                "pieces": [piece.key for piece in result.pieces],
            }
            for result in checked.claims
        ],
        "diagnostics": json.loads(as_json(found)),
    }


def box_lines(workshop: Workshop, game: Game) -> list[str]:
    """Table of unique pieces, copies and sheets: one row per set, per kind with several sets, and for all."""
    profile, _ = print_profile(workshop, game, {})
    counted = [
        (
            each,
            sum(1 for piece in each.pieces if piece.copies),
            sheets_apart(each, profile) if profile is not None else 0,
        )
        for each in game.sets
    ]
    rows: list[tuple[str, ...]] = [
        (each.id, each.kind, str(unique), str(each.copies), _shown(sheets), each.name.source)
        for each, unique, sheets in counted
    ]
    totals: Counter[tuple[str, str]] = Counter()
    for each, unique, sheets in counted:
        for kind in (each.kind, ""):
            totals[kind, "unique"] += unique
            totals[kind, "copies"] += each.copies
            totals[kind, "sheets"] += sheets
    several = Counter(each.kind for each in game.sets)
    for kind in (*(kind for kind, sets in several.items() if sets > 1), ""):
        numbers = (str(totals[kind, name]) for name in ("unique", "copies", "sheets"))
        rows.append(("all" if not kind else "", kind, *numbers, ""))
    return table(("set", "kind", "unique", "copies", "sheets", "name"), rows, flexible=5, right=(2, 3, 4))


def _shown(sheets: int) -> str:
    return str(sheets) if sheets else "–"


_TESTS = Path("tests", "games")
"""Tests of games, relative to the folder that contains ``data/``."""


def list_ids(game: str | None, form: str) -> int:
    """Print one row per place. Without a game, print those of all games that can be named from here."""
    cwd = Path.cwd()
    folders = [find(game)] if game or Path("game.yaml").is_file() else list(list_games(cwd).values())
    places = sorted(_places(folders, cwd), key=lambda place: place.order)
    if form == "json":
        say_json([_record(place) for place in places])
        return Exit.FINE
    rows = [
        (place.id, place.game or "several", place.kind, f"{place.span.file}:{place.span.line}", place.words)
        for place in places
    ]
    say("\n".join(table(("id", "game", "kind", "where", "says"), rows, flexible=4)))
    names = {place.id for place in places}
    say(f"\n{times(len(names), 'id')} in {times(len(places), 'place')}")
    missing = missing_numbers(places)
    if missing:
        say(f"missing in the numbering: {', '.join(missing)}")
    return Exit.FINE


def _places(folders: Iterable[Path], cwd: Path) -> list[ClaimPlace]:
    """Places in the games, then in the tests that lie beside their folder."""
    found, games = [], []
    for folder in folders:
        loaded = load_game(folder, cwd=cwd)
        if loaded.game is not None:
            games.append(loaded.game)
            found += places_in_game(loaded.game, loaded.sources)
    chosen = {name.rpartition("-")[0] for game in games for name in game.claims}
    tests = sorted({folder.resolve().parent.parent / _TESTS for folder in folders})
    for place in (place for test in tests for place in places_in_tests(test, games, cwd)):
        if len(games) > 1 or place.id.rpartition("-")[0] in chosen:
            found.append(place)
    return found


def _record(place: ClaimPlace) -> dict[str, str | int]:
    return {
        "id": place.id,
        "game": place.game,
        "kind": place.kind,
        "file": place.span.file,
        "line": place.span.line,
        "says": place.words,
    }


_KINDS = {
    "fact": "fact with a source",
    "copies": "copies of a piece",
    "back": "back of a set",
    "players": "numbers of players",
    "assumed fact": "assumed fact",
    "term": "value of a term",
    "number": "number of a piece",
    "value": "other value of a piece",
    "text": "text of a piece",
}
_NAMED = 6
"""Claims and checks that a row of the table names."""


def try_edits(workshop: Workshop, seeds: int, form: str, *, quiet: bool) -> int:
    """Try all edits and print the result: a row for each group of edits, one for each kind, and findings.

    Args:
        workshop: The game.
        seeds: As for ``check``.
        form: Of findings.
        quiet: Print only the findings.

    Returns:
        The exit code: 1 if an edit of what the rulebook states is silent, or the data have errors.
    """
    from pnp.build import mutate

    start = time.perf_counter()
    if workshop.game is None or has_errors(workshop.diagnostics):
        report(workshop.diagnostics, workshop.sources, form)
        return exit_code(workshop.diagnostics)
    result = mutate(workshop, workshop.game, seeds)
    found = accept(result.diagnostics(), workshop.game.allowances())
    seconds = time.perf_counter() - start
    if form == "json":
        say_json(_edits_record(result, found, seconds))
        return exit_code(found)
    if form in FOR_PEOPLE and not quiet:
        say("\n".join(_groups(result.tried)))
        say()
        say("\n".join(_kinds(result.tried)))
        say(f"\nstated by the rulebook: {'; '.join(_STATED)}")
        if lasting := [claim.id for claim in result.lasting if claim not in result.unbreakable]:
            say(f"\nfalse only after larger edits: {', '.join(lasting)}")
        say()
    report(found, workshop.sources, form, quiet=quiet)
    if form in FOR_PEOPLE and not quiet:
        silent = len(result.silent)
        edits = f"{times(len(result.tried), 'edit')}, {silent} of what the rulebook states silent"
        say(f"{edits}, {seconds:.1f} s, {counted(found)}")
    return exit_code(found)


_STATED = (
    "numbers of facts with a source",
    "numbers of players",
    "copies of pieces",
    "backs",
)


def _groups(tried: Sequence[Tried]) -> list[str]:
    groups: dict[str, list[Tried]] = {}
    for each in tried:
        groups.setdefault(each.edit.group, []).append(each)
    rows = [(name, *_counts(edits), _noticing(edits)) for name, edits in groups.items()]
    head = ("edits of", "tried", "noticed", "silent", "noticed by")
    return table(head, rows, flexible=4, right=(1, 2, 3))


def _kinds(tried: Sequence[Tried]) -> list[str]:
    from pnp.rules.edit import EDIT_KINDS

    rows = []
    for kind in EDIT_KINDS:
        edits = [each for each in tried if each.edit.kind == kind]
        if edits:
            stated = [each for each in edits if each.edit.stated]
            rows.append((_KINDS[kind], *_counts(edits), *(_counts(stated)[::2] if stated else ("", ""))))
    head = ("kind of edit", "tried", "noticed", "silent", "stated", "of these silent")
    return table(head, rows, flexible=0, right=(1, 2, 3, 4, 5))


def _counts(tried: Sequence[Tried]) -> tuple[str, str, str]:
    noticed = sum(bool(each.noticed) for each in tried)
    return str(len(tried)), str(noticed), str(len(tried) - noticed)


def _noticing(tried: Iterable[Tried]) -> str:
    names = Counter(name for each in tried for name in each.noticed)
    shown = [name for name, _ in names.most_common(_NAMED)]
    more = len(names) - len(shown)
    return ", ".join([*shown, f"{more} more"] if more else shown) or "–"


def _edits_record(result: Mutation, found: Sequence[Diagnostic], seconds: float) -> dict[str, Any]:
    from pnp.diagnostics.machine import as_json

    return {
        "edits": [
            {
                "kind": each.edit.kind,
                "name": each.edit.name,
                "change": each.edit.change,
                "stated": each.edit.stated,
                "noticed": list(each.noticed),
                **_place(each.edit.span),
            }
            for each in result.tried
        ],
        "tried": len(result.tried),
        "noticed": sum(bool(each.noticed) for each in result.tried),
        "silent": len(result.silent),
        "larger": [claim.id for claim in result.lasting if claim not in result.unbreakable],
        "seconds": round(seconds, 2),
        "diagnostics": json.loads(as_json(found)),
    }


def _place(span: Span) -> dict[str, str | int]:
    return {"file": span.file, "line": span.line, "column": span.column}
