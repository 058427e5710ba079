"""An edition: a game in one language, with what its pieces are composed from and become."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.build.alternative_text import alternative_texts
from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic
from pnp.draw import AnyFace, Face, FaceHashes, face_parts
from pnp.i18n import label
from pnp.impose import Footer, PieceFaces
from pnp.layout import ComposeContext, Composer, Fit, SharedAssets, Tightness, shipped_layouts, tightest
from pnp.model import ComponentSet, Piece, Text
from pnp.model.print import Ink
from pnp.pdf import FormMaker, PdfFace
from pnp.preflight import FaceChecks, check_faces
from pnp.rules import fill, game_scope
from pnp.text import TextContext
from pnp.translation import Translator

if TYPE_CHECKING:
    from pnp.build.face_cache import FaceCache
    from pnp.pdf.colours import RgbColours

_KEY = re.compile(r"\w[\w-]*/\w[\w-]*")
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
    front = composer.compose(piece, "front")
    sides = (front,) if piece.back is None else (front, composer.compose(piece, "back"))
    fits = tuple([fit for side in sides for fit in side.fits])
    faces = None
    if front.face is not None:
        label = front.face.label or piece.id
        back = None if piece.back is None else sides[-1].face
        names = (label, back.label if back else "")
        fits_of_sides = [side.fits for side in sides]
        faces = PieceFaces(
            piece.key,
            label,
            front.face,
            back,
            piece.copies,
            piece.span,
            unfit=tuple(fit.words for fit in fits if fit.overset),
            alternative_texts=alternative_texts(piece, names, fits_of_sides, composer.icon_names),
        )
    found = tuple([fault for side in sides for fault in side.diagnostics])
    return ComposedPiece(
        faces, found, fits, tightest(fits), frozenset().union(*(side.reads for side in sides))
    )


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
            that are printed always keep theirs, because tiles are cut from them.

    Attributes:
        game: In the language.
        sets: The chosen sets in the language.
        incomplete: Whether something with errors is left out, which the footers say.
        cache: Has pieces of earlier runs, and receives those of this one; None for no cache.
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
        self.cache: FaceCache | None = None
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

    @cached_property
    def printed(self) -> Sequence[Piece]:
        """The pieces that are printed, in the order of the sets."""
        return [piece for each in self.sets for piece in each.pieces if piece.copies]

    @cached_property
    def in_sheets(self) -> frozenset[str]:
        """The keys that rule sheets name; they may show these pieces."""
        return frozenset(chain.from_iterable(_KEY.findall(each.text) for each in self.game.rulebooks))

    @cached_property
    def only_in_sheets(self) -> Sequence[Piece]:
        """The pieces that only rule sheets show: they are not printed."""
        return [piece for piece in self.game.pieces() if not piece.copies and piece.key in self.in_sheets]

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
        faces, printed = composed.faces, piece.copies > 0
        if self.form_maker is None or faces is None or (piece.kind == "board" and printed):
            return composed
        front = self._as_form(faces.front, printed=printed, named=piece.key in self.in_sheets)
        back = faces.back and self._as_form(faces.back, printed=printed, back=True)
        faults = tuple(self._checks.faults(faces)) if printed else None
        drawn = faces._replace(front=front, back=back, faults=faults)
        return composed._replace(faces=drawn, fits=())

    def _as_form(self, face: AnyFace, *, printed: bool, named: bool = False, back: bool = False) -> PdfFace:
        """A face as a form; rule sheets may point at what is on it if they alone show it or name it."""
        assert self.form_maker is not None, "there are forms"
        assert isinstance(face, Face), "a new face has items"
        if not printed:
            return self.form_maker.face(face, self.hashes, shown=True)._replace(parts=face_parts(face))
        if not back:
            front = self.form_maker.face(face, self.hashes)
            return front._replace(parts=face_parts(face)) if named else front
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


class ComposedSet(NamedTuple):
    """A set of an edition with its printed pieces, composed, in order."""

    component_set: ComponentSet
    pieces: Sequence[ComposedPiece]

    @property
    def faces(self) -> list[PieceFaces]:
        """The faces of the pieces that could be composed."""
        return [piece.faces for piece in self.pieces if piece.faces is not None]


class ComposedGame(NamedTuple):
    """An edition with its sets, composed.

    Attributes:
        edition: The edition.
        sets: With their printed pieces.
        shown: The pieces that only rule sheets show, if the rule sheets are made.
    """

    edition: Edition
    sets: Sequence[ComposedSet]
    shown: Sequence[ComposedPiece] = ()

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
        """The findings of composing, also those of pieces that only rule sheets show."""
        return list(self._findings(lambda _: ()))

    def checked(self) -> list[Diagnostic]:
        """The findings of composing and, after those of each set, of preflight."""
        allowed = self.edition.game.allowances()
        return list(self._findings(lambda each: check_faces(each.faces, allowed)))

    def _findings(self, of_set: Callable[[ComposedSet], Iterable[Diagnostic]]) -> Iterator[Diagnostic]:
        yield from _of_pieces(self.shown)
        for each in self.sets:
            yield from _of_pieces(each.pieces)
            yield from of_set(each)


def _of_pieces(pieces: Iterable[ComposedPiece]) -> Iterator[Diagnostic]:
    return (item for piece in pieces for item in piece.diagnostics)
