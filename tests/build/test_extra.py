"""Blank pieces and watermarks for playtests."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from pnp.build.build import BuildResult, build
from pnp.build.extra import Extras
from pnp.build.options import BuildOptions
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


@pytest.mark.parametrize("words", ["Playtest", "Zkouška č. 3", "x"])
def test_a_watermark_is_on_every_front_and_off_the_trim(printed, words: str) -> None:
    _, text = printed(Extras(watermark=words))
    assert text.count(words) == 5


@pytest.mark.parametrize("words", ["playtest 1", "Qj"])
def test_a_watermark_across_a_board_keeps_its_tails_off_the_trim(tmp_path: Path, words: str) -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "name: Test\n",
        "boards/land.yaml": "kind: board\nsize: 297x210mm\npieces: {land: {name: Land}}\n",
    }
    workshop = open_workshop(write(tmp_path, files), tmp_path)
    result = build(workshop, BuildOptions(tmp_path / "out", ("en",), extras=Extras(watermark=words)))
    assert [item.code for item in result.diagnostics if item.severity > Severity.NOTE] == []
