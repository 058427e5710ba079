"""The bench measures what it says: smallest sizes, and nothing about how long anything takes."""

import json
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pnp.colour import Colour
from tests.bench import measure
from tests.bench.__main__ import main
from tests.bench.art import write_pictures
from tests.bench.builds import Bed, Game
from tests.bench.deck import Deck, write_deck
from tests.bench.history import add_to_history, entry, read_history, trend_picture
from tests.bench.measure import FailedError, peak_memory, timed
from tests.bench.rasters import differing_pages
from tests.bench.rivals import MissingError, rival_command, write_for_rivals
from tests.bench.rows import Row, growths
from tests.bench.scale import scale_lines
from tests.bench.targets import verdicts
from tests.pdf.sample import page, pdf, read_text, shaped, square

in_proc = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory is read from /proc")


def row(deck="54 cards", kind="cold", wall=1.0, **more) -> Row:
    fields = {"tool": "pnp", "cards": 0, "jobs": "", "memory": 50.0, "bytes": 1000}
    times = {"wall": wall, "least_wall": wall, "cpu": wall, "least_cpu": wall}
    return Row(**{**fields, **times, "deck": deck, "kind": kind, **more})


def decks(*walls, **more) -> list[Row]:
    sizes = (54, 540, 5400)
    return [
        row(f"{size} cards", cards=size, wall=wall, **more) for size, wall in zip(sizes, walls, strict=True)
    ]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("deck", [Deck(9), Deck(9, distinct_words=True)], ids=lambda deck: deck.name)
def test_a_deck_is_always_the_same(deck, tmp_path):
    for name in "ab":
        write_deck(tmp_path / name, deck)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_no_word_of_a_deck_of_distinct_words_occurs_twice(tmp_path):
    cards = write_deck(tmp_path, Deck(60, distinct_words=True))
    words = [word.strip(".").lower() for card in cards for word in card.text.split() if ":" not in word]
    assert len(words) == len(set(words)) > 60 * 25


def test_an_edit_changes_one_line_and_can_be_taken_back(tmp_path):
    game = Game(tmp_path, "deck", Deck(9))
    path = tmp_path / "cards" / "deck.yaml"
    before = path.read_text("utf-8").splitlines()
    game.say(1)
    after = path.read_text("utf-8").splitlines()
    assert [old != new for old, new in zip(before, after, strict=True)].count(True) == 1
    game.say(2)
    assert path.read_text("utf-8").splitlines() != after
    game.say(0)
    assert path.read_text("utf-8").splitlines() == before


@pytest.mark.parametrize("form", ["png", "jpeg"])
def test_pictures_are_always_the_same_and_all_different(form, tmp_path):
    for name in "ab":
        write_pictures(tmp_path / name, form, 3, (30, 42))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")
    assert len(set(contents(tmp_path / "a").values())) == 3


BURNING = "import time; end = time.process_time() + 0.1\nwhile time.process_time() < end: pass"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_processor_time_of_forked_processes_counts():
    alone = timed([sys.executable, "-c", BURNING], {})
    forked = timed(
        [sys.executable, "-c", f"import os\nif os.fork() == 0:\n  os.fork()\n{BURNING}\ntry: os.wait()\nexcept OSError: pass"],
        {},
    )  # fmt: skip
    assert alone.cpu >= 0.1
    assert forked.cpu >= 0.3


HOLDING = """
import os, pathlib, time
shared = bytearray(40_000_000)
if os.fork():
  os.wait()
else:
  own = bytearray(30_000_000)
  pathlib.Path("held").touch()
  while not pathlib.Path("seen").exists():
    time.sleep(.01)
"""


@in_proc
def test_memory_of_all_processes_counts_and_what_they_share_counts_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    look = measure._held

    def looked(session: int) -> int:
        held = Path("held").exists()
        found = look(session)
        if held:
            Path("seen").touch()
        return found

    monkeypatch.setattr(measure, "_held", looked)
    assert 70 < peak_memory([sys.executable, "-c", HOLDING], {}) < 100


def test_a_measured_program_that_fails_is_no_figure():
    with pytest.raises(FailedError, match="exit code 3"):
        timed([sys.executable, "-c", "raise SystemExit(3)"], {})


def test_an_environment_reaches_the_program():
    timed([sys.executable, "-c", "import os; raise SystemExit(os.environ['A_WORD'] != 'x')"], {"A_WORD": "x"})


def test_reportlab_draws_every_card_and_a_back_behind_every_front(tmp_path):
    cards = write_deck(tmp_path, Deck(10))
    write_for_rivals(tmp_path, cards)
    timed(rival_command("reportlab", tmp_path, tmp_path / "deck.pdf"), {})
    data = (tmp_path / "deck.pdf").read_bytes()
    pages = [read_text(data, number) for number in range(4)]
    assert all(card.name in pages[0] for card in cards[:9])
    assert cards[9].name in pages[2]
    assert [text.strip() for text in pages[1::2]] == ["", ""]
    assert "".join(cards[0].text.partition(":")[0].split()) in "".join(pages[0].split())


def test_a_missing_rival_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    (tmp_path / "python").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (tmp_path / "python").chmod(0o755)
    with pytest.raises(MissingError, match="pip install typst"):
        rival_command("typst", tmp_path, tmp_path)
    with pytest.raises(MissingError, match="no package typst"):
        rival_command("typst", tmp_path, tmp_path, str(tmp_path / "python"))


TYPST = '#!/bin/sh\ncp "$5" "$6"\n'
"""Stands in for typst: its output is its source."""


def test_a_run_measures_pnp_and_typst_and_keeps_what_it_found(tmp_path, capsys):
    typst = tmp_path / "typst"
    typst.write_text(TYPST, encoding="utf-8")
    typst.chmod(0o755)
    history, trend = tmp_path / "history.jsonl", tmp_path / "trend.svg"
    arguments = f"--cards 1 --kinds cold --runs 1 --against typst --typst {typst}".split()
    arguments += ["--history", str(history), "--label", "v1", "--trend", str(trend)]
    assert main(arguments) == 0
    (run,) = read_history(history)
    pnp, other = (Row(**found) for found in run["rows"])
    assert (run["label"], pnp.kind, other.tool) == ("v1", "cold", "typst")
    assert 0 < pnp.least_wall <= pnp.wall
    assert pnp.bytes > 5000
    assert pnp.stages.keys() >= {"load", "compose", "render"}
    assert other.bytes == (Path(__file__).parent / "deck.typ").stat().st_size
    assert "1 cards" in capsys.readouterr().out


def test_a_bed_has_what_each_kind_of_build_needs(tmp_path, monkeypatch):
    built = []
    monkeypatch.setattr("tests.bench.builds.timed", lambda command, env: built.append(list(command)))
    bed = Bed(Game(tmp_path / "deck", "deck", Deck(2)), tmp_path / "bed")
    out, cache = tmp_path / "bed" / "out", tmp_path / "bed" / "cache"

    def ready(kind: str, number: int) -> tuple[bool, bool, int]:
        out.mkdir(exist_ok=True)
        cache.mkdir(exist_ok=True)
        built.clear()
        bed.subject(kind).before(number)
        return out.exists(), cache.exists(), len(built)

    assert ready("warm", 0) == (True, True, 1)
    assert ready("cold", 0) == (False, False, 0)
    assert ready("cached", 0) == (False, True, 0)
    assert ready("warm", 1) == (True, True, 0)
    assert ready("edit", 0) == (True, True, 0)
    assert "Jen 1 " in (tmp_path / "deck/cards/deck.yaml").read_text("utf-8")
    assert ready("warm", 2) == (True, True, 1)
    assert "Jen 1 " not in (tmp_path / "deck/cards/deck.yaml").read_text("utf-8")


def test_growth_is_what_one_more_card_takes():
    steps = list(growths([*decks(0.5, 0.986, 5.846), row("54 cards png", cards=54, wall=9)]))
    assert [(each.small, each.large) for each in steps] == [(54, 540), (540, 5400)]
    assert [each.cpu for each in steps] == pytest.approx([1.0, 1.0])


def test_targets_are_met_missed_or_not_measured():
    typst = row("5400 cards", cards=5400, wall=6, tool="typst")
    rows = [*decks(0.8, 1.3, 5), typst, row("54 cards png", bytes=2011, pictures=2000)]
    found = {each.name: each for each in verdicts(rows)}
    assert found["54 cards, cold"].met is True
    assert found["540 cards, cold"].met is False
    assert found["540 cards, cold"].found == "1.30 s"
    assert found["Doom, one card edited"].met is None
    assert found["5,400 cards, cold / typst"].found == "0.83 ×"
    assert found["54 cards with PNG pictures, size"].met is False
    assert found["one more card at 5,400 / at 540"].found == "0.74 ×"


def test_of_several_numbers_of_jobs_what_pnp_takes_itself_counts_or_the_largest():
    one, two, itself = (row(jobs=jobs, wall=wall) for jobs, wall in (("1", 3.0), ("2", 2.0), ("", 0.7)))
    assert next(verdicts([one, two])).found == "2.00 s"
    assert next(verdicts([one, itself, two])).found == "0.70 s"


def test_scale_is_arithmetic_on_measured_rows():
    rows = [
        row("540 cards", cards=540, wall=1, memory=100.0),
        row("5400 cards", cards=5400, wall=5.86, memory=244.0),
        row("doom, 1 language", wall=3.6, bytes=500_000, memory=60.0),
        row("doom, 1 language", "warm", wall=0.12),
        row("doom, 3 languages", wall=7.2, bytes=1_500_000, memory=80.0),
        row("doom, 3 languages", "warm", wall=0.12),
    ]
    text = "\n".join(scale_lines(rows))
    assert "about 30,915 cards in one process, which takes about 31 s" in text
    assert "10,000 of them: 10.0 hours of processor time, 5.0 GB; nothing changed 20 minutes" in text
    assert " 16 cores:   1.25 h, 1.3 GB" in text


def test_the_trend_shows_every_run_and_the_target(tmp_path):
    for label, wall in (("v1", 1.6), ("<v2>", 0.7)):
        rows = [row(wall=wall), row(tool="typst", wall=0.2)]
        add_to_history(tmp_path / "history", entry(rows, label, 0.5))
    picture = trend_picture(read_history(tmp_path / "history"))
    root = ElementTree.fromstring(picture)
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"54 cards, cold", "v1", "<v2>", "0.8", "0.7 s"} <= set(texts)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 4


def test_a_trend_without_a_history_is_reported(tmp_path, capsys):
    assert main(["--trend", str(tmp_path / "trend.svg")]) == 1
    assert "--history" in capsys.readouterr().err


def differing(tmp_path, first, second) -> list[str]:
    for name, items in (("a", first), ("b", second)):
        (tmp_path / name).write_bytes(pdf(*(page(*each, width=60, height=20) for each in items)))
    return [
        words.partition(", ")[2] or words for words in differing_pages(tmp_path / "a", tmp_path / "b", 72)
    ]


def test_pages_differ_by_words_or_by_colours_that_can_be_seen(tmp_path):
    dull, close, far = (square(0, 0, 20, 20, Colour(value, 0, 0)) for value in (100, 101, 102))
    words, others = shaped("kůň"), shaped("kun")
    assert differing(tmp_path, [[dull], [words]], [[close], [words]]) == []
    assert differing(tmp_path, [[dull], [dull]], [[dull], [far]]) == [
        "page 2: colours differ by up to 2 of 255"
    ]
    assert "page 1: other words" in differing(tmp_path, [[words]], [[others]])
    assert differing(tmp_path, [[dull]], [[dull], [dull]]) == ["b has 2 pages instead of 1"]


def test_what_fails_does_not_lose_what_was_measured_besides(tmp_path, monkeypatch, capsys):
    figures = tmp_path / "figures.json"

    def found(subjects, runs):
        if subjects[0].cards == 1:
            raise FailedError("exit code 1: pnp")
        return [row(subjects[0].deck)]

    monkeypatch.setattr("tests.bench.__main__.measured", found)
    assert main(["--cards", "1,2", "--kinds", "cold", "--json", str(figures)]) == 1
    assert [each["deck"] for each in json.loads(figures.read_text("utf-8"))["rows"]] == ["2 cards"]
    assert "exit code 1: pnp" in capsys.readouterr().err


def test_figures_can_be_read_from_json(tmp_path):
    run = entry([row(stages={"load": 0.1})], "v1", 0.25)
    assert Row(**json.loads(json.dumps(run))["rows"][0]) == row(stages={"load": 0.1})
    assert run["machine"]["load"] == 0.25
