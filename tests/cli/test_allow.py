"""Warnings that an author accepts at their place, with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cases.made import write
from tests.cli.call import call

GAME = "name: Ants\nlanguage: en\n"
PIECES = "kind: card\nsize: poker\npieces:\n  a: {name: x, text: <b>Dig</b>ALLOW}\n  b: {name: y, text: <i>Eat</i>}\n"
ACCEPTED = "K201: printed as code"


def game(folder: Path, *, whole: str = "", of_set: str = "", piece: str = "", **more: str) -> Path:
    def allow(code: str) -> str:
        return f"allow: {{{code}}}\n" if code else ""

    deck = PIECES.replace("ALLOW", f", allow: {{{piece}}}" if piece else "")
    files = {"game.yaml": GAME + allow(whole), "cards/deck.yaml": allow(of_set) + deck, **more}
    return write(folder / "ants", files)


@pytest.mark.parametrize(
    ("where", "counted"),
    [
        ({}, "2 warnings"),
        ({"piece": ACCEPTED}, "1 warning, 1 accepted"),
        ({"of_set": ACCEPTED}, "no faults, 2 accepted"),
        ({"whole": ACCEPTED}, "no faults, 2 accepted"),
    ],
)
def test_an_accepted_warning_is_counted_but_not_shown(
    tmp_path: Path, where: dict[str, str], counted: str
) -> None:
    made = call(game(tmp_path, **where), "check")
    assert made.stdout.splitlines()[-1].endswith(f", {counted}")
    assert made.stderr.count("K201") == (int(counted[0]) if counted[0].isdigit() else 0)


def test_strict_passes_and_json_gives_the_reason(tmp_path: Path) -> None:
    folder = game(tmp_path, of_set=ACCEPTED)
    assert call(folder, "check", "--strict").returncode == 0
    found = json.loads(call(folder, "check", "--strict", "--format", "json").stdout)["diagnostics"]
    assert [(each["severity"], each["accepted"]) for each in found] == [("warning", "printed as code")] * 2
    assert call(game(tmp_path / "other", piece=ACCEPTED), "check", "--strict").returncode == 1


def test_a_build_accepts_what_composing_finds(tmp_path: Path) -> None:
    layout = {"layouts/small.xml": '<face><text inset="5" style="tiny">{{ piece.name }}</text></face>'}
    deck = "kind: card\nlayout: small\npieces: {a: {name: x, allow: {S205: small print on purpose}}, b: {name: y}}\n"
    head = GAME + "styles: {tiny: {size: 4pt}}\n"
    folder = write(tmp_path / "ants", {"game.yaml": head, "cards/deck.yaml": deck, **layout})
    made = call(folder, "build")
    assert "1 warning, 1 accepted" in made.stdout
    assert made.stderr.count("[S205]") == 1
    assert "(deck/b)" in made.stderr
    again = call(folder, "build")
    assert "unchanged" in again.stdout
    assert "1 warning, 1 accepted" in again.stdout
    (folder / "cards/deck.yaml").write_text(
        "kind: card\nlayout: small\nallow: {S205: so}\npieces: {a: {name: x}}\n"
    )
    assert call(folder, "build", "--strict").returncode == 0


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("K20: meant", "such as K200 or K201"),
        ("K2O1: meant", "did you mean 'K201'?"),
        ("K201: ''", "why the warning is accepted is missing"),
        ("K201: null", "why the warning is accepted is missing"),
        ("K118: meant", "'K118' is no code of a warning"),
    ],
)
def test_a_wrong_code_or_a_missing_reason_is_a_fault(tmp_path: Path, written: str, words: str) -> None:
    for level in ("whole", "of_set", "piece"):
        made = call(game(tmp_path / level, **{level: written}), "check")
        assert made.returncode == 1
        assert "error[M142]" in made.stderr
        assert words in made.stderr


def test_only_warnings_can_be_accepted(tmp_path: Path) -> None:
    deck = "kind: card\npieces: {a: {name: x, text: ':nix-da:', allow: {A100: later}}}\n"
    made = call(write(tmp_path / "ants", {"game.yaml": GAME, "cards/deck.yaml": deck}), "check")
    assert "cards/deck.yaml:2" in made.stderr
    assert "error[A100]" in made.stderr
    assert "only warnings can be accepted, and A100 is an error here" in made.stderr


def test_an_allowance_that_nothing_needs_is_reported_at_its_place(tmp_path: Path) -> None:
    made = call(game(tmp_path, whole=ACCEPTED, of_set=ACCEPTED, piece="K230: meant"), "check")
    notes = [line for line in made.stderr.splitlines() if "note[K152]" in line]
    assert len(notes) == 2  # of the game, whose warnings the set accepts, and of the piece
    assert "game.yaml:3:9" in notes[-1] or "game.yaml:3:9" in notes[0]
    assert call(game(tmp_path / "other", piece="S205: meant"), "check").stderr.count("K152") == 0


def test_repetitions_and_heirs_share_what_their_entry_accepts(tmp_path: Path) -> None:
    deck = (
        "kind: card\ndefaults: {allow: {K201: meant}}\npieces:\n"
        "  a: {for: {who: [bee, ant]}, name: x, text: <b>Dig</b>}\n  b: {extends: a, name: <i>y</i>}\n"
    )
    terms = "terms: {who: {bee: {name: Bee}, ant: {name: Ant}}}\n"
    made = call(write(tmp_path / "ants", {"game.yaml": GAME + terms, "cards/deck.yaml": deck}), "check")
    assert "no faults, 2 accepted" in made.stdout
    assert "K152" not in made.stderr


@pytest.mark.parametrize("comment", ["allow K532", "allow K532: idiom", "allow K536, K532: idiom"])
def test_a_comment_in_a_po_file_accepts_by_the_same_rules(tmp_path: Path, comment: str) -> None:
    po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n# COMMENT\nmsgctxt "card.text"\nmsgid "Draw 3 cards."\nmsgstr "Karten ziehen."\n'
    deck = "kind: card\npieces: {a: {name: x, text: Draw 3 cards.}}\n"
    files = {"game.yaml": "name: Ants\nlanguage: en\nlanguages: [en, de]\n", "cards/deck.yaml": deck}
    files["locale/de.po"] = po.replace("COMMENT", comment)
    found = json.loads(call(write(tmp_path / "ants", files), "check", "--format", "json").stdout)[
        "diagnostics"
    ]
    accepted = {each["code"]: each["accepted"] for each in found if "accepted" in each}
    assert accepted == {"K532": "idiom" if ":" in comment else "accepted"}
    unneeded = [each["message"] for each in found if each["code"] == "K152"]
    assert unneeded == (["no K536 needs to be accepted here"] if "K536" in comment else [])
    files["locale/de.po"] = po.replace("COMMENT", "allow K5321 K532")
    made = call(write(tmp_path / "other", files), "check")
    assert "error[M142]" in made.stderr
    assert "did you mean 'K532'" in made.stderr


@pytest.mark.parametrize("command", [("show", "deck/a"), ("contact",), ("draw",), ("plan",)])
def test_a_warning_that_was_accepted_came_with_other_commands(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    files = {
        "game.yaml": GAME + "styles: {plain: {font: Anton}}\nsets: [cards/*, gone/*]\n",
        "layouts/plain.xml": '<face><text inset="5" style="plain">{{ piece.name }}</text></face>',
        "cards/deck.yaml": "kind: card\nlayout: plain\npieces: {a: {name: a **bold** word}}\n",
    }
    shown = call(write(tmp_path / "shown", files), *command)
    files["game.yaml"] += "allow: {T220: bold is the same here, Y303: made later}\n"
    accepted = call(write(tmp_path / "accepted", files), *command)
    assert (shown.returncode, accepted.returncode) == (0, 0)
    assert "warning" not in accepted.stderr
    if command[0] in ("show", "contact"):
        assert "warning[T220]" in shown.stderr


@pytest.mark.parametrize("cell", ["K201: printed as code", "K201: printed; as code\nS205: small print"])
def test_a_table_accepts_warnings_in_a_column(tmp_path: Path, cell: str) -> None:
    deck = {"cards/deck.yaml": "kind: card\nrows: deck.csv\n"}
    rows = f'id,name,text,Allow\na,x,<b>Dig</b>,"{cell}"\nb,y,Eat,\n'
    folder = write(tmp_path / "ants", {"game.yaml": GAME, **deck, "cards/deck.csv": rows})
    found = json.loads(call(folder, "check", "--format", "json").stdout)["diagnostics"]
    reason = cell.partition("\n")[0].partition(": ")[2]
    assert [(each["code"], each.get("accepted")) for each in found] == [("K201", reason)]


@pytest.mark.parametrize(
    ("cell", "words"), [("K201", "why the warning is accepted is missing"), ("meant", "no code of a warning")]
)
def test_a_cell_without_a_code_or_a_reason_is_a_fault_at_its_place(
    tmp_path: Path, cell: str, words: str
) -> None:
    deck = {"cards/deck.yaml": "kind: card\nrows: deck.csv\n"}
    rows = f"id,name,text,allow\na,x,<b>Dig</b>,{cell}\n"
    made = call(write(tmp_path / "ants", {"game.yaml": GAME, **deck, "cards/deck.csv": rows}), "check")
    assert "cards/deck.csv:2:16: error[M142]" in made.stderr
    assert words in made.stderr


def test_an_imported_table_keeps_what_it_accepts(tmp_path: Path) -> None:
    source = write(
        tmp_path / "old", {"cards.csv": "id,name,text,allow\na,x,<b>Dig</b>,K201: printed as code\n"}
    )
    made = call(source.parent, "import", "csv", "old", "--into", "new")
    assert made.returncode == 0, made.stderr
    (folder,) = (tmp_path / "new").iterdir()
    assert "no faults, 1 accepted" in call(folder, "check").stdout
