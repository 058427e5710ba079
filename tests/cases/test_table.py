"""Every case has a test that exists, or a reason why it cannot come up."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.cases.second import SECOND
from tests.cases.table import IDS, TESTS, WITHOUT
from tests.cases.test_printed import PRINTED
from tests.cases.test_told import TOLD

ROOT = Path(__file__).parents[1]


@cache
def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def exists(name: str) -> bool:
    """Whether there is a test ``file::function``."""
    file, _, function = name.partition("::")
    return function in functions(file)


def test_every_case_is_accounted_for_once() -> None:
    assert len(IDS) == len(set(IDS)) == 140
    assert sorted([*TESTS, *WITHOUT]) == sorted(IDS)


def test_the_tests_of_all_cases_exist() -> None:
    rows = {"told": TOLD, "printed": PRINTED}
    named = {name for names in TESTS.values() for name in names}
    in_files = {name for name in named if "::" in name}
    assert [name for name in sorted(in_files) if not exists(name)] == []
    assert named - in_files <= {f"{kind}[{row}]" for kind in rows for row in rows[kind]}


def test_every_row_belongs_to_its_case() -> None:
    for kind, rows in (("told", TOLD), ("printed", PRINTED)):
        for row in rows:
            assert f"{kind}[{row}]" in TESTS[row], row


def test_the_tests_of_the_second_look_exist() -> None:
    assert [name for names in SECOND.values() for name in names if not exists(name)] == []
