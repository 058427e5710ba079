"""Pages that are read have the paper of the house: Letter where the game is printed on it or ``--paper`` says so."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from tests.cli.call import call as run

A4, LETTER = (210.0, 297.0), (215.9, 279.4)
CARDS = "kind: card\nback: back\nfields: {pile: text}\npieces:\n"
CATALOGUE = 'msgid ""\nmsgstr ""\n"Language: cs\\n"\n'


@pytest.fixture
def printed(tmp_path: Path) -> Path:
    """A game whose cards have changed since they were printed."""
    (tmp_path / "game.yaml").write_text("name: Test\nlanguages: [en, cs]\n", encoding="utf-8")
    for folder in ("cards", "locale"):
        (tmp_path / folder).mkdir()
    (tmp_path / "locale/cs.po").write_text(CATALOGUE, encoding="utf-8")
    deck = tmp_path / "cards/deck.yaml"
    deck.write_text(CARDS + "  worker: {name: Worker, pile: a}\n", encoding="utf-8")
    assert run(tmp_path, "build", "-q", "--printed").returncode == 0
    deck.write_text(CARDS + "  worker: {name: Workman, pile: a}\n", encoding="utf-8")
    return tmp_path


COMMANDS = [
    (("contact",), "contact-en.pdf"),
    (("diff",), "en/diff.pdf"),
    (("stats", "--plot"), "stats.pdf"),
    (("i18n", "proof", "cs"), "proof-cs.pdf"),
]


def sizes(pdf: Path) -> set[tuple[float, ...]]:
    with pypdfium2.PdfDocument(pdf) as document:
        return {tuple(sorted(round(side / 72 * 25.4, 1) for side in page.get_size())) for page in document}


@pytest.mark.parametrize(("command", "name"), COMMANDS)
def test_pages_stayed_a4_in_a_house_with_letter(printed: Path, command: tuple[str, ...], name: str) -> None:
    folder = printed / "out" / printed.name
    for paper, size in ((), A4), (("--paper", "Legal"), LETTER), (("--paper", "A3"), A4):
        assert run(printed, *command, *paper).returncode == 0
        assert sizes(folder / name) == {size}
    game = printed / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8") + "print: {paper: Letter}\n", encoding="utf-8")
    run(printed, *command)
    assert sizes(folder / name) == {LETTER}
    assert (refused := run(printed, *command, "--paper", "Leter")).returncode == 2
    assert "unknown paper 'Leter'" in refused.stderr
