"""Time whole builds in fresh processes: ``python -m tests.bench [--cards 54,540] [--runs 3] [--json FILE]``.

Three kinds of build: ``cold`` (nothing is there), ``edit`` (a card was added since the last) and ``warm`` (nothing was).
The figure to trust on a busy machine is the least processor time; all others are medians.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.bench.deck import write_deck

_SIZES = (54, 540, 5400)


def main() -> int:
    """Print a table of medians, one row a deck; 1 when a build fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--cards", default=",".join(map(str, _SIZES)), help="sizes of decks, with commas")
    parser.add_argument("--runs", type=int, default=3, help="builds of each deck; the median counts")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--distinct-words", action="store_true", help="no word occurs twice")
    parser.add_argument("--kinds", default="cold,edit,warm", help="of builds, with commas")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument(
        "--history", type=Path, help="also add the figures to this file, a line a run of the bench"
    )
    args = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as temporary:
        for cards in map(int, args.cards.split(",")):
            folder = Path(temporary) / f"deck-{cards}"
            write_deck(folder, cards, distinct_words=args.distinct_words)
            for kind in args.kinds.split(","):
                runs = [_build(folder, args.jobs, kind, run) for run in range(args.runs)]
                if not all(runs):
                    return 1
                rows.append({"cards": cards, "kind": kind, **_medians([run for run in runs if run])})
                print(_line(rows[-1]), flush=True)
    for line in _growth([row for row in rows if row["kind"] == "cold"]):
        print(line)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    if args.history:
        entry = {
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "load": os.getloadavg()[0],
            "rows": rows,
        }
        with args.history.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
    return 0


def _growth(rows: list[dict[str, Any]]) -> Iterator[str]:
    """What one more card costs between two sizes of deck, in processor time."""
    for small, large in pairwise(rows):
        added = large["cards"] - small["cards"]
        cost = (large["least cpu"] - small["least cpu"]) / added * 1000
        yield f"from {small['cards']} to {large['cards']} cards one more takes {cost:.2f} ms of processor time"


def _build(folder: Path, jobs: int, kind: str, run: int) -> dict[str, float] | None:
    """Figures of one build: wall and CPU seconds, peak memory in MB, bytes, seconds by stage."""
    out = folder.with_name(f"{folder.name}-out")
    timings = folder.with_name(f"{folder.name}-timings.json")
    if kind == "edit":
        with (folder / "cards" / "deck.yaml").open("a", encoding="utf-8") as file:
            file.write(
                f"  edited{run}: {{name: Nová, colour: '#37474F', corner: kolo, icon: kolo, text: 'Jen {run}.'}}\n"
            )
    cache = folder.with_name(f"{folder.name}-cache")
    if kind == "cold":
        shutil.rmtree(out, ignore_errors=True)
        shutil.rmtree(cache, ignore_errors=True)
    command = [sys.executable, "-m", "pnp", "build", "-q", "--game", str(folder), "--out", str(out)]
    command += ["--jobs", str(jobs), "--timings", str(timings)]
    start = time.perf_counter()
    process = subprocess.Popen(command, env={**os.environ, "PNP_CACHE_DIR": str(cache)})
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
        "least cpu": usage.ru_utime + usage.ru_stime,
        **json.loads(timings.read_text(encoding="utf-8")),
    }


def _medians(runs: list[dict[str, float]]) -> dict[str, float]:
    figures = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
    return {**figures, "least cpu": min(run["cpu"] for run in runs)}


def _line(row: dict[str, Any]) -> str:
    fixed = {"cards", "kind", "least cpu", "wall", "cpu", "memory", "bytes"}
    stages = "  ".join(f"{key} {value:.2f}" for key, value in row.items() if key not in fixed)
    return (
        f"{row['cards']:5.0f} cards {row['kind']}  {row['wall']:6.2f} s  cpu {row['cpu']:6.2f} s  {row['memory']:5.0f} MB  "
        f"{row['bytes'] / 1000:7.0f} kB  | {stages}"
    )


if __name__ == "__main__":
    sys.exit(main())
