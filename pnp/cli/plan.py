"""``pnp plan``: how many sheets a game takes, before anything is built."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import click

from pnp.build import (
    GamePlan,
    PlannedSheet,
    Selection,
    SheetPlan,
    cuts_of,
    emptiest,
    plan_faults,
    plan_game,
    print_profile,
    savings,
    select,
    sheets_of,
)
from pnp.cli.opening import open_readable_game
from pnp.cli.options import game_option, given, print_options, selection_options, split
from pnp.cli.process import Exit
from pnp.cli.terminal import exit_code, report, say, table
from pnp.diagnostics import has_errors
from pnp.diagnostics.allowance import accept
from pnp.impose import PrintProfile
from pnp.model import ComponentSet

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
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", help="Output format. [full]"
)
def command(
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
    profile, found = print_profile(workshop, opened, given(typed), printer)
    sets, unknown = select(opened, Selection(split(only), where, copies))
    found = [*workshop.diagnostics, *found, *unknown]
    if profile is not None and not has_errors(found):
        found += plan_faults(sets, profile)
    stopped = profile is None or has_errors(found)
    if stopped or form == "full":
        report(accept(found, opened.allowances()), workshop.sources, "full", notes=stopped)
    if profile is None or stopped:
        return exit_code(found)
    plan = plan_game(sets, profile)
    if form == "json":
        say(json.dumps(_record(plan), ensure_ascii=False, indent=2))
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
        (way, str(sheets_of(plans)), str(cuts_of(plans)), str(_outlined(plans)), _used(plans), command)
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


def _outlined(plans: Sequence[SheetPlan]) -> int:
    return sum(plan.outlined for plan in plans)


def _cures(plan: GamePlan, sets: Sequence[ComponentSet], profile: PrintProfile) -> Iterator[str]:
    """Changes that would save a sheet of all sets together."""
    count = sheets_of(plan.together)
    found = [f"  {saving.words}: {count - saving.sheets} fewer" for saving in savings(sets, profile, count)]
    for part in plan.together:
        last = emptiest(part)
        if last is not None and last[1].page.used <= _NEARLY_EMPTY:
            found.append(f"  without sheet {last[0]} ({_content(last[1])}): 1 fewer")
    if found:
        yield "what would save a sheet of all together:"
        yield from found
    else:
        yield "no smaller margin, bleed or gutter saves a sheet of all together"


def _record(plan: GamePlan) -> dict[str, Any]:
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
