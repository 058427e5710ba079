"""Findings about the languages of a game."""

import unicodedata
from itertools import chain

import pytest

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import check_workshop
from pnp.diagnostics import Severity
from pnp.load import load_game
from tests.translation.sample import POLISH, game_folder, opened, po, told, with_entry

BOMB = "Zabij :unlit-bomb: a lízni {{ facts.hand | reads(2, 'dvě karty') }}."


def found(folder):
    workshop, game, translations = opened(folder)
    case = workshop.case(game)
    return [*translations.check_common(case), *chain.from_iterable(translations.check_languages(case))]


def test_a_complete_translation_has_no_findings(tmp_path):
    assert told(found(game_folder(tmp_path))) == []


def test_what_is_missing_is_counted_and_named(tmp_path):
    some = {key: words for key, words in POLISH.items() if key[1] not in ("Bomba", "Síla")}
    (finding,) = found(game_folder(tmp_path, some))
    assert finding.message == "2 of 19 texts have no translation in 'pl'"
    assert finding.severity is Severity.WARNING
    assert [words for _, words in finding.related] == ["Bomba", "Síla"]


def test_a_language_without_a_file_is_reported(tmp_path):
    folder = game_folder(tmp_path)
    (folder / "locale/pl.po").unlink()
    assert told(found(folder)) == ["K410 there is no file of translations for 'pl'"]


def test_a_language_without_a_file_pointed_at_the_first_line_of_the_game(tmp_path):
    folder = game_folder(tmp_path)
    (folder / "locale/pl.po").unlink()
    (finding,) = found(folder)
    lines = (folder / "game.yaml").read_text(encoding="utf-8").split("\n")
    assert lines[finding.span.line - 1][finding.span.column - 1 :].startswith("pl")


def test_a_missing_plural_form_was_reported_twice(tmp_path):
    game_folder(tmp_path)
    translation = "{{ facts.hand | plural(one='kartę', other='karty') }}"
    (tmp_path / "game.yaml").write_text(
        "id: g\nname: ''\nlanguage: en\nlanguages: [en, pl]\nfacts: {hand: {value: 2, assumed: true}}\nsets: [a.yaml]\n",
        encoding="utf-8",
    )
    source = "{{ facts.hand | plural(one='card', other='cards') }}"
    (tmp_path / "a.yaml").write_text(f'kind: card\npieces: {{a: {{text: "{source}"}}}}\n', encoding="utf-8")
    po = f'msgctxt "card.text"\nmsgid "{source}"\nmsgstr ""\n"{translation}"\n'
    (tmp_path / "locale/pl.po").write_text(po, encoding="utf-8")
    lacking = [finding for finding in found(tmp_path) if "plural lacks" in finding.message]
    assert [(finding.code, finding.span.line, finding.span.column) for finding in lacking] == [
        ("K540", 4, len('"{{ facts.hand | ') + 1)
    ]


def test_files_named_by_countries_or_by_no_language_are_reported(tmp_path):
    folder = game_folder(tmp_path, **{"locale/cz.po": "", "locale/de.po": "", "locale/cs.po": ""})
    messages = told(found(folder))
    assert messages == [
        "K411 'cs' is the game's own language, and its texts are in the data",
        "K411 'cz' is a country, no language",
        "K411 the game does not list the language 'de'",
    ]


def test_a_file_named_with_its_country_is_found(tmp_path):
    folder = game_folder(tmp_path)
    (folder / "locale/pl.po").rename(folder / "locale/pl_PL.po")
    assert told(found(folder)) == []


def test_an_edited_source_is_reported_with_the_nearest_text(tmp_path):
    edited = {(c, "Bombba" if s == "Bomba" else s): w for (c, s), w in POLISH.items()}
    unused = next(item for item in found(game_folder(tmp_path, edited)) if item.code == "K520")
    assert unused.message == "'Bombba' is no text of the game"
    assert unused.help == ("run 'pnp i18n update'", "the game may now say 'Bomba'")


def test_a_game_that_was_written_again_is_reported_once_and_not_entry_by_entry(tmp_path):
    old = {("card.text", f"Stará věta {n}."): f"Stare zdanie {n}." for n in range(7)}
    (unused,) = (item for item in found(game_folder(tmp_path, POLISH | old)) if item.code == "K520")
    assert unused.message == "7 entries are no texts of the game"
    assert [words for _, words in unused.related] == [f"Stará věta {n}." for n in range(5)]
    assert unused.help == ("run 'pnp i18n update'",)


def test_translated_texts_are_checked_like_any_other(tmp_path):
    words = "Zabij :unlit-bomb: i dobierz {{ facts.hand | reads(2, 'dwie karty') }} \"tak\" - **teraz."
    codes = {item.code for item in found(game_folder(tmp_path, with_entry(BOMB, words)))}
    assert codes == {"K230", "K232", "K200"}


def test_a_form_that_is_not_listed_is_reported(tmp_path):
    translations = POLISH | {("", "[luk](bow)"): "[łukowi](bow)"}
    assert told(found(game_folder(tmp_path, translations))) == ["K210 'łukowi' is no listed form of 'bow'"]


def test_a_form_that_the_language_lacks_is_reported_where_it_is_asked_for(tmp_path):
    deck = """
    kind: card
    name: Karty zbraní
    fields: {weapon: term weapon}
    pieces:
      a: {weapon: bow, name: "{{ weapon.forms.pl }}", text: "Tři {{ weapon.forms.pl }}."}
    """
    text = ("card.text", "Tři {{ weapon.forms.pl }}.")
    used = {key: words for key, words in POLISH.items() if not key[0].startswith("card.")}
    translations = used | {text: "Trzy {{ weapon.forms.gen }}."}
    codes = [item.code for item in found(game_folder(tmp_path, translations, **{"cards/deck.yaml": deck}))]
    assert codes == ["X112"]


def test_lines_of_forms_that_are_none_are_reported(tmp_path):
    key = ("term.forms/weapon.bow", "acc: luk\npl: luky")
    assert told(found(game_folder(tmp_path, POLISH | {key: "łuku\npl: łuki"}))) == ["K550 'łuku' is no form"]


def test_of_two_forms_with_one_label_the_first_was_lost(tmp_path):
    key = ("term.forms/weapon.bow", "acc: luk\npl: luky")
    doubled = POLISH | {key: "acc: łuk\npl: łuki\nins: łukiem\nacc: łuku"}
    (finding,) = found(game_folder(tmp_path, doubled))
    assert (finding.code, finding.message) == ("K550", "the form 'acc' is listed twice")
    assert finding.span.end_column - finding.span.column == len("acc")


@pytest.mark.parametrize(
    ("words", "code", "typed"),
    [
        ("Zabij :unlit-bmb: i dobierz {{ facts.hand | reads(2, 'dwie') }}.", "K531", ":unlit-bmb:"),
        (
            "Zabij :unlit-bomb: i dobierz {{ facts.hnd | reads(2, 'dwie') }}.",
            "K530",
            "{{ facts.hnd | reads(2, 'dwie') }}",
        ),
        ("Zabij :unlit-bomb: i dobierz {{ facts.hand | reads(2, 'dwie') }. ", "X160", "{{"),
        ("Zabij :unlit-bomb: i dobierz {{ facts.hand | reads(2, 'dwie') }}. ", "K535", " "),
    ],
)
def test_one_mistake_in_a_translation_was_reported_twice_or_hid_what_was_wrong(tmp_path, words, code, typed):
    told_of = found(game_folder(tmp_path, with_entry(BOMB, words)))
    assert code in [item.code for item in told_of]
    if code != "X160":
        (finding,) = told_of
        lines = (tmp_path / "locale/pl.po").read_text(encoding="utf-8").split("\n")
        line = lines[finding.span.line - 1]
        assert line[finding.span.column - 1 : finding.span.end_column - 1] == typed


def test_a_fault_beside_a_value_that_is_missing_is_reported_too(tmp_path):
    deck = """
    kind: card
    pieces: {a: {name: A, text: "Lízni {{ facts.hand }} z {{ players.max }}."}}
    """
    key = ("card.text", "Lízni {{ facts.hand }} z {{ players.max }}.")
    translations = POLISH | {key: "Dobierz z {{ players.max }} [karty](kart)."}
    folder = game_folder(tmp_path, translations, **{"cards/deck.yaml": deck})
    codes = [item.code for item in found(folder) if item.code not in ("K500", "K520")]
    assert codes == ["K530", "K534"]


def test_check_and_build_look_at_translations(tmp_path):
    folder = game_folder(tmp_path)
    workshop, _, _ = opened(folder)
    assert [item for item in check_workshop(workshop).diagnostics if item.code != "K150"] == []
    (folder / "locale/pl.po").write_bytes(po(with_entry(BOMB, "Zabij.")))
    workshop, _, _ = opened(folder)
    codes = {item.code for item in check_workshop(workshop).diagnostics}
    assert codes >= {"K530", "K531"}


def test_a_file_in_an_old_encoding_is_reported_and_not_guessed(tmp_path):
    folder = game_folder(tmp_path)
    path = folder / "locale/pl.po"
    path.write_bytes(path.read_bytes().decode().encode("iso-8859-2"))
    loaded = load_game(folder, cwd=folder)
    assert [(item.code, item.span.file) for item in loaded.diagnostics] == [("Y101", "locale/pl.po")]


def test_a_source_typed_in_decomposed_letters_meets_its_translation(tmp_path):
    folder = game_folder(tmp_path)
    deck = folder / "cards/deck.yaml"
    deck.write_text(unicodedata.normalize("NFD", deck.read_text(encoding="utf-8")), encoding="utf-8")
    assert told(found(folder)) == []


def test_a_misspelt_fact_in_a_translation_was_reported_as_missing_as_foreign_and_as_unknown(tmp_path):
    words = "Zabij :unlit-bomb: i dobierz {{ facts.hnad | reads(2, 'dwie karty') }}."
    (finding,) = found(game_folder(tmp_path, with_entry(BOMB, words)))
    assert (finding.code, finding.message) == (
        "K530",
        "'{{ facts.hnad | reads(2, 'dwie karty') }}' is not in the source",
    )
    assert finding.help[0] == "write '{{ facts.hand | reads(2, 'dvě karty') }}', which is missing"


def test_a_build_does_not_tell_again_what_is_wrong_inside_of_an_expression_that_is_made_up(tmp_path):
    text = next(source for _, source in POLISH if source.startswith("Vezmi [luk](bow) a lízni"))
    words = POLISH["", text].replace("{{ facts.hand }}", "{{ facts.hnad }}")
    folder = game_folder(tmp_path, with_entry(text, words, ""))
    result = build(opened(folder)[0], BuildOptions(tmp_path / "out", ("pl",)))
    assert [item.code for item in result.diagnostics if item.severity is Severity.ERROR] == ["K530"]


@pytest.mark.parametrize(
    "cell",
    [
        "{{ count(sets.deck.pieces, weapon='bow') }}",
        "**{{ count(sets.deck.pieces, weapon=['bow', 'sword']) }}**",
        "{{ len(distinct(sets.deck.pieces, 'weapon')) }}",
        ":unlit-bomb: {{ n([p for p in sets.deck.pieces if p.id == 'bomb']) }}",
    ],
)
def test_a_cell_that_only_counts_needs_no_translation(tmp_path, cell):
    rules = f"---\ntitle: Pravidla\n---\n\n| Zbraň |\n|---|\n| {cell} |\n"
    some = {key: words for key, words in POLISH.items() if key[0] or key[1] in ("Pravidla", "Zbraň")}
    folder = game_folder(tmp_path, some, **{"rulebook/pravidla.md": rules})
    assert [each for each in told(found(folder)) if each.startswith("K5")] == []


def test_words_that_an_expression_may_print_need_a_translation(tmp_path):
    rules = "---\ntitle: Pravidla\n---\n\n{{ max([], default='nic') }}\n"
    some = {key: words for key, words in POLISH.items() if key[0] or key[1] == "Pravidla"}
    folder = game_folder(tmp_path, some, **{"rulebook/pravidla.md": rules})
    assert "K500 1 of 14 texts has no translation in 'pl'" in told(found(folder))
