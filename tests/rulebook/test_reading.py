"""Reading a rule sheet without setting it finds what setting it would find."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.checks import case_of
from pnp.model import RulebookSource
from pnp.rulebook import check_rulebook, parse_rulebook
from pnp.rulebook.reading import typed_numbers
from tests.cli.call import call as run
from tests.rulebook.sample import make_game, text

FAULTS = [
    ("You hold {{ facts.hnd }} cards.", "X112"),
    ("Roll :no-such-icon: now.", "A100"),
    ("Take the [bow](bwo).", "T310"),
    ("It is **bold.", None),
    ("Take 2 cards.", "R140"),
    ("Take {{ facts.hand | reads(2, 'three cards') }}.", "K240"),
    ("Take \\2 cards.", None),
    ("A ==marked== word.", "K201"),
    ("A ~~struck~~ word.", "K201"),
    ("A [blue]{colour=#123456} and [struck]{strike} word.", None),
    ("A note[^one] here.", "K201"),
    ("- [x] done", "K201"),
    ("A == B, and A == C.", None),
    ("Take {{ 5 }} cards.", "R140"),
    ("Take {{ 4 | reads(4, 'four cards') }}.", "R140"),
    ("Take {{ 2 + 3 }} cards.", "R140"),
    ("Take {{ sum([n for n in [1, 2]]) }} cards.", "R140"),
    ("Take {{ '5' }} cards.", "R140"),
    (":::plain\nTake {{ 5 }} cards.\n:::", None),
    ("Take {{ facts.hand + 1 }} cards.", None),
    ("Hold {{ facts.hand }} cards, two for each hand.", "R142"),
    ("Two cards: {{ facts.hand | reads(2, 'two cards') }}.", None),
    ("Two cards are {{ facts.hand | reads(2, 'two cards') }}.", "R142"),
    ("Hold {{ facts.hand }} cards. There are two sides.", None),
    ("Both players hold {{ facts.hand }} cards, one each.", None),
    ("Hold {{ facts.hand }} cards, three in all.", None),
    ("A <b>bold</b> word.", "K201"),
    ("A _slanted_ word&nbsp;here.", "K201"),
    ("Draw {hand} cards.", "K201"),
    (":::plain\nOne<br>more.\n:::", "K201"),
    ("P\u00c5\u2122\u00edtel.", "K221"),
    ("Head\n====", "R117"),
    (":::plain\nTake 2 cards.\n:::", None),
    ("# 1. Turn", None),
    (":::component", "R110"),
    ("::components", "R110"),
    (": components swords", "R110"),
    (":::example\nOne.\n\n::break page\n:::", "R110"),
    ("See ::components\n::components", None),
    ("::component", None),
    ("Go [there] (sword).", None),
    (":::example\nNo end.", "R113"),
    (":::piece swords/none", "R150"),
    (":::piece nowhere/none", "R150"),
    (":::components nowhere", "R153"),
    ("A [start](start).\n\n:::index tiel", "R159"),
    (":::callouts swords/none\n- 1,1: Words\n:::", "R150"),
    (":::callouts swords/long\n- 1,1: Draw 2 cards\n:::", "R140"),
    (":::callouts swords/long\nWords\n:::", "R156"),
    (":::steps\n- swords/none: Words\n:::", "R150"),
    (":::example\n:::components nowhere\n:::", None),
    (":::figure art/none.png", "R154"),
    (':::piece swords/long {caption="Since 1999"}', "R140"),
    ("> Take 2 cards.", "R140"),
    ("- Take 2 cards.", "R140"),
    ("| Turn |\n|---|\n| 2 |", "R140"),
    ("---\ntitle: Rules of 1999\n---\nWords.", "R140"),
    ("---\ncolums: 2\n---\nWords.", "R120"),
    ("---\nlogo: swords/none\n---\nWords.", "R150"),
]


@pytest.mark.parametrize(("source", "code"), FAULTS)
def test_what_setting_finds_reading_finds_at_the_same_place(compose, context, source, code):
    game = make_game()
    files = NoFiles()
    set_ = {(fault.code, fault.span) for fault in compose(source, game, files=files).diagnostics}
    case = case_of(game, context.icons, context.fonts, files, ())
    rulebook = parse_rulebook(RulebookSource("rules", "rules.md", source))
    read = {(fault.code, fault.span) for fault in check_rulebook(case, rulebook)}
    assert read == set_
    assert code is None or [found for found, _ in read] == [code]


class NoFiles:
    """A folder without anything in it."""

    def read(self, path: str) -> bytes:
        from pnp.model import FileFault

        raise FileFault(f"there is no file '{path}'", "put it there, or take the name out")

    def shown(self, path: str) -> str:
        return path

    def exists(self, path: str) -> bool:
        return False


def test_check_tells_a_fact_that_the_rule_sheet_misspells(tmp_path: Path) -> None:
    (tmp_path / "rulebook").mkdir()
    (tmp_path / "game.yaml").write_text(
        "name: Ants\nfacts: {hand: {value: 3, assumed: true}}\n", encoding="utf-8"
    )
    sheet = tmp_path / "rulebook/rules.md"
    sheet.write_text("# Turn\n\nHold {{ facts.hnad }} cards.\n", encoding="utf-8")
    found = run(tmp_path, "check", "-q")
    assert found.returncode == 1
    assert "rulebook/rules.md:3:15: error[X112]: no 'hnad' here" in found.stderr
    assert found.stderr.count("error[") == 1
    sheet.write_text("# Turn\n\nHold {{ facts.hand }} cards.\n", encoding="utf-8")
    assert run(tmp_path, "check", "-q").returncode == 0


@pytest.mark.parametrize("source", ["![](art/x.png)", "See ![A bow](art/x.png) here."])
def test_a_picture_in_markdown_is_reported_with_the_way_to_write_it(context, source):
    game = make_game()
    case = case_of(game, context.icons, context.fonts, NoFiles(), ())
    rulebook = parse_rulebook(RulebookSource("rules", "rules.md", source))
    (finding,) = [each for each in check_rulebook(case, rulebook) if each.code == "K201"]
    assert ":::figure x.png" in finding.help[0]


def test_the_size_of_an_icon_is_no_typed_number():
    found = typed_numbers(text("Pay :coins|1.5: or :coins\\|2: for 3."), heading=False)
    assert [each.message for each in found] == ["the number '3' is typed"]
