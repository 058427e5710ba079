"""Names and fields that do not exist, as faults that suggest what does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from jinja2 import StrictUndefined
from jinja2.environment import TemplateModule
from jinja2.exceptions import UndefinedError
from jinja2.utils import missing

from pnp.diagnostics import did_you_mean, nearest, times
from pnp.layout.fault import LayoutFault
from pnp.layout.wording import SetView

BOUND_NAMES = ("piece", "set", "game", "facts", "terms", "lang", "ink", "side", "size")
"""Names that every layout sees; ``docs/layouts.md`` explains each."""

LABEL_CURES = dict.fromkeys(("label", "labels"), "the name of a field is in the set: set.labels.cost")
"""Names by which what a field is called is looked for elsewhere than in the set."""


class LayoutUndefined(StrictUndefined):
    """A name that does not exist; any use of it is a fault that suggests what does exist."""

    __slots__ = ()

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: str | None = None,
        exc: Callable[[str], Exception] = UndefinedError,
    ) -> None:
        fault = partial(_undefined_fault, obj, name) if exc is UndefinedError else exc
        super().__init__(hint, obj, name, fault)  # type: ignore[arg-type]

    # Jinja leaves these to Python, whose message would name this class and not the missing name.
    __index__ = __round__ = __trunc__ = __abs__ = __invert__ = __reversed__ = __format__ = (
        StrictUndefined._fail_with_undefined_error
    )


def _undefined_fault(obj: Any, name: Any, message: str) -> LayoutFault:
    if isinstance(
        name, LayoutUndefined
    ):  # what was to be taken is called by a name that does not exist itself
        return _undefined_fault(name._undefined_obj, name._undefined_name, message)
    word = str(name) if isinstance(name, str | int) else "…"
    if obj is missing:
        cure = did_you_mean(word, (*BOUND_NAMES, "range", "loop"), "names")
        return LayoutFault("L110", f"unknown name '{word}'", cure, word)
    if obj is None:
        return LayoutFault(
            "L112",
            f"there is nothing to take '{word}' from",
            "test first, as in '{% if … %}', that it is there",
            word,
        )
    return LayoutFault("L111", f"{described(obj)} has no '{word}'", _member_cure(obj, word), word)


def _member_cure(obj: Any, word: str) -> str:
    if isinstance(obj, Sequence) and not isinstance(obj, str):
        return f"it has {times(len(obj), 'member')}, counted from 0"
    if word in LABEL_CURES and not isinstance(obj, SetView):
        return LABEL_CURES[word]
    known = known_members(obj)
    # An expression takes the point and the first part of such a name for the whole of it.
    dashed = next((name for name in known if name.startswith(f"{word}-")), None)
    close = dashed or nearest(word, known)
    if close is None or "-" not in close:
        return did_you_mean(word, known, "names")
    return f"did you mean ['{close}']? A name with '-' is written in brackets, without the point"


def known_members(obj: Any) -> list[str]:
    """The names that a layout can take from a value."""
    if isinstance(obj, Mapping):
        return [str(key) for key in obj]
    if isinstance(obj, TemplateModule):
        return sorted(name for name in vars(obj) if not name.startswith("_"))
    members = getattr(obj, "members", None)
    if callable(members) and hasattr(obj, "member"):
        return [str(name) for name in members()]
    return []


def described(obj: Any) -> str:
    """A value in words, for messages that are the same for every piece."""
    if isinstance(obj, SetView):
        return f"the set '{obj.component_set.id}'"
    if hasattr(obj, "set_id"):
        return f"a piece of '{obj.set_id}'"
    if hasattr(obj, "vocabulary"):
        return f"a term of '{obj.vocabulary}'"
    names: tuple[tuple[type, str], ...] = (
        (bool, "a flag"),
        (int, "a number"),
        (float, "a number"),
        (str, "a text"),
        (TemplateModule, "the imported layout"),
        (Mapping, "the mapping"),
        (Sequence, "a list"),
    )
    return next((words for of, words in names if isinstance(obj, of)), "the value")
