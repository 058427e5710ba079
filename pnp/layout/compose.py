"""Composing: from a piece and its layout to a face."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, did_you_mean
from pnp.draw import Face
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.layout import limits
from pnp.layout.art import Drawings
from pnp.layout.bound import BoundText
from pnp.layout.build import Builder, Kept
from pnp.layout.drawing import draw_face
from pnp.layout.fault import LayoutFault
from pnp.layout.skeleton import Node, parse_skeleton
from pnp.layout.stage import Drawn, Fit, Means, Stage
from pnp.layout.style import StyleBook
from pnp.layout.template import Rendered, Templates
from pnp.layout.view import PieceView, SetView
from pnp.model import Files, Game, LayoutSource, Piece, Term, Text
from pnp.pictures import PictureLibrary
from pnp.rules import fill, game_scope, piece_scope
from pnp.text import TextContext

Side = Literal["front", "back"]
_MOST_SKELETONS = 400
_MOST_RUNS = 8
"""Renderings of a layout that are kept for pieces that agree: a deck of four piles has four backs."""
_MOST_FACES = 64
"""Faces that are kept of a skeleton: enough for the backs of a deck, while fronts mostly differ."""


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


@dataclass(slots=True)
class _Skeleton:
    """A parsed skeleton with what is the same on all pieces that share it.

    Attributes:
        root: The parsed XML, or why it cannot be parsed.
        kept: Elements and values without holes.
        drawn: What elements without holes became.
        faces: Whole faces by size and values: the backs of a deck are mostly one face.
    """

    root: Node | Diagnostic
    kept: Kept = field(default_factory=Kept)
    drawn: dict[tuple[object, ...], Drawn] = field(default_factory=dict)
    faces: dict[tuple[object, ...], Composed] = field(default_factory=dict)


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
        bleed: Beyond the trim, in millimetres; None for what the game says.
        localise: Gives the text of the language for one of the game's own language.
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
    ) -> None:
        self._game = game
        self._language = language
        self._localise = localise
        self._sets = {component_set.id: component_set for component_set in game.sets}
        self._views = {name: SetView(component_set) for name, component_set in self._sets.items()}
        self._templates = Templates({**shared_layouts, **game.layouts}, language, self._sets)
        self._scope = game_scope(game, language)
        self._bound = {name: self._scope[name] for name in ("game", "facts", "terms", "lang")} | {"ink": ink}
        self._skeletons: dict[str, _Skeleton] = {}
        self._runs: dict[tuple[object, ...], list[tuple[PieceView, Rendered]]] = {}
        self._composing: list[tuple[str, str]] = []
        self._faces: dict[tuple[str, str], Face | LayoutFault] = {}
        self.context = TextContext(fonts, icons, language, game.term)
        self._means = Means(
            bleed=game.print.bleed.mm if bleed is None else bleed,
            ink=ink,
            language=language,
            styles=StyleBook(game.styles),
            context=self.context,
            icons=icons,
            pictures=PictureLibrary(files),
            drawings=Drawings(files),
            other_face=self._other_face,
        )

    def compose(self, piece: Piece, side: Side = "front") -> Composed:
        """One side of a piece. Faults of the author's files never raise; what is sound is drawn all the same.

        A piece without a back gives no face for it and no diagnostic. Diagnostics are those of layouts (L100-L332),
        texts (T100-T310, X100-X170), pictures and icons (A100, A110-A114, A210-A221).
        """
        layout = piece.layout if side == "front" else piece.back
        if layout is None:
            return Composed(None)
        self._composing.append((piece.key, side))
        try:
            composed = self._compose(piece, side, layout)
        finally:
            self._composing.pop()
        named = tuple(
            finding if finding.piece else replace(finding, piece=piece.key)
            for finding in composed.diagnostics
        )
        return replace(composed, diagnostics=named)

    def _compose(self, piece: Piece, side: Side, layout: str) -> Composed:
        view = PieceView(piece)
        bind = self._binder(view)
        rendered = self._render(view, side, layout, bind)
        if isinstance(rendered, Diagnostic):
            if rendered.span is None:
                origin = piece.origins.get("layout" if side == "front" else "back")
                rendered = replace(rendered, span=origin.span if origin else piece.span)
            return Composed(None, (rendered,))
        skeleton = self._skeleton(rendered.skeleton, layout)
        if isinstance(skeleton.root, Diagnostic):
            return Composed(None, (skeleton.root,))
        key = (piece.size, *map(_identity, rendered.holes))
        same = skeleton.faces.get(key)
        if same is None:
            same = self._draw(piece, bind, skeleton, skeleton.root, rendered.holes)
            if None not in key and len(skeleton.faces) < _MOST_FACES:
                skeleton.faces[key] = same
        if same.face is None:
            return same
        # Every piece of a set has the same label on its back, so that equal backs are equal faces.
        label = (
            self._label(piece, bind) if side == "front" else str(bind(self._sets[piece.set_id].name, None))
        )
        fits = tuple(fit._replace(piece=piece.key) for fit in same.fits)
        return Composed(replace(same.face, label=label), same.diagnostics, fits)

    def _draw(
        self,
        piece: Piece,
        bind: Callable[[Text, object], BoundText],
        skeleton: _Skeleton,
        root: Node,
        holes: Sequence[Any],
    ) -> Composed:
        found: list[Diagnostic] = []
        face = Builder(holes, skeleton.kept, found.append).face(root)
        if face is None:
            return Composed(None, tuple(found))
        outline = piece.size.outline
        stage = Stage(self._means, outline, bind, piece.key, skeleton.drawn, found)
        items = draw_face(stage, face)
        drawn = Face(outline, self._means.bleed, items, "", self._language)
        return Composed(drawn, tuple(stage.found), tuple(stage.fits))

    def _render(
        self, view: PieceView, side: Side, layout: str, bind: Callable[[Text, object], BoundText]
    ) -> Rendered | Diagnostic:
        """The layout run for a piece, or what it gave for another one that agrees in all that it looked at."""
        piece = view.piece
        runs = self._runs.setdefault((layout, side, piece.set_id, piece.size), [])
        for seen, rendered in runs:
            if seen.agrees(piece):
                return rendered
        self._templates.environment.bind = bind
        result = self._templates.render(layout, self._bound_to(view, side))
        if isinstance(result, Rendered) and not view.whole:
            runs.insert(0, (view, result))
            del runs[_MOST_RUNS:]
        return result

    def _bound_to(self, view: PieceView, side: Side) -> dict[str, Any]:
        piece = view.piece
        size = piece.size
        measures = {
            "width": size.width.mm,
            "height": size.height.mm,
            "radius": size.radius.mm,
            "shape": size.shape,
        }
        return {
            **self._bound,
            "piece": view,
            "set": self._views[piece.set_id],
            "side": side,
            "size": {name: _whole(value) for name, value in measures.items()},
        }

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

    def _label(self, piece: Piece, bind: Callable[[Text, object], BoundText]) -> str:
        name = piece.fields.get("name")
        return str(bind(name, piece)) if isinstance(name, Text) and name else piece.id

    def _skeleton(self, text: str, layout: str) -> _Skeleton:
        skeleton = self._skeletons.get(text)
        if skeleton is None:
            if len(self._skeletons) >= _MOST_SKELETONS:
                del self._skeletons[next(iter(self._skeletons))]
            root = parse_skeleton(text, self._templates.marking, self._templates.start(layout))
            skeleton = self._skeletons[text] = _Skeleton(root)
        return skeleton

    def _other_face(self, name: str, side: str) -> Face | LayoutFault:
        """The face of a piece that another one shows, or why it cannot be had (L330-L332)."""
        piece = self._find(name)
        if isinstance(piece, LayoutFault):
            return piece
        key = (piece.key, side)
        if key in self._composing:
            return LayoutFault("L331", f"'<face-of>' shows '{piece.key}' inside itself", "show another piece")
        if len(self._composing) > limits.FACES:
            return LayoutFault("L331", f"faces stand more than {limits.FACES} deep inside one another")
        kept = self._faces.get(key)
        if kept is None:
            composed = self.compose(piece, "front" if side == "front" else "back")
            if any(finding.code == "L331" for finding in composed.diagnostics):
                # What is left out of such a face depends on where one starts, so it is neither shown nor kept.
                return LayoutFault("L331", f"'<face-of>' shows '{piece.key}', which cannot be finished")
            kept = composed.face or LayoutFault("L332", f"'{piece.key}' has no {side} that can be shown")
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


def _identity(value: object) -> object:
    """What tells a printed value from all others, or None when nothing short does."""
    if isinstance(value, BoundText):
        return (str(value), value.origin.span)
    if value is None or isinstance(value, str | int | float | Colour):
        return (type(value), value)
    return None


def _whole(value: float | str) -> float | str:
    """63 for 63.0, so that layouts print it as people write it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
