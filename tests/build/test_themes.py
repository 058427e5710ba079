"""Themes and views of a build: low ink that keeps pieces apart, other eyes, build card."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from pnp.build.pipeline import BuildResult, build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.diagnostics import Severity
from tests.load.folder import write

DECK = """
kind: token
size: "circle 25mm"
layout: cube
back: cube-back
fields: {cube: term cube}
pieces:
  red: {cube: red, copies: 2}
  blue: {cube: blue, copies: 3}
  again: {cube: red, copies: 1}
"""
GAME = 'name: Cubes\nterms: {cube: {red: {name: red, colour: "#D32F2F"}, blue: {name: blue, colour: "#1565C0"}}}\n'
ALIKE = """
<face>
  <circle inset="0" bleed="true" fill="{{ piece.cube.colour }}" ink="full"/>
  <circle inset="2" fill="none" stroke="black" ink="low"/>
</face>
"""
APART = ALIKE.replace("</face>", '<text inset="5" style="body">{{ piece.cube.name }}</text>\n</face>')
BACK = '<face><circle inset="3" fill="none" stroke="black"/></face>'


def run(folder: Path, layout: str, deck: str = DECK, **options: object) -> BuildResult:
    files = {
        "game.yaml": GAME,
        "tokens/cubes.yaml": deck,
        "layouts/cube.xml": layout,
        "layouts/cube-back.xml": BACK,
    }
    workshop = open_workshop(write(folder, files), folder)
    assert workshop.game is not None
    return build(workshop, BuildOptions(folder / "out", (workshop.game.language,), **options))  # type: ignore[arg-type]


def test_pieces_that_only_colour_distinguished_are_an_error_in_low_ink(tmp_path: Path) -> None:
    result = run(tmp_path, ALIKE, print={"ink": "low"})
    (fault,) = [item for item in result.diagnostics if item.code == "L340"]
    assert fault.message == "'cubes/red' looks the same as 'cubes/blue' in low ink"
    assert str(fault.span).startswith("tokens/cubes.yaml:7:")
    assert not result.files


def test_in_full_ink_and_with_something_else_to_tell_by_they_are_fine(tmp_path: Path) -> None:
    assert run(tmp_path / "a", ALIKE).files
    assert run(tmp_path / "b", APART, print={"ink": "low"}).files


def test_pieces_that_are_alike_anyway_are_no_fault(tmp_path: Path) -> None:
    """Two entries for the same red cube look the same in every theme."""
    for ink in ("low", "full"):
        result = run(tmp_path / ink, APART, print={"ink": ink})
        assert not [item for item in result.diagnostics if item.code in ("L340", "L341")]


def test_two_tokens_that_are_worth_another_sum_and_look_the_same_are_reported(tmp_path: Path) -> None:
    deck = DECK.replace("{cube: term cube}", "{cube: term cube, worth: number}").replace(
        "copies:", "worth: 1, copies:"
    )
    deck = deck.replace("again: {cube: red, worth: 1", "again: {cube: red, worth: 5")
    (fault,) = [item for item in run(tmp_path, APART, deck).diagnostics if item.code == "L341"]
    assert fault.message == "'cubes/red' looks the same as 'cubes/again' and differs in 'worth'"
    assert fault.severity is Severity.WARNING
    assert str(fault.span).startswith("tokens/cubes.yaml:7:")
    drawn = APART.replace("cube.name }}", "cube.name }} {{ piece.worth }}")
    assert not run(tmp_path, drawn, deck).diagnostics


def test_a_built_in_token_shows_emblem_and_number(tmp_path: Path) -> None:
    files = {
        "game.yaml": GAME.replace('colour: "#D32F2F"', 'colour: "#D32F2F", icon: star'),
        "tokens/coins.yaml": """\
kind: token
size: circle 20mm
fields: {cube: term cube, worth: number}
pieces:
  one: {cube: red, worth: 1}
  five: {cube: red, worth: 5}
""",
    }
    workshop = open_workshop(write(tmp_path, files), tmp_path)
    assert not build(workshop, BuildOptions(tmp_path / "out", ("en",))).diagnostics


def red_share(path: Path) -> float:
    with pypdfium2.PdfDocument(path) as document:
        image = document[0].render(scale=0.5).to_pil().convert("RGB")
    pixels = [image.getpixel((x, y)) for x in range(image.width) for y in range(image.height)]
    reds = [pixel for pixel in pixels if pixel[0] > pixel[1] + 80 and pixel[0] > pixel[2] + 80]  # type: ignore[index, operator]
    return len(reds) / len(pixels)


def test_other_eyes_lie_in_a_folder_of_their_own_beside_the_pieces_for_play(tmp_path: Path) -> None:
    plain = run(tmp_path, APART)
    folder = tmp_path / "out" / Path(plain.files[0]).parent.parent
    before = {name: (tmp_path / "out" / name).read_bytes() for name in plain.files}
    result = run(tmp_path, APART, simulate="deutan")
    assert [name.split("/")[1] for name in result.files] == ["en-deutan"]
    assert {name: (tmp_path / "out" / name).read_bytes() for name in plain.files} == before
    assert red_share(folder / "en" / "cubes.pdf") > 0.005
    assert red_share(folder / "en-deutan" / "cubes.pdf") == 0


@pytest.mark.parametrize("combined", [False, True])
def test_the_build_card_comes_last(tmp_path: Path, combined: bool) -> None:
    result = run(tmp_path, APART, card="pnp build --build-card", combined=combined)
    name = next(name for name in result.files if name.endswith("en.pdf" if combined else "build-card.pdf"))
    with pypdfium2.PdfDocument(tmp_path / "out" / name) as document:
        text = document[len(document) - 1].get_textpage().get_text_bounded()
    assert "Build card · Cubes" in text
    assert "pnp build --build-card" in text
    assert "6 pieces" in text


def test_low_ink_is_reported_in_the_footer_and_by_other_hashes(tmp_path: Path) -> None:
    full = run(tmp_path / "full", APART)
    low = run(tmp_path / "low", APART, print={"ink": "low"})
    hashes = []
    for folder, result in (("full", full), ("low", low)):
        manifest = next(name for name in result.files if name.endswith("manifest.json"))
        hashes.append(
            json.loads((tmp_path / folder / "out" / manifest).read_text(encoding="utf-8"))["pieces"][
                "cubes/red"
            ]["front"]
        )
    assert hashes[0] != hashes[1]
    pdf = next(name for name in low.files if name.endswith("cubes.pdf"))
    with pypdfium2.PdfDocument(tmp_path / "low/out" / pdf) as document:
        assert "Low ink" in document[0].get_textpage().get_text_bounded()


@pytest.mark.parametrize(
    ("options", "duplex"),
    [
        ({}, "/DuplexFlipLongEdge"),
        ({"order": "fronts-first"}, "/Simplex"),
        ({"fold": "any"}, "/Simplex"),
        ({"sides": "backs"}, "/Simplex"),
        ({"duplex": "short-edge"}, "/DuplexFlipShortEdge"),
    ],
)
def test_the_print_dialog_is_told_how_the_sheets_are_printed(
    tmp_path: Path, options: dict[str, str], duplex: str
) -> None:
    result = run(tmp_path, APART, print=options)
    pdf = next(name for name in result.files if name.endswith("cubes.pdf"))
    with pikepdf.open(tmp_path / "out" / pdf) as document:
        assert document.Root.ViewerPreferences.Duplex == duplex


def test_a_pile_of_all_parts_had_to_be_turned_over_part_by_part(tmp_path: Path) -> None:
    hills = "kind: tile\nsize: 90x90mm\npieces: {hill: {name: Hill, copies: 7}}\n"
    write(
        tmp_path, {"cards/hills.yaml": hills, "rulebook/rules.md": "---\ntitle: Rules\n---\n# Aim\n\nWin.\n"}
    )
    deck = DECK.replace("copies: 2", "copies: 200")
    result = run(tmp_path, APART, deck, print={"order": "fronts-first"}, combined=True)
    (pdf,) = [name for name in result.files if name.endswith(".pdf")]
    with pypdfium2.PdfDocument(tmp_path / "out" / pdf) as document:
        kinds = ["".join(_kind(page.get_textpage().get_text_bounded())) for page in document]
        marks = {mark.get_title(): mark.get_dest().get_index() for mark in document.get_toc()}
    fronts, backs = kinds[: result.sheets], kinds[result.sheets : -1]
    assert len(backs) == result.sheets
    assert set(zip(fronts, backs, strict=True)) == {("alone", ""), ("front", "back")}
    assert kinds[-1] == "rules"
    assert marks["Aim"] == len(kinds) - 1
    assert fronts[marks["hills"]] == "alone"


def _kind(words: str) -> list[str]:
    told = {" Front ": "front", " Back ": "back", "Win.": "rules"}
    return [kind for word, kind in told.items() if word in words] or (["alone"] if words.strip() else [])


GROUND = '<face><rect inset="0" bleed="true" fill="{{ piece.cube.colour }}"%s/><text inset="8" style="body">{{ piece.cube.name }}</text></face>'


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        (GROUND % "", True),
        ('<face fill="#20333B"/>', True),
        ('<face><rect inset="0" fill="linear(90, white, {{ piece.cube.colour }})"/></face>', True),
        (GROUND % ' ink="full"', False),
        ('<face fill="#F4EEE0"/>', False),  # paper
        ('<face><rect inset="20" fill="{{ piece.cube.colour }}"/></face>', False),  # a patch
        (GROUND % ' opacity="0.1"', False),
    ],
)
def test_low_ink_said_nothing_of_a_layout_that_ignored_it(tmp_path: Path, layout: str, told: bool) -> None:
    deck = DECK.replace('"circle 25mm"', "poker").replace("again: {cube: red, copies: 1}", "")
    found = run(tmp_path, layout, deck, print={"ink": "low"}).diagnostics
    said = [item.message for item in found if item.code == "L342"]
    assert said == (["low ink saves nothing on 'cubes/red': layout 'cube' draws the same"] if told else [])
    assert not [item for item in run(tmp_path, layout, deck).diagnostics if item.code == "L342"]


def test_a_back_that_ignores_low_ink_is_reported_by_its_own_layout(tmp_path: Path) -> None:
    deck = DECK.replace("back: cube-back", "back: cube")
    found = run(
        tmp_path, GROUND % "", deck.replace("layout: cube", "layout: cube-back"), print={"ink": "low"}
    )
    assert [item.message for item in found.diagnostics if item.code == "L342"] == [
        "low ink saves nothing on 'cubes/red': layout 'cube' draws the same"
    ]


DARK = """
<face fill="#102040">
  <rect inset="2" fill="white" ink="full"/>
  <text inset="6" style="body">{{ piece.cube.name }}</text>
</face>
"""


def test_black_words_on_a_dark_ground_in_low_ink_passed_without_a_fault(tmp_path: Path) -> None:
    assert "S207" not in {item.code for item in run(tmp_path / "full", DARK).diagnostics}
    found = [item for item in run(tmp_path, DARK, print={"ink": "low"}).diagnostics if item.code == "S207"]
    assert [item.message.partition(":")[0] for item in found] == [
        "'red' of #000000 on #102040 can hardly be read on the front"
    ]


def test_a_theme_that_takes_more_ink_than_the_full_one_is_reported(tmp_path: Path) -> None:
    (fault,) = [item for item in run(tmp_path, DARK, print={"ink": "low"}).diagnostics if item.code == "L342"]
    assert fault.message.startswith("low ink saves nothing on 'cubes/red': layout 'cube' inks 8")
    assert " instead of " in fault.message
