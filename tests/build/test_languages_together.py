"""Languages of one game, composed and checked together: the same results, and less work."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.composing import Composing, compose
from pnp.build.edition import Edition
from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import Workshop, check_workshop, open_workshop
from pnp.icons.svg import drawing
from pnp.layout import SharedAssets
from pnp.translation import Translations
from tests.cases.made import write

GAME = "name: Test\nlanguage: en\nlanguages: [en, fr, pl]\n"
LAYOUT = (
    '<face><image src="art/{{ piece.id }}.svg" width="60" height="40"/>'
    '<text y="50" width="60" height="8">{{ piece.text }}</text></face>'
)
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4"><path d="M0 0h6v4z" fill="#123"/></svg>'
CARDS = 70


def po(language: str, words: str) -> str:
    entries = "".join(
        f'\nmsgctxt "card.text"\nmsgid "Take {number} :ghost:"\nmsgstr "{words} {number}"\n'
        for number in range(CARDS)
    )
    return f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n{entries}'


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    cards = "".join(f"  c{number}: {{text: 'Take {number} :ghost:'}}\n" for number in range(CARDS))
    deck = f"kind: card\nlayout: l\nfields: {{text: text}}\npieces:\n{cards}"
    files = {
        "game.yaml": GAME,
        "cards/deck.yaml": deck,
        "layouts/l.xml": LAYOUT,
        "rulebook/rules.md": "Take **two** :ghost:.\n",
        "locale/fr.po": po("fr", "Prenez :spectre:"),
        "locale/pl.po": po("pl", "Weź dwa"),
    }
    files |= {f"art/c{number}.svg": ART for number in range(CARDS)}
    folder = write(tmp_path_factory.mktemp("game"), files)
    return open_workshop(folder, folder)


def editions(workshop: Workshop, assets: SharedAssets | None) -> list[Edition]:
    assert workshop.game is not None
    languages = Translations(workshop.game)
    each = map(languages.translator, workshop.game.languages)
    return [Edition(workshop, translator, assets=assets) for translator in each]


@pytest.mark.parametrize("jobs", [1, 2])
def test_pieces_are_the_same_as_composed_language_by_language(workshop: Workshop, jobs: int) -> None:
    together = editions(workshop, SharedAssets(workshop.files))
    with Composing(together, jobs) as composing:
        games = composing.finish()
    for game, edition in zip(games, editions(workshop, None), strict=True):
        alone = compose(edition)
        assert game.edition.language == edition.language
        assert [each.pieces for each in game.sets] == [each.pieces for each in alone.sets]


def test_a_picture_is_read_once_for_all_languages(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[object] = []
    read = drawing.read_xml
    monkeypatch.setattr(drawing, "read_xml", lambda data: reads.append(data) or read(data))
    together = editions(workshop, SharedAssets(workshop.files))
    with Composing(together) as composing:
        composing.finish()
    assert len(reads) == CARDS


def test_languages_that_several_processes_check_have_the_same_findings(workshop: Workshop) -> None:
    alone = check_workshop(workshop, rulebooks=True)
    assert {"K531", "A100"} <= {each.code for each in alone.diagnostics}
    assert check_workshop(workshop, rulebooks=True, jobs=3) == alone


def test_a_piece_that_only_rule_sheets_show_is_read_out_in_each_language(tmp_path: Path) -> None:
    """It looks the same in all of them, but names another piece that it shows."""
    files = {
        "game.yaml": "name: Test\nlanguage: en\nlanguages: [en, fr]\n",
        "cards/deck.yaml": "kind: card\npieces:\n  wound: {name: Wound, layout: w}\n  all: {layout: a, copies: 0}\n",
        "layouts/w.xml": '<face><rect width="60" height="40" fill="#123"/></face>',
        "layouts/a.xml": '<face><face-of piece="deck/wound" width="30" height="40"/></face>',
        "rulebook/rules.md": ":::piece deck/all\n",
        "locale/fr.po": 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\n'
        'msgctxt "card.name"\nmsgid "Wound"\nmsgstr "Blessure"\n',
    }
    folder = write(tmp_path / "game", files)
    opened = open_workshop(folder, folder)
    build(opened, BuildOptions(tmp_path / "out", ("en", "fr")))
    build(opened, BuildOptions(tmp_path / "alone", ("fr",)))
    for name in ("rules.pdf", "deck.pdf"):
        read = [(tmp_path / out / "game/fr" / name).read_bytes() for out in ("out", "alone")]
        assert read[0] == read[1]
