"""Texts that no check had anything to say about in an earlier run, in the user's cache folder."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pnp.diagnostics import Diagnostic
from pnp.model import Game, Text
from pnp.model.late import LateFields
from pnp.model.said import text_digest
from pnp.source import Span
from pnp.store import Store
from pnp.store.stamp import stamp

if TYPE_CHECKING:
    from pnp.checks.printed import PrintedText

_CHECKING = ("", "checks", "markup", "rules", "i18n", "model", "diagnostics", "fonts", "icons", "store")
"""Folders of ``pnp`` whose modules decide what is said about a text."""
_BYTES = 16


class SoundTexts:
    """Texts without expressions that were found sound, by what they say; all of a game are one entry of a store.

    Such a text is looked at by itself: besides what it says only the language, the terms, the names of icons, and which characters
    the fonts have decide what the checks find. The entry stands for all of these but the characters, which it names.

    Args:
        store: Where the entry is; nothing is known when it is off.
        folder: Of the game, which tells it from others.
        game: As it was loaded.
        icons: Names of all icons.
    """

    def __init__(self, store: Store, folder: str, game: Game, icons: Collection[str]) -> None:
        self._store = store
        self._language = game.language
        self._known: frozenset[bytes] = frozenset()
        self._used: set[bytes] = set()
        self.letters = ""
        if store.folder is not None:
            ground = repr((game.language, sorted(icons), list(_terms(game)))).encode("utf-8", "surrogatepass")
            self._key = f"texts {stamp(_CHECKING)} {folder} {hashlib.sha256(ground).hexdigest()}"
            self._read(store.get(self._key) or b"")

    def forget(self) -> None:
        """Know nothing, as the fonts lack some of the letters."""
        self._known, self.letters = frozenset(), ""

    def knows(self, text: Text) -> bool:
        """Whether the text is sound."""
        if not self._known:
            return False
        digest = self._digest(text)
        if digest in self._known:
            self._used.add(digest)
            return True
        return False

    def knows_all(self, fields: Mapping[str, object]) -> bool:
        """Whether all texts of a piece are sound; only told of those that need no reading for it."""
        if type(fields) is not LateFields or fields.texts is None or not self._known.issuperset(fields.texts):
            return False
        self._used.update(fields.texts)
        return True

    def keep(
        self, texts: Iterable[PrintedText], letters: Iterable[str], findings: Iterable[Diagnostic]
    ) -> None:
        """Keep the texts that were known and asked for, and those of ``texts`` on whose lines nothing was found.

        Args:
            texts: All that were looked at.
            letters: Of these, as far as the fonts have them.
            findings: About them.
        """
        if self._store.folder is None:
            return
        told = {
            (span.file, line) for span in _spans(findings) for line in range(span.line, span.end_line + 1)
        }
        sound: set[bytes] = set()
        faulty: set[bytes] = set()
        for printed in texts:
            text = printed.text
            if "{" in text.source or "}" in text.source:
                continue
            (faulty if _is_told(text.origin.span, told) else sound).add(self._digest(text))
        kept = (self._used | sound) - faulty
        if kept != self._known:
            named = "".join(sorted({*self.letters, *letters})).encode("utf-8", "surrogatepass")
            self._store.put(self._key, len(named).to_bytes(4, "big") + named + b"".join(sorted(kept)))

    def _digest(self, text: Text) -> bytes:
        return text_digest(text.source, text.language or self._language)

    def _read(self, entry: bytes) -> None:
        end = 4 + int.from_bytes(entry[:4], "big")
        if len(entry) < end or (len(entry) - end) % _BYTES:
            return
        try:
            self.letters = entry[4:end].decode("utf-8", "surrogatepass")
        except ValueError:
            return
        self._known = frozenset([entry[at : at + _BYTES] for at in range(end, len(entry), _BYTES)])


def _is_told(span: Span, lines: Collection[tuple[str, int]]) -> bool:
    """Whether a finding is on any of the lines."""
    return bool(lines) and any((span.file, line) in lines for line in range(span.line, span.end_line + 1))


def _terms(game: Game) -> Iterator[tuple[object, ...]]:
    for vocabulary in game.vocabularies.values():
        for term in vocabulary.terms.values():
            yield vocabulary.id, term.id, term.name.source, [form.source for form in term.forms.values()]


def _spans(findings: Iterable[Diagnostic]) -> Iterator[Span]:
    return (finding.span for finding in findings if finding.span is not None)
