"""Files of pieces become pieces; a misspelt weapon is an error in its line, not a blank corner on a printed card."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from pnp.load import EarlierSets, load_game
from pnp.load import expression as expression_module
from pnp.load.expression import Expressions
from pnp.model import ONE_PANEL, Panels, Sides, Text
from tests.load.folder import deck, load, told


def test_every_kind_of_field_is_read(tmp_path: Path) -> None:
    pieces, found = deck(
        tmp_path,
        """
        fields:
          weapon: term weapon
          all: terms weapon
          power: number 1..9
          bonus: text
          big: flag
          mark: icon
          edges: sides
          words: list
        pieces:
          a: {name: Luk, text: "Zabij.", art: art/a.png, weapon: bow, all: [bow, sword, bow], power: 3, bonus: +2,
              big: true, mark: high-shot, edges: [n, e], words: [one, 2, +3]}
          b: {weapon: weapon.sword, all: bow, power: 9, bonus: 007, mark: x, edges: s w, words: []}
        """,
    )
    assert told(found) == []
    first, second = pieces
    texts = [value.source for value in first.fields.values() if isinstance(value, Text)]
    assert texts == ["Luk", "Zabij.", "+2"]
    assert first.fields["weapon"] == "bow"
    assert first.fields["all"] == ("bow", "sword", "bow")
    assert (first.fields["power"], first.fields["big"], first.fields["mark"]) == (3, True, "high-shot")
    assert first.fields["edges"] == Sides(n=True, e=True)
    assert first.fields["words"] == ("one", 2, "+3")
    assert first.fields["art"] == "art/a.png"
    assert second.fields["name"] is None
    assert second.fields["big"] is False
    assert second.fields["edges"] == Sides(s=True, w=True)
    assert second.fields["bonus"].source == "007"  # type: ignore[union-attr]
    assert [piece.number for piece in pieces] == [1, 2]
    assert str(first.origins["power"].span) == "cards/deck.yaml:12:94"


def test_optional_fields_read_as_nothing(tmp_path: Path) -> None:
    pieces, found = deck(
        tmp_path,
        """
        fields: {w: term weapon?, ws: terms weapon?, n: number? 0..2, f: flag?, t: text?, s: sides?, l: list?, i: icon?}
        pieces: {a: , b: {w: , ws: ~, n: }}
        """,
    )
    assert told(found) == []
    for piece in pieces:
        assert [piece.fields[name] for name in ("w", "ws", "n", "f", "t", "s", "l", "i")] == [
            None, (), None, False, None, Sides(), (), None,
        ]  # fmt: skip


def test_members_of_a_list_are_worked_out_one_by_one(tmp_path: Path) -> None:
    fields = "fields: {wants: terms weapon, marks: list?}\npieces:\n"
    pieces, found = deck(
        tmp_path,
        fields
        + '  a: {for: {w: weapon}, wants: ["{{ w }}", "{{ w }}", bow], marks: ["{{ w.id }}!", "{{ 1 + 2 }}", z]}\n',
    )
    assert found == []
    assert [[term.id for term in piece.fields["wants"]] for piece in pieces] == [
        ["bow"] * 3,
        ["sword", "sword", "bow"],
    ]
    assert [piece.fields["marks"] for piece in pieces] == [("bow!", 3, "z"), ("sword!", 3, "z")]
    pieces, found = deck(
        tmp_path, fields + '  a: {wants: ["{{ [terms.weapon.bow, terms.weapon.sword] }}", bow]}\n'
    )
    assert [term.id for term in pieces[0].fields["wants"]] == ["bow", "sword", "bow"]
    for wrong, code, column in (
        ('["{{ terms.weapon.bwo }}", bow]', "X112", 32),
        ('["{{ 3 }}", bow]', "M102", 15),
        ('["{{ terms.weapon.bow }}", bwo]', "M110", 41),
        ('["{{ terms.weapon.bow }}", [bow]]', "M102", 41),
    ):
        _, found = deck(tmp_path, fields + f"  a: {{wants: {wrong}}}\n")
        assert [(item.code, item.span and item.span.column) for item in found] == [(code, column)], told(
            found
        )


def test_a_field_that_many_pieces_lack_is_reported_once(tmp_path: Path) -> None:
    pieces, found = deck(
        tmp_path,
        """
        fields: {weapon: term weapon, n: number}
        pieces: {a: {n: 1}, b: {n: 2}, c: {weapon: bow, n: 3}, d: {extends: a}}
        """,
    )
    assert [piece.id for piece in pieces] == ["c"]
    (fault,) = found
    assert (fault.code, fault.message, fault.piece) == ("M114", "'a' has no 'weapon' (and 2 more)", "deck/a")
    assert [words for _, words in fault.related] == ["declared here", "b", "d"]


@pytest.mark.parametrize("written", ["{name: {{ facts.n }}}", "\n    name: {{ facts.n }}"])
def test_an_expression_without_quotes_was_reported_as_a_mapping_with_another_cure_besides(
    tmp_path: Path, written: str
) -> None:
    _, found = deck(tmp_path, f"\npieces:\n  a: {written}\n")
    assert [(item.code, item.help) for item in found] == [("Y109", ("quote text that starts with '{{'",))]


def test_a_misspelt_key_is_one_fault_and_not_a_missing_field_besides(tmp_path: Path) -> None:
    fields = "fields: {weapon: term weapon, n: number}\n"
    for entries in (
        "pieces: {a: {waepon: bow, n: 1}}",
        "pieces: {a: {waepon: bow, n: 1}, b: {extends: a}}",
        "defaults: {waepon: bow}\npieces: {a: {n: 1}, b: {n: 2}}",
    ):
        _, found = deck(tmp_path, fields + entries)
        assert [item.code for item in found] == ["M100"], told(found)
    _, found = deck(tmp_path, fields + "pieces: {a: {waepon: bow}}")
    assert [item.code for item in found] == ["M100", "M114"]


def test_roads_of_hexagons_are_read_edge_by_edge_and_not_letter_by_letter(tmp_path: Path) -> None:
    for size, held, refused, edges in (
        ("hex-flat 50mm", "[n, se]", "e", "n, ne, se, s, sw and nw"),
        ("hex-flat 50mm", '"n, se"', "[nse]", "n, ne, se, s, sw and nw"),
        ("hex-flat 50mm", "se", "[n, w]", "n, ne, se, s, sw and nw"),
        ("hex-pointy 50mm", "[e, sw]", "s", "ne, e, se, sw, w and nw"),
    ):
        text = f"size: {size}\nfields: {{road: sides}}\npieces: {{a: {{road: {held}}}}}"
        pieces, found = deck(tmp_path, text)
        sides = pieces[0].fields["road"]
        assert found == []
        assert isinstance(sides, Sides)
        assert sides.names() == held.strip('[]"').split(", ")
        assert ("se" in sides, "ne" in sides) == ("se" in held, False)
        _, found = deck(tmp_path, text.replace(held, refused))
        assert [item.code for item in found] == ["M102"]
        assert edges in found[0].help[0]
    (square, both), found = deck(
        tmp_path, "fields: {road: sides}\npieces: {a: {road: se n}, b: {road: [n, e]}}"
    )
    assert found == []
    assert [piece.fields["road"].shown() for piece in (square, both)] == ["nes", "ne"]


@pytest.mark.parametrize(
    ("fields", "entry", "place", "code", "words"),
    [
        ("weapon: term weapon", "weapon: swrod", 22, "M110", "did you mean 'sword'?"),
        ("weapon: term weapon", "weapon: meč", 22, "M110", "write the id of the term: 'sword'"),
        ("weapon: term weapon", "weapon: MEČ", 22, "M110", "write the id of the term: 'sword'"),
        ("weapon: term weapon", "weapon: [bow]", 22, "M102", "found a list"),
        ("weapon: term weapon", "name: x", 10, "M114", "declare the field with a '?'"),
        ("weapon: term weapon", "weapon: ", 14, "M101", "'weapon' has no value"),
        ("weapons: terms weapon", "weapons: [bow, swrod]", 29, "M110", "did you mean 'sword'?"),
        ("n: number 1..9", "n: 10", 17, "M113", "outside of 1..9"),
        ("n: number ..9", "n: 10", 17, "M113", "outside of ..9"),
        ("n: number", "n: true", 17, "M102", "a whole number, found 'true'"),
        ("n: number", "n: 2.5", 17, "M102", "a whole number"),
        ("n: number", 'n: "3"', 17, "M102", "without quotes"),
        ("n: number", "n: 007", 17, "M102", "write 7"),
        ("f: flag", "f: yes", 17, "M102", "write true"),
        ("t: text", "t: [one, two]", 17, "M102", "text, found a list"),
        ("t: text", "t: {x: 1}", 17, "M102", "text, found a mapping"),
        ("t: text", "t: true", 17, "M102", 'quote it if the word is meant: "true"'),
        ("t: text", "t: Null", 17, "M101", 'quote it if the word is meant: "Null"'),
        ("s: sides", "s: [n, x]", 21, "M102", "from n, e, s and w"),
        ("s: sides", "s: [n, se]", 21, "M102", "from n, e, s and w"),
        ("l: list", "l: one", 17, "M102", "write l: [one, two]"),
        ("t: text?", "txet: x", 14, "M100", "did you mean 'text'?"),
        ("t: text?", "name: ~", 20, "M101", "leave the line out"),
        ("t: text?", 'art: "art\\new.png"', 19, "M107", "use '/'"),
        ("t: text?", "copies: true", 22, "M135", "found 'true'"),
        ("t: text?", "copies: 2.5", 22, "M135", "found '2.5'"),
        ("t: text?", "copies: x2", 22, "M135", "write 2"),
        ("t: text?", 'copies: "2,5"', 22, "M135", "whole number"),
        ("t: text?", "copies: -1", 22, "M135", "less than none"),
        ("t: text?", "copies: 1000", 22, "M135", "0 to 999"),
        ("t: text?", "copies: 7 / 2", 22, "M135", "use '//'"),
        ("t: text?", "copies: facts.spell", 28, "X", "spells"),
        ("t: text?", "size: tarrot", 20, "M120", "did you mean 'tarot'?"),
        ("t: text?", "layout: [a]", 22, "M102", "found a list"),
        ("t: text?", "extends: b", 23, "M130", "unknown entry 'b'"),
        ("t: text?", "extends: a", 23, "M131", "a → a"),
        ("t: text?", "for: {w: weapons}", 23, "M111", "did you mean 'weapon'?"),
        ("t: text?", "for: {w: [bwo]}", 24, "M110", "did you mean 'bow'?"),
        ("t: text?", "for: {w: [luk]}", 24, "M110", "write the id of the term: 'bow'"),
        ("t: text?", "for: {facts: weapon}", 20, "M116", "a meaning of its own"),
        ("t: text?", "for: {w: weapon}, where: w", 39, "M134", "true or false"),
        ("w: term spell", "for: {w: weapon}", 19, "M112", "rename the 'for' name"),
        ("w: term spell", 'w: "{{ terms.bow }}"', 17, "M112", "found the weapon 'bow'"),
        ("n: number", 'n: "{{ terms.bow }}"', 17, "M102", "works out to something else"),
    ],
)  # fmt: skip
def test_a_fault_of_a_piece_is_reported_at_its_value(
    tmp_path: Path, fields: str, entry: str, place: int, code: str, words: str
) -> None:
    pieces, found = deck(tmp_path, f"fields: {{{fields}}}\npieces: {{a: {{{entry}}}}}\n")
    assert len(found) == 1, told(found)
    assert found[0].code.startswith(code)
    assert found[0].span is not None
    assert (found[0].span.line, found[0].span.column) == (3, place)
    assert words in f"{found[0].message} {' '.join(found[0].help)}"
    assert bool(pieces) == (code in _PIECE_STAYS or entry.startswith("layout"))


_PIECE_STAYS = ("M100", "M130", "M131")
"""Faults that leave a piece which can be drawn all the same."""


@pytest.mark.parametrize(
    ("fields", "column", "code", "words"),
    [
        ("x: term wepon", 13, "M111", "did you mean 'weapon'?"),
        ("x: term", 13, "M115", "name of one vocabulary"),
        ("x: weapon", 13, "M115", "write 'term weapon'"),
        ("x: integer", 13, "M115", "did you mean 'number'?"),
        ("x: nubmer", 13, "M115", "did you mean 'number'?"),
        ("x: number 9..1", 13, "M115", "number 1..9"),
        ("x: text long", 13, "M115", "takes nothing behind it"),
        ("copies: number", 10, "M116", "cannot be a field"),
    ],
)
def test_a_bad_declaration_is_reported_once_and_blames_no_piece(
    tmp_path: Path, fields: str, column: int, code: str, words: str
) -> None:
    _, found = deck(tmp_path, f"fields: {{{fields}}}\npieces: {{a: {{x: 1}}, b: {{x: 2}}}}\n")
    found = [item for item in found if not (item.code == "M100" and fields.startswith("copies"))]
    assert [(item.code, item.span.column) for item in found[:1] if item.span] == [(code, column)]
    assert len({item.span for item in found}) == 1
    assert words in f"{found[0].message} {' '.join(found[0].help)}"


@pytest.mark.parametrize("name", ["cards.csv", "Cards.XLSX"])
def test_a_table_under_pieces_is_reported_where_it_belongs(tmp_path: Path, name: str) -> None:
    _, found = deck(tmp_path, f"pieces: {name}\n")
    assert [(each.code, each.help) for each in found] == [
        ("M102", (f"name a table under 'rows' instead: rows: {name}",))
    ]


def test_for_writes_every_combination_out_and_where_keeps_some(tmp_path: Path) -> None:
    pieces, found = deck(
        tmp_path,
        """
        fields: {pile: term weapon, other: term weapon?, mark: icon, art2: picture?}
        pieces:
          x:
            for: {pile: weapon, w: [bow, weapon.sword]}
            where: pile != w
            other: "{{ w }}"
            mark: "{{ pile.icon }}"
            art2: "art/{{ w.id }}.png"
            layout: "{{ pile.id }}-card"
            copies: facts.spells - 1
          y: {for: {pile: [sword]}, mark: "{{ pile }}", back: "{{ pile }}"}
        """,
    )
    assert told(found) == []
    assert [piece.id for piece in pieces] == ["x-bow-sword", "x-sword-bow", "y-sword"]
    first = pieces[0]
    assert (first.fields["pile"], first.fields["other"]) == ("bow", "sword")
    assert (first.fields["mark"], first.fields["art2"], first.layout, first.copies) == (
        "high-shot", "art/sword.png", "bow-card", 2,
    )  # fmt: skip
    assert first.binds["w"] == "sword"
    assert first.member("w") == "sword"
    assert pieces[2].fields["mark"] == "broadsword"
    assert pieces[2].back == "sword"


def test_entries_inherit_from_defaults_and_from_what_they_extend(tmp_path: Path) -> None:
    pieces, found = deck(
        tmp_path,
        """
        back: common
        style: plain
        fields: {power: number, weapon: term weapon?}
        defaults: {power: 1, text: Default, copies: 2}
        pieces:
          a: {weapon: bow, text: Own, back: a-back, note: not inherited by the eye}
          b: {extends: a, power: 5, weapon: , back: }
          c: {extends: b, copies: 4, style: fancy}
        """,
    )
    assert told(found) == []
    a, _, c = pieces
    assert [piece.fields["power"] for piece in pieces] == [1, 5, 5]
    assert [piece.fields["text"].source for piece in pieces] == ["Own"] * 3  # type: ignore[union-attr]
    assert [piece.fields["weapon"] for piece in pieces] == ["bow", None, None]
    assert [piece.copies for piece in pieces] == [2, 2, 4]
    assert [piece.back for piece in pieces] == ["a-back", None, None]
    assert [piece.style for piece in pieces] == ["plain", "plain", "fancy"]
    assert c.span.line == a.span.line + 2


def test_a_set_without_back_has_none_and_a_set_with_one_gives_it(tmp_path: Path) -> None:
    pieces, _ = deck(tmp_path, "back: common\npieces: {a: {}, b: {back: null}, c: {back: own}}\n")
    assert [piece.back for piece in pieces] == ["common", None, "own"]


def test_circles_of_extends_are_reported_and_long_rows_too(tmp_path: Path) -> None:
    _, found = deck(tmp_path, "pieces: {a: {extends: b}, b: {extends: c}, c: {extends: a}}\n")
    assert told(found) == ["cards/deck.yaml:2:57 M131 entries extend one another in a circle: a → b → c → a"]
    row = ", ".join(f"p{at}: {{extends: p{at + 1}}}" for at in range(3_000))
    _, found = deck(tmp_path, f"pieces: {{{row}, p3000: {{}}}}\n")
    assert {item.code for item in found} == {"M131"}


def test_ids_that_come_out_twice_are_reported(tmp_path: Path) -> None:
    pieces, found = deck(tmp_path, "pieces: {x: {for: {w: weapon}}, x-bow: {}}\n")
    assert [piece.id for piece in pieces] == ["x-bow", "x-sword"]
    assert told(found) == ["cards/deck.yaml:2:33 M132 the id 'x-bow' comes out twice, first in line 2"]


def test_sets_with_one_id_are_reported(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "cards/m.yaml": "kind: card\npieces: {a: {}}\n",
        "tokens/m.yaml": "kind: token\nsize: circle 20mm\npieces: {a: {}}\n",
    }
    loaded = load(tmp_path, files)
    assert told(loaded.diagnostics) == [
        "tokens/m.yaml:1:1 M133 the set 'm' is defined twice, first in cards/m.yaml"
    ]


def test_a_fault_that_is_repeated_or_inherited_is_reported_once(tmp_path: Path) -> None:
    _, found = deck(
        tmp_path,
        "fields: {w: term weapon, n: number}\ndefaults: {n: x}\n"
        "pieces: {a: {for: {v: weapon}, w: bwo}, b: {extends: a}}\n",
    )
    assert sorted(told(found)) == [
        "cards/deck.yaml:3:15 M102 'n' takes a whole number, found 'x'",
        "cards/deck.yaml:4:35 M110 unknown weapon 'bwo'",
    ]


def test_pieces_without_copies_stay_but_are_noted_and_not_numbered(tmp_path: Path) -> None:
    pieces, found = deck(tmp_path, "pieces: {a: {copies: 0}, b: {}, c: {copies: 2}}\n")
    assert [(piece.id, piece.copies, piece.number) for piece in pieces] == [
        ("a", 0, 0),
        ("b", 1, 1),
        ("c", 2, 2),
    ]
    assert [(item.code, item.severity.name) for item in found] == [("M136", "NOTE")]


def test_pieces_in_a_list_are_told_how_to_be_written(tmp_path: Path) -> None:
    _, found = deck(tmp_path, "pieces:\n  - id: a\n")
    assert [(item.code, item.help) for item in found] == [
        ("M102", ("write 'id: …' lines under 'pieces' instead of '- …'",))
    ]


def test_texts_keep_every_character_and_know_their_places(tmp_path: Path) -> None:
    pieces, found = deck(
        tmp_path,
        """
        pieces:
          a:
            context: back side
            text: |
              Dungeons & Dragons <3
              {{ facts.spells }} "karet"
        """,
    )
    assert found == []
    text = pieces[0].fields["text"]
    assert isinstance(text, Text)
    assert text.source == 'Dungeons & Dragons <3\n{{ facts.spells }} "karet"\n'
    assert text.context == "card.text/back side"
    assert str(text.origin.at(text.source.index("karet"))) == "cards/deck.yaml:7:27"


def test_kinds_take_the_size_that_is_named_like_them(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "name: X\nsizes: {tile: hex-pointy 40mm}\n",
        "tiles/t.yaml": "kind: tile\npieces: {a: {}, b: {size: 20x30mm}}\n",
        "tokens/k.yaml": "kind: token\npieces: {a: {}}\n",
    }
    loaded = load(tmp_path, files)
    assert told(loaded.diagnostics) == ["tokens/k.yaml:1:7 M120 the size of these tokens is not given"]
    assert loaded.game is not None
    hexagon, rectangle = loaded.game.sets[0].pieces
    assert (hexagon.layout, hexagon.size.shape, hexagon.size.width.mm) == ("hex", "hex-pointy", 40)
    assert round(hexagon.size.height.mm, 2) == 46.19
    assert (rectangle.layout, rectangle.size.height.mm) == ("tile", 30)


def test_ids_are_composed_and_two_that_look_alike_are_one(tmp_path: Path) -> None:
    pieces, found = deck(tmp_path, "pieces: {Ku\u030an\u030c: {}, Kůň: {}}\n")
    assert [piece.id for piece in pieces] == ["Kůň"]
    assert [item.code for item in found] == ["Y201"]


def test_a_huge_product_of_terms_is_refused(tmp_path: Path) -> None:
    terms = ", ".join(f"t{at}: {{name: x}}" for at in range(40))
    game = f"name: X\nterms: {{w: {{{terms}}}}}\n"
    loaded = load(
        tmp_path,
        {"game.yaml": game, "cards/a.yaml": "kind: card\npieces: {x: {for: {a: w, b: w, c: w, d: w}}}\n"},
    )
    assert [item.code for item in loaded.diagnostics] == ["M137"]


@pytest.mark.parametrize("where", ["sum(1 for i in range(90)) == 0", "facts.lost", "1"])
def test_the_where_of_many_combinations_ends_soon_whatever_one_of_them_costs(
    tmp_path: Path, where: str
) -> None:
    terms = ", ".join(f"t{at}: {{name: x}}" for at in range(20))
    entry = f"{{for: {{a: w, b: w}}, where: '{where}'}}"
    with (
        mock.patch.object(expression_module, "MAX_WHERE_STEPS", 2_000),
        mock.patch.object(Expressions, "value", autospec=True, side_effect=Expressions.value) as evaluated,
    ):
        loaded = load(
            tmp_path,
            {
                "game.yaml": f"name: X\nterms: {{w: {{{terms}}}}}\n",
                "cards/a.yaml": f"kind: card\npieces: {{x: {entry}, y: {entry}}}\n",
            },
        )
    assert [item.code for item in loaded.diagnostics if item.code == "M137"] == ["M137"]
    assert evaluated.call_count < 100


def test_the_where_of_many_sets_add_up_and_of_sets_that_were_kept_too(tmp_path: Path) -> None:
    terms = ", ".join(f"t{at}: {{name: x}}" for at in range(20))
    game = {"game.yaml": f"name: X\nterms: {{w: {{{terms}}}}}\n"}
    entry = "{name: x, for: {a: w, b: w}, where: 'a == b'}"
    files = {f"cards/{name}.yaml": f"kind: card\npieces: {{x: {entry}}}\n" for name in "abc"}
    for name, words in (game | files).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(words, encoding="utf-8")
    earlier = EarlierSets()
    with mock.patch.object(expression_module, "MAX_WHERE_STEPS", 3_000):
        for _ in range(2):
            loaded = load_game(tmp_path, earlier=earlier)
            (found,) = [item for item in loaded.diagnostics if item.code == "M137"]
            assert found.message == "the 'where' of the game take more than 3,000 steps"
            assert str(found.span).endswith("cards/c.yaml:2:49")


def test_the_layout_of_a_set_is_pointed_at_where_the_set_names_it(tmp_path: Path) -> None:
    text = "kind: card\nlayout: crad\npieces:\n  one: {name: A}\n  two: {name: B, layout: own}\n"
    loaded = load(tmp_path, {"cards/a.yaml": text})
    assert loaded.game is not None
    places = [
        (span.line, span.column) for piece in loaded.game.pieces() if (span := piece.origins["layout"].span)
    ]
    assert places == [(2, 9), (5, 26)]


@pytest.mark.parametrize(
    ("head", "place", "words"),
    [
        ("kind: board\nsize: 594x420mm\npanels: vertical", "3:9", "'vertical' is not columns by rows of panels; write columns x rows"),
        ("kind: board\nsize: 594x420mm\npanels: 0x2", "3:9", "'0x2' is not columns by rows"),
        ("kind: board\nsize: 594x420mm\npanels: 9x1", "3:9", "'9x1' is more than 8 panels in a row; write 8 or fewer"),
        ("kind: board\nsize: 594x8mm\npanels: 1x4", "3:9", "panels of 594 × 2 mm have a side below 3 mm"),
        ("kind: board\nsize: circle 300mm\npanels: 2x1", "3:9", "a board of circle 300mm has no panels; give it a size such as"),
        ("kind: card\npanels: 2x1", "2:9", "a card has no panels; only boards fold"),
    ],
)  # fmt: skip
def test_panels_that_cannot_be_are_reported_at_their_place(
    tmp_path: Path, head: str, place: str, words: str
) -> None:
    loaded = load(
        tmp_path, {"game.yaml": "name: X\n", "boards/map.yaml": f"{head}\npieces: {{map: {{name: Map}}}}\n"}
    )
    (fault,) = loaded.diagnostics
    assert fault.code == "M125"
    assert str(fault.span) == f"boards/map.yaml:{place}"
    assert words in "; ".join((fault.message, *fault.help))


@pytest.mark.parametrize("written", ["2x1", "2 × 1", "'2x1'"])
def test_boards_fold_unless_they_have_a_size_of_their_own(tmp_path: Path, written: str) -> None:
    text = f"kind: board\nsize: 594x420mm\npanels: {written}\npieces: {{map: {{name: Map}}, track: {{name: Track, size: 200x40mm}}}}\n"
    loaded = load(tmp_path, {"game.yaml": "name: X\n", "boards/map.yaml": text})
    assert loaded.game is not None, loaded.diagnostics
    (each,) = loaded.game.sets
    assert [each.panels_of(piece.size.outline) for piece in each.pieces] == [Panels(2, 1), ONE_PANEL]


@pytest.mark.parametrize(
    ("text", "code", "cure"),
    [
        ("pieces:\na:\n  name: X\n", "M100", "if it belongs to 'pieces', indent it further than 'pieces:'"),
        ("pieces:\n  a:\n  name: X\n", "M102", "if it belongs to 'a', indent it further than 'a:'"),
        ("pieces:\n  a:\n    name:X\n", "M102", "put a space after ':'"),
        ("pieces:\n  a:\n    name = X\n", "M102", "write 'name: …'"),
        ("pieces:\n  a: X\n", "M102", "write 'a: {name: …}'"),
        ("fields: {tags: list}\npieces:\n  a:\n    tags:\n      -x\n", "M102", "put a space after each '-'"),
    ],
)  # fmt: skip
def test_what_stands_too_far_left_or_lacks_a_space_is_reported_by_its_cure(
    tmp_path: Path, text: str, code: str, cure: str
) -> None:
    _, found = deck(tmp_path, text)
    assert [item.code for item in found if item.code != "M115"][:1] == [code]
    assert cure in " ".join(cure for item in found for cure in item.help)


def test_words_in_a_column_of_copies_are_no_names(tmp_path: Path) -> None:
    from tests.load.test_tables import table

    _, found = table(tmp_path, "id,name,copies\na,A,two\nb,B,facts\nc,C,x\n")
    assert [item.code for item in found] == ["M135", "M135", "M135"]


def test_a_piece_did_not_know_its_own_id(tmp_path: Path) -> None:
    text = """
        fields: {w: term weapon}
        pieces:
          a: {art: "art/{{ id }}.svg", w: bow, copies: "len(id)", text: "{{ id }}"}
          b: {for: {w: weapon}, art: "art/{{ id }}.svg", layout: "{{ id }}"}
    """
    pieces, found = deck(tmp_path, text)
    assert told(found) == []
    assert [piece.fields["art"] for piece in pieces] == [f"art/{piece.id}.svg" for piece in pieces]
    assert (pieces[0].copies, pieces[1].layout) == (1, pieces[1].id)


@pytest.mark.parametrize(
    ("written", "total", "codes"),
    [
        ("facts.x", 3, []),
        ('"{{ facts.x * 2 }}"', 6, []),
        ("1 + facts.x", 4, []),
        ("facts.nothing", None, ["X112"]),
        ("facts.half", None, ["M102"]),
        ("-1", None, ["M102"]),
        ("2.5", None, ["M103"]),
        ("true", None, ["M103"]),
    ],
)
def test_a_total_may_be_a_fact(tmp_path: Path, written: str, total: int | None, codes: list[str]) -> None:
    game = "name: X\nfacts: {x: {value: 3, assumed: true}, half: {value: 0.5, assumed: true}}\n"
    loaded = load(
        tmp_path, {"game.yaml": game, "cards/a.yaml": f"kind: card\ntotal: {written}\npieces: {{a: }}\n"}
    )
    assert loaded.game is not None
    assert (loaded.game.sets[0].total, [item.code for item in loaded.diagnostics]) == (total, codes)


def test_a_piece_that_is_not_printed_was_counted_by_layouts(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "cards/a.yaml": "kind: card\npieces: {base: {copies: 0}, a: , b: {copies: 2}}\n"
    }
    game = load(tmp_path, files).game
    assert game is not None
    assert [piece.id for piece in game.sets[0].member("pieces")] == ["a", "b"]
