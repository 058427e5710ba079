"""Games as they are with other facts or terms, without reading their files again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pnp.diagnostics import Diagnostic
from pnp.load.document import DataFile, read_yaml
from pnp.load.expression import Expressions
from pnp.load.files import FolderFiles
from pnp.load.findings import Findings
from pnp.load.resolve_set import SetMaker
from pnp.load.table import Tables
from pnp.model import Fact, Game, Vocabulary
from pnp.rules import fact_scope


class EditedGame:
    """Makes the pieces of a game as they are if ``game.yaml`` says something else.

    Args:
        game: Without faults.
        sources: The text of each file that it was read from, by its name as shown.
        files: Its folder, for the tables of its sets.
    """

    def __init__(self, game: Game, sources: Mapping[str, str], files: FolderFiles) -> None:
        self._game = game
        self._files = files
        self._documents: dict[str, DataFile | None] = {}
        for each in game.sets:
            text = sources[each.file]
            root = read_yaml(text.encode(), each.file).root
            self._documents[each.id] = None if root is None else DataFile(each.file, text.split("\n"), root)

    def with_facts(self, facts: Mapping[str, Fact]) -> tuple[Game, list[Diagnostic]]:
        """The game with these facts, and the faults that reading it then has."""
        return self._made(replace(self._game, facts=facts))

    def with_terms(self, vocabularies: Mapping[str, Vocabulary]) -> tuple[Game, list[Diagnostic]]:
        """The game with these terms, and the faults that reading it then has."""
        return self._made(replace(self._game, vocabularies=vocabularies))

    def _made(self, game: Game) -> tuple[Game, list[Diagnostic]]:
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
