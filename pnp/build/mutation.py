"""Which claims and checks notice which edit of the data (``pnp check --mutate``).

Each edit is made by itself, in memory. A claim notices it if it held before and does not hold after. What a
game says in more than one place, such as a total or a fact with what its source states, notices it as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pnp.build.workshop import Workshop
from pnp.checks import check_case
from pnp.diagnostics import Diagnostic, Severity, error, warning
from pnp.load import EditedGame, FolderFiles
from pnp.model import Claim, Game
from pnp.rules import DataEdit, Reads, deviations, edits, game_scope, holds, reads_of
from pnp.translation import Translations

_FACTS_IN_DATA = re.compile(r"\bfacts\b(?:\.(\w+)|\[['\"]([^'\"]+)['\"]\])?")
STATED = "stated"
"""Stands for a fact's ``stated``, as one of those that notice."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An edit, and the ids of the claims, totals and checks that notice it, in this order."""

    edit: DataEdit
    noticed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mutation:
    """The result for a game.

    Attributes:
        tried: Every edit.
        lasting: Claims that hold and that no edit makes false.
        unbreakable: Those of them that no larger edit makes false, either.
        claims: How many claims hold.
    """

    tried: tuple[Tried, ...]
    lasting: tuple[Claim, ...]
    unbreakable: tuple[Claim, ...]
    claims: int

    @property
    def silent(self) -> list[DataEdit]:
        """Edits of what the rulebook states that nothing notices."""
        return [each.edit for each in self.tried if each.edit.stated and not each.noticed]

    def diagnostics(self) -> Iterator[Diagnostic]:
        """An error for each silent edit (K160), a warning for each claim that no edit makes false (K161)."""
        for edit in self.silent:
            message = f"nothing notices {edit.name} {edit.change}"
            yield error("K160", message, edit.span, _CURES[edit.kind])
        for claim in self.unbreakable:
            message = f"no single edit of the data makes claim '{claim.id}' false"
            cure = "state the rulebook's own number on one side, and what the pieces have on the other"
            yield warning("K161", message, claim.span, cure)


_CURES: Mapping[str, str] = {
    "fact": "write what the source states beside the value: 'stated: …'",
    "back": "claim it, such as data: \"distinct(sets.weapons, 'back')\", or write 'shuffled: true' in the set",
    "copies": "give the set a total, or claim the number of its pieces",
    "players": 'claim them: data: list(players), rulebook: "[2, 3, 4]"',
}


@dataclass
class _Trial:
    """The game as it is, and what is known of its claims."""

    workshop: Workshop
    game: Game
    seeds: int
    edited: EditedGame
    computed: frozenset[str] | None
    reads: dict[str, Reads] = field(default_factory=dict)
    before: Counter[tuple[str, str]] | None = None


def mutate(workshop: Workshop, game: Game, seeds: int = 20) -> Mutation:
    """The result of every edit.

    Args:
        workshop: Of the game, whose data have no errors.
        game: As it was loaded.
        seeds: Random set-ups that claims about the map try.
    """
    edited = EditedGame(game, workshop.sources, FolderFiles(workshop.folder))
    trial = _Trial(workshop, game, seeds, edited, _computed(workshop.sources, game))
    scope = _scope(game, seeds)
    claims = [claim for claim in game.claims.values() if holds(claim, scope)]
    trial.reads = {claim.id: reads_of(claim) for claim in claims}
    tried = tuple(Tried(edit, tuple(_noticed(edit, trial, claims))) for edit in edits(game))
    broken = {name for each in tried for name in each.noticed}
    lasting = [claim for claim in claims if claim.id not in broken]
    return Mutation(tried, tuple(lasting), tuple(_unbreakable(lasting, trial)), len(claims))


def _unbreakable(claims: list[Claim], trial: _Trial) -> list[Claim]:
    """Those of the claims that no edit makes false, however large."""
    left = claims
    for edit in edits(trial.game, large=True) if left else ():
        noticed = set(_noticed(edit, trial, left, checks=False))
        left = [claim for claim in left if claim.id not in noticed]
        if not left:
            break
    return left


def _scope(game: Game, seeds: int) -> dict[str, Any]:
    return {**game_scope(game), "seeds": seeds}


def _computed(sources: Mapping[str, str], game: Game) -> frozenset[str] | None:
    """The facts that files of pieces name, from which pieces may be computed; None for any."""
    found: set[str] = set()
    for each in game.sets:
        for match in _FACTS_IN_DATA.finditer(sources[each.file]):
            name = match[1] or match[2]
            if name is None:
                return None
            found.add(name)
    return frozenset(found)


def _noticed(edit: DataEdit, trial: _Trial, claims: Sequence[Claim], *, checks: bool = True) -> Iterator[str]:
    found: list[Diagnostic] = []
    game = edit.game()
    fact = edit.group.removeprefix("facts.") if edit.kind in ("fact", "assumed fact") else ""
    pieces_differ = True
    if edit.kind == "term" or (fact and (trial.computed is None or fact in trial.computed)):
        game, found = trial.edited.made_again(game)
    else:
        pieces_differ = not fact
    yield from dict.fromkeys(item.code for item in found if item.severity is Severity.ERROR)
    scope = _scope(game, trial.seeds)
    silent = not found
    sets = [each for each in game.sets if not edit.set_id or each.id == edit.set_id] if pieces_differ else []
    for claim in claims:
        reads = trial.reads[claim.id]
        concerned = (
            (any(map(reads.pieces_of, sets)) and (not edit.field or reads.field(edit.field)))
            or (edit.kind == "players" and not reads.names.isdisjoint({"players", "game"}))
            or (fact and reads.fact(fact))
            or (edit.kind == "term" and "terms" in reads.names)
        )
        if concerned and not holds(claim, scope):
            silent = False
            yield claim.id
    for each in game.sets:
        if each.total is not None and each.total != each.copies:
            silent = False
            yield f"{each.id}.total"
    if fact and any(deviations(game.facts[fact])):
        silent = False
        yield STATED
    if silent and edit.stated and checks:
        yield from _by_checks(game, trial)


def _by_checks(game: Game, trial: _Trial) -> Iterator[str]:
    """Codes of checks of data and rule sheets that find more in the edited game."""
    if trial.before is None:
        trial.before = _findings(trial.game, trial)
    yield from dict.fromkeys(code for code, _ in _findings(game, trial) - trial.before)


def _findings(game: Game, trial: _Trial) -> Counter[tuple[str, str]]:
    from pnp.rulebook import check_rulebook

    case = trial.workshop.case(game)
    found = check_case(case)
    for rulebook in Translations(game, [game.language]).rulebooks:
        found += check_rulebook(case, rulebook)
    return Counter((item.code, item.message) for item in found if item.severity is not Severity.NOTE)
