"""A name of a class or a type means one thing in all packages."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

SHARED = {
    "Align": "How lines or elements lie: the values differ, the meaning does not.",
    "Axis": "Of a variable font, as OpenType says, and of a sheet: never met in one module.",
    "Block": "A paragraph or the like: of a rulebook to read, of one that is imported, of a text that is set.",
    "Content": "What a file holds, and what a page of a PDF draws, as ISO 32000 says.",
    "Run": "A stretch of a text in one format, as typography says, and one evaluation of an expression.",
    "Shape": "The outline of a piece, as layouts and data say, and what the keys of a data file must be.",
    "Side": "Front or back, and in proofs the translation or its source beside the other.",
    "Step": "Of a transform in a layout, and of the progress of work.",
    "Words": "Words of an imported sheet with their places, and how a value is put into words.",
}
"""Names that packages share, and why."""


def names(source: str) -> Iterator[str]:
    """The classes and the aliases of types of a module; its constants and type variables are neither."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            yield ast.unparse(node.target)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name) and is_a_type(each.id))


def is_a_type(name: str) -> bool:
    """Whether it is written as classes are."""
    return name.lstrip("_")[:1].isupper() and not name.isupper()


def shared(modules: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """The names that several packages have.

    Args:
        modules: The package and the source of each.
    """
    packages: dict[str, set[str]] = {}
    for package, source in modules:
        for name in names(source):
            packages.setdefault(name, set()).add(package)
    return {name: found for name, found in packages.items() if len(found) > 1}


def test_packages_share_no_names_of_types_but_those_with_a_reason() -> None:
    folder = ROOT / "pnp"
    found = shared(
        (path.relative_to(folder).parts[0], path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.py"))
    )
    assert {name: sorted(where) for name, where in found.items() if name not in SHARED} == {}
    assert sorted(SHARED) == sorted(found), "a reason is left over"


def test_every_way_to_name_a_type_is_seen() -> None:
    ways = ["class _Cut: ...", "_Cut: TypeAlias = int", "_Cut = tuple[int, str]"]
    for first in ways:
        for second in ways:
            assert shared([("one", first), ("two", second)]) == {"_Cut": {"one", "two"}}
            assert shared([("one", first), ("one", second)]) == {}
    others = ["_Cut = TypeVar('_Cut')", "_CUT = table[0]", "def _Cut(): ..."]
    assert shared([("one", ways[0]), *(("two", each) for each in others)]) == {}
