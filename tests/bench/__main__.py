"""Time whole builds in fresh processes: ``python -m tests.bench [--cards 54,540] [--runs 3] [--json FILE]``."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.deck import write_deck

_SIZES = (54, 540, 5400)


def main() -> int:
    """Print a table of medians, one row a deck; 1 when a build fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--cards", default=",".join(map(str, _SIZES)), help="sizes of decks, with commas")
    parser.add_argument("--runs", type=int, default=3, help="builds of each deck; the median counts")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--distinct-words", action="store_true", help="no word occurs twice")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    args = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as temporary:
        for cards in map(int, args.cards.split(",")):
            folder = Path(temporary) / f"deck-{cards}"
            write_deck(folder, cards, distinct_words=args.distinct_words)
            runs = [_build(folder, args.jobs) for _ in range(args.runs)]
            if not all(runs):
                return 1
            rows.append({"cards": cards, **_medians([run for run in runs if run])})
            print(_line(rows[-1]), flush=True)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    return 0


def _build(folder: Path, jobs: int) -> dict[str, float] | None:
    """Figures of one build: wall and CPU seconds, peak memory in MB, bytes, seconds by stage."""
    out = folder / "out"
    timings = folder / "timings.json"
    command = [sys.executable, "-m", "pnp", "build", "-q", "--game", str(folder), "--out", str(out)]
    command += ["--jobs", str(jobs), "--timings", str(timings)]
    start = time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        print(f"the build of {folder.name} failed with exit code {process.returncode}", file=sys.stderr)
        return None
    return {
        "wall": wall,
        "cpu": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss / 1024,
        "bytes": sum(path.stat().st_size for path in out.rglob("*.pdf")),
        **json.loads(timings.read_text(encoding="utf-8")),
    }


def _medians(runs: list[dict[str, float]]) -> dict[str, float]:
    return {key: statistics.median(run[key] for run in runs) for key in runs[0]}


def _line(row: dict[str, float]) -> str:
    fixed = {"cards", "wall", "cpu", "memory", "bytes"}
    stages = "  ".join(f"{key} {value:.2f}" for key, value in row.items() if key not in fixed)
    return (
        f"{row['cards']:5.0f} cards  {row['wall']:6.2f} s  cpu {row['cpu']:6.2f} s  {row['memory']:5.0f} MB  "
        f"{row['bytes'] / 1000:7.0f} kB  | {stages}"
    )


if __name__ == "__main__":
    sys.exit(main())
