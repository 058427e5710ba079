"""A sound game in its languages: what they share, and where each begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.build.crew import usable_cores
from pnp.build.edition import Edition, Making
from pnp.build.emit import Emitter
from pnp.build.options import BuildOptions, Progress
from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic
from pnp.draw import FaceHashes
from pnp.impose import PrintProfile
from pnp.layout import Stock
from pnp.model import ComponentSet
from pnp.pictures import Proved
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

    Attributes:
        jobs: Processes to work in, if there is enough to do.
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
        self._proved = Proved(workshop.cache, workshop.game.id if workshop.game else "")
        self.stock = Stock(workshop.files, self._proved)
        self.jobs = options.jobs or usable_cores()
        self.stock.pictures.look_ahead(_pictures(sets), self.jobs - 1)
        self._begun: dict[str, Making] = {}

    def close(self) -> None:
        """End the threads that run beside this one, and keep what later runs need not prove."""
        self.stock.pictures.close()
        self._proved.save()

    def edition(self, translator: Translator, jobs: int) -> Edition:
        """The game in one language, made by so many processes."""
        begun = self._begun.get(translator.language)
        return (begun or Making(self, translator, jobs)).made()

    def warm_up(self, translator: Translator) -> None:
        """Begin a language before languages are shared out to processes of their own.

        They all have then what it brings in: fonts, layouts, libraries and pictures.
        """
        edition = self._begun[translator.language] = Making(self, translator, 1)
        edition.begin()
        self.stock.pictures.settle()


def _pictures(sets: Sequence[ComponentSet]) -> Iterator[str]:
    """The pictures that pieces name, in the order of the pieces."""
    for each in sets:
        names = [name for name, declaration in each.fields.items() if declaration.kind == "picture"]
        for piece in each.pieces:
            values = [piece.fields.get(name) for name in names] if piece.copies else []
            yield from (value for value in values if isinstance(value, str))
