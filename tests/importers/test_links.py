"""References by name, and numbers that are facts."""

import subprocess

import pytest

from pnp.importers import link_facts
from pnp.model import Fact, RulebookSource
from pnp.rulebook import parse_rulebook
from pnp.rules import fill, game_scope
from tests.importers.sample import found, read
from tests.rulebook.sample import SPAN, make_game

# --- references ----------------------------------------------------------------------------------------------------

PASSAGES = "<T>T\n\n{}\n<C>Kolo hry\n<C1>Boj\n<C1>Boj s mravenci\n<I0>\n<I>Stra'z'e *) Stoji'.\n<I1>\n"


@pytest.mark.parametrize(
    ("text", "out", "line"),
    [
        ("viz Boj.", "viz *Boj*.", 5),
        ("viz kapitola Kolo hry - Boj s mravenci.", "viz kapitola *Kolo hry* - *Boj s mravenci*.", 6),
        ("(viz 2. fa'ze kola - Boj)", "(viz 2. fáze kola - *Boj*)", 5),
        ("VIZ STRA'Z'E a dost", "VIZ *STRÁŽE* a dost", 8),
    ],
)
def test_a_passage_that_is_named_is_found(text, out, line):
    imported = read(PASSAGES.format(text))
    assert f"\n{out}\n" in imported.markdown
    assert [fault.rsplit(" ", 1)[1] for fault in found(imported, "I300")] == [str(line)]
    assert not found(imported, "I301")


def test_a_name_that_no_passage_has_is_reported_with_the_nearest():
    imported = read(PASSAGES.format("viz Kola hry."))
    fault = next(item for item in imported.diagnostics if item.code == "I301")
    assert (str(fault.span), fault.help) == ("a.txt:3:5", ("is 'kolo hry' in line 4 meant?",))


@pytest.mark.parametrize("text", ["televiz Boj", "vizi'r Boj", "can see Boj", "peut voir Boj"])
def test_other_words_refer_to_nothing(text):
    imported = read(PASSAGES.format(text))
    assert not found(imported, "I300", "I301")


# --- facts ---------------------------------------------------------------------------------------------------------


def game(**facts: object):
    known = {
        key: Fact(key, value[0], value[1], False, SPAN)
        if isinstance(value, tuple)
        else Fact(key, value, "r", False, SPAN)
        for key, value in facts.items()
    }
    return make_game(facts=known)


def linked(text: str, **facts: object):
    return link_facts(text, "rules.md", game(**facts))


def test_numbers_that_one_fact_has_are_linked_and_print_the_same():
    text = "# 5 Aim\n\nDraw 2 cards, 2x, to 7 tokens for 4.\n\n- Rows of 3, 5, 3 and \\2 or {{ facts.hand }} A2 5.\n"
    after = linked(text, hand=2, target={4: 7}, rows=[3, 5, 3], tiles={"start": 5})
    assert after.text == (
        "# 5 Aim\n\nDraw {{ facts.hand }} cards, 2x, to {{ facts.target[4] }} tokens for 4.\n\n"
        "- Rows of {{ facts.rows | join(', ') }} and \\2 or {{ facts.hand }} A2 {{ facts.tiles.start }}.\n"
    )
    assert (after.count, after.diagnostics) == (4, ())
    the_game = game(hand=2, target={4: 7}, rows=[3, 5, 3], tiles={"start": 5})
    for before, words in zip(_texts(text), _texts(after.text), strict=True):
        scope = game_scope(the_game)
        assert fill(words, scope, "en").text == fill(before, scope, "en").text


def _texts(text: str):
    return parse_rulebook(RulebookSource("", "rules.md", text)).texts()


def test_of_several_facts_the_one_of_the_chapter_is_meant():
    text = "# 1 Setup\n\nDraw 2 cards.\n\n# 2 End\n\nDiscard 2 cards.\n"
    after = linked(text, draw=(2, "r 1"), discard=(2, "r 2"))
    assert "Draw {{ facts.draw }} cards" in after.text
    assert "Discard {{ facts.discard }} cards" in after.text


def test_a_number_that_several_facts_have_is_reported_and_left():
    after = linked("Draw 2 cards.\n", draw=2, discard=2)
    assert (after.text, after.count) == ("Draw 2 cards.\n", 0)
    assert [f"{item.span}: {item.message}" for item in after.diagnostics] == [
        "rules.md:1:6: '2' is the value of several facts: facts.draw, facts.discard"
    ]


def test_the_difference_is_a_patch(tmp_path):
    text = "Draw 2 cards.\n\nDraw 3.\n"
    after = linked(text, draw=2)
    diff = after.diff(text, "rules.md")
    assert diff == (
        "--- a/rules.md\n+++ b/rules.md\n@@ -1,2 +1,2 @@\n-Draw 2 cards.\n+Draw {{ facts.draw }} cards.\n \n"
    )
    (tmp_path / "rules.md").write_text(text, encoding="utf-8")
    (tmp_path / "p").write_text(diff, encoding="utf-8")
    done = subprocess.run(
        ["git", "apply", "p"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, (tmp_path / "rules.md").read_text(encoding="utf-8")) == (0, after.text)
