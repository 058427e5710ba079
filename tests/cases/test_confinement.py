"""A game from a stranger reads, reaches and writes nothing outside of its folder; watched by Python's audit events."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

import pytest

from tests.cases.made import plain_png, write

ROOT = Path(__file__).parents[2]
WATCHED = """
import json, os, sys
seen = []
def hook(event, args):
    if event in ("open", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.mkdir", "os.symlink", "os.link"):
        seen.append([event, *[os.fsdecode(a) for a in args if isinstance(a, (str, bytes)) or hasattr(a, "__fspath__")]])
    elif event.startswith(("socket.", "subprocess.", "urllib.", "ftplib.", "http.")) or event in (
        "os.system", "os.exec", "os.posix_spawn", "os.fork", "ctypes.dlopen", "webbrowser.open", "pty.spawn"):
        seen.append([event, *map(repr, args)])
def told(name):  # the events of these have no handles in them
    real = getattr(os, name)
    def call(*args, **named):
        for key in ("dir_fd", "src_dir_fd", "dst_dir_fd"):
            if named.get(key) is not None:
                around = os.readlink(f"/proc/self/fd/{named[key]}")
                seen.append(["open", *[f"{around}/{a}" for a in args[:2] if isinstance(a, str)]])
        return real(*args, **named)
    for known in (os.supports_dir_fd, os.supports_follow_symlinks):
        if real in known:
            known.add(call)
    setattr(os, name, call)
for name in ("open", "mkdir", "unlink", "rmdir", "replace", "rename", "symlink", "stat", "utime"):
    told(name)
from pnp.cli.main import _run
sys.addaudithook(hook)
code = None
for line in json.loads(sys.argv[1]):
    sys.argv = ["pnp", *line]
    code = _run()
out = json.dumps([code, seen])
print("\\n" + out)
"""
SECRET = "diary.txt"
CONTENT = "what only the user should read"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">{}</svg>'


def hostile(folder: Path, outside: Path) -> Path:
    """A game that tries every way out that its files offer."""
    secret = outside / "secret"
    write(
        folder,
        {
            "game.yaml": f"""
                id: evil
                name: Evil
                language: en
                languages: [en, cs, ../../secret]
                sets: [cards/*.yaml, ../secret/*.yaml, {secret}/deck.yaml, linked/deck.yaml, "file://{secret}/deck.yaml"]
                styles: {{body: {{font: "../../secret/x.ttf"}}}}
                print: {{profile: ../../secret/profile}}
                """,
            "cards/deck.yaml": f"""
                id: ../../secret/deck
                kind: card
                layout: l
                back: ../../secret/layout
                fields: {{own: icon?}}
                pieces:
                  a: {{art: ../secret/a.png, own: ../../secret/own}}
                  b: {{art: {secret}/a.png, layout: ../secret/layout}}
                  c: {{art: linked/a.png}}
                  d: {{art: art/link.png}}
                  e: {{art: "file://{secret}/a.png", text: ":own: :link:"}}
                  f: {{art: "http://127.0.0.1:9/a.png"}}
                  g: {{art: "//127.0.0.1/share/a.png"}}
                  h: {{art: /dev/zero}}
                  i: {{art: /proc/self/environ}}
                  j: {{text: "{{{{ open('{secret}/{SECRET}') }}}} {{{{ __import__('os').environ }}}}"}}
                """,
            "cards/table.yaml": f"kind: card\nrows: {secret}/rows.csv\n",
            "cards/table2.yaml": "kind: card\nrows: ../../secret/rows.csv\n",
            "layouts/l.xml": f"""
                {{% include "../../secret/layout" %}}{{% import "{secret}/layout.xml" as x %}}
                <face><image src="../secret/a.png" inset="0"/><image src="file://{secret}/a.png" inset="0"/>
                <text inset="2">{{{{ ''.__class__.__mro__[1].__subclasses__() }}}}{{{{ self._TemplateReference__context }}}}
                {{{{ cycler.__init__.__globals__.os.popen('id').read() }}}}</text></face>
                """,
            "layouts/entity.xml": f'<!DOCTYPE face [<!ENTITY x SYSTEM "file://{secret}/{SECRET}">]><face><text inset="1">&x;</text></face>',
            "icons/own.svg": SVG.format(
                f'<image xlink:href="file://{secret}/a.png"/><use href="{secret}/own.svg#a"/><use href="../../secret/own.svg#a"/>'
                f'<style>@import "file://{secret}/x.css";</style><rect width="9" height="9" fill="url(file://{secret}/own.svg#g)"/>'
            ),
            "icons/entity.svg": f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file://{secret}/{SECRET}">]>' + SVG.format("<text>&x;</text>"),
            "rulebook/r.md": f"""
                # R

                ![a](../../secret/a.png) ![b](file://{secret}/a.png) ![c](http://127.0.0.1:9/a.png) <img src="{secret}/a.png">

                :::piece ../../secret/deck
                :::
                """,
            "profiles/p.yaml": "extends: ../../secret/profile\n",
            "locale/cs.po": f'#: {secret}/{SECRET}:1\nmsgid "x"\nmsgstr "{{{{ open(1) }}}}"\n',
        },
    )  # fmt: skip
    write(
        secret,
        {
            "deck.yaml": "kind: card\npieces: {a: {}}\n",
            SECRET: CONTENT,
            "a.png": plain_png(),
            "layout.xml": "<face/>",
            "own.svg": SVG.format("<g id='a'/>"),
            "rows.csv": "id\na\n",
            "profile.yaml": "{}\n",
        },
    )
    for link, target in {
        "linked": secret,
        "art/link.png": secret / "a.png",
        "icons/link.svg": secret / "own.svg",
        "fonts": secret,
        "rulebook/link.md": secret / SECRET,
        "locale/pl.po": secret / SECRET,
        "layouts/link.xml": secret / "layout.xml",
        "profiles/link.yaml": secret / "profile.yaml",
    }.items():
        (folder / link).parent.mkdir(parents=True, exist_ok=True)
        (folder / link).symlink_to(target)
    return folder


def watched(folder: Path, *lines: list[str]) -> tuple[int, list[list[str]], str]:
    """Exit code of the last command, what was seen of all, and their output."""
    home = folder.parent / "home"
    own = {"HOME": home, "PNP_CACHE_DIR": home / "cache", "TMPDIR": folder.parent / "temporary"}
    run = subprocess.run(
        [sys.executable, "-c", WATCHED, json.dumps(lines)],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **{name: str(path) for name, path in own.items()}},
    )
    code, seen = json.loads(run.stdout.splitlines()[-1])
    return code, seen, run.stdout + run.stderr


def allowed(path: Path, folder: Path) -> bool:
    """Whether a run has business there: the game, this package with its shared files, Python, the user's profiles."""
    homes = {folder, folder.parent / "home", folder.parent / "temporary", *_homes()}
    return path in _imports() or not homes.isdisjoint((path, *path.parents))


@cache
def _homes() -> frozenset[Path]:
    installed = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    # ReportLab looks for the folders of system fonts when it is imported; nothing in them is opened.
    return frozenset({ROOT, Path(sys.prefix), *installed, Path("/usr/share/fonts")})


@cache
def _imports() -> frozenset[Path]:
    return frozenset(Path(entry) for entry in sys.path if entry)


@pytest.mark.parametrize(
    "commands",
    [
        # In one process: what others do is not seen here.
        [["check"], ["build", "--lang", "all", "--jobs", "1"], ["build", "--jobs", "1"]],
        [["list", "--pieces"], ["fit"], ["contact"], ["stats"], ["schema"], ["i18n", "status"], ["i18n", "update"], ["fonts", "--game", "."]],
    ],
    ids=["build", "others"],
)  # fmt: skip
def test_a_hostile_game_stays_in_its_folder(tmp_path: Path, commands: list[list[str]]) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "temporary").mkdir()
    folder = hostile(tmp_path / "evil", tmp_path)
    before = sorted(str(path) for path in (tmp_path / "secret").rglob("*"))
    code, seen, told = watched(folder, *commands)
    assert len(seen) > 20
    outside = []
    for event, *names in seen:
        if event in (
            "open",
            "os.listdir",
            "os.scandir",
            "os.remove",
            "os.rename",
            "os.mkdir",
            "os.symlink",
            "os.link",
        ):
            outside += [
                (event, name)
                for name in names
                if "/" in name and not allowed(Path(os.path.realpath(folder / name)), folder)
            ]
        else:
            outside.append((event, *names))
    assert outside == []
    assert code != 70
    assert "Traceback" not in told
    assert CONTENT not in told
    assert not [
        path
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink() and CONTENT in path.read_text("latin-1")
    ]
    assert sorted(str(path) for path in (tmp_path / "secret").rglob("*")) == before
    assert [
        path.name for path in tmp_path.iterdir() if path.name not in ("evil", "secret", "home", "temporary")
    ] == []


def test_the_watch_sees_a_read_outside(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "temporary").mkdir()
    folder = write(tmp_path / "good", {"cards/deck.yaml": "kind: card\npieces: {a: {}}\n"})
    _, seen, _ = watched(folder, ["build", "--out", str(tmp_path / "elsewhere"), "-q"])
    assert any(
        not allowed(Path(os.path.realpath(name)), folder)
        for _, *names in seen
        for name in names
        if name.startswith("/")
    )
