"""Reading a game folder, and the game as it is with other facts or terms."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingABC
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics import Diagnostic
from pnp.layout_source import excess
from pnp.load.decode import decode_po
from pnp.load.definitions import claims, facts, font_needs, fonts, sources, styles, vocabularies
from pnp.load.document import DataFile, EarlierSets, SourceFiles, allowances, child, read_yaml
from pnp.load.expression import Expressions
from pnp.load.files import FolderFiles
from pnp.load.findings import Findings
from pnp.load.languages import language_spans
from pnp.load.locate import GAME_FILE
from pnp.load.profile import Profiles, print_settings, profiles_of, shipped_profiles
from pnp.load.resolve_set import SetMaker
from pnp.load.set_files import SetFiles
from pnp.load.shape.game_file import GameFile
from pnp.load.shape.shape import read_shape
from pnp.load.yaml.node import Mapping, Scalar
from pnp.model import (
    STANDARD_SIZES,
    Claim,
    ComponentSet,
    Fact,
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
    files, earlier = FolderFiles(folder, cwd, unsaved), earlier or EarlierSets()
    loader = _GameLoader(files, profiles or {}, earlier)
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
    """What ``game.yaml`` says by itself: its document, its shape, and the values that it defines."""

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
        earlier: EarlierSets,
    ) -> None:
        self._earlier = earlier
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
        tables = lambda: self._tables(shape.language)  # noqa: E731
        maker = SetMaker(head.vocabularies, sizes, expressions, tables, self.findings)
        # They extend only shipped ones, so they are the same for everybody.
        own_profiles = profiles_of(self.source.documents("profiles"), shipped_profiles, self.findings)
        sets = self._sets.sets(maker, document)
        name, notice = document.root.get("name"), document.root.get("notice")
        return Game(
            id=self._id(head),
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

    def _id(self, head: _GameFile) -> str:
        if head.shape.id is not None:
            return head.shape.id
        name, root = Path(self.files.root).resolve().name, head.document.root
        fits = re.match(r"[a-z0-9][a-z0-9_-]*\Z", name) and name not in DEVICES
        if root.get("id") is None and not fits:
            message = f"the folder's name '{name}' cannot be the id of the game"
            self.findings.error("M106", message, root.span, "add 'id: …' in small letters a to z")
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
