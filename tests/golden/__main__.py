"""Write the list of what the shipped games print, or compare whole files with a list made before on the same machine.

    python -m tests.golden                  write tests/golden/games.txt anew: digests of the objects in all PDFs
    python -m tests.golden --bytes LIST     SHA-256 of all PDFs of games and decks, however they are built: written to LIST,
                                            or compared with it where it exists

Bytes are the same on one machine with one version of zlib and HarfBuzz; the list of objects is the same everywhere.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.deck import Deck, write_deck
from tests.golden.objects import objects_digest

_ROOT = Path(__file__).parents[2]
GAMES = _ROOT / "tests" / "golden" / "games.txt"
_DECKS = {
    "deck": Deck(540),
    "deck-words": Deck(540, distinct_words=True),
    "deck-png": Deck(54, "png"),
    "deck-jpeg": Deck(54, "jpeg"),
}
_WAYS = {
    "one process": (("--no-cache",), "1"),
    "two processes": (("--no-cache",), "2"),
    "filling the cache": ((), "2"),
    "from the cache": ((), "2"),
}


def main() -> int:
    """Run it; 1 when files differ."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.golden",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--bytes", type=Path, metavar="LIST", help="compare whole files, or write the list")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pnp-golden-") as folder:
        if args.bytes is None:
            out = Path(folder)
            for game in _games():
                _build(_ROOT / "data" / game, out, (), "2", out / "cache")
            GAMES.write_text("".join(lines(out)), encoding="utf-8")
            return 0
        return _compare(args.bytes, Path(folder))


def lines(out: Path) -> Iterator[str]:
    """For each PDF below the folder, in the order of names, a line with the digest of its objects and its path."""
    for path in sorted(out.rglob("*.pdf")):
        yield f"{objects_digest(path)}  {path.relative_to(out).as_posix()}\n"


def _games() -> list[str]:
    return sorted(path.parent.name for path in (_ROOT / "data").glob("*/game.yaml"))


def _compare(expected: Path, folder: Path) -> int:
    subjects = {name: _ROOT / "data" / name for name in _games()}
    for name, deck in _DECKS.items():
        write_deck(folder / name, deck)
        subjects[name] = folder / name
    known = expected.read_text(encoding="utf-8").splitlines() if expected.exists() else []
    failed = False
    for way, (options, jobs) in _WAYS.items():
        out = folder / way
        for name, game in subjects.items():
            _build(game, out / name, options, jobs, folder / "cache")
        found = [
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(out).as_posix()}"
            for path in sorted(out.rglob("*.pdf"))
        ]
        known = known or found
        changed = sorted(set(found) ^ set(known))
        failed |= bool(changed)
        print(f"{way}: {len(found)} files, {'the same' if not changed else 'different:'}")
        print(
            *sorted({f"  {line.partition('  ')[2]}" for line in changed}),
            sep="\n",
            end="\n" if changed else "",
        )
    if not expected.exists() and not failed:
        expected.write_text("\n".join(known) + "\n", encoding="utf-8")
    return int(failed)


def _build(game: Path, out: Path, options: tuple[str, ...], jobs: str, cache: Path) -> None:
    command = [sys.executable, "-m", "pnp", *options, "build", "-q", "--game", str(game), "--lang", "all"]
    subprocess.run(
        [*command, "--out", str(out), "--jobs", jobs],
        check=True,
        env=os.environ | {"PNP_CACHE_DIR": str(cache)},
    )


if __name__ == "__main__":
    sys.exit(main())
