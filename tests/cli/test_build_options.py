"""Options of ``pnp build`` that change what is on the paper."""

from __future__ import annotations

import shlex
from pathlib import Path

import pypdfium2
import pytest

from tests.cli.home import run, run_alone, words_of

OUT = "out/ants/en"


def test_the_build_card_prints_the_command_that_makes_the_same_files(colony: Path) -> None:
    given = [
        "--profile",
        "a4-fold",
        "--only",
        "ants/w*",
        "--where",
        "copies > 3",
        "--copies",
        "2",
        "--no-stamp",
        "--blanks",
        "2",
        "--watermark",
        "playtest 3",
    ]
    first = run_alone(colony, "build", *given, "--build-card", "--jobs", "2", "--out", "elsewhere")
    assert first.returncode == 0, first.stderr
    (card,) = words_of(colony / "elsewhere/ants/en/build-card.pdf")
    line = " ".join(card.split())
    end = "--build-card"
    command = shlex.split(line[line.index("pnp build") : line.index(end) + len(end)])
    assert command == [
        "pnp", "build", "--game", "ants", "--only", "ants/w*", "--where", "copies > 3", "--copies", "2",
        "--profile", "a4-fold", "--no-stamp", "--blanks", "2", "--watermark", "playtest 3", "--build-card",
    ]  # fmt: skip
    command[command.index("ants")] = "."
    assert run(colony, *command[1:]).returncode == 0
    for path in (colony / "elsewhere/ants/en").iterdir():
        assert (colony / OUT / path.name).read_bytes() == path.read_bytes(), path.name


def test_stamps_are_printed_when_asked_for(colony: Path) -> None:
    def runs() -> int:
        assert (colony / f"{OUT}/ants.pdf").is_file()
        with pypdfium2.PdfDocument(colony / f"{OUT}/ants.pdf") as document:
            return len(document[0].get_textpage().get_text_bounded().split())

    run(colony, "build", "-q")
    plain = runs()
    run(colony, "build", "-q", "--stamp")
    assert runs() == plain + 9


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--fold", "upright"), "unknown fold 'upright'"),
        (("--order", "backs-first"), "unknown order 'backs-first'"),
        (("--back-offset", "1mm"), "back-offset '1mm' has 1 length"),
        (("--back-offset", "1 1"), "back-offset '1' has no unit"),
        (("--back-rotation", "left"), "back-rotation 'left' is not a number"),
        (("--scale", "97"), "scale '97' is not between 95% and 105%"),
        (("--mark-colour", "red"), "mark-colour 'red' is not a colour"),
        (("--ink", "none"), "unknown ink 'none'"),
    ],
)
def test_unusable_values_are_reported_with_the_option(
    colony: Path, arguments: tuple[str, ...], words: str
) -> None:
    result = run(colony, "build", *arguments)
    assert result.returncode == 1
    assert f"error[S102]: {words}" in result.stderr


@pytest.mark.parametrize("vision", ["deutan", "protan", "tritan"])
def test_other_eyes_get_a_folder_of_their_own(colony: Path, vision: str) -> None:
    assert run(colony, "build", "-q", "--simulate", vision).returncode == 0
    assert [path.name for path in (colony / "out/ants").iterdir() if path.is_dir()] == [f"en-{vision}"]


def test_a_deck_that_is_gone_is_reported_where_its_sheets_still_lie(colony: Path) -> None:
    (colony / "cards/more.yaml").write_text((colony / "cards/ants.yaml").read_text(encoding="utf-8"))
    run(colony, "build", "-q")
    assert "left in" not in run(colony, "build", "--force").stdout
    (colony / "cards/more.yaml").unlink()
    assert f"left in {OUT} from earlier builds: more.pdf\n" in run(colony, "build").stdout
    assert (colony / OUT / "more.pdf").is_file()
    assert "left in" not in run(colony, "build", "--only", "ants/w*").stdout
