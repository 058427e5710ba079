"""A composer that goes on with the work of an earlier one composes what a new one does."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.faces import composer_for
from pnp.build.maker import Plan
from pnp.build.workshop import Workshop, open_workshop, reopen_workshop
from pnp.draw import FaceHashes
from pnp.layout import Composer, Stock
from pnp.load import KeptSets
from tests.build import test_face_key as cases
from tests.build.test_face_key import EDITS, HIDDEN, LAYOUTS, written

PLAN = Plan("en", 2.0)
_SHOWN = '<face-of piece="c/coin" x="2" y="60" height="20"/>'
MORE = [
    ("game.yaml", "strong: 1", "strong: true"),  # which are equal to Python
    ("game.yaml", "terms:", "# a line more\nterms:"),
    ("game.yaml", "alone: {value: 1, source: r 1}, ", ""),
    ("game.yaml", "forms: {pl: ", "forms: {gen: crimson, pl: "),
    ("cards/a.yaml", "Take {{ facts.hand }}.", "Take {{ facts.hands }}."),
    ("cards/a.yaml", "Take {{ facts.hand }}.", "Take [five](five)."),
    ("cards/a.yaml", "name: Two", "name: Öüß"),
]


@pytest.fixture(autouse=True)
def more_to_see(monkeypatch):
    """No face shows another one, or nothing would be taken over; and a layout sees what terms hold besides names."""
    monkeypatch.setattr(cases, "GAME", cases.GAME.replace("name: red,", "name: red, data: {strong: 1},"))
    monkeypatch.setitem(
        LAYOUTS,
        "b",
        LAYOUTS["b"].replace(_SHOWN, "<text inset='50 3 3'>{{ terms.red.strong }} [a](red)</text>"),
    )


def everything(composer: Composer, workshop: Workshop):
    """All that composing gives, in hashes and words."""
    hashes = FaceHashes()
    said = {}
    for piece in workshop.game.pieces():
        for side in ("front", "back"):
            composed = composer.compose(piece, side)
            face = composed.face and (hashes.of(composed.face), composed.face.label)
            said[piece.key, side] = (face, composed.diagnostics, composed.fits)
    return said


def compared(folder: Path, name: str, old: str, new: str) -> bool:
    """Compare both kinds of composers while an edit is made and undone; whether the first one's work went on."""
    kept = KeptSets()
    workshop = open_workshop(written(folder / "keys"), folder, kept=kept)
    stock = Stock(workshop.files)
    composer = composer_for(workshop, workshop.game, PLAN, stock)
    everything(composer, workshop)
    went_on = False
    for edited in [(name, old, new), ()]:
        workshop = (
            reopen_workshop(workshop, folder, [], kept) if written(folder / "keys", *edited) else workshop
        )
        before = composer
        composer = composer_for(workshop, workshop.game, PLAN, stock, before)
        went_on = went_on or composer.context is before.context
        fresh = composer_for(workshop, workshop.game, PLAN, Stock(workshop.files))
        assert everything(composer, workshop) == everything(fresh, workshop)
        assert everything(composer, workshop) == everything(fresh, workshop), "and again"
    return went_on


@pytest.mark.parametrize(
    ("name", "old", "new"), [each for each in (*EDITS, *MORE) if "height=" not in each[1]]
)
def test_after_an_edit_all_is_as_if_nothing_had_been_taken_over(tmp_path, name, old, new):
    drawn_by = name.startswith("layouts") or any(
        word in f"{old} {new}" for word in ("#B32", "9pt", "azure", "strong", "terms:", "crimson")
    )
    assert compared(tmp_path, name, old, new) is not drawn_by


@pytest.mark.parametrize("case", HIDDEN)
def test_what_a_layout_hides_from_view_is_not_taken_over(tmp_path, monkeypatch, case):
    edit, code = HIDDEN[case]
    monkeypatch.setitem(LAYOUTS, "c", f'<face><text inset="3">{code}</text></face>')
    compared(tmp_path, *edit)


def test_where_a_face_shows_another_one_nothing_is_taken_over(tmp_path, monkeypatch):
    monkeypatch.setitem(LAYOUTS, "b", f"<face>{_SHOWN}</face>")
    assert not compared(tmp_path, "tokens/c.yaml", "name: Coin", "name: Crown")
