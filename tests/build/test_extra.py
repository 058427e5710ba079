"""Blank pieces and watermarks for playtests."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from pnp.build.extras import Extras
from pnp.build.pipeline import BuildResult, build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.diagnostics import Severity
from tests.load.folder import write

FILES: dict[str, str | bytes] = {
    "game.yaml": "name: Test\n",
    "cards/deck.yaml": "kind: card\nback: back\npieces: {a: {name: Anvil}, b: {name: Bell, copies: 2}}\n",
    "tokens/coins.yaml": "kind: token\nsize: circle 20mm\npieces: {c: {name: Coin}}\n",
    "tiles/map.yaml": "kind: tile\nsize: hex-flat 40mm\npieces: {h: {name: Hill}}\n",
}


@pytest.fixture
def printed(tmp_path: Path):
    def run(extras: Extras) -> tuple[BuildResult, str]:
        workshop = open_workshop(write(tmp_path, FILES), tmp_path)
        result = build(workshop, BuildOptions(tmp_path / "out", ("en",), extras=extras))
        assert [item.message for item in result.diagnostics if item.severity > Severity.NOTE] == []
        text = ""
        for name in result.files:
            if name.endswith(".pdf"):
                document = pypdfium2.PdfDocument(tmp_path / "out" / name)
                text += "\n".join(page.get_textpage().get_text_bounded() for page in document)
                document.close()
        return result, text

    return run


def test_blanks_come_with_each_set(printed) -> None:
    plain, _ = printed(Extras())
    more, _ = printed(Extras(blanks=4))
    assert (plain.pieces, more.pieces) == (5, 5 + 3 * 4)
    assert more.unique == plain.unique + 3


def test_blanks_of_double_sided_pieces_had_the_back_of_the_first_and_boards_had_blanks(
    tmp_path: Path,
) -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "id: test\nname: Test\n",
        "tiles/coins.yaml": "kind: tile\nsize: 50x50mm\nback: tile\n"
        "pieces: {c: {name: Copper}, s: {name: Silver}}\n",
        "cards/deck.yaml": "kind: card\nback: card\npieces: {a: {name: Anvil, copies: 2}}\n",
        "boards/land.yaml": "kind: board\nsize: 297x210mm\npieces: {land: {name: Land}}\n",
    }
    workshop = open_workshop(write(tmp_path, files), tmp_path)
    result = build(workshop, BuildOptions(tmp_path / "out", ("en",), extras=Extras(blanks=3)))
    assert result.pieces == 5 + 2 * 3
    counts = {}
    for name, word in (("coins", "Copper"), ("deck", "Anvil")):
        with pypdfium2.PdfDocument(tmp_path / f"out/test/en/{name}.pdf") as document:
            counts[name] = [page.get_textpage().get_text_bounded().count(word) for page in document]
    front, back = counts["coins"]
    assert front == back > 0
    front, back = counts["deck"]
    assert (back, front > 0) == (front * 5 // 2, True)  # of two cards and three blanks


@pytest.mark.parametrize("words", ["Playtest", "Zkouška č. 3", "x"])
def test_a_watermark_is_on_every_front_and_off_the_trim(printed, words: str) -> None:
    _, text = printed(Extras(watermark=words))
    assert text.count(words) == 5


def test_a_watermark_lost_its_dragon_without_a_word(tmp_path: Path) -> None:
    files = {**FILES, "game.yaml": "name: Test\nlanguages: [en, cs]\n"}
    workshop = open_workshop(write(tmp_path, files), tmp_path)
    extras = Extras(watermark="🐉 test 龍")
    result = build(workshop, BuildOptions(tmp_path / "out", ("en", "cs"), extras=extras))
    told = [item.message for item in result.diagnostics if item.severity > Severity.WARNING]
    assert told == [f"no glyph for {lost} of the watermark" for lost in ("'🐉' (U+1F409)", "'龍' (U+9F8D)")]
    assert result.files == []


@pytest.mark.parametrize("words", ["playtest 1", "Qj"])
def test_a_watermark_across_a_board_keeps_its_tails_off_the_trim(tmp_path: Path, words: str) -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "name: Test\n",
        "boards/land.yaml": "kind: board\nsize: 297x210mm\npieces: {land: {name: Land}}\n",
    }
    workshop = open_workshop(write(tmp_path, files), tmp_path)
    result = build(workshop, BuildOptions(tmp_path / "out", ("en",), extras=Extras(watermark=words)))
    assert [item.code for item in result.diagnostics if item.severity > Severity.NOTE] == []
