"""The build card: what it says of a print."""

from __future__ import annotations

import pytest

from pnp.draw import GlyphRun, Page, Stroke
from pnp.draw.parts import leaf_box, leaves
from pnp.geometry import Box
from pnp.impose import PieceFaces, PrintProfile, impose
from pnp.impose.build_card import BuildCard, CardBook, CardDeck, build_card_pages
from pnp.impose.marks import straight_cuts
from pnp.impose.tiles import tile_boards
from pnp.model import ONE_PANEL, Panels
from tests.impose.faces import FOOTER, context, deck, face, profile

COMMAND = "pnp build --game ants --where 'cost > 3' --build-card"


def card(pieces: list[PieceFaces], made: PrintProfile, language: str = "en") -> tuple[Page, ...]:
    labels = {piece.key: piece.label for piece in pieces}
    decks = (CardDeck("Ants", "ants.pdf", impose(pieces, made, FOOTER).sheets, labels),)
    return build_card_pages(BuildCard("Ants!", "1.2", COMMAND, decks), made, context(language))


def words(pages: tuple[Page, ...]) -> str:
    return " ".join(
        seen.item.text for page in pages for seen in leaves(page.items) if isinstance(seen.item, GlyphRun)
    )


def named(*counts: tuple[str, int]) -> list[PieceFaces]:
    front, back = face(), face(grey=1)
    return [PieceFaces(f"s/{name}", name, front, back, count) for name, count in counts]


def test_it_tells_command_profile_counts_and_what_lies_on_which_sheet() -> None:
    pages = card(named(("Worker", 11), ("Soldier", 5)), profile())
    text = words(pages)
    assert "Build card · Ants! · 1.2" in text
    assert COMMAND in text
    assert "A4 · Two-sided, flip on long edge" in text
    assert "16 pieces 2 sheets both sides 8 cuts per sheet ants.pdf" in text
    assert "16 in total" in text
    assert "9× Worker" in text
    assert "2× Worker, 5× Soldier" in text
    assert "Ants: 16 pieces (11× Worker, 5× Soldier)" in text


def test_sheets_that_hold_the_same_are_reported_together() -> None:
    text = words(
        card(
            named(
                ("Worker", 27),
            ),
            profile(),
        )
    )
    assert "1–3" in text
    assert text.count("9× Worker") == 1


def test_pieces_of_one_name_are_counted_together() -> None:
    text = words(
        card([*named(("Worker", 2)), *[PieceFaces("s/x", "Worker", face(grey=5), None, 3)]], profile())
    )
    assert "5× Worker" in text


def test_there_is_a_box_to_tick_for_each_step() -> None:
    def boxes(made: PrintProfile) -> int:
        pages = card(named(("Worker", 3)), made)
        return sum(
            isinstance(seen.item, Stroke) and seen.item.path[0][0] == "R"
            for page in pages
            for seen in leaves(page.items)
        )

    assert boxes(profile()) == 5  # print, ruler, flip, light, count
    assert boxes(profile(fold="any")) == 4  # print, ruler, fold, count
    assert boxes(profile(duplex="none")) == 3


def test_a_fold_low_ink_and_a_profile_are_named() -> None:
    text = words(card(named(("Worker", 3)), profile(fold="any", ink="low")))
    assert "Fold each sheet along the dashed line and glue it" in text
    assert "Low ink" in text


@pytest.mark.parametrize(
    ("language", "words_of"),
    [("cs", "Výrobní list"), ("pl", "Karta produkcyjna"), ("fr", "Fiche de fabrication")],
)
def test_it_speaks_the_language_of_the_build(language: str, words_of: str) -> None:
    assert words_of in words(card(named(("Worker", 3)), profile(), language))


def test_a_large_deck_runs_over_pages_and_stays_on_the_paper() -> None:
    pieces = [
        PieceFaces(f"s/{n}", f"Card with a longer name {n}", face(grey=n % 250), None, 1) for n in range(800)
    ]
    pages = card(pieces, profile())
    assert len(pages) > 1
    assert [page.label for page in pages] == [str(number) for number in range(1, len(pages) + 1)]
    for page in pages:
        paper = Box(0.0, 0.0, page.width.mm, page.height.mm).grown(-5.0)
        assert all(paper.holds(seen.place(leaf_box(seen.item))) for seen in leaves(page.items))


def test_cuts_are_counted_where_they_are_straight() -> None:
    def cuts(pieces: list[PieceFaces], **options: str) -> int:
        front = impose(pieces, profile(**options), FOOTER).sheets[0].front
        assert front is not None
        return straight_cuts(front)

    assert cuts(deck(9)) == 8
    assert cuts(deck(3)) == 6
    assert cuts(deck(4), gutter="6mm", grid="2x2") == 8
    assert cuts(deck(4, width=25.0, height=25.0, shape="circle")) == 0


def test_it_did_not_tell_which_files_to_print_on_both_sides_nor_that_there_are_rules() -> None:
    made = profile()
    bare = tuple(PieceFaces(f"t/{at}", "Hill", face(), None, 1) for at in range(2))
    decks = tuple(
        CardDeck(name, f"{name.lower()}.pdf", impose(pieces, made, FOOTER).sheets, {})
        for name, pieces in (("Ants", named(("Worker", 2))), ("Hills", bare))
    )
    books = (
        CardBook("Rules", "rules.pdf", 3, None),
        CardBook("Booklet", "booklet.pdf", 4, True),
        CardBook("Boxes", "boxes.pdf", 1, False),
    )
    text = words(build_card_pages(BuildCard("Ants!", "", COMMAND, decks, books), made, context("en")))
    assert "2 pieces 1 sheet both sides 5 cuts per sheet ants.pdf" in text
    assert "2 pieces 1 sheet one side 5 cuts per sheet hills.pdf" in text
    assert (
        "Rules 3 pages rules.pdf Booklet 4 pages both sides booklet.pdf Boxes 1 page one side boxes.pdf"
        in text
    )


def test_a_board_was_counted_by_its_tiles() -> None:
    board = PieceFaces("b/map", "Map", face(594, 420), None, 2)
    tiles, _ = tile_boards([board], profile(), context())
    sheets = impose([*tiles, *named(("Worker", 3))], profile(), FOOTER).sheets
    decks = (CardDeck("Ants", "", sheets, {"b/map": "Map", "s/Worker": "Worker"}),)
    text = words(build_card_pages(BuildCard("Ants!", "", COMMAND, decks), profile(), context()))
    assert "5 pieces" in text
    assert "5 in total" in text
    assert "Ants: 5 pieces (2× Map, 3× Worker)" in text
    assert "1× Map A1" in text  # on its sheet


def test_the_last_page_never_has_a_single_line() -> None:
    """Whatever number of sheets fills the first page."""
    two = 0
    for decks in range(20, 34):
        made = profile()
        sheets = impose(named(("Worker", 1)), made, FOOTER).sheets
        contents = tuple(CardDeck(f"Ants {at}", "", sheets, {"s/Worker": "Worker"}) for at in range(decks))
        pages = build_card_pages(BuildCard("Ants!", "", COMMAND, contents), made, context())
        lines = {
            round(seen.place(leaf_box(seen.item)).y / 3.0)
            for seen in leaves(pages[-1].items)
            if isinstance(seen.item, GlyphRun)
        }
        two += len(pages) > 1
        assert len(lines) > 1, decks
    assert two


@pytest.mark.parametrize(
    ("size", "panels", "glued", "hinged"),
    [
        ((594, 420), ONE_PANEL, True, False),
        ((180, 4400), ONE_PANEL, True, False),  # has a row P
        ((370, 244), Panels(2, 1), False, True),
        ((500, 500), Panels(2, 2), True, True),
        ((180, 250), ONE_PANEL, False, False),
    ],
)
def test_it_did_not_tell_how_a_board_is_put_together(
    size: tuple[int, int], panels: Panels, glued: bool, hinged: bool
) -> None:
    board = PieceFaces("b/map", "Map", face(*size), None, 1)
    tiles, _ = tile_boards([board], profile(), context(), lambda _: panels)
    text = words(card(tiles, profile()))
    assert ("Glue the tiles of each board row by row, where they say so" in text) == glued
    assert ("Join the panels at the edges marked “hinge”" in text) == hinged
