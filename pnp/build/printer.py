"""A sound game in its languages: what they share, and where each begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import TYPE_CHECKING, TypeVar

from pnp.build.edition import Edition, Making
from pnp.build.emit import Emitter
from pnp.build.pieces import PACKING
from pnp.build.request import BuildOptions, Progress
from pnp.build.workshop import Workshop
from pnp.draw import FaceHashes, PictureData
from pnp.impose import PrintProfile
from pnp.layout import SharedAssets
from pnp.model import ComponentSet
from pnp.pdf import Form
from pnp.translation import Translator
from pnp.workers import shared, usable_cores

if TYPE_CHECKING:
    from pnp.pdf.pages import PageStream, Share

T = TypeVar("T")


class Printer:
    """Prints a sound game in its languages; what languages share is made once.

    Args:
        workshop: The game.
        options: Of the build.
        profile: How to print.
        sets: With the chosen pieces, in the game's own language.
        progress: Told how far it is.
        broken: Whether there were errors before.

    Attributes:
        jobs: Processes to work in, if there is enough to do.
        broken: Whether there are errors by now, so that nothing will be written and files need not be made.
    """

    def __init__(
        self,
        workshop: Workshop,
        options: BuildOptions,
        profile: PrintProfile,
        sets: Sequence[ComponentSet],
        progress: Progress,
        *,
        broken: bool,
    ) -> None:
        from pnp.pdf import FormMaker

        self.workshop, self.options, self.profile, self.sets = workshop, options, profile, sets
        self.broken, self.progress = broken, progress
        self.hashes = FaceHashes()
        self.form_maker = FormMaker(workshop.fonts)
        self.emitter = Emitter(options, profile, workshop.fonts, self.form_maker, self.hashes)
        self.stock = SharedAssets(workshop.files)
        self.jobs = options.jobs or usable_cores()
        self._makings: dict[str, Making] = {}
        self._open = ExitStack()

    def close(self) -> None:
        """End the processes that were begun."""
        self._open.close()

    def opened(self, context: AbstractContextManager[T]) -> T:
        """Enter something that is left when the printer is closed."""
        return self._open.enter_context(context)

    def edition(self, translator: Translator, jobs: int) -> Edition:
        """The game in one language, made by so many processes."""
        return self._making(translator, jobs).made()

    def begin(self, translator: Translator, jobs: int) -> None:
        """Let other processes begin with a language."""
        self._making(translator, jobs).begin()

    def warm_up(self, translator: Translator) -> None:
        """Begin a language before languages are shared out to processes of their own.

        They all have then what it brings in: fonts, layouts, libraries and pictures.
        """
        self._making(translator, 1).warm_up()

    def sharing_pages(self, jobs: int) -> Share | None:
        """Has pages of a file made by so many processes; None for one."""
        if jobs < 2:
            return None

        def share(
            make: Callable[[int], PageStream], count: int, known: Mapping[str, Form | PictureData]
        ) -> Iterator[PageStream]:
            with shared(make, count, jobs, PACKING, known) as results:
                yield from results(lambda _: None)

        return share

    def _making(self, translator: Translator, jobs: int) -> Making:
        """A language that is made, by so many processes unless it was begun by others."""
        making = self._makings.get(translator.language)
        if making is None:
            making = self._makings[translator.language] = Making(self, translator, jobs)
        return making
