"""Open, check, draw, build and export a game from Python.

These names are stable; the code below them may change. ``docs/python.md`` shows examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.api.fault import (
    BrokenGameError,
    CancelledError,
    GameNotFoundError,
    MissingLibraryError,
    PnpError,
    UnknownNameError,
    UnusableFilesError,
)
from pnp.api.files import found_folder
from pnp.build import Checked, Workshop, check_workshop, open_workshop
from pnp.diagnostics import Diagnostic, Severity
from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.api.opened import OpenGame, OpenPiece, Output
    from pnp.build import BuildResult

__all__ = [
    "BrokenGameError",
    "CancelledError",
    "Checked",
    "Diagnostic",
    "GameNotFoundError",
    "MissingLibraryError",
    "OpenGame",
    "OpenPiece",
    "Output",
    "PnpError",
    "Severity",
    "UnknownNameError",
    "UnusableFilesError",
    "Workshop",
    "build",
    "check",
    "load",
    "open_game",
]

__getattr__ = lazy(__name__)


def load(game: str | Path = "", cwd: Path | None = None) -> Workshop:
    """The opened game: ``.game`` has its sets, pieces and facts, ``.diagnostics`` the faults of its files.

    Args:
        game: Its name or its folder; empty for the one in ``cwd``.
        cwd: Base of names and of paths, also in findings; the current folder when None.

    Raises:
        GameNotFoundError: No game has that name.
    """
    cwd = cwd or Path.cwd()
    return open_workshop(found_folder(game, cwd), cwd)


def open_game(source: str | Path | bytes | Mapping[str, str | bytes], cwd: Path | None = None) -> OpenGame:
    """A game to draw, build and export in memory, as a context manager; see ``OpenGame``."""
    from pnp.api.opened import OpenGame  # brings all that draws

    return OpenGame(source, cwd)


def check(workshop: Workshop, seeds: int = 20) -> Checked:
    """Check data, texts, rule sheets and translations: ``.diagnostics``, and ``.claims`` with all results.

    Args:
        workshop: As ``load`` gives it.
        seeds: Number of random set-ups for claims about the map.
    """
    return check_workshop(workshop, seeds, rulebooks=True)


def build(
    workshop: Workshop,
    out: str | Path = "out",
    *,
    languages: Iterable[str] = (),
    only: Iterable[str] = (),
    where: str = "",
    copies: int | None = None,
    options: Mapping[str, str] | None = None,
    strict: bool = False,
) -> BuildResult:
    """Write the PDFs: ``.files``, relative to ``out``, is empty when ``.diagnostics`` has errors.

    Args:
        workshop: As ``load`` gives it.
        out: Output folder.
        languages: Empty for the game's own.
        only: Sets or pieces, such as ``weapons`` or ``spells/*``; empty for all.
        where: Expression over the fields of pieces that selects some; empty for all.
        copies: Number of copies of each piece; None for its own.
        options: Print options by their names in ``game.yaml``, such as ``{"paper": "Letter"}``.
        strict: Whether warnings count as errors.
    """
    from pnp.build import BuildOptions, Selection, build

    own = (workshop.game.language,) if workshop.game else ()
    chosen = Selection(tuple(only), where, copies)
    wanted = BuildOptions(Path(out), tuple(languages) or own, chosen, dict(options or {}), strict=strict)
    return build(workshop, wanted)
