"""The names in the call tree and in the table of the forms of a text are those of the program."""

import importlib
import re
from functools import cache, reduce
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TREE = re.findall(
    r"^ *([\w.]+) {2,}(pnp\.[\w.]+) ",
    (ROOT / "docs/architecture.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
TABLE = (ROOT / "docs/glossary.md").read_text(encoding="utf-8").partition("## A text on its way to paper")[2]
FORMS = [
    name for row in re.findall(r"^\| ([^|]+)", TABLE, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
]
MAKERS = re.findall(r"`(\w+)` in `(pnp\.[\w.]+)`", TABLE)


@pytest.mark.parametrize(("name", "module"), TREE)
def test_a_function_of_the_call_tree_is_where_the_page_says(name: str, module: str) -> None:
    found = reduce(getattr, name.split("."), importlib.import_module(module))
    assert getattr(found, "__module__", module) == module


@pytest.mark.parametrize(("name", "module"), MAKERS)
def test_the_maker_of_a_form_is_where_the_page_says(name: str, module: str) -> None:
    assert callable(getattr(importlib.import_module(module), name))


@pytest.mark.parametrize("name", FORMS)
def test_a_form_of_a_text_is_a_type(name: str) -> None:
    assert re.search(rf"^(class {name}\b|{name}: TypeAlias)", sources(), re.MULTILINE)


@cache
def sources() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "pnp").rglob("*.py")))


def test_both_pages_name_the_program() -> None:
    assert len(TREE) >= 10
    assert len(FORMS) >= 10
    assert len(MAKERS) >= 14
