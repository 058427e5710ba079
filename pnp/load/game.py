"""Reading a game folder."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingABC
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeVar

from pnp.dataclass import dataclass
from pnp.diagnostics import Diagnostic, did_you_mean, error, warning
from pnp.load.decode import decode
from pnp.load.document import Document, child
from pnp.load.expression import Expressions
from pnp.load.files import FolderFiles
from pnp.load.findings import Findings
from pnp.load.kept import Readings
from pnp.load.kept_sets import KeptSet, KeptSets
from pnp.load.limits import MAX_PIECES
from pnp.load.locate import GAME_FILE
from pnp.load.parted_set import PartedSets
from pnp.load.profile import Profiles, print_settings, profiles_of, shipped_profiles
from pnp.load.read_yaml import read_yaml
from pnp.load.resolve_set import SetMaker
from pnp.load.resolve_styles import fonts, styles
from pnp.load.resolve_terms import claims, facts, sources, vocabularies
from pnp.load.shape.reading import Shapes
from pnp.load.unread import unread
from pnp.load.yaml_node import Scalar, Sequence
from pnp.model import (
    STANDARD_SIZES,
    ComponentSet,
    FileFault,
    Game,
    LayoutSource,
    PrintSettings,
    RulebookSource,
    Text,
    TranslationSource,
)
from pnp.rules import fact_scope
from pnp.source import Origin, Span
from pnp.store import OFF, Store

if TYPE_CHECKING:
    from pnp.load.shape import GameFile
    from pnp.load.table import Tables

_Made = TypeVar("_Made")

DEFAULT_SETS = (
    "cards/*.yaml", "tiles/*.yaml", "tokens/*.yaml", "standees/*.yaml", "boards/*.yaml", "aids/*.yaml",
)  # fmt: skip
"""Where sets are looked for, in order of printing, when ``game.yaml`` does not say."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a game folder came to.

    Attributes:
        game: The game with all that is sound of it; None only when ``game.yaml`` cannot be read at all.
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
    kept: KeptSets | None = None,
    cache: Store = OFF,
) -> Loaded:
    """Everything that the folder says, and every fault found.

    Faulty pieces are left out of the game and the sound ones kept, so that one run can tell all. Codes: Y100 to Y304,
    M100 to M143, and those of expressions.

    Args:
        folder: Holds ``game.yaml``.
        cwd: Files below it are shown relative to it.
        profiles: Print profiles of the user; those of the game come before them, the shipped ones after.
        kept: Sets of an earlier reading, which changes nothing but the time; those of this one are put into it.
        cache: Keeps what files were read as for later runs, which changes nothing but the time.
    """
    loader = _Loader(FolderFiles(folder, cwd), profiles or {}, kept or KeptSets(), Readings(cache))
    with _not_collecting():
        game = loader.game()
    return Loaded(game, loader.findings.all(), loader.sources, loader.files)


@contextmanager
def _not_collecting() -> Iterator[None]:
    """Without the garbage collector.

    What loading makes stays, and looking through it again and again takes as long as making it: 1.4 s of processor
    time instead of 0.6 s for 5,400 cards.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Loader:
    def __init__(
        self,
        files: FolderFiles,
        profiles: MappingABC[str, PrintSettings],
        kept: KeptSets,
        readings: Readings,
    ) -> None:
        self._readings = readings
        self._shapes = Shapes()
        self._kept = kept
        self.files = files
        self._profiles = profiles
        self.findings = Findings()
        self.sources: dict[str, str] = {}
        self._game_file = b""
        self._parted: PartedSets | None = None

    def game(self) -> Game | None:
        data = self._data(GAME_FILE, Span(self.files.shown(GAME_FILE)))
        self._kept.begin(data or b"")
        self._game_file = data or b""
        document = None if data is None else self._head(data)
        if document is None:
            for path, span in self._set_paths(None):
                self._document(path, span)  # its faults are worth telling all the same
            return None
        shape = self._part("shape", lambda: self._shapes.game_file(document.root, self.findings))
        game = self._made(shape, document)
        self._kept.end()
        return game

    def _head(self, data: bytes) -> Document | None:
        """``game.yaml`` as a document."""
        document = self._part("document", lambda: self._read(GAME_FILE, data))
        if document is not None:
            self.sources[document.file] = self._part("text", lambda: self.sources[document.file])
        return document

    def _part(self, name: str, make: Callable[[], _Made]) -> _Made:
        """A part of what ``game.yaml`` alone says, made now or kept from before."""
        return self._kept.part(name, make, self.findings)

    def _made(self, shape: GameFile, document: Document) -> Game:
        findings = self.findings
        terms = self._part("terms", lambda: vocabularies(shape, document, findings))
        known_facts = self._part("facts", lambda: facts(shape, document, findings))
        sizes = {**STANDARD_SIZES, **shape.sizes}
        expressions = Expressions(fact_scope(known_facts, terms, shape.players), shape.language, findings)
        maker = SetMaker(terms, sizes, expressions, self._tables, self._shapes, findings)
        self._parted = PartedSets(self._readings, self._game_file, shape.language, maker, findings)
        notice = document.root.get("notice")
        return Game(
            id=self._id(shape, document),
            name=self._name(document),
            language=shape.language,
            languages=tuple(dict.fromkeys([shape.language, *shape.languages])),
            players=shape.players,
            sets=self._sets(maker, document),
            span=Span(document.file),
            folder=self.files.shown("").rstrip("/") or ".",
            version=shape.version,
            credits={role: tuple(names) for role, names in shape.credits.items()},
            notice=document.text(notice, "game.notice")
            if isinstance(notice, Scalar) and notice.text
            else None,
            sources=sources(shape),
            sizes=sizes,
            styles=self._part("styles", lambda: styles(shape, document, findings)),
            fonts=fonts(shape, document),
            vocabularies=terms,
            facts=known_facts,
            claims=self._part("claims", lambda: claims(shape, document, findings)),
            layouts={source.name: source for source in self._layouts()},
            rulebooks=tuple(self._rulebooks()),
            translations=tuple(self._translations()),
            print=print_settings(shape.print, child(document.root, "print")),
            profiles=Profiles({**self._profiles, **self._own_profiles()}),
        )

    def _tables(self) -> Tables:
        from pnp.load.table import Tables  # few games have any

        return Tables(self.files, self.sources, self.findings)

    def _id(self, shape: GameFile, document: Document) -> str:
        if shape.id is not None:
            return shape.id
        name = Path(self.files.root).resolve().name
        if document.root.get("id") is None and not re.match(r"[a-z0-9][a-z0-9_-]*\Z", name):
            message = f"the folder's name '{name}' cannot be the id of the game"
            self.findings.add(
                error("M106", message, document.root.span, "add 'id: …' in small letters a to z")
            )
        return name

    def _name(self, document: Document) -> Text:
        node = document.root.get("name")
        if isinstance(node, Scalar):
            return document.text(node, "game.name")
        return Text("?", Origin(Span(document.file)), "game.name")

    def _document(self, path: str, span: Span) -> Document | None:
        """The data file; None after its fault was noted at ``span`` or in the file itself."""
        data = self._data(path, span)
        return None if data is None else self._read(path, data)

    def _data(self, path: str, span: Span) -> bytes | None:
        """The content of a data file; None after its fault was noted at ``span``."""
        try:
            return self.files.read(path)
        except FileFault as fault:
            message, _, cure = str(fault).partition("; ")
            self.findings.add(error("Y301", message, span, cure or None))
            return None

    def _read(self, path: str, data: bytes) -> Document | None:
        shown = self.files.shown(path)
        read = read_yaml(data, shown, self._readings)
        self.sources[shown] = read.text
        self.findings.add(*read.found)
        return Document(shown, read.text.split("\n"), read.root) if read.root is not None else None

    def _sets(self, maker: SetMaker, document: Document) -> tuple[ComponentSet, ...]:
        found: dict[str, ComponentSet] = {}
        pieces = 0
        paths = self._set_paths(document)
        for path, span in paths:
            made = self._set(maker, path, span)
            if made is None:
                continue
            first = found.setdefault(made.id, made)
            if first is not made:
                message = f"the set '{made.id}' is defined twice, first in {first.file}"
                cure = "give one of them an 'id: …' of its own"
                self.findings.add(
                    error("M133", message, made.span, cure, related=[(first.span, "first here")])
                )
                continue
            pieces += len(made.pieces)
            if pieces > MAX_PIECES:
                message = f"the game has more than {MAX_PIECES:,} pieces"
                self.findings.add(error("M137", message, made.span, "split it into several games"))
                break
        self._tell_unread([path for path, _ in paths], document)
        return tuple(found.values())

    def _tell_unread(self, read: list[str], document: Document) -> None:
        """Warn of sets that nothing reads, where the game leaves it to pnp to find them."""
        if document.root.get("sets") is None:
            folders = [pattern.partition("/")[0] for pattern in DEFAULT_SETS]
            told = {found.code for found in self.findings.all()}
            # What reads a table may be what is at fault.
            tables = not any(code == "Y301" or code.startswith("Y5") for code in told)
            texts = list(self.sources.values()) if tables else None
            self.findings.add(*unread(self.files, read, texts, folders))

    def _set(self, maker: SetMaker, path: str, span: Span) -> ComponentSet | None:
        """The set in a file, made now or kept from before; None after a fault was noted."""
        data = self._data(path, span)
        if data is None:
            return None
        kept = self._kept.get(path, data)
        if kept is not None:
            self.sources[kept.made.file] = kept.text
            return kept.made
        told, sources = self.findings.told, len(self.sources)
        made = self._of_parts(path, data)
        if made is None:
            document = self._read(path, data)
            made = maker.make(document) if document is not None else None
        # Faults have to be told each time, and a table is a file of its own, which may change.
        alone = self.findings.told == told and len(self.sources) == sources + 1
        text = self.sources[self.files.shown(path)]
        self._kept.keep(path, KeptSet(data, text, made) if made is not None and alone else None)
        return made

    def _of_parts(self, path: str, data: bytes) -> ComponentSet | None:
        """The set of a file that was cut into parts, most of which earlier runs have read; None where there is none."""
        assert self._parted is not None, "made before any set"
        if not self._parted.worth(data):
            return None
        shown = self.files.shown(path)
        text, found = decode(data, shown)
        made = None if found else self._parted.make(text, shown)
        if made is not None:
            self.sources[shown] = text
        return made

    def _set_paths(self, document: Document | None) -> list[tuple[str, Span]]:
        """The files of pieces, each with the place that asks for it, each once, in order of printing."""
        listed = child(document.root, "sets") if document else None
        game_file = Span(self.files.shown(GAME_FILE))
        if not isinstance(listed, Sequence):
            paths = [path for pattern in DEFAULT_SETS for path in self.files.matching(pattern)]
            if not paths and document is not None:
                cure = "write cards into cards/….yaml, or list the files under 'sets'"
                self.findings.add(warning("Y302", "the game has no pieces yet", game_file, cure))
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
            paths = [path for path in self.files.matching(node.text) if path.endswith((".yaml", ".yml"))]
        except FileFault as fault:
            self.findings.add(error("Y301", str(fault), node.span))
            return []
        if not paths:
            folder = PurePosixPath(node.text).parent.as_posix()
            known = self.files.names("" if folder == "." else folder, ".yaml") or self.files.names(
                "", ".yaml"
            )
            cure = did_you_mean(node.text, known, "files")
            self.findings.add(warning("Y303", f"no file fits '{node.text}'", node.span, cure))
        return paths

    def _texts(self, folder: str, ending: str) -> list[tuple[str, str, str]]:
        """Name, shown file and text of the text files in the folder; faults are noted."""
        found = []
        for path in self.files.names(folder, ending):
            shown = self.files.shown(path)
            try:
                data = self.files.read(path)
            except FileFault as fault:
                self.findings.add(error("Y301", str(fault), Span(shown)))
                continue
            text = self._kept.text(path, data)
            if text is None:
                text, faults = decode(data, shown)
                self.findings.add(*faults)
                if not faults:
                    self._kept.keep_text(path, data, text)
            self.sources[shown] = text
            found.append((path[len(folder) + 1 : -len(ending)], shown, text))
        return found

    def _layouts(self) -> list[LayoutSource]:
        return [LayoutSource(*found) for found in self._texts("layouts", ".xml")]

    def _rulebooks(self) -> list[RulebookSource]:
        return [RulebookSource(*found) for found in self._texts("rulebook", ".md")]

    def _own_profiles(self) -> dict[str, PrintSettings]:
        """The profiles of the game; they build on shipped ones alone, so that they are the same for everybody."""
        documents = {
            PurePosixPath(path).stem: document
            for path in self.files.names("profiles", ".yaml")
            if (document := self._document(path, Span(self.files.shown(path)))) is not None
        }
        return profiles_of(documents, shipped_profiles() if documents else {}, self.findings)

    def _translations(self) -> list[TranslationSource]:
        return [TranslationSource(*found) for found in self._texts("locale", ".po")]
