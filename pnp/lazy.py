"""Packages that import their modules when something of them is first used (PEP 562).

A package that is the front of many modules would otherwise load them all for the one that is wanted: ``pnp
check`` needs no page layout, and a build without rule sheets no Markdown. Start-up is most of the time of a
small run.

Such a package imports its public names for the type checker alone, ``if TYPE_CHECKING:``. Python compiles
these lines without running them, and ``lazy`` reads the names from the compiled code, so it needs no source.
``tests/architecture/test_lazy.py`` checks that it reads them right.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from types import CodeType
from typing import Any


def lazy(package: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of the package that calls this; ``package`` is its ``__name__``."""
    places = dict(_imports(sys._getframe(1).f_code))

    def find(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        return getattr(import_module(places[name]), name)

    return find


def _imports(code: CodeType) -> Iterator[tuple[str, str]]:
    """Each name that is imported from a module, and the module."""
    module = ""
    for step in dis.get_instructions(code):
        if step.opname == "IMPORT_NAME":
            module = step.argval
        elif step.opname == "IMPORT_FROM":
            yield step.argval, module
