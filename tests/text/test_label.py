"""Lines that pnp sets by itself: names in footers, on boxes, under pictures."""

from __future__ import annotations

import pytest

from pnp.model import STANDARD_STYLES
from pnp.text import set_label, unprintable
from tests.text.reading import FONTS, context, lines, runs

STYLE = STANDARD_STYLES["tiny"]


@pytest.mark.parametrize("name", ["△ Doom", "Doom ↗"])
def test_a_name_in_letters_of_another_font_was_missing_from_the_footer(name: str) -> None:
    """A game in a script of its own brings the font for it, which its cards are set in and the footer was not."""
    face = FONTS.face(STYLE.font)
    assert not all(face.covers(char) or FONTS.fallback_for(char) for char in name)
    items, width = set_label(name, STYLE, 0.0, 0.0, context("en"))
    assert lines(items) == [name]
    assert len({run.font for run in runs(items)}) == 1
    assert width > 0
    assert unprintable(name, STYLE, context("en")) == ()


def test_what_no_font_has_is_told_once_each() -> None:
    assert unprintable("🐉 a 龍 🐉", STYLE, context("en")) == ("🐉", "龍")
    assert lines(set_label("a 龍 b", STYLE, 0.0, 0.0, context("en"))[0]) == ["a  b"]
