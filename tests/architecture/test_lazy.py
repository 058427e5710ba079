"""Packages that import late have what they import for the type checker."""

import ast
import os
import py_compile
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
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


def test_every_name_that_a_module_imports_exists() -> None:
    """The type checker takes any name of a package that imports late."""
    missing = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {alias.name}"
        for path in sorted(ROOT.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] == "pnp"
        for alias in node.names
        if not hasattr(import_module(str(node.module)), alias.name)
        and not find_spec(f"{node.module}.{alias.name}")
    ]
    assert not missing


def test_other_names_are_missing() -> None:
    with pytest.raises(AttributeError, match=r"module 'pnp\.fonts' has no attribute 'nothing'"):
        import_module("pnp.fonts").nothing  # noqa: B018 - asking for it is the test


def test_a_package_without_source_is_imported_late_all_the_same(tmp_path: Path) -> None:
    front = tmp_path / "front"
    front.mkdir()
    (front / "__init__.py").write_text(
        "from typing import TYPE_CHECKING\n\nfrom pnp.lazy import lazy\n\n"
        "if TYPE_CHECKING:\n    from front.one import first\n\n# The others:\n    from front.two import (\n"
        "        second,\n        third,\n    )\n\n__getattr__ = lazy(__name__)\n",
        "utf-8",
    )
    (front / "one.py").write_text("first = 1\n", "utf-8")
    (front / "two.py").write_text("second, third = 2, 3\n", "utf-8")
    for path in front.iterdir():
        py_compile.compile(str(path), str(path.with_suffix(".pyc")), doraise=True)
        path.unlink()
    code = (
        "import sys, front\n"
        "assert 'front.one' not in sys.modules\n"
        "print(front.first, front.second, front.third, 'front.two' in sys.modules)"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT.parent)))}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, encoding="utf-8")
    assert (done.stdout, done.stderr) == ("1 2 3 True\n", "")
