"""From a save to the picture in a real browser: ``python -m tests.bench.preview [--games doom] [--edits 20]``.

Copies a shipped game, runs ``pnp preview`` on it, opens the page in Chromium, and saves one changed text again and again.
``shown`` ends when the new picture, decoded, is in the page and the next frame is drawn; ``told`` when the page has the
news. Processor time is that of ``pnp`` until it has nothing more to do, checks and sheets included, per save. With
``--memory 500`` it also tells the memory of ``pnp`` after every hundred saves.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.preview.browser import Browser

_DATA = Path(__file__).parents[2] / "data"
_EDITS = {
    "doom": ("cards/quests.yaml", "Stůj mezi démonem a zvířetem", "quests/gap-demon-animal"),
    "doom-elements": ("cards/weapons.yaml", "}} kterékoli barvy", "weapons/joker"),
    "country": ("cards/events.yaml", "Kroky za zády", "events/steps-behind"),
}
"""The file of each game that is edited, the text in it that is changed, and how the key of what it shows begins."""

WATCH = """
window.benchShown = 0; window.benchTold = 0;
new MutationObserver((all) => {
  const now = performance.timeOrigin + performance.now();
  if (all.some((one) => [...one.addedNodes].some((node) => node.tagName === 'IMG')) && !window.benchShown) {
    requestAnimationFrame(() => { window.benchShown = performance.timeOrigin + performance.now(); });
  }
}).observe(document.getElementById('main'), { childList: true, subtree: true });
new MutationObserver(() => { window.benchTold ||= performance.timeOrigin + performance.now(); })
  .observe(document.getElementById('news'), { childList: true, characterData: true, subtree: true });
"""


def main() -> int:
    """Print one row a game; 1 when the page has complained of something."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.preview", description=__doc__)
    parser.add_argument("--games", default="doom,doom-elements,country", help="shipped games, with commas")
    parser.add_argument("--edits", type=int, default=20, help="saves that are timed; the median counts")
    parser.add_argument("--memory", type=int, default=0, help="saves after which memory is told")
    args = parser.parse_args()
    with Browser(1440, 900) as browser:
        for name in args.games.split(","):
            saves = edited(browser, name, args.edits, args.memory)
            print(_row(name, saves), *saves.memory, *saves.complaints, sep="\n", flush=True)
            if saves.complaints:
                return 1
    return 0


@dataclass(frozen=True)
class Saves:
    """What saving a file again and again takes, in milliseconds for each save.

    Attributes:
        shown: Until the picture.
        told: Until the page has the news.
        processor: Of ``pnp``.
        resident: Megabytes that ``pnp`` holds at the end of them.
        memory: The same after more saves, in words.
        complaints: Of the page.
    """

    shown: list[float]
    told: list[float]
    processor: list[float]
    resident: int
    memory: list[str]
    complaints: list[str]


def _row(name: str, saves: Saves) -> str:
    shown, told, processor = map(_spread, (saves.shown, saves.told, saves.processor))
    return f"{name:14} shown {shown}  told {told}  processor {processor} ms"


SCROLL = """
const main = document.getElementById("main"), cell = document.querySelector(".cell[data-key^='KEY']");
if (cell) { cell.scrollIntoView(); return true }
main.scrollTop += main.clientHeight / 2;
return false
"""
"""Scrolls on until the cell of a piece is in the page, which holds only what is seen."""


def edited(browser: Browser, name: str, edits: int, memory: int = 0) -> Saves:
    """Edit a shipped game in the preview.

    Args:
        browser: Whose window is used.
        name: Of the game.
        edits: How many saves are timed.
        memory: How many more are made, with a look at memory after every hundred.
    """
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as temporary:
        game = Path(temporary) / name
        shutil.copytree(_DATA / name, game)
        path, text, key = _EDITS[name]
        source = (game / path).read_text(encoding="utf-8")
        if text not in source:
            raise LookupError(f"{path} no longer has '{text}': name another text to edit")
        with previewed(game) as (process, address):
            browser.open(address)
            browser.wait("return document.querySelectorAll('.face.ready').length > 8")
            rest(process.pid)
            browser.run(WATCH)
            browser.wait(SCROLL.replace("KEY", key))
            rest(process.pid)
            shown, told, processor = [], [], []
            for number in range(edits):
                before = processor_of(process.pid)
                start, heard, end = save(browser, game / path, source.replace(text, f"{text} {number}"))
                told.append((heard - start) * 1000)
                shown.append((end - start) * 1000)
                rest(process.pid)
                processor.append((processor_of(process.pid) - before) * 1000)
            held = resident(process.pid)
            later = list(_memory(browser, process.pid, game / path, source, text, memory))
            complaints = browser.errors()
            browser.open("about:blank")  # so that it does not miss the server
            return Saves(shown, told, processor, held, later, complaints)


def save(browser: Browser, path: Path, source: str) -> tuple[float, float, float]:
    """When a file was saved, and when the page had the news and the picture; seconds of the clock."""
    browser.run("window.benchShown = window.benchTold = 0; document.getElementById('news').textContent = ''")
    time.sleep(0.05)
    browser.run("window.benchTold = 0")
    start = time.time()
    path.write_text(source, encoding="utf-8")
    shown = browser.wait("return window.benchShown", seconds=60) / 1000
    return start, browser.run("return window.benchTold") / 1000, shown


def _memory(browser: Browser, pid: int, path: Path, source: str, text: str, edits: int) -> Iterator[str]:
    for number in range(1, edits + 1):
        save(browser, path, source.replace(text, f"{text} +{number}"))
        if number % 100 == 0:
            rest(pid)
            yield f"  after {number} more saves {resident(pid)} MB"


@contextmanager
def previewed(game: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A preview of the game in a process of its own, and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", "preview", "--game", str(game), "--port", "0"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        yield process, next(found[1] for line in process.stdout if (found := re.search(r"(http\S+)", line)))
    finally:
        process.terminate()
        process.wait(20)


def processor_of(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return round(int(found[1]) / 1024)


def rest(pid: int) -> None:
    """Wait until a process has nothing to do."""
    quiet, last = 0, -1.0
    while quiet < 3:
        now = processor_of(pid)
        quiet, last = (quiet + 1 if now == last else 0), now
        time.sleep(0.1)


def _spread(figures: list[float]) -> str:
    """Median, and the best and the worst."""
    return f"{statistics.median(figures):.0f} ({min(figures):.0f}–{max(figures):.0f})"


if __name__ == "__main__":
    sys.exit(main())
