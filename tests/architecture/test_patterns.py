"""Regular expressions that every Python matches alike."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "pnp"

# 'Possessive' groups, which give nothing back. Before 3.11.5, Python matches them wrongly when they hold a
# choice or a repetition (gh-106052), and Debian 12 has 3.11.2. Of a single character or set they are sound.
_GROUP = re.compile(r"(?<![\\(])\)(?:[*+?]|\{\d*,?\d*\})\+")


def patterns(source: str) -> list[str]:
    """The texts in the code that have such a group."""
    return [text for text in map(_text, ast.walk(ast.parse(source))) if _GROUP.search(text)]


def _text(node: ast.AST) -> str:
    """The text that a node stands for, with 1 in place of each value that is filled in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) or "1" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_no_pattern_has_a_possessive_group() -> None:
    sources = {path: path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}
    assert len(sources) > 100
    suspects = [path for path, source in sources.items() if re.search(r"[*+?}]\+", source)]
    assert {path: found for path in suspects if (found := patterns(sources[path]))} == {}


@pytest.mark.parametrize("pattern", ["(?:a|b)*+", "(a+b)++c", "(a)?+", "(?:ab|c){1,3}+", "x(a){2}+"])
def test_every_possessive_group_is_seen(pattern: str) -> None:
    assert patterns(f"x = re.compile({pattern!r})") == [pattern]


@pytest.mark.parametrize("pattern", ["(?:{Y}|b)*+c", "(?:b|{Y})++", "(a|{Y}){{2}}+", "(a){{{Y}}}+"])
def test_groups_are_seen_where_values_are_filled_in(pattern: str) -> None:
    assert patterns(f"x = re.compile(rf{pattern!r})") != []


@pytest.mark.parametrize("pattern", ["[ab]*+", r"\d++x?+", r"\(a\)\)*+", "(a)* b"])
def test_possessive_characters_are_let_pass(pattern: str) -> None:
    assert patterns(f"x = re.compile({pattern!r})") == []
