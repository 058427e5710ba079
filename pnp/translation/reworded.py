"""Texts whose words have changed, each with the words that stood in its place."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from pnp.i18n import Key
from pnp.translation.extract import RULEBOOK, TERMS, Extracted, Found


class Owner(NamedTuple):
    """The place of a text in the game; by it, the text is found again.

    Attributes:
        group: As in ``Found``.
        what: As in ``Found``.
        piece: Its key; empty for a text of no piece.
        file: Of a text of a rule sheet; empty for others.
    """

    group: str
    what: str
    piece: str
    file: str

    def is_left(self, pieces: Container[str]) -> bool:
        """Whether it can be the same one later; a term counts as gone once its text is.

        Args:
            pieces: Keys of those that the game has.
        """
        return self.piece in pieces if self.piece else self.group != TERMS


Emptied: TypeAlias = dict[Owner, Key]
"""The last text of each owner that has none now."""


def reworded(before: Extracted, after: Extracted, emptied: Emptied | None = None) -> dict[Key, Key]:
    """Each text that is new in its place, and the one that was there before.

    A text is found again by what it belongs to, such as the field of a piece. Texts of what had none before
    are left out.

    Args:
        before: The texts of a game.
        after: Those of the same game later.
        emptied: Texts that earlier changes took away, by what they belonged to, such as a field that someone
            emptied. Those of this change are added, and those that have words again are used and removed.
    """
    old, new = _by_owner(before.found), _by_owner(after.found)
    emptied = {} if emptied is None else emptied
    emptied |= {owner: texts[0].key for owner, texts in old.items() if owner not in new and len(texts) == 1}
    found: dict[Key, Key] = {}
    for owner, texts in new.items():
        was = [each.key for each in old.get(owner, ())]
        last = emptied.pop(owner, None)
        if not was and last is not None:
            was = [last]
        if len(was) != len(texts):
            continue
        for source, each in zip(was, texts, strict=True):
            if each.key != source:
                found.setdefault(each.key, source)
    return found


def _by_owner(texts: Iterable[Found]) -> dict[Owner, Sequence[Found]]:
    owned: dict[Owner, list[Found]] = {}
    for found in texts:
        file = found.text.origin.span.file if found.group == RULEBOOK else ""
        owner = Owner(found.group, found.what, found.piece.key if found.piece else "", file)
        owned.setdefault(owner, []).append(found)
    return dict(owned)
