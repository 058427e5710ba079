"""The request for a build: its options, the chosen pieces, and the way to print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from pnp.build.workshop import Workshop
from pnp.checks.logic import ComparedFields
from pnp.diagnostics import Diagnostic, did_you_mean, error, has_errors
from pnp.diagnostics.printer import strict as made_strict
from pnp.impose import PrintProfile, profile_from
from pnp.impose.profile import unused_options
from pnp.model import ComponentSet, Game, Piece
from pnp.rules import (
    Budget,
    ExpressionFault,
    comparisons,
    evaluate,
    game_scope,
    parse_expression,
    piece_scope,
)
from pnp.units import Length
from pnp.vision import Vision


class Selection(NamedTuple):
    """The pieces of a run.

    Attributes:
        only: Patterns ``set``, ``set/piece`` with ``*`` and ``?``; empty for all.
        where: Expression over the fields of a piece; empty for all. A piece without a field that the
            expression names is not chosen.
        copies: The number of each chosen piece, instead of its own; None keeps that.
    """

    only: tuple[str, ...] = ()
    where: str = ""
    copies: int | None = None

    @property
    def whole(self) -> bool:
        """Whether it chooses all pieces with their own numbers."""
        return not self.only and not self.where and self.copies is None


class Extras(NamedTuple):
    """Things that a build prints besides the pieces of the game.

    Attributes:
        blanks: Blank pieces for each set.
        watermark: Words across every front; empty for none.
    """

    blanks: int = 0
    watermark: str = ""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """The request for a build.

    Attributes:
        out: Folder of the output; ``<game>/<language>/`` is made in it.
        languages: BCP 47 tags, in order.
        selection: The pieces.
        print: Print options on top of the game's own, by name, as typed; ``profile`` names a profile.
        printer: Name of a calibrated printer of the user's; empty for none.
        jobs: Number of processes on systems that can fork; 0 for as many as help.
        strict: Whether warnings are errors, so that nothing is written.
        keep_going: Whether everything without errors is written: pieces, rule sheets and languages with
            errors are left out, sheets and manifest say that they are incomplete.
        combined: Whether each language goes into one file.
        booklet: Whether rule sheets are printed as booklets.
        boxes: Thickness of a card, to print tuck boxes for all decks; None for no boxes.
        extras: Blank pieces and a watermark.
        card: Command that makes the same files, for a build card at the end; empty for no card.
        assets: A key over everything that faces depend on besides the data and layouts of the game
            (``assets_key``), computed before anything is read; empty to keep no faces for later runs.
        unchanged: Returns whether ``assets`` is still right, before faces are kept; None if it cannot
            change.
        simulate: Colour vision to simulate, in a folder of its own; None for none.
        date: Day or time of the files (UTC), where they have one; empty for that of the game.
        output_intent: The content of the ICC profile that the print options name; None if it is in the
            game's folder.
        journals: The user's folder for journals of unfinished writing; None keeps none.
    """

    out: Path
    languages: tuple[str, ...]
    selection: Selection = field(default_factory=Selection)
    print: Mapping[str, str] = field(default_factory=dict)
    printer: str = ""
    jobs: int = 1
    strict: bool = False
    keep_going: bool = False
    combined: bool = False
    booklet: bool = False
    boxes: Length | None = None
    extras: Extras = field(default_factory=Extras)
    card: str = ""
    assets: str = ""
    unchanged: Callable[[], bool] | None = None
    simulate: Vision | None = None
    date: str = ""
    output_intent: bytes | None = None
    journals: Path | None = None

    def weighed(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings; if the build is strict, warnings are errors."""
        return made_strict(found) if self.strict else list(found)


class Progress:
    """Receives the progress of a run, and ignores it.

    Args:
        clock: Seconds from any start, for the times by stage, which reach no output file.
    """

    def __init__(self, clock: Callable[[], float] = lambda: 0.0) -> None:
        self.clock = clock

    def start(self, stage: str, steps: int) -> None:
        """A stage of ``steps`` steps begins."""

    def step(self, steps: int) -> None:
        """This many steps are done since the last call."""


def select(game: Game, selection: Selection) -> tuple[tuple[ComponentSet, ...], list[Diagnostic]]:
    """The sets with the chosen pieces, without empty sets, and the faults of the choice."""
    found = _unknown_patterns(game, selection.only)
    if found or selection.whole:
        return game.sets, found
    chosen, found = _where(game, selection.where)
    sets = []
    for component_set in game.sets:
        pieces = tuple(
            _copied(piece, selection.copies)
            for piece in component_set.pieces
            if piece.copies and _named(piece, selection.only) and (chosen is None or piece.key in chosen)
        )
        if pieces:
            sets.append(replace(component_set, pieces=pieces))
    if not sets and not found and not _empty_sets(game, selection.only):
        found.append(
            error(
                "C220",
                "no piece is chosen by --only and --where together",
                None,
                "list the pieces with pnp list",
            )
        )
    return tuple(sets), found


def _copied(piece: Piece, copies: int | None) -> Piece:
    return piece if copies is None else replace(piece, copies=copies)


def _named(piece: Piece, patterns: Sequence[str]) -> bool:
    return not patterns or any(fnmatchcase(piece.key, p) or fnmatchcase(piece.set_id, p) for p in patterns)


def _unknown_patterns(game: Game, patterns: Sequence[str]) -> list[Diagnostic]:
    pieces = list(game.pieces())
    known = [component_set.id for component_set in game.sets] + [piece.key for piece in pieces]
    return [
        error("C210", f"--only '{pattern}' names no piece", None, did_you_mean(pattern, known, "pieces"))
        for pattern in patterns
        if not any(_named(piece, [pattern]) for piece in pieces) and not _empty_sets(game, [pattern])
    ]


def _empty_sets(game: Game, patterns: Sequence[str]) -> list[ComponentSet]:
    """Sets with these names that have no pieces, such as those of a faulty table (reported elsewhere)."""
    return [each for each in game.sets if not each.pieces and any(fnmatchcase(each.id, p) for p in patterns)]


def _where(game: Game, source: str) -> tuple[set[str] | None, list[Diagnostic]]:
    if not source:
        return None, []
    chosen = chosen_by(game, source)
    if isinstance(chosen, Diagnostic):
        return None, [replace(chosen, message=f"--where: {chosen.message}")]
    return chosen, []


def chosen_by(game: Game, source: str, steps: int | None = None) -> set[str] | Diagnostic:
    """Keys of the pieces for which an expression is true, or the fault of the expression (C230).

    A piece without a field that the expression needs is not chosen. It is an error if no piece has the field,
    or if the field is compared with what it never equals.

    Args:
        game: Has the pieces.
        source: The expression.
        steps: Most steps for all pieces together; None for the usual bound on each.
    """
    scope = game_scope(game)
    try:
        expression = parse_expression(source)
    except ExpressionFault as fault:
        return error("C230", fault.message, None, fault.help)
    fields = ComparedFields(game)
    for compared in comparisons(expression.body):
        if fault_found := fields.fault(compared):
            return error("C230", fault_found[1], None, fault_found[2])
    shared = None if steps is None else Budget(steps)
    chosen: set[str] = set()
    known: set[str] = set()
    first: ExpressionFault | None = None
    complete = False
    for piece in game.pieces():
        names = piece_scope(piece, scope)
        known.update(names)
        try:
            if evaluate(expression, names, shared or Budget(), lenient=True):
                chosen.add(piece.key)
            complete = True
        except ExpressionFault as fault:
            first = first or fault
    if first is not None and (not complete or (shared is not None and shared.steps < 0)):
        return error("C230", first.message, None, first.help)
    if known and not expression.names.keys() <= known:
        try:
            evaluate(expression, dict.fromkeys(known))
        except ExpressionFault as fault:  # of the first name that no piece has
            return error("C230", fault.message, None, fault.help)
    return chosen


def print_profile(
    workshop: Workshop, game: Game, options: Mapping[str, str], printer: str = ""
) -> tuple[PrintProfile | None, list[Diagnostic]]:
    """The profile to print with, and findings; None if there is an error.

    Args:
        workshop: With the user's profiles and printers.
        game: With its own print options.
        options: Print options on top of those, by name, as typed; ``profile`` names a profile.
        printer: Name of a calibrated printer; empty for none.

    Diagnostics: S101 to S104, S105 unknown printer, S106, S118; faults of the user's files if something in
    them is used.
    """
    user = workshop.user
    found: list[Diagnostic] = []
    name = options.get("profile") or game.print.values.get("profile", "")
    named = game.profiles.get(name) if name else None
    if user.diagnostics and (printer or (named is not None and named.file in user.sources)):
        found += user.diagnostics
    if printer and printer not in user.printers:
        cure = [
            did_you_mean(printer, user.printers, "printers"),
            f"print and read the sheet that pnp calibrate --printer {printer} makes",
        ]
        found.append(error("S105", f"unknown printer '{printer}'", None, cure if user.printers else cure[1:]))
    calibrated = user.printers.get(printer) if printer else None
    profile, faults = profile_from(game.print, options, game.span, game.profiles, calibrated)
    found += faults
    if profile is not None:
        found += unused_options(profile, options, (game.print, *([named] if named is not None else ())))
    return (None if has_errors(found) else profile), found
