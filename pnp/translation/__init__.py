"""Translations of a game: its texts, their files, what is wrong with them, and the game in another language."""

from pnp.translation.localise import Translator
from pnp.translation.translations import Translations

__all__ = ["Translations", "Translator"]
