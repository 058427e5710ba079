"""No control character of a game, a file name or a note reaches a terminal or a log as it is."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.cli import terminal
from pnp.diagnostics import Diagnostic, Severity, machine, printer
from pnp.diagnostics.printer import visible
from pnp.source import Span
from tests.cli.call import call

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
EVIL = "\x1b]0;PWN\x07\x1b]52;c;cHduZWQ=\x07\x9b31m\x7f\r\x08"
"""Sets the title and the clipboard, rings, colours, goes back."""
TYPED = os.fsdecode(EVIL.encode())
"""The same as typed, or as a part of a path: bytes of UTF-8, also where Python takes these for ASCII."""

texts = st.text(
    st.sampled_from([*map(chr, range(0x20)), "\x7f", *map(chr, range(0x80, 0xA0)), "a", "č", "%", ":"]),
    max_size=9,
)


@given(texts)
def test_visible_text_has_no_control_character_but_ends_of_lines_and_tabs(text: str) -> None:
    shown = visible(text)
    assert CONTROL.search(shown) is None
    assert visible(shown) == shown
    assert shown == text or CONTROL.search(text)


@given(texts, texts, texts, texts)
def test_no_form_of_a_finding_has_a_control_character(message: str, file: str, cure: str, line: str) -> None:
    place = Span(file or "f", 1, 1, 1, 3)
    found = [Diagnostic("E999", Severity.ERROR, message, place, (cure,), cure, ((place, message),))]
    sources = {file or "f": line}
    for told in (
        printer.full(found, sources),
        printer.concise(found),
        machine.github(found),
        machine.as_json(found),
    ):
        assert CONTROL.search(told) is None
    assert CONTROL.search(click.unstyle(printer.full(found, sources, terminal.paint))) is None
    assert printer.concise(found).count("\n") == machine.github(found).count("\n") == 1
    (record,) = json.loads(machine.as_json(found))
    assert (record["message"], record["help"], record["span"]["file"]) == (message, [cure], file or "f")


@pytest.fixture(scope="module")
def evil(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that has the characters wherever a text may stand, and in a record of what was printed."""
    folder = tmp_path_factory.mktemp("evil")
    text = json.dumps(EVIL)
    named = json.dumps(f"A{EVIL}")
    (folder / "game.yaml").write_text(
        f"id: evil\nname: {named}\nlanguage: en\nplayers: 2\n{text}: 1\nversion: {named}\n"
        f"facts: {{a: {{value: {named}, assumed: true}}}}\nterms: {{v: {{t: {{name: {named}}}}}}}\n"
        f"claims: {{x: {{says: {named}, data: '1', rulebook: '2'}}}}\n",
        encoding="utf-8",
    )
    for path in ("cards", "rulebook", f"cards/{TYPED}"):
        (folder / path).mkdir()
    (folder / "cards/c.yaml").write_text(
        f"kind: card\nname: {named}\nfields: {{own: text?}}\npieces:\n  one: {{name: {named}, text: {named}, own: {named}}}\n"
        f"  two: {{name: {named}, text: {named}, art: {named}, {text}: 2}}\n  {text}: {{name: x}}\n",
        encoding="utf-8",
    )
    (folder / f"cards/{TYPED}.yaml").write_text("kind: card\npieces: {a: {}}\n", encoding="utf-8")
    (folder / "rulebook/r.md").write_text(f"# A{EVIL}\n\n:::nothing {EVIL}\n:::\n", encoding="utf-8")
    output = folder / "out/evil/en"
    output.mkdir(parents=True)
    record = {"format": 2, "game": "evil", "language": "en", "version": EVIL, "places": {}, "files": {}, "whole": True,
              "pieces": {EVIL: {"label": EVIL, "copies": 1, "front": "1", "back": None}}, "note": EVIL, "rules": None,
              "print": {"bleed": 1, "ink": EVIL}}  # fmt: skip
    for name in ("manifest.json", "printed.json"):
        (output / name).write_text(json.dumps(record), encoding="utf-8")
    return folder


COMMANDS = [
    *(["check", "--format", form] for form in ("full", "concise", "json", "github")),
    *(["build", "--format", form] for form in ("full", "concise", "json", "github")),
    ["build", "--only", TYPED], ["check", "--lang", TYPED], ["check", "--game", TYPED],
    ["list"], ["list", "--pieces"], ["list", "--format", "json"], ["print"], ["print", "--mark"], ["diff"], ["reprint"],
    ["diff", "--since", TYPED], ["stats"], ["stats", "--format", "csv"], ["stats", "--format", "json"], ["fit"], ["plan"],
    ["show", f"c/{TYPED}"], ["contact"], ["credits"], ["icons"], ["profiles"], ["i18n", "status"], ["i18n", "update"],
    ["export", "csv"], ["export", "tables"], ["import", "rulebook", f"rulebook/{TYPED}"], ["import", "cards", TYPED], ["explain", TYPED],
]  # fmt: skip


@pytest.mark.parametrize("colours", [False, True], ids=["plain", "coloured"])
def test_no_command_writes_a_control_character_of_the_game(
    evil: Path, monkeypatch: pytest.MonkeyPatch, colours: bool
) -> None:
    monkeypatch.setattr(terminal, "coloured", lambda *_: colours)
    seen = 0
    for line in COMMANDS:
        done = call(evil, *line)
        told = click.unstyle(done.stdout + done.stderr) if colours else done.stdout + done.stderr
        assert CONTROL.search(told) is None, (line, told)
        assert "Traceback" not in told, line
        assert done.returncode in (0, 1, 2, 3), (line, told)
        seen += "PWN" in told
    assert seen > len(COMMANDS) / 2
