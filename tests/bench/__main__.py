"""Time whole builds in fresh processes, and see whether the targets are met.

    python -m tests.bench                                  decks of 54, 540 and 5,400 cards
    python -m tests.bench --full --against typst,reportlab  everything that has a target
    python -m tests.bench --rasters                        whether all ways of building draw the same
    python -m tests.bench --scale                          the largest deck for 1 GB, and 10,000 games

Kinds of build: cold (neither output nor cache), cached (no output, a full cache), warm (nothing changed), edit (one card
edited). On a machine that does other work the figure to trust is the least processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.builds import (
    KINDS,
    SHIPPED,
    Subject,
    deck_subjects,
    game_subjects,
    start_subjects,
)
from tests.bench.deck import Deck, write_deck
from tests.bench.history import add_to_history, entry, read_history, trend_picture
from tests.bench.measure import FailedError
from tests.bench.rasters import same_pictures
from tests.bench.rivals import RIVALS, MissingError, rival_command
from tests.bench.rows import Row, growths, measured, preview_row, table
from tests.bench.scale import scale_lines
from tests.bench.targets import verdict_lines, verdicts

_SIZES = (54, 540, 5400)
_FULL = (
    *map(Deck, _SIZES), Deck(54, "png"), Deck(54, "jpeg"), Deck(5400, distinct_words=True),
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; 1 when a build fails or pictures differ."""
    args = _parser().parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory(prefix="pnp-bench-") as temporary:
            if args.rasters:
                return _compare(args, Path(temporary))
            if args.trend and not args.cards and not args.full and not args.scale:
                return _draw(args)
            return _measure(args, Path(temporary))
    except FailedError as fault:
        print(f"a measured program failed, {fault}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = parser.add_argument_group("what to build")
    what.add_argument("--cards", default="", help="sizes of decks, with commas [54,540,5400]")
    what.add_argument(
        "--pictures", choices=("png", "jpeg"), help="a picture on every card, 54 different ones"
    )
    what.add_argument("--distinct-words", action="store_true", help="no word occurs twice")
    what.add_argument(
        "--games", action="store_true", help="also a shipped game, in three languages and in one"
    )
    what.add_argument("--start", action="store_true", help="also short commands, and what imports alone take")
    what.add_argument(
        "--preview", action="store_true", help="also a card edited in the preview (needs Chromium)"
    )
    what.add_argument(
        "--full", action="store_true", help="all decks that have a target, games, start and preview"
    )
    what.add_argument("--kinds", default=",".join(KINDS), help=f"of builds, with commas [{','.join(KINDS)}]")
    what.add_argument(
        "--jobs", default="", help="numbers of processes, with commas [as many as pnp takes itself]"
    )
    what.add_argument("--against", default="", help=f"other tools on the same decks: {','.join(RIVALS)}")
    what.add_argument(
        "--typst", default="", metavar="PROGRAM", help="typst, or a Python that has its package"
    )
    how = parser.add_argument_group("how")
    how.add_argument("--runs", type=int, default=5, help="of each command; the median counts [5]")
    how.add_argument("--dpi", type=int, default=100, help="of the pictures of --rasters [100]")
    results = parser.add_argument_group("results")
    results.add_argument("--json", type=Path, help="write the figures here")
    results.add_argument("--history", type=Path, help="add the figures to this file, a line a run")
    results.add_argument("--label", default="", help="version or commit, for the history")
    results.add_argument("--trend", type=Path, metavar="SVG", help="draw the history; alone, measure nothing")
    other = parser.add_argument_group("instead of measuring the table")
    other.add_argument(
        "--rasters", action="store_true", help="compare bytes, pictures and words of all ways to build"
    )
    other.add_argument("--scale", action="store_true", help="how large a deck, how many games")
    return parser


def _decks(args: argparse.Namespace) -> list[Deck]:
    if args.full:
        return list(_FULL)
    sizes = [int(size) for size in args.cards.split(",")] if args.cards else _SIZES
    return [Deck(size, args.pictures, args.distinct_words) for size in sizes]


def _measure(args: argparse.Namespace, place: Path) -> int:
    load = os.getloadavg()[0]
    rows: list[Row] = []
    failed = False
    for subjects in _groups(args, place):
        try:
            found = measured(subjects, args.runs)
        except FailedError as fault:
            print(f"a measured program failed, {fault}", file=sys.stderr)
            failed = True
            continue
        print(*list(table(found))[0 if not rows else 1 :], sep="\n", flush=True)
        rows += found
    if args.preview or args.full:
        seen = preview_row(args.runs)
        print(*list(table([seen]))[1:] if seen else ["not measured in the preview: there is no Chromium"])
        rows += [seen] if seen else []
    if not failed or not args.scale:
        _tell(args, rows)
    _keep(args, rows, load)
    return int(failed)


def _groups(args: argparse.Namespace, place: Path) -> Iterator[list[Subject]]:
    """What is measured by turns, a group after the other; the files of a deck are gone when the next one comes."""
    jobs, kinds = args.jobs.split(","), args.kinds.split(",")
    rivals = _present(args)
    decks = [Deck(540), Deck(5400)] if args.scale and not args.cards else _decks(args)
    if args.scale:
        kinds, jobs = ["cold", "warm"], ["1"]
    for deck in decks:
        special = args.full and (deck.pictures or deck.distinct_words)
        wanted = ["cold"] if special else kinds  # no other kind of them has a target
        with tempfile.TemporaryDirectory(dir=place) as folder:
            yield list(deck_subjects(deck, Path(folder), wanted, jobs, rivals, args.typst))
    if args.games or args.full or args.scale:
        yield list(game_subjects(place / "games", kinds, jobs))
    if args.start or args.full:
        yield list(start_subjects(place / "start"))


def _present(args: argparse.Namespace) -> list[str]:
    """The rivals that are there; of those that are not, it is said."""
    found = []
    for rival in filter(None, args.against.split(",")):
        try:
            rival_command(rival, Path(), Path(), args.typst)
        except MissingError as fault:
            print(f"not measured against {rival}: {fault}")
        else:
            found.append(rival)
    return found


def _tell(args: argparse.Namespace, rows: Sequence[Row]) -> None:
    if args.scale:
        print("", *scale_lines(rows), sep="\n")
        return
    print()
    for each in growths(rows):
        print(
            f"{each.tool:9} {each.jobs or '-':>2} jobs, from {each.small} to {each.large} cards one more takes "
            f"{each.cpu:.2f} ms of processor time, {each.wall:.2f} ms"
        )
    print("", *verdict_lines(list(verdicts(rows))), sep="\n")


def _keep(args: argparse.Namespace, rows: Sequence[Row], load: float) -> None:
    run = entry(rows, args.label, load)
    if args.json:
        args.json.write_text(json.dumps(run, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if args.history:
        add_to_history(args.history, run)
    if args.trend:
        _draw(args)


def _draw(args: argparse.Namespace) -> int:
    if not args.history or not args.history.exists():
        print("--trend draws the runs of a --history file", file=sys.stderr)
        return 1
    args.trend.write_text(trend_picture(read_history(args.history)), encoding="utf-8")
    return 0


def _compare(args: argparse.Namespace, place: Path) -> int:
    """Compare the ways to build decks and all shipped games."""
    games = {path.name: path for path in sorted(SHIPPED.iterdir()) if (path / "game.yaml").exists()}
    sizes = [int(size) for size in args.cards.split(",")] if args.cards else (54, 540)
    decks = [Deck(size, args.pictures, args.distinct_words) for size in sizes]
    if args.cards:
        games = {}
    if not args.cards and not args.pictures:
        decks.append(Deck(54, "jpeg"))
    for deck in decks:
        folder = place / deck.name
        write_deck(folder, deck)
        games[deck.name] = folder
    differing = 0
    for name, game in games.items():
        with tempfile.TemporaryDirectory(dir=place) as built:
            found = list(same_pictures(game, Path(built), args.dpi))
        print(f"{name}: {'differs' if found else 'all the same'}", *found, sep="\n  ", flush=True)
        differing += bool(found)
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
