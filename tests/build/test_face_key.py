"""Input keys: what a face is made from. Whenever a face changes, its key has changed before."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.build.edition import Edition
from pnp.build.face_cache import FaceKeys
from pnp.build.workshop import open_workshop
from pnp.draw import FaceHashes
from pnp.load import EarlierSets
from pnp.model import Piece
from pnp.translation import Translator

GAME = """\
id: keys
name: "Keys of {{ facts.hand }}"
language: en
players: 2-4
sources: {r: {title: Rules}}
styles: {body: {size: 9pt}}
terms:
  colour:
    red: {name: red, colour: "#B3202C", forms: {pl: "reds {{ facts.reds }}"}}
    blue: {name: blue, colour: "#204CB3"}
facts: {hand: {value: 5, source: r 1}, reds: {value: 2, source: r 1}, alone: {value: 1, source: r 1}, single: {value: 8, source: r 1}}
sets: [cards/a.yaml, cards/b.yaml, tokens/c.yaml]
"""
A = """\
kind: card
size: poker
layout: a
back: back
fields: {colour: term colour, kind_of: text?}
pieces:
  one: {name: One, colour: red, text: "Take {{ facts.hand }}."}
  two: {name: Two, colour: blue, text: "Drop the [reds](red).", copies: 2}
  three: {name: Three, colour: blue, text: "There are {{ n(cards) }} cards, {{ facts['hand'] }} of them in hand."}
  four: {name: Four, colour: red, text: "This is {{ number }} of {{ terms.red.forms.pl }}."}
"""
B = """\
kind: card
size: poker
layout: b
fields: {power: number?}
labels: {power: "Power", name: "{{ facts.single }} names"}
pieces:
  one: {name: One, text: "All {{ players.max }} {{ terms.blue.name }} players."}
  two: {name: Two, text: "{{ game.name }}", copies: 3, power: 4}
  three: {name: Three, power: 5, layout: label}
"""
C = """\
kind: token
size: circle 20mm
layout: c
fields: {}
pieces:
  coin: {name: Coin, text: "{{ facts.alone }}"}
"""
LAYOUTS = {
    "a": '{% import "part/pen.xml" as pen with context %}<face>{{ pen.ground() }}<text inset="5" style="body">{{ piece.name }} {{ piece.text }}</text></face>',
    "part/pen": '{% macro ground() %}<rect inset="0" fill="{{ piece.colour.colour }}"/>{% endmacro %}',
    "back": '{% set x = 1 %}<face><text inset="5">{{ x }}</text></face>',
    "b": '<face>{# facts and sets are only named here #}<text inset="5">{{ piece.text }} {{ set.total }}</text><face-of piece="c/coin" x="2" y="60" height="20"/></face>',
    "label": '<face><text inset="5">{% for field in piece | fields %}{{ field.label }}{% endfor %} {{ set.labels.name }}</text></face>',
    "part/mark": "{{ facts.hand }}",
    "c": '<face><text inset="3">{{ piece.name }} {{ piece["copies"] }} {{ facts.alone }} {{ set.name }}</text></face>',
}
EDITS = [
    ("game.yaml", "value: 5", "value: 6"),
    ("game.yaml", "reds: {value: 2", "reds: {value: 3"),
    ("game.yaml", "value: 1,", "value: 7,"),
    ("game.yaml", "2-4", "2-5"),
    ("game.yaml", "#B3202C", "#B3202D"),
    ("game.yaml", "size: 9pt", "size: 10pt"),
    ("game.yaml", '"Keys of', '"Locks of'),
    ("game.yaml", "name: blue", "name: azure"),
    ("tokens/c.yaml", "kind: token\n", "kind: token\nname: Money\n"),
    ("cards/a.yaml", "name: One", "name: First"),
    ("cards/a.yaml", "copies: 2", "copies: 4"),
    ("cards/a.yaml", "  two:", "  new: {name: New, colour: red}\n  two:"),
    ("cards/a.yaml", "colour: blue", "colour: red"),
    ("cards/b.yaml", "copies: 3", "copies: 1"),
    ("cards/b.yaml", "size: poker", "size: 70x120mm"),
    ("tokens/c.yaml", "name: Coin", "name: Crown"),
    ("layouts/part/pen.xml", 'inset="0"', 'inset="1"'),
    ("layouts/back.xml", 'inset="5"', 'inset="6"'),
    ("layouts/b.xml", 'height="20"', 'height="18"'),
    ("layouts/c.xml", 'inset="3"', 'inset="4"'),  # which b shows with <face-of>
    ("cards/b.yaml", "kind: card", "kind: aid"),
    ("cards/b.yaml", '"Power"', '"Strength"'),
    ("cards/b.yaml", 'power: "Power", ', ""),
    ("cards/b.yaml", "names", "titles"),
    ("game.yaml", "value: 8", "value: 9"),
]
_COPIES = ("tokens/c.yaml", "name: Coin", "copies: 3, name: Coin")
_SINGLE = ("game.yaml", "value: 8", "value: 9")
HIDDEN = {
    "behind braces in quotes": (_SINGLE, '{{ "}}" ~ facts.single }}'),
    "behind braces of a mapping": (_SINGLE, '{{ {"a": {"b": facts.single}}["a"]["b"] }}'),
    "behind a comment in quotes": (_SINGLE, '{{ "{#" ~ facts.single ~ "#}" }}'),
    "in a comment of XML": (_SINGLE, "<!-- {% set x = facts.single %} -->{{ x }}"),
    "in a number put together": (
        ("tokens/c.yaml", "pieces:", "pieces:\n  first: {name: First}"),
        '{{ [piece] | map(attribute="num" ~ "ber") | join }}',
    ),
    "in a member put together": (
        _COPIES,
        '{% set k = "cop" ~ "ies" %}{% set p = piece %}{{ p[k] }}',
    ),
    "in an attribute put together": (_COPIES, '{{ [piece] | map(attribute="cop" ~ "ies") | join }}'),
    "in the number of pieces of the set": (
        ("tokens/c.yaml", "pieces:", "pieces:\n  last: {name: Last}"),
        "{{ set.pieces | length }}",
    ),
    "in the number of pieces of what is called set": (
        ("tokens/c.yaml", "pieces:", "pieces:\n  last: {name: Last}"),
        "{% set kept = set %}{% set set = {'pieces': [1, 2]} %}{{ set.pieces | count }}{{ kept.pieces | count }}",
    ),
    "in one of two layouts": (
        ("layouts/part/mark.xml", "facts.hand", "facts.reds"),
        '{% set mark = "part/ma" ~ "rk.xml" %}{% include ("part/none.xml" if piece.name == "" else mark) %}',
    ),
}
"""What the layout of the token reads, as hard to see as can be, and an edit of it."""


def written(folder: Path, name: str = "", old: str = "", new: str = "") -> Path:
    files = {"game.yaml": GAME, "cards/a.yaml": A, "cards/b.yaml": B, "tokens/c.yaml": C}
    files |= {f"layouts/{layout}.xml": text for layout, text in LAYOUTS.items()}
    if name:
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


class Made(NamedTuple):
    """The pieces of a game with what was read for each, and hashes of their faces."""

    keys: FaceKeys
    pieces: dict[str, Piece]
    reads: dict[str, frozenset[str]]
    faces: dict[str, str]
    edition: Edition

    def same(self, before: Made) -> set[str]:
        """The pieces whose keys say that their faces need not be composed again."""
        return {
            key
            for key, piece in self.pieces.items()
            if key in before.pieces
            and self.keys.of(piece, before.reads[key])
            == before.keys.of(before.pieces[key], before.reads[key])
        }


def made(folder: Path) -> Made:
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None
    assert not [item.message for item in workshop.diagnostics if item.severity == 2]
    edition = Edition(workshop, Translator(workshop.game, None), bleed=2.0)
    hashes = FaceHashes()
    pieces = {piece.key: piece for piece in workshop.game.pieces() if piece.copies}
    reads, faces = {}, {}
    for key, piece in pieces.items():
        composed = edition.piece(piece)
        assert composed.faces is not None, composed.diagnostics
        assert not composed.diagnostics, composed.diagnostics
        back = composed.faces.back
        faces[key] = hashes.of(composed.faces.front) + (hashes.of(back) if back else "")
        reads[key] = composed.reads
    return Made(FaceKeys(edition), pieces, reads, faces, edition)


@pytest.mark.parametrize(("name", "old", "new"), EDITS, ids=[f"{name}:{old}" for name, old, _ in EDITS])
def test_a_face_never_changes_under_the_same_key(tmp_path, name, old, new):
    before = made(written(tmp_path / "keys"))
    after = made(written(tmp_path / "keys", name, old, new))
    changed = {key for key in after.faces if after.faces[key] != before.faces.get(key)}
    assert changed, "the edit shows on some face"
    assert changed.isdisjoint(after.same(before))


@pytest.mark.parametrize("case", HIDDEN)
def test_no_look_is_hidden_from_the_key(tmp_path, monkeypatch, case):
    edit, code = HIDDEN[case]
    monkeypatch.setitem(LAYOUTS, "c", f'<face><text inset="3">{code}</text></face>')
    test_a_face_never_changes_under_the_same_key(tmp_path, *edit)


def test_a_layout_that_counts_the_pieces_of_its_set_depends_on_no_other_piece(tmp_path, monkeypatch):
    monkeypatch.setitem(
        LAYOUTS, "a", "<face><text inset='3'>{{ piece.name }} of {{ set.pieces | length }}</text></face>"
    )
    before = made(written(tmp_path / "keys"))
    after = made(written(tmp_path / "keys", "cards/a.yaml", "name: One", "name: First"))
    assert {key for key in after.same(before) if key.startswith("a/")} == {"a/two", "a/three", "a/four"}


def test_a_key_is_taken_over_only_for_the_same_piece_under_the_same_head(tmp_path):
    folder = written(tmp_path / "keys")
    before = made(folder)
    for edit in (("cards/a.yaml", "name: One", "name: First"), ("game.yaml", "size: 9pt", "size: 10pt")):
        after = made(written(folder, *edit))
        over = FaceKeys(after.edition, before=before.keys)
        for key, piece in after.pieces.items():
            assert over.of(piece, after.reads[key]) == after.keys.of(piece, after.reads[key])


def test_a_key_is_taken_over_for_a_piece_that_moved_unless_its_data_changed(tmp_path):
    earlier = EarlierSets()
    folder = written(tmp_path / "keys")
    keys: FaceKeys | None = None
    lines = [("cards/a.yaml", "pieces:\n", "pieces:\n  new: {name: New, colour: red}\n")]
    lines += [("cards/a.yaml", "name: Two", "name: Second"), ("cards/a.yaml", "  two:", "  # moved\n  two:")]
    for edit in ((), *lines):
        if edit:
            name, old, new = edit
            text = (folder / name).read_text(encoding="utf-8")
            assert old in text
            (folder / name).write_text(text.replace(old, new), encoding="utf-8")
        workshop = open_workshop(folder, folder, earlier=earlier)
        assert workshop.game is not None
        edition = Edition(workshop, Translator(workshop.game, None), bleed=2.0)
        over, fresh = FaceKeys(edition, before=keys), FaceKeys(edition)
        assert [over.own(piece) for piece in workshop.game.pieces()] == [
            fresh.own(piece) for piece in workshop.game.pieces()
        ]
        keys = over


@pytest.mark.parametrize(
    ("name", "old", "new", "same"),
    [
        ("cards/a.yaml", "pieces:", "# moved\n\npieces:", {"a", "b", "c"}),
        ("tokens/c.yaml", "name: Coin", "name: Crown", {"a/one", "a/two", "a/four"}),
        ("game.yaml", "value: 1,", "value: 7,", {"a/two"}),
        ("cards/b.yaml", "All {{", "Every {{", {"a/one", "a/two", "a/four"}),
        ("layouts/c.xml", 'inset="3"', 'inset="4"', {"a/one", "a/two", "a/four", "b/three"}),
        ("cards/a.yaml", "  two:", "  new: {name: New, colour: red}\n  two:", {"a/one", "a/two"}),
    ],
)
def test_what_a_piece_cannot_see_does_not_change_its_key(tmp_path, name, old, new, same):
    before = made(written(tmp_path / "keys"))
    after = made(written(tmp_path / "keys", name, old, new))
    wanted = {key for key in after.pieces if key in same or key.partition("/")[0] in same}
    assert wanted
    assert wanted <= after.same(before)
