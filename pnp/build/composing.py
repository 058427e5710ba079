"""Composing the pieces of all editions of a game, in several processes if there is enough to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import pairwise
from operator import attrgetter
from types import TracebackType
from typing import TypeAlias

from pnp.build.edition import ComposedGame, ComposedPiece, ComposedSet, Edition
from pnp.build.request import Progress
from pnp.draw import FaceParts, Outline, PictureData
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.model import Piece
from pnp.pdf import Form, PdfFace, PdfResources
from pnp.workers import Packing, in_background, shared, start_method

PACKING = Packing(
    {Form: attrgetter("name"), PictureData: attrgetter("key")},
    (ComposedPiece, PieceFaces, PdfFace, FaceParts, Outline, Box, PdfResources),
)
"""How pieces, pages and languages travel between processes."""

_WORTH_SHARING: Mapping[str, int] = {"fork": 60, "spawn": 1500}
"""With fewer pieces to compose, a second process costs more time than it saves."""
_PICTURE = 10
"""Pieces that take as long to compose as one picture takes to read."""

_ToCompose: TypeAlias = tuple[Edition, Piece]


def compose(edition: Edition, jobs: int = 1, progress: Progress | None = None) -> ComposedGame:
    """The printed pieces of an edition; the same for any number of processes (``jobs``)."""
    with Composing([edition], jobs, progress) as composing:
        return composing.finish()[0]


class Composing:
    """Composes the pieces of editions: a context in which other processes compose, if there is enough to do.

    They begin when it is entered. This process may do something else before it calls ``finish``.

    A piece is composed in all languages by the same process, which draws only once what does not depend on
    the language. So are the pieces that only rule sheets show, because they show the same other pieces.

    Args:
        editions: Of one game. Pieces without copies are left out.
        jobs: Number of processes.
        progress: Receives the progress.
        rulebooks: Whether rule sheets are made, and the pieces that only they show are wanted, too.
    """

    def __init__(
        self,
        editions: Sequence[Edition],
        jobs: int = 1,
        progress: Progress | None = None,
        *,
        rulebooks: bool = False,
    ) -> None:
        self._editions = editions
        self._progress = progress or Progress()
        self._rulebooks = rulebooks
        self._wanted = [_wanted(edition, rulebooks) for edition in editions]
        self._shown = len(self._wanted[0]) - len(editions[0].printed)
        self._every: list[_ToCompose] = [
            pair for pieces in zip(*self._wanted, strict=True) for pair in zip(editions, pieces, strict=True)
        ]
        languages = ", ".join(edition.language for edition in editions)
        self._progress.start(f"composing {languages}", len(self._every))
        self._ready = [
            None if edition.cache is None else edition.cache.get(piece) for edition, piece in self._every
        ]
        worth_sharing = _work(editions[0], self._every, self._ready) >= _WORTH_SHARING[start_method()]
        self._jobs = jobs if worth_sharing else 1
        self._stack = ExitStack()

    def __enter__(self) -> Composing:
        """Let other processes begin."""
        pictures: Mapping[str, PictureData] = {}
        if self._jobs > 1:
            first = self._editions[0]
            _compose_firsts(first, self._every, self._ready)
            pictures = first.assets.pictures.loaded()
        missing = [pair for pair, known in zip(self._every, self._ready, strict=True) if known is None]
        self._missing = len(missing)
        self._results = self._stack.enter_context(
            shared(
                partial(_piece, missing),
                len(missing),
                self._jobs,
                PACKING,
                pictures,
                portable=True,
                groups=self._groups(),
            )
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        """End the other processes, once the pieces are in the caches."""
        return self._stack.__exit__(kind, error, trace)

    def finish(self) -> list[ComposedGame]:
        """Compose the remaining pieces of all editions, and begin to save them in the caches."""
        self._progress.step(len(self._every) - self._missing)
        if self._jobs > 1 and self._rulebooks:
            # Others compose while this is loaded, and forked languages share it.
            import markdown_it  # noqa: F401

            import pnp.rulebook.compose  # noqa: F401
        rest = self._results(self._progress.step)
        composed = [known or next(rest) for known in self._ready]
        games = []
        for at, (edition, wanted) in enumerate(zip(self._editions, self._wanted, strict=True)):
            own = composed[at :: len(self._editions)]
            games.append(_in_sets(edition, own, self._shown))
            if edition.cache is not None:
                save = partial(edition.cache.save, list(zip(wanted, own, strict=True)))
                saved = self._stack.enter_context(in_background(save, self._jobs))
                self._stack.callback(saved)
        return games

    def _groups(self) -> list[int]:
        """How many pieces in a row one process composes: those only on rule sheets, then each piece."""
        languages = len(self._editions)
        starts = [0, *range(self._shown * languages, len(self._every), languages)]
        ends = pairwise([*starts, len(self._every)])
        return [self._ready[start:end].count(None) for start, end in ends]


def _wanted(edition: Edition, rulebooks: bool) -> Sequence[Piece]:
    """The pieces to compose; those that only rule sheets show are first, if they are wanted.

    They take longest, so processes that begin with them end together.
    """
    return [*(edition.only_in_sheets if rulebooks else ()), *edition.printed]


def _compose_firsts(edition: Edition, every: Sequence[_ToCompose], ready: list[ComposedPiece | None]) -> None:
    """Compose the first piece of each set, which loads fonts, layouts and libraries for forked processes.

    Args:
        edition: The first one.
        every: The pieces of all editions.
        ready: Those that are composed already, in the same order; receives these.
    """
    firsts = {piece.set_id: piece.key for piece in reversed(edition.printed)}
    for number, (own, piece) in enumerate(every):
        if own is edition and ready[number] is None and piece.key == firsts.get(piece.set_id):
            ready[number] = edition.piece(piece)


def _piece(wanted: Sequence[_ToCompose], number: int) -> ComposedPiece:
    edition, piece = wanted[number]
    return edition.piece(piece)


def _in_sets(edition: Edition, composed: Sequence[ComposedPiece], shown: int) -> ComposedGame:
    """The composed pieces, which are in order, by sets; the first are those that rule sheets show."""
    in_order = iter(composed[shown:])
    by_set = [
        ComposedSet(each, [next(in_order) for piece in each.pieces if piece.copies]) for each in edition.sets
    ]
    return ComposedGame(edition, by_set, composed[:shown])


def _work(edition: Edition, every: Sequence[_ToCompose], ready: Sequence[ComposedPiece | None]) -> int:
    """How much there is to do: pieces that are not ready, and the pictures that their fields name."""
    named = {
        each.id: [name for name, field in each.fields.items() if field.kind == "picture"]
        for each in edition.sets
    }
    pieces = [piece for (_, piece), known in zip(every, ready, strict=True) if known is None]
    pictures = {piece.fields.get(name) for piece in pieces for name in named[piece.set_id]}
    return len(pieces) + _PICTURE * len(pictures - {None, ""})
