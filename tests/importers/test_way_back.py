"""From a rule sheet to the old markup, and the proof that nothing is lost."""

import pytest

from pnp.importers import ImportOptions, legacy_text, read_rule_sheet, verify_rulebook
from pnp.model import RulebookSource, Text
from pnp.rules import fill, game_scope
from tests.importers.sample import ANTS, sheet
from tests.rulebook.sample import make_game


def exported(markdown: str, *, with_game: bool = False):
    source = RulebookSource("rules", "rules.md", markdown)

    def filled(text: Text):
        return fill(text, game_scope(make_game()), "en")

    read, found = read_rule_sheet(source, filled) if with_game else read_rule_sheet(source)
    text, faults = legacy_text(read)
    return text, [*found, *faults]


def test_a_document_comes_back_line_for_line():
    text, found = exported(sheet(ANTS, by_place=False))
    assert [line for line in text.split("\n") if line] == [line for line in ANTS.split("\n") if line]
    assert not found


def test_facts_become_their_values():
    text, found = exported("# One\n\nDraw {{ facts.hand }} cards.\n", with_game=True)
    assert (text, found) == ("<C>One\nDraw 2 cards.\n", [])
    _, found = exported("Draw {{ facts.hand }} cards.\n")
    assert [f"{item.span} {item.code}" for item in found] == ["rules.md:1:6 I403"]


@pytest.mark.parametrize(
    ("markdown", "out", "codes"),
    [
        ("**Bold:** x", "Bold: x\n", []),
        ("- **Bold.** x", "<I0>\n<I>Bold. x\n<I1>\n", []),
        ("- **Bold:** x", "<I0>\n<I>Bold *) x\n<I1>\n", []),
        ("- **Bold \\12)** x", "<I0>\n<I>Bold 12) x\n<I1>\n", []),
        ("- **Bold** – x", "<I0>\n<I>Bold - x\n<I1>\n", []),
        ("\\<C>a", " <C>a\n", []),
        ("\\- a", " - a\n", []),
        ("> a\n>\n> b", "- a\n- b\n", []),
        ("„Á“ – 2 × b…", '"A\'" - 2 x b...\n', ["I401"] * 5),
        ("# A\n\n#### B", "<C>A\n<C2>B\n", ["I402"]),
        ("- a\n  - b\n- c", "<I0>\n<I>a\n<I>b\n<I>c\n<I1>\n", ["I402"]),
        ("- a\n\n  |b|c|\n  |-|-|\n  |d|e|", "<I0>\n<I>a\n<I>b - c\n<I>d - e\n<I1>\n", ["I402"]),
        ("- # a\n- b", "<I0>\n<I>a\n<I>b\n<I1>\n", ["I402"]),
        ("- ***\n- b", "<I0>\n<I>b\n<I1>\n", []),
        ("|a|b|\n|-|-|\n|c|d|", "<I0>\n<I>a - b\n<I>c - d\n<I1>\n", ["I402"]),
        (":::components\n\n:::example\na\n:::", "a\n", ["I402", "I402"]),
        ("a :fire: b", "a  b\n", ["I402"]),
        ("[ohně](fire)", "ohne'\n", []),
        ("zażółć", "zaz\u0307o'łć\n".replace("z\u0307", "ż"), ["I400", "I400", "I400"]),
        ("rock 'e' or ě'", "rock 'e' or e''\n", ["I400", "I400"]),
        ("a\\\nb", "a\nb\n", []),
    ],
)
def test_what_the_old_markup_cannot_hold_is_reported(markdown, out, codes):
    text, found = exported(markdown)
    assert text == out
    assert [item.code for item in found] == codes
    assert all(item.span for item in found)


@pytest.mark.parametrize("first", ["a paragraph", "<I0>\n<I>an item\n<I1>"])
def test_a_sheet_without_subtitle_gets_none(first):
    again = sheet(exported(sheet(f"<T>T\n\n{first}\n"))[0])
    assert "subtitle" not in again


def test_a_valid_document_is_proved():
    verified = verify_rulebook(ANTS.encode(), "a.txt")
    assert verified.diagnostics == ()
    assert verified.proofs == (
        f"letters: {len(ANTS):,} bytes, {ANTS.count(chr(39))} apostrophes, the same bytes come back",
        f"structure: {sum(bool(line) for line in ANTS.splitlines())} lines, the same come back from the rule sheet",
    )


def test_bytes_are_proved_with_mark_and_line_ends_of_other_systems():
    verified = verify_rulebook(b"\xef\xbb\xbf" + ANTS.replace("\n", "\r\n").encode(), "a.txt")
    assert len(verified.proofs) == 2


def test_a_document_that_mixes_letters_and_codes_is_caught():
    verified = verify_rulebook("<T>T\n\nKaz'dý\n".encode(), "a.txt")
    assert [(item.code, item.span.line) for item in verified.diagnostics] == [
        ("I102", 3),
        ("I410", 3),
        ("I410", 3),
    ]
    assert not verified.proofs


def test_words_of_other_documents_are_proved():
    text = "# Ants\n\nA **b** c.\n\n- d\n- e\n\n| f | g |\n|---|---|\n| h | i |\n"
    assert verify_rulebook(text.encode(), "a.md").proofs == (
        "words: 10, all are in the rule sheet in the same order",
    )


def test_a_lost_word_is_caught():
    verified = verify_rulebook(b'a [b](c "lost words") d\n', "a.md")
    assert [item.message for item in verified.diagnostics] == ["in place of 'lost' comes back 'd'"]


@pytest.mark.parametrize(
    "text",
    [
        "Gain `spirit point`s now.\n",
        "Run:\n\n```bash\nls\n```\n",
        "a [b][x] c, see [x].\n\n[x]: http://d.org\n",
        "Wo**r**d.\n",
    ],
)
def test_words_that_marks_part_and_addresses_of_links_are_not_lost(text: str) -> None:
    assert verify_rulebook(text.encode(), "a.md").diagnostics == ()


def test_repairs_and_corrections_are_left_out_of_the_proof():
    options = ImportOptions(repair_headings=True)
    assert len(verify_rulebook(b"<T>T\n\n<C>A\nu'tok\n", "a.txt", options).proofs) == 2
