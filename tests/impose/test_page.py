from __future__ import annotations

from pnp.draw import GlyphRun, Group
from pnp.draw.parts import leaves
from pnp.geometry import IDENTITY, Box
from pnp.impose import ContactCell, ContactSet, SheetPages, contact_pages, face_pages, impose
from pnp.units import mm
from tests.impose.faces import FOOTER, context, deck, face, profile


def test_pages_of_a_sheet_hold_its_places_and_its_boxes() -> None:
    (sheet,) = impose(deck(9), profile(), FOOTER).sheets
    front, back = SheetPages().of(sheet)
    assert (front.width, front.height) == (mm(210), mm(297))
    assert front.trim == Box(10.5, 16.5, 189.0, 264.0)
    assert front.bleed == Box(7.5, 13.5, 195.0, 270.0)
    assert [page.label for page in (front, back)] == ["1 front", "1 back"]
    card = front.placed[4]
    assert card.matrix.apply_box(Box(0.0, 0.0, 63.0, 88.0)) == Box(73.5, 104.5, 63.0, 88.0)


def test_pages_were_called_front_and_back_in_every_language() -> None:
    (sheet,) = impose(deck(9), profile(), FOOTER).sheets
    called = {
        tag: [page.label for page in SheetPages(language=tag).of(sheet)] for tag in ("cs", "fr", "pl", "hu")
    }
    assert called == {
        "cs": ["1 líc", "1 rub"],
        "fr": ["1 recto", "1 verso"],
        "pl": ["1 awers", "1 rewers"],
        "hu": ["1 front", "1 back"],
    }


def test_equal_faces_are_one_object_on_the_page() -> None:
    pieces = deck(9)
    (front, _) = SheetPages().of(impose(pieces, profile(), FOOTER).sheets[0])
    assert len({id(placed.face) for placed in front.placed}) == 1


def test_rule_sheets_are_pages_of_their_own_size() -> None:
    one, two = face_pages([face(210.0, 297.0), face(148.0, 210.0)])
    assert (one.width, one.height, one.trim) == (mm(210), mm(297), None)
    assert (two.width, two.height) == (mm(148), mm(210))
    assert two.placed[0].matrix == IDENTITY
    assert two.placed[0].clip == Box(0.0, 0.0, 148.0, 210.0)


def test_a_face_with_its_bleed_has_its_trim_box() -> None:
    (page,) = face_pages([face()], bleed=True)
    assert (page.width, page.height) == (mm(69), mm(94))
    assert page.trim == Box(3.0, 3.0, 63.0, 88.0)
    assert page.placed[0].clip == Box(-3.0, -3.0, 69.0, 94.0)


def test_a_contact_sheet_shows_every_face_once_inside_its_margins() -> None:
    sets = [
        ContactSet("Cards", tuple(ContactCell(face(grey=n), f"Card {n}", 2) for n in range(40))),
        ContactSet("Nothing", ()),
        ContactSet("Board", (ContactCell(face(400.0, 300.0), "Board", 1),)),
        ContactSet(
            "Tokens",
            tuple(
                ContactCell(face(20.0, 20.0, shape="circle", grey=n), "A very long name indeed", 3)
                for n in range(5)
            ),
        ),
    ]
    pages = contact_pages(sets, "Game", context())
    shown = [
        item for page in pages for item in page.items if isinstance(item, Group) and item.clip is not None
    ]
    assert len(shown) == 46
    assert {(page.width, page.height) for page in pages} == {(mm(297), mm(210))}
    area = Box(11.9, 11.9, 273.2, 186.2)
    for page in pages:
        boxes = [
            item.matrix.apply_box(Box(0.0, 0.0, *size))
            for item in page.items
            if isinstance(item, Group) and item.clip is not None
            for size in [_size(item)]
        ]
        assert all(area.holds(box) for box in boxes)
        assert not [1 for at, one in enumerate(boxes) for other in boxes[at + 1 :] if one.meets(other)]


def _size(group: Group) -> tuple[float, float]:
    from pnp.draw import path_box

    assert group.clip is not None
    box = path_box(group.clip.path)
    return box.width, box.height


def test_names_on_a_contact_sheet_are_shortened_where_they_are_too_long() -> None:
    cells = (
        ContactCell(face(20.0, 20.0), "A very long name indeed", 3),
        ContactCell(face(20.0, 20.0), "Bow", 12),
    )
    (page,) = contact_pages([ContactSet("Tokens", cells)], "Game", context())
    told = [leaf.item.text for leaf in leaves(page.items) if isinstance(leaf.item, GlyphRun)]
    assert any(text.endswith("…") for text in told)
    assert "Bow" in told
    assert "12×" in told


def test_no_faces_no_names() -> None:
    (page,) = contact_pages([ContactSet("Empty", ())], "Game", context())
    told = [leaf.item.text for leaf in leaves(page.items) if isinstance(leaf.item, GlyphRun)]
    assert told == ["Game", "1 / 1"]
