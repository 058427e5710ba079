"""From the source of a rule sheet to its blocks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model import RulebookSource
from pnp.rulebook import parse_rulebook
from pnp.rulebook.block import (
    Block,
    Directive,
    Divider,
    Heading,
    ListBlock,
    Paragraph,
    Remark,
    Rulebook,
    TableBlock,
)


def parse(source: str) -> Rulebook:
    return parse_rulebook(RulebookSource("rules", "rules.md", source))


def outline(blocks: tuple[Block, ...]) -> list[object]:
    """The blocks as plain values, without places."""
    out: list[object] = []
    for block in blocks:
        match block:
            case Heading():
                out.append(("h", block.level, block.text.source))
            case Paragraph():
                out.append(block.text.source)
            case ListBlock():
                out.append(
                    ("ol" if block.ordered else "ul", block.start, [outline(item) for item in block.items])
                )
            case TableBlock():
                cells = [[cell.source for cell in row] for row in (block.head, *block.rows)]
                out.append(("table", block.align, cells))
            case Remark():
                out.append(("remark", outline(block.blocks)))
            case Divider():
                out.append("---")
            case Directive():
                options = {key: word.text for key, word in block.options.items()}
                out.append((block.name, [word.text for word in block.words], options, outline(block.blocks)))
    return out


def faults(source: str) -> list[tuple[str, str]]:
    return [(found.code, str(found.span).removeprefix("rules.md:")) for found in parse(source).diagnostics]


def test_blocks_of_all_kinds():
    book = parse(
        "# One\n\nA\nb  \nc\n\n* x\n  1. y\n  2. z\n* w\n\n7. q\n\n> r\n\n***\n\n"
        "| A | B |\n|---|:-:|\n| {{ a | b }} | \\| |\n| c |\n"
    )
    assert not book.diagnostics
    assert outline(book.blocks) == [
        ("h", 1, "One"),
        "A b\nc",
        ("ul", 1, [["x", ("ol", 1, [["y"], ["z"]])], ["w"]]),
        ("ol", 7, [["q"]]),
        ("remark", ["r"]),
        "---",
        ("table", ("left", "center"), [["A", "B"], ["{{ a | b }}", "|"], ["c", ""]]),
    ]


def test_headings_below_the_fourth_level_are_fourth():
    assert outline(parse("###### x").blocks) == [("h", 4, "x")]


def test_marks_and_brackets_are_left_in_the_texts():
    source = "**a** [b](c) `d` <e> &amp; http://x [f]: g"
    assert outline(parse(source).blocks) == [source]


def test_directives_with_and_without_body():
    book = parse(
        'a\n:::piece x/y z/w {scale=0.5 caption="A card"}\nb\n:::columns 3\nc\n:::example\n- d\n:::\n:::\n:::credits'
    )
    assert not book.diagnostics
    assert outline(book.blocks) == [
        "a",
        ("piece", ["x/y", "z/w"], {"scale": "0.5", "caption": "A card"}, []),
        "b",
        ("columns", ["3"], {}, ["c", ("example", [], {}, [("ul", 1, [["d"]])])]),
        ("credits", [], {}, []),
    ]


def test_the_header_is_read_and_is_no_part_of_the_text():
    book = parse("---\ntitle: The rules\npages: 2\ncolumns: 3\n---\nx")
    assert (book.header.title and book.header.title.source, book.header.pages, book.header.columns) == (
        "The rules",
        2,
        3,
    )
    assert outline(book.blocks) == ["x"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("---\ntitel: x\n---", [("R120", "2:1")]),
        ("---\npages: 0\n---", [("R120", "2:8")]),
        ("---\ncolumns: 9\n---", [("R120", "2:10")]),
        ("---\nwhole: 13\n---", [("R120", "2:8")]),
        ("---\nnonsense\n---", [("R120", "2:1")]),
        ("---\ntitle: x", [("R120", "1:1")]),
        ("x\n:::exampel\ny\n:::", [("R110", "2:4")]),
        (":::componets\n:::credits", [("R110", "1:4")]),
        (":::", [("R114", "1:1")]),
        (":::credits\n:::", [("R114", "2:1")]),
        (":::example\nx", [("R113", "1:4")]),
        (":::piece", [("R112", "1:4")]),
        (":::credits x", [("R112", "1:12")]),
        (":::piece a/b {scale}", [("R111", "1:15")]),
        (":::piece a/b {scal=1}", [("R111", "1:15")]),
        (":::piece a/b {scale=1", [("R111", "1:14")]),
        ("```\nx\n```", [("R130", "1:1")]),
        ("> :::example", [("R115", "1:3")]),
        ("| a | b |\n|---|\n| 1 | c |", [("R117", "2:1")]),
        ("| a | b |\n|---|---|---|", [("R117", "2:1")]),
        ("Head\n====\n\nx", [("R117", "2:1")]),
        ("a | b\n--|--\nc | d", []),
        ("a -- b\n-- c | d e", []),
        ("x = y\n=> z", []),
        (":::full\n:::full\n:::full\n:::full\n:::full\n:::\n:::\n:::\n:::\n:::", [("R116", "5:4")]),
    ],
)
def test_faults_of_form_are_pointed_at(source, expected):
    assert faults(source) == expected


def test_all_faults_are_reported_in_one_run():
    assert [code for code, _ in faults(":::exmple\n:::piece {x=1}\n:::\n:::\n```\n")] == [
        "R130",
        "R110",
        "R112",
        "R111",
        "R114",
    ]


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "",
                "# h",
                "- a",
                "  - b",
                "1. c",
                "> d",
                "| a | b |",
                "|---|---|",
                ":::example",
                ":::",
                ":::full",
                "```",
                "---",
            ]
        ),
        st.text(st.characters(exclude_characters="\n"), max_size=20),
    ),
    max_size=25,
)


@given(LINES)
def test_parsing_never_raises_and_every_letter_of_a_text_stands_where_it_says(lines):
    source = "\n".join(lines)
    book = parse(source)
    typed = source.replace("\r", " ").replace("\0", "\ufffd").replace("\ue000", "\ufffd").split("\n")
    for text in book.texts():
        for at, char in enumerate(text.source):
            if text.origin.chunks and char not in " \n":
                span = text.origin.at(at)
                assert typed[span.line - 1][span.column - 1] == char


@pytest.mark.parametrize("depth", [5, 40, 3000])
def test_deep_nesting_is_a_fault_and_no_crash(depth):
    book = parse(":::example\n" * depth)
    assert {found.code for found in book.diagnostics} <= {"R113", "R116"}


@pytest.mark.parametrize(
    "before", ["\f\n", "\v\n", " \f\n\f\n", "> \f\n> ", "- \f\n  ", "1. \x1c\n   ", "## a\n\f\n"]
)
def test_a_paragraph_that_begins_with_a_form_feed_is_placed_where_its_letters_stand(before):
    source = f"{before}Draw\n"
    text = list(parse(source).texts())[-1]
    at = text.source.index("Draw")
    place = text.origin.at(at)
    assert source.split("\n")[place.line - 1][place.column - 1 :] == "Draw"


def test_a_sheet_of_millions_of_characters_is_refused_before_it_is_read():
    assert faults("&" * 2_000_000) == [("R160", "1:1")]
    assert parse("&" * 2_000_000).blocks == ()
