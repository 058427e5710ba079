"""What holds between the shipped games, and for all of them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pypdfium2
import pytest

from pnp.build.pipeline import BuildResult
from pnp.build.workshop import check_workshop, open_workshop
from pnp.fonts import FontLibrary, shared_fonts
from pnp.load import game_fonts, load_game, missing_numbers, places_in_game, places_in_tests
from pnp.rules import check_claims, rulings
from tests.games.box import ROOT, load, without_one

GAMES = ("country", "doom", "doom-elements", "zombiaki", "zombiaki2")
LETTERS = (
    "ÁÉÍÓÚÝČĎĚŇŘŠŤŮŽáéíóúýčďěňřšťůž"  # Czech
    "ĄĆĘŁŃÓŚŹŻąćęłńóśźż"  # Polish
    "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûü"  # French
    "ÄÖÜäöüß"  # names of the German edition
    "–„“”«»’…×"
)


@pytest.fixture(scope="module")
def built(built_game) -> dict[str, tuple[BuildResult, Path]]:
    """What building each game gives: the result, and the folder that its files are named from."""
    made = {name: built_game(name) for name in GAMES}
    return {name: (each.result, each.folder.parent) for name, each in made.items()}


def facts(name: str) -> dict[str, object]:
    return {fact.id: fact.value for fact in load(name).facts.values()}


def fields(name: str, set_id: str, field: str) -> list[object]:
    """The values of a field over a set in the author's order, those that are left out too."""
    (found,) = (each for each in load(name).sets if each.id == set_id)
    return [piece.fields[field] for piece in found.pieces]


def test_the_two_streets_are_numbered_from_opposite_ends():
    """X-01: from the cemetery to the barricade the French sheet counts 1 to 5, the Polish one 5 to 1."""
    french, polish = fields("zombiaki", "street", "row"), fields("zombiaki2", "street", "number")
    assert [row + street for row, street in zip(french, polish, strict=True) if row and street] == [6] * 5
    one, two = facts("zombiaki"), facts("zombiaki2")
    assert one["first_row"] == 6 - two["entry_street"]
    assert one["rows"] == two["streets"] == two["entry_street"]


def test_the_two_streets_are_played_by_the_same_numbers():
    """X-02: 15 fields, 40 and 40 cards, four drawn and one discarded, the zombies first and dawn last."""
    one, two = facts("zombiaki"), facts("zombiaki2")
    assert len(one["lines"]) * one["rows"] == two["fields"] == two["lanes"] * two["streets"] == 15
    assert one["deck"] == two["zombie_deck"] == two["human_deck"] == 40
    assert (one["draw_to"], one["discard"]) == (two["draw_to"], two["discard"]) == (4, 1)
    for name, dawn in (("zombiaki", "dawn"), ("zombiaki2", "swit")):
        copies = {each.id: each.copies for each in load(name).sets}
        assert (copies["zombies"], copies["humans"]) == (40, 40)
        (zombies,) = (each for each in load(name).sets if each.id == "zombies")
        assert zombies.pieces[-1].id == dawn
        assert zombies.pieces[-1].copies == 1
    assert "Les zombies commencent." in rule_text("zombiaki")
    assert two["first"] == "zombies"


def rule_text(name: str) -> str:
    return "\n".join(rulebook.text for rulebook in load(name).rulebooks)


def test_both_dooms_have_the_same_four_colours():
    """X-03: the words and the very shades, so that their tokens and cards may lie side by side."""
    hues = load("doom-elements").vocabularies["hue"].terms.values()
    weapons = load("doom").vocabularies["weapon"].terms.values()
    one = {hue.name.source: hue.colour for hue in hues}
    assert one == {weapon.data["colour-name"].source: weapon.colour for weapon in weapons}
    assert set(one) == {"červená", "modrá", "žlutá", "zelená"}


def test_both_dooms_differ_in_the_target_of_two_players_alone():
    """X-04: seven for four players and eight for three in both, eleven and ten for two."""
    one, two = facts("doom-elements")["target"], facts("doom")["target"]
    assert one == {4: 7, 3: 8, 2: 11}
    assert two == {4: 7, 3: 8, 2: 10}


@pytest.mark.parametrize("name", GAMES)
def test_no_number_is_typed_into_a_rule_sheet(name, built):
    """X-05: every digit of a sheet comes from a fact (R140), and words for numbers say what they stand for (X140)."""
    found = {fault.code for fault in built[name][0].diagnostics}
    assert not found & {"R140", "X140"}
    assert len(re.findall(r"\{\{[^}]*\bfacts\.", rule_text(name))) >= 10


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_sheet_names_what_is_in_the_box_and_nothing_else(name, built):
    """X-06: the list of components is made from the box, and every term that the sheet refers to is one of the game."""
    result, out = built[name]
    assert not {fault.code for fault in result.diagnostics} & {"T310", "R150", "R153", "A100"}
    sheets = {rulebook.name for rulebook in load(name).rulebooks}
    shown = " ".join(words_of(out / file) for file in result.files if Path(file).stem in sheets)
    for each in load(name).sets:
        if each.copies:
            assert letters(each.name.source) in letters(shown), each.id


def letters(text: str) -> str:
    """The letters alone, whatever the lines and hyphens between them."""
    return "".join(char for char in text.lower() if char.isalpha())


def words_of(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return " ".join(text.split())


def test_every_shipped_font_has_the_letters_of_all_languages():
    """X-07: Czech, Polish, French and German, small and capital, with their quotation marks and dashes."""
    sources = shared_fonts(
        (ROOT / "fonts/index.json").read_text("utf-8"), lambda file: (ROOT / "fonts" / file).read_bytes()
    )
    library = FontLibrary(sources)
    for source in sources:
        face = library.by_key(source.key)
        assert not [letter for letter in LETTERS if not face.covers(letter)], (source.family, source.weight)


@pytest.mark.parametrize("name", GAMES)
def test_every_letter_of_a_game_is_in_its_fonts(name, built):
    """X-07: no character of any card or rule sheet is without a glyph (T200), not even in the fonts of a game's own."""
    assert "T200" not in {fault.code for fault in built[name][0].diagnostics}
    loaded = load_game(ROOT / "data" / name, cwd=ROOT)
    fonts, faults = game_fonts(loaded.files)
    assert not faults
    assert all(fonts.fallback_for(letter) for letter in LETTERS)


def test_every_statement_of_the_five_rulebooks_is_held_to_somewhere():
    """All ids of the documents, as ``pnp check --ids`` lists them."""
    loaded = [load_game(ROOT / "data" / name, cwd=ROOT) for name in GAMES]
    games = [each.game for each in loaded if each.game is not None]
    places = [
        place for each in loaded if each.game is not None for place in places_in_game(each.game, each.sources)
    ]
    places += places_in_tests(ROOT / "tests/games", games, ROOT)
    known = {place.id for place in places}
    for letters, count in {"D1": 26, "D2": 35, "ZC": 46, "Z1": 28, "Z2": 28, "X": 7}.items():
        assert sorted(name for name in known if name.startswith(f"{letters}-")) == [
            f"{letters}-{number:02}" for number in range(1, count + 1)
        ]
    assert missing_numbers(places) == []


@pytest.mark.parametrize(
    ("name", "line", "changed", "words"),
    [
        ("doom", "hand: {value: 2,", "hand: {value: 3,", {"obě zbraně", "dvou zbraní", "dvě"}),
        (
            "doom",
            "monsters: {value: {normal: 1, castle: 2,",
            "monsters: {value: {normal: 1, castle: 3,",
            {"Obě příšery", "Dvě lebky – dvě příšery", "dvě příšery", "dvěma zbraněmi"},
        ),
        ("doom-elements", "max_zombies: {value: 2,", "max_zombies: {value: 3,", {"se dvěma zombíky"}),
        ("country", "deck_zone_height: {value: 2,", "deck_zone_height: {value: 3,", {"dvě karty"}),
        (
            "zombiaki",
            "draw_to: {value: 4,",
            "draw_to: {value: 5,",
            {"quatre cartes", "dans les quatre cartes"},
        ),
        ("zombiaki2", "lanes: {value: 3,", "lanes: {value: 4,", {"trzy tory", "dwa chodniki"}),
    ],
)
def test_a_sentence_that_said_a_number_by_heart_kept_it_when_the_rulebook_changed(
    name, line, changed, words, tmp_path
):
    folder = tmp_path / name
    shutil.copytree(ROOT / "data" / name, folder)
    game = folder / "game.yaml"
    before = game.read_text(encoding="utf-8")
    assert line in before
    game.write_text(before.replace(line, changed), encoding="utf-8")
    found = check_workshop(open_workshop(folder, folder), seeds=1, rulebooks=True).diagnostics
    stale = {re.search("the words '(.*)' stand", item.message)[1] for item in found if item.code == "X140"}
    assert words <= stale


CLAIMS_OF_CARDS = {"zombiaki": ("Z1-01", "Z1-02"), "zombiaki2": ("Z2-04", "Z2-25")}
"""Claims that fail besides when a card is lost; the second names the card."""


@pytest.mark.parametrize("name", GAMES)
def test_a_lost_copy_of_a_piece_is_noticed_with_its_place(name):
    """Every set has its total; of the many pieces of Zombie Country the first and the last of each set are tried."""
    game = load(name)
    sets = [[piece for piece in each.pieces if piece.copies] for each in game.sets]
    ends = [
        piece for pieces in sets for piece in {each.key: each for each in (pieces[:1] + pieces[-1:])}.values()
    ]
    tried = ends if name == "country" else [piece for pieces in sets for piece in pieces]
    assert len(tried) >= 30
    for lost in tried:
        results = check_claims(without_one(game, lost), seeds=1)
        failed = {result.claim.id: result for result in results if result.verdict != "ok"}
        total = failed[f"{lost.set_id}.total"]
        assert total.verdict == "failed"
        assert total.diagnostics[0].span.file.startswith(f"data/{name}/"), lost.key
        assert total.diagnostics[0].span.line, lost.key
        if lost.kind == "card" and name in CLAIMS_OF_CARDS:
            counted, named = CLAIMS_OF_CARDS[name]
            assert counted in failed, lost.key
            found = [piece.key for piece in failed[named].pieces]
            assert lost.key in found
            assert len(found) == 1 or name == "zombiaki"


RULINGS = {
    "cs": "Výklad tohoto vydání",
    "pl": "Ustalenia tego wydania",
    "fr": "Les choix de cette édition",
    "en": "Rulings of this edition",
}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_the_authors_is_named_in_data_and_sheet(name):
    """Unclear rules have a ruling, invented numbers are assumed, and the sheet says both under its own heading."""
    game = load(name)
    assert rulings(game)
    assert any(fact.assumed for fact in game.facts.values())
    (sheet,) = (ROOT / "data" / name / "rulebook").glob("*.md")
    assert f"# {RULINGS[game.language]}\n" in sheet.read_text(encoding="utf-8")
    for language in set(RULINGS) - {game.language}:
        translated = (ROOT / "data" / name / "locale" / f"{language}.po").read_text(encoding="utf-8")
        assert f'msgstr "{RULINGS[language]}"' in translated
