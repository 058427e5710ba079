"""The tool from Python: load, check and build a game.

These few functions stay as they are; what lies behind them may change. ``docs/python.md`` shows them at work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.build.workshop import Checked, Workshop, check_workshop, open_workshop
from pnp.diagnostics import Diagnostic, Severity
from pnp.load import UnknownGameError, find_game

if TYPE_CHECKING:
    from pnp.build.build import BuildResult

__all__ = ["Checked", "Diagnostic", "GameNotFoundError", "Severity", "Workshop", "build", "check", "load"]


class GameNotFoundError(Exception):
    """There is no such game; the message says which there are."""


def load(game: str | Path = "", cwd: Path | None = None) -> Workshop:
    """The game, read: ``.game`` holds its sets, pieces and facts, ``.diagnostics`` what is wrong with its files.

    Args:
        game: Its name or its folder; empty for the one in ``cwd``.
        cwd: Where names and paths begin, and files are shown from; the current folder when None.

    Raises:
        GameNotFoundError: There is none of that name.
    """
    cwd = cwd or Path.cwd()
    try:
        return open_workshop(find_game(str(game) or None, cwd), cwd)
    except UnknownGameError as fault:
        raise GameNotFoundError(str(fault)) from None


def check(workshop: Workshop, seeds: int = 20) -> Checked:
    """Findings of data, texts, rule sheets and translations in ``.diagnostics``, and the result of every claim in ``.claims``.

    Args:
        workshop: As ``load`` gives it.
        seeds: Random set-ups that claims about the map try.
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
    """Print the game: ``.files`` lists the PDFs, relative to ``out``, and is empty when ``.diagnostics`` has errors.

    Args:
        workshop: As ``load`` gives it.
        out: Folder of the output.
        languages: The game's own when there are none.
        only: Sets or pieces, such as ``weapons`` or ``spells/*``; all when there are none.
        where: Expression over the fields of pieces that chooses some.
        copies: How many of each piece, instead of its own number.
        options: Print options by the names that they have in ``game.yaml``, such as ``{"paper": "Letter"}``.
        strict: Whether warnings count as errors.
    """
    from pnp.build.build import build
    from pnp.build.options import BuildOptions
    from pnp.build.selection import Selection

    own = (workshop.game.language,) if workshop.game else ()
    return build(
        workshop,
        BuildOptions(
            out=Path(out),
            languages=tuple(languages) or own,
            selection=Selection(tuple(only), where, copies),
            print=dict(options or {}),
            strict=strict,
        ),
    )
