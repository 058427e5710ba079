"""A game in one language, and composing its pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from pnp.build.alternative import front_words, side_words
from pnp.build.request import Progress
from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic
from pnp.draw import AnyFace, Face, FaceHashes, Outline, PictureData
from pnp.geometry import Box
from pnp.i18n import label
from pnp.impose import Footer, PieceFaces
from pnp.layout import ComposeContext, Composer, Fit, SharedAssets, Tightness, shipped_layouts, tightest
from pnp.model import ComponentSet, Piece, Text
from pnp.model.print import Ink
from pnp.pdf import Form, FormMaker, PdfFace, PdfResources
from pnp.preflight import FaceChecks, check_faces
from pnp.rules import fill, game_scope
from pnp.text import TextContext
from pnp.translation import Translator
from pnp.workers import Packing, in_background, shared, start_method

if TYPE_CHECKING:
    from pnp.build.face_cache import FaceCache
    from pnp.pdf.colours import RgbColours

_BACKS_KEPT = 256
"""Backs that an edition remembers as forms: most decks have one, and some have one for each suit."""


class ComposedPiece(NamedTuple):
    """A piece in one language.

    Attributes:
        faces: None if the front could not be composed.
        diagnostics: Faults of both sides.
        fits: How its texts fit; empty if its faces are forms.
        tightest: The texts that do not fit, or the one that comes closest to not fitting.
        reads: What both sides were composed from besides the piece (see ``pnp.layout.reads``).
    """

    faces: PieceFaces | None
    diagnostics: tuple[Diagnostic, ...]
    fits: tuple[Fit, ...]
    tightest: tuple[Tightness, ...] = ()
    reads: frozenset[str] = frozenset()


def compose_piece(composer: Composer, piece: Piece) -> ComposedPiece:
    """The piece's two sides."""
    icons = composer.icon_names
    front = composer.compose(piece, "front")
    found, fits, reads = list(front.diagnostics), list(front.fits), front.reads
    back, behind = None, ""
    if piece.back is not None:
        composed = composer.compose(piece, "back")
        back = composed.face
        behind = side_words(composed.fits, back.label if back else "", icons)
        found += composed.diagnostics
        fits += composed.fits
        reads |= composed.reads
    faces = None
    if front.face is not None:
        label = front.face.label or piece.id
        faces = PieceFaces(
            piece.key,
            label,
            front.face,
            back,
            piece.copies,
            piece.span,
            unfit=tuple(fit.words for fit in fits if fit.overset),
            words=(front_words(piece, front.fits, label, icons), behind),
        )
    return ComposedPiece(faces, tuple(found), tuple(fits), tightest(fits), reads)


class Edition:
    """A game in one language, with everything that its pieces are composed from.

    Args:
        workshop: The game with its assets.
        translator: Into the language.
        sets: The chosen sets in the game's own language; None for all.
        bleed: Beyond the trim, in millimetres; None for what the game says.
        ink: Theme, ``full`` or ``low``.
        assets: Pictures and layouts that other editions of the game have read; None for none.
        hashes: Remembers the hashes of faces; None for none yet.
        form_maker: Turns faces into forms once they are checked; None to keep the items of faces. Boards
            always keep theirs, because tiles are cut from them.

    Attributes:
        game: In the language.
        sets: The chosen sets in the language.
        incomplete: Whether something with errors is left out, which the footers say.
    """

    def __init__(
        self,
        workshop: Workshop,
        translator: Translator,
        sets: Sequence[ComponentSet] | None = None,
        *,
        bleed: float | None = None,
        ink: Ink = "full",
        assets: SharedAssets | None = None,
        hashes: FaceHashes | None = None,
        form_maker: FormMaker | None = None,
    ) -> None:
        self.workshop = workshop
        self.translator = translator
        self._chosen = sets
        self.language = translator.language
        self.game = translator.game()
        self.sets = self.game.sets if sets is None else tuple(map(translator.component_set, sets))
        self.bleed = self.game.print.bleed.mm if bleed is None else bleed
        self.ink = ink
        self.assets = assets or SharedAssets(workshop.files)
        self.hashes = hashes or FaceHashes()
        self.form_maker = form_maker
        self._context = ComposeContext(
            game=self.game,
            language=self.language,
            fonts=workshop.fonts,
            icons=workshop.icons,
            assets=self.assets,
            shipped_layouts=shipped_layouts(),
            bleed=self.bleed,
            ink=ink,
        )
        self.composer = Composer(self._context)
        self._checks = FaceChecks()
        self.incomplete = False
        self._backs: dict[int, tuple[Face, PdfFace]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """For a spawned process, which reads fonts, icons and pictures again."""
        colours = None if self.form_maker is None else self.form_maker.colours
        return _edition_again, (self.workshop, self.translator, self._chosen, self.bleed, self.ink, colours)

    @property
    def context(self) -> TextContext:
        """For setting other texts in the language."""
        return self.composer.context

    @cached_property
    def name(self) -> str:
        """The name of the game as printed."""
        return self.words(self.game.name)

    @cached_property
    def scope(self) -> Mapping[str, Any]:
        """The names that expressions of the game know."""
        return game_scope(self.game, self.language)

    def words(self, text: Text) -> str:
        """A text of the game or of a set as printed."""
        return fill(text, self.scope, self.language).text

    def footer(self, title: str) -> Footer:
        """The footer of sheets with this title."""
        if self.incomplete:
            title = f"{title} ({label('incomplete', self.language)})"
        return Footer(self.name, title, self.language, self.game.version)

    def in_ink(self, ink: Ink) -> Composer:
        """A new composer of the same edition in one theme or the other."""
        return Composer(replace(self._context, ink=ink))

    def piece(self, piece: Piece) -> ComposedPiece:
        """A piece of the edition; with a form maker, its faces become forms once they are checked."""
        composed = compose_piece(self.composer, piece)
        faces = composed.faces
        if self.form_maker is None or faces is None or piece.kind == "board":
            return composed
        drawn = PieceFaces(
            faces.key,
            faces.label,
            self._as_form(faces.front, "front"),
            faces.back and self._as_form(faces.back, "back"),
            faces.copies,
            faces.span,
            tuple(self._checks.faults(faces)),
            faces.unfit,
            faces.words,
        )
        return ComposedPiece(drawn, composed.diagnostics, (), composed.tightest, composed.reads)

    def _as_form(self, face: AnyFace, side: Literal["front", "back"]) -> AnyFace:
        assert self.form_maker is not None
        if not isinstance(face, Face):
            return face
        if side == "front":
            return self.form_maker.face(face, self.hashes)
        known = self._backs.get(id(face.items))
        if known is None:
            if len(self._backs) >= _BACKS_KEPT:
                self._backs.clear()
            # The face is kept with its form, so that its id is not used again.
            known = self._backs[id(face.items)] = (face, self.form_maker.face(face, self.hashes))
        return known[1] if known[1].label == face.label else known[1]._replace(label=face.label)


def _edition_again(
    workshop: Workshop,
    translator: Translator,
    sets: Sequence[ComponentSet] | None,
    bleed: float,
    ink: Ink,
    colours: RgbColours | None,
) -> Edition:
    """The same edition in another process."""
    maker = None if colours is None else FormMaker(workshop.fonts, colours)
    return Edition(workshop, translator, sets, bleed=bleed, ink=ink, form_maker=maker)


class _PieceMaker:
    """Composes pieces of an edition by their numbers."""

    def __init__(self, edition: Edition, pieces: Sequence[Piece]) -> None:
        self._edition = edition
        self._pieces = pieces

    def __call__(self, number: int) -> ComposedPiece:
        """The piece with this number."""
        return self._edition.piece(self._pieces[number])

    def __reduce__(self) -> tuple[Any, ...]:
        return _piece_maker_again, (self._edition, [piece.key for piece in self._pieces])


def _piece_maker_again(edition: Edition, keys: Sequence[str]) -> _PieceMaker:
    """The same in another process."""
    pieces = {piece.key: piece for each in edition.sets for piece in each.pieces}
    return _PieceMaker(edition, [pieces[key] for key in keys])


class ComposedSet(NamedTuple):
    """A set of an edition with its printed pieces, composed, in order."""

    component_set: ComponentSet
    pieces: Sequence[ComposedPiece]

    @property
    def faces(self) -> list[PieceFaces]:
        """The faces of the pieces that could be composed."""
        return [piece.faces for piece in self.pieces if piece.faces is not None]


class ComposedGame(NamedTuple):
    """An edition with its sets, composed."""

    edition: Edition
    sets: Sequence[ComposedSet]

    @property
    def printed(self) -> list[ComposedSet]:
        """The sets that have faces."""
        return [each for each in self.sets if each.faces]

    @property
    def faces(self) -> Iterator[PieceFaces]:
        """The faces of all pieces, in order of printing."""
        for each in self.sets:
            yield from each.faces

    @property
    def fits(self) -> list[Fit]:
        """How the texts of all faces fit, in order of printing."""
        return [fit for each in self.sets for piece in each.pieces for fit in piece.fits]

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The findings of composing."""
        return [item for each in self.sets for piece in each.pieces for item in piece.diagnostics]

    def checked(self) -> list[Diagnostic]:
        """The findings of composing and preflight, set by set."""
        found: list[Diagnostic] = []
        allowed = self.edition.game.allowances()
        for each in self.sets:
            for piece in each.pieces:
                found += piece.diagnostics
            found += check_faces(each.faces, allowed)
        return found


PACKING = Packing(
    {Form: attrgetter("name"), PictureData: attrgetter("key")},
    (ComposedPiece, PieceFaces, PdfFace, Outline, Box, PdfResources),
)
"""How pieces, pages and languages travel between processes."""

Finish: TypeAlias = Callable[[], ComposedGame]
"""Composes the remaining pieces."""

_WORTH_SHARING: Mapping[str, int] = {"fork": 60, "spawn": 1500}
"""With fewer pieces to compose, a second process costs more time than it saves."""
_PICTURE = 10
"""Pieces that take as long to compose as one picture takes to read."""


def compose(edition: Edition, jobs: int = 1, progress: Progress | None = None) -> ComposedGame:
    """The printed pieces of an edition; the same for any number of processes (``jobs``)."""
    with composing(edition, jobs, progress) as finish:
        return finish()


@contextmanager
def composing(
    edition: Edition,
    jobs: int = 1,
    progress: Progress | None = None,
    cache: FaceCache | None = None,
    made: Mapping[str, ComposedPiece] | None = None,
) -> Iterator[Finish]:
    """Lets other processes begin to compose, if there is enough to do; the value composes the rest.

    Args:
        edition: What to compose. Pieces without copies are left out.
        jobs: Number of processes.
        progress: Receives the progress.
        cache: Has pieces of earlier runs, and receives those of this one.
        made: Pieces by key that the edition has composed already.
    """
    progress = progress or Progress()
    printed = [(each, [piece for piece in each.pieces if piece.copies]) for each in edition.sets]
    every = [piece for _, pieces in printed for piece in pieces]
    progress.start(f"composing {edition.language}", len(every))
    known = made or {}
    ready = {piece.key: known.get(piece.key) or (cache and cache.get(piece)) for piece in every}
    pictures: Mapping[str, PictureData] = {}
    if (
        _work(edition, [piece for piece in every if ready[piece.key] is None])
        < _WORTH_SHARING[start_method()]
    ):
        jobs = 1
    if jobs > 1:
        ready |= {piece.key: ready[piece.key] or edition.piece(piece) for piece in first_pieces(edition)}
        pictures = edition.assets.pictures.loaded()
    missing = [piece for piece in every if ready[piece.key] is None]
    make: Callable[[int], ComposedPiece] = _PieceMaker(edition, missing)
    with ExitStack() as stack:
        results = stack.enter_context(shared(make, len(missing), jobs, PACKING, pictures, portable=True))

        def finish() -> ComposedGame:
            progress.step(len(every) - len(missing))
            rest = results(progress.step)
            composed = [ready[piece.key] or next(rest) for piece in every]
            if cache is not None:
                pairs = list(zip(every, composed, strict=True))
                stack.callback(stack.enter_context(in_background(partial(cache.save, pairs), jobs)))
            in_order = iter(composed)
            sets = [ComposedSet(each, [next(in_order) for _ in pieces]) for each, pieces in printed]
            return ComposedGame(edition, sets)

        yield finish


def _work(edition: Edition, pieces: Sequence[Piece]) -> int:
    """How much there is to do: pieces, and the pictures that their fields name."""
    named = {
        each.id: [name for name, field in each.fields.items() if field.kind == "picture"]
        for each in edition.sets
    }
    pictures = {piece.fields.get(name) for piece in pieces for name in named[piece.set_id]}
    return len(pieces) + _PICTURE * len(pictures - {None, ""})


def first_pieces(edition: Edition) -> list[Piece]:
    """The first printed piece of each set.

    Composing them loads fonts, layouts and libraries, which processes that are forked later then share.
    """
    printed = [[piece for piece in each.pieces if piece.copies] for each in edition.sets]
    return [pieces[0] for pieces in printed if pieces]
