"""A file of translations as values, and merging it with the texts of its game, losing nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pnp.diagnostics.diagnostic import Allowance, comment_allowances
from pnp.source import Origin, Span

_NOWHERE = Span("")

TextKey = tuple[str, str]
"""Context and source: what makes a text of a game the same text."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One text and its translation.

    Attributes:
        source: In the game's own language, without white space at its edges.
        translation: Empty if missing.
        context: Class of the text, such as ``card.name``; empty for texts of rule sheets.
        fuzzy: Whether the translation belongs to an earlier wording, or was taken from another text.
        previous: The source that the translation was made for, when it is fuzzy because that has changed.
        places: File, relative to the game's folder, and line of every place that has the text.
        notes: What the translator must know, a line each; rebuilt by every update.
        comments: The translator's own.
        flags: Others than ``fuzzy``.
        obsolete: Whether no text of the game is like that any more.
        span: Where the entry is written: its ``msgid``.
        origin: Where the translation is written, character by character.
    """

    source: str
    translation: str = ""
    context: str = ""
    fuzzy: bool = False
    previous: str | None = None
    places: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    obsolete: bool = False
    span: Span = _NOWHERE
    origin: Origin = field(default_factory=lambda: Origin(_NOWHERE))

    @property
    def key(self) -> TextKey:
        """Context and source."""
        return (self.context, self.source)

    @property
    def usable(self) -> bool:
        """Whether the translation may be printed."""
        return bool(self.translation.strip()) and not self.fuzzy and not self.obsolete

    def allows(self, code: str) -> bool:
        """Whether a comment of the translator, ``allow K532``, accepts findings with this code."""
        return any(code in comment_allowances(line)[0] for line in self.comments)

    def allowances(self) -> Iterator[Allowance]:
        """The accepted codes, each with its place: the entry."""
        places = (self.span, self.origin.span)
        for line in self.comments:
            codes, reason = comment_allowances(line)
            for code in codes:
                yield Allowance(code, reason, self.span, places=places)


class Catalogue(NamedTuple):
    """The translations into one language.

    Attributes:
        language: BCP 47 tag.
        entries: In the order of the file.
        header: Fields of the file's head, in order.
        comments: Lines above the head.
        file: As shown to the author; empty for one that was never written.
    """

    language: str
    entries: tuple[Entry, ...] = ()
    header: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    file: str = ""

    def by_key(self) -> Mapping[TextKey, Entry]:
        """The living entries."""
        return {entry.key: entry for entry in self.living()}

    def living(self) -> Iterator[Entry]:
        """The entries that are not obsolete."""
        return (entry for entry in self.entries if not entry.obsolete)


ALIKE = 0.6
"""Least likeness (difflib's ratio) at which a new text counts as a new wording of a removed one.

That is difflib's own bound for close matches: one word of a short sentence changed is 0.7 and more.
"""
_MOST_CANDIDATES = 20
_WORD = re.compile(r"\w{2,}")
_OWNER = re.compile(r"[\w-][/.][\w-]")
"""An id such as ``weapons/own-bow`` or ``weapon.bow``."""


def merge(catalogue: Catalogue, wanted: Sequence[Entry]) -> Catalogue:
    """The catalogue with exactly the texts of ``wanted``, in their order, and removed ones after them.

    A text takes its translation from the entry with the same key; else from a removed entry with the same
    source (its text has moved); else, fuzzily, from another entry with the same source; else, fuzzily and
    with the former source beside it, from the most similar removed entry, or from the removed entry of the
    same pieces or the same term. Removed entries with a translation stay as obsolete, and are used
    again if their texts come back.

    Args:
        catalogue: As it was read.
        wanted: Texts; what one brings as its translation is taken until there is another. No key twice.
    """
    old = {entry.key: entry for entry in catalogue.entries if entry.obsolete}
    old |= catalogue.by_key()
    keys = {entry.key for entry in wanted}
    gone = [entry for entry in catalogue.living() if entry.key not in keys and entry.translation]
    fresh = [entry for entry in wanted if entry.key not in old and not entry.translation]
    moved = _same_source(fresh, gone)
    used = {entry.key for entry in moved.values()}
    copied = _same_source((e for e in fresh if e.key not in moved), (old[k] for k in keys if k in old))
    rest = [entry for entry in fresh if entry.key not in moved and entry.key not in copied]
    alike = _most_alike(rest, [entry for entry in gone if entry.key not in used])
    used |= {entry.key for entry in alike.values()}
    renamed = _of_the_same(
        [entry for entry in rest if entry.key not in alike],
        [entry for entry in gone if entry.key not in used],
    )
    used |= {entry.key for entry in renamed.values()}
    made: list[Entry] = []
    for entry in wanted:
        key = entry.key
        if key in old:
            made.append(_kept(entry, old[key]))
        elif key in moved:
            made.append(_kept(entry, moved[key]))
        elif key in copied:
            made.append(replace(entry, translation=copied[key].translation, fuzzy=True))
        elif key in alike:
            made.append(_reworded(entry, alike[key]))
        elif key in renamed:
            made.append(_reworded(entry, renamed[key]))
        else:
            made.append(entry)
    left = [
        replace(entry, obsolete=True, places=(), notes=())
        for entry in catalogue.entries
        if entry.key not in keys and entry.key not in used and entry.translation
    ]
    return catalogue._replace(entries=(*made, *{entry.key: entry for entry in left}.values()))


def _kept(entry: Entry, before: Entry) -> Entry:
    return replace(
        entry,
        translation=before.translation or entry.translation,
        fuzzy=before.fuzzy and bool(before.translation),
        previous=before.previous if before.fuzzy and before.translation else None,
        comments=before.comments,
        flags=before.flags,
    )


def _reworded(entry: Entry, before: Entry) -> Entry:
    # After several changes in a row, the translator needs the wording that the translation was made for.
    previous = before.previous if before.fuzzy and before.previous is not None else before.source
    restored = before.fuzzy and previous == entry.source
    return replace(
        entry,
        translation=before.translation,
        fuzzy=not restored,
        previous=None if restored else previous,
        comments=before.comments,
    )


def _same_source(fresh: Iterable[Entry], known: Iterable[Entry]) -> dict[TextKey, Entry]:
    """For each fresh entry one of the known ones with the same source, the smallest context first."""
    by_source: dict[str, Entry] = {}
    for entry in sorted(known, key=lambda entry: entry.context):
        if entry.translation and not entry.fuzzy:
            by_source.setdefault(entry.source, entry)
    return {entry.key: by_source[entry.source] for entry in fresh if entry.source in by_source}


def _most_alike(fresh: Sequence[Entry], gone: Sequence[Entry]) -> Mapping[TextKey, Entry]:
    """Pairs of a fresh entry and the most similar removed one, the best pairs first; each is in one pair."""
    by_word: dict[str, list[int]] = {}
    for index, entry in enumerate(gone):
        for word in dict.fromkeys(_WORD.findall(entry.source.casefold())):
            by_word.setdefault(word, []).append(index)
    pairs: list[tuple[float, int, int]] = []
    for at, entry in enumerate(fresh):
        shared: dict[int, float] = {}
        for word in dict.fromkeys(_WORD.findall(entry.source.casefold())):
            holders = by_word.get(word, ())
            for index in holders:
                shared[index] = shared.get(index, 0.0) + 1.0 / len(holders)
        best = sorted(shared, key=lambda index: (-shared[index], index))[:_MOST_CANDIDATES]
        pairs += [(_likeness(entry, gone[index]), at, index) for index in best]
    found: dict[TextKey, Entry] = {}
    taken: set[int] = set()
    for ratio, at, index in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if ratio < ALIKE:
            break
        if fresh[at].key not in found and index not in taken:
            found[fresh[at].key] = gone[index]
            taken.add(index)
    return found


def _of_the_same(fresh: Sequence[Entry], gone: Sequence[Entry]) -> dict[TextKey, Entry]:
    """Removed texts by the fresh ones of the same pieces or term, as in their notes, if there is just one."""
    before = _by_owner(gone)
    return {
        entries[0].key: before[owner][0]
        for owner, entries in _by_owner(fresh).items()
        if len(entries) == len(before.get(owner, ())) == 1
    }


def _by_owner(entries: Sequence[Entry]) -> dict[tuple[str, str], list[Entry]]:
    """Texts by their context and what they belong to by their notes; without those whose notes have no id."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        if entry.notes and _OWNER.search(entry.notes[0]):
            found.setdefault((entry.context, entry.notes[0]), []).append(entry)
    return found


def _likeness(entry: Entry, other: Entry) -> float:
    """0 to 1; of equal wordings the one of the same class is more alike."""
    from difflib import SequenceMatcher

    ratio = SequenceMatcher(None, other.source, entry.source, autojunk=False).ratio()
    return ratio if entry.context == other.context else ratio * 0.95
