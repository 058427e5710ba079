"""Composing: from a piece and its layout to a face."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from pnp.diagnostics import Diagnostic, did_you_mean
from pnp.draw import Face
from pnp.fonts import FontLibrary
from pnp.icons import IconLibrary
from pnp.layout import limits
from pnp.layout.build import Builder, parse_skeleton
from pnp.layout.cache import SharedAssets
from pnp.layout.drawing import DrawContext, DrawnBox, DrawResources, Locale, StyleBook, draw_face
from pnp.layout.fault import LayoutFault, at_attribute
from pnp.layout.fit import Fit
from pnp.layout.reads import OTHERS, WHOLE_PIECE, NotedScope, of_shown
from pnp.layout.template import Templates
from pnp.layout.wording import BoundText, SetView
from pnp.markup import parse_inline, plain_text
from pnp.memo import MemoTable
from pnp.model import Game, LayoutSource, Piece, Term, Text
from pnp.pictures import is_about_picture
from pnp.rules import fill, game_scope, piece_scope
from pnp.text import TextContext

Side = Literal["front", "back"]
_BACKS_IN_MEMORY = 256
"""Backs that are kept in memory: enough for all decks."""
_EVERYTHING = frozenset({OTHERS})
_SOURCE_A_STEP = 4
"""Characters of a text with expressions that cost a step of the layout each time that it takes the text."""
_EXPRESSION_STEPS_A_STEP = 5
"""Steps of such expressions that cost one of the layout."""


class Composed(NamedTuple):
    """One side of one piece.

    Attributes:
        face: None when the piece has no such side, or its layout cannot be run at all.
        diagnostics: What is wrong, each with the piece it belongs to.
        fits: How its texts were set, in drawing order.
        reads: What it was composed from besides the piece (see ``pnp.layout.reads``).
    """

    face: Face | None
    diagnostics: tuple[Diagnostic, ...] = ()
    fits: tuple[Fit, ...] = ()
    reads: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposeContext:
    """Everything that the faces of a game in one language are composed from.

    Attributes:
        game: In the language.
        language: BCP 47 tag of the texts.
        fonts: For the texts.
        icons: For texts and layouts.
        assets: Pictures of the game, and what other composers of the same game have read and drawn.
        shipped_layouts: Those that come with pnp (``pnp.layout.library.shipped_layouts``); the game's own
            come first.
        bleed: Beyond the trim, in millimetres.
        ink: Theme; ``low`` leaves out what layouts mark as ``ink="full"``.
    """

    game: Game
    language: str
    fonts: FontLibrary
    icons: IconLibrary
    assets: SharedAssets
    shipped_layouts: Mapping[str, LayoutSource]
    bleed: float
    ink: Literal["full", "low"] = "full"

    @property
    def layouts(self) -> dict[str, LayoutSource]:
        """All layouts by name."""
        return {**self.shipped_layouts, **self.game.layouts}


class Composer:
    """Composes the pieces of a game in one language. Faces do not depend on what was composed before.

    Args:
        ground: What faces are composed from.

    Attributes:
        context: For setting other texts in the same language and fonts.
    """

    def __init__(self, ground: ComposeContext) -> None:
        game, assets, layouts = ground.game, ground.assets, ground.layouts
        self._ground = ground
        self._scope = game_scope(game, ground.language)
        self._game_names = {name: self._scope[name] for name in ("game", "facts", "terms", "lang")}
        self._game_names["ink"] = ground.ink
        self._reads: set[str] = set()
        self._known_reads: dict[frozenset[str], frozenset[str]] = {}
        # A back is drawn once for all pieces of a set that are alike in what is read of them: what its
        # layouts may take from ``piece``, and the names in its texts. Fronts differ.
        self._text_members: set[str] = set()
        self._members: dict[tuple[str, str], tuple[str, ...]] = {}
        self._backs: MemoTable[tuple[object, ...], Composed] = MemoTable(_BACKS_IN_MEMORY)
        self._sets = {component_set.id: SetView(component_set, self._reads) for component_set in game.sets}
        self._cache = assets.cache(ground.icons, layouts, game.styles, ground.ink, ground.bleed)
        sets = {component_set.id: component_set for component_set in game.sets}
        self._templates = Templates(layouts, ground.language, sets, self._reads)
        self.context = TextContext(ground.fonts, ground.icons, ground.language, game.term, game.term_cure)
        styles = StyleBook(game.styles)
        self._resources = DrawResources(
            ground.bleed,
            ground.ink,
            styles,
            ground.icons,
            assets.pictures,
            assets.drawings,
            ground.fonts,
        )
        self._locale = Locale(ground.language, self.context, self._other_face)
        self._composing: list[tuple[str, str]] = []
        self._shown: dict[tuple[str, str], Composed] = {}

    @cached_property
    def icon_names(self) -> Mapping[str, str]:
        """The names of icons: for each the name of the first term that has it."""
        names: dict[str, str] = {}
        for vocabulary in self._ground.game.vocabularies.values():
            for term in vocabulary.terms.values():
                if term.icon and "{" not in term.name.source:
                    names.setdefault(term.icon, plain_text(parse_inline(term.name.source)))
        return names

    def compose(self, piece: Piece, side: Side = "front") -> Composed:
        """One side of a piece.

        Faults of the author's files never raise; everything without a fault is still drawn.

        A piece without a back gives no face for it and no diagnostic. Diagnostics are those of layouts
        (L100-L332), texts (T100-T310, X100-X170), pictures and icons (A100, A110-A114, A210-A221).
        """
        layout = piece.layout if side == "front" else piece.back
        if layout is None:
            return Composed(None)
        if not self._composing:
            shown = self._shown.get((piece.key, side))
            if shown is not None and not shown.diagnostics:
                return shown  # composed for a piece that shows it
            self._reads.clear()
            self._text_members.clear()
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
        return composed._replace(diagnostics=named)

    def _placed(self, finding: Diagnostic, piece: Piece) -> Diagnostic:
        """The finding at the place of its fix: an attribute, or what the piece names or lacks."""
        for source in self._ground.game.layouts.values():
            if finding.span is not None and source.file == finding.span.file:
                if finding.code == "L112":
                    return _lacking(finding, source.text, piece)
                finding = at_attribute(finding, source.text)
        for name, declaration in self._sets[piece.set_id].component_set.fields.items():
            if declaration.kind == "picture" and name in piece.origins and finding.span is not None:
                path = piece.fields.get(name)
                if isinstance(path, str) and path and is_about_picture(finding, path):
                    drawn = (finding.span, "drawn by this element of the layout")
                    return replace(finding, span=piece.origins[name].span, related=(drawn,))
        return finding

    def _compose(self, piece: Piece, side: Side, layout: str) -> Composed:
        bind = self._binder(piece)
        composed = self._known_back(piece, layout) if side == "back" else None
        if composed is not None:
            self._reads |= composed.reads
            composed = composed._replace(fits=tuple([fit._replace(piece=piece.key) for fit in composed.fits]))
        else:
            composed = self._draw_side(piece, side, layout, bind)
            if side == "back":
                self._keep_back(composed, piece, layout)
        face = composed.face
        if face is not None:
            own = side == "front"
            name = piece.fields.get("name") if own else self._sets[piece.set_id].component_set.name
            label = str(bind(name, piece)) if isinstance(name, Text) and name else piece.id
            face = face._replace(label=label)
        # The whole game comprises every other read; how many there are depends on what was composed before.
        reads = _EVERYTHING if OTHERS in self._reads else frozenset(self._reads)
        return composed._replace(face=face, reads=self._known_reads.setdefault(reads, reads))

    def _known_back(self, piece: Piece, layout: str) -> Composed | None:
        """The back of an earlier piece that is alike in what backs of the set have read so far."""
        members = self._members.get((piece.set_id, layout))
        return None if members is None else self._backs.get(_back_key(piece, layout, members))

    def _keep_back(self, composed: Composed, piece: Piece, layout: str) -> None:
        """Keep a back for pieces that differ from this one in nothing that was read of it.

        It is not kept where something is wrong with it, or while another face is being composed, whose reads
        would pass for its own.
        """
        if composed.face is None or composed.diagnostics or len(self._composing) > 1:
            return
        reads, of = frozenset(self._reads), (piece.set_id, layout)
        read = {*self._templates.members_of_piece(reads), *self._text_members}
        self._members[of] = members = tuple(sorted(read.union(self._members.get(of, ()))))
        self._backs[_back_key(piece, layout, members)] = composed._replace(reads=reads)

    def boxes(self, piece: Piece, side: Side = "front") -> list[DrawnBox]:
        """The boxes of the elements of one side, in the order of drawing; empty where it cannot be drawn."""
        layout = piece.layout if side == "front" else piece.back
        if layout is None:
            return []
        found: list[DrawnBox] = []
        self._draw_side(piece, side, layout, self._binder(piece), found)
        return found

    def _draw_side(
        self,
        piece: Piece,
        side: Side,
        layout: str,
        bind: Callable[[Text, object], BoundText],
        boxes: list[DrawnBox] | None = None,
    ) -> Composed:
        """The side without its label: its layout is run, its elements are built and drawn."""
        size = piece.size.measures if side == "front" else piece.size.back_measures
        own = {"piece": piece, "set": self._sets[piece.set_id], "side": side, "size": size}
        rendered = self._templates.render(layout, {**self._game_names, **own}, bind)
        if isinstance(rendered, Diagnostic):
            origin = piece.origins.get("layout" if side == "front" else "back")
            span = rendered.span or (origin.span if origin else piece.span)
            return Composed(None, (replace(rendered, span=span),))
        skeleton = self._cache.skeletons.get(rendered.skeleton)
        if skeleton is None:
            skeleton = parse_skeleton(rendered.skeleton, self._templates.files, rendered.start)
            self._cache.skeletons[rendered.skeleton] = skeleton
        if isinstance(skeleton, Diagnostic):
            return Composed(None, (skeleton,))
        found: list[Diagnostic] = []
        element = Builder(rendered.holes, skeleton.fixed, self._cache, found.append).face(skeleton.root)
        if element is None:
            return Composed(None, tuple(found))
        outline = piece.size.outline
        context = DrawContext(self._resources, outline, piece.key, self._cache, self._locale, bind, found)
        context.boxes = boxes
        items = draw_face(context, element)
        if side == "back":
            outline = outline.mirrored()
        face = Face(outline, self._ground.bleed, items, language=self._ground.language)
        return Composed(face, tuple(context.found), tuple(context.fits))

    def _binder(self, piece: Piece) -> Callable[[Text, object], BoundText]:
        """A function for the words of a text, with the names of its piece, or of the game for a term."""
        scopes: dict[str, Mapping[str, Any]] = {}

        def bind(text: Text, owner: object) -> BoundText:
            if "{" not in text.source and "}" not in text.source:
                return BoundText(text.source, text.origin)
            key = "" if isinstance(owner, Term) else owner.key if isinstance(owner, Piece) else piece.key
            if key not in scopes:
                whose = owner if isinstance(owner, Piece) else piece
                names = piece_scope(whose, self._scope) if key else self._scope
                own = frozenset(whose.members() if key else ())
                scopes[key] = NotedScope(names, own, self._reads, self._text_members)
            filled = fill(text, scopes[key], self._ground.language)
            steps = len(text.source) // _SOURCE_A_STEP + filled.steps // _EXPRESSION_STEPS_A_STEP
            return BoundText(filled.text, filled.origin, filled.diagnostics, steps)

        return bind

    def _other_face(self, name: str, side: str) -> Face | LayoutFault:
        """The face of a piece that another one shows, or why it cannot be had (L330-L332)."""
        piece = self._find(name)
        if isinstance(piece, LayoutFault):
            self._reads.add(OTHERS)
            return piece
        self._reads |= of_shown(name)
        key = (piece.key, side)
        if key in self._composing:
            return LayoutFault("L331", f"'<face-of>' shows '{piece.key}' inside itself", "show another piece")
        if len(self._composing) > limits.FACES:
            return LayoutFault("L331", f"faces are nested more than {limits.FACES} deep", "show fewer")
        kept = self._shown.get(key)
        if kept is None:
            around = frozenset(self._reads)
            self._reads.clear()
            composed = self.compose(piece, "front" if side == "front" else "back")
            self._reads.clear()
            self._reads |= around | of_shown(name, composed.reads)
            if any(finding.code == "L331" for finding in composed.diagnostics):
                # How much of such a face is left out depends on where one starts, so it is neither shown nor
                # kept.
                return LayoutFault(
                    "L331", f"'<face-of>' shows '{piece.key}', which cannot be finished", "show another piece"
                )
            kept = self._shown[key] = composed
        self._reads |= of_shown(name, kept.reads)
        return kept.face or LayoutFault(
            "L332", f"'{piece.key}' has no {side} that can be shown", "fix that face, or show another"
        )

    @cached_property
    def _named(self) -> Mapping[str, Sequence[Piece]]:
        return pieces_by_name(self._ground.game)

    def _find(self, name: str) -> Piece | LayoutFault:
        hits = self._named.get(name, [])
        if len(hits) == 1:
            return hits[0]
        if hits:
            keys = " or ".join(f"'{piece.key}'" for piece in hits[:4])
            return LayoutFault("L330", f"several pieces are called '{name}'", f"write {keys}")
        known = [piece.key for piece in self._ground.game.pieces()]
        return LayoutFault("L330", f"unknown piece '{name}'", did_you_mean(name, known, "pieces"), name)


def pieces_by_name(game: Game) -> Mapping[str, Sequence[Piece]]:
    """The pieces that a layout may mean by a name, which is a key or an id."""
    found: dict[str, list[Piece]] = {}
    for piece in game.pieces():
        found.setdefault(piece.key, []).append(piece)
        found.setdefault(piece.id, []).append(piece)
    return found


def _back_key(piece: Piece, layout: str, members: Sequence[str]) -> tuple[object, ...]:
    """A key of all that decides a back of the pieces of a set, where ``members`` are what is read of them."""
    return (piece.set_id, layout, piece.size.outline, *[_member_key(piece, name) for name in members])


def _member_key(piece: Piece, name: str) -> object:
    """A member of a piece with its type, as Python takes 1 for true; empty where it has none of that name."""
    if name == WHOLE_PIECE:
        return piece.key
    try:
        value = piece.member(name)
    except KeyError:
        return ()
    try:
        hash(value)
    except TypeError:  # such as the measures of a size: no key, so only the piece is like itself
        return piece.key
    return type(value), value


_OF_THE_GAME = {"set", "game", "facts", "terms", "size", "none", "None"}
"""Names whose parts do not depend on the piece."""


_NEAR = 200
"""Characters before a place in which the value is looked for that a layout takes something from."""


def _lacking(finding: Diagnostic, layout: str, piece: Piece) -> Diagnostic:
    """A layout's fault of nothing at the line of the piece, if one of its fields has no value."""
    absent = {name for name, value in piece.fields.items() if value is None}
    if finding.span is None or not absent:
        return finding
    before = layout.split("\n")[finding.span.line - 1][: finding.span.column - 1][-_NEAR:]
    taken = re.search(r"([a-zA-Z_]\w*)((?:\.[\w-]+|\['[\w-]+'\])*)\.$", before)
    if taken is not None and taken[1] in _OF_THE_GAME:
        return finding
    name = taken[2].strip(".[]'") if taken is not None and taken[1] == "piece" else ""
    cures = (
        (f"give the piece a value for '{name}', or {finding.help[0]}",) if name in absent else finding.help
    )
    return replace(
        finding, span=piece.span, help=cures, related=((finding.span, "the layout takes it from there"),)
    )
