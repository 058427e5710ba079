"""Tables for spreadsheets, tidying sources, adding a language, the fit report, the state of things."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.composing import compose
from pnp.build.edition import Edition
from pnp.i18n import Catalogue, Entry, read_catalogue
from pnp.load import load_game, with_language
from pnp.translation.notes import Budgets, wanted_entries
from pnp.translation.status import fit_rows, progress, states, untranslated, worst_first
from pnp.translation.table import read_table, write_table
from pnp.translation.tidy import edits_by_file, tidied
from tests.translation.sample import POLISH, game_folder, opened, po, with_entry

# Tables


def table_of(*entries: Entry) -> str:
    return write_table(Catalogue("pl", entries)).decode("utf-8-sig")


cells = st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), max_size=40)


@given(
    st.lists(
        st.tuples(cells.filter(lambda s: s.strip() == s != ""), cells), max_size=5, unique_by=lambda r: r[0]
    )
)
def test_a_table_brings_every_translation_back_unchanged(rows):
    entries = [Entry(source, words) for source, words in rows]
    empty = Catalogue("pl", tuple(Entry(entry.source) for entry in entries))
    imported = read_table(table_of(*entries), "pl.csv", empty)
    assert imported.diagnostics == ()
    assert [e.translation for e in imported.catalogue.entries] == [words.strip() for _, words in rows]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "'="])
def test_what_a_spreadsheet_would_take_for_a_formula_is_made_harmless(sign):
    table = table_of(Entry(f"{sign}1+1", f"{sign}cmd|'/c calc'!A0"))
    cells_of_row = table.splitlines()[1].split(",")
    assert all(not cell.startswith(("=", "+", "-", "@")) for cell in cells_of_row)


def test_tables_begin_with_a_byte_order_mark_and_are_read_with_or_without():
    data = write_table(Catalogue("pl", (Entry("Luk", "Łuk"),)))
    assert data.startswith(b"\xef\xbb\xbf")
    for text in (data.decode(), data.decode("utf-8-sig")):
        assert read_table(text, "f", Catalogue("pl", (Entry("Luk"),))).changed == 1


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_columns_may_come_in_any_order_and_with_other_signs_between_them(delimiter):
    text = (
        delimiter.join(["translation", "source", "context"])
        + "\n"
        + delimiter.join(["Łuk", "Luk", "card.name"])
    )
    imported = read_table(text, "f", Catalogue("pl", (Entry("Luk", context="card.name"),)))
    assert [entry.translation for entry in imported.catalogue.entries] == ["Łuk"]


def test_empty_cells_leave_what_there_is_and_unknown_rows_are_reported():
    catalogue = Catalogue("pl", (Entry("Luk", "Łuk"), Entry("Meč", "Miecz", fuzzy=True, previous="Kord")))
    imported = read_table("context,source,translation\n,Luk,\n,Mec,Miecz\n,Meč,Miecz!\n", "f.csv", catalogue)
    assert [(e.translation, e.fuzzy, e.previous) for e in imported.catalogue.entries] == [
        ("Łuk", False, None),
        ("Miecz!", False, None),
    ]
    assert [(item.code, item.span.line) for item in imported.diagnostics] == [("Y411", 3)]


def test_what_a_spreadsheet_shows_for_a_formula_that_failed_is_no_translation():
    catalogue = Catalogue("pl", (Entry("Luk", "Łuk"),))
    imported = read_table("context,source,translation\n,Luk,#NAME?\n", "f.csv", catalogue)
    assert [entry.translation for entry in imported.catalogue.entries] == ["Łuk"]
    assert [(item.code, item.span.line) for item in imported.diagnostics] == [("Y412", 2)]


def test_a_table_without_its_first_line_is_refused():
    imported = read_table("card.name,Luk,Łuk\n", "f.csv", Catalogue("pl"))
    assert [item.code for item in imported.diagnostics] == ["Y410"]


# Tidying

UNTIDY = """\
# poznámka "zůstane"
kind: card
name: Karty
pieces:
  a:   {name: 'Ř"íp"', text: "Řekni \\"Mám\\" - 'a' dost..."}   # "též"
  b:
    name: Hora
    text: >
      Kdo řekne "dost"
      - prohrál...
  c:
    name: Les
    text: L'ahoj "{{ facts.hand }}"
"""


def test_tidying_changes_these_characters_and_no_other_byte(tmp_path):
    folder = game_folder(tmp_path, **{"cards/deck.yaml": UNTIDY})
    path = folder / "cards/deck.yaml"
    before = path.read_bytes()
    _, _, translations = opened(folder)
    (edits,) = [edits for file, edits in edits_by_file(translations).items() if file.endswith("deck.yaml")]
    after = tidied(before, edits)
    path.write_bytes(after)
    again = load_game(folder, cwd=folder).game
    words = {piece.id: piece.fields["text"].source for piece in again.pieces()}
    assert words == {
        "a": "Řekni „Mám“ – 'a' dost…",
        "b": "Kdo řekne „dost“ – prohrál…\n",
        "c": "L’ahoj „{{ facts.hand }}“",
    }
    signs = "„“’…–\"'\\.-"
    bare = [text.decode().translate({ord(sign): None for sign in signs}) for text in (before, after)]
    assert bare[0] == bare[1]
    assert '# poznámka "zůstane"' in after.decode()
    assert '# "též"' in after.decode()


def test_tidying_translations_uses_their_own_marks(tmp_path):
    bomb = "Zabij :unlit-bomb: a lízni {{ facts.hand | reads(2, 'dvě karty') }}."
    words = "Zabij \"teraz\" :unlit-bomb: {{ facts.hand | reads(2, 'dwie karty') }}..."
    folder = game_folder(tmp_path, with_entry(bomb, words))
    _, _, translations = opened(folder)
    data = (folder / "locale/pl.po").read_bytes()
    after = tidied(data, edits_by_file(translations)["locale/pl.po"]).decode()
    catalogue, _ = read_catalogue(after, "pl.po", "pl")
    found = next(entry.translation for entry in catalogue.entries if entry.source == bomb)
    assert found == "Zabij „teraz” :unlit-bomb: {{ facts.hand | reads(2, 'dwie karty') }}…"


def test_lines_that_are_not_composed_stay(tmp_path):
    from pnp.translation.tidy import TextEdit

    decomposed = 'name: "Ku\u030an\u030c" "x"\n'.encode()
    assert tidied(decomposed, [TextEdit(1, 13, 1, "„")]) == decomposed


# A new language


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("language: cs\nlanguages: [cs, pl] # a\n", "language: cs\nlanguages: [cs, pl, de] # a\n"),
        ("languages:\n  - cs  # own\n  - pl\nid: x\n", "languages:\n  - cs  # own\n  - pl\n  - de\nid: x\n"),
        ("id: x\nlanguage: cs # c\nname: X\n", "id: x\nlanguage: cs # c\nlanguages: [cs, de]\nname: X\n"),
        ("name: X\n", "languages: [cs, de]\nname: X\n"),
        ("languages: [\n  cs,\n  pl\n]\n", "languages: [\n  cs,\n  pl, de\n]\n"),
    ],
)
def test_a_language_is_added_and_comments_stay(before, after):
    assert with_language(before.encode(), "cs", "de").decode() == after


@pytest.mark.parametrize("text", ["languages: cs\n", "languages: []\n", "- a\n", "languages: [cs]\r\n"])
def test_a_list_in_an_unusual_shape_is_left_to_its_author(text):
    assert with_language(text.encode(), "cs", "de") is None


# Room and fit


LAYOUT = """
<face>
  <text x="5" y="5" width="40" height="10" style="title">{{ piece.name }}</text>
  <text x="5" y="20" width="50" height="30" style="body">{{ piece.text }}</text>
</face>
"""
FIXED = {"layouts/card.xml": LAYOUT}


def in_language(workshop, translations, language):
    return compose(Edition(workshop, translations.translator(language), bleed=0.0))


def test_a_budget_is_measured_from_the_tightest_box(tmp_path):
    workshop, game, translations = opened(game_folder(tmp_path, **FIXED))
    composed = in_language(workshop, translations, "cs")
    budgets = Budgets(composed.fits, composed.edition.context)
    notes = {
        entry.key: "\n".join(entry.notes) for entry in wanted_entries(game, translations.extracted, budgets)
    }
    assert "mm, type" in notes["card.name", "Bomba"]
    assert "up to about" in notes["term.name", "luk"], (
        "by its words, for it reaches the card through an expression"
    )
    assert "mm, type" not in notes["", "O co jde"]


def test_as_many_letters_as_the_budget_says_do_fit_and_many_more_do_not(tmp_path):
    for factor, fits in ((0.9, True), (1.4, False)):
        folder = tmp_path / str(factor)
        workshop, _, translations = opened(game_folder(folder, **FIXED))
        composed = in_language(workshop, translations, "cs")
        budgets = Budgets(composed.fits, composed.edition.context)
        text = next(f for f in translations.extracted.found if f.text.source.startswith("Zabij"))
        budget = budgets.of([text.text.origin.span], [])
        words = ("slovo a " * 200)[: int(budget.characters * factor)].strip()
        deck = f"kind: card\npieces:\n  a: {{name: A, text: {words}}}\n"
        (folder / "cards/deck.yaml").write_text(deck, encoding="utf-8")
        workshop, _, translations = opened(folder)
        overset = [fit for fit in in_language(workshop, translations, "cs").fits if fit.overset]
        assert (not overset) is fits


def test_boxes_that_grow_with_their_text_have_no_number(tmp_path):
    workshop, game, translations = opened(game_folder(tmp_path))
    composed = in_language(workshop, translations, "cs")
    budgets = Budgets(composed.fits, composed.edition.context)
    entries = wanted_entries(game, translations.extracted, budgets)
    notes = next(entry.notes for entry in entries if entry.source.startswith("Zabij"))
    assert "box 52 mm wide that grows with the text; the source has 25 characters" in notes


def rows_of(folder, language):
    workshop, _, translations = opened(folder)
    fits = in_language(workshop, translations, language).fits
    return worst_first(
        fit_rows(fits, language, states(translations.extracted, translations.catalogue(language)))
    )


def test_the_report_names_what_does_not_fit_first_and_what_is_not_translated(tmp_path):
    bomb = "Zabij :unlit-bomb: a lízni {{ facts.hand | reads(2, 'dvě karty') }}."
    translations = with_entry(bomb, "Słowo " * 150 + ":unlit-bomb: {{ facts.hand | reads(2, 'dwie') }}")
    del translations["term.effect", "Seká."]
    rows = rows_of(game_folder(tmp_path, translations), "pl")
    assert (rows[0].piece, rows[0].overset) == ("deck/bomb", True)
    assert rows[0].share_of_box > 1
    assert [row.words for row in rows if row.identical] == ["Bomba"]
    assert not any(row.untranslated for row in rows if row.words in ("Łuk", "Miecz", "Strzela daleko."))


def test_the_games_own_language_has_nothing_untranslated_or_identical(tmp_path):
    rows = rows_of(game_folder(tmp_path), "cs")
    assert rows
    assert not any(row.untranslated or row.identical for row in rows)


def test_progress_counts_each_group_and_all_texts_once(tmp_path):
    some = {key: words for key, words in POLISH.items() if key[0] != "term.effect"}
    _, _, translations = opened(game_folder(tmp_path, some))
    rows = {row.group: row for row in progress(translations.extracted, translations.catalogue("pl"))}
    assert list(rows) == ["game", "terms", "deck", "rulebook", ""]
    assert (rows["terms"].total, rows["terms"].translated, rows["terms"].missing) == (7, 5, 2)
    assert (rows[""].total, rows[""].missing, rows[""].fuzzy) == (19, 2, 0)
    missing = untranslated(translations.extracted, translations.catalogue("pl"))
    assert [found.text.source for found, _ in missing] == ["Střílí daleko.", "Seká."]


def test_the_sample_is_what_the_writer_writes():
    assert po(POLISH).decode().count("msgid") == len(POLISH) + 1
