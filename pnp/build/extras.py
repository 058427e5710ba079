"""Extras of a build: blank pieces, a watermark, tuck boxes, a build card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pnp.build.document import Part
from pnp.build.edition import ComposedPiece, ComposedSet, Edition
from pnp.build.request import Extras
from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, error, warning
from pnp.draw import AnyFace, Face, FaceHashes, Fill, Group, Halo, OutlineEntry, Stroke, with_items
from pnp.geometry import Matrix
from pnp.i18n import label
from pnp.impose import PieceFaces, PrintProfile
from pnp.impose.fit import other_papers
from pnp.model import STANDARD_STYLES, ComponentSet
from pnp.text import TextContext, set_label, unprintable
from pnp.units import Length

_GREY = Colour(150, 150, 150)
_WHITE = Colour(255, 255, 255)
_BLACK = Colour(0, 0, 0)
_FRAME_SHARE = 0.04
"""Share of the shorter side: descenders of large letters reach further than their type size."""
_FRAME_MM = 3.0  # from the trim, for blanks and watermarks: letters are safe from 2 mm on (see pnp.preflight)
_OPACITY = 0.22


def with_extras(composed: ComposedSet, extras: Extras, edition: Edition) -> ComposedSet:
    """The set with the watermark on all fronts, and its blank pieces at the end; boards have none."""
    made = list(composed.pieces)
    if extras.watermark:
        made = [_watermarked_piece(piece, extras.watermark, edition.context) for piece in made]
    if extras.blanks and composed.component_set.kind != "board":
        made += _blanks(made, composed.component_set, extras.blanks, edition)
    return composed._replace(pieces=made)


def unprintable_watermark(words: str, context: TextContext) -> list[Diagnostic]:
    """An error for each character of the watermark that is in no font (T200)."""
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
    return piece._replace(faces=piece.faces._replace(front=front))


def watermarked(face: Face, words: str, context: TextContext) -> Face:
    """The face with the words across it, faint, with a halo for dark backgrounds."""
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
    return face._replace(items=(*face.items, Group(items, turned, opacity=_OPACITY, alt=words)))


def _scale(face: Face, width: float, tall: float, angle: float) -> float:
    """The factor by which words of this size can grow before they come too near the trim."""
    if face.outline.shape != "rectangle":
        return 0.7 * min(face.width, face.height) / math.hypot(width, tall)
    cosine, sine = abs(math.cos(angle)), abs(math.sin(angle))
    frame = max(_FRAME_MM, _FRAME_SHARE * min(face.width, face.height))
    across = (face.width - 2 * frame) / (width * cosine + tall * sine)
    down = (face.height - 2 * frame) / (width * sine + tall * cosine)
    return min(across, down)


def _blanks(
    pieces: Sequence[ComposedPiece], component_set: ComponentSet, count: int, edition: Edition
) -> list[ComposedPiece]:
    """White pieces with a thin frame.

    Their back is that of the set, or white if each piece has its own.
    """
    faces = [piece.faces for piece in pieces if piece.faces is not None]
    model = next((each for each in faces if each.back is not None), faces[0] if faces else None)
    if model is None:
        return []
    name = label("blank", edition.language)
    outline = model.front.outline
    items = (
        Fill(outline.path(model.front.bleed), _WHITE),
        Stroke(outline.path(-_FRAME_MM), _GREY, 0.25),
    )
    front = Face(outline, model.front.bleed, items, name, model.front.language)
    backs = {edition.hashes.of(each.back) for each in faces if each.back is not None}
    back = front if len(backs) > 1 else model.back
    blank = PieceFaces(
        f"{component_set.id}/blank",
        name,
        front,
        back,
        count,
        component_set.span,
        alternative_texts=("", "" if back is front else model.alternative_texts[1]),
    )
    return [ComposedPiece(blank, (), ())]


_SHOWN = 4
"""Most faces on the front of a box. With more backs than that, a deck has cards with two fronts."""


def box_part(
    edition: Edition, composed: Sequence[ComposedSet], thickness: Length, profile: PrintProfile
) -> tuple[Part | None, list[Diagnostic]]:
    """The nets of boxes for all sets of cards; the part is None without any.

    Args:
        edition: With the language and the fonts of labels.
        composed: Its sets; those that are not cards are left out.
        thickness: Of one card.
        profile: Paper and margins.

    Diagnostics: S116 (a net is larger than the paper; its box is left out).
    """
    from pnp.impose.tuck_box import Net, TuckBox, box_pages, has_room

    decks: list[ComponentSet] = []
    nets: list[Net] = []
    for each in composed:
        component_set, pieces = each.component_set, [piece for piece in each.faces if piece.copies]
        if component_set.kind == "card" and pieces:
            count = sum(piece.copies for piece in pieces)
            shown = cover(pieces, edition.hashes)
            name = edition.words(component_set.name)
            box = TuckBox.of(shown[0], count, thickness)
            nets.append(Net(box, shown, name, label("pieces", edition.language, n=count)))
            decks.append(component_set)
    title = label("boxes", edition.language)
    pages, places = box_pages(nets, edition.footer(title), profile, edition.context)
    outline = [OutlineEntry(title, 0, 0)]
    found: list[Diagnostic] = []
    for deck, net, page in zip(decks, nets, places, strict=True):
        if page is not None:
            outline.append(OutlineEntry(net.name, 1, page))
            continue
        width, height = net.box.size
        message = (
            f"box for '{deck.id}' needs {width:.1f} × {height:.1f} mm, more than {profile.paper.name} has"
        )
        papers = other_papers(profile, partial(has_room, net))
        cures = (*papers, "take thinner cards", "divide the deck")
        found.append(warning("S116", message, deck.span, cures))
    return (Part("boxes.pdf", title, pages, tuple(outline), one_sided=True) if pages else None), found


def cover(pieces: Sequence[PieceFaces], hashes: FaceHashes) -> tuple[Face, ...]:
    """The faces on the front of a box: the back that all cards have, or up to four different ones.

    Without backs, or with more different ones than that, they are fronts.
    """
    backs = _different([piece.back for piece in pieces if piece.back is not None], hashes)
    if 0 < len(backs) <= _SHOWN:
        return backs
    return _different([piece.front for piece in pieces], hashes)[:_SHOWN]


def _different(faces: Sequence[AnyFace], hashes: FaceHashes) -> tuple[Face, ...]:
    """The faces that differ, of the size of the first one, in order."""
    found: dict[str, Face] = {}
    for face in faces:
        if face.outline == faces[0].outline:
            found.setdefault(hashes.of(face), with_items(face))
    return tuple(found.values())


FILE = "build-card.pdf"


def card_part(
    edition: Edition, parts: Sequence[Part], profile: PrintProfile, command: str, *, combined: bool
) -> Part:
    """The last part: the command that made the others, and what to do with them.

    Args:
        edition: With the language and the fonts of the card.
        parts: Of the edition.
        profile: That they were printed with.
        command: That makes the same files.
        combined: Whether all parts go into one file.
    """
    from pnp.impose.build_card import BuildCard, CardBook, CardDeck, build_card_pages

    decks = tuple(
        CardDeck(
            part.title,
            "" if combined else part.file,
            part.sheets,
            {piece.key: piece.label for piece in part.faces},
        )
        for part in parts
        if part.sheets
    )
    books = tuple(
        CardBook(
            part.title,
            "" if combined else part.file,
            len(part.pages),
            None if part.rules and not part.two_sided else part.two_sided,
        )
        for part in parts
        if not part.sheets
    )
    card = BuildCard(edition.name, edition.game.version, command, decks, books)
    pages = build_card_pages(card, profile, edition.context)
    title = label("build-card", edition.language)
    return Part(FILE, title, pages, (OutlineEntry(title, 0, 0),))
