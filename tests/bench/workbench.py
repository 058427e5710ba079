"""The workbench on a large game: ``python -m tests.bench.workbench``; with ``--quick`` in a third of the time.

Decks of 5,000 cards, in YAML and in a table, are opened in the preview: the first picture, edits of one card
until the page shows them, the frames of a scripted scroll from the browser's own trace, and memory. Then
somebody types in the language server with Doom (``tests.bench.lsp``). One row a figure: by the clock, and by
processor time, which a busy machine does not change.

- ``first picture`` begins with the command ``pnp preview``, with the browser already there. Only frames are
  traced: with a trace, the same takes five times as long.
- ``edit`` begins when the file is saved; the card is in the middle of the deck and of the window. ``card added
  or removed`` is the same for one below it, in turn, so that half of the deck moves by a line. Every card of
  this deck shows how many there are, so all of them are drawn again after it, those in the window first.
- ``longest frame`` is the longest task of the page's main thread, during which no frame can begin.
- ``server until it rests`` is what ``pnp`` does after an edit until nothing is left to do.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench.deck import Card, Deck, write_deck
from tests.bench.lsp import typed
from tests.bench.preview import SCROLL, WATCH, previewed, processor_of, resident, rest, save
from tests.preview.browser import Browser, until

_CARDS = 5000
_ALL_DRAWN = 4
"""Edits at most after which all cards are drawn again, which takes ten seconds."""
_TRACED = "devtools.timeline,disabled-by-default-devtools.timeline"
_SCROLL_SECONDS = 5
_GLIDE = """
const [seconds, done] = arguments, main = document.getElementById('main'), end = performance.now() + seconds * 1000;
let frames = 0, most = 0;
const step = () => {
  frames += 1;
  most = Math.max(most, document.querySelectorAll('.cell').length);
  if (frames % 60 === 0) main.scrollTop = Math.random() * main.scrollHeight; else main.scrollTop += 150;
  if (performance.now() < end) requestAnimationFrame(step); else { main.scrollTop = 0; done([frames, most]); }
};
requestAnimationFrame(step);
"""
"""Scrolls by 150 pixels a frame, and every 60 frames to another place; how many frames, and the most cells in the page."""


class Figure(NamedTuple):
    """One row.

    Attributes:
        what: Was measured.
        unit: Of the numbers.
        seen: By the clock, or megabytes; the median where there are several.
        worst: Of several; None for one.
        processor: The same in processor time; None where there is none.
        limit: Of ``seen``; None without one.
    """

    what: str
    unit: str
    seen: float
    worst: float | None = None
    processor: float | None = None
    limit: float | None = None


def main() -> int:
    """Measure and print; 1 if the page has complained of something."""
    options = argparse.ArgumentParser(prog="python -m tests.bench.workbench", description=__doc__)
    options.add_argument("--quick", action="store_true", help="a third of the edits")
    options.add_argument("--only", choices=("page", "lsp"), help="one part alone")
    asked = options.parse_args()
    share = 3 if asked.quick else 1
    print(f"{'':44} {'median':>9} {'worst':>7} {'processor':>9} {'limit':>6}")
    complaints: list[str] = []
    if asked.only != "lsp":
        for deck in (Deck(_CARDS), Deck(_CARDS, table=True)):
            _tell(_page(deck, 12 // share, complaints))
    if asked.only != "page":
        _tell(_typing(2000 // share))
    print(*complaints, sep="\n", end="")
    return int(bool(complaints))


def _tell(figures: Iterator[Figure]) -> None:
    for each in figures:
        worst = "" if each.worst is None else f"{each.worst:.0f}"
        processor = "" if each.processor is None else f"{each.processor:.0f}"
        limit = "" if each.limit is None else f"{each.limit:.0f}"
        verdict = "" if each.limit is None else "met" if each.seen <= each.limit else "MISSED"
        seen = f"{each.seen:.0f} {each.unit}"
        print(f"{each.what:44} {seen:>9} {worst:>7} {processor:>9} {limit:>6}  {verdict}", flush=True)


def _page(deck: Deck, edits: int, complaints: list[str]) -> Iterator[Figure]:
    """The figures of a deck in the preview; what the page complains of is added to ``complaints``."""
    kind = "CSV" if deck.table else "YAML"
    with tempfile.TemporaryDirectory(prefix="pnp-bench-") as place:
        folder = Path(place) / "deck"
        cards = write_deck(folder, deck)
        with Browser(1440, 900) as browser:
            browser.open("about:blank")
            start = time.time()
            with previewed(folder) as (process, address):
                ready = time.time()
                browser.open(address)
                shown = browser.wait(_FIRST, seconds=120) / 1000
                used = processor_of(process.pid) * 1000
                yield Figure(f"{kind}: first picture", "ms", (shown - start) * 1000, None, used, 2000)
                yield Figure(f"{kind}: of it, opening the page", "ms", (shown - ready) * 1000)
                rest(process.pid)
                yield from _edits(browser, process.pid, folder, deck, cards, edits)
                yield from _lines(browser, process.pid, folder, deck, cards, edits)
                heap = browser.run("return performance.memory.usedJSHeapSize") / 1e6
                yield Figure(f"{kind}: memory of the page (heap)", "MB", heap)
                yield Figure(f"{kind}: memory of the server", "MB", resident(process.pid))
                complaints += browser.errors()
                browser.open("about:blank")  # so that it does not miss the server
                with Browser(1440, 900, traces=_TRACED) as traced:
                    traced.open(address)
                    traced.wait(_FIRST, seconds=120)
                    rest(process.pid)
                    yield from _scroll(traced, kind)
                    complaints += traced.errors()
                    traced.open("about:blank")


_FIRST = """
return document.querySelector('.face.ready img') ? performance.timeOrigin + performance.now() : 0
"""


def _middle(folder: Path, deck: Deck, cards: list[Card]) -> tuple[str, Card, Path, str]:
    """What kind of file the cards are in, the card in the middle, the file, and its content."""
    path = folder / "cards" / ("deck.csv" if deck.table else "deck.yaml")
    kind = "CSV" if deck.table else "YAML"
    return kind, cards[len(cards) // 2], path, path.read_text(encoding="utf-8")


def _edits(
    browser: Browser, pid: int, folder: Path, deck: Deck, cards: list[Card], edits: int
) -> Iterator[Figure]:
    """Edits of the card in the middle, which the window shows."""
    kind, card, path, source = _middle(folder, deck, cards)
    browser.run(WATCH)
    browser.wait(SCROLL.replace("KEY", f"deck/{card.key}"), seconds=120)
    rest(pid)
    shown, until, after = [], [], []
    for number in range(edits + 1):
        used = processor_of(pid)
        fresh = source.replace(card.text, f"Jen {number} :kolo: zbývá.")
        start, _, end = save(browser, path, fresh)
        until.append((processor_of(pid) - used) * 1000)
        rest(pid)
        after.append((processor_of(pid) - used) * 1000)
        shown.append((end - start) * 1000)
    shown, until, after = shown[1:], until[1:], after[1:]  # the first one imports what others need, too
    middle = statistics.median
    yield Figure(f"{kind}: edit", "ms", middle(shown), max(shown), middle(until), 300)
    yield Figure(f"{kind}: server until it rests", "ms", middle(after), max(after), middle(after))


def _lines(
    browser: Browser, pid: int, folder: Path, deck: Deck, cards: list[Card], edits: int
) -> Iterator[Figure]:
    """A card that comes and goes below the one in the middle, which the window shows."""
    kind, card, path, source = _middle(folder, deck, cards)
    line = next(each for each in source.splitlines(keepends=True) if card.key in each)
    rest(pid)
    shown, used = [], []
    for number in range(min(edits, _ALL_DRAWN) + 1):
        fresh = source if number % 2 else source.replace(line, line + line.replace(card.key, f"new-{number}"))
        before = processor_of(pid)
        start, _, end = save(browser, path, fresh)
        used.append((processor_of(pid) - before) * 1000)
        shown.append((end - start) * 1000)
        rest(pid)
    shown, used = shown[1:], used[1:]
    middle = statistics.median
    yield Figure(f"{kind}: card added or removed", "ms", middle(shown), max(shown), middle(used), 300)


def _scroll(browser: Browser, kind: str) -> Iterator[Figure]:
    browser.trace()
    frames, cells = browser.later(_GLIDE, _SCROLL_SECONDS)
    events: list[dict[str, Any]] = []

    def traced() -> list[dict[str, Any]]:
        """The tasks of the main thread once all frames of the scroll have arrived; the browser sends them late."""
        events.extend(browser.trace())
        shown = sum(each.get("name") == "FireAnimationFrame" for each in events)
        return _main_tasks(events) if shown >= frames else []

    tasks = until(traced)
    longest = max(tasks, key=lambda each: each["dur"])
    heaviest = max(each.get("tdur", 0) for each in tasks) / 1000
    yield Figure(f"{kind}: longest frame of {frames}", "ms", longest["dur"] / 1000, None, heaviest, 50)
    yield Figure(f"{kind}: most cells in the page", "", cells)


def _main_tasks(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tasks of the thread that runs the page's code and draws it; at least one."""
    threads = Counter(
        (each["pid"], each["tid"]) for each in events if each.get("name") == "FireAnimationFrame"
    )
    main = threads.most_common(1)[0][0]
    own = (each for each in events if (each.get("pid"), each.get("tid")) == main)
    return [each for each in own if each["name"] == "RunTask" and "dur" in each]


def _typing(edits: int) -> Iterator[Figure]:
    """The figures of the language server in Doom."""
    found = typed("doom", edits)
    for file, seconds in found.seconds.items():
        times = [1000 * each for each in seconds]
        processor = 1000 * statistics.median(found.processor[file])
        yield Figure(f"finding in {file}", "ms", statistics.median(times), max(times), processor, 200)
    before, *later = found.memory
    yield Figure("memory of the language server, before", "MB", before)
    for number, memory in enumerate(later, 1):
        yield Figure(f"after {edits * number // len(later)} edits", "MB", memory)


if __name__ == "__main__":
    sys.exit(main())
