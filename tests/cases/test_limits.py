"""Every limit is a number in a module called ``limits`` and stands in ``docs/limits.md`` with what it bounds."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "pnp").rglob("limits.py"))


def limits(path: Path) -> list[tuple[str, str]]:
    """Value and meaning of each limit of a module, in order."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    found = []
    for node, behind in pairwise(body):
        if isinstance(node, ast.Assign) and isinstance(behind, ast.Expr):
            value = eval(compile(ast.Expression(node.value), "limits", "eval"), {})
            meaning = " ".join(str(ast.literal_eval(behind.value)).split()).replace("``", "`")
            found.append((f"{value:,}", meaning))
    return found


def table(path: Path) -> str:
    """The rows of a module as they must stand in the page."""
    return "".join(f"| {value} | {meaning} |\n" for value, meaning in limits(path))


def test_every_limit_has_a_meaning() -> None:
    for path in MODULES:
        numbers = re.findall(r"^[A-Z_]+ *(?::[^=]*)?= ", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert len(numbers) == len(limits(path)), path


def test_the_page_holds_every_limit_and_no_other() -> None:
    page = (ROOT / "docs/limits.md").read_text(encoding="utf-8")
    for path in MODULES:
        assert table(path) in page, (
            f"docs/limits.md lacks or misstates, of {path.relative_to(ROOT)}:\n{table(path)}"
        )
    rows = [line for line in page.splitlines() if re.match(r"\| [\d,.-]+ \|", line)]
    assert len(rows) == sum(len(limits(path)) for path in MODULES)
