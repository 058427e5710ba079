"""Every recipe of the cookbook composes without a fault, is on the page, and has a small picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pnp.diagnostics import Severity
from tests.docs.recipes import FOLDER, RECIPES, cooked

PAGE = (Path(__file__).parents[2] / "docs" / "cookbook.md").read_text(encoding="utf-8")


def test_there_are_twenty_recipes_and_each_is_on_the_page() -> None:
    assert len(RECIPES) >= 20
    assert sorted(re.findall(r"!\[[^]]+\]\(cookbook/([\w-]+)/picture\.png\)", PAGE)) == RECIPES


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_composes_without_a_fault(name: str) -> None:
    recipe = cooked(name)
    assert recipe.faces
    assert [(str(item.span), item.message) for item in recipe.found if item.severity > Severity.NOTE] == []


def test_links_of_the_page_lead_to_files_and_every_layout_is_linked() -> None:
    linked = {FOLDER.parent / path for path in re.findall(r"\]\((cookbook/[^)]+)\)", PAGE)}
    assert [path for path in linked if not path.is_file()] == []
    assert linked >= set(FOLDER.glob("*/layouts/*.xml"))


def test_pictures_are_small() -> None:
    sizes = {name: (FOLDER / name / "picture.png").stat().st_size for name in RECIPES}
    assert max(sizes.values()) <= 60_000, sizes
