"""Faults of finished faces that show only on paper: letters under the knife, colour that ends at the cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.colour import Colour
from pnp.dataclass import dataclass
from pnp.diagnostics import Diagnostic, error, warning
from pnp.draw import Face, Fill, GlyphRun, Outline, Picture, PressedFace, Stroke
from pnp.geometry import Box, Point
from pnp.impose import PieceFaces
from pnp.preflight.seen import Seen, ink_box, leaf_box, leaves
from pnp.units import MM_PER_PT

SAFE = 2.0
"""Millimetres inside the trim that a knife of a home player may miss by; print shops ask for 3."""

_SLACK = 0.25  # mm: estimates of ink are good to this
_TOUCH = 0.05  # mm: nearer than this, an edge was meant to lie on the trim
_BACKS_KEPT = 256
_LEAST_TYPE = 5.0  # pt: below this, ink closes small letters on office printers
_LEAST_STROKE = 0.2  # pt: thinner lines break up in print


def check_faces(pieces: Iterable[PieceFaces], safe: float = SAFE) -> list[Diagnostic]:
    """What is wrong with the faces, piece by piece; each kind of fault once a side.

    Faces that several pieces share are looked at once.

    Args:
        pieces: Finished pieces; those with no copies are passed over.
        safe: Width of the rim inside the trim that letters should keep out of, in millimetres.

    Diagnostics: S201 (letters beyond the trim), S202 (letters in the rim), S203 (a shape or picture that never shows), S204 (colour
    that stops at the trim), S205 (small type), S206 (thin lines).
    """
    checks = FaceChecks(safe)
    return _folded([fault for piece in pieces if piece.copies > 0 for fault in checks.faults(piece)])


class FaceChecks:
    """Looks at pieces one by one. Backs that look the same are looked at once and the findings said of each piece.

    Args:
        safe: As for ``check_faces``.
    """

    def __init__(self, safe: float = SAFE) -> None:
        self._safe = safe
        self._backs: dict[int, tuple[Face, tuple[Diagnostic, ...]]] = {}

    def faults(self, piece: PieceFaces) -> Sequence[Diagnostic]:
        """What is wrong with the faces of a piece; of a pressed one, what was found before."""
        if isinstance(piece.front, PressedFace):
            return piece.faults
        found = list(_Check(piece, "front", piece.front, self._safe).faults())
        if piece.back is None or isinstance(piece.back, PressedFace):
            return found
        return found + self._back(piece, piece.back)

    def _back(self, piece: PieceFaces, back: Face) -> list[Diagnostic]:
        known = self._backs.get(id(back.items))
        if known is None:
            if len(self._backs) >= _BACKS_KEPT:
                self._backs.clear()
            faults = tuple(_Check(piece, "back", back, self._safe).faults())
            # The face is kept with its faults: an id means nothing once its object is gone.
            known = self._backs[id(back.items)] = (back, faults)
        return [replace(fault, span=piece.span, piece=piece.key) for fault in known[1]]


def _folded(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings, those that say the same of several pieces once: most come from a layout that the pieces share."""
    alike: dict[tuple[str, str], list[Diagnostic]] = {}
    for item in found:
        alike.setdefault((item.code, item.message), []).append(item)
    folded = []
    for first, *others in alike.values():
        pieces = len({item.piece for item in others} - {first.piece})
        more = f" (and of {pieces} more piece{'s' if pieces > 1 else ''})" if pieces else ""
        folded.append(replace(first, message=first.message + more))
    return folded


@dataclass(frozen=True, slots=True)
class _Check:
    """One face under the checks."""

    piece: PieceFaces
    side: str
    face: Face
    safe: float

    def faults(self) -> Iterator[Diagnostic]:
        """What is wrong, each kind once."""
        seen = list(leaves(self.face.items))
        yield from self._letters([(leaf, leaf.item) for leaf in seen if isinstance(leaf.item, GlyphRun)])
        drawn = [leaf for leaf in seen if not (isinstance(leaf.item, GlyphRun) or leaf.small)]
        placed = [(leaf, leaf.place(leaf_box(leaf.item))) for leaf in drawn]
        yield from self._hidden(placed)
        yield from self._short_of_bleed(placed)
        yield from self._thin(drawn)

    def _letters(self, runs: Sequence[tuple[Seen, GlyphRun]]) -> Iterator[Diagnostic]:
        cut: list[str] = []
        near: list[str] = []
        small: list[tuple[float, str]] = []
        for leaf, run in runs:
            words = run.text.strip()
            box = leaf.visible(leaf.place(ink_box(run)))
            if not words or box is None:
                continue
            if not _holds(self.face.outline, box, -_SLACK):
                cut.append(words)
            elif not _holds(self.face.outline, box, self.safe - _SLACK):
                near.append(words)
            size = run.size * leaf.scale / MM_PER_PT
            if size < _LEAST_TYPE - 0.01 and not leaf.small:
                small.append((size, words))
        if cut:
            message = f"{_quoted(cut)} runs over the trim of the {self.side}"
            yield error("S201", message, self.piece.span, "move it inwards", piece=self.piece.key)
        if near:
            message = f"{_quoted(near)} is nearer than {self.safe:g} mm to the trim of the {self.side}"
            yield warning("S202", message, self.piece.span, "move it inwards", piece=self.piece.key)
        if small:
            size, words = min(small)
            message = f"{_quoted([words])} is set in {size:.1f} pt on the {self.side}"
            cure = f"set it in {_LEAST_TYPE:g} pt or more"
            yield warning("S205", message, self.piece.span, cure, piece=self.piece.key)

    def _hidden(self, placed: Sequence[tuple[Seen, Box]]) -> Iterator[Diagnostic]:
        outline = self.face.outline
        reach = Box(0.0, 0.0, outline.width, outline.height).grown(self.face.bleed)
        hidden = [leaf for leaf, box in placed if not box.meets(reach, -1e-6)]
        if hidden:
            kinds = " and ".join(
                f"{count} {kind}{'s' if count > 1 else ''}"
                for kind, count in Counter(map(_kind, hidden)).items()
            )
            message = f"{kinds} of the {self.side} wholly outside trim and bleed"
            yield warning(
                "S203", message, self.piece.span, "move them onto the face or drop them", piece=self.piece.key
            )

    def _short_of_bleed(self, placed: Sequence[tuple[Seen, Box]]) -> Iterator[Diagnostic]:
        if self.face.bleed <= 0:
            return
        edges: dict[str, None] = {}
        for leaf, whole in placed:
            box = leaf.visible(whole) if _is_ground(leaf) else None
            if box is not None and box.width > _TOUCH and box.height > _TOUCH:
                edges |= dict.fromkeys(self._touched(box))
        if edges:
            message = (
                f"colour ends at the {' and '.join(edges)} trim of the {self.side} instead of in the bleed"
            )
            cure = f'let it run {self.face.bleed:g} mm further (bleed="true"), or end it inside'
            yield warning("S204", message, self.piece.span, cure, piece=self.piece.key)

    def _touched(self, box: Box) -> Iterator[str]:
        width, height = self.face.width, self.face.height
        if abs(box.x) < _TOUCH:
            yield "left"
        if abs(box.right - width) < _TOUCH:
            yield "right"
        if abs(box.y) < _TOUCH:
            yield "upper"
        if abs(box.bottom - height) < _TOUCH:
            yield "lower"

    def _thin(self, drawn: Sequence[Seen]) -> Iterator[Diagnostic]:
        widths = [leaf.item.width * leaf.scale / MM_PER_PT for leaf in drawn if isinstance(leaf.item, Stroke)]
        thinnest = min(widths, default=_LEAST_STROKE)
        if thinnest < _LEAST_STROKE - 1e-3:
            message = f"line of {thinnest:.2f} pt on the {self.side} is too thin to print"
            cure = f"draw it {_LEAST_STROKE:g} pt or thicker"
            yield warning("S206", message, self.piece.span, cure, piece=self.piece.key)


def _is_ground(leaf: Seen) -> bool:
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
    hexagon = outline.corners(-inset)
    edges = list(zip(hexagon, [*hexagon[1:], hexagon[0]], strict=True))
    return all(
        (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= -1e-9
        for x, y in corners
        for (x1, y1), (x2, y2) in edges
    )


def _kind(leaf: Seen) -> str:
    return "picture" if isinstance(leaf.item, Picture) else "shape"


def _quoted(words: Sequence[str]) -> str:
    first = words[0] if len(words[0]) <= 30 else words[0][:29].rstrip() + "…"
    return f"'{first}'" if len(words) == 1 else f"'{first}' and {len(words) - 1} more"
