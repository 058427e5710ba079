"""Faces that are kept for later runs change the time that a build takes, and nothing else."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import pnp.build.edition as maker
import pnp.build.face_cache as kept_faces
from pnp.build.request import Selection
from pnp.build.unchanged import Inputs, assets_key, game_contents, program_key
from pnp.load.locate import shared_root
from pnp.store import Store
from tests.bench.deck import Deck, write_deck
from tests.build.kept import built, change, cut_small

CARDS = 12
LAST = "k00012"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    write_deck(tmp_path / "game", Deck(CARDS))
    return tmp_path / "game"


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Keys of the pieces that are composed."""
    keys: list[str] = []
    real = maker.compose_piece

    def counted(composer: Any, piece: Any) -> Any:
        keys.append(piece.key)
        return real(composer, piece)

    monkeypatch.setattr(maker, "compose_piece", counted)
    return keys


def entry(store: Store) -> Path:
    """The file with the faces: the largest."""
    assert store.folder is not None
    return max(store.folder.iterdir(), key=lambda path: path.stat().st_size)


def test_the_second_run_composes_nothing_and_writes_the_same(game, store, composed):
    cold = built(game, store)
    assert len(composed) == CARDS
    composed.clear()
    assert built(game, store) == cold
    assert composed == []
    assert built(game, Store(None)) == cold


def test_pieces_of_a_free_outline_keep_it(game, store, composed):
    change(game, "size: poker", """size: 'path "M0 0L63 0L63 70L30 88L0 70Z"'""")
    cold = built(game, store)
    composed.clear()
    assert built(game, store) == cold
    assert composed == []


@pytest.mark.parametrize("small", [False, True])
def test_one_edited_card_is_composed_and_all_is_as_if_nothing_had_been_kept(
    game, store, composed, monkeypatch, small
):
    if small:
        cut_small(monkeypatch)
    built(game, store)
    composed.clear()
    change(game, f"  {LAST}: {{name: ", f"  {LAST}: {{name: Nové ")
    warm = built(game, store)
    assert composed == [f"deck/{LAST}"]
    assert warm == built(game, Store(None))
    composed.clear()
    built(game, store)
    assert composed == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("layouts/bench.xml", 'inset="3"', 'inset="3.5"'),
        ("layouts/bench-back.xml", 'size="30"', 'size="31"'),
        ("game.yaml", "size: 7.2pt", "size: 7.3pt"),
        ("game.yaml", "name: Říše stínů", "name: Říše světla"),
    ],
)
def test_what_all_cards_are_made_from_makes_them_all_again(game, store, composed, file, old, new):
    built(game, store)
    composed.clear()
    change(game, old, new, file)
    assert built(game, store) == built(game, Store(None))
    assert len(composed) == 2 * CARDS


def test_another_program_font_icon_or_picture_knows_nothing_of_what_was_kept(game, store, composed):
    built(game, store, "one")
    built(game, store, "other")
    assert len(composed) == 2 * CARDS
    built(game, store, "one")
    assert len(composed) == 2 * CARDS


def test_where_assets_cannot_be_distinguished_nothing_is_kept(game, store, composed):
    built(game, store, "")
    built(game, store, "")
    assert len(composed) == 2 * CARDS


def test_part_of_a_game_reads_what_is_kept_and_leaves_it(game, store, composed):
    cold = built(game, store)
    kept = entry(store).read_bytes()
    composed.clear()
    built(game, store, selection=Selection(only=(f"deck/{LAST}",)))
    assert composed == []
    assert entry(store).read_bytes() == kept
    assert built(game, store) == cold


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.999])
def test_an_entry_that_was_damaged_is_none(game, store, composed, share):
    cold = built(game, store)
    path = entry(store)
    data = bytearray(path.read_bytes())
    data[int(share * len(data))] ^= 1
    path.write_bytes(data)
    composed.clear()
    assert built(game, store) == cold
    assert len(composed) == CARDS


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"[", b"{"),
        lambda _: b"",
        lambda _: bytes(range(256)) * 9,
        lambda _: b"\0\0\0\x04null",
        lambda _: b"\0\0\0\x07[[],{}]",
        lambda _: b"\0\3\0\0" + b"[" * 0x30000,
    ],
    ids=["half", "braces", "empty", "noise", "null", "shape", "depth"],
)
def test_an_entry_that_vouches_for_nonsense_is_none(game, store, monkeypatch, damage):
    cold = built(game, store)
    real = Store.get

    def damaged(self: Store, key: str) -> bytes | None:
        data = real(self, key)
        return damage(data) if data is not None and key.startswith("faces") else data

    monkeypatch.setattr(Store, "get", damaged)
    assert built(game, store) == cold


def test_findings_are_reported_each_time_and_where_they_are(game, store, composed):
    change(game, f"  {LAST}: {{name: ", f"  {LAST}: {{name: {'W' * 22}")
    cold = built(game, store)
    assert b"T100" in cold[""] or b"T1" in cold[""]
    composed.clear()
    assert built(game, store) == cold
    assert composed == [f"deck/{LAST}"]
    change(game, "pieces:", "\n\npieces:")
    assert built(game, store) == built(game, Store(None))


def test_cards_with_pictures_are_made_each_time(game, store, composed):
    picture = io.BytesIO()
    Image.new("RGB", (20, 20), (200, 30, 30)).save(picture, "PNG")
    (game / "art.png").write_bytes(picture.getvalue())
    change(
        game,
        "<face>",
        "<face>{% if piece.number == 3 %}<image src='art.png' x='1' y='1' width='9' height='9'/>{% endif %}",
        "layouts/bench.xml",
    )
    cold = built(game, store)
    composed.clear()
    assert built(game, store) == cold
    assert composed == ["deck/k00003"]


def test_watermarks_and_other_eyes_get_faces_with_items(game, store, composed):
    from pnp.build.extras import Extras

    built(game, store)
    composed.clear()
    built(game, store, extras=Extras(watermark="test"))
    assert len(composed) == CARDS


def test_faces_of_icons_that_changed_meanwhile_are_not_kept(game, store, composed):
    built(game, store, unchanged=lambda: False)
    built(game, store, unchanged=lambda: True)
    assert len(composed) == 2 * CARDS
    built(game, store)
    assert len(composed) == 2 * CARDS


def test_assets_are_distinguished_by_content_and_pictures_by_name(game, tmp_path):
    def key(out: str = "out") -> str:
        inputs = Inputs(game, "game", tmp_path / "user", shared_root(), game / out)
        return assets_key(inputs, game_contents(inputs), program_key(inputs))

    (game / "art.png").write_bytes(b"one")
    before = key()
    assert before
    (game / "art.png").write_bytes(b"other")
    change(game, "Říše", "Říšé", "game.yaml")
    assert key() == before
    icon = next((game / "icons").iterdir())
    icon.write_text(icon.read_text(encoding="utf-8") + " ", encoding="utf-8")
    assert key() != before
    (game / "new.png").write_bytes(b"")
    assert len({before, key()}) == 2
    assert key("icons") == ""


@pytest.fixture
def written_entries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Last words of the keys of the entries of faces that are written."""
    names: list[str] = []
    real = Store.put

    def noted(self: Store, key: str, data: bytes) -> None:
        if key.startswith("faces"):
            names.append(" ".join(key.split()[-2:]))
        real(self, key, data)

    monkeypatch.setattr(Store, "put", noted)
    return names


def test_an_edit_writes_the_part_of_its_card_and_no_other(
    game, store, composed, written_entries, monkeypatch
):
    monkeypatch.setattr(kept_faces, "_EACH", 3)
    built(game, store)
    parts = [name for name in written_entries if name.startswith("part")]
    assert 2 < len(parts) < CARDS
    assert written_entries.count("bench forms") == 1
    written_entries.clear()
    built(game, store)
    assert written_entries == []
    change(game, f"  {LAST}: {{name: ", f"  {LAST}: {{name: Nové ")
    assert built(game, store) == built(game, Store(None))
    assert written_entries == [parts[-1]]


def test_parts_whose_drawings_are_gone_are_none(game, store, composed, monkeypatch):
    cold = built(game, store)
    real = Store.get
    monkeypatch.setattr(Store, "get", lambda self, key: None if key.endswith(" forms") else real(self, key))
    composed.clear()
    assert built(game, store) == cold
    assert len(composed) == CARDS
    monkeypatch.setattr(Store, "get", real)
    composed.clear()
    assert built(game, store) == cold
    assert composed == []
