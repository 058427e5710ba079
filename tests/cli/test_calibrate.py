"""Calibrating a printer, printing with it, and the list of profiles."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from tests.cli.test_commands import DECK, GAME


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    home = str(folder / "home")
    places = {"XDG_CONFIG_HOME": home, "HOME": home, "APPDATA": home}
    command = [sys.executable, "-m", "pnp", *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, encoding="utf-8", env={**os.environ, **places}
    )


@pytest.fixture
def ants(tmp_path: Path) -> Path:
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards/ants.yaml").write_text(DECK + "back: back\n", encoding="utf-8")
    return tmp_path


def words_of(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def trims(path: Path) -> list[list[float]]:
    with pikepdf.open(path) as pdf:
        return [[float(number) / 72 * 25.4 for number in page.trimbox] for page in pdf.pages]


def test_a_printer_is_calibrated_and_printed_with(ants: Path) -> None:
    made = run(ants, "calibrate", "--printer", "laser")
    assert (made.returncode, made.stdout.strip()) == (0, "out/calibrate-laser-a4.pdf")
    assert len(words_of(ants / "out/calibrate-laser-a4.pdf")) == 2
    saved = run(ants, "calibrate", "--printer", "laser", "--set", "x=0.3,left=-0.2,right=-0.2")
    assert saved.returncode == 0, saved.stderr
    assert "backs +0.30 mm right, -0.20 mm down, +0.000° clockwise" in saved.stdout
    assert run(ants, "calibrate", "--list").stdout.startswith("laser, a4: backs +0.30 mm right")

    assert run(ants, "build", "-q").returncode == 0
    plain = (ants / "out/ants/en/ants.pdf").read_bytes()
    before = trims(ants / "out/ants/en/ants.pdf")
    assert run(ants, "build", "-q", "--printer", "laser").returncode == 0
    front, back = trims(ants / "out/ants/en/ants.pdf")
    assert front == pytest.approx(before[0], abs=0.001)
    moved = [after - edge for after, edge in zip(back, before[1], strict=True)]
    assert moved == pytest.approx([0.3, 0.2, 0.3, 0.2], abs=0.001)  # PDF counts from below
    assert all("Printer: laser" in words for words in words_of(ants / "out/ants/en/ants.pdf"))
    assert run(ants, "build", "-q").returncode == 0
    assert (ants / "out/ants/en/ants.pdf").read_bytes() == plain


def test_the_corrected_sheet_is_moved_as_builds_are(ants: Path) -> None:
    run(ants, "calibrate", "--printer", "laser", "--set", "x=1,y=0")
    assert run(ants, "calibrate", "--printer", "laser", "--check").returncode == 0
    assert "Corrected for laser" in words_of(ants / "out/calibrate-laser-a4.pdf")[0]


def test_each_paper_of_each_printer_is_kept(ants: Path) -> None:
    run(ants, "calibrate", "--printer", "a", "--set", "x=1")
    run(ants, "calibrate", "--printer", "a", "--paper", "Letter", "--set", "x=2")
    run(ants, "calibrate", "--printer", "b", "--set", "x=3")
    run(ants, "calibrate", "--printer", "a", "--set", "x=4")
    listed = run(ants, "calibrate", "--list").stdout.splitlines()
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
def test_slips_are_told(ants: Path, arguments: tuple[str, ...], code: int, words: str) -> None:
    result = run(ants, *arguments)
    assert (result.returncode, words in result.stderr) == (code, True), result.stderr


def test_a_paper_that_is_not_calibrated_is_an_error_with_the_way_out(ants: Path) -> None:
    run(ants, "calibrate", "--printer", "a", "--set", "x=1")
    result = run(ants, "build", "--printer", "a", "--paper", "Letter")
    assert "error[S106]: printer 'a' is not calibrated for Letter" in result.stderr
    assert "pnp calibrate --printer a --paper Letter" in result.stderr


def test_a_broken_file_of_printers_is_not_written_over(ants: Path) -> None:
    run(ants, "calibrate", "--printer", "a", "--set", "x=1")
    (file,) = (ants / "home").rglob("printers.yaml")
    file.write_text("printers: [", encoding="utf-8")
    result = run(ants, "calibrate", "--printer", "a", "--set", "x=2")
    assert result.returncode == 1
    assert file.read_text(encoding="utf-8") == "printers: ["


def test_profiles_are_listed_with_what_fits(ants: Path) -> None:
    (ants / "profiles").mkdir()
    (ants / "profiles/club.yaml").write_text(
        "extends: a3\ndescription: the club's copier\n", encoding="utf-8"
    )
    run(ants, "calibrate", "--printer", "a", "--set", "x=1")
    mine = next((ants / "home").rglob("printers.yaml")).parent / "profiles"
    mine.mkdir()
    (mine / "mine.yaml").write_text("paper: A5\n", encoding="utf-8")
    listed = json.loads(run(ants, "profiles", "--format", "json").stdout)
    assert {"a4", "letter-fold", "club", "mine"} <= set(listed)
    assert listed["club"]["from"] == "game"
    assert listed["mine"]["from"] == "you"
    assert listed["a4"]["pieces on a page"] == {"poker": 9}
    assert listed["a4-fold"]["pieces on a page"] == {"poker": 4}
    assert listed["club"]["pieces on a page"] == {"poker": 18}
    shown = run(ants, "profiles").stdout
    assert "the club's copier" in shown
    assert run(ants, "build", "-q", "--profile", "mine").returncode == 0


def test_profiles_are_listed_without_a_game(tmp_path: Path) -> None:
    result = run(tmp_path, "profiles")
    assert result.returncode == 0, result.stderr
    assert "sleeves" in result.stdout
