"""Every check of the data is in the list of checks."""

from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path

from pnp import checks


def test_every_check_is_listed() -> None:
    found = set()
    for path in Path(checks.__file__).parent.glob("[a-z]*.py"):
        module = import_module(f"pnp.checks.{path.stem}")
        own = [
            each for each in vars(module).values() if isfunction(each) and each.__module__ == module.__name__
        ]
        found |= {
            each
            for each in own
            if not each.__name__.startswith("_") and [*signature(each).parameters] == ["case"]
        }
    missing = {f"{each.__module__}.{each.__name__}" for each in found - set(checks.CHECKS)}
    assert not missing, "list them in CHECKS or TEXT_CHECKS of pnp/checks/__init__.py"
