"""A game opened for work: its values, its assets, and what is wrong with it so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.checks import case_of, check_case
from pnp.diagnostics import Diagnostic, has_errors
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.layout.library import shipped_layouts
from pnp.load import Loaded, UserSettings, game_fonts, game_icons, load_game
from pnp.model import Files, Game
from pnp.rules import ClaimResult, check_claims
from pnp.store import OFF, Store
from pnp.translation import Translations


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
        user: What the user keeps for all games; its profiles are among those of the game.
        cache: Keeps what later runs need not make again.
    """

    folder: Path
    game: Game | None
    fonts: FontLibrary
    icons: IconLibrary
    files: Files
    sources: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...]
    user: UserSettings = field(default_factory=UserSettings)
    cache: Store = OFF

    @property
    def broken(self) -> bool:
        """Whether there is nothing to go on with."""
        return self.game is None


def open_workshop(folder: Path, cwd: Path, user: UserSettings | None = None, cache: Store = OFF) -> Workshop:
    """The game in ``folder``, read and resolved, with its fonts and icons.

    Args:
        folder: Holds ``game.yaml``.
        cwd: Names of files are shown relative to it.
        user: What the user keeps for all games.
        cache: Changes nothing but the time.
    """
    user = user or UserSettings()
    loaded: Loaded = load_game(folder, cwd=cwd, profiles=user.profiles)
    fonts, font_faults = game_fonts(loaded.files)
    icons = game_icons(loaded.files)
    return Workshop(
        folder,
        loaded.game,
        fonts,
        icons,
        loaded.files,
        {**user.sources, **loaded.sources},
        (*loaded.diagnostics, *font_faults),
        user,
        cache,
    )


@dataclass(frozen=True, slots=True)
class Checked:
    """What can be told without laying anything out: findings of data, texts and claims, and every claim's result."""

    diagnostics: tuple[Diagnostic, ...]
    claims: tuple[ClaimResult, ...] = ()


def check_workshop(workshop: Workshop, seeds: int = 20, translations: Translations | None = None) -> Checked:
    """Check data and texts and, where the data are sound enough to count, the claims.

    Args:
        workshop: The game.
        seeds: Random set-ups that claims about the map try.
        translations: The languages to check; all of the game when None.
    """
    game = workshop.game
    if game is None:
        return Checked(workshop.diagnostics)
    case = case_of(game, workshop.icons, workshop.fonts, workshop.files, shipped_layouts())
    found = [*workshop.diagnostics, *check_case(case)]
    if has_errors(workshop.diagnostics):
        return Checked(tuple(found))
    found += (translations or Translations(game)).check(case)
    claims = tuple(check_claims(game, seeds))
    for result in claims:
        found += result.diagnostics
    return Checked(tuple(found), claims)
