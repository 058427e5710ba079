"""Edits of every kind on copies of the shipped games: what is meant changes, and undoing all gives back the bytes."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.edit.editor import Editor
from pnp.i18n import read_catalogue
from pnp.load import load_game, shared_root
from pnp.load.document import read_yaml
from pnp.load.yaml.node import plain
from pnp.model import FileFault, Game, Text
from tests.laws import examples

GAMES = sorted(path.parent.name for path in (shared_root() / "data").glob("*/game.yaml"))
WORDS = st.text(st.sampled_from("abč #:-'\"{}[],&*!|>%@`0.9~\\\n"), max_size=14).map(str.strip)
COMPUTED = {"copies": st.sampled_from(["2", "3", "07", "players.max"]), "number": st.integers(0, 9).map(str)}
EDITS = 6
"""Steps of one example."""


def values(tree: Any, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """Every text and list of a tree of YAML by its path."""
    if not isinstance(tree, dict):
        return {path: tree}
    return {
        key: value for name, below in tree.items() for key, value in values(below, (*path, str(name))).items()
    }


@cache
def meaning(path: Path, data: bytes) -> dict[Any, Any]:
    """The values of a file by their places."""
    if path.suffix == ".po":
        catalogue, _ = read_catalogue(data.decode(), "x.po", path.stem)
        return {entry.key: entry.translation for entry in catalogue.living()}
    document = read_yaml(data, "x.yaml").document
    assert document is not None
    return values(plain(document.root))


class Copy:
    """A copy of a shipped game that is edited."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder / name
        shutil.copytree(
            shared_root() / "data" / name, self.folder, ignore=shutil.ignore_patterns("out", "art")
        )
        self.files = {
            path: path.read_bytes()
            for path in self.folder.rglob("*")
            if path.suffix in (".yaml", ".po", ".csv", ".xml")
        }
        found = load_game(self.folder, cwd=folder).game
        assert found is not None
        self.game: Game = found
        self.editor = Editor(self.folder, folder)

    def step(self, data: st.DataObject) -> dict[str, Any]:
        """An edit of a random value."""
        kind = data.draw(st.sampled_from(["field", "field", "field", "fact", "term", "translation"]))
        if kind == "fact" and self.game.facts:
            fact = data.draw(st.sampled_from(sorted(self.game.facts)))
            return {"op": "game", "path": ["facts", fact, "note"], "value": data.draw(WORDS)}
        if kind == "term" and self.game.vocabularies:
            vocabulary = data.draw(
                st.sampled_from([each for each in self.game.vocabularies.values() if each.terms])
            )
            term = data.draw(st.sampled_from(sorted(vocabulary.terms)))
            return {"op": "game", "path": ["terms", vocabulary.id, term, "name"], "value": data.draw(WORDS)}
        pieces = list(self.game.pieces())
        piece = data.draw(st.sampled_from(pieces))
        texts = [value for value in piece.fields.values() if isinstance(value, Text) and value.source.strip()]
        if kind == "translation" and len(self.game.languages) > 1 and texts:
            text = data.draw(st.sampled_from(texts))
            language = data.draw(
                st.sampled_from([each for each in self.game.languages if each != self.game.language])
            )
            step = {"op": "translate", "lang": language, "context": text.context, "source": text.source}
            return step | {"value": data.draw(WORDS)}
        name = data.draw(st.sampled_from([*sorted(piece.fields), "copies", "note"]))
        value = data.draw(COMPUTED.get(name, WORDS))
        return {
            "op": "set",
            "piece": piece.key,
            "field": name,
            "value": value,
            "here": data.draw(st.booleans()),
        }


@pytest.fixture(scope="module", params=GAMES)
def copy(request, tmp_path_factory):
    return Copy(tmp_path_factory.mktemp("edit"), request.param)


@examples(2)
@given(data=st.data())
def test_random_edits_of_a_shipped_game_change_one_value_each_and_are_undone(
    copy: Copy, data: st.DataObject
) -> None:
    try:
        for _ in range(EDITS):
            before = {path: path.read_bytes() for path in copy.files}
            step = copy.step(data)
            try:
                copy.editor.apply(copy.game, [step])
            except FileFault:
                continue
            changed = [path for path in copy.files if path.read_bytes() != before[path]]
            followed = [path for path in changed if path.suffix == ".po" and step["op"] != "translate"]
            assert len(changed) - len(followed) <= 1
            for path in changed:
                old, after = meaning(path, before[path]), meaning(path, path.read_bytes())
                different = [key for key in after.keys() | old.keys() if after.get(key) != old.get(key)]
                assert len(different) <= (2 if path in followed else 1), (step, different)
                if path in followed:
                    assert set(old.values()) <= set(after.values()), step
    finally:
        while copy.editor.undo():
            pass
    assert {path: path.read_bytes() for path in copy.files} == copy.files
