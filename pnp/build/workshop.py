"""A game opened for work: its values, its assets, and what is wrong with it so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.checks import check_game
from pnp.diagnostics import Diagnostic, has_errors
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.layout.library import shipped_layouts
from pnp.load import Loaded, game_fonts, game_icons, load_game
from pnp.model import Files, Game
from pnp.rules import ClaimResult, check_claims


@dataclass(frozen=True)
class Workshop:
    """A loaded game with its assets.

    Attributes:
        folder: Of the game.
        game: What its files say; None when they are too broken to tell.
        fonts: The game's own first, then the shared ones.
        icons: Likewise.
        files: Reads the game's pictures.
        sources: Text of each file that was read, for excerpts.
        diagnostics: What reading found.
    """

    folder: Path
    game: Game | None
    fonts: FontLibrary
    icons: IconLibrary
    files: Files
    sources: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def broken(self) -> bool:
        """Whether there is nothing to go on with."""
        return self.game is None


def open_workshop(folder: Path, cwd: Path) -> Workshop:
    """The game in ``folder``, read and resolved, with its fonts and icons.

    Args:
        folder: Holds ``game.yaml``.
        cwd: Names of files are shown relative to it.
    """
    loaded: Loaded = load_game(folder, cwd=cwd)
    fonts, font_faults = game_fonts(loaded.files)
    icons = game_icons(loaded.files)
    return Workshop(
        folder,
        loaded.game,
        fonts,
        icons,
        loaded.files,
        loaded.sources,
        (*loaded.diagnostics, *font_faults),
    )


@dataclass(frozen=True, slots=True)
class Checked:
    """What can be told without laying anything out: findings of data, texts and claims, and every claim's result."""

    diagnostics: tuple[Diagnostic, ...]
    claims: tuple[ClaimResult, ...] = ()


def check_workshop(workshop: Workshop, seeds: int = 20) -> Checked:
    """Check data and texts and, where the data are sound enough to count, the claims.

    Args:
        workshop: The game.
        seeds: Random set-ups that claims about the map try.
    """
    game = workshop.game
    if game is None:
        return Checked(workshop.diagnostics)
    found = [
        *workshop.diagnostics,
        *check_game(game, workshop.icons, workshop.fonts, workshop.files, shipped_layouts()),
    ]
    if has_errors(workshop.diagnostics):
        return Checked(tuple(found))
    claims = tuple(check_claims(game, seeds))
    for result in claims:
        found += result.diagnostics
    return Checked(tuple(found), claims)
