"""Finished rule sheets: which words stand where, and what is wrong with them."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.draw import Face, Fill, GlyphRun, Group, Item, face_hash, item_box, path_box
from pnp.draw.item import without_tags
from pnp.geometry import IDENTITY, Box, Matrix
from pnp.model import STANDARD_STYLES, FileFault, Size, Source, Style
from pnp.rulebook.page import MARGIN_BOTTOM, MARGIN_TOP, MARGIN_X
from pnp.units import mm, pt
from tests.laws import examples
from tests.rulebook.sample import make_game, text

TEXT = Box(MARGIN_X, MARGIN_TOP, 210 - 2 * MARGIN_X, 297 - MARGIN_TOP - MARGIN_BOTTOM)


def runs(face: Face) -> list[GlyphRun]:
    return [item for item in without_tags(face.items) if isinstance(item, GlyphRun)]


def words(face: Face) -> str:
    return " ".join(" ".join(run.text for run in runs(face)).split())


def where(face: Face, text: str) -> tuple[float, float]:
    run = next(run for run in runs(face) if run.text.startswith(text))
    return run.x, run.y


def groups(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Group, Matrix]]:
    """Every named group with its map to the page."""
    for item in items:
        if isinstance(item, Group):
            inner = item.matrix.then(matrix)
            if item.shared:
                yield item, inner
            else:
                yield from groups(item.items, inner)


def figures(composed) -> list[str]:
    """What the figures of a sheet show, in words."""
    return [element.alt for element in composed.elements if element.kind == "Figure"]


def codes(composed) -> list[tuple[str, str]]:
    return [(found.code, str(found.span)) for found in composed.diagnostics]


def test_title_text_and_footer_stand_in_their_places(compose):
    (page,) = (
        made := compose("---\ntitle: Rules\nsubtitle: A game\n---\n# Aim\nWin {{ facts.hand }} games.")
    ).pages
    assert not made.diagnostics
    assert (page.width, page.height, page.bleed) == (210.0, 297.0, 0.0)
    assert [where(page, text)[0] for text in ("RULES", "Sample", "A game", "Aim", "Win 2 games.")] == [
        15.0
    ] * 5
    heights = [
        where(page, text)[1] for text in ("RULES", "Sample", "A game", "Aim", "Win 2 games.", "Version 7")
    ]
    assert heights == sorted(heights)
    assert heights[-1] > 297 - MARGIN_BOTTOM


def test_running_text_has_two_columns_and_goes_on_in_the_second(compose):
    (page,) = compose("\n\n".join(f"Paragraph {word}." for word in "abcdefgh")).pages
    left, right = where(page, "Paragraph a")[0], where(page, "Paragraph h")[0]
    assert (left, right) == (15.0, 15.0 + (180 - 7) / 2 + 7)
    assert where(page, "Paragraph a")[1] == where(page, "Paragraph e")[1]


def test_columns_are_as_many_as_the_header_says_and_full_spans_them(compose):
    (page,) = compose("---\ncolumns: 3\n---\na\n\nb\n\nc\n\n:::full\nwide " + "word " * 40 + "\n:::").pages
    assert [where(page, letter)[0] for letter in "abc"] == pytest.approx(
        [15.0, 15 + 62.33333, 15 + 124.66667], abs=1e-3
    )
    assert max(run.x + sum(run.advances) for run in runs(page)) > 190


def test_later_pages_have_a_header_and_the_number_of_all_pages(compose):
    made = compose("---\ntitle: Rules\n---\n" + "\n\n".join("word " * 60 for _ in range(60)))
    assert len(made.pages) > 2
    assert "Sample" in words(made.pages[1])
    assert where(made.pages[1], "Rules")[1] < MARGIN_TOP
    assert f"Page 2 of {len(made.pages)}" in words(made.pages[1])


def test_headings_are_bookmarks_with_page_and_height(compose):
    made = compose("---\ncolumns: 1\n---\n# One\nx\n\n### Deep **b**\ny\n\n:::break page\n\n## Two\nz")
    assert [(entry.title, entry.level, entry.page) for entry in made.outline] == [
        ("One", 0, 0),
        ("Deep b", 1, 0),
        ("Two", 1, 1),
    ]
    assert made.outline[0].y < made.outline[1].y
    assert made.outline[2].y == MARGIN_TOP


def test_a_break_before_what_spans_the_page_is_made(compose):
    made = compose("a\n\n:::break page\n\n:::full\n# Two\nz\n:::\n")
    assert [(entry.title, entry.page, entry.y) for entry in made.outline] == [("Two", 1, MARGIN_TOP)]


def test_a_table_aligns_its_cells_and_fills_the_column(compose):
    (page,) = compose("| Left | Right |\n|---|--:|\n| a | {{ facts.hand }} |\n").pages
    assert where(page, "a")[0] == where(page, "Left")[0]
    right = [run.x + sum(run.advances) for run in runs(page) if run.text in ("Right", "2")]
    assert right[0] == pytest.approx(right[1]) == pytest.approx(15 + 86.5 - 1.6)


@pytest.mark.parametrize(("item", "alone"), [("word", False), ("word " * 120, True)])
def test_no_short_item_of_a_list_stands_alone_at_the_foot_or_the_head_of_a_column(compose, item, alone):
    parted = set()
    for count in range(24, 46):  # so many paragraphs fill a page but for some items
        blocks = "one\n\n" * count + f"- item {item}\n" * 4 + "\none\n" * 40
        pages = compose(f"---\ncolumns: 1\n---\n{blocks}").pages
        items = [words(page).count("item") for page in pages]
        parted.add(tuple(number for number in items if number))
    assert parted == ({(4,), (3, 1), (2, 2), (1, 3)} if alone else {(4,), (2, 2)})


def test_no_heading_stands_at_the_foot_of_a_column_with_one_line_of_its_section(compose):
    below = set()
    for count in range(24, 46):  # so many paragraphs fill a page but for some lines
        blocks = "one\n\n" * count + "# Head\n\ntwo\n\n" * 2 + "three\n\n" + "one\n\n" * 40
        pages = compose(f"---\ncolumns: 1\n---\n{blocks}").pages
        below |= {
            tuple(word for word in words(page).split() if word in ("Head", "two", "three")) for page in pages
        }
    assert below == {(), ("Head", "two", "Head", "two", "three"), ("Head", "two"), ("Head", "two", "three")}


def test_a_small_table_is_never_parted(compose):
    table = "| a | b |\n|---|---|\n| first | x |\n| second | x |\n| third | x |\n| last | x |\n"
    pages_of_rows = set()
    for count in range(36, 45):  # so many paragraphs fill a page but for some rows
        pages = compose("---\ncolumns: 1\n---\n" + "one\n\n" * count + table).pages
        found = [
            [n for n, page in enumerate(pages) if row in words(page)] for row in ("first", "third", "last")
        ]
        assert found[0] == found[1] == found[2]
        pages_of_rows.add(found[0][0])
    assert pages_of_rows == {0, 1}


def test_list_numbers_stand_left_of_their_items_and_begin_where_the_author_says(compose):
    (page,) = compose("3. first\n4. second").pages
    number, item = where(page, "3."), where(page, "first")
    assert number[0] < item[0]
    assert number[1] == item[1]
    assert "4." in words(page)


def test_an_example_stands_on_a_ground_that_holds_its_text(compose):
    (page,) = compose(":::example\nInside.\n\nAlso.\n:::").pages
    ground = path_box(
        next(i.path for i in without_tags(page.items) if isinstance(i, Fill) and path_box(i.path).height > 5)
    )
    assert all(ground.holds(Box(*where(page, text), 5, 0)) for text in ("Inside", "Also"))


def test_real_pieces_are_drawn_small_side_by_side_and_shared(compose):
    (page,) = (made := compose(":::piece swords/long swords/short swords/long {scale=0.25}")).pages
    assert not made.diagnostics
    drawn = [
        (group, matrix.apply_box(Box(0, 0, 63, 88))) for group, matrix in groups(without_tags(page.items))
    ]
    assert [(round(box.width, 3), round(box.height, 3)) for _, box in drawn] == [(15.75, 22.0)] * 3
    assert drawn[0][1].right < drawn[1][1].x
    assert drawn[0][0].shared == drawn[2][0].shared != drawn[1][0].shared
    assert figures(made) == ["Card: The swords"] * 3


def test_a_hand_is_a_fan_of_figures_within_the_column(compose):
    (page,) = (made := compose(":::hand swords/long swords/short swords/long {angle=24 caption=Ann}")).pages
    assert not made.diagnostics
    drawn = [matrix for _, matrix in groups(without_tags(page.items))]
    assert [round(math.degrees(math.atan2(each.b, each.a)), 6) for each in drawn] == [-12, 0, 12]
    boxes = [matrix.apply_box(Box(0, 0, 63, 88)) for matrix in drawn]
    assert all(Box(15, MARGIN_TOP, 86.5, 300).holds(box) for box in boxes)
    assert all(one.meets(other) for one, other in pairwise(boxes))
    assert figures(made) == ["Card: The swords"] * 3
    tags = [item.tag.box for item in page.items if isinstance(item, Group) and item.tag and item.tag.box]
    assert all(tag.grown(1e-6).holds(box) for tag, box in zip(tags, boxes, strict=True))


@pytest.mark.parametrize("option", ["angle=181", "angle=wide", "scale=9"])
def test_a_hand_with_a_wrong_option_says_so(compose, option):
    assert [code for code, _ in codes(compose(f":::hand swords/long {{{option}}}"))] == ["R112"]


def test_backs_are_shown_when_asked_for(compose):
    (page,) = compose(":::piece swords/long {side=back}").pages
    ((group, _),) = groups(without_tags(page.items))
    assert isinstance(group.items[0], Fill)
    assert group.items[0].paint == Colour(0, 0, 200)


def test_many_pieces_flow_in_rows_within_the_column(compose):
    (page,) = compose(":::piece" + " swords/long" * 12 + " {scale=0.3 caption=Swords}").pages
    column = Box(15, MARGIN_TOP, 86.5, 300)
    boxes = [matrix.apply_box(Box(0, 0, 63, 88)) for _, matrix in groups(without_tags(page.items))]
    assert len({round(box.y, 3) for box in boxes}) == 3
    assert all(column.holds(box) for box in boxes if box.x < 101)
    assert not any(one.meets(other) for i, one in enumerate(boxes) for other in boxes[:i])


def test_the_component_list_counts_the_printed_copies(compose):
    (page,) = (made := compose(":::components")).pages
    assert words(page).startswith("Sample 18× The swords 2× The tiles")
    assert figures(made) == ["Card: The swords", "Tile: The tiles"]


@pytest.mark.parametrize(("height", "shown"), [(45, 1), (60, 2), (112, 4)])
def test_the_component_list_shows_as_many_narrow_pieces_as_fill_its_picture(compose, height, shown):
    size = Size(mm(25), mm(height))
    pawns = [replace(make_game().sets[0].pieces[0], id=f"p{n}", size=size) for n in range(4)]
    game = make_game(sets=(replace(make_game().sets[0], pieces=tuple(pawns), size=size),))
    (page,) = compose(":::components", game).pages
    boxes = [matrix.apply_box(Box(0, 0, 25, height)) for _, matrix in groups(without_tags(page.items))]
    assert len(boxes) == shown
    assert not any(one.meets(other) for i, one in enumerate(boxes) for other in boxes[:i])
    assert all(box.width * len(boxes) <= 13 and box.height <= 16 for box in boxes)


@pytest.mark.parametrize(("sets", "rows"), [(1, [1]), (5, [5]), (6, [3, 3]), (7, [4, 3]), (11, [4, 4, 3])])
def test_components_stand_in_rows_of_nearly_equal_length(compose, sets, rows):
    swords = make_game().sets[0]
    game = make_game(sets=tuple(replace(swords, id=f"s{n}", name=text(f"N{n}")) for n in range(sets)))
    (page,) = compose(":::full\n:::components\n:::", game).pages
    heights = [where(page, f"N{n}")[1] for n in range(sets)]
    assert [heights.count(y) for y in sorted(set(heights))] == rows


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Counters of extraordinary victories", ["Counters of", "extraordinary", "victories"]),
        ("Extraordinarinessesandsuch", ["Extraordinari", "nessesandsuch"]),
    ],
)
def test_names_of_components_are_divided_only_inside_words_that_have_no_room(compose, name, lines):
    game = make_game(sets=(replace(make_game().sets[0], name=text(name)),))
    (page,) = compose(":::components", game).pages
    left = where(page, "18×")[0]
    assert [run.text for run in runs(page) if run.x == left] == ["18×", *lines]


def test_the_set_up_shows_rows_and_fixed_tiles_in_the_middle(compose):
    (page,) = (made := compose(":::setup {size=10mm}")).pages
    assert not made.diagnostics
    tiles = [
        matrix.apply_box(Box(0, 0, 45, 45))
        for group, matrix in groups(without_tags(page.items))
        if group.shared.startswith("face ")
    ]
    assert len(tiles) == 2  # both starts; there is no field tile, so its icon is drawn
    assert tiles[1].x - tiles[0].x == pytest.approx(20.0)
    assert [group.alt for group, _ in groups(without_tags(page.items))].count("fire") == 1
    cells = [
        path_box(i.path)
        for i in without_tags(page.items)
        if isinstance(i, Fill) and path_box(i.path).width == pytest.approx(9.5)
    ]
    assert len(cells) == 3 + 5 + 3 - 2
    assert not any(one.meets(other) for i, one in enumerate(cells + tiles) for other in (cells + tiles)[:i])


def test_fixed_tiles_may_lie_apart_at_places_of_the_middle_row(compose):
    (page,) = (made := compose(":::setup {fixed=apart size=10mm}")).pages
    assert not made.diagnostics
    tiles = [
        matrix.apply_box(Box(0, 0, 45, 45))
        for group, matrix in groups(without_tags(page.items))
        if group.shared.startswith("face ")
    ]
    assert tiles[1].x - tiles[0].x == pytest.approx(30.0)
    assert tiles[0].y == tiles[1].y > MARGIN_TOP


def test_credits_name_the_makers_of_game_icons_and_fonts(compose):
    (page,) = (made := compose("Burn :fire:\n\n:::credits")).pages
    assert not made.diagnostics
    assert "Game design: A. Maker" in words(page) or "A. Maker" in words(page)
    assert "game-icons.net" in words(page)
    assert "Barlow" in words(page)
    assert "A prototype of 2024." in words(page)


def test_credits_name_the_makers_of_icons_that_only_the_index_shows(compose):
    source = "A [Field](tile.field).\n\n{index}:::credits"
    shown, hidden = (compose(source.format(index=index)).pages[0] for index in (":::index\n\n", ""))
    assert ["game-icons.net" in words(page) for page in (shown, hidden)] == [True, False]


def test_credits_tell_sources_by_that_name_and_their_dates_in_words(compose):
    sources = {
        "r": Source("r", "Rules", "2024-01-05", "A. Maker"),
        "q": Source("q", "Questions", "2025"),
    }
    (page,) = (made := compose(":::credits", make_game(sources=sources))).pages
    assert not made.diagnostics
    assert "Sources: Rules, A. Maker, January 5, 2024; Questions, 2025" in words(page)


def test_a_picture_is_as_wide_as_its_column_unless_told_otherwise(compose):
    class OneFile:
        def shown(self, path: str) -> str:
            return path

        def read(self, path: str) -> bytes:
            from io import BytesIO

            from PIL import Image

            if path != "art/map.png":
                raise FileFault(f"there is no file '{path}'", "put it there")
            out = BytesIO()
            Image.new("RGB", (40, 400), (9, 9, 9)).save(out, "PNG")
            return out.getvalue()

        def names(self, folder: str, ending: str) -> list[str]:
            return []

    made = compose(
        ":::figure art/map.png {width=10mm}\n:::figure art/map.png\n:::figure art/nap.png", files=OneFile()
    )
    assert codes(made) == [("R154", "rules.md:3:11")]
    pictures = [
        item for page in made.pages for item in without_tags(page.items) if type(item).__name__ == "Picture"
    ]
    assert [(round(p.width, 3), round(p.height, 3)) for p in pictures] == [(10, 100), (20, 200)]


def test_a_drawing_is_a_figure_that_keeps_its_shape(compose):
    class OneDrawing:
        def shown(self, path: str) -> str:
            return path

        def read(self, path: str) -> bytes:
            text = {
                "art/map.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#C4261D"/></svg>'
            }
            return text.get(path, "<svg").encode()

        def names(self, folder: str, ending: str) -> list[str]:
            return []

    made = compose(":::figure art/map.svg {width=30mm}\n:::figure art/torn.svg", files=OneDrawing())
    assert [code for code, _ in codes(made)] == ["A110"]
    drawn = [item for page in made.pages for item in without_tags(page.items) if isinstance(item, Group)]
    boxes = [(round(40 * group.matrix.a, 3), round(20 * group.matrix.d, 3)) for group in drawn]
    assert boxes == [(30, 15)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("We have 12 cards.", [("R140", "1:9")]),
        ("# 3.1 Twelve\n\n# Has 3", [("R140", "3:7")]),
        ("An A4 sheet, a D6, \\5 and :d6: [x](start).", [("A100", "1:27")]),
        (":::plain\n12 cards\n:::\n\n13 cards", [("R140", "5:1")]),
        ("a **b", [("R141", "1:3")]),
        ("{{ facts.hnd }}", [("X112", "1:10")]),
        ("a :fier:", [("A100", "1:3")]),
        ("a [b](c)", [("T310", "1:3")]),
        ("字", [("T200", "1:1")]),
        (":::piece swords/log", [("R150", "1:10")]),
        (":::piece sword/long", [("R150", "1:10")]),
        (":::piece swords/short {side=back}", [("R151", "1:10")]),
        (":::piece swords/long {side=top}", [("R112", "1:28")]),
        (":::piece swords/long {scale=0}", [("R112", "1:29")]),
        (":::components sword", [("R153", "1:15")]),
        (":::components unused", [("R153", "1:15")]),
        (":::setup {rows=row}", [("R152", "1:16")]),
        (":::setup {rows=hand}", [("R152", "1:16")]),
        (":::setup {rows=even}", [("R152", "1:4")]),
        (":::setup {fixed=word}", [("R152", "1:17")]),
        (":::setup {fixed=outside}", [("R152", "1:4")]),
        (":::setup {size=big}", [("R112", "1:16")]),
        (":::example\n:::full\nx\n:::\n:::", [("R115", "2:4")]),
        (":::columns 7\nx\n:::", [("R112", "1:12")]),
        (":::break line\nx", [("R112", "1:10")]),
        ("---\npages: 1\n---\na\n:::break page\nb", [("R160", "2:8")]),
    ],
)
def test_each_fault_is_pointed_at(compose, source, expected):
    assert codes(compose(source)) == [(code, f"rules.md:{place}") for code, place in expected]


def test_all_faults_of_a_sheet_are_reported_in_one_run_and_once(compose):
    made = compose(":::piece a/b\n\n| :nope: | x |\n|---|---|\n| **y | {{ z }} |\n\n:::bad")
    assert [code for code, _ in codes(made)] == ["R150", "A100", "R141", "X110", "R110"]


def test_misspelt_pieces_say_what_was_meant(compose):
    (found,) = compose(":::piece swords/lnog").diagnostics
    assert found.help == ("did you mean 'swords/long'?",)


def test_a_family_that_there_is_none_of_is_a_fault_and_no_crash(compose):
    game = make_game(styles={**STANDARD_STYLES, "heading-1": Style(font="Barlov")})
    made = compose("# x", game)
    assert [(found.code, found.help) for found in made.diagnostics] == [("A320", ("did you mean 'Barlow'?",))]
    assert made.pages == ()


def test_a_row_of_a_table_with_3000_words_is_divided(compose):
    made = compose("| A | B |\n|---|---|\n| " + "word " * 3000 + "| b |\n")
    assert not made.diagnostics
    assert 2 <= len(made.pages) <= 6
    assert sum(words(page).count("word") for page in made.pages) == 3000
    _all_within_margins(made)


def test_one_word_longer_than_a_column_is_a_fault_and_ends(compose):
    made = compose("x" * 2000)
    assert [code for code, _ in codes(made)] == ["T110"]
    assert len(made.pages) == 1


def test_the_same_source_gives_the_same_pages(compose):
    source = "# a\n:::components\n:::setup\n- b\n:::credits"
    assert [face_hash(p) for p in compose(source).pages] == [face_hash(p) for p in compose(source).pages]


def _all_within_margins(made) -> None:
    for page in made.pages:
        for run in runs(page):
            if MARGIN_TOP < run.y < 297 - MARGIN_BOTTOM:
                assert TEXT.x - 0.01 <= run.x
                assert run.x + sum(run.advances) <= TEXT.right + 0.5


BLOCKS = st.sampled_from(
    [
        "# A heading",
        "## Another heading that is so long that it takes more than one line in a column of this sheet",
        "Some words that make a paragraph of several lines, " * 4,
        "One line.",
        "- item\n- item two\n  1. inner\n  2. inner",
        "> A remark.\n>\n> - in it",
        "| A | B |\n|---|---|\n| a long cell of words, " + "again " * 30 + " | b |\n| c | d |",
        ":::example\nAn example.\n\n- with a list\n:::",
        ":::piece swords/long swords/short swords/long {caption=Swords}",
        ":::setup",
        ":::components",
        ":::full\n# Wide\nwords\n:::",
        ":::columns 3\na\n\nb\n\nc\n:::",
        ":::break column",
        ":::credits",
    ]
)


@examples(12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(BLOCKS, max_size=14))
def test_whatever_the_blocks_no_two_lines_meet_and_none_leaves_the_margins(compose, blocks):
    made = compose("\n\n".join(blocks))
    assert not made.diagnostics
    _all_within_margins(made)
    for page in made.pages:
        lines: dict[tuple[float, bool], list[GlyphRun]] = {}
        for run in runs(page):
            lines.setdefault((round(run.y, 3), run.x > 100), []).append(run)
        for items in lines.values():
            items.sort(key=lambda run: run.x)
            for one, other in pairwise(items):
                assert one.x + sum(one.advances) <= other.x + 0.01


SOUP = st.lists(
    st.one_of(
        BLOCKS,
        st.sampled_from(
            ["- ", "1. ", "> ", "| a |\n|---|", "#", ":::", ":::full", ":::plain", ":::piece", "---", "  - x"]
        ),
        st.text(st.one_of(st.characters(), st.sampled_from("*:[](){}|\\#>- ")), max_size=30),
    ),
    max_size=12,
)


@examples(30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SOUP)
def test_whatever_is_typed_composing_never_raises_and_ends(compose, lines):
    source = "\n".join(lines)
    made = compose(source)
    assert 1 <= len(made.pages) <= len(source) + 2
    for found in made.diagnostics:
        assert found.span is not None
        assert 1 <= found.span.line <= source.count("\n") + 1


@pytest.mark.parametrize("font", ["Anton", "Bebas Neue", "Barlow", "Cinzel", "Black Ops One"])
def test_accents_of_a_heading_stay_clear_of_the_rule_above_it(compose, context, font):
    style = Style(font=font, size=pt(20), leading=1.0)
    game = make_game(styles={**STANDARD_STYLES, "heading-1": style})
    page = compose("Words.\n\n# ŮŘÉ ÂÅŐ\n\nMore words.", game).pages[0]
    (rule,) = [
        item for item in without_tags(page.items) if isinstance(item, Fill) and item_box(item).height < 0.4
    ]
    (letters,) = [
        item
        for item in without_tags(page.items)
        if isinstance(item, GlyphRun) and item.size == pytest.approx(pt(20).mm)
    ]
    top = letters.y - context.fonts.face(font).highest("ŮŘÉÂÅŐ") * letters.size
    assert top >= item_box(rule).bottom + 0.29


@pytest.mark.parametrize("case", ["none", "upper"])
def test_headings_side_by_side_are_level_with_and_without_accents(compose, case):
    style = Style(font="Anton", size=pt(20), leading=1.0, case=case)
    game = make_game(styles={**STANDARD_STYLES, "heading-1": style})
    page = compose("---\ncolumns: 2\n---\n# Ano\n\nMore.\n\n:::break column\n\n# Ůža\n\nMore.", game).pages[0]
    first, other = (
        item.y
        for item in without_tags(page.items)
        if isinstance(item, GlyphRun) and item.size == pytest.approx(pt(20).mm)
    )
    assert first == other


class OneScene:
    """The files of a game with one picture, 100 mm wide and 60 mm high."""

    def shown(self, path: str) -> str:
        return path

    def read(self, path: str) -> bytes:
        return b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60"><rect width="100" height="60" fill="#C4261D"/></svg>'

    def names(self, folder: str, ending: str) -> list[str]:
        return []


def test_a_picture_with_a_least_height_fills_the_rest_of_its_page(compose):
    heights = []
    for lines in (10, 30, 36):
        source = "---\ncolumns: 1\n---\n" + "one\n\n" * lines + ":::full\n"
        made = compose(f'{source}:::figure a.svg {{least=25mm caption="End"}}\n:::', files=OneScene())
        assert not made.diagnostics
        (page,) = made.pages
        (box,) = (
            item.tag.box
            for item in page.items
            if isinstance(item, Group) and item.tag and item.tag.kind == "Figure"
        )
        heights.append(box.height)
        below = TEXT.bottom - where(page, "End")[1]
        assert 0 < below < 2 or lines == 10
    assert heights[0] == pytest.approx(108)  # the whole picture, though there is room below it
    assert heights[0] > heights[1] > heights[2] >= 25


def test_a_sheet_may_keep_its_paragraphs_whole(compose):
    """Words alone in their paragraphs, which would end in one column and go on in the next."""
    names = [first + second for first in "abcdefgh" for second in "aeiou"]
    source = "\n\n".join(" ".join([name] * 130) for name in names)
    divided = [
        [
            name
            for name in names
            if len(
                {
                    (at, run.x)
                    for at, page in enumerate(made.pages)
                    for run in runs(page)
                    if name in run.text.split()
                }
            )
            > 1
        ]
        for made in (compose(f"---\n{line}columns: 2\n---\n{source}") for line in ("", "whole: 12\n"))
    ]
    assert divided[0]
    assert divided[1] == []
