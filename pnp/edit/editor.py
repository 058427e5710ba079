"""Edits of a game by what they mean: a field of a piece, a fact, a translation, a new piece."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from pnp.diagnostics import times
from pnp.disk import put_files
from pnp.edit.change import Change, EditStep, History, check_editable, is_shipped, read_editable, whole_change
from pnp.edit.cure import Cure
from pnp.edit.following import PoFile, Rewordings
from pnp.edit.limits import MAX_STEPS
from pnp.edit.set_source import SetSource, WrittenValue, fresh_id, known_entry
from pnp.edit.source_text import LayoutFile
from pnp.edit.step import WrongRequestError, compare, key_of, text_of, value_of
from pnp.edit.yaml_file import Keys, NewValue, YamlFile
from pnp.i18n import normalise_tag
from pnp.load import FolderFiles
from pnp.load.decode import blanked
from pnp.load.field import FIELD_KINDS, NewPiece
from pnp.load.locate import GAME_FILE
from pnp.load.table.column import slug
from pnp.load.yaml.node import Scalar
from pnp.model import ComponentSet, FieldDeclaration, FileFault, Game
from pnp.translation.table_texts import table_text

_TEXT_KEYS = frozenset(["note", "context", "name", "title", "says", "ruling", "source", "notice", "gender"])
_GAME_PARTS = frozenset(["name", "notice", "version", "note", "facts", "terms", "claims", "sizes", "sources"])
"""Keys of ``game.yaml`` that are edited."""
_SET_PARTS = frozenset(
    ["name", "layout", "back", "size", "style", "total", "note", "labels", "defaults", "shuffled", "fields"]
)
"""Keys of a set that are edited."""
_NEW = re.compile(r"new(?:-\d+)?\Z")
"""Ids of pieces that have no name yet."""
_ID = re.compile(r"\w[\w-]{0,80}\Z")


class Outcome(NamedTuple):
    """The result of an edit.

    Attributes:
        words: What was done; empty if nothing changed.
        piece: Key of the piece to look at; empty for none.
    """

    words: str
    piece: str = ""


class Editor:
    """Edits one game; several threads may ask, one at a time is served.

    Args:
        folder: Of the game.
        cwd: Names of files are shown relative to it.
        journals: Folder of the user's own for journals; None keeps none.
    """

    def __init__(self, folder: Path, cwd: Path, journals: Path | None = None) -> None:
        self.folder = folder
        self.shipped = is_shipped(folder)
        self._cwd = cwd
        self._journals = journals
        self._history = History(folder, journals)
        self._lock = threading.Lock()
        self._known: dict[str, SetSource] = {}
        self._rewordings = Rewordings(folder, cwd)

    def state(self) -> dict[str, str]:
        """The steps that can be undone and done again, in words; empty for nothing."""
        undo, redo = self._history.next_undo, self._history.next_redo
        return {"undo": undo.words if undo else "", "redo": redo.words if redo else ""}

    def undo(self) -> EditStep | None:
        """See ``History``."""
        with self._lock:
            return self._history.undo()

    def redo(self) -> EditStep | None:
        """See ``History``."""
        with self._lock:
            return self._history.redo()

    def apply(self, game: Game, steps: Sequence[Any], cures: Mapping[str, Cure] | None = None) -> Outcome:
        """Write all steps as one.

        Args:
            game: As it could last be read.
            steps: Mappings with ``op`` and what belongs to it.
            cures: That steps may name.

        Raises:
            WrongRequestError: A step is none.
            StaleEditError: A value is not the ``was`` of its step.
            FileFault: Something cannot be edited.
            ClashError: A file changed while it was edited.
        """
        if not 0 < len(steps) <= MAX_STEPS:
            raise WrongRequestError("no steps, or too many")
        with self._lock:
            check_editable(self.folder, GAME_FILE)
            edit = self.begin(game, cures)
            for step in steps:
                edit.take(step)
            words = edit.words[0] if len(edit.words) == 1 else times(len(edit.words), "change")
            changes = list(dict.fromkeys(edit.changes))
            changes = self._rewordings.with_translations(edit.read, changes, edit.catalogue)
            written = bool(changes) and self._history.write(edit.read, changes, words, edit.piece)
            if written and edit.belongs_to:
                self._history.join(edit.belongs_to)
        return Outcome(words if written else "", edit.piece)

    def put(self, files: Mapping[str, bytes], words: str) -> Outcome:
        """Write whole files as one step.

        Args:
            files: New content by path.
            words: What is done.

        Raises:
            FileFault: A file cannot be edited.
            ClashError: A file changed while it was edited.
        """
        with self._lock:
            check_editable(self.folder, GAME_FILE)
            read = {file: read_editable(self.folder, file) for file in files}
            changes = [whole_change(file, read[file] or b"", data) for file, data in files.items()]
            written = bool(changes) and self._history.write(read, changes, words)
        return Outcome(words if written else "")

    def begin(self, game: Game, cures: Mapping[str, Cure] | None = None) -> EditRun:
        """An edit without a step yet; it also says where values are written."""
        return EditRun(game, _FilesReadOnce(self.folder, self._cwd), self._known, cures)

    def copy(self) -> str:
        """Copy the game into a new folder beside which pnp was started; its path from there.

        Raises:
            FileFault: The system refuses to write there.
        """
        files = FolderFiles(self.folder, self._cwd)
        names = [name for name in files.names("", "") if not name.startswith("out/")]
        target = self._cwd / fresh_id(self.folder.name, [each.name for each in self._cwd.iterdir()])
        try:
            put_files(target, {name: files.read(name) for name in names}, self._journals)
        except OSError as fault:
            message = f"'{target.name}' cannot be written: {fault.strerror or fault}"
            raise FileFault(message, "start pnp in a folder that you may write in") from fault
        return f"./{target.name}"


class _FilesReadOnce(FolderFiles):
    """The files of a game, each as it was when it was first read.

    Places are counted and changed in the same content, even if another program writes the file meanwhile.
    """

    def __init__(self, root: Path, cwd: Path) -> None:
        super().__init__(root, cwd)
        self._contents: dict[str, bytes] = {}

    def read(self, path: str) -> bytes:
        """See ``FolderFiles``."""
        if path not in self._contents:
            self._contents[path] = super().read(path)
        return self._contents[path]

    def holding(self, path: str, data: bytes) -> Self:
        """See ``FolderFiles``."""
        files = super().holding(path, data)
        files._contents = {**self._contents, path: data}
        return files


class EditRun:
    """One edit in the making: changes of files as they are now.

    Args:
        game: As it could last be read.
        files: Of its folder, each read once.
        known: Sets as they were read last, by path; those whose files have not changed are used again. Grows.
        cures: That steps may name.

    Attributes:
        changes: In the order of the steps.
        read: Content of the files.
        words: What each step does.
        piece: The piece to look at.
        belongs_to: Words of a step, as which this edit and the last one count if that is it.
    """

    def __init__(
        self,
        game: Game,
        files: _FilesReadOnce,
        known: dict[str, SetSource],
        cures: Mapping[str, Cure] | None = None,
    ) -> None:
        self._known = known
        self._cures = cures or {}
        self.changes: list[Change] = []
        self.read: dict[str, bytes | None] = {}
        self.words: list[str] = []
        self.piece = ""
        self.belongs_to = ""
        self._game = game
        self._files = files
        self._sources: dict[str, SetSource] = {}
        self._yaml: dict[str, YamlFile] = {}
        self._po: dict[str, PoFile] = {}
        self._layouts: dict[str, LayoutFile] = {}

    def take(self, step: Any) -> None:
        """Add the changes of a step; see ``Editor.apply``."""
        if not isinstance(step, Mapping):
            raise WrongRequestError("a step is no mapping")
        doers: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
            "set": self._set,
            "add": self._add,
            "call": self._call,
            "copy": self._copy,
            "remove": self._remove,
            "move": self._move,
            "game": self._set_game,
            "game-add": self._add_to_game,
            "game-remove": self._remove_from_game,
            "of-set": self._set_of_set,
            "translate": self._translate,
            "accept": self._accept,
            "draw": self._draw,
            "cure": self._cure,
        }
        op = step.get("op")
        if not isinstance(op, str) or op not in doers:
            raise WrongRequestError("an unknown step")
        doers[op](step)

    def source(self, component_set: ComponentSet) -> SetSource:
        """The files of a set, read once."""
        path = self._path(component_set.file)
        if path not in self._sources:
            made = self._known.get(path)
            if made is None or not made.is_current(self._files, component_set.fields):
                made = SetSource(self._files, path, component_set.fields, self._game.language, made)
                self._known[path] = made
            self._sources[path] = made
            self.read |= made.read
        return self._sources[path]

    def _set(self, step: Mapping[str, Any]) -> None:
        component_set, source, entry = self._entry(step)
        key, value = key_of(step.get("field")), value_of(step)
        found = source.written(entry, key)
        compare(key, found.value, step)
        verbatim = not _is_text(component_set.fields.get(key), key)
        here = bool(step.get("here"))
        if step.get("alone") is True:
            self._set_apart(step, key, value, verbatim)
            return
        if not found.editable and not (here and found.source != "own"):
            raise FileFault(f"'{key}' is {_why(found)}", "edit it there")
        self.changes += source.set(entry, key, value, here=here, verbatim=verbatim)
        self.words.append(f"{key} of {entry}")
        self.piece = text_of(step, "piece")

    def _set_apart(self, step: Mapping[str, Any], key: str, value: NewValue, verbatim: bool) -> None:
        """Give one of the pieces that an entry makes a value of its own."""
        component_set, source, entry = self._entry(step)
        id_, terms = self._one_of(step)
        made = (each.id for each in component_set.pieces if each.binds and source.entry_of(each.id) == entry)
        fresh, changes = source.set_apart(
            entry, id_, terms, key, value, verbatim=verbatim, first=next(made) == id_
        )
        self.changes += changes
        self.words.append(f"{key} of {id_} alone")
        self.piece = f"{component_set.id}/{fresh}"

    def _one_of(self, step: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
        """Id of the piece of a step, one of several of its entry, and its term for each name of ``for``.

        Raises:
            FileFault: It has an entry of its own.
        """
        component_set, source, _ = self._entry(step)
        id_ = text_of(step, "piece").partition("/")[2]
        piece = next((each for each in component_set.pieces if each.id == id_), None)
        if piece is None or not piece.binds or id_ in source.entries:
            raise FileFault(f"'{id_}' is not one of several pieces of an entry", "edit the entry")
        return id_, {name: term.id for name, term in piece.binds.items()}

    def _add(self, step: Mapping[str, Any]) -> None:
        component_set, after = self._set_named(text_of(step, "set")), text_of(step, "after")
        source = self.source(component_set)
        name = blanked(text_of(step, "name")).strip()
        entry = fresh_id(slug(name, self._game.language) or "new", source.entries)
        above = source.entry_of(after.partition("/")[2]) if after else None
        values, verbatim = self._first_values(component_set, source, name or "New", step)
        self.changes += source.add(entry, values, above or "", verbatim)
        self.words.append(f"new piece {entry}")
        self.piece = f"{component_set.id}/{entry}"

    def _first_values(
        self, component_set: ComponentSet, source: SetSource, name: str, step: Mapping[str, Any]
    ) -> tuple[dict[str, NewValue], list[str]]:
        """Values of fields of a new piece that have no default, and the names of those that are YAML code."""
        values: dict[str, NewValue] = {"name": name}
        verbatim = []
        for field in component_set.fields.values():
            given = source.written("", field.name).source == "defaults"
            if field.optional or given or field.name in values or FIELD_KINDS[field.kind].implied:
                continue
            value = self._first_value(component_set, source, field, step)
            if value:
                values[field.name] = value
                verbatim += [] if FIELD_KINDS[field.kind].worded else [field.name]
        return values, verbatim

    def _first_value(
        self, component_set: ComponentSet, source: SetSource, field: FieldDeclaration, step: Mapping[str, Any]
    ) -> NewValue:
        """The value of a field of a new piece; its kind chooses it."""
        vocabulary = self._game.vocabularies.get(field.vocabulary or "")
        used = (source.written(entry, field.name).value for entry in source.entries)
        label = component_set.labels.get(field.name)
        in_words = field.name.replace("_", " ").capitalize()
        of = NewPiece(
            field,
            terms=list(vocabulary.terms) if vocabulary else [],
            shape=component_set.size.shape,
            used=[value for value in used if isinstance(value, str) and value and "{{" not in value],
            chosen=text_of(step, field.kind),
            words=label.source if label and "{{" not in label.source else in_words,
        )
        return FIELD_KINDS[field.kind].first(of)

    def _call(self, step: Mapping[str, Any]) -> None:
        """Make the id of a new piece from its name."""
        component_set, source, entry = self._entry(step)
        name = source.written(entry, "name").value
        called = slug(name, self._game.language) if isinstance(name, str) and "{{" not in name else ""
        self.piece = f"{component_set.id}/{entry}"
        if not _NEW.match(entry) or not called or _NEW.match(called) or source.heirs(entry):
            return
        fresh = fresh_id(called, source.entries)
        self.changes += source.call(entry, fresh)
        self.words.append(f"id {fresh}")
        self.belongs_to = f"name of {entry}"
        self.piece = f"{component_set.id}/{fresh}"

    def _copy(self, step: Mapping[str, Any]) -> None:
        component_set, source, entry = self._entry(step)
        fresh = fresh_id(f"{entry}-2" if not re.search(r"-\d+\Z", entry) else entry, source.entries)
        name = source.written(entry, "name").value
        copied = f"{name if isinstance(name, str) else entry} 2"
        self.changes += source.copy(entry, fresh, copied)
        self.words.append(f"copy of {entry}")
        self.piece = f"{component_set.id}/{fresh}"

    def _remove(self, step: Mapping[str, Any]) -> None:
        _, source, entry = self._entry(step)
        if step.get("alone") is True:
            id_, terms = self._one_of(step)
            self.changes += source.leave_out(entry, terms)
            self.words.append(f"removal of {id_}")
            return
        heirs = source.heirs(entry)
        if heirs:
            message = f"'{entry}' cannot be removed: '{heirs[0]}' extends it"
            raise FileFault(message, f"change 'extends' of {', '.join(heirs[:5])} first")
        self.changes += source.remove(entry)
        self.words.append(f"removal of {entry}")

    def _move(self, step: Mapping[str, Any]) -> None:
        _, source, entry = self._entry(step)
        steps = step.get("steps")
        if steps not in (-1, 1):
            raise WrongRequestError("a piece moves by one place")
        self.changes += source.move(entry, steps)
        self.words.append(f"place of {entry}")
        self.piece = text_of(step, "piece")

    def _set_game(self, step: Mapping[str, Any]) -> None:
        self._set_path(self.yaml_file(GAME_FILE), step, _GAME_PARTS)

    def _add_to_game(self, step: Mapping[str, Any]) -> None:
        """Add a fact, a claim, or a term to a vocabulary."""
        file, keys, values = self.yaml_file(GAME_FILE), _shared(step), step.get("values")
        if not isinstance(values, Mapping):
            raise WrongRequestError("no values")
        if file.node(keys) is not None:
            raise FileFault(f"'{keys[-1]}' exists already", "choose another name")
        texts = {str(key): blanked(text_of(values, key)) for key in values if _is_id(key)}
        verbatim = [key for key in texts if key not in _TEXT_KEYS and keys[0] != "claims"]
        self.changes += file.insert(keys, texts, "", verbatim)
        self.words.append(f"new {' '.join(keys[-2:])}")

    def _remove_from_game(self, step: Mapping[str, Any]) -> None:
        """Remove a fact, a claim, or a term of a vocabulary."""
        file, keys = self.yaml_file(GAME_FILE), _shared(step)
        if not file.own(keys):
            raise FileFault(f"'{keys[-1]}' is not there any more", "look at what has changed")
        self.changes += file.remove(keys)
        self.words.append(f"removal of {' '.join(keys[-2:])}")

    def _set_of_set(self, step: Mapping[str, Any]) -> None:
        self._set_path(self.source(self._set_named(text_of(step, "set"))).yaml, step, _SET_PARTS)

    def _set_path(self, file: YamlFile, step: Mapping[str, Any], parts: frozenset[str]) -> None:
        path = step.get("path")
        if not isinstance(path, list) or not 0 < len(path) <= 6:
            raise WrongRequestError("no path of keys")
        keys: Keys = tuple(map(key_of, path))
        if keys[0] not in parts:
            raise WrongRequestError("no path of keys that are edited")
        value = value_of(step)
        node = file.node(keys)
        compare(".".join(keys), node.text if isinstance(node, Scalar) else None, step, node is not None)
        if node is not None and not file.own(keys):
            raise FileFault(f"'{'.'.join(keys)}' is shared by an alias", "edit the file")
        text = keys[-1] in _TEXT_KEYS or keys[0] in ("labels", "claims") or "forms" in keys
        self.changes += file.set(keys, value, verbatim=not text or keys[-1] == "assumed")
        self.words.append(" ".join(keys[-2:]))

    def _accept(self, step: Mapping[str, Any]) -> None:
        """Let a translation that was to be checked count as checked."""
        language, context, source = self._translated(step)
        po = self.catalogue(language)
        entry = po.entry(context, source)
        compare(context or "text", entry.translation if entry else "", step)
        self.changes += po.accept(context, source)
        self.words.append(f"translation into {language}, checked")
        self.piece = text_of(step, "piece")

    def _translated(self, step: Mapping[str, Any]) -> tuple[str, str, str]:
        """The language of a step, and the context and the source of its text."""
        language = text_of(step, "lang")
        if language not in self._game.languages or language == self._game.language:
            raise WrongRequestError("no language of translations")
        return language, text_of(step, "context"), text_of(step, "source")

    def _translate(self, step: Mapping[str, Any]) -> None:
        language, context, source = self._translated(step)
        po = self.catalogue(language)
        if (words := table_text(self._game, language, context, source.strip())) is not None:
            cure = "edit the cell there"
            raise FileFault(f"this translation is in a table, at {words.origin.span}", cure)
        value = blanked(text_of(step, "value"))
        entry = po.entry(context, source)
        compare(context or "text", entry.translation if entry else "", step)
        self.changes += po.set(context, source, value)
        self.words.append(f"translation into {language}")
        self.piece = step["piece"] if isinstance(step.get("piece"), str) else ""

    def catalogue(self, language: str) -> PoFile:
        """The file of translations into a language, read once."""
        if language not in self._po:
            path = f"locale/{language}.po"
            for each in self._game.translations:
                if _tag(each.name) == language:
                    path = self._path(each.file)
            data = self._files.read(path) if self._files.exists(path) else None
            self.read[path] = data
            self._po[language] = PoFile(path, data, language, self._game.name.source)
        return self._po[language]

    def _draw(self, step: Mapping[str, Any]) -> None:
        name = text_of(step, "layout")
        layout = self._game.layouts.get(name)
        if layout is None:
            raise FileFault(
                f"the layout '{name}' is not the game's own", "copy it into layouts/ and edit the copy"
            )
        path = self._path(layout.file)
        if path not in self._layouts:
            data = self._files.read(path)
            self.read[path] = data
            self._layouts[path] = LayoutFile(path, data)
        line, values = step.get("line"), step.get("values")
        if not isinstance(line, int) or not isinstance(values, Mapping) or not values:
            raise WrongRequestError("no line, or no values")
        number = step.get("element", 0)
        numbers = {str(key): str(value) for key, value in values.items()}
        was = step.get("was")
        self.changes += self._layouts[path].set(
            line, number if isinstance(number, int) else 0, numbers, was if isinstance(was, Mapping) else None
        )
        self.words.append(f"box in {name}.xml")

    def _cure(self, step: Mapping[str, Any]) -> None:
        """Carry out the cure of a finding, where the file still says what was found."""
        cure = self._cures.get(text_of(step, "name"))
        if cure is None:
            raise FileFault("this finding is an old one", "look at what has changed")
        path = self._path(cure.span.file)
        data = self._files.read(path)
        self.read[path] = data
        self.changes.append(cure.change(path, data))
        self.words.append(cure.title)
        self.piece = cure.finding.piece or ""

    def _entry(self, step: Mapping[str, Any]) -> tuple[ComponentSet, SetSource, str]:
        """The set and the entry of the piece of a step."""
        set_id, _, piece = text_of(step, "piece").partition("/")
        component_set = self._set_named(set_id)
        source = self.source(component_set)
        return component_set, source, known_entry(source, piece)

    def _set_named(self, set_id: str) -> ComponentSet:
        found = next((each for each in self._game.sets if each.id == set_id), None)
        if found is None:
            raise FileFault(f"there is no set '{set_id}'", "look at what has changed")
        return found

    def yaml_file(self, path: str) -> YamlFile:
        """A YAML file, read once; its path is relative to the game's folder."""
        if path not in self._yaml:
            data = self._files.read(path)
            self.read[path] = data
            self._yaml[path] = YamlFile(path, data)
        return self._yaml[path]

    def _path(self, shown: str) -> str:
        return shown.removeprefix(self._files.shown(""))


def _is_text(field: FieldDeclaration | None, key: str) -> bool:
    return FIELD_KINDS[field.kind].worded if field is not None else key in _TEXT_KEYS


def _is_id(value: object) -> bool:
    return isinstance(value, str) and _ID.match(value) is not None


def _shared(step: Mapping[str, Any]) -> Keys:
    """The path of a step to a fact, a claim, or a term."""
    path = step.get("path")
    if not isinstance(path, list) or not all(map(_is_id, path)):
        raise WrongRequestError("no path of ids")
    if (*path[:1], len(path)) not in (("facts", 2), ("claims", 2), ("terms", 3)):
        raise WrongRequestError("no fact, no claim and no term")
    return tuple(path)


def _why(found: WrittenValue) -> str:
    if found.cell and not found.editable:
        return f"in cell {found.cell} of '{found.file}'"
    return "shared by an alias" if found.source == "alias" else "written as a mapping"


def _tag(name: str) -> str:
    from pnp.i18n import LanguageTagError

    try:
        return normalise_tag(name)
    except LanguageTagError:
        return ""
