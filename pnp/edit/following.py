"""Translations that follow when the words of their texts change: kept in their PO files, to be checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Self

from pnp.edit.change import Change, edited, whole_change
from pnp.edit.source_text import SourceText
from pnp.i18n import Catalogue, Entry, TextKey, read_catalogue, write_catalogue
from pnp.i18n.po_file import value_lines
from pnp.load import EarlierSets, load_game
from pnp.load.decode import po_encoding
from pnp.model import FileFault, Files, Game, Text
from pnp.translation.extract import Emptied, Extracted, extract, reworded
from pnp.translation.table_texts import table_texts
from pnp.translation.translations import Translations, relative

_FLAGS = re.compile(r"^#,(.*)$")
_PREVIOUS = re.compile(r"^#\|")


class PoFile:
    """The translations into one language at the moment of an edit.

    Args:
        file: Relative to the game's folder.
        data: Its content; None for a file that is missing.
        language: BCP 47 tag.
        project: Name of the game, for the head of a new file.

    Raises:
        FileFault: It cannot be decoded.
    """

    def __init__(self, file: str, data: bytes | None, language: str, project: str) -> None:
        self.file = file
        self._language = language
        self._project = project
        self._new = data is None
        self._source = SourceText(file, data or b"", po_encoding(data or b""))
        self._catalogue = read_catalogue(self._source.text, file, language)[0]

    def holding(self, data: bytes) -> Self:
        """The same file with other content."""
        return type(self)(self.file, data, self._language, self._project)

    def entry(self, context: str, source: str) -> Entry | None:
        """The translation of a text; None if the file has none."""
        return self._catalogue.by_key().get((context, source.strip()))

    def set(self, context: str, source: str, translation: str) -> list[Change]:
        """The changes that give a text a translation; one that was fuzzy counts as checked afterwards."""
        entry = self.entry(context, source)
        if entry is None:
            return self._added(Entry(source.strip(), translation, context)) if translation else []
        changes = self._without_fuzzy(entry) if entry.fuzzy else []
        if entry.translation != translation:
            span = entry.origin.span
            start = self._source.index(span.line, span.column)
            end = self._source.index(span.end_line, span.end_column)
            prefix = self._source.text[self._source.line_start(start) : start].removesuffix("msgstr ")
            lines = list(value_lines("msgstr", translation, prefix if not prefix.strip() else ""))
            changes.append(self._source.change(start, end, "\n".join(lines).lstrip().removeprefix("msgstr ")))
        return changes

    def accept(self, context: str, source: str) -> list[Change]:
        """The changes by which a fuzzy translation counts as checked."""
        entry = self.entry(context, source)
        return self._without_fuzzy(entry) if entry is not None and entry.fuzzy else []

    def reword(self, old: TextKey, news: Mapping[TextKey, bool], *, stays: bool) -> list[Change]:
        """The changes by which the translation of a text becomes that of other words, to be checked again.

        As with ``pnp i18n update``, it is marked ``fuzzy``, with the words that it was made for above it; the
        mark goes once the text has these words again. One of the new texts takes the entry over, others get
        a copy; those that the file has keep what they have.

        Args:
            old: Context and source of the text so far.
            news: Those that it has now, each with whether the translation fits; several if the same text was
                in several places.
            stays: Whether other places still have the old text, so that its translation stays, too.
        """
        entries = self._catalogue.by_key()
        entry = entries.get(old)
        if entry is None:
            return []
        previous = entry.previous if entry.fuzzy and entry.previous is not None else entry.source
        fresh = {new: checked for new, checked in news.items() if new not in entries}
        if not fresh and not stays and entry.fuzzy and any(source == previous for _, source in news):
            return self._removed(entry)
        changes = []
        for new, checked in fresh.items():
            changes += (self._copied if stays else self._moved)(entry, new, previous, checked=checked)
            stays = True
        return changes

    def _copied(self, entry: Entry, key: TextKey, previous: str, *, checked: bool) -> list[Change]:
        """The translation once more, below its entry, for another text."""
        if not entry.translation:
            return []
        fuzzy = not checked and not _fits(entry, key, previous)
        made = Entry(
            key[1], entry.translation, key[0], fuzzy, previous if fuzzy else None, comments=entry.comments
        )
        end = self._source.line_end(self._source.index(entry.origin.span.end_line, 1))
        return [self._source.change(end, end, f"\n\n{self._written(made)}")]

    def _moved(self, entry: Entry, key: TextKey, previous: str, *, checked: bool) -> list[Change]:
        """The entry, with another text."""
        fuzzy = not checked and bool(entry.translation) and not _fits(entry, key, previous)
        changes = [self._with_source(entry, key)]
        if entry.fuzzy and not fuzzy and not checked:
            changes += self._without_fuzzy(entry)
        elif fuzzy and not (entry.fuzzy and entry.previous is not None):
            changes += self._with_fuzzy(entry, previous)
        return changes

    def _with_source(self, entry: Entry, key: TextKey) -> Change:
        """Another source, and another context if it has one."""
        context, source = key
        span = entry.span
        end = self._source.index(span.end_line, span.end_column)
        if context == entry.context:
            start = self._source.index(span.line, span.column)
            start = self._source.text.rindex("msgid", 0, start)
            return self._source.change(start, end, "\n".join(value_lines("msgid", source, "")))
        lines = [*(value_lines("msgctxt", context, "") if context else ()), *value_lines("msgid", source, "")]
        return self._source.change(self._top(entry), end, "\n".join(lines))

    def _with_fuzzy(self, entry: Entry, previous: str) -> list[Change]:
        """The flag, and the wording that the translation was made for."""
        changes, flagged = [], entry.fuzzy
        for start, end, line in self._above(entry):
            found = _FLAGS.match(line)
            if found and not flagged:
                changes.append(self._source.change(start, end, f"#, fuzzy,{found[1]}\n"))
                flagged = True
        lines = [] if flagged else ["#, fuzzy"]
        lines += value_lines("msgid", previous, "#| ")
        top = self._top(entry)
        return [*changes, self._source.change(top, top, "".join(f"{line}\n" for line in lines))]

    def _removed(self, entry: Entry) -> list[Change]:
        """The entry with everything above it, and the empty lines below it."""
        start = min((start for start, _, _ in self._above(entry)), default=self._top(entry))
        end = self._source.line_end(self._source.index(entry.origin.span.end_line, 1))
        rest = self._source.text[end:]
        stop = end + len(rest) - len(rest.lstrip("\n"))
        if stop < len(self._source.text):
            return [self._source.change(start, stop, "")]
        kept = len(self._source.text[:start].rstrip("\n"))
        return [self._source.change(kept, end, "")]

    def _top(self, entry: Entry) -> int:
        """Where the first line with a value of an entry begins."""
        first = at = self._source.line_start(self._source.index(entry.span.line, 1))
        while entry.context and at > 0:
            at = self._source.line_start(at - 1)
            line = self._source.text[at : self._source.line_end(at)].strip()
            if line and not line.startswith('"'):
                return at if line.startswith("msgctxt") else first
        return first

    def _above(self, entry: Entry) -> Iterator[tuple[int, int, str]]:
        """The comments and flags of an entry from below, each with where its line begins and ends."""
        at = self._top(entry)
        while at > 0:
            start = self._source.line_start(at - 1)
            line = self._source.text[start : at - 1]
            if not line.startswith("#") or line.startswith("#~"):
                break
            yield start, at, line
            at = start

    def _written(self, entry: Entry) -> str:
        text = write_catalogue(Catalogue(self._language, (entry,)), self._project).decode()
        return text.partition("\n\n")[2].rstrip()

    def _added(self, entry: Entry) -> list[Change]:
        if self._new:
            text = write_catalogue(Catalogue(self._language, (entry,)), self._project)
            return [Change(self.file, 0, 0, text)]
        end = len(self._source.text.rstrip("\n"))
        return [self._source.change(end, end, f"\n\n{self._written(entry)}")]

    def _without_fuzzy(self, entry: Entry) -> list[Change]:
        """The changes that remove the flag, and the wording that the translation was made for."""
        changes = []
        for start, end, line in self._above(entry):
            if _PREVIOUS.match(line):
                changes.append(self._source.change(start, end, ""))
            elif found := _FLAGS.match(line):
                flags = [flag.strip() for flag in found[1].split(",") if flag.strip() not in ("", "fuzzy")]
                fresh = f"#, {', '.join(flags)}\n" if flags else ""
                changes.append(self._source.change(start, end, fresh))
        return changes


def _fits(entry: Entry, key: TextKey, previous: str) -> bool:
    """Whether a text has the words again that a translation was made for."""
    return previous == key[1] and (not entry.fuzzy or entry.previous is not None)


_SOURCES = frozenset([".yaml", ".yml", ".csv"])
"""Ends of the names of files whose edits may change a text."""


class Rewordings:
    """Remembers between edits what texts were like.

    Args:
        folder: Of the game.
        cwd: Names of files are shown relative to it.
    """

    def __init__(self, folder: Path, cwd: Path) -> None:
        self._folder = folder
        self._cwd = cwd
        self._earlier = EarlierSets()
        self._emptied: Emptied = {}

    def with_translations(
        self,
        read: Mapping[str, bytes | None],
        changes: Sequence[Change],
        catalogue: Callable[[str], PoFile],
    ) -> list[Change]:
        """Changes of an edit, with those of files of translations that belong to its changes of texts.

        Args:
            read: Content of the files that the edit is about; that of others is added by ``catalogue``.
            changes: Of the edit.
            catalogue: Gives the file of translations into a language, as it was before the edit.
        """
        try:
            written = edited(read, changes)
        except ValueError:  # two changes are about the same place, which is refused when they are written
            return [*changes]

        def current(language: str) -> PoFile:
            po = catalogue(language)
            return po.holding(written[po.file]) if po.file in written else po

        following = self._following(read, written, current)
        twice = written.keys() & {each.file for each in following}
        both = edited(written, [each for each in following if each.file in twice])
        return [
            *(each for each in (*changes, *following) if each.file not in twice),
            *(whole_change(file, read[file] or b"", data) for file, data in both.items()),
        ]

    def _following(
        self,
        read: Mapping[str, bytes | None],
        written: Mapping[str, bytes],
        catalogue: Callable[[str], PoFile],
    ) -> list[Change]:
        """The changes of files of translations, as the edit leaves these, by which they follow its texts."""
        if not any(PurePosixPath(file).suffix in _SOURCES for file in written):
            return []
        known = {file: data for file, data in read.items() if data is not None}
        before = self._game(known)
        if before is None or not before.translations:
            return []
        after = self._game({**known, **written})
        if after is None:
            return []
        same = set(map(id, before.pieces())) & set(map(id, after.pieces()))
        old, new = (extract(_without(game, same), ()) for game in (before, after))
        there = {piece.key for piece in before.pieces()}  # the id of a removed piece may be given again
        self._emptied = {owner: key for owner, key in self._emptied.items() if owner.is_left(there)}
        pairs = reworded(old, new, self._emptied)
        left = _left(after, new, set(pairs.values())) if pairs else set()
        return following_changes(after, left, pairs, catalogue)

    def _game(self, unsaved: Mapping[str, bytes]) -> Game | None:
        return load_game(self._folder, cwd=self._cwd, earlier=self._earlier, unsaved=unsaved).game


def _without(game: Game, same: Container[int]) -> Game:
    """The game without pieces with these ids of objects: few of thousands change in an edit."""
    sets = (
        replace(each, pieces=tuple(piece for piece in each.pieces if id(piece) not in same))
        for each in game.sets
    )
    return replace(game, sets=tuple(sets))


def _left(game: Game, others: Extracted, keys: Container[TextKey]) -> set[TextKey]:
    """The old keys that some text of the game still has."""
    values = (value for piece in game.pieces() for value in piece.fields.values() if isinstance(value, Text))
    found = ((value.context, value.source.strip()) for value in values)
    return {key for key in (*found, *others.by_key()) if key in keys}


def following_changes(
    game: Game,
    left: Container[TextKey],
    pairs: Mapping[TextKey, TextKey],
    catalogue: Callable[[str], PoFile],
    *,
    checked: bool = False,
) -> list[Change]:
    """The changes by which translations follow their texts.

    A translation that a table has beside its text counts as checked, as both are in one row. A file that
    cannot be decoded, or whose encoding lacks a letter of the new words, stays as it is.

    Args:
        game: With the new texts.
        left: Old texts that are still somewhere in it.
        pairs: New texts, each with the one that it was before (``reworded``).
        catalogue: Gives the file of translations into a language.
        checked: Whether the translations fit the new words.
    """
    if not pairs:
        return []
    in_tables = table_texts(game)
    successors: dict[TextKey, list[TextKey]] = {}
    for new, old in pairs.items():
        successors.setdefault(old, []).append(new)
    changes: list[Change] = []
    for language in game.languages[1:]:
        beside = in_tables.get(language, ())
        made: list[Change] = []
        try:
            po = catalogue(language)
            for old, news in successors.items():
                made += po.reword(old, {new: checked or new in beside for new in news}, stays=old in left)
        except FileFault:
            continue
        changes += made
    return changes


def translations_after(
    before: Game, after: Game, files: Files, changed: Mapping[str, bytes], *, checked: bool = False
) -> dict[str, bytes]:
    """Files of translations as they are once they follow changes of texts, rule sheets included, by path.

    Args:
        before: The game.
        after: The same with the changes.
        files: Of its folder.
        changed: New content of files.
        checked: Whether the translations fit the new words.
    """
    old, new = (Translations(game, ()).extracted for game in (before, after))
    read: dict[str, bytes] = {}

    def catalogue(language: str) -> PoFile:
        path = next((relative(after, each.file) for each in after.translations if each.name == language), "")
        data = changed.get(path) or files.read(path) if path else None
        if data is not None:
            read[path] = data
        return PoFile(path, data, language, after.name.source)

    left = new.by_key().keys()
    return edited(read, following_changes(after, left, reworded(old, new), catalogue, checked=checked))
