"""A text gets other words: its translations follow, to be checked again, and undoing takes that back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.edit.test_editor import Game, different, put
from tests.preview.game import CZECH, edit, write_game

FUZZY = """\
#, fuzzy
#| msgid "Guard the gate."
msgctxt "card.text"
msgid "Guard the gates."
msgstr "Hlídej bránu."
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return Game(write_game(tmp_path))


def czech(game: Game) -> str:
    return (game.folder / "locale/cs.po").read_text("utf-8").partition("\n\n")[2]


def reword(game: Game, *texts: str) -> None:
    for text in texts:
        game.step(put("ants/soldier", "text", text))


def test_a_translation_follows_its_text_and_is_to_be_checked(game):
    reword(game, "Guard the gates.")
    assert czech(game) == FUZZY
    game.editor.undo()
    assert game.files() == game.start


def test_after_several_changes_the_words_that_were_translated_are_named(game):
    reword(game, "Guard the gate, you.", "Guard", "Guard the gates.")
    assert czech(game) == FUZZY


def test_a_text_with_its_old_words_has_its_translation_as_before(game):
    reword(game, "Guard the gates.", "Guard the gate.")
    assert game.files() == game.start


def test_a_text_that_was_emptied_while_it_was_typed_keeps_its_translation(game):
    reword(game, "", "Guard {{", "Guard the gates.")
    assert czech(game) == FUZZY
    game.undo_all()
    assert game.files() == game.start


def test_a_translation_of_words_that_others_still_have_is_copied(game):
    game.step(put("ants/worker", "text", "Guard the gate."))
    reword(game, "Guard the gates.")
    assert czech(game) == CZECH.partition("\n\n")[2] + "\n" + FUZZY.rstrip("\n") + "\n"
    reword(game, "Guard all gates.")
    assert czech(game).count("msgid") == 3  # with the wording that was translated
    reword(game, "Guard the gate.")
    assert czech(game) == CZECH.partition("\n\n")[2]


def test_flags_comments_and_line_ends_stay_as_they_are(game):
    file = game.folder / "locale/cs.po"
    above = '# allow K536: idiom\n#. card text\n#: cards/ants.yaml:19\n#, no-wrap\nmsgctxt ""\n"card.text"\n'
    text = CZECH.replace('msgctxt "card.text"\n', above) + '\n#~ msgid "Old"\n#~ msgstr "Staré"\n'
    file.write_bytes(text.replace("\n", "\r\n").encode())
    before = game.files()
    reword(game, "Guard the gates.")
    assert different(before, game.files())["locale/cs.po"] == (
        '#, no-wrap\r\nmsgctxt ""\r\n"card.text"\r\nmsgid "Guard the gate."\r\n',
        '#, fuzzy, no-wrap\r\n#| msgid "Guard the gate."\r\nmsgctxt ""\r\n"card.text"\r\nmsgid "Guard the gates."\r\n',
    )
    game.editor.undo()
    assert game.files() == before


def test_all_pieces_of_an_edit_and_names_of_terms_and_sets_take_their_translations_along(game):
    po = game.folder / "locale/cs.po"
    more = [
        ("card.name", "Worker", "Dělnice"),
        ("term.name", "worker", "dělnice"),
        ("set.name", "Ants", "Mravenci"),
    ]
    blocks = [
        f'\nmsgctxt "{context}"\nmsgid "{source}"\nmsgstr "{words}"\n' for context, source, words in more
    ]
    po.write_text(CZECH + "".join(blocks), encoding="utf-8")
    before = game.files()
    game.step(
        put("ants/worker", "name", "Carrier"),
        put("ants/soldier", "text", "Guard the gates."),
        {"op": "game", "path": ["terms", "caste", "worker", "name"], "value": "carrier"},
        {"op": "of-set", "set": "ants", "path": ["name"], "value": "All ants"},
    )
    assert czech(game).count("#, fuzzy\n#| msgid") == 4
    assert [f'msgid "{each}"' in czech(game) for each in ("Carrier", "carrier", "All ants")] == [True] * 3
    game.editor.undo()
    assert game.files() == before


def test_plural_forms_follow_like_all_texts(game):
    old = "{{ facts.crumbs | plural(one='one crumb', other='crumb') }}"
    new = old.replace("'crumb'", "'crumbs'")
    edit(game.folder / "cards/ants.yaml", "Guard the gate.", f'"{old}"')
    edit(game.folder / "locale/cs.po", "Guard the gate.", old)
    edit(
        game.folder / "locale/cs.po",
        "Hlídej bránu.",
        "{{ facts.crumbs | plural(one='drobek', other='drobků') }}",
    )
    reword(game, new)
    assert f'#| msgid "{old}"' in czech(game).replace('"\n#| "', "").replace('msgid ""\n#| "', 'msgid "')
    assert "drobků" in czech(game)


def test_a_translation_is_accepted_as_it_is(game):
    reword(game, "Guard the gates.")
    step = {"op": "accept", "lang": "cs", "context": "card.text", "source": "Guard the gates."}
    game.step(step | {"was": "Hlídej bránu."})
    assert czech(game) == CZECH.partition("\n\n")[2].replace("gate.", "gates.")
    game.undo_all()
    assert game.files() == game.start


def test_a_file_that_lacks_a_letter_of_the_new_words_stays_as_it_is(game):
    file = game.folder / "locale/cs.po"
    file.write_bytes(CZECH.replace("UTF-8", "cp1250").encode("cp1250"))
    game.start = game.files()
    reword(game, "Guard the ☃.")
    assert game.files()["locale/cs.po"] == game.start["locale/cs.po"]
    assert "☃" in (game.folder / "cards/ants.yaml").read_text("utf-8")


def test_texts_can_be_edited_while_a_file_of_translations_cannot_be_decoded(game):
    file = game.folder / "locale/cs.po"
    file.write_bytes(CZECH.encode("cp1250"))
    reword(game, "Guard the gates.")
    assert file.read_bytes() == CZECH.encode("cp1250")
    assert "text: Guard the gates.\n" in (game.folder / "cards/ants.yaml").read_text("utf-8")


def test_the_flag_is_above_an_entry_with_an_empty_line_between_context_and_text(game):
    edit(game.folder / "locale/cs.po", '"card.text"\n', '"card.text"\n\n')
    game.start = game.files()
    reword(game, "Guard the gates.")
    assert czech(game) == FUZZY.replace('"card.text"\n', '"card.text"\n\n')
    reword(game, "Guard the gate.")
    assert game.files() == game.start


def test_the_next_new_piece_inherits_no_translation_of_the_last_one(game):
    new = {"op": "add", "set": "ants", "after": "ants/soldier", "name": ""}
    game.step(new)
    game.step(put("ants/new", "name", "Knight"))
    game.step({"op": "call", "piece": "ants/new"})
    words = {"op": "translate", "lang": "cs", "context": "card.name", "source": "Knight", "was": ""}
    game.step(words | {"value": "Rytíř"})
    before = czech(game)
    game.step(new)
    assert (czech(game), 'msgid "Knight"' in before) == (before, True)


@pytest.mark.parametrize("gone", ["removed", "emptied and removed", "undone"])
def test_a_piece_that_gets_the_id_of_one_that_is_gone_inherits_no_translation(game, gone):
    if gone == "undone":
        game.step({"op": "remove", "piece": "ants/soldier"})
        game.step({"op": "add", "set": "ants", "after": "ants/worker", "name": "Soldier"})
        reword(game, "Guard the gate.", "")
        game.editor.undo()
        game.editor.undo()
        game.editor.undo()
    else:
        reword(game, *[""] * (gone != "removed"))
        game.step({"op": "remove", "piece": "ants/soldier"})
    before = czech(game)
    game.step({"op": "add", "set": "ants", "after": "ants/worker", "name": "Soldier"})
    reword(game, "Eat everything.")
    assert czech(game) == before == CZECH.partition("\n\n")[2]


GATES = {"op": "translate", "lang": "cs", "context": "card.text", "source": "Guard the gates."}


def test_a_text_and_its_new_translation_of_one_edit_are_in_the_file_once(game):
    game.step(put("ants/soldier", "text", "Guard the gates."), GATES | {"was": "", "value": "Hlídej brány."})
    assert czech(game) == CZECH.partition("\n\n")[2] + (
        '\nmsgctxt "card.text"\nmsgid "Guard the gates."\nmsgstr "Hlídej brány."\n'
    )
    game.undo_all()
    assert game.files() == game.start


def test_a_translation_that_changes_in_the_same_edit_follows_its_text(game):
    old = GATES | {"source": "Guard the gate.", "was": "Hlídej bránu.", "value": "Hlídej všechno."}
    game.step(put("ants/soldier", "text", "Guard the gates."), old)
    assert czech(game) == FUZZY.replace("bránu", "všechno")
    game.undo_all()
    assert game.files() == game.start


def test_a_text_of_two_pieces_becomes_two_texts_in_one_edit(game):
    reword(game, "Guard the gates.")
    game.step(put("ants/worker", "text", "Guard the gates."))
    known = '\nmsgctxt "card.text"\nmsgid "Guard the gate."\nmsgstr "Hlídej bránu."\n'
    po = game.folder / "locale/cs.po"
    po.write_text(po.read_text("utf-8") + known, encoding="utf-8")
    before = game.files()
    game.step(put("ants/soldier", "text", "Guard the gate."), put("ants/worker", "text", "Guard all gates."))
    assert czech(game) == FUZZY.replace("the gates", "all gates") + known
    game.editor.undo()
    assert game.files() == before
    game.step(put("ants/soldier", "text", "Guard no gate."), put("ants/worker", "text", "Guard all gates."))
    assert [
        czech(game).count(f'msgid "Guard {each}') for each in ("the gates", "no gate.", "all gates.")
    ] == [0, 1, 1]


def test_a_language_without_a_file_gets_none(game):
    (game.folder / "locale/cs.po").unlink()
    reword(game, "Guard the gates.")
    assert not (game.folder / "locale/cs.po").exists()
