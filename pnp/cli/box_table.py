"""What the box holds, set by set: kinds, pieces and sheets, for ``pnp check``."""

from __future__ import annotations

from collections import Counter

from pnp.build.demand import sheets_apart
from pnp.build.printing import print_profile
from pnp.build.workshop import Workshop
from pnp.cli.table import table
from pnp.model import Game


def box_lines(workshop: Workshop, game: Game) -> list[str]:
    """Lines of a table: unique pieces, copies and sheets as the game prints, of each set, each kind with several, and all."""
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
