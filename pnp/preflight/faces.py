"""Faults of finished faces that show only on paper: letters under the knife, colour that ends at the cut."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from pnp.colour import Colour, contrast
from pnp.diagnostics import Diagnostic, error, shortened, times, warning
from pnp.diagnostics.diagnostic import Allowance
from pnp.draw import Face, Fill, GlyphRun, Group, Item, Outline, Picture, Stroke
from pnp.draw.parts import PlacedLeaf, ink_box, leaf_box, leaves, letters_of, surely_inside
from pnp.draw.ring import holds
from pnp.geometry import Box, Point
from pnp.impose import PieceFaces
from pnp.memo import IdentityMemo
from pnp.preflight.contrast import READABLE, ContrastChecks, FaintWords
from pnp.units import MM_PER_PT

LEAST_TYPE = 5.0
"""Points: below this, ink closes small letters on office printers."""
LEAST_STROKE = 0.2
"""Points: thinner lines break up in print."""

_SLACK = 0.25  # mm: estimates of ink are good to this
_TOUCH = 0.05  # mm: nearer than this, an edge was meant to lie on the trim
_LARGE = (LEAST_TYPE - 0.005) * MM_PER_PT  # mm: letters that are surely not too small
_ITEMS_KEPT = 4096


@dataclass(slots=True)
class ItemFaults:
    """The faults of an item, considered by itself.

    Attributes:
        cut: Words beyond the trim.
        near: Words in the rim inside of it.
        small: Words that are set too small, with their size in points.
        hidden: Kinds of shapes that never show.
        edges: Of the trim, where colour ends.
        thinnest: Width in points of the thinnest line that is too thin, else infinite.
    """

    cut: list[str] = field(default_factory=list)
    near: list[str] = field(default_factory=list)
    small: list[tuple[float, str]] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    edges: list[str] = field(default_factory=list)
    thinnest: float = inf


class ItemChecks:
    """Looks at the items of faces of one shape.

    Items other than texts are mostly on many faces, and are checked once.

    Args:
        outline: Of the faces.
        bleed: Theirs, in millimetres.
    """

    def __init__(self, outline: Outline, bleed: float) -> None:
        self.outline = outline
        self.bleed = bleed
        trim = Box(0.0, 0.0, outline.width, outline.height)
        self._reach = trim.grown(bleed)
        self._cut, self._safe = -_SLACK, SAFE - _SLACK
        # Boxes inside this one need no closer look; a round piece holds none that is known beforehand.
        clear = trim.grown(-max(self._cut, self._safe))
        self._clear = (clear.x, clear.y, clear.right, clear.bottom) if outline.shape == "rectangle" else None
        self._known: IdentityMemo[Item, ItemFaults | None] = IdentityMemo(self._at, _ITEMS_KEPT)

    def at(self, items: Iterable[Item]) -> list[ItemFaults]:
        """The faults of the items of a face; empty when it has none."""
        found: list[ItemFaults] = []
        clear = self._clear
        for item in items:
            if type(item) is GlyphRun:
                if clear is not None and item.size > _LARGE and surely_inside(item, clear):
                    continue
                faults = self._at(item)
            elif type(item) is Group and item.shared is not None and not _has_letters(item.items):
                continue  # a picture of something else: only its letters are looked at
            else:
                faults = self._known.of(item)
            if faults is not None:
                found.append(faults)
        return found

    def _at(self, item: Item) -> ItemFaults | None:
        """The faults of an item; None when it has none."""
        faults = ItemFaults()
        for leaf in leaves([item]):
            if isinstance(leaf.item, GlyphRun):
                self._letters(leaf, leaf.item, faults)
            elif not leaf.small:
                placed = leaf.place(leaf_box(leaf.item))
                if not placed.meets(self._reach, -1e-6):
                    faults.hidden.append("picture" if isinstance(leaf.item, Picture) else "shape")
                faults.edges += self._short_of_bleed(leaf, placed)
                if isinstance(leaf.item, Stroke):
                    width = leaf.item.width * leaf.scale / MM_PER_PT
                    if width < LEAST_STROKE - 1e-3:
                        faults.thinnest = min(faults.thinnest, width)
        return None if faults == ItemFaults() else faults

    def _letters(self, leaf: PlacedLeaf, run: GlyphRun, faults: ItemFaults) -> None:
        words = run.text.strip()
        box = leaf.visible(leaf.place(ink_box(run)))
        if not words or box is None:
            return
        if not _holds(self.outline, box, self._cut):
            faults.cut.append(words)
        elif not _holds(self.outline, box, self._safe):
            faults.near.append(words)
        size = run.size * leaf.scale / MM_PER_PT
        if not leaf.small and size < LEAST_TYPE - 0.01:
            faults.small.append((size, words))

    def _short_of_bleed(self, leaf: PlacedLeaf, whole: Box) -> Iterator[str]:
        """The edges of the trim that a coloured surface ends at."""
        box = leaf.visible(whole) if self.bleed > 0 and _is_ground(leaf) else None
        if box is None or box.width <= _TOUCH or box.height <= _TOUCH:
            return
        if abs(box.x) < _TOUCH:
            yield "left"
        if abs(box.right - self.outline.width) < _TOUCH:
            yield "right"
        if abs(box.y) < _TOUCH:
            yield "upper"
        if abs(box.bottom - self.outline.height) < _TOUCH:
            yield "lower"


def _has_letters(items: Sequence[Item]) -> bool:
    return any(type(item) is GlyphRun or (type(item) is Group and _has_letters(item.items)) for item in items)


def _is_ground(leaf: PlacedLeaf) -> bool:
    """Whether a leaf is a coloured surface: its end at the cut shows as a white sliver."""
    item = leaf.item
    if isinstance(item, Picture):
        return True
    if not isinstance(item, Fill):
        return False
    return not isinstance(item.paint, Colour) or (item.paint.alpha > 0 and item.paint.luminance < 0.98)


def _holds(outline: Outline, box: Box, inset: float) -> bool:
    """Whether a box lies inside an outline that was moved inwards by ``inset`` everywhere."""
    frame = Box(0.0, 0.0, outline.width, outline.height).grown(-inset)
    if outline.shape == "rectangle":
        return frame.holds(box)
    corners = [Point(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    if outline.shape == "circle":
        centre, radius = frame.centre, frame.width / 2
        return all((x - centre.x) ** 2 + (y - centre.y) ** 2 <= radius**2 for x, y in corners)
    if outline.shape == "path":
        return holds(outline.ring, box, inset)
    hexagon = outline.corners(-inset)
    edges = list(zip(hexagon, [*hexagon[1:], hexagon[0]], strict=True))
    return all(
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= -1e-9
        for x, y in corners
        for (x1, y1), (x2, y2) in edges
    )


SAFE = 2.0
"""Millimetres inside the trim that a knife of a home player may miss by; print shops ask for 3."""

_PLACES = 3
"""Other words that a folded finding lists."""
_QUOTED = re.compile(r"'.*'(?: and \d+ more)?")


def check_faces(pieces: Iterable[PieceFaces], allowed: Iterable[Allowance] = ()) -> list[Diagnostic]:
    """Findings about the faces, piece by piece; each kind of fault once a side.

    Faces that several pieces share are looked at once.

    Args:
        pieces: Finished pieces; those with no copies are skipped.
        allowed: Warnings that the game accepts: those of single pieces stay apart from those of others.

    Diagnostics: S201 (letters beyond the trim), S202 (letters in the rim), S203 (a shape or picture that
        never shows), S204 (colour
    that stops at the trim), S205 (small type), S206 (thin lines), S207 (faint letters).
    """
    checks = FaceChecks()
    found = [fault for piece in pieces if piece.copies > 0 for fault in checks.faults(piece)]
    accepted = {(each.code, each.owner) for each in allowed}
    own = [each for each in found if (each.code, each.piece) in accepted]
    return [*own, *_folded([each for each in found if (each.code, each.piece) not in accepted])]


class FaceChecks:
    """Looks at pieces one by one. What many faces show is looked at once (``ItemChecks``)."""

    def __init__(self) -> None:
        self._checks: ItemChecks | None = None
        self._contrast = ContrastChecks()
        self._clean_back: Sequence[Item] | None = None

    def faults(self, piece: PieceFaces) -> Sequence[Diagnostic]:
        """Faults of the faces of a piece; those found earlier if they were looked at, or have no items."""
        if piece.faults is not None or not isinstance(piece.front, Face):
            return piece.faults or ()
        found = self._looked_at(piece, "front", piece.front)
        back = piece.back
        # Most pieces have the back of the piece before, and nothing is wrong with it.
        if back is None or not isinstance(back, Face) or back.items is self._clean_back:
            return found
        wrong = self._looked_at(piece, "back", back)
        self._clean_back = None if wrong or piece.unfit else back.items
        return found + wrong

    def _looked_at(self, piece: PieceFaces, side: str, face: Face) -> list[Diagnostic]:
        checks = self._checks
        if checks is None or (checks.outline, checks.bleed) != (face.outline, face.bleed):
            checks = self._checks = ItemChecks(face.outline, face.bleed)
        seen = checks.at(face.items)
        if seen and piece.unfit:
            seen = _apart_from(piece.unfit, seen)
        found = list(_findings(piece, side, face.bleed, seen)) if seen else []
        faint = list(self._contrast.faint(face.items))
        return [*found, _faint(piece, side, faint)] if faint else found


def _apart_from(unfit: Sequence[str], seen: Sequence[ItemFaults]) -> list[ItemFaults]:
    """The faults without the letters of texts that do not fit."""
    reported = [letters_of(text) for text in unfit]

    def others(words: Iterable[str]) -> list[str]:
        return [each for each in words if not any(letters_of(each) in text for text in reported)]

    return [replace(faults, cut=others(faults.cut), near=others(faults.near)) for faults in seen]


def _folded(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings; equal ones of several pieces, mostly from a layout that the pieces share, are one.

    Findings of a set's pieces are the same if they differ only in the words that are in a wrong place.
    """
    same: dict[tuple[str, str], list[Diagnostic]] = {}
    for item in found:
        same.setdefault((item.code, item.message), []).append(item)
    alike: dict[tuple[str, str, str], list[list[Diagnostic]]] = {}
    for items in same.values():
        group = (items[0].piece or "").partition("/")[0]
        alike.setdefault((items[0].code, _QUOTED.sub("'…'", items[0].message), group), []).append(items)
    folded = []
    for (first, *others), *unlike in alike.values():
        every = [*others, *(item for items in unlike for item in items)]
        pieces = len({item.piece for item in every} - {first.piece})
        more = f" (and of {times(pieces, 'more piece')})" if pieces else ""
        places = tuple((items[0].span, _words_of(items[0])) for items in unlike[:_PLACES] if items[0].span)
        folded.append(replace(first, message=first.message + more, related=places))
    return folded


def _words_of(item: Diagnostic) -> str:
    quoted = _QUOTED.match(item.message)
    return f"{quoted[0] if quoted else item.message} of {item.piece}"


def _findings(piece: PieceFaces, side: str, bleed: float, seen: Sequence[ItemFaults]) -> Iterator[Diagnostic]:
    """Findings about a side from the faults of its items, each kind of fault once."""
    cut = [words for faults in seen for words in faults.cut]
    near = [words for faults in seen for words in faults.near]
    small = [words for faults in seen for words in faults.small]
    hidden = [kind for faults in seen for kind in faults.hidden]
    edges = dict.fromkeys(edge for faults in seen for edge in faults.edges)
    thinnest = min(faults.thinnest for faults in seen)
    if cut:
        message = f"{_quoted(cut)} runs over the trim of the {side}"
        yield error("S201", message, piece.span, "move it inwards", piece=piece.key)
    if near:
        message = f"{_quoted(near)} is nearer than {SAFE:g} mm to the trim of the {side}"
        yield warning("S202", message, piece.span, "move it inwards", piece=piece.key)
    if small:
        size, words = min(small)
        message = f"{_quoted([words])} is set in {size:.1f} pt on the {side}"
        cure = f"set it in {LEAST_TYPE:g} pt or more"
        yield warning("S205", message, piece.span, cure, piece=piece.key)
    if hidden:
        kinds = " and ".join(times(count, kind) for kind, count in Counter(hidden).items())
        message = f"{kinds} of the {side} wholly outside trim and bleed"
        yield warning("S203", message, piece.span, "move them onto the face or drop them", piece=piece.key)
    if edges:
        message = f"colour ends at the {' and '.join(edges)} trim of the {side} instead of in the bleed"
        cure = f'let it run {bleed:g} mm further (bleed="true"), or end it inside'
        yield warning("S204", message, piece.span, cure, piece=piece.key)
    if thinnest < LEAST_STROKE:
        message = f"line of {thinnest:.2f} pt on the {side} is too thin to print"
        cure = f"draw it {LEAST_STROKE:g} pt or thicker"
        yield warning("S206", message, piece.span, cure, piece=piece.key)


def _faint(piece: PieceFaces, side: str, found: Sequence[FaintWords]) -> Diagnostic:
    first = found[0]
    ratio = contrast(first.colour, first.ground)
    message = (
        f"{_quoted([each.words for each in found])} of {first.colour} on {first.ground} can hardly be read on the {side}: "
        f"contrast {ratio:.1f} of at least {READABLE:g}"
    )
    cure = "choose a darker or lighter colour, or draw a surface below the words"
    return warning("S207", message, piece.span, cure, piece=piece.key)


def _quoted(words: Sequence[str]) -> str:
    first = shortened(words[0], 30)
    return f"'{first}'" if len(words) == 1 else f"'{first}' and {len(words) - 1} more"
