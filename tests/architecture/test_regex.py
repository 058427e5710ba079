"""Expressions that are compiled late do what those do that are compiled at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pnp
from pnp.regex import regex


@pytest.mark.parametrize("text", ["", "a1", "b22 a3", "žába 7"])
@pytest.mark.parametrize("flags", [0, re.ASCII, re.IGNORECASE])
def test_each_method_gives_what_the_compiled_one_gives(text, flags):
    source = r"(?P<letter>[A-Zž])?(\d)"
    for name in ("match", "search", "fullmatch", "findall", "split"):
        late, early = regex(source, flags), re.compile(source, flags)
        for _ in range(2):  # the first use compiles
            found, expected = getattr(late, name)(text), getattr(early, name)(text)
            assert getattr(found, "regs", found) == getattr(expected, "regs", expected)
    late, early = regex(source, flags), re.compile(source, flags)
    assert late.sub("-", text) == early.sub("-", text)
    assert [each.regs for each in late.finditer(text)] == [each.regs for each in early.finditer(text)]
    assert (late.pattern, late.flags, late.groups, late.groupindex) == (
        early.pattern, early.flags, early.groups, early.groupindex,
    )  # fmt: skip


def test_bytes_have_expressions_too():
    assert regex(rb"\d").findall(b"1 2") == [b"1", b"2"]


def test_what_no_expression_has_is_missing():
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = regex("a").no_such_thing


def test_no_module_compiles_expressions_while_it_is_imported():
    folder = Path(pnp.__file__).parent
    texts = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    found = [
        f"{path.relative_to(folder)}:{line}"
        for path, text in texts.items()
        if "compile" in text
        for line in _compiled_at_once(ast.parse(text))
    ]
    assert len(texts) > 300
    assert found == []


def _compiled_at_once(node: ast.AST) -> Iterator[int]:
    """Lines that call ``re.compile`` outside of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and ast.unparse(child.func) == "re.compile":
            yield child.lineno
        if not isinstance(child, ast.FunctionDef):
            yield from _compiled_at_once(child)


def test_it_is_noticed_when_one_does():
    source = "import re\nclass A:\n    b = [re.compile('a')]\n\ndef c():\n    re.compile('b')\n"
    assert [*_compiled_at_once(ast.parse(source))] == [3]
