"""A set of which only changed entries are read again takes edits as one that is read whole."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pnp.edit.change import Change
from pnp.edit.change import edited as edited_files
from pnp.edit.set_source import SetSource
from pnp.edit.yaml_file import YamlFile
from pnp.load import FolderFiles, load_game
from pnp.load.table.pieces import OpenedTable
from pnp.model import FileFault
from tests.laws import rounds
from tests.load.test_edited_set import (
    FORMS,
    GAME,
    HEAD,
    ROWS,
    TABLE_HEAD,
    changed_cell,
    edited,
    rearranged,
    table,
    with_encoding,
    yaml_text,
)

KEYS = ("name", "text", "pile", "power", "copies", "more", "tags", "for")


def answers(ask: Callable[..., Any], *asked: object) -> object:
    """What a question is answered with; the words of a fault."""
    try:
        return ask(*asked)
    except FileFault as fault:
        return str(fault)


def everything(source: SetSource) -> list[object]:
    """All values as they are written, and the contents of the files after an edit of each kind."""

    def changed(change: Callable[..., list[Change]], *asked: object) -> object:
        return edited_files(source.read, change(*asked))

    found: list[object] = [source.entries]
    for entry in source.entries:
        found += [source.written(entry, key) for key in KEYS]
        fresh = partial(source.set, here=True, verbatim=False)
        found += [
            answers(changed, fresh, entry, "name", "Yak, é"),
            answers(changed, source.copy, entry, "yak", "Yak"),
            answers(changed, source.remove, entry),
            answers(changed, source.move, entry, 1),
            answers(changed, source.add, "yak", {"name": "Yak"}, entry, []),
        ]
    return found


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each edited file, whether only changed entries were read again; grows."""
    noted: list[bool] = []

    def count(kind: type, name: str) -> None:
        whole = getattr(kind, name)

        def counted(self: object, *asked: object) -> object:
            made = whole(self, *asked)
            noted.append(made is not None)
            return made

        monkeypatch.setattr(kind, name, counted)

    count(YamlFile, "edited")
    count(OpenedTable, "with_rows")
    return noted


def deck(pick: random.Random, folder: Path, *, rows: bool) -> tuple[Path, str, str]:
    """Write a set; its file, or that of its table, what that says, and in which encoding."""
    if not rows:
        return folder / "cards/crowd.yaml", yaml_text(pick), "utf-8"
    encoding = pick.choice(FORMS)
    yaml = TABLE_HEAD + with_encoding(pick.choice(ROWS), encoding)
    (folder / "cards/crowd.yaml").write_text(yaml, encoding="utf-8")
    return folder / "cards/crowd.csv", table(pick), encoding


@pytest.mark.parametrize("rows", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_set_of_which_changed_entries_are_read_again_takes_the_same_edits(
    tmp_path: Path, taken: list[bool], seed: int, rows: bool
) -> None:
    pick = random.Random(seed)
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    for _ in range(rounds(4)):
        path, text, encoding = deck(pick, tmp_path, rows=rows)
        path.write_bytes(text.encode(encoding))
        game = load_game(tmp_path, cwd=tmp_path).game
        assert game is not None
        fields = game.sets[0].fields

        def source(before: SetSource | None, fields: Any = fields) -> SetSource:
            return SetSource(FolderFiles(tmp_path, tmp_path), "cards/crowd.yaml", fields, "en", before)

        before = source(None)
        for _ in range(6):
            if pick.random() < 0.5:
                fresh = rearranged(text, pick, 1 if rows else HEAD.count("\n"))
            else:
                fresh = changed_cell(text, pick) if rows else edited(text, pick)
            path.write_bytes(fresh.encode(encoding))
            again, whole = answers(source, before), answers(source, None)
            if not isinstance(whole, SetSource) or not isinstance(again, SetSource):
                assert again == whole
                continue
            assert everything(again) == everything(whole)
            text, before = pick.choice(((text, before), (fresh, again)))
    assert sum(taken) > 1
