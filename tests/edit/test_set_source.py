"""A set whose file is read again within one entry takes edits as one that is read whole."""

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
from pnp.load import FolderFiles, load_game
from pnp.model import FileFault
from tests.load.test_edited_set import (
    ENTRIES,
    FORMS,
    GAME,
    HEAD,
    ROWS,
    TABLE_HEAD,
    TAIL,
    changed_cell,
    edited,
    table,
    with_encoding,
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


def is_partly_read(again: SetSource, before: SetSource) -> bool:
    """Whether what has not changed was taken over."""
    if again.table is not None and before.table is not None:
        return again.table.opened.table.rows[0] is before.table.opened.table.rows[0]
    return again.yaml is not before.yaml and again.yaml.root.get("kind") is before.yaml.root.get("kind")


def deck(pick: random.Random, folder: Path, *, rows: bool) -> tuple[Path, str, str]:
    """Write a set; its file, or that of its table, what that says, and in which encoding."""
    if not rows:
        entries = pick.sample(ENTRIES, pick.randint(2, len(ENTRIES)))
        return folder / "cards/crowd.yaml", HEAD + "".join(entries) + pick.choice(TAIL), "utf-8"
    encoding = pick.choice(FORMS)
    yaml = TABLE_HEAD + with_encoding(pick.choice(ROWS), encoding)
    (folder / "cards/crowd.yaml").write_text(yaml, encoding="utf-8")
    return folder / "cards/crowd.csv", table(pick), encoding


@pytest.mark.parametrize("rows", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_set_that_is_read_again_within_one_entry_takes_the_same_edits(
    tmp_path: Path, seed: int, rows: bool
) -> None:
    pick, partly = random.Random(seed), 0
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    for _ in range(8):
        path, text, encoding = deck(pick, tmp_path, rows=rows)
        path.write_bytes(text.encode(encoding))
        game = load_game(tmp_path, cwd=tmp_path).game
        assert game is not None
        fields = game.sets[0].fields

        def source(before: SetSource | None, fields: Any = fields) -> SetSource:
            return SetSource(FolderFiles(tmp_path, tmp_path), "cards/crowd.yaml", fields, "en", before)

        before = source(None)
        for _ in range(6):
            fresh = changed_cell(text, pick) if rows else edited(text, pick)
            path.write_bytes(fresh.encode(encoding))
            again, whole = answers(source, before), answers(source, None)
            if not isinstance(whole, SetSource) or not isinstance(again, SetSource):
                assert again == whole
                continue
            assert everything(again) == everything(whole)
            partly += is_partly_read(again, before)
    assert partly > 3
