"""The texts of a game, and the game in another language."""

from dataclasses import replace

from pnp.rules import fill, game_scope, piece_scope
from pnp.translation.notes import wanted_entries
from tests.translation.sample import POLISH, game_folder, opened


def filled(game, piece, field, language):
    scope = piece_scope(piece, game_scope(game, language))
    return fill(piece.fields[field], scope, language).text


def pieces(game):
    return {piece.id: piece for piece in game.pieces()}


def test_every_text_of_the_game_is_found_and_nothing_else(tmp_path):
    _, _, translations = opened(game_folder(tmp_path))
    assert list(translations.extracted.by_key()) == list(POLISH)


def test_an_entry_lists_all_its_places_relative_to_the_game(tmp_path):
    folder = game_folder(tmp_path, **{"rulebook/pravidla.md": "Zbraň\n\nZbraň\n"})
    _, game, translations = opened(folder)
    entries = {entry.key: entry for entry in wanted_entries(game, translations.extracted)}
    assert entries["", "Zbraň"].places == (("rulebook/pravidla.md", 1), ("rulebook/pravidla.md", 3))
    assert entries["card.back-name", "Zbraň"].places == (("cards/deck.yaml", 5),)


def test_a_context_splits_a_text(tmp_path):
    deck = """
    kind: card
    pieces:
      a: {name: Hrad}
      b: {name: Hrad, context: building}
    """
    _, _, translations = opened(game_folder(tmp_path, **{"cards/deck.yaml": deck}))
    keys = [key for key in translations.extracted.by_key() if key[1] == "Hrad"]
    assert keys == [("card.name", "Hrad"), ("card.name/building", "Hrad")]


def test_the_translator_is_reported_what_he_must_know(tmp_path):
    _, game, translations = opened(game_folder(tmp_path))
    entries = {entry.source: entry for entry in wanted_entries(game, translations.extracted)}
    notes = "\n".join(entries["Zabij :unlit-bomb: a lízni {{ facts.hand | reads(2, 'dvě karty') }}."].notes)
    assert "card text: deck/bomb" in notes
    assert "printed as: Zabij a lízni dvě karty." in notes.replace("  ", " ")
    assert "icons: :unlit-bomb:" in notes
    assert "(bow) is the term 'luk'" in "\n".join(entries["[luk](bow)"].notes)


def test_pieces_terms_and_sets_are_in_the_language(tmp_path):
    _, _, translations = opened(game_folder(tmp_path))
    game = translations.translator("pl").game()
    own = pieces(game)["own-bow"]
    assert game.name.source == "Próba"
    assert game.sets[0].name.source == "Karty broni"
    assert filled(game, own, "name", "pl") == "Łuk"
    assert filled(game, own, "text", "pl") == "Strzela daleko."
    assert own.fields["weapon"].forms["ins"].source == "łukiem"
    assert own.binds["weapon"].name.source == "łuk"
    assert game.term("bow").gender == "m"
    assert filled(game, pieces(game)["bomb"], "text", "pl") == "Zabij :unlit-bomb: i dobierz dwie karty."


def test_a_fault_inside_a_translation_points_at_its_line(tmp_path):
    folder = game_folder(tmp_path)
    _, _, translations = opened(folder)
    text = pieces(translations.translator("pl").game())["bomb"].fields["text"]
    span = text.origin.at(text.source.index(":unlit-bomb:"), 12)
    line = (folder / "locale/pl.po").read_text(encoding="utf-8").splitlines()[span.line - 1]
    assert span.file == "locale/pl.po"
    assert line[span.column - 1 : span.end_column - 1] == ":unlit-bomb:"


def test_a_text_without_a_translation_stays_and_keeps_its_own_plurals(tmp_path):
    deck = """
    kind: card
    pieces:
      a: {name: Lízni, text: "{{ facts.hand }} {{ facts.hand | plural(one='karta', few='karty', other='karet') }}"}
    """
    _, _, translations = opened(game_folder(tmp_path, **{"cards/deck.yaml": deck}))
    game = translations.translator("pl").game()
    piece = pieces(game)["a"]
    assert piece.fields["text"].language == "cs"
    scope = piece_scope(piece, game_scope(game, "pl"))
    found = fill(piece.fields["text"], scope, "pl")
    assert (found.text, found.diagnostics) == ("2 karty", ())


def test_a_half_translated_game_was_not_built_when_a_term_had_other_forms_than_its_source(tmp_path):
    deck = """
    kind: card
    fields: {weapon: term weapon}
    pieces:
      a: {weapon: bow, text: "Odhoď {{ weapon.forms.acc }} ({{ weapon.gender }}, {{ weapon }}, {{ weapon.forms['pl'] }})."}
      b: {weapon: bow, text: "Sbírej {{ weapon.forms.pl }}."}
      c: {weapon: bow, text: "Lovec: {{ weapon.forms.pl }}."}
    """
    forms = ("term.forms/weapon.bow", "acc: luk\npl: luky")
    translations = POLISH | {
        forms: "bier: łuk",
        ("term.gender/weapon.bow", "m"): "n",
        ("card.text", "Sbírej {{ weapon.forms.pl }}."): "Zbieraj {{ weapon.forms.bier }}.",
        ("card.text", "Lovec: {{ weapon.forms.pl }}."): "Łowca: {{ weapon.forms.acc }}.",
    }
    _, _, opened_translations = opened(game_folder(tmp_path, translations, **{"cards/deck.yaml": deck}))
    game = opened_translations.translator("pl").game()
    filled = {
        key: fill(piece.fields["text"], piece_scope(piece, game_scope(game, "pl")), "pl")
        for key, piece in pieces(game).items()
    }
    assert filled["a"].text == "Odhoď luk (m, luk, luky)."
    assert filled["b"].text == "Zbieraj łuk."
    assert [(one.code, one.span.file) for one in filled["c"].diagnostics] == [("X112", "locale/pl.po")]


def test_a_fuzzy_translation_is_not_printed(tmp_path):
    folder = game_folder(tmp_path)
    path = folder / "locale/pl.po"
    text = path.read_text(encoding="utf-8").replace('msgctxt "set.name"', '#, fuzzy\nmsgctxt "set.name"')
    path.write_text(text, encoding="utf-8")
    _, _, translations = opened(folder)
    assert translations.translator("pl").game().sets[0].name.source == "Karty zbraní"


def test_the_games_own_language_is_the_game_itself(tmp_path):
    _, game, translations = opened(game_folder(tmp_path))
    assert translations.translator("cs").game() is game


def test_translating_twice_changes_nothing(tmp_path):
    _, _, translations = opened(game_folder(tmp_path))
    translator = translations.translator("pl")
    text = translator.text(translations.game.name)
    assert translator.text(text) is text
    assert translator.text(replace(text, source="Zkouška")).source == "Zkouška"
