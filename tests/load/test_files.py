"""A game folder can be read, and nothing else."""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path

import pytest

from pnp.load import FolderFiles, UnknownGameError, find_game, list_games, shared_root
from pnp.load.limits import MAX_DATA_BYTES
from pnp.model import FileFault
from tests.load.folder import load, told, write


@pytest.fixture
def files(tmp_path: Path) -> FolderFiles:
    write(tmp_path / "p", {"art/a.png": b"picture", "cards/b.yaml": "x"})
    (tmp_path / "p-evil").mkdir()
    (tmp_path / "p-evil" / "a.png").write_bytes(b"secret")
    return FolderFiles(tmp_path / "p", tmp_path)


def fault(files: FolderFiles, path: str) -> str:
    with pytest.raises(FileFault) as told_fault:
        files.read(path)
    return f"{told_fault.value}: {told_fault.value.cure}"


@pytest.mark.utf8_names
def test_a_file_in_another_folder_is_found_however_its_accents_are_written(tmp_path: Path) -> None:
    files = FolderFiles(write(tmp_path, {unicodedata.normalize("NFD", "art/kůň.png"): b"x"}), tmp_path)
    assert "write 'art/" in fault(files, "pics/Kůň.png")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("../p-evil/a.png", "leaves the game's folder"),
        ("art/../../p-evil/a.png", "leaves the game's folder"),
        ("/etc/hostname", "absolute path"),
        ("C:/x.png", "absolute path"),
        ("art\\a.png", "use '/'"),
        ("file:///etc/passwd", "nothing is fetched"),
        ("http://127.0.0.1:9/x.png", "nothing is fetched"),
        ("data:image/png;base64,x", "nothing is fetched"),
        ("art/new\ntable.png", "control character"),
        ("art/a.png\0", "control character"),
        ("", "is empty"),
        ("art", "no plain file"),
        ("art/b.png", "did you mean 'art/a.png'?"),
        ("a.png", "write 'art/a.png', where a file of that name lies"),
        ("pics/A.png", "write 'art/a.png', where a file of that name lies"),
        ("art/A.png", "is written 'a.png' on disk"),
        ("Art/a.png", "is written 'art' on disk"),
    ],
)
def test_a_path_that_could_lead_outside_or_nowhere_is_refused(
    files: FolderFiles, path: str, words: str
) -> None:
    message = fault(files, path)
    assert words in message
    assert "\n" not in message


def test_plain_paths_are_read_wherever_the_run_was_started(
    files: FolderFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for cwd in (tmp_path, tmp_path / "p", Path("/")):
        monkeypatch.chdir(cwd)
        assert FolderFiles(tmp_path / "p", cwd).read("art/a.png") == b"picture"
    assert files.read("./art/a.png") == b"picture"


def test_links_out_of_the_folder_are_refused_and_links_inside_followed(
    files: FolderFiles, tmp_path: Path
) -> None:
    (tmp_path / "p" / "art" / "out").symlink_to("/etc")
    (tmp_path / "p" / "art" / "evil.png").symlink_to(tmp_path / "p-evil" / "a.png")
    (tmp_path / "p" / "art" / "in.png").symlink_to("a.png")
    assert "leaves the game's folder" in fault(files, "art/evil.png")
    assert "no file" in fault(files, "art/out/hostname")
    assert files.read("art/in.png") == b"picture"
    assert files.names("art", "") == ["art/a.png", "art/in.png"]


def test_a_game_folder_may_itself_be_a_link(tmp_path: Path) -> None:
    write(tmp_path / "real", {"a.txt": "x"})
    (tmp_path / "link").symlink_to("real")
    assert FolderFiles(tmp_path / "link").read("a.txt") == b"x"


def test_links_inside_the_folder_are_followed_and_no_others(tmp_path: Path) -> None:
    """The listing knows what is no link without asking where it leads."""
    outside = tmp_path / "outside"
    write(outside, {"secret.txt": "x", "deep/secret.txt": "x"})
    game = tmp_path / "p"
    write(game, {"art/deep/a.txt": "x", "b.txt": "x"})
    (game / "again").symlink_to("art")
    (game / "art" / "up").symlink_to("..")
    (game / "art" / "one.txt").symlink_to("../b.txt")
    (game / "art" / "gone.txt").symlink_to("nothing.txt")
    for name in ("out", "art/out"):
        (game / name).symlink_to(outside)
    (game / "art" / "secret.txt").symlink_to(outside / "secret.txt")
    files = FolderFiles(game)
    below = ["deep/a.txt", "gone.txt", "one.txt"]
    wanted = [f"{folder}/{name}" for folder in ("again", "art") for name in below]
    assert files.names("", ".txt") == [*wanted, "b.txt"]
    assert files.names("art/deep", "") == ["art/deep/a.txt"]
    assert files.names("out", "") == []
    assert files.folders(99) == [game, game / "again", game / "again" / "deep"]
    assert not [path for path in files.near() if path.startswith("out")]
    assert files.read("again/one.txt") == b"x"
    for path in ("out/secret.txt", "art/secret.txt", "again/out/deep/secret.txt"):
        assert fault(files, path)


def test_pipes_are_refused_without_waiting(files: FolderFiles, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p" / "pipe.png")
    assert "no plain file" in fault(files, "pipe.png")


def test_large_files_are_refused(files: FolderFiles, tmp_path: Path) -> None:
    with (tmp_path / "p" / "big.yaml").open("wb") as big:
        big.truncate(MAX_DATA_BYTES + 1)
    assert f"{MAX_DATA_BYTES:,}" in fault(files, "big.yaml")


@pytest.mark.utf8_names
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_match_composed_or_decomposed(tmp_path: Path, form: str) -> None:
    name = "žlutý kůň (1).png"
    write(tmp_path, {f"art/{unicodedata.normalize(form, name)}": b"horse"})
    assert FolderFiles(tmp_path).read(f"art/{name}") == b"horse"


@pytest.mark.utf8_names
def test_two_names_that_look_alike_are_refused(tmp_path: Path) -> None:
    write(tmp_path, {"art/kůň.png": b"1", unicodedata.normalize("NFD", "art/kůň.png"): b"2"})
    assert "look alike" in fault(FolderFiles(tmp_path), "art/kůň.png")


def test_what_systems_leave_behind_is_no_file_of_the_game(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"art/.DS_Store": b"", "art/._a.png": b"", "art/Thumbs.db": b"", "art/a.png": b"", ".git/x.png": b""},
    )
    assert FolderFiles(tmp_path).names("", "") == ["art/a.png", "game.yaml"]


def test_shown_names_are_relative_to_where_the_run_was_started(tmp_path: Path) -> None:
    write(tmp_path / "data" / "doom", {})
    assert FolderFiles(tmp_path / "data" / "doom", tmp_path).shown("game.yaml") == "data/doom/game.yaml"
    assert (
        FolderFiles(tmp_path / "data" / "doom", tmp_path / "data" / "doom").shown("game.yaml") == "game.yaml"
    )
    elsewhere = FolderFiles(tmp_path / "data" / "doom", tmp_path / "data" / "other").shown("game.yaml")
    assert elsewhere == (tmp_path / "data" / "doom" / "game.yaml").as_posix()


def test_games_are_found_by_name_path_and_place(tmp_path: Path) -> None:
    doom = write(tmp_path / "data" / "doom", {})
    assert find_game("doom", tmp_path) == doom
    assert find_game("data/doom", tmp_path) == doom
    assert find_game("data/doom/game.yaml", tmp_path) == doom
    assert find_game(".", doom) == doom
    assert find_game(None, doom) == doom
    assert find_game(None, tmp_path) == doom
    assert list_games(tmp_path)["doom"] == doom
    assert list_games(doom)["doom"] == doom


def test_an_unknown_game_is_reported_with_what_there_is(tmp_path: Path) -> None:
    write(tmp_path / "data" / "zombies", {})
    (tmp_path / "empty").mkdir()
    (tmp_path / "nearly").mkdir()
    (tmp_path / "nearly/Game.yml").write_text("name: A\n", encoding="utf-8")
    (tmp_path / "data/zombies/cards/more").mkdir(parents=True)
    for name, folder, words in (
        ("zombie", "", "unknown game 'zombie'; did you mean 'zombies'?"),
        ("nearly", "", "call 'Game.yml' game.yaml"),
        (None, "nearly", "call 'Game.yml' game.yaml"),
        (None, "data/zombies/cards/more", "the game is further up: go there, or add '--game ../..'"),
        ("empty", "", "holds no game.yaml"),
    ):
        with pytest.raises(UnknownGameError, match=re.escape(words)):
            find_game(name, tmp_path / folder)


def test_shipped_games_are_found_from_anywhere(tmp_path: Path) -> None:
    shipped = list_games(tmp_path)
    assert (shared_root() / "fonts").is_dir()
    assert all(folder.parent == shared_root() / "data" for folder in shipped.values())


def test_a_missing_or_misspelt_set_is_reported_at_its_line(tmp_path: Path) -> None:
    game = "name: X\nsets: [cards/bwo.yaml, card/*.yaml, ../x.yaml]\n"
    loaded = load(tmp_path, {"game.yaml": game, "cards/bow.yaml": "kind: card\npieces: {a: {}}\n"})
    assert told(loaded.diagnostics) == [
        "game.yaml:2:24 Y303 no file fits 'card/*.yaml'",
        "game.yaml:2:8 Y301 there is no file 'cards/bwo.yaml'",
        "game.yaml:2:37 Y301 '../x.yaml' leaves the game's folder",
    ]


def test_a_folder_without_game_file_is_one_fault(tmp_path: Path) -> None:
    loaded = load(tmp_path, {})
    (tmp_path / "game.yaml").unlink()
    from pnp.load import load_game

    loaded = load_game(tmp_path, cwd=tmp_path)
    assert loaded.game is None
    assert told(loaded.diagnostics) == ["game.yaml:1:1 Y301 there is no file 'game.yaml'"]


def test_a_link_that_leads_round_is_not_followed_again(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "one.yaml").write_text("", encoding="utf-8")
    (tmp_path / "cards" / "round").symlink_to(tmp_path)
    (tmp_path / "again").symlink_to(tmp_path / "cards")
    assert FolderFiles(tmp_path).names("", ".yaml") == ["again/one.yaml", "cards/one.yaml"]
    assert FolderFiles(tmp_path).names("cards", ".yaml") == ["cards/one.yaml"]
