"""Whatever other programs do to a file while it is edited, an edit is written as meant, or nothing changes at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import pnp.edit.change
from pnp.edit import ClashError
from pnp.edit.editor import Editor
from pnp.edit.step import StaleEditError
from pnp.load import load_game
from pnp.model import FileFault
from tests.edit.test_editor import BEES, TABLE, put
from tests.preview.game import write_game

EDITS = {
    "cards/ants.yaml": put("ants/worker", "name", "Bee"),
    "cards/bees.csv": put("bees/drone", "text", "Zpívá"),
    "locale/cs.po": {"op": "translate", "lang": "cs", "context": "card.text", "source": "Guard the gate.", "value": "Stůj."},
    "layouts/event.xml": {"op": "draw", "layout": "event", "line": 3, "values": {"inset": "7 6 70 6"}},
}  # fmt: skip
OTHER = put("events/rain", "name", "Hail")
"""An edit of another file in the same step."""


def replaced(file: Path) -> None:
    fresh = file.with_name("fresh")
    fresh.write_bytes(b"# another text\n")
    fresh.replace(file)


def shortened(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def linked(file: Path) -> None:
    elsewhere = file.parents[2] / "elsewhere"
    shutil.move(file, elsewhere / file.name)
    file.symlink_to(elsewhere / file.name)


def folder_linked(file: Path) -> None:
    elsewhere = file.parents[2] / "elsewhere" / "folder"
    shutil.move(file.parent, elsewhere)
    file.parent.symlink_to(elsewhere)


def pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def folder(file: Path) -> None:
    file.unlink()
    file.mkdir()
    (file / "something").write_text("of another program", encoding="utf-8")


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def spoiled(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00\x01" * 9)


def without_folder(file: Path) -> None:
    shutil.rmtree(file.parent)


HAPPENINGS: tuple[Callable[[Path], object], ...] = (
    replaced, shortened, linked, folder_linked, pipe, folder, Path.unlink,
    emptied, spoiled, without_folder,
)  # fmt: skip


def everything(place: Path) -> dict[str, object]:
    """All files, links and pipes below a folder, with what they hold."""
    found: dict[str, object] = {}
    for path in sorted(place.rglob("*")):
        name = path.relative_to(place).as_posix()
        if path.is_symlink():
            found[name] = path.readlink()
        elif not path.is_dir():
            found[name] = path.read_bytes() if path.is_file() else None
    return found


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = write_game(tmp_path)
    (folder / "cards/bees.yaml").write_text(BEES, encoding="utf-8")
    (folder / "cards/bees.csv").write_bytes(TABLE.encode("cp1250"))
    data = folder / "game.yaml"
    text = data.read_text(encoding="utf-8").replace("cards/events", "cards/bees.yaml, cards/events")
    data.write_text(text, encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    return folder


@pytest.mark.parametrize("moment", ["before", "between reading and writing", "before undo", "before redo"])
@pytest.mark.parametrize("file", EDITS)
@pytest.mark.parametrize("happening", HAPPENINGS)
def test_an_edit_is_written_as_meant_or_not_at_all(
    game: Path, monkeypatch: pytest.MonkeyPatch, happening: Callable[[Path], object], file: str, moment: str
) -> None:
    editor, read = Editor(game, game.parent), load_game(game, cwd=game.parent).game
    assert read is not None
    steps = [EDITS[file], OTHER]
    seen: list[dict[str, object]] = []

    def happen() -> None:
        happening(game / file)
        seen.append(everything(game.parent))

    if "do" in moment:
        editor.apply(read, steps)
        if moment == "before redo":
            editor.undo()
    if moment == "between reading and writing":
        write = pnp.edit.change.write_changes

        def writing(*values: object, **named: object) -> object:
            happen()
            return write(*values, **named)  # type: ignore[arg-type]

        monkeypatch.setattr(pnp.edit.change, "write_changes", writing)
    else:
        happen()
    state = editor.state()
    try:
        if moment.startswith("before "):
            editor.undo() if moment == "before undo" else editor.redo()
        else:
            editor.apply(read, steps)
    except (FileFault, ClashError, StaleEditError):
        assert everything(game.parent) == seen[0]
        assert editor.state() == state, "the step can still be undone, or done again"
    else:
        assert moment != "between reading and writing", "another text would be overwritten"
        editor.redo() if moment == "before undo" else editor.undo()
        assert everything(game.parent) == seen[0], "the way back leads to what the other program wrote"


def test_a_full_disk_leaves_all_files_and_the_history(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor, read = Editor(game, game.parent), load_game(game, cwd=game.parent).game
    assert read is not None
    start = everything(game)
    editor.apply(read, [*EDITS.values(), OTHER])
    edited = everything(game)
    with monkeypatch.context() as disk:

        def full(handle: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        disk.setattr(os, "fsync", full)
        for attempt in (editor.undo, lambda: editor.apply(read, [put("ants/scout", "name", "Spy")])):
            with pytest.raises(FileFault, match="No space left on device") as fault:
                attempt()
            assert fault.value.cure == "make room there"
            assert everything(game) == edited
    editor.undo()
    assert everything(game) == start
    editor.redo()
    assert everything(game) == edited
