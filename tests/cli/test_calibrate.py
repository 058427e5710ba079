"""Calibrating a printer, printing with it, and the list of profiles."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest

from tests.cli.home import run, words_of


def trims(path: Path) -> list[list[float]]:
    with pikepdf.open(path) as pdf:
        return [[float(number) / 72 * 25.4 for number in page.trimbox] for page in pdf.pages]


def test_a_printer_is_calibrated_and_printed_with(colony: Path) -> None:
    made = run(colony, "calibrate", "--printer", "laser")
    assert (made.returncode, made.stdout.strip()) == (0, "out/calibrate-laser-a4.pdf")
    assert len(words_of(colony / "out/calibrate-laser-a4.pdf")) == 2
    saved = run(colony, "calibrate", "--printer", "laser", "--set", "x=0.3,left=-0.2,right=-0.2")
    assert saved.returncode == 0, saved.stderr
    assert "backs +0.30 mm right, -0.20 mm down, +0.000° clockwise" in saved.stdout
    assert run(colony, "calibrate", "--list").stdout.startswith("laser, a4: backs +0.30 mm right")

    assert run(colony, "build", "-q").returncode == 0
    plain = (colony / "out/ants/en/ants.pdf").read_bytes()
    before = trims(colony / "out/ants/en/ants.pdf")
    assert run(colony, "build", "-q", "--printer", "laser").returncode == 0
    front, back = trims(colony / "out/ants/en/ants.pdf")
    assert front == pytest.approx(before[0], abs=0.001)
    moved = [after - edge for after, edge in zip(back, before[1], strict=True)]
    assert moved == pytest.approx([0.3, 0.2, 0.3, 0.2], abs=0.001)  # PDF counts from below
    assert all("Printer: laser" in words for words in words_of(colony / "out/ants/en/ants.pdf"))
    assert run(colony, "build", "-q").returncode == 0
    assert (colony / "out/ants/en/ants.pdf").read_bytes() == plain


def test_the_corrected_sheet_is_moved_as_builds_are(colony: Path) -> None:
    run(colony, "calibrate", "--printer", "laser", "--set", "x=1,y=0")
    assert run(colony, "calibrate", "--printer", "laser", "--check").returncode == 0
    assert "Corrected for laser" in words_of(colony / "out/calibrate-laser-a4.pdf")[0]


def test_each_paper_of_each_printer_is_kept(colony: Path) -> None:
    run(colony, "calibrate", "--printer", "a", "--set", "x=1")
    run(colony, "calibrate", "--printer", "a", "--paper", "Letter", "--set", "x=2")
    run(colony, "calibrate", "--printer", "b", "--set", "x=3")
    run(colony, "calibrate", "--printer", "a", "--set", "x=4")
    listed = run(colony, "calibrate", "--list").stdout.splitlines()
    assert [line[: line.index(" mm")] for line in listed] == [
        "a, a4: backs +4.00",
        "a, letter: backs +2.00",
        "b, a4: backs +3.00",
    ]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("calibrate",), 2, "give the printer a name"),
        (("calibrate", "--printer", "a", "--paper", "A44"), 2, "unknown paper 'A44'"),
        (("calibrate", "--printer", "a", "--paper", "50x50mm"), 2, "too small for the sheet"),
        (("calibrate", "--printer", "a", "--check"), 2, "not calibrated for A4"),
        (("calibrate", "--printer", "a", "--set", "x=99"), 1, "error[S108]: x=99 moves backs by more"),
        (("calibrate", "--printer", "a", "--set", "x"), 1, "error[S107]: reading 'x' is not a number"),
        (("build", "--printer", "a"), 1, "error[S105]: unknown printer 'a'"),
        (("build", "--profile", "leter"), 1, "did you mean 'letter'?"),
    ],
)
def test_mistakes_are_reported(colony: Path, arguments: tuple[str, ...], code: int, words: str) -> None:
    result = run(colony, *arguments)
    assert (result.returncode, words in result.stderr) == (code, True), result.stderr


def test_a_paper_that_is_not_calibrated_is_an_error_with_the_way_out(colony: Path) -> None:
    run(colony, "calibrate", "--printer", "a", "--set", "x=1")
    result = run(colony, "build", "--printer", "a", "--paper", "Letter")
    assert "error[S106]: printer 'a' is not calibrated for Letter" in result.stderr
    assert "pnp calibrate --printer a --paper Letter" in result.stderr


def test_a_broken_file_of_printers_is_not_written_over(colony: Path) -> None:
    run(colony, "calibrate", "--printer", "a", "--set", "x=1")
    (file,) = (colony / "home").rglob("printers.yaml")
    file.write_text("printers: [", encoding="utf-8")
    result = run(colony, "calibrate", "--printer", "a", "--set", "x=2")
    assert result.returncode == 1
    assert file.read_text(encoding="utf-8") == "printers: ["


def test_profiles_are_listed_with_what_fits(colony: Path) -> None:
    (colony / "profiles").mkdir()
    (colony / "profiles/club.yaml").write_text(
        "extends: a3\ndescription: the club's copier\n", encoding="utf-8"
    )
    run(colony, "calibrate", "--printer", "a", "--set", "x=1")
    mine = next((colony / "home").rglob("printers.yaml")).parent / "profiles"
    mine.mkdir()
    (mine / "mine.yaml").write_text("paper: A5\n", encoding="utf-8")
    listed = json.loads(run(colony, "profiles", "--format", "json").stdout)
    assert {"a4", "letter-fold", "club", "mine"} <= set(listed)
    assert listed["club"]["from"] == "game"
    assert listed["mine"]["from"] == "you"
    assert listed["a4"]["pieces on a page"] == {"poker": 9}
    assert listed["a4-fold"]["pieces on a page"] == {"poker": 4}
    assert listed["club"]["pieces on a page"] == {"poker": 18}
    shown = run(colony, "profiles").stdout
    assert "the club's copier" in shown
    assert run(colony, "build", "-q", "--profile", "mine").returncode == 0


def test_profiles_are_listed_without_a_game(tmp_path: Path) -> None:
    result = run(tmp_path, "profiles")
    assert result.returncode == 0, result.stderr
    assert "sleeves" in result.stdout
