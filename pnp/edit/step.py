"""The values of a step of an edit, as a page sends them; what is none of them is refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.edit.limits import MAX_KEY, MAX_TEXT
from pnp.edit.yaml_file import NewValue
from pnp.load.decode import blanked

_BETWEEN = re.compile(r"\s*[;,|\n]\s*")
"""Between members of a list in a cell."""


class WrongRequestError(ValueError):
    """An edit that no page of pnp asks for."""


class StaleEditError(Exception):
    """A value is not what the page showed; nothing was written.

    Attributes:
        name: Of the value.
        found: The value that is written now.
    """

    def __init__(self, name: str, found: NewValue) -> None:
        super().__init__(f"'{name}' has changed meanwhile")
        self.name = name
        self.found = found


def text_of(step: Mapping[str, Any], name: str) -> str:
    """A text of a step; empty without one."""
    value = step.get(name, "")
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise WrongRequestError(f"'{name}' is no text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise WrongRequestError(f"'{name}' has half a character") from None
    return value.replace("\r\n", "\n").replace("\r", "\n")


def key_of(value: object) -> str:
    """A key of a file."""
    key = text_of({"key": value}, "key")
    if not 0 < len(key) <= MAX_KEY or blanked(key) != key:
        raise WrongRequestError("no key")
    return key


def value_of(step: Mapping[str, Any]) -> NewValue:
    """The value of a step, with a space for each character that no file of a game may hold."""
    value = step.get("value")
    if value is None:
        return None
    if isinstance(value, list):
        return [blanked(text_of({"value": each}, "value")) for each in value]
    return blanked(text_of(step, "value"))


def compare(name: str, found: NewValue, step: Mapping[str, Any], known: bool = True) -> None:
    """Refuse a step whose value is not what its page showed.

    Raises:
        StaleEditError: It is not.
    """
    if "was" not in step or not known:
        return
    was = step["was"]
    if isinstance(found, str) and isinstance(was, list):  # a list in a cell, which the page has just written
        same = _members(found) == _members("; ".join(map(str, was)))
    else:
        same = (list(found) if isinstance(found, Sequence) and not isinstance(found, str) else found) == was
    if not same:
        raise StaleEditError(name, found)


def _members(text: str) -> list[str]:
    """The members of a list that is written in one cell."""
    return [each for each in _BETWEEN.split(text.strip()) if each]
