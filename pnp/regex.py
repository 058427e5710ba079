"""Regular expressions that are compiled when they are first used.

Python compiles those of a module whenever it is imported: half a millisecond each, of more than a hundred, most of which a run
never asks. From the first use on, one of these is as quick as what ``re.compile`` gives.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

__all__ = ["regex"]

if TYPE_CHECKING:
    from re import compile as regex
else:

    def regex(text, flags=0):
        """What ``re.compile`` would give, and what it does; a fault in ``text`` is met at the first use."""
        return _Pattern(text, flags)


class _Compiled:
    """Holds the methods of an expression that was compiled."""


class _Pattern(_Compiled):
    """Not compiled yet: it has no attribute but that with which it is."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self._source = (text, flags)

    def __getattr__(self, name: str) -> Any:
        compiled: Any = re.compile(*self._source)
        vars(self).update({each: getattr(compiled, each) for each in _ATTRIBUTES})
        self.__class__ = _Compiled  # type: ignore[assignment]  # looked up without coming here
        return getattr(compiled, name)


_ATTRIBUTES = tuple(name for name in dir(re.Pattern) if not name.startswith("_"))
