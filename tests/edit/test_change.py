"""Changes of several files are one step or none, and touch nothing but the files of a game."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.disk import put_files
from pnp.edit import Change, ClashError, edited, inverse, read_editable, write_changes
from pnp.load import shared_root
from pnp.model import FileFault

OLD = {"game.yaml": b"name: Ants\n", "cards/ants.yaml": b"kind: card\r\n", "locale/cs.po": b'msgid ""\n'}
CHANGES = [
    Change("game.yaml", 6, 10, b"Bees"),
    Change("cards/ants.yaml", 6, 10, b"tile"),
    Change("locale/cs.po", 7, 7, b"x"),
]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "ants"
    put_files(folder, OLD)
    return folder


def there(folder: Path) -> dict[str, bytes]:
    return {
        each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()
    }


def test_all_files_of_a_step_change_and_nothing_else_in_them(game: Path) -> None:
    new = write_changes(game, OLD, CHANGES)
    assert there(game) == new
    assert new == {
        "game.yaml": b"name: Bees\n",
        "cards/ants.yaml": b"kind: tile\r\n",
        "locale/cs.po": b'msgid "x"\n',
    }


def test_a_file_that_changed_meanwhile_stops_the_step_and_both_versions_are_given(game: Path) -> None:
    (game / "cards/ants.yaml").write_bytes(b"kind: board\n")
    with pytest.raises(ClashError) as stop:
        write_changes(game, OLD, CHANGES)
    assert stop.value.clashes == (("cards/ants.yaml", b"kind: tile\r\n", b"kind: board\n"),)
    assert there(game) == {**OLD, "cards/ants.yaml": b"kind: board\n"}


def test_a_file_that_changes_while_the_new_ones_are_written_stops_the_step(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "pnp.disk.write._put_on_disk", lambda files: (game / "game.yaml").write_bytes(b"name: Wasps\n")
    )
    with pytest.raises(ClashError):
        write_changes(game, OLD, CHANGES)
    assert there(game) == {**OLD, "game.yaml": b"name: Wasps\n"}


def test_a_file_that_is_made_must_be_missing(game: Path) -> None:
    assert read_editable(game, "cards/bees.yaml") is None
    new = [Change("cards/bees.yaml", 0, 0, b"kind: card\n")]
    write_changes(game, {"cards/bees.yaml": None}, new)
    assert (game / "cards/bees.yaml").read_bytes() == b"kind: card\n"
    with pytest.raises(ClashError):
        write_changes(game, {"cards/bees.yaml": None}, new)


@pytest.mark.parametrize("moved", [0, 1, 2, 3])
def test_a_killed_step_is_finished_by_the_next_one(game: Path, tmp_path: Path, moved: int) -> None:
    journals, real, calls = tmp_path / "journals", os.replace, []
    child = os.fork()
    if child == 0:

        def replace(*given: object, **named: object) -> object:
            calls.append(given)
            if len(calls) > moved:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*given, **named)  # type: ignore[arg-type]

        os.replace = replace  # type: ignore[assignment]
        write_changes(game, OLD, CHANGES, journals)
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert sum(content != OLD[name] for name, content in there(game).items() if name in OLD) == moved
    put_files(tmp_path / "elsewhere", {"x": b""}, journals)
    assert there(game) == edited(OLD, CHANGES)


@pytest.mark.parametrize(
    "file",
    ["../x.yaml", "/etc/x", "cards/../../x", "C:/x", "out/doom/x.yaml", ".git/config", "cards/.x.yaml", "a\\b",
     "./game.yaml", "cards//ants.yaml", "https://x/y", "a\0b", ""],
)  # fmt: skip
def test_nothing_but_files_of_the_game_is_edited(game: Path, file: str) -> None:
    with pytest.raises(FileFault):
        write_changes(game, {file: None}, [Change(file, 0, 0, b"x")])
    with pytest.raises(FileFault):
        read_editable(game, file)
    assert there(game.parent) == {f"ants/{name}": content for name, content in OLD.items()}


@pytest.mark.parametrize("link", ["cards/ants.yaml", "cards"])
def test_no_link_is_followed_and_none_replaced(game: Path, tmp_path: Path, link: str) -> None:
    aside = tmp_path / "aside"
    (game / link).rename(aside)
    (game / link).symlink_to(aside)
    before = there(tmp_path)
    with pytest.raises(FileFault, match="through a link"):
        write_changes(game, OLD, CHANGES)
    assert there(tmp_path) == before
    assert (game / link).is_symlink()


def test_a_shipped_game_is_not_edited() -> None:
    doom = shared_root() / "data" / "doom"
    data = (doom / "game.yaml").read_bytes()
    with pytest.raises(FileFault, match="ships with pnp"):
        write_changes(doom, {"game.yaml": data}, [Change("game.yaml", 0, 0, b"# ")])
    assert (doom / "game.yaml").read_bytes() == data


def test_a_file_keeps_its_rights(game: Path) -> None:
    (game / "game.yaml").chmod(0o640)
    write_changes(game, OLD, CHANGES)
    assert (game / "game.yaml").stat().st_mode & 0o777 == 0o640


def test_a_file_that_nobody_could_read_afterwards_is_not_written(game: Path) -> None:
    with pytest.raises(FileFault, match="would be too large"):
        write_changes(game, OLD, [Change("game.yaml", 0, 0, b"#" * 16_000_001)])


@given(
    st.binary(max_size=40),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.binary(max_size=5)), max_size=6),
)
def test_the_inverse_gives_back_the_very_bytes(data: bytes, wanted: list[tuple[int, int, bytes]]) -> None:
    changes, at = [], 0
    for first, second, content in sorted(wanted):
        start, stop = at + first, at + first + second
        if stop <= len(data):
            changes.append(Change("x", start, stop, content))
            at = stop
    new = edited({"x": data}, changes)
    assert edited(new, inverse({"x": data}, changes)) == ({"x": data} if changes else {})
