"""The game as it was, out of git."""

import hashlib
import os
import shutil
import subprocess

import pytest

from pnp.load import folder_at

pytestmark = pytest.mark.system


def git(folder, *arguments):
    named = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *named, *arguments], check=True, capture_output=True)


@pytest.fixture
def games(tmp_path):
    """A repository with a game in a folder, changed once."""
    top = tmp_path / "work"
    game = top / "data/ants"
    (game / "cards").mkdir(parents=True)
    (game / "game.yaml").write_text("id: ants\n", encoding="utf-8")
    (game / "cards/a.yaml").write_text("first\n", encoding="utf-8")
    (top / "other.txt").write_text("not of the game", encoding="utf-8")
    git(tmp_path, "init", "-q", str(top))
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", "One")
    git(top, "tag", "v1")
    (game / "cards/a.yaml").write_text("second\n", encoding="utf-8")
    git(top, "commit", "-q", "-am", "Two")
    return game


def test_files_are_as_they_were_and_only_those_of_the_game(games, tmp_path):
    into = tmp_path / "then"
    into.mkdir()
    assert folder_at(games, "v1", into) is None
    assert sorted(path.relative_to(into).as_posix() for path in into.rglob("*") if path.is_file()) == [
        "cards/a.yaml",
        "game.yaml",
    ]
    assert (into / "cards/a.yaml").read_text(encoding="utf-8") == "first\n"
    assert (games / "cards/a.yaml").read_text(encoding="utf-8") == "second\n"


@pytest.mark.parametrize("revision", ["HEAD", "HEAD~1", "v1^{}", "@"])
def test_whatever_git_takes_for_a_commit(games, tmp_path, revision):
    into = tmp_path / "then"
    into.mkdir()
    assert folder_at(games, revision, into) is None
    assert (into / "game.yaml").is_file()


def test_a_game_that_is_the_whole_repository(tmp_path):
    game = tmp_path / "ants"
    game.mkdir()
    (game / "game.yaml").write_text("id: ants\n", encoding="utf-8")
    git(tmp_path, "init", "-q", str(game))
    git(game, "add", "-A")
    git(game, "commit", "-q", "-m", "One")
    into = tmp_path / "then"
    into.mkdir()
    assert folder_at(game, "HEAD", into) is None
    assert (into / "game.yaml").is_file()


@pytest.mark.parametrize("revision", ["nope", "HEAD~9", "--output=x", "-h", "v1:data"])
def test_what_is_no_revision_is_reported_and_never_an_option(games, tmp_path, revision):
    found = folder_at(games, revision, tmp_path)
    assert found is not None
    assert found.code == "E433"
    assert not (tmp_path / "x").exists()


def test_a_folder_outside_of_git_is_reported(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    game = tmp_path / "plain"
    game.mkdir()
    found = folder_at(game, "HEAD", tmp_path)
    assert found is not None
    assert found.code == "E434"


def test_a_game_that_was_not_there_yet_is_reported(games, tmp_path):
    new = games.parent / "bees"
    new.mkdir()
    (new / "game.yaml").write_text("id: bees\n", encoding="utf-8")
    found = folder_at(new, "v1", tmp_path)
    assert found is not None
    assert (found.code, "data/bees" in found.message) == ("E435", True)


def test_git_that_is_not_there_is_reported(games, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    found = folder_at(games, "HEAD", tmp_path)
    assert found is not None
    assert found.code == "E432"


def test_links_that_lead_out_are_left_away(games, tmp_path):
    (games / "art").symlink_to("/etc")
    (games / "near.yaml").symlink_to("game.yaml")
    git(games, "add", "-A")
    git(games, "commit", "-q", "-m", "Three")
    into = tmp_path / "then"
    into.mkdir()
    assert folder_at(games, "HEAD", into) is None
    assert not (into / "art").exists()
    assert (into / "near.yaml").read_text(encoding="utf-8") == "id: ants\n"


def test_links_that_lead_out_through_others_are_left_away(games, tmp_path):
    (tmp_path / "secret").write_text("mine", encoding="utf-8")
    (games / "a").mkdir()
    (games / "a/b").symlink_to("..")
    (games / "x").symlink_to("a/b/../secret")
    git(games, "add", "-A")
    git(games, "commit", "-q", "-m", "Three")
    into = tmp_path / "then"
    into.mkdir()
    assert folder_at(games, "HEAD", into) is None
    assert not (into / "x").exists()
    assert (into / "a/b/game.yaml").read_text(encoding="utf-8") == "id: ants\n"


def test_nothing_that_the_repository_names_is_run(games, tmp_path):
    """A game in an archive may bring its own ``.git``, which says what programs files are to go through."""
    trap = tmp_path / "trap"
    (games / ".gitattributes").write_text(
        "*.yaml filter=trap\ncards/a.yaml export-ignore\n", encoding="utf-8"
    )
    git(games, "-c", "filter.trap.clean=cat", "add", "-A")
    git(games, "-c", "filter.trap.clean=cat", "commit", "-q", "-m", "Three")
    for name in (
        "filter.trap.smudge",
        "core.fsmonitor",
        "core.sshCommand",
        "tar.tar.command",
        "diff.external",
    ):
        git(games, "config", name, f"touch {trap}; cat")
    git(games, "config", "filter.trap.process", f"touch {trap}")
    into = tmp_path / "then"
    into.mkdir()
    assert folder_at(games, "HEAD", into) is None
    assert (into / "cards/a.yaml").read_text(encoding="utf-8") == "second\n"
    assert not trap.exists()


def test_what_is_missing_in_a_repository_is_not_fetched(games, tmp_path):
    trap = tmp_path / "trap"
    blob = subprocess.run(
        ["git", "-C", str(games), "rev-parse", "HEAD:data/ants/cards/a.yaml"],
        capture_output=True,
        check=True,
        encoding="utf-8",
    ).stdout.strip()
    (games.parents[1] / ".git/objects" / blob[:2] / blob[2:]).unlink()
    for name, value in {
        "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::sh -c touch% {trap}", "protocol.ext.allow": "always",
    }.items():  # fmt: skip
        git(games, "config", name, value)
    into = tmp_path / "then"
    into.mkdir()
    with pytest.raises(OSError, match=r"git"):
        folder_at(games, "HEAD", into)
    assert not trap.exists()


def test_pictures_that_are_kept_apart_are_there_when_they_were_fetched(games, tmp_path):
    contents = {name: f"picture {name}".encode() for name in ("here", "gone", "changed")}
    for name, content in contents.items():
        oid = hashlib.sha256(content).hexdigest()
        pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {len(content)}\n"
        (games / f"{name}.png").write_text(pointer, encoding="utf-8")
        kept = games.parents[1] / ".git/lfs/objects" / oid[:2] / oid[2:4] / oid
        if name != "gone":
            kept.parent.mkdir(parents=True)
            kept.write_bytes(content if name == "here" else b"something else")
    git(games, "add", "-A")
    git(games, "commit", "-q", "-m", "Three")
    into = tmp_path / "then"
    into.mkdir()
    assert folder_at(games, "HEAD", into) is None
    assert (into / "here.png").read_bytes() == contents["here"]
    assert all((into / f"{name}.png").read_bytes().startswith(b"version ") for name in ("gone", "changed"))


@pytest.fixture
def private(tmp_path):
    """Another repository of the user's, which the game's has no business with."""
    top = tmp_path / "private"
    top.mkdir()
    (top / "game.yaml").write_text("id: diary\n", encoding="utf-8")
    git(tmp_path, "init", "-q", str(top))
    git(top, "add", "-A")
    git(top, "commit", "-q", "-m", "Mine")
    return top


def a_file_that_names_it(top, private):
    shutil.rmtree(top / ".git")
    (top / ".git").write_text(f"gitdir: {private}/.git\n", encoding="utf-8")


def a_worktree_that_names_it(top, private):
    place = top / "inner/.git/worktrees/x"
    shutil.rmtree(top / ".git")
    place.mkdir(parents=True)
    for name, text in (
        ("commondir", f"{private}/.git"),
        ("gitdir", f"{top}/.git"),
        ("HEAD", "ref: refs/heads/master"),
    ):
        (place / name).write_text(f"{text}\n", encoding="utf-8")
    (top / ".git").write_text("gitdir: inner/.git/worktrees/x\n", encoding="utf-8")


def a_common_folder(top, private):
    (top / ".git/commondir").write_text(f"{private}/.git\n", encoding="utf-8")


def other_objects(top, private):
    (top / ".git/objects/info/alternates").write_text(f"{private}/.git/objects\n", encoding="utf-8")


def a_link_to_it(top, private):
    shutil.rmtree(top / ".git")
    (top / ".git").symlink_to(private / ".git")


def a_link_to(name):
    def change(top, private):
        place = top / ".git" / name
        shutil.rmtree(place) if place.is_dir() else place.unlink(missing_ok=True)
        place.symlink_to(private / ".git" / name)

    change.__name__ = f"a_link_to_{name}"
    return change


def a_pipe(top, private):
    (top / ".git/config").unlink()
    os.mkfifo(top / ".git/config")


@pytest.mark.parametrize(
    "change",
    [
        a_file_that_names_it, a_worktree_that_names_it, a_common_folder, other_objects, a_link_to_it, a_pipe,
        *map(a_link_to, ("objects", "refs", "HEAD", "config", "refs/heads", "objects/pack", "info", "packed-refs")),
    ],
)  # fmt: skip
def test_a_repository_that_leads_elsewhere_is_not_read(games, private, tmp_path, change):
    into = tmp_path / "then"
    into.mkdir()
    change(games.parents[1], private)
    found = folder_at(games, "HEAD", into)
    assert found is not None
    assert (found.code, "is not read" in found.message) == ("E434", True)
    assert list(into.iterdir()) == []


def test_another_folder_that_the_settings_name_is_not_looked_into(games, private, tmp_path):
    into = tmp_path / "then"
    into.mkdir()
    git(games, "config", "core.worktree", str(private))
    assert folder_at(games, "HEAD", into) is None
    assert (into / "game.yaml").read_text(encoding="utf-8") == "id: ants\n"


def test_a_worktree_and_a_submodule_know_their_repository(games, tmp_path):
    top = games.parents[1]
    git(top, "worktree", "add", "-q", str(tmp_path / "other"))
    around = tmp_path / "around"
    git(tmp_path, "init", "-q", str(around))
    git(around, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(top), "inner")
    for number, folder in enumerate((tmp_path / "other", around / "inner")):
        assert (folder / ".git").is_file()
        into = tmp_path / f"then{number}"
        into.mkdir()
        assert folder_at(folder / "data/ants", "HEAD", into) is None
        assert (into / "game.yaml").read_text(encoding="utf-8") == "id: ants\n"


def test_pnp_run_by_a_hook_of_another_repository_reads_that_of_the_game(
    games, private, tmp_path, monkeypatch
):
    into = tmp_path / "then"
    into.mkdir()
    monkeypatch.setenv("GIT_DIR", str(private / ".git"))
    assert folder_at(games, "HEAD", into) is None
    assert (into / "game.yaml").read_text(encoding="utf-8") == "id: ants\n"


def tree_of(folder, lines):
    """A tree object with these entries, by its name."""
    run = subprocess.run(
        ["git", "-C", str(folder), "mktree", "--missing"],
        input="".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        check=True,
    )
    return run.stdout.decode().strip()


def commit_tree(top, tree):
    """Make this the tree of the newest commit."""
    game = tree_of(top, [f"040000 tree {tree}\tants"])
    run = tree_of(top, [f"040000 tree {game}\tdata"])
    named = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    made = subprocess.run(
        ["git", "-C", str(top), *named, "commit-tree", run, "-m", "Bomb"], capture_output=True, check=True
    )
    git(top, "update-ref", "HEAD", made.stdout.decode().strip())


@pytest.mark.parametrize("leaf", ["100644 blob {blob}\tf", None], ids=["files", "folders alone"])
def test_a_small_repository_of_endless_files_took_for_ever(games, tmp_path, leaf):
    top = games.parents[1]
    run = subprocess.run(
        ["git", "-C", str(top), "rev-parse", "v1:data/ants/game.yaml"], capture_output=True, check=True
    )
    tree = tree_of(top, [leaf.format(blob=run.stdout.decode().strip())] if leaf else [])
    for _ in range(10):
        tree = tree_of(top, [f"040000 tree {tree}\td{number}" for number in range(10)])
    commit_tree(top, tree)
    found = folder_at(games, "HEAD", tmp_path / "then")
    assert found is not None
    assert (found.code, found.message) == (
        "E436",
        "'ants' cannot be read as it was at 'HEAD': the folder has more than 50,000 files and folders",
    )
    assert not (tmp_path / "then").exists()


@pytest.mark.parametrize(
    ("depth", "name", "told"),
    [(60, "d", "has more than 40 folders inside one another"), (30, "d" * 200, "has a path of more than 4,096 bytes")],
    ids=["deep", "long"],
)  # fmt: skip
def test_a_path_that_no_folder_can_hold_ended_in_words_of_the_system(games, tmp_path, depth, name, told):
    top = games.parents[1]
    tree = tree_of(top, [f"100644 blob {'1' * 40}\tf"])
    for _ in range(depth):
        tree = tree_of(top, [f"040000 tree {tree}\t{name}"])
    commit_tree(top, tree)
    found = folder_at(games, "HEAD", tmp_path)
    assert found is not None
    assert (found.code, told in found.message) == ("E436", True)


def test_a_few_pointers_filled_the_disk(games, tmp_path, monkeypatch):
    """What a pointer of Git LFS stands for was written without being counted."""
    monkeypatch.setattr("pnp.load.history.MAX_REVISION_BYTES", 3_000_000)
    content = bytes(1_000_000)
    oid = hashlib.sha256(content).hexdigest()
    kept = games.parents[1] / ".git/lfs/objects" / oid[:2] / oid[2:4] / oid
    kept.parent.mkdir(parents=True)
    kept.write_bytes(content)
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {len(content)}\n"
    for number in range(10):
        (games / f"{number}.png").write_text(pointer, encoding="utf-8")
    git(games, "add", "-A")
    git(games, "commit", "-q", "-m", "Three")
    into = tmp_path / "then"
    into.mkdir()
    found = folder_at(games, "HEAD", into)
    assert found is not None
    assert (found.code, "has more than 3 MB with the files of Git LFS" in found.message) == ("E436", True)
    assert sum(path.stat().st_size for path in into.rglob("*") if path.is_file()) <= 3_000_000


def test_a_folder_that_was_too_large_is_an_error_with_a_code(games, tmp_path, monkeypatch):
    monkeypatch.setattr("pnp.load.history.MAX_REVISION_BYTES", 10)
    found = folder_at(games, "HEAD", tmp_path)
    assert found is not None
    assert (found.code, found.message.endswith("the folder has more than 0 MB")) == ("E436", True)


def test_a_file_larger_than_any_that_is_read_was_held_in_memory(games, tmp_path, monkeypatch):
    (games / "film.bin").write_bytes(b"x" * 2_000)
    git(games, "add", "-A")
    git(games, "commit", "-q", "-m", "Film")
    monkeypatch.setattr("pnp.load.history.MAX_ASSET_BYTES", 1_000)
    into = tmp_path / "then"
    into.mkdir()
    assert folder_at(games, "HEAD", into) is None
    assert sorted(path.name for path in into.rglob("*.*")) == ["a.yaml", "game.yaml"]
