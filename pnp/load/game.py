"""Reading a game folder: game.yaml, its sets and all else; and the game with other facts or terms."""

from __future__ import annotations

import gc
import re
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Mapping as MappingABC
from collections.abc import Sequence as SequenceABC
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Diagnostic, did_you_mean, nearest, warning
from pnp.layout_source import excess
from pnp.load.decode import decode_po
from pnp.load.definitions import (
    claims,
    facts,
    font_needs,
    fonts,
    language_spans,
    sources,
    styles,
    vocabularies,
)
from pnp.load.document import DataFile, EarlierSets, Findings, SourceFiles, allowances, child, read_yaml
from pnp.load.edited_set import EarlierSet, listed
from pnp.load.expression import Expressions
from pnp.load.files import FolderFiles
from pnp.load.limits import MAX_PIECES
from pnp.load.locate import GAME_FILE
from pnp.load.profile import Profiles, print_settings, profiles_of, shipped_profiles
from pnp.load.resolve_set import SetMaker
from pnp.load.shape.game_file import GameFile
from pnp.load.shape.shape import read_shape
from pnp.load.yaml.node import Mapping, Scalar, Sequence
from pnp.model import (
    STANDARD_SIZES,
    Claim,
    ComponentSet,
    Fact,
    FileFault,
    Game,
    LayoutSource,
    PrintSettings,
    RulebookSource,
    Size,
    Source,
    Style,
    Text,
    TranslationSource,
    Vocabulary,
    picture_face,
)
from pnp.model.files import DEVICES
from pnp.rules import fact_scope
from pnp.source import Origin, Span

if TYPE_CHECKING:
    from pnp.load.table import Tables


class Loaded(NamedTuple):
    """A game folder that was read.

    Attributes:
        game: The game with everything valid in it; None only when ``game.yaml`` cannot be read at all.
        diagnostics: Every fault, in the order of the files.
        sources: The text of every file that was read, by its name as shown, for excerpts.
        files: The folder's other files, for later stages.
    """

    game: Game | None
    diagnostics: list[Diagnostic]
    sources: MappingABC[str, str]
    files: FolderFiles


def load_game(
    folder: Path,
    *,
    cwd: Path | None = None,
    profiles: MappingABC[str, PrintSettings] | None = None,
    earlier: EarlierSets | None = None,
    unsaved: MappingABC[str, bytes] | None = None,
) -> Loaded:
    """Everything that the folder says, and every fault found.

    Faulty pieces are left out of the game and the valid ones kept, so that one run reports all faults. Codes:
    Y100 to Y304, M100 to M142, and those of expressions.

    Args:
        folder: Holds ``game.yaml``.
        cwd: Files below it are shown relative to it.
        profiles: Print profiles of the user; those of the game come before them, the shipped ones after.
        earlier: Sets of earlier readings, which changes nothing but the time; those of this one are put into
            it.
        unsaved: Content of files as an editor has it, by path; it is read in place of what is on disk.
    """
    loader = _GameLoader(FolderFiles(folder, cwd, unsaved), profiles or {}, earlier)
    with _not_collecting():
        game = loader.game()
    return Loaded(game, loader.findings.all(), loader.source.texts_read, loader.files)


@contextmanager
def _not_collecting() -> Iterator[None]:
    """Without the garbage collector.

    What loading makes stays, and looking through it again and again takes as long as making it: 1.4 s of
    processor time instead of 0.6 s for 5,400 cards.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _GameFile(NamedTuple):
    """Contents of ``game.yaml`` by itself: its document, its shape, and the values that it defines."""

    document: DataFile
    shape: GameFile
    vocabularies: MappingABC[str, Vocabulary]
    facts: MappingABC[str, Fact]
    sources: MappingABC[str, Source]
    styles: MappingABC[str, Style]
    claims: MappingABC[str, Claim]


class _GameLoader:
    def __init__(
        self,
        files: FolderFiles,
        profiles: MappingABC[str, PrintSettings],
        earlier: EarlierSets | None,
    ) -> None:
        self._earlier = earlier or EarlierSets()
        self.files = files
        self._profiles = profiles
        self.findings = Findings()
        self.source = SourceFiles(files, self.findings)
        self._sets = SetFiles(self.source, earlier, self.findings)

    def game(self) -> Game | None:
        """The game that ``game.yaml`` and the files that it names describe; None if it cannot be read."""
        data = self.source.data(GAME_FILE, Span(self.files.shown(GAME_FILE)))
        self._earlier.begin(data or b"")
        head = None
        if data is not None:
            head = self._earlier.once(GAME_FILE, data, lambda: self._head(data), self.findings)
        if head is None:
            for path, span in self._sets.paths(None):  # its faults are worth telling all the same
                self.source.document(path, self.source.data(path, span))
            return None
        document, shape = head.document, head.shape
        self.source.texts_read[document.file] = document.content
        sizes = {**STANDARD_SIZES, **_faulty_sizes(document), **shape.sizes}
        players = shape.players or _faulty_players(document)
        scope = fact_scope(head.facts, head.vocabularies, players)
        expressions = Expressions(scope, shape.language, self.findings)
        maker = SetMaker(
            head.vocabularies, sizes, expressions, lambda: self._tables(shape.language), self.findings
        )
        # They extend only shipped ones, so they are the same for everybody.
        own_profiles = profiles_of(self.source.documents("profiles"), shipped_profiles, self.findings)
        sets = self._sets.sets(maker, document)
        name, notice = document.root.get("name"), document.root.get("notice")
        return Game(
            id=shape.id or self._folder_id(document),
            name=document.text(name, "game.name")
            if isinstance(name, Scalar)
            else Text("?", Origin(Span(document.file)), "game.name"),
            language=shape.language,
            languages=tuple(dict.fromkeys([shape.language, *shape.languages])),
            players=players,
            sets=sets,
            span=Span(document.file),
            folder=self.files.shown("").rstrip("/") or ".",
            version=shape.version,
            credits={role: tuple(names) for role, names in shape.credits.items()},
            notice=document.text(notice, "game.notice")
            if isinstance(notice, Scalar) and notice.text
            else None,
            sources=head.sources,
            sizes=sizes,
            styles=head.styles,
            fonts=fonts(shape, document),
            font_needs=tuple(font_needs(shape, document)),
            vocabularies=head.vocabularies,
            facts=head.facts,
            claims=head.claims,
            layouts={source.name: source for source in [*_picture_faces(sets), *self._layouts()]},
            rulebooks=tuple(
                RulebookSource(*each) for each in self.source.texts("rulebook", ".md", self._earlier)
            ),
            translations=tuple(
                TranslationSource(*each)
                for each in self.source.texts("locale", ".po", self._earlier, decode_po)
            ),
            print=print_settings(shape.print, child(document.root, "print")),
            profiles=Profiles({**self._profiles, **own_profiles}),
            language_spans=language_spans(document),
            allowed=allowances(shape.allow, document.root.get("allow")),
        )

    def _head(self, data: bytes) -> _GameFile | None:
        document = self.source.document(GAME_FILE, data)
        if document is None:
            return None
        shape = read_shape(GameFile, document.root, self.findings)
        return _GameFile(
            document,
            shape,
            vocabularies(shape, document, self.findings),
            facts(shape, document, self.findings),
            sources(shape, document, self.findings),
            styles(shape, document, self.findings),
            claims(shape, document, self.findings),
        )

    def _tables(self, language: str) -> Tables:
        from pnp.load.table import Tables  # few games have tables, whose modules take long to import

        return Tables(self.files, self.source.texts_read, language, self.findings)

    def _folder_id(self, document: DataFile) -> str:
        """The name of the folder, which is the id of a game that has none of its own."""
        name = Path(self.files.root).resolve().name
        fits = re.match(r"[a-z0-9][a-z0-9_-]*\Z", name) and name not in DEVICES
        if document.root.get("id") is None and not fits:
            message = f"the folder's name '{name}' cannot be the id of the game"
            self.findings.error("M106", message, document.root.span, "add 'id: …' in small letters a to z")
        return name

    def _layouts(self) -> list[LayoutSource]:
        """The layouts, without those beyond the limits of a game (L100)."""
        found = [LayoutSource(*each) for each in self.source.texts("layouts", ".xml", self._earlier)]
        beyond = excess(found)
        if beyond is None:
            return found
        number, reason = beyond
        message = f"the layouts of the game have {reason}: from this file on they are not read"
        cure = "move what they share into macros, and include a file instead of repeating it"
        self.findings.error("L100", message, Span(found[number].file), cure)
        return found[:number]


def _faulty_sizes(document: DataFile) -> dict[str, Size]:
    """A size for each faulty name in the file, so that no set is blamed for it."""
    written = child(document.root, "sizes")
    names = written.entries if isinstance(written, Mapping) else {}
    return {name: STANDARD_SIZES["poker"] for name in names if name not in STANDARD_SIZES}


def _faulty_players(document: DataFile) -> tuple[int, ...]:
    """One player, where what the file says of players is faulty, so that no text that reads it is blamed."""
    return () if document.root.get("players") is None else (1,)


def _picture_faces(sets: Iterable[ComponentSet]) -> list[LayoutSource]:
    """The layouts of pictures that pieces name as their fronts or backs, sorted."""
    names = {name for each in sets for piece in each.pieces for name in (piece.layout, piece.back) if name}
    return [face for name in sorted(names) if (face := picture_face(name)) is not None]


class EditedGame:
    """Makes the pieces of a game as they are if ``game.yaml`` says something else.

    Args:
        game: Without faults, as its files have it.
        sources: The text of each file that it was read from, by its name as shown.
        files: Its folder, for the tables of its sets.
    """

    def __init__(self, game: Game, sources: MappingABC[str, str], files: FolderFiles) -> None:
        self._files = files
        self._documents: dict[str, DataFile | None] = {}
        for each in game.sets:
            text = sources[each.file]
            self._documents[each.id] = read_yaml(text.encode(), each.file).document

    def made_again(self, game: Game) -> tuple[Game, list[Diagnostic]]:
        """The game with the pieces that its facts and terms give, and the faults that reading it then has."""
        from pnp.load.table import Tables

        findings = Findings()
        scope = fact_scope(game.facts, game.vocabularies, game.players)
        expressions = Expressions(scope, game.language, findings)
        maker = SetMaker(
            game.vocabularies,
            game.sizes,
            expressions,
            lambda: Tables(self._files, {}, game.language, findings),
            findings,
        )
        sets = []
        for each in game.sets:
            document = self._documents[each.id]
            sets.append(each if document is None else maker.make(document))
        return replace(game, sets=tuple(sets)), findings.all()


DEFAULT_SETS = (
    "cards/*.yaml", "tiles/*.yaml", "tokens/*.yaml", "standees/*.yaml", "boards/*.yaml", "aids/*.yaml",
)  # fmt: skip
"""Where sets are looked for, in order of printing, when ``game.yaml`` does not say."""


class SetFiles:
    """Finds and reads the sets of a game.

    Args:
        source: Reads files.
        earlier: Sets of earlier readings; None where no reading follows.
        findings: Takes up what is found.
    """

    def __init__(self, source: SourceFiles, earlier: EarlierSets | None, findings: Findings) -> None:
        self._source = source
        self._files = source.files
        self._earlier = earlier
        self._findings = findings

    def sets(self, maker: SetMaker, document: DataFile) -> tuple[ComponentSet, ...]:
        """All valid sets, in order of printing; what is wrong with the others was noted."""
        found: dict[str, ComponentSet] = {}
        pieces = 0
        paths = self.paths(document)
        for path, span in paths:
            made = self._set(maker, path, span)
            if made is None:
                continue
            first = found.setdefault(made.id, made)
            if first is not made:
                message = f"the set '{made.id}' is defined twice, first in {first.file}"
                cure = "give one of them an 'id: …' of its own"
                self._findings.error("M133", message, made.span, cure, related=[(first.span, "first here")])
                continue
            pieces += len(made.pieces)
            if pieces > MAX_PIECES:
                message = f"the game has more than {MAX_PIECES:,} pieces"
                self._findings.error("M137", message, made.span, "split it into several games")
                break
        if self._earlier is not None:
            known = self._earlier.sets
            self._earlier.sets = {path: known[path] for path, _ in paths if path in known}
        if document.root.get("sets") is None:
            self._report_unread([path for path, _ in paths])
        return tuple(found.values())

    def _report_unread(self, read: list[str]) -> None:
        """Report sets that nothing reads in a game that leaves it to pnp to find them."""
        folders = [pattern.partition("/")[0] for pattern in DEFAULT_SETS]
        noted = {found.code for found in self._findings.all()}
        # The set that reads a table may be faulty.
        tables = not any(code == "Y301" or code.startswith("Y5") for code in noted)
        texts = list(self._source.texts_read.values()) if tables else None
        self._findings.add(*unread(self._files, read, texts, folders))

    def _set(self, maker: SetMaker, path: str, span: Span) -> ComponentSet | None:
        """The set in a file, made now or known from before; None after a fault was noted."""
        kept = {} if self._earlier is None else self._earlier.sets
        data = self._source.data(path, span)
        if data is None:
            kept.pop(path, None)
            return None
        earlier, before = kept.get(path), maker.expressions.where
        known = None if earlier is None else earlier.again(maker, self._files, data)
        if known is not None and (work := known.after(before)).fits():
            maker.expressions.where = work
        else:
            noted = self._findings.noted
            document = self._source.document(path, data)
            made = None if document is None else maker.make(document)
            if document is None or made is None or self._earlier is None or self._findings.noted != noted:
                return made  # one with faults is not kept: they have to be reported each time
            text, work = document.content, maker.expressions.where.since(before)
            entries = None if any(work) else listed(document, text)
            known = EarlierSet(data, text, made, entries, work, maker.table)
        kept[path] = known
        self._source.texts_read.update(known.texts())
        return known.made

    def paths(self, document: DataFile | None) -> list[tuple[str, Span]]:
        """The files of pieces, each with the place that asks for it, each once, in order of printing."""
        listed = child(document.root, "sets") if document else None
        game_file = Span(self._files.shown(GAME_FILE))
        if not isinstance(listed, Sequence):
            paths = [path for pattern in DEFAULT_SETS for path in self._files.matching(pattern)]
            if not paths and document is not None:
                cure = "write cards into cards/….yaml, or list the files under 'sets'"
                self._findings.warning("Y302", "the game has no pieces yet", game_file, cure)
            return [(path, game_file) for path in paths]
        found: dict[str, Span] = {}
        for node in listed.items:
            if isinstance(node, Scalar) and node.text:
                for path in self._matching(node):
                    found.setdefault(path, node.span)
        return list(found.items())

    def _matching(self, node: Scalar) -> list[str]:
        if not re.search(r"[*?\[]", node.text):
            return [node.text]
        try:
            paths = [path for path in self._files.matching(node.text) if path.endswith((".yaml", ".yml"))]
        except FileFault as fault:
            self._findings.error("Y301", str(fault), node.span, fault.cure)
            return []
        if not paths:
            files = [*self._files.names("", ".yaml"), *self._files.names("", ".yml")]
            places = [PurePosixPath(path) for path in files if "/" in path]
            known = {f"{place.parent.as_posix()}/*{place.suffix}" for place in places}
            cure = did_you_mean(node.text, sorted(known), "files")
            self._findings.warning("Y303", f"no file fits '{node.text}'", node.span, cure)
        return paths


_DATA = (".yaml", ".yml")
_TABLES = (".csv", ".xlsx", ".ods")
_SHEETS = (".md", ".markdown", ".txt")
_OUT = "out"
_KIND = re.compile(rb"^kind:[ \t]*(card|tile|token|standee|board|aid)s?\b", re.MULTILINE)
_SHEET = re.compile(
    rb"^:::(?:components|piece|setup|figure|credits|break|example|plain|full|columns)\b"
    rb"|\A---[ \t]*\r?\n(?:.{0,200}\n){0,9}?(?:columns|pages|booklet):[ \t]*\w+[ \t]*\r?\n(?:.{0,200}\n){0,9}?---",
    re.MULTILINE,
)
_SHOWN = 20  # of a folder full of strange files, the first ones are reported


def unread(
    files: FolderFiles, read: Collection[str], texts: SequenceABC[str] | None, folders: SequenceABC[str]
) -> list[Diagnostic]:
    """Warnings Y304 for sets, tables and rule sheets in places or with endings that nothing looks for.

    Args:
        files: The game's folder.
        read: Paths of the sets that were read.
        texts: Of the data files; no set reads a table that none of them names. None skips tables.
        folders: Where sets are looked for.
    """
    found = [*_sets(files, read, folders), *(() if texts is None else _tables(files, texts, folders))]
    found += _sheets(files)
    return [
        warning("Y304", f"'{path}' is not read", Span(files.shown(path)), cure)
        for path, cure in sorted(found)[:_SHOWN]
    ]


def _sets(files: FolderFiles, read: Collection[str], folders: SequenceABC[str]) -> Iterator[tuple[str, str]]:
    inside = [path for folder in folders for path in files.names(folder, "")]
    near = [path for path in files.near() if path.split("/")[0] not in {*folders, _OUT}]
    for path in (*inside, *near):
        name = PurePosixPath(path)
        if name.suffix.lower() not in _DATA or path in read or path == GAME_FILE:
            continue
        kind = _found(files, path, _KIND)
        if kind is None:
            continue
        folder = name.parts[0] if len(name.parts) > 1 else ""
        usual = folder if folder in folders else nearest(folder, folders) or f"{kind[1].decode()}s"
        yield path, f"sets are read from {', '.join(folders)}: call it '{usual}/{name.stem}.yaml'"


def _tables(
    files: FolderFiles, texts: SequenceABC[str], folders: SequenceABC[str]
) -> Iterator[tuple[str, str]]:
    for path in (path for folder in folders for path in files.names(folder, "")):
        name = PurePosixPath(path)
        if name.suffix.lower() in _TABLES and not any(name.name in text for text in texts):
            beside = f"{name.parent.as_posix()}/{name.stem}.yaml"
            yield path, f"let a set read it: write 'rows: {name.name}' in {beside}"


def _sheets(files: FolderFiles) -> Iterator[tuple[str, str]]:
    for path in (path for path in files.near() if not path.startswith(f"{_OUT}/")):
        name = PurePosixPath(path)
        if name.suffix.lower() not in _SHEETS or (name.parts[0] == "rulebook" and name.suffix == ".md"):
            continue
        if _found(files, path, _SHEET):
            yield path, f"rule sheets are read from rulebook: call it 'rulebook/{name.stem}.md'"


def _found(files: FolderFiles, path: str, wanted: re.Pattern[bytes]) -> re.Match[bytes] | None:
    try:
        return wanted.search(files.read(path))
    except FileFault:
        return None
