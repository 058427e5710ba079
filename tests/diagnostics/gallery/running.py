"""Runs a page in a folder and tells what was found."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostic
from pnp.diagnostics.printer import SourceLines
from pnp.edit.cure import cure_of
from pnp.source import Span
from tests.cli.call import call
from tests.diagnostics.gallery.made_files import MADE
from tests.diagnostics.gallery.page import Block, Commands, File, Page
from tests.diagnostics.gallery.situations import situation

_HERE = Path(__file__).parent
_TRANSLATED = re.compile(r"K5|Y40|Y41")
_BUILT = "ALRST"
"""First letters of the codes that come from layouts, rule sheets and sheets, so a build is needed to see them."""
_NOT_RUN = "pip", "sudo"
_HEADLINE = re.compile(r"(?:\S.*: )?(error|warning|note)\[([A-Z]\d{3})\]: ")
_EXCERPT = re.compile(r" *\d* \|")
_CONTROLS = {0x2400 + number: number for number in range(32)}


class Outcome:
    """What the commands of a section found: lines of findings without excerpts, as a terminal shows them."""

    def __init__(self, printed: str, lines: Iterable[str]) -> None:
        self.printed = printed
        self.lines = list(lines)

    def codes(self, *severities: str) -> set[str]:
        """The codes that were found, of these severities or of all."""
        heads = filter(None, map(_HEADLINE.match, self.lines))
        return {head[2] for head in heads if not severities or head[1] in severities}


def run(page: Page, folder: Path) -> tuple[Outcome, Outcome]:
    """What Example and Instead find, one after the other in a new game ``doom`` below the folder."""
    game = folder / "doom"
    shutil.copytree(_HERE / "base", game)
    if _TRANSLATED.match(page.code):
        shutil.copytree(_HERE / "translated", game, dirs_exist_ok=True)
    usual = Commands("", ("pnp build" if page.code[0] in _BUILT else "pnp check",))
    example = _completed(page.example, usual)
    last = [block for block in example if isinstance(block, Commands)][-1]
    repeated = Commands("", (last.lines[-1],))
    return _run(example, game), _run(_completed(page.instead, repeated), game)


def _completed(blocks: tuple[Block, ...], usual: Commands) -> tuple[Block, ...]:
    return blocks if any(isinstance(block, Commands) for block in blocks) else (*blocks, usual)


def _run(blocks: Iterable[Block], game: Path) -> Outcome:
    printed, lines = [], []
    for block in blocks:
        if isinstance(block, File):
            _write(block, game)
        else:
            with situation(block.situation, game):
                for line in block.lines:
                    shown = _command(line, game).replace(str(game.parent), "/home/me")
                    printed.append(shown)
                    is_json = shown.startswith(("[", "{"))
                    lines += _from_json(shown, game) if is_json else _from_text(shown)
    return Outcome("\n".join(printed), lines)


def _from_text(shown: str) -> Iterable[str]:
    inside = False
    for line in shown.splitlines():
        inside = bool(_HEADLINE.match(line)) or (inside and line.startswith("  "))
        if inside and not _EXCERPT.match(line):
            yield line


def _from_json(shown: str, game: Path) -> Iterable[str]:
    found = json.loads(shown)
    for item in found["diagnostics"] if isinstance(found, dict) else found:
        place = f"{_place(item['span'])}: " if item["span"] else ""
        piece = f" ({item['piece']})" if item["piece"] else ""
        yield f"{place}{item['severity']}[{item['code']}]: {item['message']}{piece}"
        for related in item["related"]:
            yield f"   = see {_place(related['span'])}: {related['message']}"
        for cure in item["help"]:
            yield f"   = help: {cure}"
        if title := _button(item, game):
            yield f"   = button: {title}"


def _button(item: dict[str, Any], game: Path) -> str | None:
    """What editors and the preview offer to carry out; None where they offer nothing."""
    span = _span(item["span"])
    related = tuple((place, each["message"]) for each in item["related"] if (place := _span(each["span"])))
    finding = Diagnostic(
        item["code"], item["severity"], item["message"], span, tuple(item["help"]), related=related
    )
    files = {place.file for place in (span, *(place for place, _ in related)) if place is not None}
    paths = ((file, game / file) for file in files)
    texts = {file: path.read_text("utf-8", "replace") for file, path in paths if path.is_file()}
    cure = cure_of(finding, SourceLines(texts))
    return None if cure is None else cure.title


def _span(given: dict[str, Any] | None) -> Span | None:
    return None if given is None else Span(**given)


def _place(span: dict[str, object]) -> str:
    return "{file}:{line}:{column}".format(**span)


def _write(block: File, game: Path) -> None:
    path = game / block.path
    path.parent.mkdir(parents=True, exist_ok=True)
    if block.kind in MADE:
        path.write_bytes(MADE[block.kind](block))
    else:
        path.write_bytes(block.text.translate(_CONTROLS).encode(block.words or "utf-8"))


def _command(line: str, game: Path) -> str:
    program, *arguments = shlex.split(line, comments=True)
    if program == "pnp" and ">" not in arguments:
        if arguments[0] in ("check", "build"):  # they show notes in no other form
            arguments += ["--format", "json"]
        called = call(game, *arguments, **_variables(game))
        return called.stdout if called.stdout.startswith(("[", "{")) else f"{called.stderr}\n{called.stdout}"
    if program in _NOT_RUN:
        return ""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    variables = {**os.environ, **_variables(game), "PATH": path}
    done = subprocess.run(
        ["bash", "-c", line], cwd=game, env=variables, capture_output=True, encoding="utf-8"
    )
    return f"{done.stderr}\n{done.stdout}"


def _variables(game: Path) -> dict[str, str]:
    """A home without settings, and a name for git."""
    home = dict.fromkeys(("XDG_CONFIG_HOME", "HOME", "APPDATA"), str(game.parent / "home"))
    names = (f"GIT_{role}_{what}" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL"))
    return {**home, **dict.fromkeys(names, "designer"), "GIT_CONFIG_NOSYSTEM": "1"}
