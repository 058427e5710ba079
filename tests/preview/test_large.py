"""A page gets the pieces of a large game that it shows first, and then all others."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.preview.hub import Sent
from pnp.preview.pictures import Pictures
from pnp.preview.view import View
from tests.preview.game import ANTS, edit
from tests.preview.running import running

ALL = ["ants/worker", "ants/soldier", "ants/scout", "events/rain", "events/sun", "crumbs/crumb"]


@pytest.fixture(autouse=True)
def _short_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages of two pieces, for which the game is large."""
    monkeypatch.setattr("pnp.preview.limits.PIECES", 2)


def messages(view: View, sent: Sent) -> list[dict[str, Any]]:
    """All messages until the page knows everything."""
    view.renew()
    found = []
    while (message := view.change(sent)) is not None:
        found.append(message)
    return found


def test_the_first_message_has_the_first_pieces_and_the_others_follow(session):
    found = messages(View(session, "en", Pictures()), Sent())
    assert [list(each["pieces"]) for each in found] == [ALL[:2], ALL[2:4], ALL[4:]]
    assert found[0]["sets"][0]["pieces"] == ALL[:3], "the lists are whole from the beginning"
    assert all("sets" not in each for each in found[1:])


def test_two_pages_get_the_same_whenever_they_come(session):
    view, first, second = View(session, "en", Pictures()), Sent(), Sent()
    messages(view, first)
    assert [list(each["pieces"]) for each in messages(view, second)] == [ALL[:2], ALL[2:4], ALL[4:]]
    assert messages(view, first) == []


def test_what_looks_different_comes_before_what_has_only_moved(session, game):
    view, sent = View(session, "en", Pictures()), Sent()
    messages(view, sent)
    (game / "cards/ants.yaml").write_text(f"# moved\n{ANTS}", encoding="utf-8")
    edit(game / "cards/ants.yaml", "Look {{", "See {{")
    assert session.refresh()
    session.finish()
    found = messages(view, sent)
    assert next(iter(found[0]["pieces"])) == "ants/scout"
    assert sorted(key for each in found for key in each["pieces"]) == sorted(ALL[:3]), "each once"


def test_a_piece_that_goes_before_it_was_sent_is_never_sent(session, game):
    view, sent = View(session, "en", Pictures()), Sent()
    view.renew()
    view.change(sent)
    edit(
        game / "cards/ants.yaml",
        "  scout:\n    caste: worker\n    name: Scout\n    text: Look {{ facts.crumbs }} places ahead.\n",
        "",
    )
    assert session.refresh()
    session.finish()
    found = messages(view, sent)
    assert all("ants/scout" not in each.get("pieces", {}) and each.get("gone", []) == [] for each in found)
    assert set(sent.pieces) == set(ALL) - {"ants/scout"}


def test_a_page_gets_every_piece_with_its_picture_without_asking(game):
    with running(game) as preview, preview.events("en") as events:
        known: dict[str, Any] = {}
        for name, value in events:
            if name in ("whole", "change"):
                assert (name == "whole") == (not known)
                assert len(value.get("pieces", {})) <= 2
                known |= value.get("pieces", {})
            if len(known) == len(ALL) and all(each["front"] for each in known.values()):
                break
        assert sorted(known) == sorted(ALL)


def test_the_first_message_brings_pictures(game):
    with running(game) as preview:
        assert all(piece["front"] for piece in preview.whole("en")["pieces"].values())
