"""A file that another program holds open, as Adobe Reader does on Windows."""

import errno
import os
from pathlib import Path

import pytest

from pnp.build.output import write_files
from pnp.disk import folder


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without handles of folders, where somebody reads ``b.pdf``: it can be read, but not written or replaced."""
    opened, replaced = os.open, os.replace

    def held(path: str) -> PermissionError:
        return PermissionError(errno.EACCES, "The process cannot access the file", path)

    def open_file(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if Path(path).name == "b.pdf" and flags & (os.O_RDWR | os.O_WRONLY):
            raise held(path)
        return opened(path, flags, mode, dir_fd=dir_fd)

    def replace(source: str, target: str, **handles: int | None) -> None:
        if Path(target).name == "b.pdf":
            raise held(target)
        replaced(source, target, **handles)

    monkeypatch.setattr(folder, "_HANDLES", False)
    monkeypatch.setattr(os, "open", open_file)
    monkeypatch.setattr(os, "replace", replace)


def test_nothing_is_written_and_the_cure_says_to_close_it(tmp_path: Path, windows: None) -> None:
    old = {"a.pdf": b"old a", "b.pdf": b"old b", "c.pdf": b"old c"}
    for name, data in old.items():
        (tmp_path / name).write_bytes(data)
    (fault,) = write_files(tmp_path, dict.fromkeys(old, b"new"))
    assert (fault.code, "b.pdf" in fault.message) == ("E110", True)
    assert fault.help[0].startswith("close the file if a viewer holds it open")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == old


def test_files_that_nobody_holds_are_replaced(tmp_path: Path, windows: None) -> None:
    (tmp_path / "a.pdf").write_bytes(b"old")
    assert write_files(tmp_path, {"a.pdf": b"new", "sub/c.pdf": b"new"}) == []
    assert ((tmp_path / "a.pdf").read_bytes(), (tmp_path / "sub/c.pdf").read_bytes()) == (b"new", b"new")
