"""``pnp list``, ``profiles``, ``plan``: games, sets, pieces; print profiles; the sheets that a game takes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pnp import build
from pnp.build import Selection, select
from pnp.cli.opening import chosen_sets, open_readable_game, report_unread
from pnp.cli.options import full_or_json, game_option, given, print_options, selection_options, split
from pnp.cli.place import config_folder, find_if_any
from pnp.cli.process import Exit
from pnp.cli.terminal import exit_code, report, say, say_json, table
from pnp.diagnostics import has_errors, times
from pnp.diagnostics.diagnostic import accept
from pnp.impose import PrintProfile, best_grid, profile_from
from pnp.load import list_games, load_game, shipped_profiles, user_settings
from pnp.model import STANDARD_SIZES, ComponentSet, Game, PrintSettings, Size
from pnp.source import Span, place_record

if TYPE_CHECKING:
    from pnp.build import GamePlan, PlannedSheet, SheetPlan


@click.command(name="list", epilog="Examples:  pnp list    pnp list --game doom --where \"spell == 'lure'\"")
@game_option
@selection_options
@full_or_json
@click.option("--pieces", "with_pieces", is_flag=True, help="Also list the pieces of each set.")
def command(
    game: str | None, only: tuple[str, ...], where: str, copies: int | None, form: str, with_pieces: bool
) -> int:
    """List the games in this folder. With --game, list the sets of one; with --pieces, also their pieces.

    The exit code is 1 if the game's files have errors: pieces may be missing.
    """
    if game is None and not Path("game.yaml").is_file():
        return _games(form)
    workshop, opened = open_readable_game(game)
    selection = Selection(split(only), where, copies)
    sets = chosen_sets(workshop, opened, selection)
    code = report_unread(workshop)
    if form == "json":
        say_json([_set_record(each) for each in sets])
        return code
    for each in sets:
        pieces = [piece for piece in each.pieces if piece.copies]
        say(
            f"{each.id:<20} {each.kind:<8} {each.copies:>4} {'piece, ' if each.copies == 1 else 'pieces,'} {len(pieces):>3} unique   {each.name.source}"
        )
        if with_pieces or not selection.whole:
            for piece in pieces:
                say(f"  {piece.copies:>3} × {piece.key}")
    say(f"{times(sum(each.copies for each in sets), 'piece')} in {times(len(sets), 'set')}")
    return code


def _games(form: str) -> int:
    games = list_games(Path.cwd())
    if form == "json":
        say(json.dumps({name: folder.as_posix() for name, folder in games.items()}, indent=2))
        return Exit.FINE
    for name in games:
        say(name)
    if not games:
        say("no game here; a game is a folder with a game.yaml, and games lie in data/", err=True)
    return Exit.FINE


def _set_record(component_set: ComponentSet) -> dict[str, object]:
    return {
        "id": component_set.id,
        "kind": component_set.kind,
        "name": component_set.name.source,
        "copies": component_set.copies,
        "pieces": [
            {"key": piece.key, "copies": piece.copies} | _place(piece.span)
            for piece in component_set.pieces
            if piece.copies
        ],
    }


def _place(span: Span) -> dict[str, str | int]:
    """A place without its column; a cell says its own."""
    return {name: value for name, value in place_record(span).items() if name != "column"}


@click.command(name="profiles", epilog="Examples:  pnp profiles    pnp profiles --game doom")
@game_option
@full_or_json
def profiles(game: str | None, form: str) -> int:
    """List the print profiles, and how many pieces of each size fit on a page.

    Your own profiles are YAML files in the folder shown at the end. A game's own are in its folder
    'profiles'.
    """
    user = user_settings(config_folder())
    report(user.diagnostics, user.sources, "full")
    folder = find_if_any(game)
    opened = load_game(folder, cwd=Path.cwd(), profiles=user.profiles).game if folder else None
    profiles = opened.profiles if opened else {**shipped_profiles(), **user.profiles}
    sizes = _piece_sizes(opened)
    own = opened.print if opened else PrintSettings()
    records: dict[str, Any] = {}
    rows = []
    for name, settings in sorted(profiles.items()):
        origin = "pnp" if not settings.file else "you" if settings.file in user.sources else "game"
        # Building the game reports faults of its own options and of the profile.
        profile, _ = profile_from(own, {"profile": name}, None, profiles)
        counts = {size: _count(profile, *of) for size, of in sizes.items()} if profile else None
        records[name] = {
            "from": origin,
            "description": settings.description,
            "options": dict(settings.values),
            "pieces on a page": counts,
        }
        paper, sides = (profile.paper.name, _sides(profile)) if profile else ("faulty", "")
        shown = [str(count) if count else "–" for count in counts.values()] if counts else [""] * len(sizes)
        rows.append((name, origin, paper, sides, *shown, settings.description))
    if form == "json":
        say_json(records)
        return Exit.FINE
    head = ("profile", "from", "paper", "sides", *sizes, "what for")
    for line in table(head, rows, flexible=len(head) - 1, right=range(4, 4 + len(sizes))):
        say(line)
    say(f"\nyour own: {(config_folder() / 'profiles').as_posix()}/NAME.yaml")
    return Exit.FINE


def _piece_sizes(game: Game | None) -> dict[str, tuple[Size, bool]]:
    """Sizes to print, by name, and whether their pieces have backs. Without a game, poker cards."""
    if game is None:
        return {"poker": (STANDARD_SIZES["poker"], True)}
    names = {size: name for name, size in game.sizes.items()}
    found: dict[str, tuple[Size, bool]] = {}
    for piece in game.pieces():
        if piece.copies:
            size = piece.size
            name = names.get(size) or size.written
            backs = found.get(name, (size, False))[1] or piece.back is not None
            found[name] = (size, backs)
    return found


def _count(profile: PrintProfile, size: Size, backs: bool) -> int:
    """The pieces of a size that fit on a page."""
    if profile.paper.single:
        return 1
    grid = best_grid(size.outline, profile, backs=backs and profile.backed)
    return grid.count if grid else 0


def _sides(profile: PrintProfile) -> str:
    if profile.fold != "none":
        return "folded"
    if profile.duplex == "none":
        return "fronts"
    return f"two, {profile.duplex}"


_WAYS = ("way", "sheets", "cuts", "cut out", "paper", "command")
_SHEETS = ("sheet", "cuts", "cut out", "paper", "on it")
_NEARLY_EMPTY = 0.25
"""Share of a sheet up to which leaving out what lies on it is worth a thought."""


@click.command(
    name="plan", epilog="Examples:  pnp plan --game doom    pnp plan --game doom --paper A3 --bleed 1mm"
)
@game_option
@selection_options
@print_options
@full_or_json
def plan(
    game: str | None,
    only: tuple[str, ...],
    where: str,
    copies: int | None,
    form: str,
    printer: str,
    **typed: str | bool | None,
) -> int:
    """Count the sheets and cuts that a game takes, list what is on each sheet, and say what would save one.

    This composes and writes nothing. pnp build --planned prints the plan.
    """
    workshop, opened = open_readable_game(game)
    profile, found = build.print_profile(workshop, opened, given(typed), printer)
    sets, unknown = select(opened, Selection(split(only), where, copies))
    found = [*workshop.diagnostics, *found, *unknown]
    if profile is not None and not has_errors(found):
        found += build.plan_faults(sets, profile)
    stopped = profile is None or has_errors(found)
    if stopped or form == "full":
        report(accept(found, opened.allowances()), workshop.sources, "full", quiet=not stopped)
    if profile is None or stopped:
        return exit_code(found)
    plan = build.plan_game(sets, profile)
    if form == "json":
        say_json(_plan_record(plan))
        return Exit.FINE
    for line in _lines(plan, sets, profile):
        say(line)
    return Exit.FINE


def _lines(plan: GamePlan, sets: Sequence[ComponentSet], profile: PrintProfile) -> Iterator[str]:
    ways = (
        ("each set apart", "pnp build", plan.apart),
        ("cards apart from the rest", "pnp build --planned stock", plan.stock),
        ("all together", "pnp build --planned", plan.together),
    )
    rows = [
        (
            way,
            str(build.sheets_of(plans)),
            str(build.cuts_of(plans)),
            str(sum(plan.outlined for plan in plans)),
            _used(plans),
            command,
        )
        for way, command, plans in ways
    ]
    yield from table(_WAYS, rows, flexible=0, right=range(1, 5))
    shown = {"false": plan.apart, "stock": plan.stock, "true": plan.together}
    # A plan that nobody asked for is shown for the way that saves most.
    chosen = shown[profile.planned] if profile.planned != "false" else plan.together
    for part in chosen:
        yield ""
        yield f"{part.name}.pdf on {profile.paper.name}, margin {profile.margin}, bleed {profile.bleed}"
        yield from table(_SHEETS, list(_rows(part)), flexible=4, right=range(1, 4))
    yield ""
    yield from _cures(plan, sets, profile)


def _rows(plan: SheetPlan) -> Iterator[tuple[str, ...]]:
    """One row for each stretch of sheets that are alike."""
    numbered = enumerate(plan.sheets, 1)
    for _, group in groupby(numbered, key=lambda item: (item[1].page.layout, _content(item[1]))):
        alike = list(group)
        first, sheet = alike[0]
        numbers = str(first) if len(alike) == 1 else f"{first}–{alike[-1][0]}"
        page = sheet.page
        yield numbers, str(page.cuts), str(page.outlined), f"{page.used:.0%}", _content(sheet)


def _content(sheet: PlannedSheet) -> str:
    return ", ".join(f"{count} {name}" for name, count in sheet.pieces.items())


def _used(plans: Sequence[SheetPlan]) -> str:
    shares = [sheet.page.used for plan in plans for sheet in plan.sheets]
    return f"{sum(shares) / len(shares):.0%}" if shares else "–"


def _cures(plan: GamePlan, sets: Sequence[ComponentSet], profile: PrintProfile) -> Iterator[str]:
    """Changes that would save a sheet of all sets together."""
    count = build.sheets_of(plan.together)
    found = [
        f"  {saving.words}: {count - saving.sheets} fewer" for saving in build.savings(sets, profile, count)
    ]
    for part in plan.together:
        last = build.emptiest(part)
        if last is not None and last[1].page.used <= _NEARLY_EMPTY:
            found.append(f"  without sheet {last[0]} ({_content(last[1])}): 1 fewer")
    if found:
        yield "what would save a sheet of all together:"
        yield from found
    else:
        yield "no smaller margin, bleed or gutter saves a sheet of all together"


def _plan_record(plan: GamePlan) -> dict[str, Any]:
    def part(sheets: SheetPlan) -> dict[str, Any]:
        return {
            "file": f"{sheets.name}.pdf",
            "sheets": [
                {
                    "cuts": sheet.page.cuts,
                    "cut out": sheet.page.outlined,
                    "paper": round(sheet.page.used, 3),
                    "pieces": dict(sheet.pieces),
                }
                for sheet in sheets.sheets
            ],
        }

    return {
        way: [part(sheets) for sheets in plans]
        for way, plans in (("apart", plan.apart), ("stock", plan.stock), ("together", plan.together))
    }
