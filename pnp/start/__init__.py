"""New games: small ones that work, with remarks that teach."""

from pnp.start.new_game import TEMPLATES, Template, new_game, translations

__all__ = ["TEMPLATES", "Template", "new_game", "translations"]
