"""What the terminal shows beside errors: bars, closing lines, notes, files that are out of date."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest

from pnp.cli.output import Bar
from tests.cases.made import write
from tests.cli.call import call

DECK = "kind: card\nsize: poker\npieces: {a: {name: x, copies: 2}}\n"
EMPTY = "kind: card\nsize: poker\npieces: {a: {name: x, copies: 0}}\n"


def test_a_bar_never_hides_the_cursor_that_a_signal_would_leave_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    bar = Bar(least=2)
    bar.start("pieces", 4)
    for _ in range(4):
        bar.step(1)
    bar.close()
    assert "\x1b" not in screen.getvalue()
    drawn = screen.getvalue().split("\r")[1:]
    assert [line.split()[-1] for line in drawn] == ["0%", "25%", "50%", "75%", "100%"]
    assert drawn[2] == f"pieces  [{'#' * 18}{'-' * 18}]   50%"
    assert screen.getvalue().endswith("100%\n")


@pytest.mark.parametrize("command", ["build", "check"])
def test_concise_findings_keep_the_closing_line(tmp_path: Path, command: str) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": DECK})
    made = call(folder, command, "--format", "concise")
    assert "no faults" in made.stdout.splitlines()[-1]


def test_concise_findings_of_a_check_keep_its_tables(tmp_path: Path) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": DECK})
    assert "set   kind  unique  copies" in call(folder, "check", "--format", "concise").stdout


def test_notes_are_a_line_each_and_counted(tmp_path: Path) -> None:
    sets = {f"cards/d{number:02}.yaml": EMPTY for number in range(20)}
    folder = write(tmp_path / "ants", {"cards/deck.yaml": DECK, **sets})
    made = call(folder, "build")
    notes = [line for line in made.stderr.splitlines() if "note[S114]" in line]
    assert len(notes) == 6
    assert notes[-1] == "note[S114]: and 15 more"
    assert "no faults, 40 notes," in made.stdout  # of the sets and of their pieces
    assert "note[" not in call(folder, "build", "--force", "--quiet").stderr


def test_notes_on_assumptions_stay_in_the_line_of_check(tmp_path: Path) -> None:
    facts = "name: T\nfacts: {a: {value: 3, assumed: true, ruling: three in all}}\n"
    folder = write(tmp_path / "ants", {"game.yaml": facts, "cards/deck.yaml": DECK})
    made = call(folder, "check")
    assert "1 assumed, the rulebook is silent: a = 3" in made.stdout
    assert "1 ruling, the rulebook is unclear:\n  three in all\n" in made.stdout
    assert "K150" not in made.stderr
    assert "note" not in made.stdout.splitlines()[-1]
    assert "K150" in call(folder, "check", "--format", "json").stdout


def test_old_pdfs_are_named_when_all_copies_are_0_now(tmp_path: Path) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": DECK})
    assert call(folder, "build").returncode == 0
    write(folder, {"cards/deck.yaml": EMPTY})
    made = call(folder, "build")
    assert "warning[S114]: set 'deck' has nothing to print" in made.stderr
    assert "left in out/ants/en from earlier builds: deck.pdf" in made.stdout


@pytest.mark.parametrize("command", [("build",), ("contact",), ("list",), ("export", "png")])
@pytest.mark.parametrize("value", ["", " ", ","])
def test_only_without_a_name_is_refused_and_chooses_not_everything(
    tmp_path: Path, command: tuple[str, ...], value: str
) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": DECK})
    made = call(folder, *command, "--only", value)
    assert made.returncode == 2
    assert f"--only '{value}' names nothing; leave it out to choose all pieces" in made.stderr


def test_pieces_that_a_back_offset_moves_to_the_edge_have_a_cure_that_names_it(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "ants", {"cards/deck.yaml": DECK + "back: back\n", "layouts/back.xml": "<face/>"}
    )
    far = call(
        folder, "build", "--margin", "5mm", "--grid", "3x3", "--back-offset", "15mm 0mm", "--format", "json"
    )
    (fault,) = [each for each in json.loads(far.stdout) if each["code"] == "S311"]
    assert fault["help"][0] == "move pieces less: back-offset '15 mm 0 mm'"
    beyond = float(re.findall(r"reach ([\d.]+)mm", fault["message"].replace(" mm", "mm"))[0])
    assert fault["help"][1] == f"or widen the margin by {int(beyond + 25.4 / 6) + 1}mm"


def test_a_deck_whose_table_cannot_be_read_was_said_to_name_no_piece(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "ants", {"cards/deck.yaml": DECK, "cards/birds.yaml": "kind: card\nrows: gone.csv\n"}
    )
    made = call(folder, "build", "--only", "birds", "--format", "json")
    assert [each["code"] for each in json.loads(made.stdout)] == ["Y301"]
    for command in (
        ("list", "--only", "birds"),
        ("list", "--format", "json"),
        ("stats",),
        ("show", "deck/a"),
    ):
        shown = call(folder, *command)
        assert (shown.returncode, shown.stderr.count("error[Y301]")) == (1, 1), command


def test_a_list_that_is_compared_with_a_number_is_named_with_its_length(tmp_path: Path) -> None:
    deck = "kind: card\nfields: {cost: list}\npieces: {a: {cost: [1, 2]}}\n"
    folder = write(tmp_path / "ants", {"cards/deck.yaml": deck})
    made = call(folder, "list", "--where", "cost > 1")
    assert "'>' does not work between a list and a number" in made.stderr
    assert "compare how many there are with len(…)" in made.stderr
    assert "1 piece in 1 set" in call(folder, "list", "--where", "len(cost) > 1").stdout


@pytest.mark.parametrize("form", ["full", "concise", "json", "github", "sarif"])
def test_quiet_left_notes_out_of_forms_that_programs_read(tmp_path: Path, form: str) -> None:
    folder = write(tmp_path / "ants", {"cards/deck.yaml": "kind: card\npieces: {a: {copies: 0}, b: {}}\n"})
    for command in ("check", "build", "build"):
        made = call(folder, command, "-q", "--format", form)
        assert ("M136" in made.stdout + made.stderr) is (form not in ("full", "concise")), command
