"""A text and its translation, taken apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from pnp.diagnostics import Diagnostic, nearest
from pnp.i18n import Entry
from pnp.markup import Marked, MarkedParagraph, Run, parse_inline
from pnp.rules import without_expressions
from pnp.source import Span

_MARKS = re.compile(r"[*:\[\n]|\A- ")
_PLAIN = Marked((MarkedParagraph("plain", ()),))
"""A text without any mark: most are."""


class TextPair:
    """A text and its usable translation.

    Args:
        entry: Both, with their places.
        source_language: BCP 47 tag.
        language: BCP 47 tag of the translation.
    """

    def __init__(self, entry: Entry, source_language: str, language: str) -> None:
        self.entry = entry
        self.source = entry.source
        self.translation = entry.translation
        self.source_language = source_language
        self.language = language

    @cached_property
    def source_marked(self) -> Marked:
        """The source's inline marks; its expressions count as words."""
        return _marked(self.source)

    @cached_property
    def marked(self) -> Marked:
        """The translation's inline marks; its expressions count as words."""
        return _marked(self.translation)

    @property
    def is_identical(self) -> bool:
        """Whether source and translation are the same letters."""
        return self.source.strip() == self.translation.strip()

    @property
    def span(self) -> Span:
        """Where the translation is written."""
        return self.entry.origin.at(0, max(len(self.translation.split("\n")[0]), 1))

    def at(self, start: int, length: int) -> Span:
        """The place of a stretch of the translation."""
        return self.entry.origin.at(start, length)


def _marked(source: str) -> Marked:
    return parse_inline(without_expressions(source)) if _MARKS.search(source) else _PLAIN


def meant_by(strange: Iterable[str], lacking: Iterable[str]) -> dict[str, str]:
    """Missing items by the unexpected ones: two halves of one mistake.

    Those that are alike go together; a single one that is left goes with the first that is.
    """
    rest, left = list(lacking), list(strange)
    found: dict[str, str] = {}
    for name in left:
        close = nearest(name, rest)
        if close is not None:
            found[name] = close
            rest.remove(close)
    left = [name for name in left if name not in found]
    if len(left) == 1 and rest:
        found[left[0]] = rest[0]
    return found


def runs(marked: Marked) -> Iterator[Run]:
    """All runs of a text, in order."""
    for paragraph in marked.paragraphs:
        yield from paragraph.runs


def missing(wanted: Iterable[str], there: Iterable[str]) -> list[str]:
    """Items that are wanted more often than they occur, each once, in order."""
    needed, found = Counter(wanted), Counter(there)
    return [name for name, times in needed.items() if found[name] < times]


def foreign(wanted: Iterable[str], there: Iterable[str]) -> list[str]:
    """Items that occur and are not wanted at all, each once, in order."""
    known = set(wanted)
    return [name for name in dict.fromkeys(there) if name not in known]


def differences(
    wanted: Sequence[str], there: Sequence[str]
) -> tuple[list[str], list[tuple[int, str | None]]]:
    """How the names in a translation differ from those in its source.

    Args:
        wanted: Names in the source.
        there: Names in the translation.

    Returns:
        The missing names that no foreign one stands for; and of each foreign name its first place in
        ``there``, with the missing name that it stands for, or None. Both in order.
    """
    if wanted == there:  # as in most texts
        return [], []
    lacking, extra = missing(wanted, there), foreign(wanted, there)
    meant = meant_by(extra, lacking)
    return (
        [name for name in lacking if name not in meant.values()],
        [(there.index(name), meant.get(name)) for name in extra],
    )


LACKING = "of the source is missing in the translation"
"""How messages end that are about a translation as a whole and about no place in it."""


def in_made_up(found: Iterable[Diagnostic]) -> Callable[[Diagnostic], bool]:
    """A function: whether a finding is about an expression that, by ``found``, the source lacks (K530)."""
    places = [
        each.span
        for each in found
        if each.code == "K530" and each.span and not each.message.endswith(LACKING)
    ]

    def is_inside(finding: Diagnostic) -> bool:
        span = finding.span
        return (
            finding.code.startswith("X") and span is not None and any(place.holds(span) for place in places)
        )

    return is_inside
