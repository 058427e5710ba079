from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from pnp.diagnostics.explain import code_name, codes
from pnp.rules import fact_scope, game_scope
from pnp.rules.claims import RELATIONS
from pnp.rules.helper import FILTERS, HELPERS, Helper
from tests.rules.sample import game

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")


@pytest.mark.parametrize(("table", "heading"), [(HELPERS, "helper"), (FILTERS, "filter")])
def test_the_document_lists_every_helper_and_filter(table: Mapping[str, Helper], heading: str) -> None:
    rows = "".join(f"| `{entry.usage}` | {entry.gives} |\n" for entry in table.values())
    assert f"| {heading} | gives |\n|---|---|\n{rows}\n" in RULES


def test_the_document_lists_every_name_and_relation() -> None:
    listed = re.findall(r"`(\w+)`", RULES[RULES.index("| name | means |") : RULES.index("A text of a piece")])
    assert set(game_scope(game())) | {"seeds"} <= set(listed)
    assert set(fact_scope({}, {}, ())) <= set(listed)
    for relation in RELATIONS:
        assert f"`{relation}`" in RULES


@pytest.mark.parametrize("package", ["rules", "checks"])
def test_every_code_is_explained(package: str) -> None:
    files = sorted((ROOT / "pnp" / package).glob("*.py"))
    emitted = {code for file in files for code in re.findall(r'"([A-Z]\d{3})"', file.read_text("utf-8"))}
    assert emitted
    for code in emitted:
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code_name(code)), code


def test_no_code_of_expressions_and_checks_is_explained_but_never_emitted() -> None:
    source = "".join(file.read_text("utf-8") for file in (ROOT / "pnp").rglob("*.py"))
    for code in codes():
        if code[0] in "XK":
            assert f'"{code}"' in source, code
