"""Every case has a test that exists, or a reason why it cannot come up."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.cases.second import SECOND
from tests.cases.table import IDS, TESTS, WITHOUT
from tests.cases.test_printed import PRINTED
from tests.cases.test_told import TOLD

ROOT = Path(__file__).parents[1]


@cache
def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_case_is_accounted_for_once() -> None:
    assert len(IDS) == len(set(IDS)) == 140
    assert sorted([*TESTS, *WITHOUT]) == sorted(IDS)


@pytest.mark.parametrize("case", TESTS)
def test_the_tests_of_a_case_exist(case: str) -> None:
    rows = {"told": TOLD, "printed": PRINTED}
    for name in TESTS[case]:
        if "::" in name:
            file, _, function = name.partition("::")
            assert function in functions(file), name
        else:
            kind, _, row = name.removesuffix("]").partition("[")
            assert row in rows[kind], name


def test_every_row_belongs_to_its_case() -> None:
    for kind, rows in (("told", TOLD), ("printed", PRINTED)):
        for row in rows:
            assert f"{kind}[{row}]" in TESTS[row], row


@pytest.mark.parametrize("row", SECOND)
def test_the_tests_of_the_second_look_exist(row: str) -> None:
    for name in SECOND[row]:
        file, _, function = name.partition("::")
        assert function in functions(file), name
