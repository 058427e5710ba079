"""A game in one language, and composing its pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from pnp.build.request import Progress
from pnp.build.workshop import Workshop
from pnp.diagnostics import Diagnostic
from pnp.draw import AnyFace, Face, FaceHashes, FaceParts, Outline, PictureData, face_parts
from pnp.geometry import Box
from pnp.i18n import label
from pnp.impose import Footer, PieceFaces
from pnp.layout import ComposeContext, Composer, Fit, SharedAssets, Tightness, shipped_layouts, tightest
from pnp.markup import IconRun, Marked, parse_inline, plain_text
from pnp.model import ComponentSet, Piece, Term, Text
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

_KEY = re.compile(r"\w[\w-]*/\w[\w-]*")
_BACKS_KEPT = 256
"""Backs that an edition remembers as forms: most decks have one, and some have one for each suit."""
_MARKS = frozenset("\\*:[]{}\n\xad")
"""Characters without which a text has no inline marks, and nothing that is not read out."""
_ENDS = (".", "!", "?", "…", ":", ";", ",", "–")


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
        # People who do not see the sheets hear the name, and then the texts that are set, without the name.
        icons, names = composer.icon_names, (label, back.label if back else "")
        spoken = [
            sentences(words for fit in side.fits if (words := _plain(fit.words, fit.marked, icons)) != name)
            for side, name in zip(sides, names, strict=False)
        ]
        faces = PieceFaces(
            piece.key,
            label,
            front.face,
            back,
            piece.copies,
            piece.span,
            unfit=tuple(fit.words for fit in fits if fit.overset),
            words=(_with_terms(spoken[0], piece, label), "".join(spoken[1:])),
        )
    found = tuple([fault for side in sides for fault in side.diagnostics])
    return ComposedPiece(
        faces, found, fits, tightest(fits), frozenset().union(*(side.reads for side in sides))
    )


def _with_terms(words: str, piece: Piece, label: str) -> str:
    """The words of a front, after the terms in fields of its piece that neither they nor its label name."""
    heard = f"{label} {words}".casefold()
    named: list[str] = []
    for value in piece.fields.values():
        for term in value if isinstance(value, tuple) else (value,):
            if isinstance(term, Term) and "{" not in term.name.source:
                name = _plain(term.name.source, parse_inline(term.name.source), {})
                if name.casefold() not in heard and name not in named:
                    named.append(name)
    return sentences((", ".join(named), words))


def _plain(words: str, marked: Marked, icons: Mapping[str, str]) -> str:
    """A text as it is read out, on one line; empty where it has nothing but a full stop.

    Icons are read by their names, or else by those of their files. One that is named by the words, or that
    words begin with that has no name, is not read twice.

    Args:
        words: The text, marks included.
        marked: The same, taken apart.
        icons: Names of icons.
    """
    if not _MARKS.isdisjoint(words):
        runs = [run for each in marked.paragraphs for run in each.runs if isinstance(run, IconRun)]
        if runs:
            plain = " ".join(plain_text(marked).split()).casefold()
            for run in runs:
                name = icons.get(run.name, "")
                if name and name.casefold() in plain:
                    name = ""
                elif not name and not (words.startswith(run.typed) and any(map(str.isalpha, plain))):
                    name = run.name.replace("-", " ")
                words = words.replace(run.typed, name)
            marked = parse_inline(words)
        words = plain_text(marked).replace("\xad", "")
    words = " ".join(words.split())
    return "" if words in _ENDS else words


def sentences(texts: Iterable[str]) -> str:
    """Texts one after the other, each with a full stop where nothing else ends it."""
    return " ".join([text if text.endswith(_ENDS) else f"{text}." for text in texts if text])


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


PACKING = Packing(
    {Form: attrgetter("name"), PictureData: attrgetter("key")},
    (ComposedPiece, PieceFaces, PdfFace, FaceParts, Outline, Box, PdfResources),
)
"""How pieces, pages and languages travel between processes."""

Finish: TypeAlias = Callable[[], list[ComposedGame]]
"""Composes the remaining pieces of all editions."""

_WORTH_SHARING: Mapping[str, int] = {"fork": 60, "spawn": 1500}
"""With fewer pieces to compose, a second process costs more time than it saves."""
_PICTURE = 10
"""Pieces that take as long to compose as one picture takes to read."""


def compose(edition: Edition, jobs: int = 1, progress: Progress | None = None) -> ComposedGame:
    """The printed pieces of an edition; the same for any number of processes (``jobs``)."""
    with composing([edition], jobs, progress) as finish:
        return finish()[0]


@contextmanager
def composing(
    editions: Sequence[Edition],
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    rulebooks: bool = False,
) -> Iterator[Finish]:
    """Lets other processes begin to compose, if there is enough to do; the value composes the rest.

    A piece is composed in all languages by the same process, which draws only once what does not depend on
    the language. So are the pieces that only rule sheets show, because they show the same other pieces.

    Args:
        editions: Of one game. Pieces without copies are left out.
        jobs: Number of processes.
        progress: Receives the progress.
        rulebooks: Whether rule sheets are made, and the pieces that only they show are wanted, too.
    """
    progress = progress or Progress()
    first, languages = editions[0], len(editions)
    wanted = [_wanted(edition, rulebooks) for edition in editions]
    shown = len(wanted[0]) - len(first.printed)
    every = [pair for pieces in zip(*wanted, strict=True) for pair in zip(editions, pieces, strict=True)]
    progress.start(f"composing {', '.join(edition.language for edition in editions)}", len(every))
    ready = [None if edition.cache is None else edition.cache.get(piece) for edition, piece in every]
    pictures: Mapping[str, PictureData] = {}
    if _work(first, every, ready) < _WORTH_SHARING[start_method()]:
        jobs = 1
    if jobs > 1:
        _compose_firsts(first, every, ready)
        pictures = first.assets.pictures.loaded()
    missing = [pair for pair, known in zip(every, ready, strict=True) if known is None]
    starts = [0, *range(shown * languages, len(every), languages)]
    groups = [ready[start:end].count(None) for start, end in pairwise([*starts, len(every)])]
    with ExitStack() as stack:
        make = partial(_piece, missing)
        results = stack.enter_context(
            shared(make, len(missing), jobs, PACKING, pictures, portable=True, groups=groups)
        )

        def finish() -> list[ComposedGame]:
            progress.step(len(every) - len(missing))
            if jobs > 1 and rulebooks:  # others compose while this is loaded, and forked languages share it
                import markdown_it  # noqa: F401

                import pnp.rulebook.compose  # noqa: F401
            rest = results(progress.step)
            composed = [known or next(rest) for known in ready]
            games = []
            for at, edition in enumerate(editions):
                own = composed[at::languages]
                games.append(_in_sets(edition, own, shown))
                if edition.cache is not None:
                    save = partial(edition.cache.save, list(zip(wanted[at], own, strict=True)))
                    stack.callback(stack.enter_context(in_background(save, jobs)))
            return games

        yield finish


def _wanted(edition: Edition, rulebooks: bool) -> Sequence[Piece]:
    """The pieces to compose; those that only rule sheets show are first, if they are wanted.

    They take longest, so processes that begin with them end together.
    """
    return [*(edition.only_in_sheets if rulebooks else ()), *edition.printed]


def _compose_firsts(
    edition: Edition, every: Sequence[tuple[Edition, Piece]], ready: list[ComposedPiece | None]
) -> None:
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


def _piece(wanted: Sequence[tuple[Edition, Piece]], number: int) -> ComposedPiece:
    edition, piece = wanted[number]
    return edition.piece(piece)


def _in_sets(edition: Edition, composed: Sequence[ComposedPiece], shown: int) -> ComposedGame:
    """The composed pieces, which are in order, by sets; the first are those that rule sheets show."""
    in_order = iter(composed[shown:])
    by_set = [
        ComposedSet(each, [next(in_order) for piece in each.pieces if piece.copies]) for each in edition.sets
    ]
    return ComposedGame(edition, by_set, composed[:shown])


def _work(
    edition: Edition, every: Sequence[tuple[Edition, Piece]], ready: Sequence[ComposedPiece | None]
) -> int:
    """How much there is to do: pieces that are not ready, and the pictures that their fields name."""
    named = {
        each.id: [name for name, field in each.fields.items() if field.kind == "picture"]
        for each in edition.sets
    }
    pieces = [piece for (_, piece), known in zip(every, ready, strict=True) if known is None]
    pictures = {piece.fields.get(name) for piece in pieces for name in named[piece.set_id]}
    return len(pieces) + _PICTURE * len(pictures - {None, ""})
