"""What all languages of one run of a build share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from pnp.build.pieces import PACKING
from pnp.build.request import BuildOptions, Progress
from pnp.build.workshop import Workshop
from pnp.draw import FaceHashes, PictureData
from pnp.impose import PrintProfile
from pnp.layout import SharedAssets
from pnp.model import ComponentSet
from pnp.workers import shared

if TYPE_CHECKING:
    from pnp.pdf import Form, FormMaker
    from pnp.pdf.pages import PageStream, Share


@dataclass(frozen=True, slots=True)
class BuildRun:
    """A game that can be printed, how it is printed, and what its languages share.

    Attributes:
        workshop: The game.
        options: Of the build.
        profile: How to print.
        sets: With the chosen pieces, in the game's own language.
        progress: Told how far the run is.
        form_maker: Makes forms of faces.
        assets: Pictures, and layouts that were compiled.
        hashes: Remembers the hashes of faces.
    """

    workshop: Workshop
    options: BuildOptions
    profile: PrintProfile
    sets: Sequence[ComponentSet]
    progress: Progress
    form_maker: FormMaker
    assets: SharedAssets
    hashes: FaceHashes = field(default_factory=FaceHashes)

    @classmethod
    def of(
        cls,
        workshop: Workshop,
        options: BuildOptions,
        profile: PrintProfile,
        sets: Sequence[ComponentSet],
        progress: Progress,
    ) -> Self:
        """A run that has made nothing yet; for the arguments see the attributes."""
        from pnp.pdf import FormMaker

        form_maker, assets = FormMaker(workshop.fonts), SharedAssets(workshop.files)
        return cls(workshop, options, profile, sets, progress, form_maker, assets)


class Stopwatch:
    """Adds up seconds by stage.

    Args:
        clock: Seconds from any start.

    Attributes:
        seconds: By stage, in order of their first use.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        """Count what is done inside towards a stage."""
        start = self.clock()
        yield
        self.seconds[stage] = self.seconds.get(stage, 0.0) + self.clock() - start


def sharing_pages(jobs: int) -> Share | None:
    """Has the pages of a file made by several processes; None for one."""
    if jobs < 2:
        return None

    def share(
        make: Callable[[int], PageStream], count: int, known: Mapping[str, Form | PictureData]
    ) -> Iterator[PageStream]:
        with shared(make, count, jobs, PACKING, known) as results:
            yield from results(lambda _: None)

    return share
