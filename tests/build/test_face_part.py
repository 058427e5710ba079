"""Parts of pressed pieces come back from their bytes as they were."""

from __future__ import annotations

import copy
from dataclasses import replace

import pytest

from pnp.build.face_code import BROKEN
from pnp.build.face_part import FacePart, Shared, part_coded
from pnp.build.maker import ComposedPiece
from pnp.draw import Needs, Outline, Plate, PressedFace
from pnp.geometry import Box
from pnp.impose import PieceFaces
from pnp.layout import Tightness
from pnp.model import Piece, Size
from pnp.source import Span
from pnp.units import mm

ICON = Plate("Xicon", b"icon", Box(0, 0, 1, 1), "[0 0 1 1]", None, Needs())
MASK = Plate("Xmask", b"mask", Box(0, 0, 2, 1), "[0 0 2 1]", "DeviceGray", Needs(plates={"Xicon": ICON}))
BACK = Plate("Xback", b"back", Box(0, 0, 63, 88), "[0 0 63 88]", None, Needs(plates={"Xicon": ICON}))
PLATES = {plate.name: plate for plate in (ICON, MASK, BACK)}
OUTLINE = Outline("rectangle", 63.0, 88.0, 3.0)
SPAN = Span("cards/a.yaml", 3, 3, 3, 6)
NEEDS = [
    Needs(),
    Needs(glyphs={"one": 0b110 | 1 << 65535, "two": 1}, plates={"Xicon": ICON}),
    Needs(glyphs={"two": 1 << 7}, said={"two": {7: "fi"}}),
    Needs(
        glyphs={"one": 0b10},
        shadings={"S": {"ShadingType": 2}},
        patterns={"P": ("S", "1 0 0 1 0 0")},
        states={"G": "<</ca .5>>"},
        masks={"M": MASK},
        transparent=True,
    ),
]


def made(number: int, needs: Needs) -> tuple[Piece, ComposedPiece]:
    key = f"piece{number}"
    piece = Piece("a", key, "card", 2, {}, "card", None, "", Size(mm(63), mm(88)), SPAN)
    plate = Plate(f"X{number}", b"content %d" % number, Box(0, 0, 63, 88), "[0 0 63 88]", None, needs)
    front = PressedFace(OUTLINE, 2.0, plate, f"digest{number}", frozenset({"sun", "moon"}), key, "cs")
    back = replace(front, plate=BACK, digest="back", label="Back") if number % 2 else None
    faces = PieceFaces(piece.key, key if number else "Other", front, back, 2, SPAN)
    return piece, ComposedPiece(faces, (), (), (Tightness("cs", piece.key, 11.0, 11.0, 8.0, 0.5, False),))


def plain(composed: ComposedPiece) -> ComposedPiece:
    """The piece with its plate as any other."""
    assert composed.faces is not None
    front = composed.faces.front
    assert isinstance(front, PressedFace)
    return replace(
        composed, faces=replace(composed.faces, front=replace(front, plate=copy.copy(front.plate)))
    )


def test_pieces_come_back_as_they_were_and_share_their_backs():
    pieces = [made(number, needs) for number, needs in enumerate(NEEDS)]
    coded = part_coded(
        (str(number), composed.faces, composed)
        for number, (_, composed) in enumerate(pieces)
        if composed.faces is not None
    )
    part = FacePart(coded, PLATES, Shared())
    assert part.keys == ("0", "1", "2", "3")
    assert sorted(part.plates) == ["Xback", "Xicon", "Xmask"]
    found = [part.piece(str(number), piece) for number, (piece, _) in enumerate(pieces)]
    assert [plain(each) for each in found if each is not None] == [composed for _, composed in pieces]
    backs = [each.faces.back for each in found if each is not None and each.faces is not None]
    assert backs[1] is backs[3] is not None
    assert part.piece("other", pieces[0][0]) is None
    assert "0" in part
    assert "other" not in part


@pytest.mark.parametrize("cut", [1, 5, 400])
def test_what_is_cut_off_is_no_part(cut):
    _, composed = made(1, NEEDS[1])
    assert composed.faces is not None
    coded = part_coded([("1", composed.faces, composed)])
    with pytest.raises(BROKEN):
        FacePart(coded[:-cut], PLATES, Shared())


def test_a_part_whose_plates_are_unknown_is_none():
    _, composed = made(1, NEEDS[1])
    assert composed.faces is not None
    with pytest.raises(BROKEN):
        FacePart(part_coded([("1", composed.faces, composed)]), {"Xback": BACK}, Shared())


def box_of(composed: ComposedPiece) -> Box:
    assert composed.faces is not None
    assert isinstance(composed.faces.front, PressedFace)
    return composed.faces.front.plate.box


def test_numbers_come_back_in_the_kind_that_they_were():
    made_of = []
    for number, box in enumerate((Box(0, 0, 63, 88), Box(0.0, -0.0, 63.0, 88.0))):
        piece, composed = made(number, Needs())
        assert composed.faces is not None
        front = composed.faces.front
        assert isinstance(front, PressedFace)
        front = replace(front, plate=replace(front.plate, box=box))
        made_of.append((piece, replace(composed, faces=replace(composed.faces, front=front))))
    coded = part_coded(
        (piece.id, composed.faces, composed) for piece, composed in made_of if composed.faces is not None
    )
    part = FacePart(coded, PLATES, Shared())
    for piece, composed in made_of:
        found = part.piece(piece.id, piece)
        assert found is not None
        assert plain(found) == composed
        assert repr(box_of(found)) == repr(box_of(composed))  # 63 and 63.0 are equal
