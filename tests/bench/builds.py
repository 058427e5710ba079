"""What is measured: commands, each with what has to be so before it runs.

Four kinds of build: ``cold`` (neither output nor cache), ``cached`` (no output, a full cache), ``warm`` (nothing has changed
since the last) and ``edit`` (one card says something else since the last).
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.bench.deck import Card, Deck, edit_deck, write_deck
from tests.bench.measure import timed
from tests.bench.rivals import rival_command, write_for_rivals

KINDS = ("cold", "cached", "warm", "edit")
SHIPPED = Path(__file__).parents[2] / "data"
PNP = (sys.executable, "-m", "pnp")
_EDITED = "Zbraň porazí"
_SHOWN = "Porazí"
"""Words of cards of Doom; the rule sheet shows one of those with the second."""
_EDITED_FILE = "cards/weapons.yaml"


@dataclass(frozen=True)
class Subject:
    """A command to measure.

    Attributes:
        deck: What it is about.
        tool: Whose it is.
        kind: Of build, or what the command does.
        command: With its arguments.
        cards: Of the deck; 0 for anything else.
        jobs: As given to the command; empty for what it takes itself.
        env: Variables to set.
        before: Called with a number before each run, always another.
        out: Folder whose PDFs are the output.
        timings: File that the command writes its seconds by stage into.
        pictures: Bytes of the pictures of the deck.
    """

    deck: str
    tool: str
    kind: str
    command: Sequence[str]
    cards: int = 0
    jobs: str = ""
    env: Mapping[str, str] = field(default_factory=dict)
    before: Callable[[int], None] = lambda _: None
    out: Path | None = None
    timings: Path | None = None
    pictures: int = 0


class Game:
    """A game in a folder, whose files can be changed and put back.

    Args:
        folder: Of the game; the deck is written into it, a shipped game is copied into it.
        name: In the table.
        deck: What the game is; None for Doom.
        edited: Words of Doom that an edit changes.
    """

    def __init__(self, folder: Path, name: str, deck: Deck | None = None, edited: str = _EDITED) -> None:
        self.folder, self.name, self.deck, self.edited = folder, name, deck, edited
        self.cards: list[Card] = []
        if deck is None:
            shutil.copytree(SHIPPED / "doom", folder, dirs_exist_ok=True)
        else:
            self.cards = write_deck(folder, deck)
        self._edit = 0

    @property
    def pictures(self) -> int:
        """Bytes of the deck's pictures."""
        return sum(path.stat().st_size for path in (self.folder / "art").glob("*"))

    def say(self, edit: int) -> None:
        """Have the files of an edit; those of edit 0 are as they were."""
        if edit == self._edit:
            return
        if self.deck is not None:
            edit_deck(self.folder, self.deck, self.cards, edit)
        else:
            text = (SHIPPED / "doom" / _EDITED_FILE).read_text(encoding="utf-8")
            new = f"{self.edited} {edit}" if edit else self.edited
            (self.folder / _EDITED_FILE).write_text(text.replace(self.edited, new, 1), encoding="utf-8")
        self._edit = edit


class Bed:
    """An output folder and a cache of their own, for one game and one number of jobs."""

    def __init__(self, game: Game, place: Path, jobs: str = "", languages: str = "") -> None:
        self._game, self._jobs = game, jobs
        self._out, self._cache, self._timings = place / "out", place / "cache", place / "timings.json"
        place.mkdir(parents=True, exist_ok=True)
        self._built: int | None = None
        command = [*PNP, "build", "-q", "--game", str(game.folder), "--out", str(self._out)]
        command += ["--lang", languages] if languages else []
        command += ["--jobs", jobs] if jobs else []
        self._command = [*command, "--timings", str(self._timings)]
        self._env = {"PNP_CACHE_DIR": str(self._cache), "PNP_NO_CACHE": ""}

    def subject(self, kind: str) -> Subject:
        """A kind of build of the game."""
        game = self._game
        return Subject(
            deck=game.name,
            tool="pnp",
            kind=kind,
            command=[*self._command, "--force"] if kind == "cached" else self._command,
            cards=len(game.cards),
            jobs=self._jobs,
            env=self._env,
            before=partial(self._ready, kind),
            out=self._out,
            timings=self._timings if kind != "warm" else None,
            pictures=game.pictures,
        )

    def _ready(self, kind: str, number: int) -> None:
        self._game.say(0)
        if kind == "cold":
            shutil.rmtree(self._cache, ignore_errors=True)
        elif self._built != 0:
            timed(self._command, self._env)
        self._built = 0
        if kind in ("cold", "cached"):
            shutil.rmtree(self._out, ignore_errors=True)
        if kind == "edit":
            self._built = number + 1
            self._game.say(self._built)


def deck_subjects(
    deck: Deck, place: Path, kinds: Sequence[str], jobs: Sequence[str], rivals: Sequence[str], typst: str
) -> Iterator[Subject]:
    """The builds of a deck by pnp and by others.

    Raises:
        MissingError: A rival is not there.
    """
    game = Game(place / "deck", deck.name, deck)
    for many in jobs:
        bed = Bed(game, place / f"jobs-{many}", many)
        yield from map(bed.subject, kinds)
    if rivals:
        write_for_rivals(game.folder, game.cards)
    for rival in rivals:
        out = place / rival
        out.mkdir()
        command = rival_command(rival, game.folder, out / "deck.pdf", typst)
        yield Subject(deck.name, rival, "cold", command, deck.cards, out=out)


def game_subjects(place: Path, kinds: Sequence[str], jobs: Sequence[str]) -> Iterator[Subject]:
    """The builds of a shipped game in three languages, with its rule sheets, and in one language without others."""
    for name, languages in (("doom, 3 languages", "cs,pl,fr"), ("doom, 1 language", "")):
        game = Game(place / name / "doom", name)
        for many in jobs:
            yield from map(Bed(game, place / f"{name}-{many}", many, languages).subject, kinds)
    if "edit" in kinds:
        game = Game(place / "shown" / "doom", "doom, rule sheet", edited=_SHOWN)
        yield from (Bed(game, place / f"shown-{many}", many).subject("edit") for many in jobs)


def start_subjects(place: Path) -> Iterator[Subject]:
    """Short commands, and what importing alone takes."""
    cache = place / "cache"
    env = {"PNP_CACHE_DIR": str(cache), "PNP_NO_CACHE": ""}
    python = sys.executable
    yield Subject("start", "python", "plain loop", [python, "-c", _LOOP])
    yield Subject("start", "python", "import click", [python, "-c", "import click"])
    yield Subject("start", "pnp", "help", [*PNP, "--help"], env=env)
    check = [*PNP, "check", "-q", "--game", str(SHIPPED / "doom")]
    yield Subject(
        "start", "pnp", "check doom cold", check, env=env,
        before=lambda _: shutil.rmtree(cache, ignore_errors=True),
    )  # fmt: skip
    yield Subject("start", "pnp", "check doom", check, env=env)


_LOOP = """
class Pair:
    def __init__(self, left, right):
        self.left, self.right = left, right
    def scaled(self, by):
        return self.left * by + self.right
known = {}
for number in range(1_000_000):
    pair = Pair(number, 3)
    known[number & 255] = pair.scaled(2), str(number)
"""
"""What plain Python does most, a million times: tells how quick this Python is, and how busy the machine."""
