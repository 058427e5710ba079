"""Setting pictures: real pieces of the game, and picture files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import fsum
from pathlib import PurePosixPath

from pnp.colour import BLACK, Colour
from pnp.diagnostics import Diagnostic, error, warning
from pnp.draw import (
    WHOLE_FACE,
    AnyFace,
    Clip,
    Face,
    FaceHashes,
    Group,
    Item,
    ShownPiece,
    Stroke,
    fan,
    rectangle,
)
from pnp.geometry import Box, Matrix, around, scale, shift
from pnp.model import FileFault, Piece
from pnp.rulebook.block import Directive, Word, caption_of
from pnp.rulebook.desk import Desk
from pnp.rulebook.flow import Growth, Strip
from pnp.rulebook.reading import named_piece
from pnp.rulebook.reads import Side
from pnp.rulebook.words import line_strips
from pnp.units import Length, LengthError

_GAP = 3.0
_ABOVE_CAPTION = 1.0
_TALLEST_ROW = 45.0
"""Height that pieces are shown in when no scale is given (millimetres)."""
TALLEST = 200.0
"""No picture is higher than this, so that it always fits a page with its caption (millimetres)."""
_WHOLE_DISPLAY = 100.0
"""Rows of pieces up to this height in sum are never parted (millimetres)."""
_CORNER = 3.0
"""Radius of the corners of a picture that fills the rest of a page (millimetres)."""
_SMALLEST_SCALE, _LARGEST_SCALE = 0.05, 4.0
_SPREAD, _WIDEST_SPREAD = 50.0, 180.0
"""Degrees that a hand is spread by."""


EDGE = Colour(0x9A, 0x9A, 0xA0)
_EDGE_WIDTH = 0.15


def piece_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """Pieces side by side, in as many rows as they need, and the caption."""
    scale = wanted_scale(desk, directive.options.get("scale"))
    faces = shown_pieces(desk, directive)
    return with_caption(desk, directive, _face_rows(desk, faces, scale, x, width), x, width)


def shown_pieces(desk: Desk, directive: Directive) -> list[AnyFace]:
    """The faces of the pieces that the directive names, without unknown ones, which are noted."""
    faces: list[AnyFace] = []
    for word in directive.words:
        piece = find_piece(desk, word)
        if piece is not None:
            faces += shown_side(desk, piece, directive, word)
    return faces


def find_piece(desk: Desk, word: Word) -> Piece | None:
    """The piece ``set/id``; an unknown one is noted (R150)."""
    found = named_piece(desk.game, word)
    if isinstance(found, Piece):
        return found
    desk.diagnostics.append(found)
    return None


def shown_side(desk: Desk, piece: Piece, directive: Directive, word: Word) -> list[AnyFace]:
    """The face of the piece that the directive's ``side`` asks for; none where it has none (R151)."""
    side = wanted_side(desk, piece, directive, word)
    face = desk.face(piece, side) if side is not None else None
    return [face] if face is not None else []  # a missing face is reported where the piece is built


def wanted_side(desk: Desk, piece: Piece, directive: Directive, word: Word) -> Side | None:
    """The side that the directive asks for; None where the piece has none (R151)."""
    option = directive.options.get("side")
    if option is not None and option.text not in ("front", "back"):
        desk.diagnostics.append(
            error("R112", f"'{option.text}' is no side", option.span, "write 'front' or 'back'")
        )
    side: Side = "back" if option is not None and option.text == "back" else "front"
    if side == "back" and piece.back is None:
        message = f"'{piece.key}' has no back"
        desk.diagnostics.append(error("R151", message, word.span, "show its front, or give its set a 'back'"))
        return None
    return side


def wanted_scale(desk: Desk, word: Word | None) -> float | None:
    """The number of a ``scale`` option; None without one, or where it is none (R112)."""
    if word is None:
        return None
    if re.fullmatch(r"\d{1,2}(\.\d{1,4})?|\.\d{1,4}", word.text):
        scale = float(word.text)
        if _SMALLEST_SCALE <= scale <= _LARGEST_SCALE:
            return scale
    cure = f"write a number from {_SMALLEST_SCALE} to {_LARGEST_SCALE:g}, such as 0.5"
    desk.diagnostics.append(error("R112", f"'{word.text}' is no scale", word.span, cure))
    return None


def _face_rows(
    desk: Desk, faces: Sequence[AnyFace], scale: float | None, x: float, width: float
) -> list[Strip]:
    """Rows of faces, each row centred; faces are made smaller where one alone would be too large."""
    if not faces:
        return []
    least = 0.5 if scale is None else 0.85
    if scale is None:
        scale = min(1.0, _TALLEST_ROW / max(face.height for face in faces))
    in_one_row = (width - _GAP * (len(faces) - 1)) / fsum(face.width for face in faces)
    if least * scale <= in_one_row < scale:  # a little smaller keeps them side by side
        scale = in_one_row
    rows: list[list[tuple[AnyFace, float]]] = [[]]
    used = 0.0
    for face in faces:
        factor = min(scale, width / face.width, TALLEST / face.height)
        wide = face.width * factor
        if rows[-1] and used + _GAP + wide > width + 1e-6:
            rows.append([])
            used = 0.0
        used += wide + (_GAP if rows[-1] else 0.0)
        rows[-1].append((face, factor))
    strips = [_row(desk, row, x, width, 0.0 if index == 0 else _GAP) for index, row in enumerate(rows)]
    if fsum(strip.before + strip.height for strip in strips) <= _WHOLE_DISPLAY:
        strips[:-1] = [replace(strip, keep=True) for strip in strips[:-1]]
    return strips


def _row(desk: Desk, row: Sequence[tuple[AnyFace, float]], x: float, width: float, before: float) -> Strip:
    height = max(face.height * factor for face, factor in row)
    whole = fsum(face.width * factor for face, factor in row) + _GAP * (len(row) - 1)
    left = x + (width - whole) / 2
    items: list[Item] = []
    for face, factor in row:
        items.append(face_figure(desk, face, left, (height - face.height * factor) / 2, factor))
        left += face.width * factor + _GAP
    return Strip(height, tuple(items), before)


def hand_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """Pieces in a fan as a player holds them, the first at the left and at the bottom, and the caption."""
    scale_of, angle = wanted_scale(desk, directive.options.get("scale")), _angle(desk, directive)
    hand = fan(shown_pieces(desk, directive), angle)
    if not hand:
        return []
    box = around([piece.box for piece in hand])
    factor = min(1.0, _TALLEST_ROW / hand[0].face.height) if scale_of is None else scale_of
    factor = min(factor, width / box.width, TALLEST / box.height)
    left = x + (width - box.width * factor) / 2
    to_strip = scale(factor).then(shift(left - box.x * factor, -box.y * factor))
    items = []
    for piece in hand:
        placed = ShownPiece(piece.face, piece.matrix.then(to_strip))
        tag = desk.tag("Figure", piece.face.label, placed.box)._replace(copied=piece.face.label)
        items.append(Group(placed_face(placed.face, placed.matrix, desk.hashes), tag=tag))
    return with_caption(desk, directive, [Strip(box.height * factor, tuple(items))], x, width)


def _angle(desk: Desk, directive: Directive) -> float:
    """The degrees that a hand is spread by; those of ``_SPREAD`` where the option is none (R112)."""
    word = directive.options.get("angle")
    if word is None:
        return _SPREAD
    if re.fullmatch(r"\d{1,3}(\.\d{1,4})?", word.text) and float(word.text) <= _WIDEST_SPREAD:
        return float(word.text)
    cure = f"write degrees from 0 to {_WIDEST_SPREAD:g}, such as 50"
    desk.diagnostics.append(error("R112", f"'{word.text}' is no angle", word.span, cure))
    return _SPREAD


def figure_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """A picture of the game's folder with its caption, as wide as the column unless a width is given.

    With a least height it may be cut off at the top, and then has round corners.
    """
    word = directive.words[0]
    wanted = _length(desk, directive.options.get("width"), "width")
    least = _length(desk, directive.options.get("least"), "height")
    figure = _figure(desk, word, min(wanted or width, width))
    if figure is None:
        return []
    ratio, draw = figure
    shown = min(wanted if wanted is not None else width, width)
    if wanted is not None and wanted > width + 1e-6:
        message = f"the picture is {wanted:.1f} mm wide and its column {width:.1f} mm"
        desk.diagnostics.append(
            warning("R155", message, directive.options["width"].span, "it is made smaller; use ':::full'")
        )
    height = shown * ratio
    if height > TALLEST:
        shown, height = shown * TALLEST / height, TALLEST
    box = Box(x + (width - shown) / 2, 0.0, shown, height)
    tag = desk.tag("Figure", drawing_words(desk, directive), box)
    strip = Strip(height, (Group(draw(box), tag=tag),))
    if least is not None and least < height:

        def cut(left: float) -> tuple[Item, ...]:
            seen = Box(box.x, 0.0, shown, left)
            clip = Clip(rectangle(seen, _CORNER))
            inner = Group(draw(Box(box.x, left - height, shown, height)), clip=clip)
            return (Group((inner,), tag=tag._replace(box=seen)),)

        strip = Strip(least, cut(least), growth=Growth(height, cut))
    return with_caption(desk, directive, [strip], x, width)


def drawing_words(desk: Desk, directive: Directive) -> str:
    """The alternative text of a drawing: its pieces, its caption, or the name of its file or directive."""
    if directive.name == "hand":
        return ", ".join(face.label for face in shown_pieces(desk, directive))
    caption = caption_of(directive)
    if caption:
        return desk.plain(caption)
    if directive.name == "setup":
        return desk.labels.text("set-up")
    return PurePosixPath(directive.words[0].text).stem.replace("-", " ").replace("_", " ")


def _figure(desk: Desk, word: Word, width: float) -> tuple[float, Callable[[Box], tuple[Item, ...]]] | None:
    """Height over width of the picture, and a function that fills a box; None and reported if unreadable.

    It is printed ``width`` mm wide at most.
    """
    from pnp.pictures import PictureFault, load_picture, picture_items

    try:
        if desk.files is None:
            raise FileFault("there are no files at hand", "put the picture into the game's folder")
        data = desk.files.read(word.text)
        if word.text.lower().endswith(".svg"):
            return _drawing(desk, data, desk.files.shown(word.text), width)
        picture = load_picture(data, word.text)
    except (FileFault, PictureFault) as fault:
        desk.diagnostics.append(error("R154", str(fault), word.span, fault.cure))
        return None
    return picture.height_px / picture.width_px, lambda box: tuple(picture_items(picture, box, "stretch"))


def _drawing(
    desk: Desk, data: bytes, shown: str, width: float
) -> tuple[float, Callable[[Box], tuple[Item, ...]]] | None:
    from pnp.icons import coloured, parse_svg
    from pnp.pictures import pixels_in, svg_pictures

    fonts = svg_pictures(desk.context.fonts)
    drawing, found = parse_svg(data, shown, fonts, lambda across, _: pixels_in(width / across))
    desk.diagnostics += found
    if drawing is None:
        return None
    digest = hashlib.sha256(data).hexdigest()

    def draw(box: Box) -> tuple[Item, ...]:
        fitted = scale(box.width / drawing.width, box.height / drawing.height).then(shift(box.x, box.y))
        name = f"drawing {digest} {width} {fitted.scale:.6g}"
        return (Group(coloured(drawing.items, BLACK, fitted.scale), fitted, shared=name),)

    return drawing.height / drawing.width, draw


def _length(desk: Desk, word: Word | None, kind: str) -> float | None:
    if word is None:
        return None
    try:
        length = Length.parse(word.text)
    except LengthError as fault:
        desk.diagnostics.append(_bad_length(str(fault), word))
        return None
    if not 1.0 <= length.mm <= 1_000.0:
        desk.diagnostics.append(_bad_length(f"'{word.text}' is no {kind} of a picture", word))
        return None
    return length.mm


def _bad_length(message: str, word: Word) -> Diagnostic:
    return error("R112", message, word.span, "write a length such as 60mm")


def with_caption(desk: Desk, directive: Directive, rows: list[Strip], x: float, width: float) -> list[Strip]:
    """The rows and, kept below them, the directive's caption."""
    caption = caption_of(directive)
    if not caption or not rows:
        return rows
    style = replace(desk.styles.caption, align="center")
    lines = line_strips(desk.lines(caption, style, width), style, x, desk.tag("Caption"))
    if not lines:
        return rows
    lines[0] = replace(lines[0], before=_ABOVE_CAPTION)
    rows[-1] = replace(rows[-1], keep=True)
    return [*rows, *lines]


def small_face(
    face: AnyFace, x: float, y: float, factor: float, hashes: FaceHashes, alt: str | None = None
) -> tuple[Item, ...]:
    """A piece with its top-left corner at (x, y), ``factor`` times its size, with a thin line around it.

    The face itself is a group that is shared between all places where it is drawn at whatever size;
    ``hashes`` name it. ``alt`` is what it shows, where its place is no figure.
    """
    return placed_face(face, scale(factor).then(shift(x, y)), hashes, alt)


def placed_face(
    face: AnyFace, matrix: Matrix, hashes: FaceHashes, alt: str | None = None
) -> tuple[Item, ...]:
    """A piece as ``small_face`` where ``matrix`` takes it to."""
    edge = Stroke(face.outline.path(), EDGE, _EDGE_WIDTH / matrix.scale)
    return Group((bare_face(face, hashes, alt),), matrix=matrix), Group((edge,), matrix=matrix)


def bare_face(face: AnyFace, hashes: FaceHashes, alt: str | None = None) -> Group:
    """A piece in its own size, without a line around it, shared as that of ``small_face``."""
    clip, shared = Clip(face.outline.path()), WHOLE_FACE + hashes.of(face)
    if isinstance(face, Face):
        return Group(face.items, clip=clip, shared=shared, alt=alt)
    return Group((), clip=clip, shared=shared, alt=alt, drawn=face)


def face_figure(
    desk: Desk, face: AnyFace, x: float, y: float, factor: float, over: Iterable[Item] = ()
) -> Group:
    """A piece as ``small_face`` that is a figure of the sheet, with what is drawn ``over`` it."""
    box = Box(x, y, face.width * factor, face.height * factor)
    items = (*small_face(face, x, y, factor, desk.hashes), *over)
    return Group(items, tag=desk.tag("Figure", face.label, box)._replace(copied=face.label))
