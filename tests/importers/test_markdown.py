"""Markdown and plain text as others write them."""

import pytest

from pnp.importers import ImportOptions, import_rulebook
from tests.importers.sample import found, read, sheet


def markdown(text: str, **options: object) -> str:
    return sheet(text, kind="markdown", **options)


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("A __bold__ and _slanted_ word.", "A **bold** and *slanted* word.\n"),
        ("***both***", "***both***\n"),
        ("wrapped\nlines", "wrapped lines\n"),
        ("hard  \nbreak<br>and\\\nmore", "hard\\\nbreak\\\nand\\\nmore\n"),
        ("a &amp; b &lt;c&gt; \\* d", "a & b \\<c\\> \\* d\n"),
        ("{{ 7 * 7 }} {% raw %}", "\\{\\{ 7 \\* 7 \\}\\} \\{\\% raw %\\}\n"),
        ("[the site](http://x.org)", "the site (http://x.org)\n"),
        ("<http://x.org>", "http://x.org\n"),
        ("![A map](map.png)", "A map (map.png)\n"),
        ("use `code` here", "use code here\n"),
        (":sword: at 10:30 a::b:c:", "\\:sword: at 10:30 a\\:\\:b\\:c:\n"),
        ("1\\. one", "1\\. one\n"),
        (":::note\nx", "\\:\\::note x\n"),
        ("- a\n- b\n  - c\n\n1. d\n2. e", "- a\n- b\n  - c\n\n1. d\n2. e\n"),
        ("- a\n\n  second\n- b", "- a\n\n  second\n\n- b\n"),
        ("> a\n>\n> - b", "> a\n>\n> - b\n"),
        ("|a|b|\n|:-:|--:|\n|c \\| x|**d**|", "| a | b |\n|:-:|--:|\n| c \\| x | **d** |\n"),
        ("a\n\n---\n\nb", "a\n\n***\n\nb\n"),
        ("Head\n----\n\nb", "## Head\n\nb\n"),
        ("# A #1 \\#\n\n# B", "# A #1 \\#\n\n# B\n"),
        ("```\nx = 1\n```", "x = 1\n"),
    ],
)
def test_what_markdown_says_is_said_in_the_source_of_a_rule_sheet(text, out):
    assert markdown(text) == out


def test_the_only_first_heading_is_the_title_and_the_others_move_up():
    assert markdown("# Ants\n\n## Play\n\n### Fight\n") == "---\ntitle: Ants\n---\n\n# Play\n\n## Fight\n"
    assert markdown("# Play\n\n# End\n") == "# Play\n\n# End\n"


def test_what_rule_sheets_cannot_hold_is_reported():
    text = "A [b][x] `c` <i>d</i> ![e](f)\n\n<div>\ng\n</div>\n\n    h\n\n[x]: http://x.org\n"
    imported = read(text, kind="markdown")
    assert [line.split(" ", 2)[2] for line in found(imported, "I220")] == [
        "a link is set as its words and its address",
        "code is set as plain text",
        "'<i>' is set as plain text",
        "'</i>' is set as plain text",
        "a picture is set as its description and address; write ':::figure' for it",
        "HTML is set as plain lines",
        "a block of code is set as plain lines",
        "the address of a link is printed in place of the link",
    ]
    for word in "A b x.org c d e f g h".split():
        assert word in imported.markdown


def test_text_that_is_nested_too_deep_is_not_lost_in_silence():
    imported = read("> " * 70 + "deep\n\nflat\n", kind="markdown")
    assert found(imported, "I222") == ["1:1 I222 the line is not carried over"]
    assert imported.markdown.endswith("flat\n")


# --- levels of headings --------------------------------------------------------------------------------------------

NUMBERED = "# Ants\n\n## 1 Aim\n\n## 2 Play\n\n### 2.1 Fight\n\n#### 2.1.1 Win\n\n## 2.2 Flee\n\n### 2.2.1 Far\n\n#### 2.2.2 Near\n"


def test_levels_that_contradict_their_number_are_reported_and_fixed_on_request():
    imported = read(NUMBERED, kind="markdown")
    assert found(imported, "I209", "I208") == [
        "11:4 I209 '2.2 Flee' is a heading of level 1, its number is that of level 2",
        "13:5 I209 '2.2.1 Far' is a heading of level 2, its number is that of level 3",
    ]
    assert "\n# 2.2 Flee\n" in imported.markdown
    mended = read(NUMBERED, kind="markdown", repair_headings=True)
    assert "\n## 2.2 Flee\n\n### 2.2.1 Far\n\n### 2.2.2 Near\n" in mended.markdown
    assert {item.severity.name for item in mended.diagnostics} == {"NOTE"}


def test_levels_that_jump_are_reported_and_fixed_on_request():
    text = "## A\n\n##### B\n\n##### C\n\n### D\n\n## E\n"
    assert found(read(text, kind="markdown"), "I208") == [
        "1:4 I208 'A' is a heading of level 2 and is the first",
        "3:7 I208 'B' is a heading of level 5 and follows one of level 2",
    ]
    assert markdown(text, repair_headings=True) == "# A\n\n## B\n\n## C\n\n## D\n\n# E\n"


def test_a_fifth_level_becomes_the_fourth():
    text = "".join(f"{'#' * level} H{level}\n\n" for level in (1, 2, 3, 4, 5)) + "# I\n"
    assert "#### H4\n\n#### H5\n" in markdown(text)
    assert found(read(text, kind="markdown"), "I211") == [
        "9:7 I211 'H5' is a heading of level 5; a rule sheet has 4"
    ]


# --- plain text ----------------------------------------------------------------------------------------------------


def test_plain_text_keeps_its_lines_and_finds_lists():
    text = "One line\nand another.\nYou need:\n- a die\n  of six sides\n- 1. luck\n\n1) first\n2) second\n\n7) alone\n# * _x_\n"
    assert sheet(text, kind="text") == (
        "One line\\\nand another.\\\nYou need:\n\n- a die\\\n  of six sides\n- 1\\. luck\n\n"
        "1. first\n2. second\n\n7\\) alone\\\n\\# \\* \\_x\\_\n"
    )
    assert sheet("One line\nand another.", kind="text", join_lines=True) == "One line and another.\n"


def test_lines_that_look_like_headings_are_reported_and_made_some_on_request():
    text = "ANTS\n\nSETUP\n\nShuffle the cards.\n\nFirst player\n\nThe oldest begins.\n\nAuthor: Me\n"
    assert found(read(text, kind="text")) == [
        "1:1 I210 'ANTS' looks like the title",
        "3:1 I210 'SETUP' looks like a heading of level 1",
        "7:1 I210 'First player' looks like a heading of level 2",
    ]
    assert sheet(text, kind="text") == text
    assert sheet(text, kind="text", repair_headings=True) == (
        "---\ntitle: ANTS\n---\n\n# SETUP\n\nShuffle the cards.\n\n## First player\n\nThe oldest begins.\n\nAuthor: Me\n"
    )


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("<T>A\n", "a.md", "legacy"),
        ("x\n\n<C1>A\n", "a.txt", "legacy"),
        ("# A\n", "a.txt", "markdown"),
        ("a **b** c\n", "a.txt", "markdown"),
        ("a\n", "a.MD", "markdown"),
        ("a <T> b * c\n", "a.txt", "text"),
    ],
)
def test_what_a_document_is_written_in_is_reported_by_its_lines(text, name, kind):
    assert import_rulebook(text.encode(), name, ImportOptions()).kind == kind
