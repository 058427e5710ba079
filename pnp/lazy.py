"""Packages that import their modules when something of them is first used (PEP 562).

A package that is the front of many modules would otherwise load them all for the one that is wanted: ``pnp
check`` needs no page layout, and a build without rule sheets no Markdown. Start-up is most of the time of a
small run.

Such a package imports its public names for the type checker, and names them again for ``lazy``;
``tests/architecture/test_lazy.py`` says where the two differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package whose public names live in its modules.

    Args:
        package: The package's ``__name__``.
        modules: Public names by the module that holds them, relative to the package.
    """
    places = {name: module for module, names in modules.items() for name in names}

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        return getattr(import_module(f"{package}.{places[name]}"), name)

    return find
