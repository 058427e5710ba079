"""Printing again only what changed, as a user calls it."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pypdfium2
import pytest

from pnp.cli.reprint import rules_lines
from pnp.reprint import Record, RecordedRules, rules_changes
from tests.cli.call import call as run
from tests.cli.test_commands import ROOT

GAME = "id: ants\nname: Ants\nlanguage: en\nplayers: 2\n"
CARDS = """\
kind: card
name: Ants
size: poker
back: back
pieces:
  worker: {name: Worker, text: Carry a crumb., copies: 6}
  soldier: {name: Soldier, text: Guard the gate., copies: 3}
"""
SPELLS = """\
kind: card
name: Spells
size: poker
pieces:
  rain: {name: Rain, text: Hide.}
  sun: {name: Sun, text: Run., copies: 2}
"""
BACK = '<face><rect inset="0" bleed="true" fill="#B3202C"/><text inset="40 6 40 6" style="title">ANTS</text></face>'


def write(folder, cards=CARDS, spells=SPELLS):
    for name, text in (
        ("game.yaml", GAME), ("cards/ants.yaml", cards), ("cards/spells.yaml", spells), ("layouts/back.xml", BACK),
    ):  # fmt: skip
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """A game that is built, marked as printed, and committed."""
    folder = tmp_path_factory.mktemp("work") / "ants"
    write(folder)
    (folder / ".gitignore").write_text("out\n", encoding="utf-8")
    assert run(folder, "build", "-q").returncode == 0
    assert (
        run(folder, "print", "--mark", "--note", "first").stdout
        == "en: 12 pieces (4 unique) on paper: first\n"
    )
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "One"]):
        named = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *named, *arguments], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def ants(printed, tmp_path):
    shutil.copytree(printed, tmp_path / "ants")
    return tmp_path / "ants"


def texts(pdf: Path | bytes):
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_bounded() for page in document]


def test_one_text_changed_gives_one_sheet_with_that_cards_copies_and_backs_and_names_the_old_ones(ants):
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."))
    assert run(ants, "reprint").stdout.splitlines() == [
        "en: 3 pieces to print on 1 sheet",
        "    3 × ants/soldier  Soldier",
        "en: take 3 old pieces out of the box",
        "    3 × ants/soldier  Soldier (replaced)",
        "out/ants/en/reprint.pdf, no faults",
    ]
    front, back, pull = texts(ants / "out/ants/en/reprint.pdf")
    assert (front.count("Guard the queen."), back.count("ANTS")) == (3, 3)
    assert "Worker" not in front
    assert all(
        words in pull
        for words in ("Take out of the box", "3 pieces", "3×", "ants/soldier", "replaced by a new one")
    )


def test_nothing_changed_prints_nothing_and_takes_an_old_reprint_away(ants):
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."))
    assert run(ants, "reprint", "-q").returncode == 0
    assert (ants / "out/ants/en/reprint.pdf").exists()
    write(ants)
    result = run(ants, "reprint")
    assert (result.returncode, result.stdout) == (0, "en: nothing changed\nnothing to print, no faults\n")
    assert not (ants / "out/ants/en/reprint.pdf").exists()
    assert run(ants, "diff").stdout == "nothing changed\n"


def test_a_reprint_that_pnp_did_not_write_stays_and_is_named(ants):
    (ants / "out/ants/en/reprint.pdf").write_bytes(b"mine")
    result = run(ants, "reprint")
    assert (result.returncode, result.stdout) == (
        0,
        "en: nothing changed\nnothing to print, no faults, 1 note\n",
    )
    assert "note[E113]: 'out/ants/en' has files that are out of date: reprint.pdf" in result.stderr
    assert (ants / "out/ants/en/reprint.pdf").read_bytes() == b"mine"


MANIFEST = """{"format": 2, "game": "ants", "language": "en", "version": "1", "pieces": {}, "places": {}, "files": {},
"print": {"bleed": 1, "ink": "full"}, "whole": true, "note": "", "rules": null}"""


@pytest.mark.parametrize(
    ("rules_only", "lines"),
    [
        (False, [["print", "--mark"]]),
        (True, [["build", "-q"], ["print", "--mark"]]),
        (True, [["build", "--printed"]]),
    ],
    ids=["a manifest of a stranger", "rule sheets only", "built and marked at once"],
)  # fmt: skip
def test_no_pdf_behind_a_link_that_came_with_the_game_is_removed(tmp_path, rules_only, lines):
    folder, mine = tmp_path / "ants", tmp_path / "documents"
    write(folder)
    if rules_only:
        shutil.rmtree(folder / "cards")
        (folder / "rulebook").mkdir()
        (folder / "rulebook/r.md").write_text("# Rules\n", encoding="utf-8")
    mine.mkdir()
    (mine / "thesis.pdf").write_bytes(b"years of work")
    output = folder / "out/ants/en"
    output.mkdir(parents=True)
    (output / "printed").symlink_to(mine, target_is_directory=True)
    if not rules_only:
        (output / "manifest.json").write_text(MANIFEST, encoding="utf-8")
    result = [run(folder, *line) for line in lines][-1]
    assert (result.returncode, "error[E111]" in result.stderr) == (3, True)
    assert [path.name for path in mine.iterdir()] == ["thesis.pdf"]


def test_pieces_of_one_size_from_several_sets_share_a_sheet_with_backs_or_without(ants):
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."), SPELLS.replace("Run.", "Sleep."))
    assert run(ants, "reprint").stdout.startswith("en: 5 pieces to print on 1 sheet\n")
    front, back, _ = texts(ants / "out/ants/en/reprint.pdf")
    assert (front.count("Guard the queen."), front.count("Sleep."), back.count("ANTS")) == (3, 2, 3)


def test_pieces_of_several_sizes_share_a_sheet_unless_they_go_on_other_stock(ants):
    (ants / "tokens").mkdir()
    (ants / "tokens/crumbs.yaml").write_text(
        "kind: token\nname: Crumbs\nsize: hex-flat 20mm\npieces:\n  crumb: {name: Crumb, copies: 4}\n",
        encoding="utf-8",
    )
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."))
    assert run(ants, "reprint").stdout.startswith("en: 7 pieces to print on 1 sheet\n")
    assert run(ants, "reprint", "--planned", "stock").stdout.startswith("en: 7 pieces to print on 2 sheets\n")


def test_a_revision_and_a_manifest_say_the_same_as_what_was_marked(ants):
    write(
        ants, CARDS.replace("Guard the gate.", "Guard the queen."), SPELLS.replace("copies: 2", "copies: 4")
    )
    marked = run(ants, "diff").stdout
    assert marked.splitlines() == [
        "changed  ants/soldier  Soldier: front, 3 copies",
        "copies   spells/sun    Sun: 2 -> 4 copies",
        "1 changed, 1 of another number",
        "out/ants/en/diff.pdf",
    ]
    (words,) = texts(ants / "out/ants/en/diff.pdf")
    assert "Guard the queen." in words
    assert "Guard the gate." not in words  # what was printed is shown as a picture
    assert run(ants, "diff", "--since", "out/ants/en/manifest.json").stdout == marked
    assert run(ants, "diff", "--since", "HEAD").stdout == marked
    (words,) = texts(ants / "out/ants/en/diff.pdf")
    assert "Guard the gate." in words  # a revision is composed again
    assert run(ants, "reprint", "--since", "HEAD").stdout.startswith("en: 5 pieces to print on 1 sheet\n")


def test_after_the_reprint_is_marked_nothing_is_left_to_do_and_every_face_can_be_seen(ants):
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."))
    assert run(ants, "reprint", "-q").returncode == 0
    assert run(ants, "print", "--mark", "reprint").stdout == "en: 12 pieces (4 unique) on paper\n"
    assert run(ants, "diff").stdout == "nothing changed\n"
    record = json.loads((ants / "out/ants/en/printed.json").read_text(encoding="utf-8"))
    looks = {face for piece in record["pieces"].values() for face in (piece["front"], piece["back"]) if face}
    assert looks == set(record["places"])
    write(ants, CARDS.replace("Guard the gate.", "Guard all."))
    assert "1 changed" in run(ants, "diff").stdout


def test_other_bleed_paper_marks_and_a_stamp_reprint_nothing(ants):
    options = ("--bleed", "2mm", "--paper", "Letter", "--stamp", "--marks", "lines")
    assert run(ants, "reprint", *options).stdout.startswith("en: nothing changed\n")


def test_a_reprint_with_another_bleed_than_the_print_is_known_as_what_it_is(ants):
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."))
    assert run(ants, "reprint", "--bleed", "1mm", "--printed", "-q").returncode == 0
    assert run(ants, "diff").stdout == "nothing changed\n"


def test_a_print_with_a_watermark_and_blank_pieces_is_known_as_the_game(ants):
    extras = ("--watermark", "playtest 3", "--blanks", "2")
    assert run(ants, "build", *extras, "--printed", "-q").returncode == 0
    assert run(ants, "diff").stdout == "nothing changed\n"
    record = json.loads((ants / "out/ants/en/printed.json").read_text(encoding="utf-8"))
    assert len(record["pieces"]) == 4
    assert len(record["places"]) == 5  # four fronts and a back


def test_without_the_library_that_draws_pages_the_old_look_is_a_frame(ants):
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."))
    with mock.patch("pnp.diagnostics.diagnostic.find_spec", return_value=None):
        result = run(ants, "diff")
        assert run(ants, "reprint").stdout.startswith("en: 3 pieces to print on 1 sheet\n")
    assert (result.returncode, "1 changed" in result.stdout) == (0, True)
    (words,) = texts(ants / "out/ants/en/diff.pdf")
    assert "?" in words


def test_only_what_is_chosen_is_brought_up_to_date(ants):
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."), SPELLS.replace("Run.", "Sleep."))
    assert run(ants, "reprint", "--only", "spells", "--printed").stdout.startswith("en: 2 pieces to print")
    assert run(ants, "diff").stdout.splitlines()[0] == "changed  ants/soldier  Soldier: front, 3 copies"


def test_pieces_that_are_gone_are_taken_out(ants):
    (ants / "cards/spells.yaml").unlink()
    assert run(ants, "reprint").stdout.splitlines()[:3] == [
        "en: take 3 old pieces out of the box",
        "    1 × spells/rain  Rain (no longer in the game)",
        "    2 × spells/sun  Sun (no longer in the game)",
    ]
    (pull,) = texts(ants / "out/ants/en/reprint.pdf")
    assert "spells/rain" in pull


def test_a_piece_that_is_renamed_in_the_data_alone_is_not_printed(ants):
    write(ants, spells=SPELLS.replace("  sun:", "  star:"))
    assert run(ants, "reprint").stdout.startswith("en: nothing changed\n")
    assert run(ants, "diff").stdout.splitlines()[-2] == "1 new, 1 removed"


def test_part_of_a_game_that_is_built_and_marked_leaves_the_rest_as_it_was(ants):
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."), SPELLS.replace("Run.", "Sleep."))
    assert run(ants, "build", "--only", "ants", "--printed", "-q").returncode == 0
    assert run(ants, "diff").stdout.splitlines()[0] == "changed  spells/sun  Sun: front, 2 copies"


def test_a_combined_file_shows_what_was_printed_too(ants):
    assert run(ants, "build", "--combined", "--printed", "-q").returncode == 0
    record = json.loads((ants / "out/ants/en/printed.json").read_text(encoding="utf-8"))
    (name,) = record["files"]
    assert (ants / "out/ants/en" / name).is_file()
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."))
    assert "1 changed" in run(ants, "diff").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("diff", "--since", "nope"), 1, "E433"),
        (("diff", "--since", "game.yaml"), 1, "E431"),
        (("reprint", "--out", "elsewhere"), 1, "E430"),
        (("print", "--out", "elsewhere"), 1, "E430"),
        (("print", "--out", "elsewhere", "--mark"), 1, "run pnp build first"),
        (("print", "--note", "x"), 2, "--note goes with --mark"),
        (("reprint", "--paper", "A44"), 1, "unknown paper 'A44'"),
    ],
)
def test_what_cannot_be_compared_is_reported(printed, arguments, code, words):
    result = run(printed, *arguments)
    assert (result.returncode, words in result.stderr) == (code, True), result.stderr
    assert "pnp itself failed" not in result.stderr


def test_a_revision_that_cannot_be_read_is_reported(ants):
    (ants / "game.yaml").write_text("id: [", encoding="utf-8")
    named = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *named, "commit", "-q", "-am", "Two"], cwd=ants, check=True)
    (ants / "game.yaml").write_text(GAME, encoding="utf-8")
    result = run(ants, "diff", "--since", "HEAD")
    assert (
        result.returncode,
        "error[E436]: the game cannot be read as it was at 'HEAD'" in result.stderr,
    ) == (1, True)


def test_a_manifest_of_another_game_is_reported(ants):
    (ants / "game.yaml").write_text(GAME.replace("id: ants", "id: bees"), encoding="utf-8")
    result = run(ants, "diff", "--since", "out/ants/en/manifest.json")
    assert (result.returncode, "E437" in result.stderr) == (1, True)


def test_one_text_of_one_doom_card(tmp_path):
    """The promise of the documentation, on the shipped game."""
    shutil.copytree(ROOT / "data/doom", tmp_path / "doom")
    game = ("--game", "./doom", "--only", "weapons/bomb-*,weapons/own-bow")
    assert run(tmp_path, "build", *game, "--printed", "-q").returncode == 0
    cards = tmp_path / "doom/cards/weapons.yaml"
    cards.write_text(
        cards.read_text(encoding="utf-8").replace(
            "Porazí kteroukoli {{ facts.bomb | reads(1, 'jednu příšeru') }}.", "Porazí kteroukoli příšeru."
        ),
        "utf-8",
    )
    result = run(tmp_path, "reprint", *game)
    assert result.stdout.startswith("cs: 8 pieces to print on 1 sheet\n    2 × weapons/bomb-bow  Bomba\n")
    front, back, pull = texts(tmp_path / "out/doom/cs/reprint.pdf")
    assert (front.count("BOMBA"), back.count("LUK"), back.count("KOPÍ")) == (8, 2, 2)
    assert pull.count("2×") == 4


TOKENS = """\
kind: token
name: Crumbs
size: hex-flat 20mm
layout: crumb
pieces:
  crumb: {name: One, copies: 4}
"""
CRUMB = '<face fill="#FF0000"><text inset="25% 20%" style="number">{{ piece.name }}</text></face>'


def test_a_hexagon_is_shown_as_one_as_it_was_and_not_with_pieces_of_its_neighbours(ants):
    (ants / "tokens").mkdir()
    (ants / "tokens/crumbs.yaml").write_text(TOKENS, encoding="utf-8")
    (ants / "layouts/crumb.xml").write_text(CRUMB, encoding="utf-8")
    assert run(ants, "build", "-q").returncode == 0
    assert run(ants, "print", "--mark").returncode == 0
    (ants / "tokens/crumbs.yaml").write_text(TOKENS.replace("One", "Own"), encoding="utf-8")
    assert run(ants, "diff", "--only", "crumbs").returncode == 0
    with pypdfium2.PdfDocument(ants / "out/ants/en/diff.pdf") as document:
        page = document[0].render(scale=2).to_pil().convert("RGB")
    width = page.width
    pixels = page.tobytes()
    red = [at // 3 % width for at in range(0, len(pixels), 3) if pixels[at : at + 3] == b"\xff\0\0"]
    gap = min(set(range(min(red), max(red))) - set(red))
    before, after = sum(x < gap for x in red), sum(x > gap for x in red)
    assert before == pytest.approx(after, rel=0.03)


RULES = """\
---
title: Rules
---

# Aim

Carry crumbs home, {{ players.min }} of you.

:::break page

# Questions

Who begins? The oldest.
"""


def test_a_correction_of_the_rules_alone_was_nothing_to_print(tmp_path):
    write(tmp_path)
    rules = tmp_path / "rulebook/rules.md"
    rules.parent.mkdir()
    rules.write_text(RULES, encoding="utf-8")
    assert run(tmp_path, "build", "-q", "--paper", "Letter").returncode == 0
    assert run(tmp_path, "print", "--mark").returncode == 0
    assert run(tmp_path, "reprint").stdout.startswith("en: nothing changed\n")

    rules.write_text(RULES.replace("The oldest.", "The youngest."), encoding="utf-8")
    assert run(tmp_path, "reprint").stdout.splitlines() == [
        "en: print the rule sheets again, from pnp build",
        "    changed  rulebook/rules.md: page 2",
        "no pieces to print, no faults",
    ]
    assert run(tmp_path, "diff").stdout == "changed  rulebook/rules.md: page 2\n"
    assert run(tmp_path, "diff", "--only", "ants").stdout == "nothing changed\n"
    rules.unlink()
    assert run(tmp_path, "reprint").stdout.splitlines() == [
        "en: some rule sheets are shorter or were removed",
        "    removed  rulebook/rules.md",
        "nothing to print, no faults",
    ]

    (rules.parent / "more.md").write_text("Words.", encoding="utf-8")
    rules.write_text(RULES.partition(":::break")[0], encoding="utf-8")
    write(tmp_path, CARDS.replace("Guard the gate.", "Guard the queen."))
    lines = run(tmp_path, "diff").stdout.splitlines()
    assert lines[:3] == [
        "new      rulebook/more.md",
        "changed  rulebook/rules.md: page 1",  # which says of how many pages it is
        "changed  ants/soldier  Soldier: front, 3 copies",
    ]
    assert run(tmp_path, "build", "-q").returncode == 0
    assert run(tmp_path, "print", "--mark").returncode == 0
    assert run(tmp_path, "diff").stdout == "nothing changed\n"


def test_the_pages_of_rule_sheets_that_differ_are_named():
    def record(**rules):
        sheets = {name: RecordedRules(210.0, 297.0, tuple(pages)) for name, pages in rules.items()}
        return Record("ants", "en", "1", {}, rules=sheets)

    before, after = record(a="xyz", b="x", c="xy", e="x"), record(a="xYzw", b="x", c="x", d="x")
    changes = rules_changes(before, after)
    assert rules_lines(changes) == [
        "changed  rulebook/a.md: pages 2, 4",
        "changed  rulebook/c.md: fewer pages",
        "new      rulebook/d.md",
        "removed  rulebook/e.md",
    ]
    assert [change.name for change in changes if change.prints] == ["a", "d"]
    assert rules_changes(replace(before, rules=None), after) == ()


def test_rule_sheets_of_a_revision_and_of_an_old_manifest(ants):
    rules = ants / "rulebook/rules.md"
    rules.parent.mkdir()
    rules.write_text(RULES, encoding="utf-8")
    assert run(ants, "diff", "--since", "HEAD").stdout == "new      rulebook/rules.md\n"
    manifest = ants / "old.json"
    record = json.loads((ants / "out/ants/en/manifest.json").read_text(encoding="utf-8"))
    del record["rules"]  # as versions wrote it that took down no rule sheets
    manifest.write_text(json.dumps(record), encoding="utf-8")
    assert run(ants, "diff", "--since", "old.json").stdout == "nothing changed\n"


def test_question_marks_in_place_of_old_cards_were_not_explained(ants, monkeypatch):
    monkeypatch.setattr("pnp.diagnostics.diagnostic.find_spec", lambda name: None)
    told = "warning[E310]: old looks are shown as '?': pictures of pages need 'pypdfium2'"
    for command in ("diff", "reprint"):
        assert "E310" not in run(ants, command).stderr  # nothing changed, nothing to show
    write(ants, CARDS.replace("Guard the gate.", "Guard the queen."))
    for command in ("diff", "reprint"):
        result = run(ants, command)
        assert told in result.stderr
        assert "help: install it with: pip install 'pnp-press[preview]'" in result.stderr
        assert result.returncode == 0
