"""Packages that import late name the same things for the type checker and at run time."""

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
    tree = ast.parse(path.read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    typed = {
        (node.module, alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(f"{package}.")
        for alias in node.names
    }
    (late,) = [
        node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    ]
    modules = ast.literal_eval(late.args[1])
    assert {(f"{package}.{module}", name) for module, names in modules.items() for name in names} == typed
    for _, name in typed:
        assert getattr(import_module(package), name) is not None
