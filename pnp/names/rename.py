"""Renaming: the same name in all files of a game, checked before anything is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import NamedTuple

from pnp.build import Edition, SideHashes, Workshop, check_workshop, compose, open_workshop, side_hashes
from pnp.diagnostics import Diagnostic, Severity, did_you_mean, times
from pnp.disk import open_folder
from pnp.draw import FaceHashes
from pnp.edit import Change, edited
from pnp.edit.source_text import SourceText
from pnp.load.decode import po_encoding
from pnp.model import FileFault, Files
from pnp.names.index import Names
from pnp.names.name import Kind, Name
from pnp.source import Span, path_of
from pnp.translation import Translations

RENAMED: tuple[Kind, ...] = ("term", "fact", "field", "piece", "style", "layout")
"""Kinds of names that can be changed."""
_ID = re.compile(r"\w[\w-]{0,80}")
_IDENTIFIER = re.compile(r"[^\W\d]\w{0,80}")
_GIVEN = "every game has it: choose one of your own"


class RenameFault(Exception):
    """A name that cannot be changed.

    Attributes:
        cure: What to do about it; may be empty.
        found: Findings that the game would have; may be empty.
        sources: Texts of files as they would be, for excerpts of these findings.
    """

    def __init__(
        self,
        message: str,
        cure: str = "",
        found: Sequence[Diagnostic] = (),
        sources: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.cure = cure
        self.found = tuple(found)
        self.sources = dict(sources or {})


class Renaming(NamedTuple):
    """Everything that a new name changes.

    Attributes:
        places: Stretches to be replaced, each with its new text, by file and place.
        moved: Old and new path of each file that is called by the name.
        encodings: Of files that are not UTF-8, as their authors name them.
    """

    places: Sequence[tuple[Span, str]]
    moved: Sequence[tuple[str, str]] = ()
    encodings: Mapping[str, str] = MappingProxyType({})

    @property
    def files(self) -> set[str]:
        """The files that change, by their old names."""
        return {*(span.file for span, _ in self.places), *(old for old, _ in self.moved)}

    def changes(self, files: Mapping[str, bytes]) -> list[Change]:
        """The same in bytes of the files; a moved file is new under its new name.

        Args:
            files: Content of each file that has one of the places.

        Raises:
            RenameFault: A file is in another encoding, or its encoding has no such characters.
        """
        written = {span.file for span, _ in self.places}
        try:
            sources = {file: self.source(file, files[file]) for file in written}
            found = [_change(sources[span.file], span, text) for span, text in self.places]
        except FileFault as fault:
            raise RenameFault(str(fault), fault.cure) from fault
        for old, new in self.moved:
            content = edited(files, [each for each in found if each.file == old]).get(old, files[old])
            found = [*(each for each in found if each.file != old), Change(new, 0, 0, content)]
        return found

    def source(self, file: str, data: bytes) -> SourceText:
        """The text of a file, with places as findings have them.

        Raises:
            FileFault: It is in another encoding.
        """
        encoding = po_encoding(data) if file.endswith(".po") else self.encodings.get(file, "")
        return SourceText(file, data, encoding)


def _change(source: SourceText, span: Span, text: str) -> Change:
    start, stop = source.index(span.line, span.column), source.index(span.end_line, span.end_column)
    return source.change(start, stop, text)


def find_name(names: Names, kind: Kind, word: str) -> Name:
    """The name that is meant: a term also without its vocabulary, a piece also without its set.

    Raises:
        RenameFault: None or several have this name.
    """
    known = dict.fromkeys(each.name for each in names.mentions if each.defines and each.name.kind == kind)
    found = [name for name in known if word in (name.id, name.word)]
    if not found and kind == "piece":  # of an entry that repeats, or of a row that is called by its name
        keys = (piece.key for piece in names.known.game.pieces())
        found = [Name("piece", key) for key in keys if word in (key, key.rpartition("/")[2])]
    exact = [name for name in found if name.id == word]
    if len(exact) == 1 or len(found) == 1:
        return (exact or found)[0]
    if found:
        raise RenameFault(
            f"several {kind}s are called '{word}'", f"write {' or '.join(each.id for each in found)}"
        )
    raise RenameFault(
        f"there is no {kind} '{word}'", did_you_mean(word, [each.id for each in known], f"{kind}s")
    )


def renaming(
    workshop: Workshop, names: Names, name: Name, new: str, unsaved: Mapping[str, bytes] | None = None
) -> Renaming:
    """The changes that give a term, fact, field, piece, style or layout another name.

    Args:
        workshop: The game.
        names: Of the game.
        name: To be changed.
        new: The new word alone, without vocabulary or set.
        unsaved: Content of files as an editor has it, by path.

    Raises:
        RenameFault: It cannot be called so.
    """
    _check(names, name, new)
    places = {
        mention.span: new for mention in names.of(name) if mention.span.end_column > mention.span.column
    }
    moved: list[tuple[str, str]] = []
    if name.kind == "layout":
        file = names.known.game.layouts[name.id].file
        moved = [(file, f"layouts/{new}.xml")]
    renamed = Renaming(sorted(places.items()), moved, names.encodings)
    if name.kind in ("term", "piece", "field"):
        after = _reopened(workshop, renamed, unsaved or {})
        known = {(item.code, item.span) for item in workshop.diagnostics}
        _check_sheets([item for item in after.diagnostics if (item.code, item.span) not in known], after)
        places |= _of_derived(names, after)
        moved += _files_called(workshop, after, name.word, new)
    return Renaming(sorted(places.items()), moved, names.encodings)


_SHEETS = (".xlsx", ".ods")


def _check_sheets(found: Iterable[Diagnostic], after: Workshop) -> None:
    """Refuse a new name that cells of spreadsheets do not know, which pnp does not write.

    Args:
        found: The findings that the game has only with the new name.
        after: The game with it.

    Raises:
        RenameFault: Some are in a spreadsheet; it has them.
    """
    cells = [
        item
        for item in found
        if item.span and PurePosixPath(path_of(item.span.file)).suffix.lower() in _SHEETS
    ]
    if cells:
        message = (
            f"{times(len(cells), 'cell')} of a spreadsheet would not know the new name; nothing was changed"
        )
        raise RenameFault(message, "write the new name there first, then rename", cells, after.sources)


class _AskedFiles:
    """Files of a game that note what is asked for.

    Attributes:
        asked: Paths of all files; grows.
        missing: Paths of those that are not there; grows.
    """

    def __init__(self, files: Files) -> None:
        self._files = files
        self.asked: set[str] = set()
        self.missing: set[str] = set()
        self.shown, self.names = files.shown, files.names

    def read(self, path: str) -> bytes:
        """See ``Files``."""
        self.asked.add(path)
        try:
            return self._files.read(path)
        except FileFault:
            self.missing.add(path)
            raise

    def probe(self, path: str) -> None:
        """See ``Files``."""
        self.read(path)


def _files_called(workshop: Workshop, after: Workshop, old: str, new: str) -> list[tuple[str, str]]:
    """Files that layouts find by the name, such as ``art/bow.svg``: the old path and the new one.

    Args:
        workshop: The game as it is.
        after: The game with the new name.
        old: The word as it is.
        new: The new word.
    """
    if after.game is None or not any(old in path for path in workshop.files.names("art", "")):
        return []
    files = _AskedFiles(after.files)
    compose(
        Edition(replace(after, files=files), Translations(after.game, ()).translator(after.game.language))
    )
    there = {path: path.replace(new, old) for path in sorted(files.missing) if new in path}
    known = set(workshop.files.names("", ""))
    return [(was, path) for path, was in there.items() if was in known and was not in files.asked]


def possible(names: Names, name: Name, found: Iterable[Diagnostic]) -> list[Span]:
    """Places that may mean a name, where findings say that something does not know its new word any more.

    These are texts in quotes in the claims that fail, and keys of facts.

    Args:
        names: Of the game as it was.
        name: That was renamed.
        found: The findings; places in ``game.yaml`` may have moved within their lines.
    """
    lines = {item.span.line for item in found if item.span is not None and item.span.file == names.game_file}
    blocks = [
        (each.span.line, each.end)
        for each in names.in_file(names.game_file)
        if each.defines
        and (
            each.name.kind == "fact"
            or (each.name.kind == "claim" and any(each.span.line <= line <= each.end for line in lines))
        )
    ]
    return [
        each.span
        for each in names.in_file(names.game_file)
        if each.name.word == name.word
        and each.name.kind in ("text", "term", "piece")
        and not (each.defines or each.bare)
        and any(first <= each.span.line <= last for first, last in blocks)
    ]


def checked_renaming(workshop: Workshop, names: Names, name: Name, new: str) -> Renaming:
    """The changes of another name, once it is clear that the game means and prints the same with it.

    Args:
        workshop: The game, with names of files relative to its folder.
        names: Of the game.
        name: To be changed.
        new: The new word alone, without vocabulary or set.

    Raises:
        RenameFault: It cannot be called so, or the game would have new findings or another look.
    """
    renamed = renaming(workshop, names, name, new)
    try:
        verify(workshop, renamed)
    except RenameFault as fault:
        more = possible(names, name, fault.found)
        if not more:
            raise
        renamed = Renaming(
            sorted({**dict.fromkeys(more, new), **dict(renamed.places)}.items()),
            renamed.moved,
            renamed.encodings,
        )
        try:
            verify(workshop, renamed)
        except RenameFault:
            raise fault from None
    return renamed


def _check(names: Names, name: Name, new: str) -> None:
    """Refuse a word that cannot be the new name."""
    defined = [each for each in names.of(name) if each.defines]
    if name.kind not in RENAMED:
        raise RenameFault(f"a {name.kind} cannot be renamed", f"rename one of: {', '.join(RENAMED)}")
    if not defined:
        made = _where_made(names, name) if name.kind == "piece" else _GIVEN
        raise RenameFault(f"no file of the game defines the {name.kind} '{name.id}'", made)
    word = name.kind == "fact" or any(each.bare for each in names.of(name))
    if not (_IDENTIFIER if word else _ID).fullmatch(new):
        cure = (
            "use letters, digits and '_', because expressions name it"
            if word
            else "use letters, digits, '_' and '-'"
        )
        raise RenameFault(f"'{new}' cannot be the name of this {name.kind}", cure)
    if new.lower() == "null":
        raise RenameFault(f"'{new}' cannot be the name of this {name.kind}", "YAML reads it as no value")
    before = name.id.removesuffix(name.word)
    same = Name(name.kind, before + new)
    if name.word == new:
        raise RenameFault(f"the {name.kind} is called '{new}' already")
    if any(each.defines for each in names.of(same)) or (name.kind == "layout" and new in names.known.layouts):
        raise RenameFault(f"there is a {name.kind} '{same.id}' already", "choose another name")


def _where_made(names: Names, name: Name) -> str:
    """The way to another name for a piece whose id no file spells out."""
    place = next((piece.span for piece in names.known.game.pieces() if piece.key == name.id), None)
    ending = "" if place is None else PurePosixPath(path_of(place.file)).suffix.lower()
    if ending in _SHEETS:
        return f"change its id at {place}, which pnp does not write"
    if ending == ".csv":
        return f"its id is made of its name at {place}: give the table a column 'id'"
    return "an entry repeats it: rename the entry"


def _of_derived(names: Names, after: Workshop) -> dict[Span, str]:
    """The places of pieces whose ids are made of a renamed term or entry, each with the new id."""
    game = names.known.game
    if after.game is None or len(after.game.sets) != len(game.sets):
        return {}
    found: dict[Span, str] = {}
    for old, new in zip(game.sets, after.game.sets, strict=True):
        if len(old.pieces) != len(new.pieces):
            continue
        for before, now in zip(old.pieces, new.pieces, strict=True):
            if before.id != now.id:
                mentions = names.of(Name("piece", before.key))
                found |= {each.span: now.id for each in mentions if not each.defines}
    return found


def contents(workshop: Workshop, renamed: Renaming) -> dict[str, bytes]:
    """The content of the files that change, as it was when the game was read.

    Raises:
        RenameFault: A file cannot be read, or has changed since.
    """
    found = {}
    for file in renamed.files:
        text = workshop.sources.get(file)
        try:
            found[file] = workshop.files.read(file)
            changed = text is not None and renamed.source(file, found[file]).text != text
        except FileFault as fault:
            raise RenameFault(str(fault), fault.cure) from fault
        if changed:
            raise RenameFault(f"{file} changed meanwhile", "nothing was written: try again")
    return found


def _reopened(workshop: Workshop, renamed: Renaming, unsaved: Mapping[str, bytes]) -> Workshop:
    """The game as it is with the new name; nothing is written."""
    read = contents(workshop, renamed)
    changed = edited({**read, **dict.fromkeys(new for _, new in renamed.moved)}, renamed.changes(read))
    return open_workshop(workshop.folder, workshop.folder, workshop.user, unsaved={**unsaved, **changed})


def verify(workshop: Workshop, renamed: Renaming) -> None:
    """Check that the game means and prints the same with the new name.

    Args:
        workshop: The game, with names of files relative to its folder.
        renamed: What changes.

    Raises:
        RenameFault: It has findings that it had not before, or a face looks different.
    """
    after = _reopened(workshop, renamed, {})
    before = Counter((item.code, item.severity) for item in _findings(workshop))
    new = []
    for item in _findings(after):
        before[item.code, item.severity] -= 1
        if before[item.code, item.severity] < 0:
            new.append(item)
    _check_sheets(new, after)
    if new:
        message = "some places would not know the new name; nothing was changed"
        raise RenameFault(message, "rename those by hand first, or choose another name", new, after.sources)
    if _looks(workshop) - _looks(after):  # more faces are there if cells of a sheet have the new name already
        message = "some faces would look different with the new name; nothing was changed"
        raise RenameFault(message, "a layout may compare it with a text, or name files by it")


def _findings(workshop: Workshop) -> list[Diagnostic]:
    checked = check_workshop(workshop, rulebooks=True).diagnostics
    return [item for item in checked if item.accepted is None and item.severity is not Severity.NOTE]


def _looks(workshop: Workshop) -> Counter[SideHashes]:
    """The hashes of all faces in the game's own language."""
    game = workshop.game
    if game is None:
        return Counter()
    hashes = FaceHashes()
    edition = Edition(workshop, Translations(game, ()).translator(game.language), hashes=hashes)
    composed = compose(edition)
    return Counter(side_hashes([faces for each in composed.sets for faces in each.faces], hashes).values())


def remove_moved(folder: Path, renamed: Renaming) -> None:
    """Remove the old files of what is called by the name, after the new ones were written."""
    for path, _ in renamed.moved:
        old = folder / path
        with open_folder(old.parent, folder) as around:
            around.remove(old.name)
