"""The names in the call tree and in the table of the forms of a text are those of the program."""

import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
TREE = re.findall(
    r"^ *([\w.]+) {2,}(pnp\.[\w.]+) ", (DOCS / "architecture.md").read_text(encoding="utf-8"), re.MULTILINE
)
FORMS = re.findall(
    r"`(pnp\.[\w.]+)`",
    (DOCS / "glossary.md").read_text(encoding="utf-8").partition("## A text on its way to paper")[2],
)


@pytest.mark.parametrize(("name", "module"), TREE)
def test_a_function_of_the_call_tree_is_where_the_page_says(name: str, module: str) -> None:
    found = reduce(getattr, name.split("."), importlib.import_module(module))
    assert getattr(found, "__module__", module) == module


@pytest.mark.parametrize("name", FORMS)
def test_a_form_of_a_text_and_its_maker_exist(name: str) -> None:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        assert reduce(getattr, parts[length:], module) is not None
        return
    raise AssertionError(f"there is no {name}")


def test_both_pages_name_the_program() -> None:
    assert len(TREE) >= 10
    assert len(FORMS) >= 18
