"""What is printed beside and over the pieces of a game: blank ones to write on, and a watermark for playtests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.build.maker import ComposedPiece
from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, error
from pnp.draw import Face, FaceHashes, Fill, Group, Halo, Stroke, with_items
from pnp.geometry import Matrix
from pnp.i18n import label
from pnp.impose import PieceFaces
from pnp.model import STANDARD_STYLES, ComponentSet
from pnp.text import TextContext, set_label, unprintable

_GREY = Colour(150, 150, 150)
_WHITE = Colour(255, 255, 255)
_BLACK = Colour(0, 0, 0)
_FRAME_SHARE = 0.04
"""Of the shorter side: tails of large letters reach further than the size that they are set in says."""
_FRAME_MM = 3.0  # from the trim, for blanks and watermarks: letters are safe from 2 mm on (see pnp.preflight)
_OPACITY = 0.22


@dataclass(frozen=True, slots=True)
class Extras:
    """What is wanted on top.

    Attributes:
        blanks: Blank pieces for each set.
        watermark: Words across every front; empty for none.
    """

    blanks: int = 0
    watermark: str = ""


def with_extras(
    pieces: Sequence[ComposedPiece],
    component_set: ComponentSet,
    extras: Extras,
    context: TextContext,
    hashes: FaceHashes,
) -> list[ComposedPiece]:
    """The pieces with the watermark on their fronts, and behind them the blanks of the set; boards have none."""
    made = list(pieces)
    if extras.watermark:
        made = [_watermarked_piece(piece, extras.watermark, context) for piece in made]
    if extras.blanks and component_set.kind != "board":
        made += _blanks(made, component_set, extras.blanks, context, hashes)
    return made


def unprintable_watermark(words: str, context: TextContext) -> list[Diagnostic]:
    """An error for each character of the watermark that no font has (T200)."""
    return [
        error(
            "T200",
            f"no glyph for '{lost}' ({' '.join(f'U+{ord(char):04X}' for char in lost)}) of the watermark",
            None,
            "write it in letters that a font of the game has",
        )
        for lost in unprintable(words, STANDARD_STYLES["title"], context)
    ]


def _watermarked_piece(piece: ComposedPiece, words: str, context: TextContext) -> ComposedPiece:
    if piece.faces is None:
        return piece
    front = watermarked(with_items(piece.faces.front), words, context)
    return replace(piece, faces=replace(piece.faces, front=front))


def watermarked(face: Face, words: str, context: TextContext) -> Face:
    """The face with the words across it, faint, with a rim for dark grounds."""
    style = STANDARD_STYLES["title"]
    halo = Halo(_WHITE, 0.3)
    items, width = set_label(words, replace(style, colour=_BLACK), 0.0, 0.0, context, "middle", halo=halo)
    if not items or width <= 0:
        return face
    tall = style.size.mm
    angle = -math.atan2(face.height, face.width) if face.outline.shape == "rectangle" else 0.0
    scale = _scale(face, width, tall, angle)
    cosine, sine = math.cos(angle) * scale, math.sin(angle) * scale
    drop = 0.35 * tall  # half the height of capitals: the words lie across the middle
    turned = Matrix(
        cosine, sine, -sine, cosine, face.width / 2 - sine * drop, face.height / 2 + cosine * drop
    )
    return replace(face, items=(*face.items, Group(items, turned, opacity=_OPACITY, alt=words)))


def _scale(face: Face, width: float, tall: float, angle: float) -> float:
    """How much words of this size may grow until they come too near to the trim."""
    if face.outline.shape != "rectangle":
        return 0.7 * min(face.width, face.height) / math.hypot(width, tall)
    cosine, sine = abs(math.cos(angle)), abs(math.sin(angle))
    frame = max(_FRAME_MM, _FRAME_SHARE * min(face.width, face.height))
    across = (face.width - 2 * frame) / (width * cosine + tall * sine)
    down = (face.height - 2 * frame) / (width * sine + tall * cosine)
    return min(across, down)


def _blanks(
    pieces: Sequence[ComposedPiece],
    component_set: ComponentSet,
    count: int,
    context: TextContext,
    hashes: FaceHashes,
) -> list[ComposedPiece]:
    """White pieces with a thin frame; the back is that of the set, a white one where each piece has its own."""
    faces = [piece.faces for piece in pieces if piece.faces is not None]
    model = next((each for each in faces if each.back is not None), faces[0] if faces else None)
    if model is None:
        return []
    name = label("blank", context.language)
    outline = model.front.outline
    items = (
        Fill(outline.path(model.front.bleed), _WHITE),
        Stroke(outline.path(-_FRAME_MM), _GREY, 0.25),
    )
    front = Face(outline, model.front.bleed, items, name, model.front.language)
    backs = {hashes.of(each.back) for each in faces if each.back is not None}
    back = front if len(backs) > 1 else model.back
    blank = PieceFaces(f"{component_set.id}/blank", name, front, back, count, component_set.span)
    return [ComposedPiece(blank, (), ())]
