"""Translations that follow when the words of their texts change: they are kept, to be checked again."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from pnp.edit.change import Change, edited
from pnp.edit.history import whole_change
from pnp.edit.po_file import PoFile
from pnp.i18n import Key
from pnp.load import EarlierSets, load_game
from pnp.model import FileFault, Files, Game, Text
from pnp.translation.extract import Extracted, extract
from pnp.translation.reworded import Emptied, reworded
from pnp.translation.table_texts import table_texts
from pnp.translation.translations import Translations, relative

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
        there = {piece.key for piece in before.pieces()}  # the id of one that is gone may be given again
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


def _left(game: Game, others: Extracted, keys: Container[Key]) -> set[Key]:
    """The old keys that some text of the game still has."""
    values = (value for piece in game.pieces() for value in piece.fields.values() if isinstance(value, Text))
    found = ((value.context, value.source.strip()) for value in values)
    return {key for key in (*found, *others.by_key()) if key in keys}


def following_changes(
    game: Game,
    left: Container[Key],
    pairs: Mapping[Key, Key],
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
    successors: dict[Key, list[Key]] = {}
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
