"""Packages that import late have what they import for the type checker."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import pnp

ROOT = Path(pnp.__file__).parent
FRONTS = [path for path in sorted(ROOT.rglob("__init__.py")) if "= lazy(" in path.read_text("utf-8")]


@pytest.mark.parametrize("path", FRONTS, ids=lambda path: path.parent.name)
def test_names_that_are_imported_late(path: Path) -> None:
    package = ".".join(("pnp", *path.parent.relative_to(ROOT).parts))
    (block,) = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.If)]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert len(imports) == len(block.body)
    for node in imports:
        for alias in node.names:
            assert alias.asname is None
            assert getattr(import_module(package), alias.name) is getattr(
                import_module(str(node.module)), alias.name
            )


def test_other_names_are_missing() -> None:
    with pytest.raises(AttributeError, match=r"module 'pnp\.fonts' has no attribute 'nothing'"):
        import_module("pnp.fonts").nothing  # noqa: B018 - asking for it is the test
