"""The language server while somebody types in a game: ``python -m tests.bench.lsp [--edits 2000] [GAME]``.

It works on a copy, with a server in a process of its own. For each kind of file it types a letter into a word
that then is a fault, waits for the fault, and takes the letter out again. Four more pairs of edits
are typed in between without waiting, as quick hands do. Shown are the times until the fault is there, and the memory of the server
on the way.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.bench.preview import processor_of, rest
from tests.lsp.client import Client

ROOT = Path(__file__).parents[2]
EDITS = {
    "doom": (
        ("game.yaml", "players: 2-4", "playres: 2-4", "M100"),
        ("cards/spells.yaml", "spell: term spell", "spell: term spel", "M111"),
        ("layouts/spell.xml", "piece.name", "piece.nmae", "L111"),
        ("rulebook/pravidla.md", "facts.bomb", "facts.bmob", "X112"),
        ("locale/pl.po", 'msgstr "łuk"', 'msgstr "łuk {{ x }}"', "K530"),
    ),
}


class Typed(NamedTuple):
    """Figures of one game.

    Attributes:
        seconds: From each keystroke to its finding, by file.
        processor: Seconds of the server's processor time for the same.
        memory: Megabytes that the server holds, after each quarter of the edits; the first before all.
    """

    seconds: dict[str, list[float]]
    processor: dict[str, list[float]]
    memory: list[float]


_QUARTERS = 4
_QUICK = 4
"""Pairs of edits that are typed without waiting, for each one that is waited for."""
_WARM = 3
"""Rounds before memory is looked at, in which the server imports and reads what it needs."""


def main() -> None:
    """Type, measure, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", nargs="?", default="doom", choices=sorted(EDITS))
    options.add_argument("--edits", type=int, default=200)
    asked = options.parse_args()
    found = typed(asked.game, asked.edits)
    for file, times in found.seconds.items():
        median, worst = statistics.median(times) * 1000, max(times) * 1000
        processor = statistics.median(found.processor[file]) * 1000
        print(
            f"{file:24} median {median:5.0f} ms, worst {worst:5.0f} ms of {len(times)}, processor {processor:4.0f} ms"
        )
    print("memory " + ", ".join(f"{each:.0f}" for each in found.memory) + f" MB over {asked.edits} edits")


def typed(game: str, edits: int) -> Typed:
    """The figures of the language server in a copy of a shipped game, over so many edits."""
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as place:
        folder = Path(place) / game
        shutil.copytree(ROOT / "data" / game, folder)
        with subprocess.Popen(
            [sys.executable, "-m", "pnp", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            client = Client(folder, server.stdin, server.stdout)
            client.begin()
            found = _typed(client, EDITS[game], edits, server.pid)
            client.ask("shutdown")
            client.notify("exit")
            return found


def _typed(client: Client, kinds: Sequence[tuple[str, str, str, str]], edits: int, pid: int) -> Typed:
    found = Typed({file: [] for file, *_ in kinds}, {file: [] for file, *_ in kinds}, [])
    uris = [client.open(file) for file, *_ in kinds]
    rest(pid)
    rounds = max(1, edits // len(kinds) // (2 + 2 * _QUICK))
    for number in range(rounds + _WARM):
        if number >= _WARM and (number - _WARM) * _QUARTERS % rounds < _QUARTERS:
            found.memory.append(_memory(pid) / 1000)
        for uri, (file, old, new, code) in zip(uris, kinds, strict=True):
            start, used = time.perf_counter(), processor_of(pid)
            client.type(uri, old, new)
            client.until(uri, code)
            if number >= _WARM:
                found.seconds[file].append(time.perf_counter() - start)
                found.processor[file].append(processor_of(pid) - used)
            for _ in range(_QUICK):
                client.type(uri, new, old)
                client.type(uri, old, new)
            client.type(uri, new, old)
            client.until(uri, code, there=False)
    rest(pid)
    found.memory.append(_memory(pid) / 1000)
    return found


def _memory(pid: int) -> int:
    """Kilobytes in memory."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


if __name__ == "__main__":
    main()
