"""The case that all checks look at: a game with what they need to know of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import dataclass, field

from pnp.checks.printed import PrintedTexts
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.model import Files, Game, LayoutSource
from pnp.rules import Expression


@dataclass(frozen=True, slots=True)
class Case:
    """A game with everything that its names may refer to.

    Attributes:
        game: As it was loaded.
        icons: The game's own and the shared ones.
        fonts: The game's own and the shared ones.
        files: The game's folder.
        layouts: Those that ship with pnp, by name.
        texts: Every printed text; equal fillings of one text once, with the first piece.
        icon_names: Of ``icons``; asking for the names alone draws none.
        parsed: Expressions that were read so far, by their source; grows.
    """

    game: Game
    icons: IconLibrary
    fonts: FontLibrary
    files: Files
    layouts: Mapping[str, LayoutSource]
    texts: PrintedTexts
    icon_names: Collection[str]
    parsed: MutableMapping[str, Expression] = field(default_factory=dict)
