"""Texts that were sound in an earlier run are not looked at again, and what is found stays the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import pnp.build.workshop as workshop
from pnp.build.workshop import check_workshop, open_workshop
from pnp.checks import Case, font
from pnp.diagnostics import Diagnostic
from pnp.store import OFF, Store

GAME = """\
id: sound
name: Sound
language: en
terms:
  tool:
    bow: {name: bow, forms: {pl: bows}}
sets: [cards/a.yaml]
"""
CARDS = """\
kind: card
size: poker
layout: card
fields: {}
pieces:
  one: {name: One, text: "Take a [bow](bow) :mark:."}
  two: {name: Two, text: "Draw  two … “cards”."}
  three: {name: Three, text: "There are {{ n(cards) }} cards."}
  four: {name: Four, text: "Take two [bows](bow)."}
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1L8 8L1 8Z"/></svg>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "game"
    for name, text in {
        "game.yaml": GAME,
        "cards/a.yaml": CARDS,
        "icons/mark.svg": ICON,
    }.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text, encoding="utf-8")
    return made


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are looked at."""
    texts: list[str] = []
    real = workshop.check_case

    def noted(case: Case) -> list[Diagnostic]:
        texts.extend(printed.filled.text for printed in case.texts)
        return real(case)

    monkeypatch.setattr(workshop, "check_case", noted)
    return texts


def found(folder: Path, store: Store) -> list[str]:
    workshop = open_workshop(folder, folder, cache=store)
    return sorted(f"{each.code} {each.span} {each.message}" for each in check_workshop(workshop).diagnostics)


def change(folder: Path, old: str, new: str, name: str = "cards/a.yaml") -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_only_what_was_found_or_has_expressions_is_looked_at_again(folder, store, seen):
    cold = found(folder, store)
    assert any(each.startswith("K220") for each in cold)
    assert len(seen) > 6
    seen.clear()
    assert found(folder, store) == cold
    assert sorted(seen) == ["Draw  two … “cards”.", "There are 4 cards.", "Two"]
    assert found(folder, OFF) == cold


@pytest.mark.parametrize(
    ("name", "old", "new", "code"),
    [
        ("cards/a.yaml", ":mark:", ":mork:", "A100"),
        ("cards/a.yaml", "a [bow]", "a [bou]", "K210"),
        ("cards/a.yaml", "two [bows](bow).", "two [bows](bow]", "K200"),
        ("cards/a.yaml", "two [bows]", "two  [bows]", "K220"),
        ("cards/a.yaml", "two [bows]", "'two' \\\"x\\\" [bows]", "K230"),
        ("cards/a.yaml", "name: One", "name: O\U000e0a01ne", "T200"),
        ("game.yaml", "pl: bows", "pl: bowes", "K210"),
        ("game.yaml", "bow: {name", "baw: {name", "T310"),
        ("game.yaml", "language: en", "language: cs", "K230"),
    ],
)
def test_every_edit_is_told_as_if_nothing_were_known(folder, store, name, old, new, code):
    before = found(folder, store)
    change(folder, old, new, name)
    assert found(folder, store) == found(folder, OFF)
    assert any(each.startswith(code) for each in set(found(folder, store)) - set(before))
    change(folder, new, old, name)
    assert found(folder, store) == before


def test_an_icon_that_is_gone_is_missed_in_texts_that_did_not_change(folder, store):
    found(folder, store)
    (folder / "icons/mark.svg").unlink()
    told = found(folder, store)
    assert any(each.startswith("A100") for each in told)
    assert told == found(folder, OFF)


def test_a_letter_that_the_fonts_lack_now_is_told(folder, store, monkeypatch):
    found(folder, store)
    real = font._is_covered
    monkeypatch.setattr(
        font, "_is_covered", lambda faces, fonts, char: char != "T" and real(faces, fonts, char)
    )
    told = found(folder, store)
    assert any("no glyph for 'T'" in each for each in told)
    assert told == found(folder, OFF)


def test_places_move_with_the_lines_above_them(folder, store):
    found(folder, store)
    change(folder, "pieces:\n", "\n\npieces:\n")
    assert found(folder, store) == found(folder, OFF)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[:-1],
        lambda data: data[: len(data) // 2],
        lambda _: b"",
        lambda _: b"\xff\xff\xff\xff",
        lambda data: data[:4] + b"\xff" * (len(data) - 4),
    ],
    ids=["end", "half", "empty", "length", "letters"],
)
def test_an_entry_that_vouches_for_nonsense_is_none(folder, store, monkeypatch, damage):
    cold = found(folder, store)
    real = Store.get

    def damaged(self: Store, key: str) -> bytes | None:
        data = real(self, key)
        return damage(data) if data is not None and key.startswith("texts") else data

    monkeypatch.setattr(Store, "get", damaged)
    assert found(folder, store) == cold


def test_the_entry_holds_what_the_last_run_saw(folder, store, monkeypatch):
    sizes: list[int] = []
    real = Store.put

    def noted(self: Store, key: str, data: bytes) -> None:
        if key.startswith("texts"):
            sizes.append(len(data))
        real(self, key, data)

    monkeypatch.setattr(Store, "put", noted)
    found(folder, store)
    found(folder, store)
    assert len(sizes) == 1
    for old, new in (("Take a", "Draw a"), ("Draw a", "Take a")):
        change(folder, old, new)
        found(folder, store)
    assert len(sizes) == 3
    assert max(sizes) - min(sizes) <= 1
