"""What the box holds, set by set: kinds, pieces and sheets, for ``pnp check``."""

from __future__ import annotations

from collections import Counter
from math import ceil

from pnp.build.printing import print_profile
from pnp.build.workshop import Workshop
from pnp.cli.table import table
from pnp.impose import PrintProfile, best_grid
from pnp.model import ComponentSet, Game


def box_lines(workshop: Workshop, game: Game) -> list[str]:
    """Lines of a table with a row for each set and each kind: unique pieces, copies and sheets as the game prints."""
    profile, _ = print_profile(workshop, game, {})
    counted = [(each, *_counts(each, profile)) for each in game.sets]
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
    for kind in dict.fromkeys([*(each.kind for each in game.sets), ""]):
        numbers = (str(totals[kind, name]) for name in ("unique", "copies", "sheets"))
        rows.append(("all" if not kind else "", kind, *numbers, ""))
    return table(("set", "kind", "unique", "copies", "sheets", "name"), rows, flexible=5, right=(2, 3, 4))


def _counts(component_set: ComponentSet, profile: PrintProfile | None) -> tuple[int, int]:
    """Unique pieces, and sheets of paper: pieces of one size share them, as when the set is printed."""
    printed = [piece for piece in component_set.pieces if piece.copies]
    if profile is None:
        return len(printed), 0
    copies: Counter[object] = Counter()
    for piece in printed:
        copies[piece.size.outline] += piece.copies
    backs = profile.duplex != "none" and any(piece.back is not None for piece in printed)
    sheets = 0
    for outline in dict.fromkeys(piece.size.outline for piece in printed):
        grid = best_grid(outline, profile, backs=backs)
        sheets += ceil(copies[outline] / grid.count) if grid is not None else 0
    return len(printed), sheets


def _shown(sheets: int) -> str:
    return str(sheets) if sheets else "–"
