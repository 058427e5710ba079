"""The shipped games in all their languages, as they lie on paper."""

import ctypes
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from pnp.build.edition import Edition
from pnp.build.workshop import open_workshop
from pnp.diagnostics import Severity
from pnp.diagnostics.diagnostic import accept, without_accepted
from pnp.i18n import Catalogue, Entry, merge, whole_number_categories
from pnp.translation import Translations, Translator
from pnp.translation.compare import compare
from pnp.translation.notes import wanted_entries
from pnp.translation.wording import TextPair

ROOT = Path(__file__).parents[2]
GAMES = ["doom", "doom-elements", "zombiaki", "zombiaki2", "country"]
"""Games whose translations are complete."""

POINTS_PER_MM = 72 / 25.4
"""Content streams are in millimetres, places of letters come in points."""
ONE_LETTER = {"cs": "ksvzouai", "pl": "aiouwz"}


@pytest.fixture(scope="module", params=GAMES)
def built(request, built_game):
    """A game built strictly in all its languages: the game, the result and the folder of its files."""
    return built_game(request.param)


@cache
def lines(path: Path) -> list[str]:
    """Lines as they were set: a new one begins where the next letter stands lower, higher, or far off."""
    found: list[str] = []
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            text_page = page.get_textpage()
            found += _page_lines(text_page)
            text_page.close()
            page.close()
    return found


def _page_lines(text_page) -> Iterator[str]:
    line, before = "", None
    raw, x, y = text_page.raw, ctypes.c_double(), ctypes.c_double()
    for index in range(text_page.count_chars()):
        char = chr(pdfium.FPDFText_GetUnicode(raw, index))
        if char in "\r\n" or (
            char != " " and not char.isalnum() and pdfium.FPDFText_IsGenerated(raw, index) == 1
        ):
            continue
        if abs(pdfium.FPDFText_GetCharAngle(raw, index)) > 0.01:
            continue  # the other end of a card that is read from both sides
        pdfium.FPDFText_GetCharOrigin(raw, index, x, y)
        here = (x.value, y.value)
        if before is not None and not (before[1] == here[1] and -1 < here[0] - before[0] < 6):
            size = pdfium.FPDFText_GetFontSize(raw, index) * POINTS_PER_MM
            if abs(here[1] - before[1]) > size / 3 or not -1 < here[0] - before[0] < 2.5 * size:
                yield line.strip()
                line = ""
        line, before = line + char, here
    yield line.strip()


def test_a_strict_build_of_all_languages_is_clean(built):
    game, result, folder = built
    assert [
        f"{item.code} {item.span} {item.message}"
        for item in without_accepted(result.diagnostics)
        if item.severity > 0
    ] == []
    assert {path.name for path in folder.iterdir()} == set(game.languages)


def test_every_file_says_its_language_and_extracts_in_composed_form(built):
    game, _, folder = built
    for language in game.languages:
        for path in (folder / language).glob("*.pdf"):
            with pikepdf.open(path) as pdf:
                assert str(pdf.Root.Lang) == language, path
            text = "\n".join(lines(path))
            assert text == unicodedata.normalize("NFC", text), path


def test_no_czech_or_polish_line_ends_in_a_one_letter_word(built):
    game, _, folder = built
    checked = 0
    for language in set(game.languages) & set(ONE_LETTER):
        letters = ONE_LETTER[language]
        # Capitals are words where a sentence begins, else names of enemies and units, as in 220 V.
        end = re.compile(rf"(?:(?:^|[\s(„»])[{letters}]|(?:^|[.!?:…] )[{letters.upper()}])$")
        for path in (folder / language).glob("*.pdf"):
            found = [
                line for line in lines(path) if re.search(r"\w\w", line)
            ]  # lone letters in boxes are labels
            checked += len(found)
            assert [line for line in found if end.search(line)] == [], path
    assert checked > 500


def test_no_french_line_starts_with_punctuation_that_belongs_to_the_line_before(built):
    _, _, folder = built
    found = [line for path in (folder / "fr").glob("*.pdf") for line in lines(path) if line]
    assert len(found) > 200
    assert [line for line in found if line[0] in ";:!?»" or line[-1] == "«"] == []


def test_the_lines_are_really_seen(built_game):
    """What the tests above stand on: lines of running text are found as they were set."""
    game, _, folder = built_game("doom")
    found = lines(next((folder / "pl").glob("zasady*.pdf")))
    assert any(line.startswith("Gracze wędrują po mapie") for line in found)
    catalogue = Translations(game).catalogues.by_language["pl"]
    across = [
        "".join(entry.translation.split())
        for entry in catalogue.living()
        if entry.context == "game.notice" or "rule sheet: caption" in entry.notes
    ]  # the whole page
    within = [line for line in found if not any("".join(line.split()) in text for text in across)]
    assert len(found) > len(within) > len(found) / 2
    assert [line for line in within if len(line) >= 140] == []


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("pl", {"rana": 11, "rany": 8, "ran": 1}),
        ("cs", {"zranění": 20}),
        ("fr", {"blessure": 11, "blessures": 9}),
    ],
)
def test_the_word_below_a_number_of_wounds_agrees_with_it(built_game, language, forms):
    """1 rana, 2 rany, 5 ran; the two cards of 'Seria' have no number."""
    found = lines(built_game("zombiaki2").folder / language / "humans.pdf")
    below = Counter(word for number, word in pairwise(found) if re.fullmatch(r"\d", number) and word in forms)
    assert below == forms


@pytest.mark.parametrize("name", GAMES)
def test_a_game_was_not_built_in_a_new_language_with_other_plurals_before_its_words_were_translated(name):
    """Polish has 'many' where German has 'other'; words that stay Polish go by the rules of Polish."""
    workshop = open_workshop(ROOT / "data" / name, ROOT)
    edition = Edition(workshop, Translator(workshop.game, Catalogue("de")), bleed=2.0)
    made = [edition.piece(piece) for piece in edition.game.pieces()]
    found = [item for composed in made for item in composed.diagnostics if item.severity == Severity.ERROR]
    assert [f"{item.code} {item.span} {item.message}" for item in found] == []


def dropped(entry: Entry) -> list[str]:
    """The translation without each of its numbers, icons, terms and expressions, one at a time."""
    pattern = r"\{\{.*?\}\}|:[a-z]+(?:-[a-z0-9]+)*:|\b\d+\b|(?<=\])\([a-z]+\)"
    return [
        entry.translation[: found.start()] + entry.translation[found.end() :]
        for found in re.finditer(pattern, entry.translation, re.DOTALL)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_dropped_from_any_translation_is_caught(name):
    game = open_workshop(ROOT / "data" / name, ROOT).game
    tried = 0
    for language, catalogue in Translations(game).catalogues.by_language.items():
        for entry in catalogue.living():
            if entry.context.startswith(("term.forms/", "term.gender/")):
                continue
            found = accept(compare(TextPair(entry, game.language, language)), entry.allowances())
            assert not [*without_accepted(found)] or entry.source == entry.translation
            for less in dropped(entry):
                tried += 1
                codes = {item.code for item in compare(TextPair(_with(entry, less), game.language, language))}
                assert codes & {"K530", "K531", "K532", "K534"}, (entry.translation, less)
    assert tried > 100


def _with(entry: Entry, translation: str) -> Entry:
    from dataclasses import replace

    return replace(entry, translation=translation)


@pytest.mark.parametrize("name", GAMES)
def test_a_changed_sentence_turns_exactly_its_translations_fuzzy(name):
    game = open_workshop(ROOT / "data" / name, ROOT).game
    translations = Translations(game)
    entries = wanted_entries(game, translations.extracted)
    sentences = [index for index, entry in enumerate(entries) if len(entry.source) > 60]
    for catalogue in translations.catalogues.by_language.values():
        for index in sentences[::7]:
            changed = list(entries)
            changed[index] = _reworded(entries[index])
            merged = merge(catalogue, changed)
            assert [entry.source for entry in merged.living() if entry.fuzzy] == [changed[index].source]


def _reworded(entry: Entry) -> Entry:
    from dataclasses import replace

    return replace(entry, source=entry.source[:30] + " docela " + entry.source[30:])


@pytest.mark.parametrize(("language", "forms"), [("cs", 3), ("pl", 3), ("fr", 2)])
def test_the_forms_that_whole_numbers_reach(language, forms):
    assert len(whole_number_categories(language)) == forms
