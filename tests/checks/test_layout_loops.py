"""What a layout sets in a loop and asks for outside of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.made import deck

TEXT = "<face><text inset='4'>{}</text></face>"
LOOP = "{% for p in set.pieces %}"


@pytest.mark.parametrize(
    ("layout", "codes"),
    [
        ("{% set n = 0 %}" + LOOP + "{% set n = n + 1 %}{% endfor %}{{ n }}", ["L114"]),
        ("{% set n = 0 %}" + LOOP + "{% if p %}{%- set n = p.number + n -%}{% endif %}{% endfor %}{{ n }}", ["L114"]),
        ("{% set n = 1 %}" + LOOP + "{% set n = p.number %}{{ n }}{% endfor %}", []),
        (LOOP + "{% set n = 1 %}{% set n = n + 1 %}{{ n }}{% endfor %}", []),
        ("{% set y = 10 %}" + LOOP + "{% set y = y + 8 * loop.index0 %}{{ y }}{% endfor %}", []),
        (LOOP + "{% set m = p.n | default(1) %}{% endfor %}x", []),
        ("{% set ns = namespace(n=0) %}" + LOOP + "{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}", []),
        ("{% set n = 0 %}{# {% for %}{% set n = n + 1 %} #}{{ n }}", []),
    ],
)  # fmt: skip
def test_a_count_that_a_loop_forgets_is_told_of(tmp_path: Path, layout: str, codes: list[str]) -> None:
    made = deck(tmp_path, "a: {name: A}", "layout: l\n", {"layouts/l.xml": TEXT.replace("{}", layout)})
    assert made.codes() == codes
    assert not codes or "namespace(n=0)" in made.cures()


def test_the_way_that_is_named_instead_counts(tmp_path: Path) -> None:
    layout = "{% set ns = namespace(n=0) %}" + LOOP + "{% set ns.n = ns.n + 1 %}{% endfor %}[{{ ns.n }}]"
    made = deck(
        tmp_path, "a: {name: A}\nb: {name: B}", "layout: l\n", {"layouts/l.xml": TEXT.replace("{}", layout)}
    )
    assert "[2]" in made.words()
