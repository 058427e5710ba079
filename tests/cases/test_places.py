"""Faults are told where they are: file, line, column, the line itself and a cure."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from pnp import diagnostics
from pnp.diagnostics import error
from pnp.diagnostics.printer import full
from pnp.importers import import_rulebook
from pnp.load import decode
from pnp.source import Span
from tests.cases.made import write
from tests.cli.call import Called, call

SET = "kind: card\nlayout: l\npieces:\n  a: {name: A}\n"
TORN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<path d="M0 0H9"</svg>'


def _built(folder: Path, layout: str, more: dict[str, str | bytes]) -> Called:
    files: dict[str, str | bytes] = {"game.yaml": "name: T\n", "cards/s.yaml": SET, "layouts/l.xml": layout}
    write(folder / "g", {**files, **more})
    return call(folder, "--no-cache", "build", "--game", "g")


def test_a_fault_of_a_drawing_on_a_card_names_its_folder_and_shows_its_line(tmp_path: Path) -> None:
    said = _built(tmp_path, '<face><image src="art/a.svg"/></face>', {"art/a.svg": TORN}).stderr
    assert "g/art/a.svg:2:17: error[A110]" in said
    assert '2 | <path d="M0 0H9"</svg>' in said
    assert "help: save it again as plain SVG" in said


def test_a_fault_of_a_drawing_in_the_rules_names_its_folder_and_shows_its_line(tmp_path: Path) -> None:
    rules = "# R\n\n:::figure art/a.svg\n"
    said = _built(tmp_path, "<face/>", {"art/a.svg": TORN, "rulebook/r.md": rules}).stderr
    assert "g/art/a.svg:2:17: error[A110]" in said
    assert '2 | <path d="M0 0H9"</svg>' in said


def test_a_fault_of_an_icon_shows_its_line_when_nothing_is_built_again_too(tmp_path: Path) -> None:
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<path d="M0 0H9V9Z"/><image href="http://x/y.png" width="9" height="9"/></svg>'
    layout = '<face><icon name="own" x="1" y="1" size="9"/></face>'
    first = _built(tmp_path, layout, {"icons/own.svg": icon})
    assert (
        '2 | <path d="M0 0H9V9Z"/><image href="http://x/y.png" width="9" height="9"/></svg>' in first.stderr
    )
    again = call(tmp_path, "--no-cache", "build", "--game", "g")
    assert "unchanged" in again.stdout
    assert again.stderr == first.stderr


def test_a_line_separator_in_a_text_does_not_shift_the_excerpts_below_it() -> None:
    text = "a: x\u2028y\nb: \x0cz\nc: bad\n"
    shown = full([error("M100", "m", Span("f", 3, 4, 3, 7), "x")], {"f": text})
    assert " 3 | c: bad" in shown


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_bytes_that_are_no_utf8_are_found_in_the_same_place_with_every_line_end(end: str) -> None:
    data = f"a: 1{end}b: ".encode() + b"\xc3\x28"
    _, found = decode(data, "f")
    assert str(found[0].span) == "f:2:4"
    read = import_rulebook(data, "f")
    assert [str(item.span) for item in read.diagnostics if item.code == "I101"] == ["f:2:4"]
    assert read.source.split("\n")[1].startswith("b: ")


def test_no_error_and_no_warning_can_be_made_without_a_cure() -> None:
    for make in (diagnostics.error, diagnostics.warning):
        assert inspect.signature(make).parameters["cure"].default is inspect.Parameter.empty
