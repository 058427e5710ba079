"""Rule sheets that are kept for later runs change the time that a build takes, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pnp.rulebook.compose as compose
from pnp.store import Store
from tests.bench.deck import Deck, write_deck
from tests.build.kept import built, change

RULES = """---
title: Pravidla
---

# Začátek

Hru hrají {{ players.min }} hráči a více, a to u {{ terms.place.mill.forms.gen }}.

:::piece deck/k00002

:::credits
"""
PO = """msgid ""
msgstr "Language: pl\\nContent-Type: text/plain; charset=UTF-8\\n"

#. rulebook/rules
msgid "Začátek"
msgstr "Początek"
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    write_deck(folder, Deck(3))
    change(folder, "language: cs", "language: cs\nlanguages: [cs, pl]", "game.yaml")
    change(
        folder,
        "sets:",
        "terms:\n  place: {mill: {name: mlýn, icon: kolo, forms: {gen: mlýna}}}\nsets:",
        "game.yaml",
    )
    for name, text in (("rulebook/rules.md", RULES), ("locale/pl.po", PO)):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the rule sheets that are set."""
    names: list[str] = []
    real = compose.parse_rulebook

    def noted(source: Any) -> Any:
        names.append(source.name)
        return real(source)

    monkeypatch.setattr(compose, "parse_rulebook", noted)
    return names


@pytest.mark.parametrize("options", [{}, {"booklet": True}, {"combined": True}, {"languages": ("cs", "pl")}])
def test_the_second_run_sets_nothing_and_writes_the_same(game, store, read, options):
    cold = built(game, store, **options)
    assert read
    read.clear()
    assert built(game, store, **options) == cold
    assert read == []
    assert built(game, Store(None), **options) == cold


@pytest.mark.parametrize(
    ("file", "old", "new", "count"),
    [
        ("rulebook/rules.md", "# Začátek", "# Konec", 2),
        ("game.yaml", "players: 2-4", "players: 3-4", 2),
        ("cards/deck.yaml", "k00002: {name: ", "k00002: {name: Nové ", 2),
        ("layouts/bench.xml", 'inset="3"', 'inset="3.5"', 2),
        ("locale/pl.po", "Początek", "Start", 1),
        ("cards/deck.yaml", "k00003: {name: ", "k00003: {name: Nové ", 0),
    ],
)
def test_sheets_are_set_again_where_something_that_they_show_has_changed(
    game, store, read, file, old, new, count
):
    built(game, store, languages=("cs", "pl"))
    read.clear()
    change(game, old, new, file)
    kept = built(game, store, languages=("cs", "pl"))
    assert len(read) == count
    assert kept == built(game, Store(None), languages=("cs", "pl"))


def test_other_pages_paper_or_assets_know_nothing_of_what_was_kept(game, store, read):
    built(game, store)
    others: list[dict[str, Any]] = [{"booklet": True}, {"print": {"ink": "low"}}, {"assets": "others"}]
    for number, options in enumerate(others, 2):
        assert built(game, store, **options) == built(game, Store(None), **options)
        assert len(read) == 2 * number - 1


def test_icons_of_pieces_with_errors_are_credited_as_without_a_cache(game, store):
    change(game, "'Figurku", "':nosuch: Figurku")
    assert b"A100" in built(game, store, keep_going=True)[""]
    change(game, "corner: hvezda, icon: ruze", "corner: hvezda, icon: broadsword")
    assert built(game, store, keep_going=True) == built(game, Store(None), keep_going=True)


def test_sheets_with_findings_are_set_each_time(game, store, read):
    change(game, "Hru hrají", "Celé 3 hodiny hrají", "rulebook/rules.md")
    cold = built(game, store)
    assert b"R140" in cold[""]
    change(game, "# Začátek", "\n# Začátek", "rulebook/rules.md")
    assert built(game, store) == built(game, Store(None)) != cold
    assert len(read) == 3


def test_pages_that_somebody_looks_at_are_not_kept(game, store, read):
    built(game, store)
    assert built(game, store, simulate="deutan") == built(game, Store(None), simulate="deutan")
    assert len(read) == 3


def test_sheets_of_fonts_that_changed_meanwhile_are_not_kept(game, store, read):
    built(game, store, unchanged=lambda: False)
    built(game, store)
    built(game, store)
    assert len(read) == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b"[", b"{"),
        lambda _: b"\0\0\0\x04null",
        lambda _: b"\0\3\0\0" + b"[" * 0x30000,
    ],
    ids=["half", "braces", "null", "depth"],
)
def test_an_entry_that_vouches_for_nonsense_is_none(game, store, monkeypatch, damage):
    cold = built(game, store)
    real = Store.get

    def damaged(self: Store, key: str) -> bytes | None:
        data = real(self, key)
        return damage(data) if data is not None and key.startswith("book") else data

    monkeypatch.setattr(Store, "get", damaged)
    assert built(game, store) == cold
