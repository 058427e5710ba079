"""Links, pipes and mounts wherever pnp writes: no file outside of the game is touched, whatever command is run."""

from __future__ import annotations

import ctypes
import json
import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cases.made import write
from tests.cli.call import call

GAME = "id: ants\nname: Ants\nlanguage: en\nlanguages: [en, cs]\n"
DECK = "kind: card\nname: Deck\nback: back\npieces:\n  a: {name: Ant, text: Carry a crumb., copies: 2}\n"
BACK = '<face><rect inset="0" bleed="true" fill="#B3202C"/></face>'
RECORD = {
    "format": 2, "game": "ants", "language": "en", "version": "1", "pieces": {}, "places": {}, "files": {},
    "print": {"bleed": 1, "ink": "full"}, "whole": True, "note": "", "rules": None,
}  # fmt: skip

EVERY_DAY = [
    ["build", "-q", "--printed", "--lang", "all"], ["print", "--mark", "-q"], ["reprint", "-q", "--printed"], ["i18n", "update"],
]  # fmt: skip
OTHERS = [
    ["build", "-q"], ["build", "-q", "--combined", "--booklet", "--boxes"], ["build", "-q", "--simulate", "deutan"], ["diff"], ["contact"], ["contact", "--png"],
    ["show", "deck/a"], ["stats", "--plot"], ["draw", "--set", "deck"], ["fit"], ["schema"], ["icons", "--sheet"], ["calibrate", "--printer", "p"],
    ["export", "png", "--dpi", "30"], ["export", "svg"], ["export", "html"], ["export", "csv"], ["export", "tables"], ["export", "cut"], ["export", "tts"], ["export", "rulebook"],
    ["i18n", "new", "pl"], ["i18n", "tidy", "cs"], ["i18n", "proof"], ["i18n", "export", "cs"], ["new", "bees"],
    ["import", "rulebook", "old.txt", "--out", "rulebook", "--force"], ["import", "cards", "table.csv", "--name", "wasps"], ["cache", "clear"],
]  # fmt: skip
"""Every other command that writes, moves or removes."""

LIBRARY, HERE, EXCHANGE = ctypes.CDLL(None), -100, 2
"""What exchanges two names at once: ``renameat2`` of Linux, with ``AT_FDCWD`` and ``RENAME_EXCHANGE``."""

NAMES = (
    "deck.pdf", "rules.pdf", "thesis.pdf", "reprint.pdf", "diff.pdf", "manifest.json", "printed.json", "reprint.json",
    ".pnp-build.json", "cs.po", "pl.po", "printers.yaml", "game.json", "a.png", "deck.csv", ".deck.pdf.0123456789abcdef.part",
)  # fmt: skip
BELOW = ("", "ants", "ants/en", "ants/en/printed", "en", "en/printed", "printed", "cs")


class Place(NamedTuple):
    """A game, and a folder of the user's beside it."""

    game: Path
    mine: Path
    home: Path

    @property
    def around(self) -> dict[str, str]:
        """Variables of the environment that keep settings and caches at home."""
        folders = {"HOME": "", "XDG_CONFIG_HOME": "config", "PNP_CACHE_DIR": "cache"}
        return {name: str(self.home / folder) for name, folder in folders.items()}

    def run(self, *arguments: str) -> tuple[int, str]:
        """Exit code and words of a command."""
        code, *told = call(self.game, *arguments, **self.around)
        return code, "".join(told)


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the faces of the game, which every place gets a copy of."""
    base = tmp_path_factory.mktemp("warm")
    place = _place(base)
    assert place.run("build", "-q", "--lang", "all")[0] == 0
    return place.home / "cache"


@pytest.fixture
def place(tmp_path: Path, warm: Path) -> Place:
    found = _place(tmp_path)
    shutil.copytree(warm, found.home / "cache")
    return found


def _place(tmp_path: Path) -> Place:
    found = Place(tmp_path / "ants", tmp_path / "mine", tmp_path / "home")
    write(
        found.game,
        {"game.yaml": GAME, "cards/deck.yaml": DECK, "layouts/back.xml": BACK, "rulebook/rules.md": "# Ants\n\nCarry.\n",
         "old.txt": "Ants\n\nCarry.\n", "table.csv": "name,text\nWasp,Sting.\n"},
    )  # fmt: skip
    record = json.dumps(RECORD)
    for below in BELOW:
        folder = found.mine / below
        folder.mkdir(parents=True, exist_ok=True)
        for name in NAMES:
            content = record if name.endswith(".json") else f"mine: {below}/{name}"
            (folder / name).write_text(content, encoding="utf-8")
    found.home.mkdir()
    return found


def state(folder: Path) -> dict[str, tuple[object, ...]]:
    """Everything in a folder: its kind, content, number, rights and time of change."""
    found: dict[str, tuple[object, ...]] = {"": _state(os.lstat(folder))}
    for around, folders, files in os.walk(folder):
        for path in (f"{around}/{name}" for name in folders + files):
            info, name = os.lstat(path), os.path.relpath(path, folder)
            found[name] = _state(info)
            if stat.S_ISREG(info.st_mode):
                found[name] += (info.st_mtime_ns, Path(path).read_bytes())
    return found


def _state(info: os.stat_result) -> tuple[object, ...]:
    return info.st_mode, info.st_ino, info.st_uid


def link(at: Path, target: Path | str) -> None:
    """A link in place of whatever is there."""
    if at.is_dir() and not at.is_symlink():
        shutil.rmtree(at)
    at.unlink(missing_ok=True)
    at.parent.mkdir(parents=True, exist_ok=True)
    at.symlink_to(target)


Change = Callable[[Place], None]
KINDS: dict[str, Change] = {}


def kind(name: str) -> Callable[[Change], Change]:
    def add(change: Change) -> Change:
        KINDS[name] = change
        return change

    return add


ELSEWHERE = ("out/ants/en/png", "out/ants/show", "out/ants/tables", "out/ants/en-deutan", "data", "wasps")
"""Folders in which no command of every day writes."""
for _at in (
    "out", "out/ants", "out/ants/en", "out/ants/cs", "out/ants/en/printed", "locale", ".pnp", "rulebook", *ELSEWHERE
):  # fmt: skip
    KINDS[f"a folder link at {_at}"] = lambda p, at=_at: link(p.game / at, p.mine)
for _at in (
    "out/ants/en/deck.pdf", "out/ants/en/rules.pdf", "out/ants/en/manifest.json", "out/ants/en/printed.json", "out/ants/en/reprint.json",
    "out/ants/en/reprint.pdf", "out/ants/en/diff.pdf", "out/ants/.pnp-build.json", "locale/cs.po",
):  # fmt: skip
    KINDS[f"a file link at {_at}"] = lambda p, at=_at: link(p.game / at, p.mine / Path(at).name)


@kind("a file link that leads nowhere yet")
def _(p: Place) -> None:
    link(p.game / "out/ants/en/deck.pdf", p.mine / "new.pdf")


@kind("a folder link that leads nowhere yet")
def _(p: Place) -> None:
    link(p.game / "out/ants/en", p.mine / "new")


@kind("a relative link")
def _(p: Place) -> None:
    link(p.game / "out/ants/en/printed", "../../../../mine")


@kind("a chain of links")
def _(p: Place) -> None:
    link(p.game / "b", p.mine)
    link(p.game / "a", "b")
    link(p.game / "out/ants/en/printed", p.game / "a")


@kind("a link to a link in the same folder")
def _(p: Place) -> None:
    link(p.game / "out/ants/en/real", p.mine)
    link(p.game / "out/ants/en/printed", "real")


@kind("links in a circle")
def _(p: Place) -> None:
    link(p.game / "out/ants/en", "cs")
    link(p.game / "out/ants/cs", "en")


@kind("a link to the folder around it")
def _(p: Place) -> None:
    link(p.game / "out/ants/en/printed", "../../../..")


@kind("a link by way of the running process")
def _(p: Place) -> None:
    link(p.game / "out/ants/en/printed", f"/proc/self/root{p.mine}")


@kind("a link to a file in place of a folder")
def _(p: Place) -> None:
    link(p.game / "out/ants/en", p.mine / "thesis.pdf")


@kind("hard links to files of mine")
def _(p: Place) -> None:
    for name in ("deck.pdf", "manifest.json", "printed.json", "reprint.pdf", "printed/thesis.pdf"):
        at = p.game / "out/ants/en" / name
        at.parent.mkdir(parents=True, exist_ok=True)
        at.unlink(missing_ok=True)
        os.link(p.mine / name, at)


@kind("pipes in place of files")
def _(p: Place) -> None:
    for name in (
        "out/ants/en/deck.pdf",
        "out/ants/en/printed.json",
        "out/ants/.pnp-build.json",
        "locale/cs.po",
    ):
        (p.game / name).parent.mkdir(parents=True, exist_ok=True)
        (p.game / name).unlink(missing_ok=True)
        os.mkfifo(p.game / name)


@kind("a socket in place of a file")
def _(p: Place) -> None:
    (p.game / "out/ants/en").mkdir(parents=True, exist_ok=True)
    (p.game / "out/ants/en/deck.pdf").unlink(missing_ok=True)
    place = os.open(p.game / "out/ants/en", os.O_RDONLY)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(f"/proc/self/fd/{place}/deck.pdf")
    finally:
        os.close(place)


@kind("a manifest that names files elsewhere")
def _(p: Place) -> None:
    files = {
        f"{up}mine/{name}": {"pages": 1, "sheets": [], "sha256": "0" * 64}
        for up in ("", "../../../../")
        for name in NAMES
    }
    for name in ("manifest.json", "printed.json", "reprint.json"):
        at = p.game / "out/ants/en" / name
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_text(json.dumps({**RECORD, "files": files}), encoding="utf-8")
    link(p.game / "out/ants/en/mine", p.mine)


@kind("what pnp printed, moved away and linked")
def _(p: Place) -> None:
    p.run("build", "-q", "--printed")
    shutil.copytree(p.game / "out/ants/en/printed", p.mine / "made")
    link(p.game / "out/ants/en/printed", p.mine / "made")
    (p.game / "cards/deck.yaml").write_text(DECK.replace("Carry", "Eat"), encoding="utf-8")


@kind("a build that was moved away and linked")
def _(p: Place) -> None:
    p.run("build", "-q", "--printed")
    shutil.copytree(p.game / "out", p.mine / "made")
    link(p.game / "out", p.mine / "made")
    (p.game / "cards/deck.yaml").write_text(DECK.replace("Carry", "Eat"), encoding="utf-8")


@kind("entries of the cache that are links")
def _(p: Place) -> None:
    p.run("build", "-q", "--printed")
    for path in [path for path in (p.home / "cache").rglob("*") if path.is_file()]:
        link(path, p.mine / "thesis.pdf")


@kind("settings that are links")
def _(p: Place) -> None:
    for name in ("printers.yaml", "profiles"):
        link(p.home / "config/pnp" / name, p.mine / name)


def test_there_are_kinds_enough() -> None:
    assert len(KINDS) >= 30


@pytest.mark.parametrize(
    "name", [name for name in KINDS if name not in [f"a folder link at {at}" for at in ELSEWHERE]]
)
def test_no_command_of_every_day_touches_what_a_link_leads_to(place: Place, name: str) -> None:
    check(place, name, EVERY_DAY)


@pytest.mark.system
@pytest.mark.parametrize("name", KINDS)
def test_no_other_command_touches_what_a_link_leads_to(place: Place, name: str) -> None:
    check(place, name, OTHERS)


def check(place: Place, name: str, lines: list[list[str]]) -> None:
    """Each command finds the trick as it was laid, for the one before may have put a file in its place."""
    for line in lines:
        KINDS[name](place) if not (place.mine / "made").exists() else None
        before = state(place.mine)
        code, told = place.run(*line)
        assert state(place.mine) == before, line
        assert code in (0, 1, 2, 3), (line, told)
        assert "Traceback" not in told


WATCHED = """
import json, sys
from pnp.cli.main import _run
for line in json.loads(sys.argv[1]):
    sys.argv = ["pnp", *line]
    _run()
"""
CHANGING = "unlink,unlinkat,rmdir,/^rename,/^mkdir,/^symlink,/^link,truncate,chmod,/^fchmodat,chown,/^utime,/^open,creat"
CHANGES = re.compile(r"^\d+ +(unlink|unlinkat|rmdir|rename\w*|mkdir\w*|symlink\w*|link\w*|truncate|chmod|fchmodat\w*|chown|utime\w*|open\w*|creat)\((.*)\) += +(\d+)")  # fmt: skip
NAMED = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')


def changed(trace: str) -> Iterator[Path]:
    """Every path that a call of the system changed or opened to write."""
    for line in trace.splitlines():
        found = CHANGES.match(line)
        if found and (
            not found[1].startswith("open") or re.search("O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", found[2])
        ):
            for around, name in NAMED.findall(found[2]):
                path = Path(around, name)
                yield Path(os.path.realpath(path.parent)) / path.name


@pytest.mark.system
@pytest.mark.parametrize("name", KINDS)
def test_the_system_sees_no_change_of_what_a_link_leads_to(place: Place, name: str) -> None:
    KINDS[name](place)
    log = place.game.parent / "trace"
    subprocess.run(
        ["strace", "-f", "--seccomp-bpf", "-y", "-qq", "-s", "4096", "-e", f"trace={CHANGING}", "-o", log, sys.executable, "-c", WATCHED, json.dumps(EVERY_DAY + OTHERS)],
        cwd=place.game, env={**os.environ, **place.around}, capture_output=True, check=False,
    )  # fmt: skip
    paths = list(changed(log.read_text("utf-8", "replace")))
    assert any(place.home in path.parents for path in paths)
    assert [path for path in paths if place.mine in (path, *path.parents)] == []


@pytest.mark.system
def test_a_folder_that_is_mounted_over_the_printed_files_loses_none(place: Place) -> None:
    place.run("build", "-q", "--printed")
    (place.game / "cards/deck.yaml").write_text(DECK.replace("Carry", "Eat"), encoding="utf-8")
    before = state(place.mine)
    script = 'mount --bind "$1" out/ants/en/printed && exec "$2" -m pnp build -q --printed'
    run = subprocess.run(
        ["unshare", "-m", "sh", "-c", script, "sh", place.mine / "en/printed", sys.executable],
        cwd=place.game, capture_output=True, encoding="utf-8", check=False, env={**os.environ, "PNP_CACHE_DIR": str(place.home / "cache")},
    )  # fmt: skip
    if "unshare" in run.stderr or "mount" in run.stderr:
        pytest.skip("this machine lets no folder be mounted")
    after = state(place.mine)
    assert {path: after[path] for path in before if path != "en/printed"} == {path: found for path, found in before.items() if path != "en/printed"}  # fmt: skip
    assert "note[E113]" in run.stderr


@pytest.mark.system
@pytest.mark.parametrize("at", ["out/ants/en/printed", "out/ants/en", "out", "cards", "rulebook/rules.md"])
def test_nobody_wins_who_swaps_a_folder_and_a_link_all_the_time(place: Place, at: str) -> None:
    place.run("build", "-q", "--printed")
    real, fake = place.game / at, place.game / "fake"
    fake.symlink_to(place.mine)
    before, stop = state(place.mine), threading.Event()

    turns = []

    def swap() -> None:
        while not stop.is_set():
            assert LIBRARY.renameat2(HERE, bytes(real), HERE, bytes(fake), EXCHANGE) == 0
            turns.append(1)

    swapper = threading.Thread(target=swap)
    swapper.start()
    try:
        for number in range(12):
            (place.game / "table.csv").write_text(f"name\n{number}\n", encoding="utf-8")
            for line in (
                ["build", "-q", "--force", "--printed"],
                ["print", "--mark", "-q"],
                ["reprint", "-q"],
            ):
                code, told = place.run(*line)
                assert (code in (0, 1, 2, 3), "mine:" in told) == (True, False), told
            assert state(place.mine) == before
    finally:
        stop.set()
        swapper.join()
    assert len(turns) > 1_000
