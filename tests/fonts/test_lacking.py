"""What to do about characters that no font has."""

from pathlib import Path

import pytest

from pnp.fonts.library import ICONS, lacking_cure
from pnp.icons import IconLibrary

SHIPPED = Path(__file__).parents[2] / "icons" / "icons.json"


def test_the_icons_that_are_named_instead_of_characters_ship() -> None:
    library = IconLibrary(lambda: SHIPPED.read_text(encoding="utf-8"))
    assert not set(ICONS.values()) - set(library.names())


@pytest.mark.parametrize(
    ("characters", "cure"),
    [("♥", ":heart:"), ("❤\ufe0f", ":heart:"), ("🎲", ":die:"), ("🐉", ":fire:")],
)
def test_a_heart_is_told_of_the_icon_of_a_heart(characters: str, cure: str) -> None:
    assert lacking_cure(characters) == f"use an icon, such as {cure}"


def test_a_letter_is_told_of_fonts() -> None:
    assert "choose a font" in lacking_cure("漢")


def test_a_suit_that_no_icon_shows_is_told_to_be_drawn() -> None:
    assert "icons/spade.svg" in lacking_cure("♠")
