"""Sets that are made of kept parts are what they are without: every value, place and finding, whatever was edited."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from pnp.load import load_game, parted_set
from pnp.load.kept import parts
from pnp.load.kept.nodes import PartReader
from pnp.model.late import LateFields
from pnp.store import Store
from tests.load.test_kept import assert_the_same_cold_and_warm, seen

GAME = """\
id: parted
name: Parted
language: cs
players: 2-4
terms: {suit: {sun: {name: Slunce, icon: sun}, moon: {name: Měsíc, icon: moon}}}
sources: {r: {title: Rules}}
facts: {hand: {value: 3, source: r 1}}
"""
HEAD = """\
kind: card
size: poker
layout: card
fields: {suit: term suit, hp: number 0..9?, mark: icon?, wild: flag, tags: list?, edge: sides?}
pieces:
"""
ENTRIES = [
    "{name: Drak, suit: sun}",
    "{name: Drak, suit: sun, hp: 3, mark: sun, wild: true, copies: 2}",
    "{name: 'Kůň \"a\" ''b''', suit: moon, tags: [a, 1, +2], edge: [n, s], note: mine}",
    "{name: \"Tah\\tb\", suit: moon, text: 'Vezmi {{ facts.hand }} karty.'}",
    "{name: Hrad, suit: suit.sun, copies: facts.hand, context: place}",
    "{name: Síla, suit: moon, layout: other, back: back, style: dark}",
    "{name: Velká, suit: moon, size: 70x120mm}",
    "{name: Slova, suit: sun, text: 'a } b'}",
    "\n    name: Řádky\n    suit: sun\n    text: |\n      Jedna\n      dvě :sun:\n",
    "\n    name: Dlouhá\n    suit: sun\n    text: >\n      Jedna\n      dvě\n\n      tři\n",
    "{name: Nikdy, suit: sun, copies: 0}",
    "{extends: e01, name: Jiná}",
    "{name: Obě, for: {suit: suit}}",
    "{name: Chyba, suit: star}",
    "{name: Chyba, suit: sun, unknown: 1}",
    "{name: Chyba, suit: sun, hp: 12}",
    "{name: Chyba, suit: sun, text: 'a  b {{ facts.none }}'}",
]
SOUND = 10
"""As many of them may stand in a part that is kept."""


@pytest.fixture
def small_parts(monkeypatch):
    for module in (parts, parted_set):
        monkeypatch.setattr(module, "SHORTEST", 0)
    monkeypatch.setattr(parts, "_EACH", 3)
    monkeypatch.setattr(parted_set, "_WORTH_SHARING", 2)


def written(folder: Path, entries: dict[str, str], head: str = HEAD, game: str = GAME) -> None:
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    said = "".join(f"  {name}: {entry}\n" for name, entry in entries.items())
    (folder / "cards/deck.yaml").write_text(head + said, encoding="utf-8")


def late(folder: Path, cache: Path) -> list[str]:
    """The ids of the pieces whose fields have not been read again."""
    game = load_game(folder, cwd=folder, cache=Store(cache)).game
    assert game is not None
    return [piece.id for piece in game.pieces() if isinstance(piece.fields, LateFields)]


@pytest.mark.parametrize(("seed", "jobs"), [(0, 1), (1, 1), (2, 2), (3, 3)])
@pytest.mark.usefixtures("small_parts")
def test_no_walk_through_edits_reads_what_was_before_them(tmp_path, seed, jobs):
    chance = random.Random(seed)
    entries = {f"e{number:02}": chance.choice(ENTRIES[:SOUND]) for number in range(24)}
    folder, cache = tmp_path / "game", tmp_path / "cache"
    head, game = HEAD, GAME
    for step in range(12):
        written(folder, entries, head, game)
        assert_the_same_cold_and_warm(folder, cache, jobs)
        name = chance.choice([*entries])
        match chance.randrange(6):
            case 0:
                del entries[name]
            case 1:
                entries[f"n{step:02}"] = chance.choice(ENTRIES[:SOUND])
            case 2:
                items = [*entries.items()]
                items.insert(chance.randrange(len(items)), (f"i{step:02}", chance.choice(ENTRIES[:SOUND])))
                entries = dict(items)
            case 3:
                head = head.replace("hp: number 0..9?", "hp: number 0..8?") if "0..9" in head else HEAD
                game = game.replace("value: 3", "value: 4") if "value: 3" in game else GAME
            case _:
                entries[name] = chance.choice(ENTRIES)


@pytest.mark.usefixtures("small_parts")
def test_an_edit_reads_its_part_and_leaves_the_others(tmp_path):
    entries = {f"e{number:02}": ENTRIES[number % SOUND] for number in range(30) if number % SOUND != 6}
    folder, cache = tmp_path / "game", tmp_path / "cache"
    written(folder, entries)
    assert late(folder, cache) == []
    assert late(folder, cache) == [*entries]
    entries["e15"] = "{name: Nová, suit: sun}"
    written(folder, entries)
    known = late(folder, cache)
    assert "e15" not in known
    assert len(entries) / 2 < len(known) < len(entries)
    assert late(folder, cache) == [*entries]


@pytest.mark.usefixtures("small_parts")
def test_several_processes_read_a_large_file_and_keep_it(tmp_path, monkeypatch):
    entries = {f"e{number:02}": ENTRIES[number % SOUND] for number in range(60) if number % SOUND != 6}
    folder, cache, noted = tmp_path / "game", tmp_path / "cache", tmp_path / "noted"
    written(folder, entries)
    real = PartReader.below

    def below(self: PartReader, part: parts.Part) -> Any:
        with noted.open("a") as file:
            file.write(f"{os.getpid()}\n")
        time.sleep(0.01)
        return real(self, part)

    monkeypatch.setattr(PartReader, "below", below)
    known = seen(folder, Store(cache), jobs=2)
    assert len(set(noted.read_text().split())) == 2
    assert known == seen(folder, Store(None))
    assert late(folder, cache) == [*entries]


@pytest.mark.parametrize("entry", ENTRIES[SOUND:])
@pytest.mark.usefixtures("small_parts")
def test_faults_are_told_the_same_whichever_process_meets_them(tmp_path, entry):
    entries = {f"e{number:02}": ENTRIES[number % 5] for number in range(40)}
    for name in ("e03", "e20", "e38"):
        folder = tmp_path / name
        written(folder, entries | {name: entry})
        assert_the_same_cold_and_warm(folder, tmp_path / "cache", jobs=2)


@pytest.mark.usefixtures("small_parts")
def test_what_a_process_that_died_should_have_read_is_read_by_another(tmp_path, monkeypatch):
    folder, first, real = tmp_path / "game", os.getpid(), PartReader.below
    written(folder, {f"e{number:02}": ENTRIES[number % 5] for number in range(40)})

    def below(self: PartReader, part: parts.Part) -> Any:
        if os.getpid() != first:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(self, part)

    monkeypatch.setattr(PartReader, "below", below)
    assert_the_same_cold_and_warm(folder, tmp_path / "cache", jobs=3)


@pytest.mark.parametrize("entry", ENTRIES[SOUND:-1])
@pytest.mark.usefixtures("small_parts")
def test_what_is_told_or_looks_elsewhere_is_read_each_time(tmp_path, entry):
    entries = {f"e{number:02}": ENTRIES[0] for number in range(12)} | {"e05": entry}
    folder, cache = tmp_path / "game", tmp_path / "cache"
    written(folder, entries)
    assert_the_same_cold_and_warm(folder, cache)
    assert "e05" not in late(folder, cache)


@pytest.mark.parametrize(
    "damage",
    [lambda data: data[:-1], lambda _: b"", lambda _: b"[1,2,[[]]]", lambda _: b"\xff", lambda _: b"{}"],
    ids=["cut", "empty", "shape", "noise", "braces"],
)
@pytest.mark.usefixtures("small_parts")
def test_rows_that_vouch_for_nonsense_are_none(tmp_path, monkeypatch, damage):
    folder, cache = tmp_path / "game", tmp_path / "cache"
    written(folder, {f"e{number:02}": ENTRIES[number % 5] for number in range(12)})
    assert_the_same_cold_and_warm(folder, cache)
    real = Store.get

    def damaged(self: Store, key: str) -> bytes | None:
        data = real(self, key)
        return damage(data) if data is not None and key.startswith("pieces") else data

    monkeypatch.setattr(Store, "get", damaged)
    assert late(folder, cache) == []
    assert_the_same_cold_and_warm(folder, cache)
