"""A sound game in its languages: what they share, and where each begins."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.build.edition import Edition, Making
from pnp.build.emit import Emitter
from pnp.build.options import BuildOptions, Progress
from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic
from pnp.draw import FaceHashes
from pnp.impose import PrintProfile
from pnp.layout import Stock
from pnp.model import ComponentSet
from pnp.translation import Translator


class Printer:
    """Prints a sound game in its languages; what languages share is made once.

    Args:
        workshop: The game.
        options: Of the build.
        profile: How to print.
        sets: With the chosen pieces, in the game's own language.
        told: By the checks of the data.
        broken: Whether there were errors before.
        progress: Told how far it is.
    """

    def __init__(
        self,
        workshop: Workshop,
        options: BuildOptions,
        profile: PrintProfile,
        sets: Sequence[ComponentSet],
        told: Sequence[Diagnostic],
        progress: Progress,
        *,
        broken: bool,
    ) -> None:
        from pnp.press import Press

        self.workshop, self.options, self.profile, self.sets = workshop, options, profile, sets
        self.told, self.broken, self.progress = told, broken, progress
        self.hashes = FaceHashes()
        self.press = Press(workshop.fonts)
        self.emitter = Emitter(options, profile, workshop.fonts, self.press, self.hashes)
        self.stock = Stock(workshop.files)
        self._begun: dict[str, Making] = {}

    def edition(self, translator: Translator, jobs: int) -> Edition:
        """The game in one language, made by so many processes."""
        begun = self._begun.get(translator.language)
        return (begun or Making(self, translator, jobs)).made()

    def warm_up(self, translator: Translator) -> None:
        """Begin a language before languages are shared out to processes of their own.

        They all have then what it brings in: fonts, layouts and libraries.
        """
        edition = self._begun[translator.language] = Making(self, translator, 1)
        edition.begin()
