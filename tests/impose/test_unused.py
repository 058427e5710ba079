"""Print options that change nothing beside others."""

from __future__ import annotations

import pytest

from pnp.impose import profile_from
from pnp.impose.profile import unused_options
from pnp.model import PrintSettings
from pnp.source import Span

PLACE = Span("game.yaml", 3)


def reported(typed: dict[str, str], game: dict[str, str] | None = None) -> list[tuple[str, str]]:
    settings = PrintSettings(game or {}, dict.fromkeys(game or {}, PLACE))
    profile, faults = profile_from(settings, typed)
    assert profile is not None, faults
    found = list(unused_options(profile, typed, (settings,)))
    assert all(item.span in (None, PLACE) for item in found)
    return [(item.message, item.help[0]) for item in found]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"output-intent": "a.icc"}, "--output-intent changes nothing in RGB files"),
        ({"ink-limit": "280", "colour": "rgb"}, "--ink-limit changes nothing beside --colour rgb"),
        ({"paper": "piece", "start": "3"}, "--start changes nothing beside --paper piece"),
        ({"paper": "piece", "planned": "true"}, "--planned changes nothing beside --paper piece"),
        ({"planned": "stock", "start": "3"}, "--start changes nothing beside --planned stock"),
        ({"marks": "none", "mark-colour": "#FF0000"}, "--mark-colour changes nothing beside --marks none"),
        ({"fold": "any", "duplex": "short-edge"}, "--duplex changes nothing beside --fold any"),
        ({"duplex": "none", "back-rotation": "1"}, "--back-rotation changes nothing beside --duplex none"),
    ],
)
def test_an_option_that_changes_nothing_beside_another_one_was_ignored_in_silence(typed, words):
    assert [message for message, _ in reported(typed)] == [words]


@pytest.mark.parametrize(
    "typed",
    [
        {"colour": "cmyk", "ink-limit": "280"},
        {"paper": "piece", "marks": "none", "gutter": "0mm", "margin": "0mm"},
        {"paper": "piece", "start": "1", "planned": "false"},
        {"sides": "fronts", "back-offset": "1mm 1mm"},
        {"fold": "any", "sides": "fronts"},
    ],
)
def test_what_asks_for_nothing_and_what_the_other_side_needs_are_left_alone(typed):
    assert reported(typed) == []


def test_options_of_a_game_for_another_way_to_print_are_left_alone():
    game = {"paper": "A4", "duplex": "long-edge", "ink-limit": "280", "marks": "lines", "start": "2"}
    assert reported({"paper": "piece"}, game) == []
    assert reported({"fold": "any"}, game) == []
    beside = "'start' changes nothing beside 'planned'"
    assert reported({}, {"planned": "true", "start": "2"}) == [(beside, "leave out one of them")]
