"""``pnp plan`` and planned builds, as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2
import pytest

from tests.cli.call import call as run

GAME = "id: ants\nname: Ants\nlanguage: en\nplayers: 2\nsizes: {token: circle 20mm}\n"
FILES = {
    "cards/ants.yaml": "kind: card\nname: Ants\nsize: poker\nback: back\npieces:\n  worker: {name: Worker, copies: 5}\n",
    "tiles/hill.yaml": "kind: tile\nname: Hill\nsize: 45x45mm\npieces:\n  hill: {name: Hill, copies: 4}\n",
    "tokens/crumbs.yaml": "kind: token\nname: Crumbs\nsize: token\npieces:\n  crumb: {name: Crumb, copies: 7}\n",
}


@pytest.fixture
def ants(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_plan_tells_sheets_cuts_and_commands_and_writes_nothing(ants: Path) -> None:
    result = run(ants, "plan")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert [line.split()[-4:] for line in lines if line.startswith("each set apart")] == [
        ["7", "20%", "pnp", "build"]
    ]
    assert next(line for line in lines if line.startswith("all together")).split()[2] == "1"
    assert "5 ants, 4 hill, 7 crumbs" in result.stdout
    assert not (ants / "out").exists()


def test_a_plan_names_the_files_that_a_build_writes(ants: Path) -> None:
    (ants / "cards/Ants.yaml").write_text(FILES["cards/ants.yaml"], encoding="utf-8")
    (ants / "cards/reprint.yaml").write_text(FILES["cards/ants.yaml"], encoding="utf-8")
    record = json.loads(run(ants, "plan", "--format", "json").stdout)
    assert run(ants, "build").returncode == 0
    written = {path.name for path in (ants / "out/ants/en").glob("*.pdf")}
    assert {part["file"] for part in record["apart"]} == written
    assert {"ants-2.pdf", "reprint-2.pdf"} <= written


def test_a_plan_for_other_programs_holds_every_piece(ants: Path) -> None:
    record = json.loads(run(ants, "plan", "--format", "json").stdout)
    for parts in record.values():
        counts: dict[str, int] = {}
        for sheet in (sheet for part in parts for sheet in part["sheets"]):
            for name, count in sheet["pieces"].items():
                counts[name] = counts.get(name, 0) + count
        assert counts == {"ants": 5, "hill": 4, "crumbs": 7}
    assert [len(record[way]) for way in ("apart", "stock", "together")] == [3, 2, 1]


def test_pieces_that_do_not_fit_are_reported_with_the_sum_and_cures(ants: Path) -> None:
    result = run(ants, "plan", "--paper", "A5", "--margin", "45mm")
    assert result.returncode == 1
    assert "error[S110]: piece of 63 × 88 mm needs 65 × 90 mm with its bleed of 1 mm" in result.stderr
    assert "A5 has 58 × 120 mm" in result.stderr
    assert "help: use A4" in result.stderr


def test_a_planned_build_prints_one_file_with_backs_behind(ants: Path) -> None:
    result = run(ants, "build", "--planned")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("16 pieces (3 unique) on 1 sheet, 1 file")
    pdf = pypdfium2.PdfDocument(ants / "out/ants/en/sheets.pdf")
    assert len(pdf) == 2
    words = pdf[0].get_textpage().get_text_bounded()
    pdf.close()
    assert words.count("Ants 1 / 1") == 5
    assert words.count("Hill") == 4
    assert "Ants · All pieces · Sheet 1 of 1 · Front" in words


def test_a_build_said_nothing_of_sheets_that_three_tokens_took(ants: Path) -> None:
    wasteful = "3 sheets are less than half full: pnp plan shows how sets share paper"
    result = run(ants, "build", "--only", "ants,hill")
    assert "less than half full" not in result.stdout  # one is more than half full
    assert run(ants, "build", "--only", "ants", "--copies", "1").stdout.count("\n") == 1
    (ants / "cards/ants.yaml").write_text(FILES["cards/ants.yaml"].replace("5}", "4}"), encoding="utf-8")
    assert run(ants, "build").stdout.splitlines()[1] == wasteful
    assert run(ants, "build").stdout.splitlines()[1] == wasteful  # nothing has changed
    assert "half full" not in run(ants, "build", "--planned").stdout
    assert (
        "half full" not in run(ants, "build", "--sides", "backs").stdout
    )  # sets without backs take no sheet
    (ants / "tokens/eggs.yaml").write_text(
        FILES["tokens/crumbs.yaml"].replace("rumb", "egg"), encoding="utf-8"
    )
    said = run(ants, "build").stdout.splitlines()[1]
    assert said == "--planned, where sets share paper, saves 1 sheet or more: see pnp plan"
    assert "3 sheets" in said or run(ants, "build", "--planned").stdout.startswith(
        "22 pieces (4 unique) on 1 sheet"
    )


def test_cards_apart_from_punchboard(ants: Path) -> None:
    (ants / "game.yaml").write_text(GAME + "print: {planned: stock}\n", encoding="utf-8")
    assert run(ants, "build", "-q").returncode == 0
    assert sorted(path.name for path in (ants / "out/ants/en").glob("*.pdf")) == [
        "cards.pdf",
        "punchboard.pdf",
    ]


def test_boxes_and_booklets_come_with_the_sheets(ants: Path) -> None:
    (ants / "rulebook").mkdir()
    (ants / "rulebook/rules.md").write_text(
        "---\ntitle: Rules\n---\n# Aim\n\nCarry crumbs home.\n", encoding="utf-8"
    )
    result = run(ants, "build", "--boxes", "0.5mm", "--booklet", "-q")
    assert (result.returncode, result.stderr) == (0, "")
    boxes = pypdfium2.PdfDocument(ants / "out/ants/en/boxes.pdf")
    assert len(boxes) == 1  # cards alone have boxes
    assert "5 pieces" in boxes[0].get_textpage().get_text_bounded()
    boxes.close()
    rules = pypdfium2.PdfDocument(ants / "out/ants/en/rules.pdf")
    assert [page.get_size() for page in rules] == [pytest.approx((841.89, 595.28), abs=0.01)] * 2
    assert "crumbs" in rules[0].get_textpage().get_text_bounded(421, 0, 842, 596)
    rules.close()


@pytest.mark.parametrize(
    ("paper", "size"), [("Letter", (612, 792)), ("Legal", (612, 792)), ("A3", (595.28, 841.89))]
)
def test_rules_and_build_card_are_not_a4_where_the_printer_has_letter(
    ants: Path, paper: str, size: tuple[float, float]
) -> None:
    (ants / "rulebook").mkdir()
    (ants / "rulebook/rules.md").write_text("# Aim\n\nCarry crumbs home.\n", encoding="utf-8")
    assert run(ants, "build", "--paper", paper, "--build-card", "-q").returncode == 0
    for name in ("rules", "build-card"):
        with pypdfium2.PdfDocument(ants / f"out/ants/en/{name}.pdf") as document:
            assert [page.get_size() for page in document] == [pytest.approx(size, abs=0.01)], name


def test_a_thickness_of_no_card_is_refused(ants: Path) -> None:
    result = run(ants, "build", "--boxes", "9mm")
    assert result.returncode == 2
    assert "is not the thickness of a card" in result.stderr
