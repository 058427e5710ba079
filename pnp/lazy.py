"""Packages that import their modules when something of them is first used (PEP 562).

A package that is the front of many modules would otherwise load them all for the one that is wanted: ``pnp
check`` needs no page layout, and a build without rule sheets no Markdown. Start-up is most of the time of a
small run.

Such a package imports its public names for the type checker alone, ``if TYPE_CHECKING:``. Those lines are
what ``lazy`` finds the names by; ``tests/architecture/test_lazy.py`` checks that it reads them right.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

_BLOCK = re.compile(r"^if TYPE_CHECKING:.*\n((?: .*\n)+)", re.MULTILINE)
_IMPORT = re.compile(r"from (\S+) import (?:\(([^)]*)\)|(.+))")
"""An import as the formatter writes it."""


def lazy(package: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package; ``package`` is its ``__name__``."""
    block = _BLOCK.search(_source(package))
    assert block is not None, package
    places = {
        name: module
        for module, several, one in _IMPORT.findall(block[1])
        for name in re.findall(r"\w+", several or one)
    }

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        return getattr(import_module(places[name]), name)

    return find


def _source(package: str) -> str:
    spec = find_spec(package)
    loader: Any = spec and spec.loader  # has `get_source`, which its type does not say
    source: str = loader.get_source(package)
    return source
