"""Data that are checked while other processes compose: the same findings, once, and no files."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build import pipeline as module
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from tests.cases.made import write

LAYOUT = '<face fill="white"><text x="2" y="2" width="50" height="6">{{ piece.text }}</text></face>'
FAULTS = {
    "an icon that nobody drew": ":ghost:",
    "a character that no font has": "\N{MAHJONG TILE RED DRAGON}",
    "a text that does not fit": "word " * 40,
}


def game(folder: Path, said: str) -> Path:
    cards = "".join(f"  c{number}: {{text: Card {number}}}\n" for number in range(70))
    head = "name: Test\nlanguage: en\nlanguages: [en, fr]\n"
    deck = f"kind: card\nlayout: l\nfields: {{text: text}}\npieces:\n{cards}  last: {{text: '{said}'}}\n"
    return write(folder, {"game.yaml": head, "cards/deck.yaml": deck, "layouts/l.xml": LAYOUT})


def told(folder: Path, jobs: int, languages: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The files of a strict build, and what it told."""
    options = BuildOptions(out=folder / f"out-{jobs}", languages=languages, jobs=jobs, strict=True)
    result = build(open_workshop(folder, folder), options)
    return result.files, [f"{item.span} {item.code} {item.message}" for item in result.diagnostics]


@pytest.mark.parametrize("languages", [("en",), ("en", "fr")])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_checks_find_is_reported_once_whoever_composes(tmp_path, fault, languages):
    folder = game(tmp_path, FAULTS[fault])
    files, found = told(folder, 1, languages)
    assert files == []
    assert found
    if len(languages) == 1:
        assert len(found) == len(set(found))
    assert told(folder, 2, languages) == (files, found)
    assert list(tmp_path.glob("out-*")) == []


def test_an_icon_that_a_term_names_is_reported_at_the_term_and_not_in_each_layout_that_shows_it(tmp_path):
    head = "name: Test\nlanguage: en\nterms:\n  tool:\n    bow: {name: bow, icon: bwo}\n"
    deck = "kind: card\nlayout: l\nfields: {tool: term tool}\npieces:\n  a: {tool: bow}\n"
    layout = '<face><icon name="{{ piece.tool.icon }}"/><icon name="other"/></face>'
    files = {"game.yaml": head, "cards/deck.yaml": deck, "layouts/l.xml": layout}
    folder = write(tmp_path, {**files, "rulebook/rules.md": "Draw the :bwo:.\n"})
    _, found = told(folder, 1, ("en",))
    assert [each.partition(" A100 ")[::2] for each in found] == [
        ("game.yaml:5:28", "unknown icon 'bwo'"),
        ("layouts/l.xml:1:49", "unknown icon 'other'"),
        ("rulebook/rules.md:1:10", "unknown icon 'bwo'"),
    ]


def test_a_run_that_is_interrupted_while_it_checks_leaves_no_process_behind(tmp_path, monkeypatch, processes):
    def interrupted(*_, **__):
        assert processes()
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "check_workshop", interrupted)
    with pytest.raises(KeyboardInterrupt):
        told(game(tmp_path, "Sound"), 2, ("en",))
    assert processes() == set()
