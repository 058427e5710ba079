"""Composing: from a piece and its layout to a face."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Literal

from pnp.diagnostics import Diagnostic, did_you_mean
from pnp.draw import Face
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.layout import limits
from pnp.layout.attribute import at_attribute
from pnp.layout.bound import BoundText
from pnp.layout.build import Builder
from pnp.layout.drawing import draw_face
from pnp.layout.fault import LayoutFault
from pnp.layout.fit import Fit
from pnp.layout.rendering import DrawnFace, Renderer, Skeleton
from pnp.layout.stage import Means, Speech, Stage
from pnp.layout.stock import Stock
from pnp.layout.style import StyleBook
from pnp.layout.view import PieceView
from pnp.model import Files, Game, LayoutSource, Piece, Size, Term, Text
from pnp.pictures import is_about_picture
from pnp.remember import ByIdentity
from pnp.rules import fill, game_scope, piece_scope
from pnp.text import TextContext

Side = Literal["front", "back"]

_SIZES_AT_HAND = 64


@dataclass(frozen=True, slots=True)
class Composed:
    """One side of one piece.

    Attributes:
        face: None when the piece has no such side, or its layout cannot be run at all.
        diagnostics: What is wrong, each with the piece it belongs to.
        fits: How its texts were set, in drawing order.
    """

    face: Face | None
    diagnostics: tuple[Diagnostic, ...] = ()
    fits: tuple[Fit, ...] = ()


class Composer:
    """Composes the pieces of a game in one language. Faces do not depend on what was composed before.

    Args:
        game: Whose pieces.
        language: BCP 47 tag of the texts.
        fonts: For the texts.
        icons: For texts and layouts.
        files: Of the game, for pictures.
        shared_layouts: Layouts that ship with pnp (``pnp.layout.library.shipped_layouts``); the game's own come first.
        ink: Theme: ``low`` leaves out what layouts mark as ``ink="full"``.
        bleed: Beyond the trim, in millimetres; None for what the game says, which must then be a length.
        localise: Gives the text of the language for one of the game's own language.
        stock: Pictures and layouts that were read and compiled before; None for none.
        before: A composer of an earlier state of the game, which is not used any more. Where nothing but pieces, facts and what
            the game says of itself has changed, its work goes on.
    """

    def __init__(
        self,
        game: Game,
        language: str,
        fonts: FontLibrary,
        icons: IconLibrary,
        files: Files,
        shared_layouts: Mapping[str, LayoutSource],
        ink: Literal["full", "low"] = "full",
        *,
        bleed: float | None = None,
        localise: Callable[[Text], Text] = lambda text: text,
        stock: Stock | None = None,
        before: Composer | None = None,
    ) -> None:
        stock = stock or Stock(files)
        bleed = game.print.bleed.mm if bleed is None else bleed
        self._game = game
        self._language = language
        self._localise = localise
        self._sets = {component_set.id: component_set for component_set in game.sets}
        self._scope = game_scope(game, language)
        bound = {name: self._scope[name] for name in ("game", "facts", "terms", "lang")} | {"ink": ink}
        layouts = {**shared_layouts, **game.layouts}
        self._composing: list[tuple[str, str]] = []
        # Backs that say nothing of their pieces, with the size of these, by layout and set.
        self._backs: dict[tuple[str, str], tuple[Size, Composed]] = {}
        self._faces: dict[tuple[str, str], Face | LayoutFault] = {}
        # Faces of one size hold one outline: whatever is found by it is found at once.
        self._outlines = ByIdentity(attrgetter("outline"), _SIZES_AT_HAND)
        self._bound = bound
        self._around = (fonts, icons, stock, layouts, language, ink, bleed)
        self._named = (game.styles, game.vocabularies)
        self._renderer: Renderer
        self._means: Means
        self._speech: Speech
        self.context: TextContext
        if before is not None and self._goes_on(before):
            self._take_over(before)
            return
        kept = stock.kept(icons, layouts, game.styles, ink, bleed)
        self._renderer = Renderer(layouts, language, self._sets, bound, kept, stock.compiled)
        self.context = TextContext(fonts, icons, language, game.term, game.term_cure)
        self._means = Means(bleed, ink, StyleBook(game.styles), icons, stock.pictures, stock.drawings)
        self._speech = Speech(language, self.context, self._other_face)

    def _goes_on(self, before: Composer) -> bool:
        """Whether what ``before`` has kept holds here: it follows from these things, and where faces are shown also from pieces."""
        layouts = self._around[3].values()
        return (
            before._around == self._around
            and all(map(_same, before._named, self._named))
            and not any("face-of" in source.text for source in layouts)
        )

    def _take_over(self, before: Composer) -> None:
        # Macros remember what they printed while they see the very same objects.
        known = before._bound
        self._bound = {
            name: known[name] if _same(known[name], value) else value for name, value in self._bound.items()
        } | {"terms": known["terms"]}
        self._renderer = before._renderer.renewed(self._sets, self._bound)
        self.context = before.context
        self.context.term = self._game.term
        self._means = before._means
        self._speech = Speech(self._language, self.context, self._other_face)

    def compose(self, piece: Piece, side: Side = "front") -> Composed:
        """One side of a piece. Faults of the author's files never raise; what is sound is drawn all the same.

        A piece without a back gives no face for it and no diagnostic. Diagnostics are those of layouts (L100-L332),
        texts (T100-T310, X100-X170), pictures and icons (A100, A110-A114, A210-A221).
        """
        layout = piece.layout if side == "front" else piece.back
        if layout is None:
            return Composed(None)
        if side == "back":
            size, known = self._backs.get((layout, piece.set_id), (None, None))
            if known is not None and size is piece.size:
                return known
        self._composing.append((piece.key, side))
        try:
            composed = self._compose(piece, side, layout)
        finally:
            self._composing.pop()
        if not composed.diagnostics:
            return composed
        named = tuple(
            finding if finding.piece else replace(self._placed(finding, piece), piece=piece.key)
            for finding in composed.diagnostics
        )
        return replace(composed, diagnostics=named)

    def _placed(self, finding: Diagnostic, piece: Piece) -> Diagnostic:
        """The finding at the place where it is mended: at an attribute, or where a field of the piece names the picture."""
        for source in self._game.layouts.values():
            if finding.span is not None and source.file == finding.span.file:
                finding = at_attribute(finding, source.text)
        for name, declaration in self._sets[piece.set_id].fields.items():
            if declaration.kind == "picture" and name in piece.origins and finding.span is not None:
                path = piece.fields.get(name)
                if isinstance(path, str) and path and is_about_picture(finding, path):
                    drawn = (finding.span, "drawn by this element of the layout")
                    return replace(finding, span=piece.origins[name].span, related=(drawn,))
        return finding

    def _compose(self, piece: Piece, side: Side, layout: str) -> Composed:
        view = PieceView(piece)
        bind = self._binder(view)
        rendered = self._renderer.render(view, side, layout, bind)
        if isinstance(rendered, Diagnostic):
            if rendered.span is None:
                origin = piece.origins.get("layout" if side == "front" else "back")
                rendered = replace(rendered, span=origin.span if origin else piece.span)
            return Composed(None, (rendered,))
        skeleton, holes, looked = rendered
        drawn = skeleton.face(piece.size, holes)
        if drawn is not None:
            fits = tuple([fit._replace(piece=piece.key) for fit in drawn.fits])
        else:
            drawn = self._draw(piece, bind, skeleton, holes)
            skeleton.keep(piece.size, holes, drawn)
            fits = drawn.fits
        if drawn.face is None:
            return Composed(None, drawn.diagnostics)
        label = self._label(piece, side, bind)
        face = Face(drawn.face.outline, drawn.face.bleed, drawn.face.items, label, drawn.face.language)
        composed = Composed(face, drawn.diagnostics, fits)
        if side == "back" and not (looked or view.whole or fits or drawn.diagnostics):
            self._backs[layout, piece.set_id] = (piece.size, composed)
        return composed

    def _draw(
        self,
        piece: Piece,
        bind: Callable[[Text, object], BoundText],
        skeleton: Skeleton,
        holes: Sequence[Any],
    ) -> DrawnFace:
        found: list[Diagnostic] = []
        kept = self._renderer.kept
        element = Builder(holes, skeleton.fixed, kept, found.append).face(skeleton.root)
        if element is None:
            return DrawnFace(None, tuple(found), ())
        outline = self._outlines.of(piece.size)
        stage = Stage(self._means, outline, piece.key, kept, self._speech, bind, found)
        items = draw_face(stage, element)
        face = Face(outline, self._means.bleed, items, "", self._language)
        return DrawnFace(face, tuple(stage.found), tuple(stage.fits))

    def _binder(self, view: PieceView) -> Callable[[Text, object], BoundText]:
        """Gives the words of a text: with the names of the piece that owns it, or of the game where a term does."""
        piece = view.piece
        scopes: dict[str, Mapping[str, Any]] = {}

        def bind(text: Text, owner: object) -> BoundText:
            text = self._localise(text)
            if "{" not in text.source and "}" not in text.source:
                return BoundText(text.source, text.origin)
            key = "" if isinstance(owner, Term) else owner.key if isinstance(owner, Piece) else piece.key
            view.whole = view.whole or bool(key)
            if key not in scopes:
                whose = owner if isinstance(owner, Piece) else piece
                scopes[key] = piece_scope(whose, self._scope) if key else self._scope
            filled = fill(text, scopes[key], self._language)
            return BoundText(filled.text, filled.origin, filled.diagnostics)

        return bind

    def _label(self, piece: Piece, side: Side, bind: Callable[[Text, object], BoundText]) -> str:
        """What a face is called: a front after its piece, a back after the set, so that equal backs are equal faces."""
        if side == "back":
            return str(bind(self._sets[piece.set_id].name, None))
        name = piece.fields.get("name")
        return str(bind(name, piece)) if isinstance(name, Text) and name else piece.id

    def _other_face(self, name: str, side: str) -> Face | LayoutFault:
        """The face of a piece that another one shows, or why it cannot be had (L330-L332)."""
        piece = self._find(name)
        if isinstance(piece, LayoutFault):
            return piece
        key = (piece.key, side)
        if key in self._composing:
            return LayoutFault("L331", f"'<face-of>' shows '{piece.key}' inside itself", "show another piece")
        if len(self._composing) > limits.FACES:
            return LayoutFault(
                "L331", f"faces stand more than {limits.FACES} deep inside one another", "show fewer"
            )
        kept = self._faces.get(key)
        if kept is None:
            composed = self.compose(piece, "front" if side == "front" else "back")
            if any(finding.code == "L331" for finding in composed.diagnostics):
                # What is left out of such a face depends on where one starts, so it is neither shown nor kept.
                return LayoutFault(
                    "L331", f"'<face-of>' shows '{piece.key}', which cannot be finished", "show another piece"
                )
            kept = composed.face or LayoutFault(
                "L332", f"'{piece.key}' has no {side} that can be shown", "mend that face, or show another"
            )
            self._faces[key] = kept
        return kept

    def _find(self, name: str) -> Piece | LayoutFault:
        hits = [piece for piece in self._game.pieces() if name in (piece.key, piece.id)]
        exact = [piece for piece in hits if piece.key == name]
        if len(exact) == 1 or len(hits) == 1:
            return (exact or hits)[0]
        if hits:
            keys = " or ".join(f"'{piece.key}'" for piece in hits[:4])
            return LayoutFault("L330", f"several pieces are called '{name}'", f"write {keys}")
        known = [piece.key for piece in self._game.pieces()]
        return LayoutFault("L330", f"unknown piece '{name}'", did_you_mean(name, known, "pieces"), name)


def _same(known: object, value: object) -> bool:
    """Whether two values are the same to the last detail: places count, and Python takes 1 for true."""
    return known is value or (known == value and repr(known) == repr(value))
