"""Pages, help, messages, docstrings and comments are in plain English; a list of banned phrases holds it."""

from pathlib import Path

import pytest

from tests.prose.check import faults, faults_in, faults_of_help, long_lines, packages, parts
from tests.prose.passages import Passage, of_module, of_page
from tests.prose.phrases import ANYWHERE, LONGEST_LINE


@pytest.mark.parametrize("name", [*parts(), *packages()])
def test_prose_is_plain(name: str) -> None:
    assert list(faults_of_help() if name == "help" else faults_in(name)) == []


def fault(text: str) -> str:
    found = list(faults([Passage("page.md", 3, text)]))
    return found[0] if found else ""


@pytest.mark.parametrize(
    "text",
    [
        "The fault is told at its line.",
        "It is made anew each time.",
        "The ruler stands on every sheet.",
        "Print so many of each piece.",
        "A missing file is warned of.",
        "None, where there is none.",
        "Pages that are dear to draw.",
        "A bug is to be mended.",
        "Three noughts follow.",
        "Fractions are added exactly.",
        "The word behind the comma.",
        "Take warnings for errors.",
        "Look whether all is there.",
        "What was read before.",
        "Of marks on fronts.",
    ],
)
def test_a_banned_phrase_is_found(text: str) -> None:
    assert fault(text).startswith("page.md:3: ")


@pytest.mark.parametrize(
    "text",
    [
        "Backs are printed behind their fronts.",
        "PDF stands for Portable Document Format.",
        "It takes a fraction of a second.",
        "What does it cost?",
        "A minus sign comes first.",
        "Signs of wear, minus signs.",
        "Widths are in fractions of\nan inch.",
        "It takes 3 s for 540 cards.",
    ],
)
def test_plain_phrases_pass(text: str) -> None:
    assert fault(text) == ""


def test_a_fault_says_where_the_phrase_is_right_and_how_to_allow_it() -> None:
    words = fault("A minus sign is another sign.")
    assert "right in 'plus sign', 'minus sign', " in words
    assert words.endswith("or add the words around it to 'unless' of its phrase in tests/prose/phrases.py)")


def test_every_exception_has_its_phrase() -> None:
    words = [(phrase, each) for phrase in ANYWHERE for each in phrase.unless]
    assert [each for phrase, each in words if not phrase.pattern.search(each)] == []


def test_a_phrase_is_found_across_the_end_of_a_line() -> None:
    assert fault("As few sheets as\ncan be.").startswith("page.md:3: 'as\ncan be'")


def test_code_and_quotations_of_a_page_are_not_prose(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("A `stand` is 'told'.\n\n```\ntells\n```\n\n    tells\n\n- It tells\n", encoding="utf-8")
    assert [each.partition(": ")[0] for each in faults(of_page(page, "page.md"))] == ["page.md:9"]


def test_docstrings_comments_and_messages_of_a_module_are_prose(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""What was read."""\n\nfrom told import tells\n\n'
        "kept = f'there is none for {tells}'  # it stands here\nname = 'told'\n",
        encoding="utf-8",
    )
    assert [each.partition(": ")[0] for each in faults(of_module(module, "m.py"))] == [
        "m.py:1",
        "m.py:5",
        "m.py:5",
    ]


def test_a_long_line_is_found_unless_it_is_a_row_of_a_table(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("x" * (LONGEST_LINE + 1) + "\n|" + "x" * LONGEST_LINE + "\n", encoding="utf-8")
    assert list(long_lines(page, "page.md")) == ["page.md:1: 111 characters; wrap at 110"]
