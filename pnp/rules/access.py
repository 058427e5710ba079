"""Parts and members of values: what a dot and square brackets mean."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from pnp.diagnostics import did_you_mean
from pnp.model import FieldValue, Text
from pnp.rules.fault import UnplacedFault
from pnp.rules.run import Budget
from pnp.rules.value import describe, has_members, plain, show


def member(owner: Any, name: str, typed: str = "") -> Any:
    """The value of ``owner.name``; ``typed`` is how the author wrote an owner that is empty or holds forms.

    Raises:
        UnplacedFault: The part does not exist (X112), or the value has no parts at all (X120).
    """
    if owner is None:
        owner_words = f"'{typed}'" if typed else "the value before the dot"
        cure = f"test it first: … if {typed or 'value'} else …"
        raise UnplacedFault("X120", f"{owner_words} is empty here, so it has no '{name}'", cure)
    if isinstance(owner, FieldValue) and (parts := owner.parts()):
        owner = parts
    if isinstance(owner, Mapping):
        if name in owner:
            return owner[name]
        if typed.endswith(".forms"):
            raise _no_form(owner, name, typed)
        known = [key for key in owner if isinstance(key, str)]
        raise UnplacedFault("X112", f"no '{name}' here", did_you_mean(name, known, "names"))
    if has_members(owner):
        try:
            return owner.member(name)
        except KeyError:
            cure = did_you_mean(name, owner.members(), "names")
            raise UnplacedFault("X112", f"{describe(owner)} has no '{name}'", cure) from None
    cures = ["only pieces, terms and mappings have names after a point"]
    if isinstance(owner, str):
        cures.append("a loop over a mapping gives its keys; values(…) gives its values")
    raise UnplacedFault("X120", f"{describe(owner)} has no '{name}'", *cures)


def _no_form(forms: Mapping[Any, Any], name: str, typed: str) -> UnplacedFault:
    known = [label for label in forms if isinstance(label, str)]
    place = f"list it under 'forms' of the term, in a translation in its entry 'term.forms/…': '{name}: …'"
    message = f"'{typed.removesuffix('.forms')}' has no form '{name}'"
    return UnplacedFault("X112", message, did_you_mean(name, known, "forms"), place)


def item(owner: Any, key: Any, budget: Budget, typed: str = "") -> Any:
    """The value of ``owner[key]``; ``typed`` is how the author wrote the owner where it holds forms.

    Raises:
        UnplacedFault: The member does not exist (X112), or the value has no members (X120).
    """
    if isinstance(owner, Text):
        owner = owner.source
    if isinstance(owner, str | list | tuple | range) and not isinstance(owner, FieldValue):
        if not isinstance(key, int) or isinstance(key, bool):
            raise UnplacedFault(
                "X120",
                f"members of {describe(owner)} are counted by whole numbers from 0",
                "write one, such as [0]",
            )
        if not -len(owner) <= key < len(owner):
            raise UnplacedFault(
                "X112", f"no member {key}: there are {len(owner)}", "the first is 0, the last -1"
            )
        return owner[key]
    if isinstance(owner, Mapping):
        wanted = plain(key, budget)
        if wanted in owner:
            return owner[wanted]
        if typed.endswith(".forms"):
            raise _no_form(owner, show(key), typed)
        raise UnplacedFault(
            "X112", f"no value for '{show(key)}'", f"there are values for {show(list(owner))}"
        )
    if isinstance(owner, FieldValue) or has_members(owner):
        return member(owner, str(plain(key, budget)))
    if isinstance(owner, Set):
        raise UnplacedFault(
            "X120", "a set has no order, so no member has a number", "put it in order first: sorted(…)"
        )
    raise UnplacedFault("X120", f"{describe(owner)} has no members", "lists and mappings have")
