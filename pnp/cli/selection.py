"""The pieces that ``--only``, ``--where`` and ``--copies`` choose, or a stop with a report."""

from __future__ import annotations

from pnp.build import Selection, Workshop, select
from pnp.cli.opening import Stop
from pnp.cli.process import Exit
from pnp.cli.terminal import report
from pnp.diagnostics import has_errors
from pnp.model import ComponentSet, Game


def chosen_sets(
    workshop: Workshop, game: Game, selection: Selection, form: str = "full"
) -> tuple[ComponentSet, ...]:
    """The sets with the chosen pieces, without empty sets.

    Args:
        workshop: Of the game, for excerpts.
        game: Has the pieces.
        selection: The choice.
        form: Of the report.

    Raises:
        Stop: The choice has a fault (C210 to C230), which has been reported.
    """
    sets, faults = select(game, selection)
    if has_errors(faults):
        report(faults, workshop.sources, form)
        raise Stop(Exit.USAGE)
    return sets
