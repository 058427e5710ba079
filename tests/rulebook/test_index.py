"""Indexes: which terms, in which order, with which pages."""

from dataclasses import replace

import pytest

from pnp.colour import Colour
from pnp.draw import Fill, Group
from pnp.model import RulebookSource, Term, Vocabulary
from pnp.rulebook import ComposedRulebook, compose_rulebook
from pnp.rulebook.index import page_ranges
from pnp.text import TextContext
from tests.rulebook.sample import SPAN, PlainComposer, make_game, text
from tests.rulebook.test_sheet import codes, runs, words

NAMES = {"ink": "ink", "zebra": "Zebra", "eclair": "éclair", "ant": "ant", "long": "long sword"}
TERMS = {key: Term("word", key, text(name), SPAN) for key, name in NAMES.items()}
GAME = make_game(
    vocabularies={"word": Vocabulary("word", TERMS, SPAN), **make_game().vocabularies},
)


@pytest.fixture
def compose(context):
    own = TextContext(context.fonts, context.icons, "en", GAME.term)

    def made(source: str) -> ComposedRulebook:
        return compose_rulebook(RulebookSource("rules", "rules.md", source), GAME, "en", PlainComposer(), own)

    return made


NEXT = "\n\n:::break page\n\n"


def entries(made) -> list[str]:
    """The entries of the index, which has one column on the last page."""
    lines: dict[float, str] = {}
    for run in runs(made.pages[-1]):
        if 20 < run.y < 275:
            lines[run.y] = lines.get(run.y, "") + run.text
    return [" ".join(line.split()) for line in lines.values()]


def paints(items):
    """The colours of all filled paths."""
    for item in items:
        if isinstance(item, Group):
            yield from paints(item.items)
        elif isinstance(item, Fill):
            yield item.paint


def test_terms_are_in_the_order_of_the_alphabet_with_their_pages(compose):
    pages = [
        "A [zebra](zebra) and [ink](ink).",
        "An [éclair](eclair), an [ant](ant), [ants](ant).",
        "[ink](ink)",
    ]
    made = compose("---\ncolumns: 1\n---\n" + NEXT.join([*pages, ":::index word {columns=1}"]))
    assert not made.diagnostics
    assert entries(made) == ["Ant 2", "Éclair 2", "Ink 1, 3", "Zebra 1"]


def test_pages_in_a_row_are_a_range(compose):
    made = compose(NEXT.join(["[ink](ink)"] * 3 + ["Words.", "# [Ink](ink)", ":::index {columns=1}"]))
    assert entries(made) == ["Ink 1–3, 5"]
    last = [run for run in runs(made.pages[-1]) if run.y < 275 and set(run.text) & set("135")]
    assert len({run.font for run in last}) == 1  # a heading is a mention like any other
    assert page_ranges([1, 2, 4, 5, 6, 9], "en") == [(1, "1"), (2, "2"), (4, "4–6"), (9, "9")]


def test_forms_of_a_term_count_and_words_like_it_do_not(context):
    hole = Term("word", "hole", text("díra"), SPAN, forms={"gen": text("díry"), "pl-gen": text("děr")})
    game = replace(GAME, vocabularies={"word": Vocabulary("word", {"hole": hole}, SPAN)})
    own = TextContext(context.fonts, context.icons, "cs", game.term)
    pages = ["Díra.", "U DÍRY.", "Děravý, díru, díryž.", "Kromě děr.", ":::index {terms=all columns=1}"]
    source = RulebookSource("rules", "rules.md", "---\ncolumns: 1\n---\n" + NEXT.join(pages))
    made = compose_rulebook(source, game, "cs", PlainComposer(), own)
    assert entries(made) == ["Díra 1, 2, 4"]


def test_all_words_count_where_it_is_asked_for(compose):
    made = compose("Anteaters, ANT or Long sword?" + NEXT + ":::index {terms=all columns=1}")
    assert entries(made) == ["Ant 1", "Long sword 1"]


def test_the_name_of_the_game_mentions_no_term_that_is_part_of_it(context):
    game = replace(GAME, name=text("Ant Country"))
    own = TextContext(context.fonts, context.icons, "en", game.term)
    source = RulebookSource(
        "rules", "rules.md", "Ant Country" + NEXT + "An ant." + NEXT + ":::index {terms=all columns=1}"
    )
    assert entries(compose_rulebook(source, game, "en", PlainComposer(), own)) == ["Ant 2"]


def test_icons_of_an_index_have_one_colour_unless_all_terms_have_one(context):
    red, blue = Colour(200, 20, 20), Colour(20, 20, 200)
    for other in (None, blue):
        terms = {
            "ink": replace(TERMS["ink"], icon="fire", colour=red),
            "ant": replace(TERMS["ant"], icon="heart", colour=other),
        }
        game = replace(GAME, vocabularies={"word": Vocabulary("word", terms, SPAN)})
        own = TextContext(context.fonts, context.icons, "en", game.term)
        source = RulebookSource("rules", "rules.md", "[ink](ink) [ant](ant)" + NEXT + ":::index {columns=1}")
        face = compose_rulebook(source, game, "en", PlainComposer(), own).pages[-1]
        colours = set(paints(face.items))
        assert ({red, blue} <= colours) == (other is not None)
        assert other is not None or red not in colours


def test_an_index_that_fits_on_a_page_is_not_split(compose):
    above = "word " * 60 + "\n\n"
    made = compose(
        "---\ncolumns: 1\n---\n[ink](ink) [ant](ant) [zebra](zebra) [long](long) [éclair](eclair)\n\n"
        + above * 15
        + ":::index {columns=1}"
    )
    split = [
        number
        for number, face in enumerate(made.pages, start=1)
        if {"ant", "éclair", "ink", "Zebra"} & {run.text.strip() for run in runs(face) if run.y > 20}
    ]
    assert len(split) == 1


def test_a_mention_counts_on_the_page_of_its_line(compose):
    long = "word " * 1500 + "[ink](ink) " + "word " * 10
    made = compose(f"---\ncolumns: 1\n---\n{long}{NEXT}:::index {{columns=1}}")
    page = next(number for number, face in enumerate(made.pages, start=1) if " ink" in words(face))
    assert page > 1
    assert entries(made) == [f"Ink {page}"]


def test_an_index_before_the_words_knows_the_pages_after_it(compose):
    made = compose(":::index {columns=1}" + NEXT + "[ink](ink), [ant](ant)")
    assert "Ant 2" in words(made.pages[0])
    assert "Ink 2" in words(made.pages[0])


@pytest.mark.parametrize(
    ("source", "code", "place"),
    [
        ("Words.\n\n:::index", "R159", "3:4"),
        ("[ink](ink)\n\n:::index wrod", "R159", "3:10"),
        ("[ink](ink)\n\n:::index {terms=some}", "R112", "3:17"),
        ("[ink](ink)\n\n:::index {columns=0}", "R112", "3:19"),
    ],
)
def test_faults_of_an_index_are_pointed_at(compose, source, code, place):
    found = codes(compose(source))
    assert (code, f"rules.md:{place}") in found
    assert {code} == {code for code, _ in found}
