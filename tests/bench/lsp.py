"""The language server while somebody types in a game: ``python -m tests.bench.lsp [--edits 2000] [GAME]``.

It works on a copy, with a server in a process of its own. For each kind of file it types a letter into a word
that then is a fault, and takes it out again. Shown are the times until the fault is there, and the memory of
the server before and after all edits.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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


def main() -> None:
    """Type, measure, print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", nargs="?", default="doom", choices=sorted(EDITS))
    options.add_argument("--edits", type=int, default=40)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / asked.game
        shutil.copytree(ROOT / "data" / asked.game, folder)
        with subprocess.Popen(
            [sys.executable, "-m", "pnp", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            client = Client(folder, server.stdin, server.stdout)
            client.begin()
            _run(client, asked.game, asked.edits, server.pid)
            client.ask("shutdown")
            client.notify("exit")


def _run(client: Client, game: str, edits: int, pid: int) -> None:
    kinds = EDITS[game]
    uris = [client.open(file) for file, *_ in kinds]
    time.sleep(5)
    before = _memory(pid)
    for uri, (file, old, new, code) in zip(uris, kinds, strict=True):
        times = []
        for number in range(max(1, edits // len(kinds) // 2)):
            start = time.perf_counter()
            client.type(uri, old, new)
            client.until(uri, code)
            times.append(time.perf_counter() - start)
            client.type(uri, new, old)
            client.until(uri, code, there=False)
            if number == 20:
                before = max(before, _memory(pid))
        print(
            f"{file:24} median {statistics.median(times) * 1000:5.0f} ms, "
            f"worst {max(times) * 1000:5.0f} ms of {len(times)}"
        )
    print(f"memory {before / 1000:.0f} MB before, {_memory(pid) / 1000:.0f} MB after {edits} edits")


def _memory(pid: int) -> int:
    """Kilobytes in memory."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


if __name__ == "__main__":
    main()
