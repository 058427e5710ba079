"""Translations of a game: its texts, their files and faults, and the game in another language."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.translation.localise import Translator
    from pnp.translation.translations import Translations

__getattr__ = lazy(__name__)
