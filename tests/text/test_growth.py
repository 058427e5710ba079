"""Texts twice as long take about twice as long, whatever they consist of."""

import gc
import time
from collections.abc import Callable

import pytest

from pnp.checks.foreign import foreign_mark
from pnp.fonts import joined
from pnp.importers import ImportOptions, import_rulebook
from pnp.markup import parse_inline
from pnp.model import Game, RulebookSource, Text
from pnp.rulebook import parse_rulebook
from pnp.rules import cut_template
from pnp.source import Origin, Span
from pnp.text.shaping import Features, ShapingFont
from pnp.text.space import opportunities
from tests.text.reading import FONTS

NOWHERE = Origin(Span("a"))


def parse(source: str) -> object:
    return parse_rulebook(RulebookSource("r", "r.md", source))


def lacking(text: str) -> object:
    return joined(enumerate(text))


def foreign(source: str) -> object:
    game = Game("g", Text("G", NOWHERE), "en", ("en",), (2,), (), NOWHERE.span, "")
    return list(foreign_mark(Text(source, NOWHERE), game, ()))


def bracketed(text: str) -> object:
    return parse_inline(text + "]{sub}" * len(text))


def divided(word: str) -> object:
    return opportunities(word, "en")


def imported(source: str) -> object:
    return import_rulebook(source.encode(), "a.md", ImportOptions(kind="markdown"))


def cut(source: str) -> object:
    return cut_template.__wrapped__(source)


def shaped(text: str) -> object:
    face = FONTS.face(FONTS.families()[0])
    return ShapingFont(face, Features(), "en", FONTS).glyphs(text)


@pytest.mark.parametrize(
    ("work", "unit", "count"),
    [
        (parse, "{{", 40_000),
        (parse, "| {{ a | b }} ", 5_000),
        (parse, "<!--", 50_000),
        (parse, "> ", 50_000),
        (cut, "{{ {{{{ }} ", 5_000),
        (cut, "{{ '\\'\\' }}", 5_000),
        (foreign, "_a __b ", 2_500),
        (foreign, "[b]a", 2_500),
        (divided, "<!--", 10_000),
        (divided, "ab-", 10_000),
        (shaped, "a\u200d", 10_000),
        (lacking, "字", 20_000),
        (lacking, "של", 10_000),
        (parse_inline, "*a **b ", 2_500),
        (parse_inline, "[a](", 5_000),
        (bracketed, "[", 5_000),
        (parse_inline, ":a", 10_000),
        (imported, "[", 1_000),
        (imported, "*a **b ", 1_000),
        (imported, "a\n\n", 1_000),
    ],
)
def test_time_grows_with_the_length(work: Callable[[str], object], unit: str, count: int) -> None:
    """Other programs and the collector of garbage only ever add time, so the least of many rounds is what counts."""

    def seconds(length: int) -> float:
        text = unit * length
        start = time.process_time()
        work(text)
        return time.process_time() - start

    once, twice = [], []
    gc.disable()
    try:
        for rounds in range(40):
            once.append(seconds(count))
            twice.append(seconds(2 * count))
            if rounds and min(twice) < 2.6 * min(once) + 0.02:
                return
    finally:
        gc.enable()
    pytest.fail(f"{min(once)} s became {min(twice)} s")
