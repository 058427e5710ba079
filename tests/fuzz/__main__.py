"""The fuzzer's command line."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.fuzz.run import fuzz
from tests.fuzz.target import TARGETS

FOUND = Path(__file__).parents[2] / "build" / "fuzz"


def main() -> int:
    """Fuzz and report; 1 when anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--inputs", type=int, default=10**9, help="of the quickest targets at most")
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument(
        "--target", action="append", choices=TARGETS, help="several times for several; all otherwise"
    )
    given = parser.parse_args()
    FOUND.mkdir(parents=True, exist_ok=True)
    report = fuzz(given.target or list(TARGETS), given.minutes * 60, given.inputs, given.first, FOUND)
    for name, fault in report.found:
        print(f"FOUND {name}: {fault}")
    counted = ", ".join(
        f"{name} {number:,} (≤ {report.slow[name]:.1f} s)" for name, number in report.inputs.items()
    )
    print(f"{sum(report.inputs.values()):,} inputs ({counted}), {len(report.found)} found, kept in {FOUND}")
    print(f"slowest {report.slowest[0]:.1f} s ({report.slowest[1]}), memory {report.memory / 2**20:.0f} MiB")
    return bool(report.found)


if __name__ == "__main__":
    sys.exit(main())
