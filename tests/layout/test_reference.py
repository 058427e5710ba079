"""``docs/layouts.md`` says what the code does: its tables, its example, its lists of names."""

import re
from pathlib import Path

from pnp.layout import shipped_layouts
from pnp.layout.element import ELEMENTS
from pnp.layout.fault import BOUND_NAMES
from pnp.layout.reference import reference, updated
from pnp.layout.template import Templates
from pnp.model import STANDARD_SIZES
from tests.layout.game import compose, term, text

PAGE = (Path(__file__).parents[2] / "docs/layouts.md").read_text(encoding="utf-8")


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    assert updated(PAGE) == PAGE, "run: make docs"


def test_every_element_and_attribute_is_described() -> None:
    made = reference()
    for element in ELEMENTS:
        assert f"### `{element.tag}`" in made
        for entry in element.attributes.values():
            assert f"| `{entry.name}` |" in made
            assert entry.doc, (element.tag, entry.name)
        assert (element.__doc__ or "").endswith("."), element.tag


def test_the_bound_names_are_described() -> None:
    for name in BOUND_NAMES:
        assert f"| `{name}` |" in PAGE


def test_every_filter_and_function_is_described() -> None:
    environment = Templates({}, "cs", {}, set()).environment
    section = PAGE.partition("## Filters")[2].partition("## Macros")[0]
    described = set(re.findall(r"\w+", " ".join(re.findall(r"`[^`]+`", section))))
    assert {*environment.filters, *environment.globals} <= described


def test_every_macro_is_described() -> None:
    macros = re.findall(r"\{% macro (\w+)\((.*?)\) %\}", shipped_layouts()["pnp/card"].text)
    for name, arguments in macros:
        row = re.search(rf"\| `{name}\((.*?)\)` \|", PAGE)
        assert row is not None, name
        assert row[1].split(", ") == re.findall(
            r"(\w+)(?:=[^,]*)?(?:, |$)", re.sub(r'"[^"]*"', "x", arguments)
        )


def test_the_example_draws() -> None:
    example = re.search(r"```xml\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    bow = term("weapon", "bow", "#B3202C", "high-shot")
    lure = term("spell", "lure", None, "magic-swirl")
    fields = {"name": text("Luk"), "text": text("Zabij démona."), "pile": bow, "spells": (lure, lure)}
    composed = compose(example[1], fields, size=STANDARD_SIZES["poker"])
    assert composed.diagnostics == ()
    assert composed.face is not None
