"""What is kept of files between runs changes no value, no finding and no place, whatever the files hold."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pnp.build.workshop import check_workshop, open_workshop
from pnp.load import load_game
from pnp.load.kept import Readings, nodes
from pnp.load.kept.packed import pack, unpack
from pnp.load.kept.parts import parts
from pnp.load.yaml_compose import compose
from pnp.load.yaml_node import Mapping, Node, Scalar
from pnp.store import Store
from pnp.translation import Translations
from tests.bench.deck import Deck, write_deck
from tests.load.deep import deep
from tests.load.folder import GAME, write

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for path in (ROOT / "data").glob("*/game.yaml"))


def flat(node: Node | None) -> Any:
    """Everything about a node but its marks' indices, which nobody needs once a text is composed."""
    if node is None:
        return None
    places = (node.file, node.start.line, node.start.column, node.end.line, node.end.column)
    if isinstance(node, Scalar):
        return (*places, node.text, node.style, node.span)
    if isinstance(node, Mapping):
        entries = [(name, flat(key), flat(value)) for name, (key, value) in node.entries.items()]
        return (*places, node.flow, node.span, entries)
    return (*places, node.flow, node.span, [flat(item) for item in node.items])


def seen(folder: Path, store: Store, jobs: int = 1) -> Any:
    workshop = open_workshop(folder, folder, None, store, jobs=jobs)
    game = workshop.game
    # Nothing is kept of translations: what is checked of one of them the same is checked of others.
    some = None if game is None else Translations(game, game.languages[:2])
    checked = check_workshop(workshop, translations=some)
    return deep(game), workshop.diagnostics, checked.diagnostics, workshop.sources


def assert_the_same_cold_and_warm(folder: Path, cache: Path, jobs: int = 1) -> None:
    expected = seen(folder, Store(None))
    assert seen(folder, Store(cache), jobs) == expected, "what is kept was just made"
    assert seen(folder, Store(cache), jobs) == expected, "what was kept is read"


@pytest.mark.parametrize("folder", GAMES, ids=lambda path: path.name)
def test_shipped_games_are_the_same_from_the_cache(folder, tmp_path):
    assert_the_same_cold_and_warm(folder, tmp_path)


@pytest.fixture(scope="module")
def deck(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("deck")
    write_deck(folder, Deck(150))
    return folder


@pytest.fixture(scope="module")
def filled(deck, tmp_path_factory) -> Path:
    """What is kept of the sound deck: an edit finds the other parts there."""
    cache = tmp_path_factory.mktemp("filled")
    open_workshop(deck, deck, None, Store(cache))
    return cache


def test_a_large_deck_is_the_same_from_its_parts(deck, tmp_path):
    assert_the_same_cold_and_warm(deck, tmp_path)


FAULTS = [
    ("k00100: {", "k00100: &a {"),
    ("k00100: {", "k00001: {"),
    ("k00100: {", "k00100: ["),
    ("k00100: {", "k00100: "),
    ("k00100: {name:", 'k00100: {name: "open, name:'),
    ("k00100: {name:", "k00100: {name: 'two\n  k00777: {lines', x:"),
    ("k00100: {name:", "k00100: {unknown: 1, name:"),
    ("k00100: {name:", "k00100: {name: # gone"),
    ("k00100: {name:", "k00100: {copies: +2, name:"),
    ("k00100: {name:", "k00100: {copies: many, name:"),
    ("k00100: {name:", "k00100: {layout: none-such, note: 7, name:"),
    ("  k00100: {", " k00100: {"),
    ("  k00100: {", "    k00100: {"),
    ("  k00100: {", "\tk00100: {"),
    ("  k00100: {", "kind: card\n  k00100: {"),
    ("  k00100: {", "---\n  k00100: {"),
    ("  k00100: {", "  # pieces:\n\n  k00100: {"),
    ("  k00100: {", "  'k0 0200': {"),
    ("  k00100: {", "  ? k00100\n  : {"),
    ("pieces:\n", "pieces: # all\n"),
    ("pieces:\n", "pieces:\n\n  # none\n\n"),
    ("pieces:\n", "pieces:\npieces:\n"),
    ("pieces:\n", "pieces: |\n"),
    ("pieces:\n", "defaults: {copies: 2}\nx: 1\npieces:\n"),
    ("kind: card", "kind: cart"),
    ("kind: card", "kind: card\ntotal: many\nid: a/b"),
]


@pytest.mark.parametrize(("old", "new"), FAULTS, ids=lambda text: text.strip().replace("\n", "|"))
def test_faulty_decks_are_told_the_same(deck, filled, tmp_path, old, new):
    folder = tmp_path / "game"
    shutil.copytree(deck, folder)
    path = folder / "cards/deck.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    shutil.copytree(filled, tmp_path / "cache")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert_the_same_cold_and_warm(folder, tmp_path / "cache")


def test_one_edit_costs_one_part(deck, tmp_path, monkeypatch):
    folder = tmp_path / "game"
    shutil.copytree(deck, folder)
    cache = Store(tmp_path / "cache")
    load_game(folder, cwd=folder, cache=cache)
    path = folder / "cards/deck.yaml"
    text = path.read_text(encoding="utf-8")
    composed = []

    def counting(part: str, file: str) -> Node | None:
        composed.append(part.strip().count("\n"))
        return compose_alone(part, file)

    compose_alone = nodes.compose_alone
    monkeypatch.setattr(nodes, "compose_alone", counting)
    path.write_text(
        text.replace("  k00100: {", "  fresh: {name: N}\n\n  k00100: {copies: 2, "), encoding="utf-8"
    )
    load_game(folder, cwd=folder, cache=cache)
    assert len(composed) == 1
    assert composed[0] < 120


def test_without_anything_new_neither_yaml_nor_pydantic_is_needed(tmp_path, monkeypatch):
    cache = tmp_path / "cache"
    folder = ROOT / "data/doom"
    load_game(folder, cwd=folder, cache=Store(cache))
    for name in [name for name in sys.modules if re.match(r"(yaml|pydantic|pnp\.load\.shape)\b", name)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "yaml", None)
    monkeypatch.setitem(sys.modules, "pydantic", None)
    assert load_game(folder, cwd=folder, cache=Store(cache)).game is not None


def test_bytes_that_are_no_nodes_are_passed_over(tmp_path, monkeypatch):
    """They cannot come out of a store that was damaged; a program with another notion of them may have put them there."""
    folder = write(tmp_path / "game", {"cards/deck.yaml": "kind: card\npieces: {a: {name: A}}\n"})
    expected = seen(folder, Store(None))
    for wrong in (b"", b"\0", b"[]", b"{", b"\xff" * 100, (6).to_bytes(8, "little") + b"\5\0\0\0" * 6 + b"a"):
        store = Store(tmp_path / "cache")
        monkeypatch.setattr(store, "get", lambda _, wrong=wrong: wrong)
        assert seen(folder, store) == expected, wrong


def test_another_game_or_program_finds_nothing(tmp_path, monkeypatch):
    store = Store(tmp_path)
    text = "a: [1, {b: c}]\n"
    Readings(store).nodes(text, "f.yaml")
    keys = []
    monkeypatch.setattr(store, "get", keys.append)
    Readings(store).nodes(text, "f.yaml")
    monkeypatch.setattr("pnp.load.kept.readings.stamp", lambda _: "other")
    Readings(store).nodes(text, "f.yaml")
    assert len({key for key in keys if key.startswith("nodes")}) == 2


LINES = st.sampled_from(
    ["a: 1", "  b: {c: d}", "  e:", "    - f", "    - 'g", "  h: |", "    i", "  j: \"k", "  l: m\"", "", "# n", "  o: [p,",
     "  q: r]", "pieces:", "  s: &t u", "  v: *t", "  w: x # y", "  z: '\u00e9\u00fc'", "  z'", " a: 1", "  b: 2:3", "\tc: d", "'"]
)  # fmt: skip


@settings(max_examples=settings().max_examples, deadline=None)
@given(st.lists(LINES, max_size=24))
@example(["pieces:", "  e:", "    - f", "  o: [p,", "  q: r]"])
def test_any_text_cut_into_its_lines_reads_as_in_one(lines: list[str]) -> None:
    text = "\n".join(["kind: card", "pieces:", *lines]) + "\n"
    expected, found = compose(text, "f.yaml")
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr("pnp.load.kept.parts.SHORTEST", 0)
        patch.setattr("pnp.load.kept.parts._EACH", 1)
        for _ in range(2):
            node, told = Readings(Store(Path(name))).nodes(text, "f.yaml")
            assert flat(node) == flat(expected)
            assert told == found


def test_parts_together_are_the_file(deck, monkeypatch):
    monkeypatch.setattr("pnp.load.kept.parts._EACH", 16)
    text = (deck / "cards/deck.yaml").read_text(encoding="utf-8")
    cut = parts(text)
    assert "".join(part.text for part in cut) == text
    assert len(cut) > 4
    assert [part.first for part in cut] == [
        "".join(part.text for part in cut[:at]).count("\n") for at in range(len(cut))
    ]


def test_nodes_come_back_as_they_were_packed():
    text = "a: 'x'\nb:\n  - \"y\\u00e9\"\n  - [1, {c: z}]\nd: >\n  e\n  f\ng:\n"
    root, found = compose(text, "f.yaml")
    assert (root is not None, found) == (True, [])
    packed = pack(root, 0)
    assert flat(unpack(packed, "f.yaml")) == flat(root)
    with pytest.raises(ValueError, match="no nodes"):
        unpack(packed[:8] + packed[8 + 24 :], "f.yaml")
    nul, _ = compose('a: "\\0"\n', "f.yaml")
    assert pack(nul, 0) is None


def test_a_game_with_every_kind_of_value_is_the_same(tmp_path):
    extra = """
      sizes: {small: 40x40mm r2mm, round: circle 20mm}
      styles: {body: {size: 8pt, line-height: 1.2, colour: "#123", extends: rules}, rules: {size: 007}}
      credits: {design: [Ada, 7]}
      print: {paper: A4, bleed: 2mm, stamp: true}
    """
    folder = write(
        tmp_path / "game",
        {
            "game.yaml": GAME + "\n".join(line.strip() for line in extra.splitlines()) + "\n",
            "cards/a.yaml": "kind: card\nfields: {w: term weapon}\npieces:\n"
            "  x: {name: X, for: {w: weapon}, copies: 2, back: null, note: 1.50}\n  y: {name: +2, w: bow, layout: x}\n",
        },
    )
    assert_the_same_cold_and_warm(folder, tmp_path / "cache")
