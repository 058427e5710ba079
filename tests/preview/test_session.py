"""A session composes what has changed, and nothing else, and keeps what was good."""

from __future__ import annotations

import gc
import weakref

import pytest

from pnp.layout import Composer
from pnp.preview.record import fault_records
from pnp.preview.session import Session
from tests.preview.game import ANTS, edit, png, write_game


def composed_after(session: Session) -> list[str]:
    """Pieces that are composed because they may look different."""
    assert session.refresh()
    found: list[str] = []
    while (done := session.work()) is not None:
        found += done.pieces if done.looks else ()
    return found


def looks(session: Session, language: str = "en") -> dict[str, tuple[str, str]]:
    return {key: (live.front, live.back) for key, live in session.live(language).pieces.items()}


def states(session: Session) -> dict[str, str]:
    return {key: live.state for key, live in session.live("en").pieces.items()}


def test_all_pieces_are_there_in_the_order_of_printing(session):
    assert list(states(session)) == [
        "ants/worker", "ants/soldier", "ants/scout", "events/rain", "events/sun", "crumbs/crumb",
    ]  # fmt: skip
    assert set(states(session).values()) == {"good"}


def test_one_card_that_changes_is_composed_alone(session, game):
    before = looks(session)
    edit(game / "cards/ants.yaml", "Guard the gate.", "Guard the queen.")
    assert composed_after(session) == ["ants/soldier"]
    after = looks(session)
    assert {key for key in after if after[key] != before[key]} == {"ants/soldier"}


def test_nothing_is_read_when_no_file_has_changed(session, game):
    assert not session.refresh()
    (game / ".swap.yaml.swp").write_text("x", encoding="utf-8")
    assert not session.refresh()
    assert session.work() is None


@pytest.mark.parametrize(
    ("file", "old", "new", "keys"),
    [
        ("game.yaml", "value: 3", "value: 4", {"ants/scout"}),
        ("layouts/event.xml", "14pt", "15pt", {"events/rain", "events/sun"}),
        ("layouts/look.xml", 'inset="4"', 'inset="5"', {"ants/worker", "ants/soldier", "ants/scout"}),
        ("cards/events.yaml", "copies: 2", "copies: 3", {"events/rain", "events/sun"}),
        ("cards/ants.yaml", "copies: 4", "copies: 5", set()),
        ("cards/ants.yaml", "pieces:", "\n\n# a remark\npieces:", set()),
        ("rulebook/rules.md", "crumbs.", "crumbs!", set()),
    ],
)  # fmt: skip
def test_what_a_file_is_not_used_for_is_not_composed(session, game, file, old, new, keys):
    edit(game / file, old, new)
    assert set(composed_after(session)) == keys
    assert set(states(session).values()) == {"good"}


def test_the_colour_of_a_term_reaches_its_cards(session, game):
    before = looks(session)
    edit(game / "game.yaml", "#B3202C", "#204CB3")
    composed_after(session)
    after = looks(session)
    assert {key for key in after if after[key] != before[key]} == {"ants/soldier"}


def test_a_picture_that_is_painted_over_is_seen(session, game):
    before = looks(session)["crumbs/crumb"]
    (game / "art/crumb.png").write_bytes(png((10, 90, 200)))
    assert "crumbs/crumb" in composed_after(session)
    assert looks(session)["crumbs/crumb"] != before


def test_a_fault_in_one_entry_keeps_its_last_good_picture(session, game):
    before = looks(session)
    edit(game / "cards/ants.yaml", "caste: soldier", "caste: soldjer")
    composed_after(session)
    assert states(session)["ants/soldier"] == "stale"
    assert looks(session) == before
    (fault,) = [item for item in session.faults("en") if item.code == "M110"]
    assert fault.span is not None
    assert (fault.span.file, fault.span.line) == ("ants/cards/ants.yaml", 14)


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("cards/ants.yaml", "kind: card\npieces:\n\tworker: {"),
        ("cards/ants.yaml", ""),
        ("game.yaml", "name: [Ants"),
        ("game.yaml", ""),
    ],
)
def test_a_broken_file_leaves_all_pictures_and_an_undo_composes_nothing(session, game, file, text):
    before = looks(session)
    good = (game / file).read_text(encoding="utf-8")
    (game / file).write_text(text, encoding="utf-8")
    composed_after(session)
    assert looks(session) == before
    assert any(
        item.severity == 2 and item.span and item.span.file == f"ants/{file}" for item in session.faults("en")
    )
    (game / file).write_text(good, encoding="utf-8")
    assert composed_after(session) == []
    assert looks(session) == before
    assert set(states(session).values()) == {"good"}


def test_a_rule_sheet_that_shows_a_piece_whose_file_is_broken_is_not_blamed(session, game):
    rules = game / "rulebook" / "rules.md"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n:::piece events/rain\n", encoding="utf-8")
    composed_after(session)
    assert session.faults("en") == []
    books = session.live("en").book_parts()
    (game / "cards/events.yaml").write_text("kind: [", encoding="utf-8")
    composed_after(session)
    assert {item.span.file for item in session.faults("en") if item.span} == {"ants/cards/events.yaml"}
    assert session.live("en").book_parts() == books


def test_a_piece_that_is_taken_out_is_gone_and_one_that_is_lost_keeps_its_place(session, game):
    edit(game / "cards/events.yaml", "  rain: {name: Rain, text: All go home.}\n", "")
    composed_after(session)
    assert "events/rain" not in states(session)
    edit(game / "cards/ants.yaml", "    name: Soldier", "    nme: Soldier\n    caste: nobody")
    composed_after(session)
    assert list(states(session))[:3] == ["ants/worker", "ants/soldier", "ants/scout"]


def test_findings_point_at_the_new_line_after_lines_were_put_in(session, game):
    edit(game / "cards/ants.yaml", "Guard the gate.", "Guard " + "the-very-long-gate " * 60)
    composed_after(session)
    (before,) = [item for item in session.faults("en") if item.code == "T100"]
    edit(game / "cards/ants.yaml", "pieces:", "# one\n# two\npieces:")
    assert composed_after(session) == []
    (after,) = [item for item in session.faults("en") if item.code == "T100"]
    assert before.span is not None
    assert after.span is not None
    assert after.span.line == before.span.line + 2


def test_another_language_is_composed_when_it_is_watched(session, game):
    session.watch(["cs", "en"])
    session.finish()
    assert looks(session, "cs")["ants/soldier"] != looks(session)["ants/soldier"]
    edit(game / "locale/cs.po", "Hlídej bránu.", "Hlídej královnu.")
    before = looks(session)
    assert composed_after(session) == ["ants/soldier"]
    assert looks(session) == before


def test_a_label_and_its_translation_reach_the_cards_that_print_them(session, game):
    edit(
        game / "cards/events.yaml",
        "fields: {}",
        "fields: {days: number}\nlabels: {days: Days}\ndefaults: {days: 1}",
    )
    edit(game / "cards/events.yaml", "layout: event\n", "")
    with (game / "locale/cs.po").open("a", encoding="utf-8") as file:
        file.write('\nmsgctxt "field.label"\nmsgid "Days"\nmsgstr "Dny"\n')
    session.watch(["en", "cs"])
    assert composed_after(session)
    before, czech = looks(session), looks(session, "cs")
    assert before["events/sun"] != czech["events/sun"]
    edit(game / "locale/cs.po", '"Dny"', '"Dní"')
    assert composed_after(session) == ["events/rain", "events/sun"]
    assert looks(session) == before
    edit(game / "cards/events.yaml", "days: Days", "days: Turns")
    composed_after(session)
    assert looks(session)["events/sun"] != before["events/sun"]
    assert looks(session)["ants/worker"] == before["ants/worker"]


def test_the_piece_that_is_looked_at_comes_first(session, game):
    session.live("en").near = "events/sun"
    for layout in ("ant.xml", "event.xml"):
        edit(game / "layouts" / layout, "11pt", "12pt")
    composed = composed_after(session)
    assert composed[:2] == ["events/sun", "ants/worker"]
    assert len(composed) == 5


def test_a_language_that_is_taken_out_of_the_game_is_given_up(session, game):
    session.watch(["cs", "en"])
    session.finish()
    edit(game / "game.yaml", "[en, cs]", "[en]")
    assert session.refresh()
    session.finish()
    assert session.languages == ("en",)


def test_a_game_that_is_broken_from_the_start_is_shown_once_it_is_fixed(tmp_path):
    game = write_game(tmp_path)
    good = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text("name: [", encoding="utf-8")
    session = Session(game, tmp_path)
    session.watch(["en"])
    session.finish()
    assert session.languages == ()
    assert session.faults("")
    (game / "game.yaml").write_text(good, encoding="utf-8")
    assert session.refresh()
    session.watch(["en"])
    session.finish()
    assert set(states(session).values()) == {"good"}


def test_what_is_written_into_the_game_folder_is_no_change(session, game):
    session = Session(game, game)
    session.watch(["en"])
    session.finish()
    (game / "out/ants/en").mkdir(parents=True)
    (game / "out/ants/en/ants.pdf").write_bytes(b"%PDF-1.7")
    assert not session.refresh()


def test_what_earlier_states_were_made_with_is_let_go(session, game):
    composers: list[weakref.ref[Composer]] = []
    for number in range(12):
        (game / "cards/ants.yaml").write_text(ANTS.replace("Guard", f"Guard {number}"), encoding="utf-8")
        assert session.refresh()
        session.finish()
        composers.append(weakref.ref(session.live("en").edition.composer))
    gc.collect()
    assert sum(ref() is not None for ref in composers) == 1


def test_tokens_that_look_the_same_are_reported_as_soon_as_a_field_tells_them_apart(session, game):
    def told() -> list[str]:
        session.refresh()
        session.finish()
        return [item.message for item in session.faults("en") if item.code == "L341"]

    file = game / "tokens/crumbs.yaml"
    more = "  apple: {name: Apple, art: art/crumb.png, worth: 1}\n"
    edit(file, "fields: {}", "fields: {worth: number?}")
    file.write_text(file.read_text(encoding="utf-8").replace("copies: 5", "copies: 5, worth: 1") + more)
    assert told() == []
    edit(file, "crumb.png, worth: 1", "crumb.png, worth: 5")
    assert told() == ["'crumbs/crumb' looks the same as 'crumbs/apple' and differs in 'worth'"]
    edit(file, "crumb.png, worth: 5", "crumb.png, worth: 1")
    assert told() == []


def test_sheets_of_a_board_that_folds_in_another_way_stayed_as_they_were(session, game):
    edit(game / "game.yaml", "sets: [", "sets: [boards/map.yaml, ")
    (game / "boards").mkdir(exist_ok=True)
    board = "kind: board\nsize: 370x244mm\npanels: 2x1\npieces: {map: {name: Map}}\n"
    (game / "boards/map.yaml").write_text(board, encoding="utf-8")

    def tiles() -> list[str]:
        session.refresh()
        session.finish()
        (part,) = [part for part in session.live("en").set_parts() if part.file == "map.pdf"]
        return [slot.key for sheet in part.sheets for slot in sheet.sides[0].slots]

    assert tiles() == ["map/map#P1", "map/map#P2"]
    edit(game / "boards/map.yaml", "panels: 2x1\n", "panels: 2x2\n")
    assert tiles() == [f"map/map#P{panel}" for panel in (1, 2, 3, 4)]
    edit(game / "boards/map.yaml", "panels: 2x2\n", "panels: 4x2\n")
    assert tiles() == [f"map/map#P{panel}" for panel in range(1, 9)]


def test_an_element_that_is_unknown_keeps_the_last_good_pictures_and_marks_every_piece(tmp_path):
    game = write_game(tmp_path)
    session = Session(game, game.parent)
    session.watch(["en"])
    session.finish()
    before = {key: live.front for key, live in session.live("en").pieces.items()}
    edit(game / "layouts/ant.xml", '<text inset="6 6', '<txet inset="6 6')
    session.refresh()
    session.finish()
    found = {key: (live.state, live.front) for key, live in session.live("en").pieces.items()}
    ants = [key for key in found if key.startswith("ants/")]
    assert {key: found[key] for key in ants} == {key: ("stale", before[key]) for key in ants}
    records = fault_records(session.faults("en"), session.reading.workshop.sources, str, {})
    assert records[0]["code"][0] == "L"
    assert records[0]["pieces"] == ants


def test_a_piece_that_was_never_good_shows_what_can_be_drawn(tmp_path):
    game = write_game(tmp_path)
    edit(game / "layouts/ant.xml", "</face>", "<nothing/></face>")
    session = Session(game, game.parent)
    session.watch(["en"])
    session.finish()
    live = session.live("en").pieces["ants/worker"]
    assert (live.state, bool(live.front)) == ("stale", True)
