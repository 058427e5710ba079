"""``pnp cache``: where it is, how much, and away with it."""

import sys
from pathlib import Path

import pytest

from pnp.cli import place
from tests.cli.call import call


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "kept"))
    return tmp_path


def test_it_tells_where_the_cache_is_and_clears_it(folder):
    assert (
        call(folder, "cache").stdout == f"{(folder / 'kept').as_posix()}\n0 entries, 0.0 MB, at most 256 MB\n"
    )
    place.cache().put("key", b"x" * 200_000)
    assert "\n1 entry, 0.2 MB" in call(folder, "cache").stdout
    assert call(folder, "cache", "clear").stdout == "removed 1 entry, 0.2 MB\n"
    assert list((folder / "kept").iterdir()) == []


def test_no_cache_means_none(folder, monkeypatch):
    assert call(folder, "--no-cache", "cache").stdout == "the cache is off\n"
    monkeypatch.setenv("PNP_NO_CACHE", "1")
    assert call(folder, "cache").stdout == "the cache is off\n"


@pytest.mark.parametrize(
    ("system", "variables", "expected"),
    [
        ("linux", {}, "/home/ann/.cache/pnp"),
        ("linux", {"XDG_CACHE_HOME": "/var/ann"}, "/var/ann/pnp"),
        ("linux", {"XDG_CACHE_HOME": "not/absolute"}, "/home/ann/.cache/pnp"),
        ("darwin", {"XDG_CACHE_HOME": "/var/ann"}, "/home/ann/Library/Caches/pnp"),
        ("win32", {"LOCALAPPDATA": "/C/local"}, "/C/local/pnp/Cache"),
        ("win32", {}, "/home/ann/AppData/Local/pnp/Cache"),
        ("linux", {"PNP_CACHE_DIR": "/srv/one"}, "/srv/one"),
    ],
)
def test_the_place_is_by_the_customs_of_the_system(monkeypatch, system, variables, expected):
    for name in ("PNP_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ann"))
    assert place.cache_folder().as_posix().removeprefix("C:") == expected


def test_a_user_without_a_home_has_no_cache(monkeypatch):
    def none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("PNP_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", none)
    assert place.cache().folder is None
