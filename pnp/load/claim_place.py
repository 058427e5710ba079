"""Places that check statements of a rulebook: claims, comments in the data, tests of the shipped games."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pnp.load.locate import shown_path
from pnp.model import Game
from pnp.source import Span

_ID = re.compile(r"(?<![\w-])[A-Z][A-Z0-9]?-\d{2}(?![\w-])")
"""Ids such as ``D2-07``, which comments and tests may name; longer words (UTF-16) are none."""
_NUMBER = re.compile(r"[0-9]{1,9}\Z")
_COMMENT = re.compile(r"(?:^|\s)#(.*)$")
_QUOTED = re.compile(r"""(?<![^\s\[{,:])("(?:\\.|[^"\\])*"|'[^']*')""")
"""Texts in quotes, which may hold '#'; an apostrophe inside a word begins none."""


@dataclass(frozen=True, slots=True)
class ClaimPlace:
    """One place that holds the box to a statement.

    Attributes:
        id: Of the statement, such as ``D2-25``.
        game: Id of the game; empty where a test compares several.
        kind: What holds it.
        span: Where it is written.
        words: What the place says about it.
    """

    id: str
    game: str
    kind: Literal["claim", "remark", "test"]
    span: Span
    words: str

    @property
    def order(self) -> tuple[str, int, str]:
        """Sorts ids by their letters, then by their number."""
        letters, _, number = self.id.rpartition("-")
        return (letters, int(number), "") if _NUMBER.match(number) else (self.id, 0, "")


def places_in_game(game: Game, sources: Mapping[str, str]) -> list[ClaimPlace]:
    """The claims of a game in the author's order, then the ids that comments in its YAML files name.

    Args:
        game: As it was loaded.
        sources: Text of its files, by the name that is shown.
    """
    found = [
        ClaimPlace(claim.id, game.id, "claim", claim.span, claim.says.source)
        for claim in game.claims.values()
    ]
    for file, text in sorted(sources.items()):
        if file.endswith((".yaml", ".yml")):
            found += [
                ClaimPlace(name, game.id, "remark", Span(file, line, column, line, column + len(name)), words)
                for line, column, name, words in _comments(text)
            ]
    return found


def _comments(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Line, column, id and comment, for each id in a comment; an id counts once a line."""
    for number, line in enumerate(text.split("\n"), 1):
        comment = _COMMENT.search(_QUOTED.sub(lambda text: "_" * len(text[0]), line))
        if comment is not None:
            for name, at in _ids(comment[1]):
                yield number, comment.start(1) + at + 1, name, comment[1].strip()


def places_in_tests(folder: Path, games: Iterable[Game], cwd: Path) -> list[ClaimPlace]:
    """The ids that docstrings of Python tests name, in order of files and lines; empty without the folder.

    Args:
        folder: Holds ``test_*.py``.
        games: An id belongs to the game whose claims begin with the same letters.
        cwd: Names of files are shown relative to it.
    """
    owner = {
        name.rpartition("-")[0]: game.id for game in games for name in game.claims if _ID.fullmatch(name)
    }
    found = []
    for path in sorted(folder.glob("test_*.py")):
        file = shown_path(path, cwd)
        for node, words in _docstrings(path.read_bytes()):
            line = getattr(node, "lineno", 1)
            first = words.splitlines()[0]
            found += [
                ClaimPlace(
                    name, owner.get(name.rpartition("-")[0], ""), "test", Span(file, line, 1, line, 1), first
                )
                for name, _ in _ids(words)
            ]
    return found


def _docstrings(source: bytes) -> Iterator[tuple[ast.AST, str]]:
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError):  # a test that does not run holds nothing
        return
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            words = ast.get_docstring(node)
            if words:
                yield node, words


def _ids(text: str) -> list[tuple[str, int]]:
    """Ids in the text with their offsets, each once."""
    return list({match[0]: (match[0], match.start()) for match in reversed([*_ID.finditer(text)])}.values())[
        ::-1
    ]


def missing_numbers(places: Sequence[ClaimPlace]) -> list[str]:
    """Ids that the numbering of the others leaves out: with ``D2-01`` and ``D2-03`` it misses ``D2-02``."""
    numbers: dict[str, list[int]] = {}
    for place in places:
        if _ID.fullmatch(place.id):
            letters, _, number = place.id.rpartition("-")
            numbers.setdefault(letters, []).append(int(number))
    return [
        f"{letters}-{number:02}"
        for letters, known in sorted(numbers.items())
        for number in range(1, max(known) + 1)
        if number not in known
    ]
