"""Faces and rule sheets that show other pieces are made again when one of these changes, or what it reads."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pnp.build.books import compose_books, rules_on_paper
from pnp.build.composing import Composing, compose
from pnp.build.document import Part
from pnp.build.edition import ComposedGame, Edition, compose_piece
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions, print_profile
from pnp.build.workshop import Workshop, open_workshop
from pnp.layout.compose import Composer
from pnp.layout.reads import OTHERS
from pnp.pdf import FormMaker, PdfFace
from pnp.pdf.form import referred_to
from pnp.reprint import recorded_rules
from pnp.store import OFF, Store
from pnp.translation import Translator
from tests.build.kept import change
from tests.build.test_kept_walk import built

GAME = """\
id: shown
name: Shown
language: en
players: 2
sources: {r: {title: Rules}}
facts: {hand: {value: 5, source: r 1}}
sets: [cards/a.yaml, cards/b.yaml, tokens/c.yaml, boards/t.yaml]
"""
SETS = {
    "cards/a.yaml": """\
kind: card
size: poker
layout: a
back: a-back
fields: {other: text?}
pieces:
  one: {name: One, text: "Hold {{ facts.hand }}.", other: b/two}
  two: {name: Two, text: Plain, other: coin}
  three: {name: Three, text: "This is {{ number }}.", other: c/coin, copies: 2}
""",
    "cards/b.yaml": """\
kind: card
size: poker
layout: b
pieces:
  one: {name: One, text: Nothing}
  two: {name: Two, text: "There are {{ copies }}."}
""",
    "tokens/c.yaml": """\
kind: token
size: circle 20mm
layout: c
pieces:
  coin: {name: Coin, text: Money}
  spare: {name: Spare, text: None, copies: 0}
""",
    "boards/t.yaml": """\
kind: board
size: 60x40mm
layout: t
pieces:
  table: {name: Table, text: All, copies: 0}
  plan: {name: Plan, text: All, layout: t-plan}
""",
}
LAYOUTS = {
    "a": '<face><text inset="5">{{ piece.name }} {{ piece.text }}</text>'
    '<g><face-of piece="{{ piece.other }}" x="9" y="40" width="30" height="30"/></g></face>',
    "a-back": '<face><rect inset="0"/><g><g><face-of piece="b/one" inset="9"/></g></g><rect inset="3"/></face>',
    "b": '<face><text inset="5">{{ piece.name }} {{ piece.text }} of {{ set.total }}</text></face>',
    "c": '<face><text inset="3">{{ piece.name }}</text></face>',
    "t": '<face><face-of piece="a/three" x="2" y="2" height="30"/><face-of piece="a/three" side="back" x="30" y="2" height="30"/></face>',
    "t-plan": '<face><face-of piece="table" inset="2"/></face>',
}
RULES = {
    "one": ":::piece a/one\n",
    "table": ":::callouts t/table\n- 9,9: Cards\n:::\n",
    "plan": ":::piece t/plan c/spare\n",
}
EDITS = [
    *[("game.yaml", "value: 5", f"value: {each}") for each in (6, 7)],
    *[(file, f"name: {name}", f"name: {name}ly") for file, text in SETS.items() for name in ("One", "Two", "Three", "Coin", "Spare", "Table", "Plan") if f"name: {name}" in text],
    *[(f"layouts/{name}.xml", "<face>", '<face fill="#F00">') for name in LAYOUTS],
    ("cards/a.yaml", "pieces:\n", "pieces:\n  new: {name: New, text: '', other: coin}\n"),
    ("cards/a.yaml", "copies: 2", "copies: 3"),
    ("cards/b.yaml", "pieces:\n", "pieces:\n  coin: {name: Second coin, text: Two have this name}\n"),
    ("cards/b.yaml", "Nothing", "Something"),
    ("cards/b.yaml", "text: Nothing", "copies: 4, text: Nothing"),
    ("tokens/c.yaml", "copies: 0", "copies: 2"),
    ("boards/t.yaml", "copies: 0", "copies: 1"),
    ("rulebook/plan.md", ":::piece t/plan c/spare", ":::piece t/plan"),
    ("rulebook/plan.md", ":::piece t/plan c/spare", ":::callouts b/two\n- 9,9: There\n:::"),
    ("tokens/c.yaml", "Money", "Gold"),
    ("layouts/a-back.xml", "b/one", "b/two"),
]  # fmt: skip


def written(folder: Path) -> Path:
    files = {"game.yaml": GAME, **SETS}
    files |= {f"layouts/{name}.xml": text for name, text in LAYOUTS.items()}
    files |= {f"rulebook/{name}.md": f"---\ntitle: {name}\n---\n\n{text}" for name, text in RULES.items()}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def reads(game: Path) -> dict[str, frozenset[str]]:
    """The reads of each piece, composed in a random order."""
    workshop = open_workshop(game, game)
    assert workshop.game is not None
    edition = Edition(workshop, Translator(workshop.game, None))
    pieces = list(workshop.game.pieces())
    random.shuffle(pieces)
    return {piece.key: compose_piece(edition.composer, piece).reads for piece in pieces}


def test_a_face_notes_the_pieces_that_it_shows_and_what_they_read(tmp_path):
    noted = reads(written(tmp_path / "game"))
    assert noted["t/plan"] == {
        "layout t-plan", "shown table", "layout t",
        "shown a/three", "counts a/three", "layout a", "shown c/coin", "layout c",
        "layout a-back", "shown b/one", "layout b", "total b/one",
    }  # fmt: skip
    assert noted == reads(tmp_path / "game"), "in whatever order pieces are composed"
    assert "shown coin" in noted["a/two"], "by the name in the layout, as another piece may come to have it"


def test_a_piece_that_another_shows_is_composed_once(tmp_path, monkeypatch):
    game = written(tmp_path / "game")
    workshop = open_workshop(game, game)
    assert workshop.game is not None
    pieces = {piece.key: piece for piece in workshop.game.pieces()}
    composers = [Edition(workshop, Translator(workshop.game, None)).composer for _ in range(2)]
    composers[0].compose(pieces["t/plan"])
    drawn: list[str] = []
    real = Composer._compose

    def noted(self, piece, side, layout):
        drawn.append(piece.key)
        return real(self, piece, side, layout)

    monkeypatch.setattr(Composer, "_compose", noted)
    for key, side in (("a/three", "front"), ("a/three", "back"), ("c/coin", "front"), ("b/one", "front")):
        shown = composers[0].compose(pieces[key], side)
        assert drawn == [], "it is there"
        assert shown == composers[1].compose(pieces[key], side)
        drawn.clear()


def test_a_face_that_names_no_piece_depends_on_the_whole_game(tmp_path):
    game = written(tmp_path / "game")
    change(game, "other: coin", "other: coyn", "cards/a.yaml")
    assert OTHERS in reads(game)["a/two"]


@pytest.mark.parametrize("seed", [1, 2])
def test_no_edit_of_a_shown_piece_leaves_a_face_or_sheet_as_it_was(tmp_path, seed):
    chance = random.Random(seed)
    game, store = written(tmp_path / "game"), Store(tmp_path / "cache")
    built(game, store)
    for file, old, new in chance.sample(EDITS, 8):
        text = (game / file).read_text(encoding="utf-8")
        (game / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        kept = built(game, store)
        assert kept == built(game, OFF)
        if chance.random() < 0.5:
            (game / file).write_text(text, encoding="utf-8")


@pytest.fixture
def called(tmp_path: Path) -> Workshop:
    game = written(tmp_path / "game")
    (game / "rulebook/called.md").write_text(
        "---\ntitle: Called\nlogo: a/two\n---\n\n:::piece a/one b/two\n\n:::callouts b/one\n- 5,5: Corner\n:::\n"
    )
    return open_workshop(game, game)


def as_forms(workshop: Workshop) -> Edition:
    assert workshop.game is not None
    return Edition(workshop, Translator(workshop.game, None), form_maker=FormMaker(workshop.fonts))


def sheets(
    edition: Edition, game: ComposedGame, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[Part], list[str]]:
    """The rule sheets, and the keys of the pieces that are composed for them."""
    composed: list[str] = []
    real = Composer.compose

    def noted(self, piece, side="front"):
        composed.append(piece.key)
        return real(self, piece, side)

    printed = Part("decks.pdf", "Decks", (), (), faces=tuple(game.faces))
    shown = [piece.faces for piece in game.shown if piece.faces is not None]
    profile, _ = print_profile(edition.workshop, edition.game, {})
    assert profile is not None
    with monkeypatch.context() as patch:
        patch.setattr(Composer, "compose", noted)
        books = compose_books(edition, [printed], profile, shown=shown)
    return [book.part for book in books if book.part is not None], composed


def test_a_sheet_shows_the_finished_faces_of_pieces_that_are_printed(called, monkeypatch):
    edition = as_forms(called)
    game = compose(edition)
    parts, composed = sheets(edition, game, monkeypatch)
    assert sorted(composed) == ["c/spare", "t/table"], "which are not printed"
    book = next(part for part in parts if part.title == "Called")
    forms, _ = referred_to(page.form for page in book.read)
    shown = {face.key: face.front.form.name for face in game.faces if isinstance(face.front, PdfFace)}
    assert {shown["a/one"], shown["a/two"], shown["b/two"], shown["b/one"]} <= forms.keys()

    digests = {part.rules: recorded_rules(part.read, edition.hashes) for part in parts}
    as_items = rules_on_paper(Edition(called, edition.translator), [], {})
    assert digests == as_items, "a record knows the sheets by the same hashes"


@pytest.mark.parametrize("jobs", [1, 2])
def test_pieces_that_only_sheets_show_are_composed_with_the_others(called, monkeypatch, jobs):
    edition = as_forms(called)
    with Composing([edition], jobs, rulebooks=True) as composing:
        (game,) = composing.finish()
    assert [piece.faces.key for piece in game.shown if piece.faces] == ["c/spare", "t/table"]
    assert "t/table" not in [faces.key for faces in game.faces]
    parts, composed = sheets(edition, game, monkeypatch)
    assert not composed
    other = as_forms(called)
    alone, _ = sheets(other, compose(other), monkeypatch)
    assert [part.read for part in parts] == [part.read for part in alone]


@pytest.fixture
def with_a_cut_text(tmp_path: Path) -> Workshop:
    game = written(tmp_path / "game")
    cut = '<face><g clip="box" inset="7"><text width="20" height="20">{{ piece.name }}</text></g></face>'
    change(game, LAYOUTS["c"], cut, "layouts/c.xml")
    change(game, "name: Spare", "name: Spare coins of all the lands", "tokens/c.yaml")
    return open_workshop(game, game)


def test_a_check_of_composed_pieces_left_out_those_that_only_a_sheet_shows(with_a_cut_text):
    with Composing([as_forms(with_a_cut_text)], rulebooks=True) as composing:
        (game,) = composing.finish()
    for found in (game.diagnostics, game.checked()):
        assert [each.piece for each in found if each.code == "T100"] == ["c/spare"]


def test_a_text_that_is_cut_on_a_piece_that_only_a_sheet_shows_is_reported(tmp_path, with_a_cut_text):
    result = build(with_a_cut_text, BuildOptions(tmp_path / "out", ("en",)))
    found = [(each.code, each.piece) for each in result.diagnostics]
    assert ("T100", "c/spare") in found
    assert not result.files
