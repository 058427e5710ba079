"""Each promise of safety names a test, and the tests that are named exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(test_\w+|tests/[\w/]+\.py)`")
SECTION = "## What a game folder can do\n"


@pytest.mark.parametrize("page", ["SECURITY.md", "docs/limits.md"])
def test_the_tests_that_a_page_names_exist(page: str) -> None:
    named = NAMED.findall((ROOT / page).read_text(encoding="utf-8"))
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    assert named
    for name in named:
        if name.startswith("tests/"):
            assert (ROOT / name).is_file(), name
        else:
            assert any(f"def {name}(" in source for source in sources), name


def test_each_promise_names_its_test() -> None:
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    promises = page.partition(SECTION)[2].partition("\n## ")[0].split("\n- ")[1:]
    assert len(promises) >= 9
    assert [promise[:40] for promise in promises if not NAMED.search(promise)] == []


def test_each_table_of_limits_names_its_tests() -> None:
    page = (ROOT / "docs/limits.md").read_text(encoding="utf-8")
    sections = page.split("\n## ")[1:]
    assert len(sections) >= 15
    assert [section.partition("\n")[0] for section in sections if not NAMED.search(section)] == []
