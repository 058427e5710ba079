"""Places on the face of a piece that words point at: boxes, fields, icons, coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate

from pnp.diagnostics import Diagnostic, did_you_mean, error, times
from pnp.draw import AnyFace, FaceParts
from pnp.draw.parts import letters_of
from pnp.geometry import Box, around
from pnp.layout.reads import of_shown
from pnp.markup import parse_inline, plain_text
from pnp.model import Piece, Term, Text
from pnp.rulebook.block import Word
from pnp.rulebook.desk import Desk
from pnp.rulebook.reads import piece_names
from pnp.rules import fill

_NUMBER = r"\d{1,4}(?:\.\d{1,4})?"
_COORDINATES = re.compile(rf"{_NUMBER},{_NUMBER}(?:,{_NUMBER},{_NUMBER})?")
_SHORTEST = 2
"""Shorter words of a field must be all that a line has: a 1 is found in many places."""


def anchor(desk: Desk, face: AnyFace, parts: FaceParts, piece: Piece, word: Word) -> Box | Diagnostic:
    """The box on the face that a place names, or what is wrong with it (R158).

    A place is a point ``x,y`` or a box ``x,y,width,height`` in millimetres from the top left, the ``id`` of
    an element of the layout, a field of the piece (its words, or the icon of its term), or an icon. Of
    several icons, ``heart#2`` is the second.
    """
    if _COORDINATES.fullmatch(word.text):
        x, y, *size = (float(number) for number in word.text.split(","))
        box = Box(x, y, *size) if size else Box(x, y, 0.0, 0.0)
        if Box(0.0, 0.0, face.width, face.height).holds(box):
            return box
        message = f"'{word.text}' is not on '{piece.key}', which is {face.width:g} × {face.height:g} mm"
        return error("R158", message, word.span, "write x,y or x,y,width,height in millimetres of the piece")
    name, _, number = word.text.partition("#")
    found = list(_named(desk, parts, piece, name))
    which = int(number) if number.isdecimal() and len(number) < 4 else 1 if not number else 0
    if 1 <= which <= len(found):
        return found[which - 1]
    if found:
        message = f"'{piece.key}' has {times(len(found), 'place')} called '{name}'"
        return error("R158", message, word.span, f"write '{name}' or '{name}#1' to '{name}#{len(found)}'")
    known = [name for name, *_ in parts.boxes] + [name for name, _ in parts.icons]
    known += [name for name, value in piece.fields.items() if _field(desk, parts, piece, value)]
    cure = did_you_mean(name, list(dict.fromkeys(known)), "places")
    return error("R158", f"'{piece.key}' has no place '{name}'", word.span, cure)


def _named(desk: Desk, parts: FaceParts, piece: Piece, name: str) -> Iterator[Box]:
    boxes = [(box, depth) for known, box, depth in parts.boxes if known == name]
    if boxes:
        least = min(depth for _, depth in boxes)
        yield from (box for box, depth in boxes if depth == least)
        return
    if name in piece.fields:
        box = _field(desk, parts, piece, piece.fields[name])
        if box is not None:
            yield box
            return
    yield from (box for known, box in parts.icons if known == name)


def _field(desk: Desk, parts: FaceParts, piece: Piece, value: object) -> Box | None:
    """Where the words of a field are printed, or the icon of its term."""
    if isinstance(value, tuple | list):
        return next((box for box in (_field(desk, parts, piece, each) for each in value) if box), None)
    if isinstance(value, Term):
        icon = next((box for known, box in parts.icons if known == value.icon), None)
        return icon or _printed(parts, desk.plain(value.name))
    if isinstance(value, Text):
        reads: set[str] = set()
        filled = fill(desk.local(value), piece_names(piece, desk.scope, reads), desk.language)
        desk.reads |= of_shown(piece.key, frozenset(reads))
        return _printed(parts, plain_text(parse_inline(filled.text)))
    return _printed(parts, str(value)) if isinstance(value, int | float | str) else None


def _printed(parts: FaceParts, words: str) -> Box | None:
    """The box of the first stretches of text that are the words, or else of the first that hold them."""
    letters = letters_of(words)
    if len(letters) <= _SHORTEST:
        return next((box for text, box in parts.words if text == letters), None)
    ends = [0, *accumulate(len(text) for text, _ in parts.words)]
    printed = "".join(text for text, _ in parts.words)
    held = [found.start() for found in re.finditer(f"(?={re.escape(letters)})", printed)]
    if not held:
        return None
    whole = (at for at in held if at in ends and at + len(letters) in ends)
    start = next(whole, held[0])
    end = start + len(letters)
    return around([box for i, (_, box) in enumerate(parts.words) if ends[i] < end and start < ends[i + 1]])
