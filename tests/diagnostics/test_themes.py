"""Each code belongs to a theme, and each theme has a free number."""

from itertools import pairwise

from pnp.diagnostics.explain import by_theme, codes
from pnp.diagnostics.theme import AREAS, THEMES, Theme


def test_every_code_belongs_to_a_theme() -> None:
    listed = [code for _, known in by_theme() for code in known]
    assert sorted(set(codes()) - set(listed)) == [], (
        "take a number of a theme, or add one: pnp/diagnostics/theme.py"
    )
    assert listed == codes(), "themes are in order and do not overlap"


def test_every_theme_has_codes() -> None:
    assert [theme for theme, known in by_theme() if not known] == []


def test_ranges_are_in_order_and_do_not_overlap() -> None:
    assert {theme.area for theme in THEMES} == set(AREAS)
    assert [theme for theme in THEMES if theme.first >= theme.last] == []
    ends = [(theme.area, number) for theme in THEMES for number in (theme.first, theme.last)]
    assert [pair for pair in pairwise(ends) if pair[0] >= pair[1]] == []


def test_the_next_number_comes_after_the_highest_and_fills_no_gap() -> None:
    theme = Theme("K", 230, 239, "quotation marks")
    assert theme.next_free([]) == "K230"
    assert theme.next_free(["K100", "K230", "K232", "K240", "L235"]) == "K233"
    assert theme.next_free(["K239"]) == ""
