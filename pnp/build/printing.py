"""How one run prints: from what game, user and command line say to one profile."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic, did_you_mean, error, has_errors
from pnp.impose import PrintProfile, profile_from
from pnp.model import Game


def print_profile(
    workshop: Workshop, game: Game, options: Mapping[str, str], printer: str = ""
) -> tuple[PrintProfile | None, list[Diagnostic]]:
    """The profile to print with, or None when something is wrong.

    Args:
        workshop: Whose user's profiles and printers can be named.
        game: What to print.
        options: Print options given on top of the game's own, by name, as typed; ``profile`` names one.
        printer: Name of a calibrated printer; empty for none.

    Diagnostics: S101 to S104, S105 unknown printer, S106; faults of the user's files when something in them is used.
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
    return (None if has_errors(found) else profile), found
