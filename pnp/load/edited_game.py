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
from pnp.model import Game
from pnp.rules import fact_scope


class EditedGame:
    """Makes the pieces of a game as they are if ``game.yaml`` says something else.

    Args:
        game: Without faults, as its files have it.
        sources: The text of each file that it was read from, by its name as shown.
        files: Its folder, for the tables of its sets.
    """

    def __init__(self, game: Game, sources: Mapping[str, str], files: FolderFiles) -> None:
        self._files = files
        self._documents: dict[str, DataFile | None] = {}
        for each in game.sets:
            text = sources[each.file]
            self._documents[each.id] = read_yaml(text.encode(), each.file).document(each.file)

    def made_again(self, game: Game) -> tuple[Game, list[Diagnostic]]:
        """The game with the pieces that its facts and terms give, and the faults that reading it then has."""
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
