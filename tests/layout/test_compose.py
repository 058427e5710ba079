"""Laws of composing: faces depend on their piece alone, and are the same however they are asked for."""

from dataclasses import replace
from typing import Any

import pytest

from pnp.colour import Colour
from pnp.draw import GlyphRun, face_hash
from pnp.layout import Composed, limits, shipped_layouts
from pnp.model import STANDARD_SIZES, FieldDeclaration, Sides, Size, hexagon
from pnp.units import mm
from tests.layout.game import compose, composer, everything, game, items, term, text, words

BOW = term("weapon", "bow", "#B3202C", "high-shot")
SWORD = term("weapon", "sword", "#1F5C99", "broadsword")
MAIN = """<face><rect inset="0" bleed="true" fill="{{ piece.pile.colour }}"/>
{% if piece.cost %}<text x="2" y="2" style="plain">{{ piece.cost }}</text>{% endif %}
<text inset="20 4 4 4">{{ piece.text }}</text></face>"""
BACK = '<face><rect inset="0" fill="{{ piece.pile.colour }}"/><text inset="4">{{ piece.pile.name }}</text></face>'
PIECES: list[dict[str, Any]] = [
    {"pile": pile, "cost": cost, "text": text(f"text {cost} {{{{ cost }}}} of {pile.id}", 10 + cost)}
    for pile in (BOW, SWORD)
    for cost in (0, 1, 2)
]


def deck() -> Any:
    return game({"main": MAIN, "back": BACK}, PIECES, terms=[BOW, SWORD], back="back")


def hashes(composed: Composed) -> str:
    assert composed.face is not None
    return face_hash(composed.face)


def test_faces_do_not_depend_on_what_was_composed_before() -> None:
    of = deck()
    pieces = list(of.pieces())
    warm = composer(of)
    for piece in reversed(pieces):
        warm.compose(piece, "back")
        warm.compose(piece)
    for piece in pieces:
        for side in ("front", "back"):
            again, alone = warm.compose(piece, side), composer(of).compose(piece, side)
            assert again == alone


def test_pieces_that_come_behind_many_different_ones_are_made_as_if_alone() -> None:
    values = [{"cost": cost} for cost in (*range(90), *(7, 7, 95, 7))]
    of = game(
        {
            "main": '<face><text inset="4">{{ piece.cost }}</text></face>',
            "back": '<face><text inset="4">b</text></face>',
        },
        values,
        declared=[FieldDeclaration("cost", "number")],
        back="back",
    )
    warm = composer(of)
    for piece in of.pieces():
        for side in ("front", "back"):
            assert warm.compose(piece, side) == composer(of).compose(piece, side)


@pytest.mark.parametrize("values", [(1, True, "1"), (True, 1, "1"), ("1", 1, True)])
def test_what_python_takes_for_equal_is_read_each_for_itself(values: tuple[object, ...]) -> None:
    layout = '<face><rect opacity="{{ piece.v }}" fill="{{ piece.v }}"/><icon name="skull" size="{{ piece.v }}"/></face>'
    of = game(
        {"main": layout}, [{"v": value} for value in values], declared=[FieldDeclaration("v", "number")]
    )
    warm = composer(of)
    for piece in (*of.pieces(), *of.pieces()):
        assert warm.compose(piece) == composer(of).compose(piece)


@pytest.mark.parametrize("read", ["size.width", "size['height']", "tags", "number", "set", "key", "cost"])
def test_a_layout_may_read_any_member_of_a_piece(read: str) -> None:
    """The measures of ``piece.size`` ended the build with an internal error."""
    of = game(
        {
            "main": f'<face><rect width="{{{{ 9 if piece.{read} else 8 }}}}" height="5" fill="#123456"/></face>'
        },
        [{"cost": 1, "tags": ("a", "b")}, {"cost": 2, "tags": ()}],
        declared=[FieldDeclaration("cost", "number"), FieldDeclaration("tags", "list")],
    )
    maker = composer(of)
    for piece in of.pieces():
        assert maker.compose(piece) == composer(of).compose(piece)
        assert maker.compose(piece).diagnostics == ()


def test_a_start_tag_that_branches_is_read_for_each_branch() -> None:
    lines = (
        '<rect {% if piece.n > 1 %}x="1" width="{{ piece.n }}"{% else %}x="2" height="{{ piece.n }}"{% endif %} fill="white"/>',
        '<rect x="{{ piece.n }}{% if piece.n > 1 %}mm{% endif %}" fill="white"/>',
        '<rect {% if piece.n > 1 %}x=""{% else %}x="3"{% endif %} fill="white"/>',
    )
    declared = [FieldDeclaration("n", "number")]
    of = game({"main": f"<face>{''.join(lines)}</face>"}, [{"n": n} for n in (1, 2, 1, 2)], declared=declared)
    together = composer(of)
    for piece in of.pieces():
        alone = composer(of).compose(piece)
        assert alone.diagnostics == ()
        assert hashes(together.compose(piece)) == hashes(alone)
    first, second, *_ = [hashes(together.compose(piece)) for piece in of.pieces()]
    assert first != second


def test_texts_that_are_drawn_once_count_on_every_face(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LETTERS", 30)
    layout = "<face>{% for at in range(piece.cost) %}<g><text>twelve chars</text></g>{% endfor %}</face>"
    declared = [FieldDeclaration("cost", "number")]
    of = game({"main": layout}, [{"cost": cost} for cost in (2, 3, 3, 2)], declared=declared)
    warm = composer(of)
    found = [warm.compose(piece) for piece in of.pieces()]
    assert [[finding.code for finding in one.diagnostics] for one in found] == [[], ["L120"], ["L120"], []]
    assert found == [composer(of).compose(piece) for piece in of.pieces()]


@pytest.mark.parametrize("said", ["luk", "a\n* b :trophy:", "nevejdeseto nikam", "psát ☃", "**tučně", ""])
def test_a_short_text_on_several_cards_is_set_and_told_on_each(said: str) -> None:
    body = '<face><text width="12" height="4">{{ piece.text }}</text></face>'
    same = [{"text": text(said, line)} for line in range(10, 15)]
    of = game({"main": body}, same)
    together = composer(of)
    for piece in of.sets[0].pieces:
        alone, beside = composer(of).compose(piece), together.compose(piece)
        assert beside == alone
        assert [found.span and found.span.line for found in beside.diagnostics] == [
            found.span and found.span.line for found in alone.diagnostics
        ]
        assert beside.fits == alone.fits


def test_one_text_in_two_places_is_set_in_each() -> None:
    body = """<face>
        <text x="2" y="2" width="30" height="10">{{ piece.text }}</text>
        <text x="2" y="40" width="30" height="10" colour="#f00">{{ piece.text }}</text>
    </face>"""
    of = game({"main": body}, [{"text": text("luk")}] * 4)
    together = composer(of)
    faces = [together.compose(piece).face for piece in of.sets[0].pieces]
    assert [face and face.items for face in faces] == [faces[0] and faces[0].items] * 4
    first, second = everything(faces[3].items if faces[3] else ())
    assert isinstance(first, GlyphRun)
    assert isinstance(second, GlyphRun)
    assert (first.colour, second.colour) == (Colour(0, 0, 0), Colour(255, 0, 0))
    assert second.y - first.y == pytest.approx(38)


def test_equal_backs_are_one_face() -> None:
    of = deck()
    composing = composer(of)
    backs = [composing.compose(piece, "back") for piece in of.pieces()]
    assert len({hashes(back) for back in backs}) == 2
    assert [words(back) for back in backs] == ["bow"] * 3 + ["sword"] * 3
    assert {back.fits[0].piece for back in backs} == {piece.key for piece in of.pieces()}


@pytest.mark.parametrize("colour", ["piece.pile.colour", "'#102030'"])
def test_backs_do_not_depend_on_which_were_composed_before(colour: str) -> None:
    back = f'<face><rect inset="1" fill="{{{{ {colour} }}}}"/></face>'
    of = game({"main": MAIN, "back": back}, PIECES, terms=[BOW, SWORD], back="back")
    pieces = list(of.pieces())
    pieces.append(replace(pieces[-1], id="large", size=Size(mm(70), mm(80))))
    together = composer(of)
    backs = [together.compose(piece, "back") for piece in pieces]
    assert [hashes(back) for back in backs] == [hashes(composer(of).compose(each, "back")) for each in pieces]
    piles = 2 if "pile" in colour else 1
    assert len({hashes(back) for back in backs}) == piles + 1


@pytest.mark.parametrize(
    "print_cost",
    [
        "{{ piece.cost }}",
        "{{ piece['cost'] }}",
        "{{ piece['co' ~ 'st'] }}",
        "{% set member = 'cost' %}{{ piece[member] }}",
        "{% set mine = piece %}{{ mine.cost }}",
        "{% if piece.cost > 1 %}many{% endif %}",
        "{% macro show(of) %}{{ of.cost }}{% endmacro %}{{ show(piece) }}",
        "{% include 'cost' %}",
        "{% from 'library' import cost with context %}{{ cost() }}",
        "{{ [piece] | map(attribute='cost') | join }}",
        "{{ piece.cost_in_words }}",
        "{{ piece.piece_in_words }}",
        "{{ set.pieces[piece.number - 1].cost }}",
        "{{ piece }}",
    ],
)
def test_a_back_is_drawn_once_for_pieces_that_are_alike_in_all_that_is_read(print_cost: str) -> None:
    layouts = {
        "main": f"<face><text>{print_cost}</text></face>",
        "cost": "{{ piece.cost }}",
        "library": "{% macro cost() %}{{ piece.cost }}{% endmacro %}",
    }
    costs = (1, 2, 1, 2, 3)
    pieces = [
        {
            "name": text(f"name {cost}"),
            "cost": cost,
            "cost_in_words": text("{{ cost }} gold"),
            "piece_in_words": text("{{ piece.cost }} gold"),
        }
        for cost in costs
    ]
    of = game(layouts, pieces, declared=[FieldDeclaration("cost", "number")], back="main")
    together = composer(of)
    for piece in (*of.pieces(), *reversed(list(of.pieces()))):
        assert together.compose(piece, "back") == composer(of).compose(piece, "back")


def test_backs_that_read_nothing_of_their_pieces_are_drawn_once() -> None:
    of = game({"main": MAIN, "back": "<face><text>back</text></face>"}, PIECES, back="back")
    composing = composer(of)
    faces = [composing.compose(piece, "back").face for piece in of.pieces()]
    assert len({id(face.items) for face in faces if face}) == 1


def test_a_front_is_named_after_its_piece_and_a_back_after_its_set() -> None:
    of = game({"main": "<face/>"}, [{"name": text("luk")}, {"id": "nameless"}], back="main")
    composing = composer(of)
    faces = [composing.compose(piece, side).face for piece in of.pieces() for side in ("front", "back")]
    assert [face.label for face in faces if face] == ["luk", "Zbraně", "nameless", "Zbraně"]
    assert {face.language for face in faces if face} == {"cs"}


def test_a_piece_without_a_back_has_no_face_for_it() -> None:
    of = game({"main": "<face/>"}, [{}])
    assert composer(of).compose(of.sets[0].pieces[0], "back") == Composed(None)


def test_valid_pieces_are_composed_beside_faulty_ones() -> None:
    of = game(
        {"main": '<face><rect fill="{{ piece.pile.colour }}"/></face>'},
        [{"pile": BOW}, {"pile": None}, {"pile": SWORD}],
    )
    composing = composer(of)
    composed = [composing.compose(piece) for piece in of.pieces()]
    assert [each.face is None for each in composed] == [False, True, False]


KINDS: list[tuple[str, Size]] = [
    *(("card", STANDARD_SIZES[name]) for name in ("poker", "mini-european", "tarot", "square", "domino", "business")),
    ("aid", STANDARD_SIZES["poker"]),
    ("tile", Size(mm(45), mm(45))),
    ("hex", hexagon(mm(40), "pointy")),
    ("hex", hexagon(mm(60), "flat")),
    ("token", Size(mm(20), mm(20), shape="circle")),
    ("token", Size(mm(15), mm(15))),
    ("token", hexagon(mm(18), "flat")),
    ("standee", Size(mm(25), mm(112))),
    ("board", Size(mm(120), mm(60))),
    ("board", STANDARD_SIZES["a4"]),
    ("board", STANDARD_SIZES["a1"]),
    *(("back", STANDARD_SIZES[name]) for name in ("poker", "a4", "business")),
    ("back", Size(mm(15), mm(15), shape="circle")),
    ("back", hexagon(mm(40), "pointy")),
]  # fmt: skip
FULL: dict[str, Any] = {
    "name": text("Zvučný luk"),
    "text": text("Zabij **démona** na sousedním políčku."),
    "pile": BOW,
    "more": (BOW, SWORD),
    "cost": 0,
    "walls": Sides(n=True, w=True),
}
DECLARED = [
    FieldDeclaration("pile", "term"),
    FieldDeclaration("more", "terms"),
    FieldDeclaration("cost", "number"),
    FieldDeclaration("walls", "sides"),
]


@pytest.mark.parametrize("fields", [FULL, {}, {"name": text("Jen jméno")}], ids=["full", "bare", "name"])
@pytest.mark.parametrize(("layout", "size"), KINDS, ids=lambda value: str(getattr(value, "width", value)))
def test_the_layouts_that_ship_draw_any_piece(layout: str, size: Size, fields: dict[str, Any]) -> None:
    given = {name: value for name, value in fields.items() if name != "text" or size.width.mm > 40}
    of = game(
        {}, [{"layout": layout, **given}], declared=DECLARED, terms=[BOW, SWORD], size=size, kind="card"
    )
    for ink in ("full", "low"):
        composed = composer(of, ink=ink).compose(of.sets[0].pieces[0])
        assert composed.diagnostics == (), ink
        assert composed.face is not None
        assert composed.face.items


def test_free_cards_show_their_cost() -> None:
    of = game({}, [{"layout": "card", "cost": 0}, {"layout": "card", "cost": None}], declared=DECLARED)
    composing = composer(of)
    shown = [words(composing.compose(piece)) for piece in of.pieces()]
    assert "0" in shown[0].replace("Demo", "").replace("1/2", "")
    assert "cost" not in shown[1]
    assert "None" not in shown[1]


def test_the_card_that_ships_hides_no_text_and_takes_a_long_name() -> None:
    name = text("The Fastest Clipper on the Whole of the Northern Coast")
    declared = [FieldDeclaration("flavour-text", "text", True), FieldDeclaration("artist", "text", True)]
    piece = {"name": name, "layout": "card", "flavour-text": text("It creaks."), "artist": text("Ann")}
    of = game({}, [piece], declared=declared)
    composed = composer(of).compose(of.sets[0].pieces[0])
    assert composed.diagnostics == ()
    assert "flavour text: It creaks." in words(composed)
    assert "artist: Ann" in words(composed)


def test_the_back_that_ships_gives_nothing_away() -> None:
    of = game({}, [{**FULL, "layout": "back"}, {"layout": "back"}], declared=DECLARED)
    composing = composer(of)
    one, two = (composing.compose(piece, "front").face for piece in of.pieces())
    assert one is not None
    assert two is not None
    assert one.items == two.items


def test_a_game_replaces_a_layout_and_may_extend_the_one_that_ships() -> None:
    own = '{% include "pnp/default/token.xml" %}'
    size = Size(mm(20), mm(20), shape="circle")
    assert compose(own, FULL, size=size, declared=DECLARED).face is not None
    of = game({"card": '<face><rect fill="#010203"/></face>'}, [{"layout": "card"}])
    face = composer(of).compose(of.sets[0].pieces[0]).face
    assert face is not None
    assert len(face.items) == 1


def test_every_macro_that_ships_can_be_called() -> None:
    body = """{% from "pnp/card.xml" import ground, panel, title, corner, banner, words, badge, footer, lattice %}
    <face>{{ lattice("#112233", "#445566") }}{{ ground("#B3202C") }}{{ panel() }}{{ title("Jméno") }}
    {{ corner("trophy") }}{{ banner("Kouzlo") }}{{ words("Zabij démona.") }}{{ badge(3, "cena") }}
    {{ footer("Demo", "1/2") }}</face>"""
    for ink in ("full", "low"):
        assert items(body, ink=ink, size=STANDARD_SIZES["poker"])


def test_shipped_layouts_have_both_names() -> None:
    shipped = shipped_layouts()
    assert {"card", "tile", "hex", "token", "standee", "aid", "board", "back"} <= set(shipped)
    assert shipped["card"].text == shipped["pnp/default/card"].text
    assert {"pnp/card", "pnp/lane"} <= set(shipped)
    assert all(source.text.endswith("\n") for source in shipped.values())
