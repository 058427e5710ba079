"""Numbers of more digits than Python turns into one (4,300), wherever a number may be typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.made import write
from tests.cli.call import call

LONG = "9" * 5000
GAME = "name: T\nlanguages: [en, cs]\n"
SHOWN = "kind: card\nlayout: shown\npieces: {a: {name: A}}\n"


def deck(words: str) -> dict[str, str]:
    return {"cards/deck.yaml": f"kind: card\n{words}\n"}


def typed(words: str) -> dict[str, str]:
    return deck(f"fields: {{cost: number}}\npieces: {{a: {{name: A, {words}}}}}")


def rules(words: str, head: str = "") -> dict[str, str]:
    return {**deck("pieces: {a: {name: A}}"), "rulebook/rules.md": f"---\ntitle: R\n{head}---\n\n{words}\n"}


def translated(entry: str) -> dict[str, str]:
    return {
        "game.yaml": GAME,
        **deck(f"pieces: {{a: {{name: A {LONG}}}}}"),
        "locale/cs.po": f'msgid ""\nmsgstr ""\n\n{entry}',
    }


@pytest.mark.parametrize(
    "files",
    [
        deck(f"size: {LONG}mm x 5mm\npieces: {{a: {{name: A}}}}"),
        deck(f"size: 0.{LONG}mm x 5mm\npieces: {{a: {{name: A}}}}"),
        deck(f"total: {LONG}\npieces: {{a: {{name: A}}}}"),
        deck(f"fields: {{cost: 'number 1..{LONG}'}}\npieces: {{a: {{name: A, cost: 1}}}}"),
        typed(f"copies: {LONG}"),
        typed(f"cost: {LONG}"),
        typed(f"cost: '{{{{ {LONG} }}}}'"),
        {"cards/deck.yaml": "kind: card\nfields: {c: number}\nrows: d.csv\n", "cards/d.csv": f"id,name,c\na,A,{LONG}.0\n"},
        {"game.yaml": f"name: T\nplayers: 2-{LONG}\n"},
        {"game.yaml": f"name: T\nfacts: {{n: {LONG}}}\n"},
        {"game.yaml": f"name: T\nsizes: {{x: {LONG}mm x 4mm}}\nprint: {{bleed: {LONG}mm, grid: {LONG}x1}}\n"},
        {"game.yaml": f"name: T\nclaims: {{C-{LONG}: {{claim: 1 == 1, data: '1', is: '==', rule: '1'}}, C-²: {{data: '1', rule: '1'}}}}\n"},
        {**deck("layout: shown\npieces: {a: {name: A}}"), "layouts/shown.xml": f'<face><rect inset="{LONG}mm" fill="#fff"/></face>'},
        rules(f":::columns {LONG}\nx\n:::"),
        rules(f":::figure a.png {{width={LONG}mm}}"),
        rules(f"{LONG}. one\n{LONG}. two"),
        rules("x", head=f"columns: {LONG}\n"),
        translated(f'#: cards/deck.yaml:{LONG}\nmsgctxt "card.name"\nmsgid "A {LONG}"\nmsgstr "B {LONG}1"\n'),
    ],
)  # fmt: skip
def test_a_number_of_five_thousand_digits_was_answered_by_a_traceback(
    tmp_path: Path, files: dict[str, str]
) -> None:
    folder = write(tmp_path / "game", {**deck("pieces: {a: {name: A}}"), **files})
    for command in ("check", "build"):
        made = call(folder, command, "--lang", "all")
        assert made.returncode in (0, 1)
        assert "itself failed" not in made.stderr
        assert max(map(len, made.stderr.splitlines()), default=0) < 1000


@pytest.mark.parametrize("option", ["--bleed", "--gap", "--paper"])
def test_an_option_of_five_thousand_digits_was_answered_by_a_traceback(tmp_path: Path, option: str) -> None:
    folder = write(tmp_path / "game", deck("pieces: {a: {name: A}}"))
    made = call(folder, "build", option, f"{LONG}x{LONG}mm" if option == "--paper" else f"{LONG}mm")
    assert made.returncode == 1 or made.returncode == 2
    assert "itself failed" not in made.stderr
