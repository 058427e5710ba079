"""New games: small ones that work, with comments that teach."""

from pnp.start.new_game import TEMPLATES, SetTemplate, bare_game, new_game, sample_language, translations

__all__ = [
    "TEMPLATES",
    "SetTemplate",
    "bare_game",
    "new_game",
    "sample_language",
    "translations",
]
