"""Parts of drawn pieces come back from their bytes as they were."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import pytest

from pnp.build.edition import ComposedPiece
from pnp.build.face_code import BROKEN, FacePart, part_coded
from pnp.draw import FaceParts, Outline
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.layout import Tightness
from pnp.model import Piece, Size
from pnp.pdf import Form, PdfFace, PdfResources
from pnp.source import Span
from pnp.units import mm

ICON = Form("Xicon", b"icon", Box(0, 0, 1, 1), "[0 0 1 1]", None, PdfResources())
MASK = Form("Xmask", b"mask", Box(0, 0, 2, 1), "[0 0 2 1]", "DeviceGray", PdfResources(forms={"Xicon": ICON}))
BACK = Form("Xback", b"back", Box(0, 0, 63, 88), "[0 0 63 88]", None, PdfResources(forms={"Xicon": ICON}))
FORMS = {form.name: form for form in (ICON, MASK, BACK)}
OUTLINE = Outline("rectangle", 63.0, 88.0, 3.0)
SPAN = Span("cards/a.yaml", 3, 3, 3, 6)
FONTS: Any = SimpleNamespace(by_key={"one": 1, "two": 2}.__getitem__)
PARTS = FaceParts([("name", Box(1, 2, 3, 4), 0)], [("sun", Box(5, 6, 7, 8.5))], [("words", Box(1, 2, 3, 4))])
RESOURCES = [
    PdfResources(),
    PdfResources(glyphs={"one": 0b110 | 1 << 65535, "two": 1}, forms={"Xicon": ICON}),
    PdfResources(glyphs={"two": 1 << 7}, texts={"two": {7: "fi"}}),
    PdfResources(
        glyphs={"one": 0b10},
        shadings={"S": {"ShadingType": 2}},
        patterns={"P": ("S", "1 0 0 1 0 0")},
        states={"G": "<</ca .5>>"},
        masks={"M": MASK},
        transparent=True,
    ),
]


def made(number: int, resources: PdfResources) -> tuple[Piece, ComposedPiece]:
    key = f"piece{number}"
    piece = Piece("a", key, "card", 2, {}, "card", None, "", Size(mm(63), mm(88), mm(3)), SPAN)
    form = Form(f"X{number}", b"content %d" % number, Box(0, 0, 63, 88), "[0 0 63 88]", None, resources)
    front = PdfFace(OUTLINE, 2.0, form, f"digest{number}", frozenset({"sun", "moon"}), key, "cs")
    back = front._replace(form=BACK, digest="back", label="Back") if number % 2 else None
    if number > 1:
        front = front._replace(parts=PARTS)
    faces = PieceFaces(piece.key, key if number else "Other", front, back, 2, SPAN)
    return piece, ComposedPiece(faces, (), (), (Tightness("cs", piece.key, 11.0, 11.0, 8.0, 0.5, False),))


def plain(composed: ComposedPiece) -> ComposedPiece:
    """The piece with its form as any other."""
    assert composed.faces is not None
    front = composed.faces.front
    assert isinstance(front, PdfFace)
    return composed._replace(faces=composed.faces._replace(front=front._replace(form=copy.copy(front.form))))


def test_pieces_come_back_as_they_were_and_share_their_backs():
    pieces = [made(number, resources) for number, resources in enumerate(RESOURCES)]
    coded = part_coded(
        (str(number), f"key {number}", composed.faces, composed)
        for number, (_, composed) in enumerate(pieces)
        if composed.faces is not None
    )
    part = FacePart(coded, FORMS, FONTS, {})
    assert part.keys == ("key 0", "key 1", "key 2", "key 3")
    assert sorted(part.forms) == ["Xback", "Xicon", "Xmask"]
    found = [
        part.piece(str(number), piece, lambda _, n=number: f"key {n}")
        for number, (piece, _) in enumerate(pieces)
    ]
    assert [plain(each) for each in found if each is not None] == [composed for _, composed in pieces]
    backs = [each.faces.back for each in found if each is not None and each.faces is not None]
    assert backs[1] is backs[3] is not None
    assert part.piece("other", pieces[0][0], lambda _: "key 0") is None


def test_a_piece_comes_back_only_while_what_it_has_read_gives_the_same_key():
    piece, composed = made(1, RESOURCES[1])
    assert composed.faces is not None
    composed = composed._replace(reads=frozenset({"facts", "layout card"}))
    part = FacePart(part_coded([("1", "as it was", composed.faces, composed)]), FORMS, FONTS, {})
    asked = []
    found = part.piece("1", piece, lambda reads: asked.append(reads) or "as it was")
    assert asked == [composed.reads]
    assert found is not None
    assert found.reads == composed.reads
    assert part.piece("1", piece, lambda _: "another") is None


@pytest.mark.parametrize("cut", [1, 5, 400])
def test_what_is_cut_off_is_no_part(cut):
    _, composed = made(1, RESOURCES[1])
    assert composed.faces is not None
    coded = part_coded([("1", "1", composed.faces, composed)])
    with pytest.raises(BROKEN):
        FacePart(coded[:-cut], FORMS, FONTS, {})


def test_a_part_whose_forms_are_unknown_is_none():
    _, composed = made(1, RESOURCES[1])
    assert composed.faces is not None
    with pytest.raises(BROKEN):
        FacePart(part_coded([("1", "1", composed.faces, composed)]), {"Xback": BACK}, FONTS, {})


def test_a_part_with_an_unknown_font_is_none():
    _, composed = made(1, PdfResources(glyphs={"three": 1}))
    assert composed.faces is not None
    with pytest.raises(BROKEN):
        FacePart(part_coded([("1", "1", composed.faces, composed)]), FORMS, FONTS, {})


def box_of(composed: ComposedPiece) -> Box:
    assert composed.faces is not None
    assert isinstance(composed.faces.front, PdfFace)
    return composed.faces.front.form.box


def test_numbers_come_back_in_the_kind_that_they_were():
    made_of = []
    for number, box in enumerate((Box(0, 0, 63, 88), Box(0.0, -0.0, 63.0, 88.0))):
        piece, composed = made(number, PdfResources())
        assert composed.faces is not None
        front = composed.faces.front
        assert isinstance(front, PdfFace)
        front = front._replace(form=front.form._replace(box=box))
        made_of.append((piece, composed._replace(faces=composed.faces._replace(front=front))))
    coded = part_coded(
        (piece.id, "", composed.faces, composed) for piece, composed in made_of if composed.faces is not None
    )
    part = FacePart(coded, FORMS, FONTS, {})
    for piece, composed in made_of:
        found = part.piece(piece.id, piece, lambda _: "")
        assert found is not None
        assert plain(found) == composed
        assert repr(box_of(found)) == repr(box_of(composed))  # 63 and 63.0 are equal
