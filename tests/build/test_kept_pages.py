"""Pages that are kept for later runs change the time that a build takes, and nothing else."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp.build.kept_pages import KeptPages
from pnp.build.selection import Selection
from pnp.draw import LateItems, Needs, Page, Plate
from pnp.geometry import Box
from pnp.press import Content
from pnp.render.page_stream import PageStreams
from pnp.store import Store
from tests.bench.deck import Deck, write_deck
from tests.build.kept import built, change

SHEETS = 6
CARDS = 9 * SHEETS
LAST = f"k{CARDS:05}"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    write_deck(tmp_path / "game", Deck(CARDS))
    return tmp_path / "game"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Labels of the pages that are drawn."""
    labels: list[str] = []
    real = PageStreams._drawn

    def noted(self: PageStreams, page: Page) -> Content:
        labels.append(page.label)
        return real(self, page)

    monkeypatch.setattr(PageStreams, "_drawn", noted)
    return labels


def test_the_second_run_draws_only_what_shows_it_the_shared_plates(game, store, drawn):
    cold = built(game, store)
    assert len(drawn) == 2 * SHEETS
    drawn.clear()
    assert built(game, store) == cold
    # Icons, ruler and back are made by the first pages that place them.
    assert {"1 líc", "1 rub"} <= set(drawn)
    assert len(drawn) < 2 * SHEETS - 2
    assert built(game, Store(None)) == cold


def test_the_footer_of_a_kept_page_is_not_set(game, store, monkeypatch):
    cold = built(game, store)
    made: list[str] = []
    real = LateItems._made
    monkeypatch.setattr(LateItems, "_made", lambda self: [made.append(self.key), real(self)][1])
    assert built(game, store) == cold
    assert made
    assert not any(f"{SHEETS}/{SHEETS}" in key for key in made)


def test_one_edited_card_costs_both_pages_of_its_sheet(game, store, drawn):
    built(game, store)
    built(game, store)
    known = set(drawn[2 * SHEETS :])
    drawn.clear()
    change(game, f"  {LAST}: {{name: ", f"  {LAST}: {{name: Nové ")
    warm = built(game, store)
    assert set(drawn) == known | {f"{SHEETS} líc", f"{SHEETS} rub"}
    assert warm == built(game, Store(None))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("layouts/bench.xml", 'inset="3"', 'inset="3.5"'),
        ("layouts/bench-back.xml", 'size="30"', 'size="31"'),
        ("game.yaml", "id: bench\n", "id: bench\nversion: '2'\n"),
        ("game.yaml", "marks: crop", "marks: lines"),
        ("game.yaml", "marks: crop", "marks: crop, mark-colour: '#808080'"),
        ("game.yaml", "marks: crop", "marks: crop, stamp: true"),
        ("game.yaml", "marks: crop", "marks: crop, back-offset: 1mm 0mm"),
        ("game.yaml", "paper: A4", "paper: Letter"),
        ("cards/deck.yaml", "name: Karty", "name: Lístky"),
    ],
)
def test_what_all_pages_show_is_never_that_of_before(game, store, file, old, new):
    built(game, store)
    change(game, old, new, file)
    fresh = built(game, Store(None))
    assert "bench/cs/deck.pdf" in fresh, fresh[""]
    assert built(game, store) == fresh
    assert built(game, store) == fresh


def test_the_entry_holds_the_pages_and_footers_of_the_last_run_only(game, store, monkeypatch):
    put: dict[str, bytes] = {}
    real = Store.put

    def noted(self: Store, key: str, data: bytes) -> None:
        if key.startswith("pages"):
            put[key] = data
        real(self, key, data)

    monkeypatch.setattr(Store, "put", noted)
    built(game, store)
    first = dict(put)
    for number in range(4):
        change(game, f"  {LAST}: {{name: ", f"  {LAST}: {{name: N{number} ")
        built(game, store)
    assert put.keys() == first.keys()
    (before,), (after,) = first.values(), put.values()
    assert before != after
    assert abs(len(after) - len(before)) < 500


def test_part_of_a_game_leaves_what_is_kept(game, store, drawn):
    cold = built(game, store)
    built(game, store, selection=Selection(only=(f"deck/{LAST}",)))
    drawn.clear()
    assert built(game, store) == cold
    assert len(drawn) < 2 * SHEETS - 2


def test_pages_with_pictures_are_drawn_each_time(game, store, drawn):
    picture = io.BytesIO()
    Image.new("RGB", (20, 20), (200, 30, 30)).save(picture, "PNG")
    (game / "art.png").write_bytes(picture.getvalue())
    image = "<image src='art.png' x='1' y='1' width='9' height='9'/>"
    change(
        game,
        "<face>",
        f"<face>{{% if piece.number == {CARDS} %}}{image}{{% endif %}}",
        "layouts/bench.xml",
    )
    cold = built(game, store)
    drawn.clear()
    assert built(game, store) == cold
    assert f"{SHEETS} líc" in drawn
    Image.new("RGB", (20, 20), (30, 200, 30)).save(game / "art.png", "PNG")
    assert built(game, store) == built(game, Store(None))


def test_pages_of_icons_that_changed_meanwhile_are_not_kept(game, store, drawn):
    built(game, store, unchanged=lambda: False)
    built(game, store)
    assert len(drawn) == 4 * SHEETS


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"[", b"{"),
        lambda _: b"",
        lambda _: bytes(range(256)) * 9,
        lambda _: b"\0\0\0\x04null",
        lambda _: b"\0\0\0\x07[[],[]]",
        lambda _: b"\0\3\0\0" + b"[" * 0x30000,
    ],
    ids=["half", "braces", "empty", "noise", "null", "shape", "depth"],
)
def test_an_entry_that_vouches_for_nonsense_is_none(game, store, monkeypatch, damage):
    cold = built(game, store)
    real = Store.get

    def damaged(self: Store, key: str) -> bytes | None:
        data = real(self, key)
        return damage(data) if data is not None and key.startswith("pages") else data

    monkeypatch.setattr(Store, "get", damaged)
    assert built(game, store) == cold


def test_a_page_waits_for_the_plates_that_it_places(store):
    def opened() -> KeptPages:
        return KeptPages(store, "pages", None, whole=True)

    plate = Plate("Xa", b"f", Box(0, 0, 1, 1), "[0 0 1 1]", None, Needs())
    first = opened()
    first.keep("key", Needs(glyphs={"font": 0b110}, plates={"Xa": plate}), b"stream")
    first.lengths["words"] = 0.1 + 0.2
    first.save()
    later = opened()
    assert later.find("key", {}) is None
    assert later.find("other", {"Xa": plate}) is None
    found: Any = later.find("key", {"Xa": plate})
    assert found == (Needs(glyphs={"font": 0b110}, plates={"Xa": plate}), b"stream")
    assert later.lengths["words"] == 0.1 + 0.2
    assert "letters" not in later.lengths
