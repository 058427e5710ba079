"""Lines that pnp sets by itself: names in footers, on boxes, under pictures."""

from __future__ import annotations

from itertools import product

import pytest

from pnp.model import STANDARD_STYLES
from pnp.text import Labels, set_label, unprintable
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


_PARTS = [
    "Hra",
    "a",
    "",
    " ",
    "« Or »",
    "– v 3×",
    "5 ×",
    "č.",
    "J. R",
    "e\u0301",
    "\u0301",
    "· ",
    ": ! ;",
    "1\u00a0%",
    ")",
    "\u00ad",
    "龍",
    "z",
]


@pytest.mark.parametrize("language", ["cs", "de", "en", "fr", "pl", "sk"])
def test_labels_whose_parts_come_again_are_set_like_any_other(language: str) -> None:
    """Rules of typography look at what stands on both sides of a space, and for the beginning and the end of a text."""
    setting = context(language)
    labels = Labels(STYLE, setting)
    for before, middle, after in product(_PARTS, repeat=3):
        for text in (before, f"{before} · {after}", f"{before} · {middle} · {after}"):
            assert labels.set(text, 0.5, 2.0) == set_label(text, STYLE, 0.5, 2.0, setting)


def test_what_labels_have_in_common_is_shaped_once(monkeypatch: pytest.MonkeyPatch) -> None:
    joined: list[str] = []
    setting = context("en")
    tie = setting.ties.tie
    monkeypatch.setattr(setting.ties, "tie", lambda text: joined.append(text) or tie(text))
    labels = Labels(STYLE, setting)
    for side in ("front", "back"):
        labels.set(f"Game · {side} · 1.0", 0.0, 0.0)
    assert joined == ["Game ·", "· front ·", "· 1.0", "· back ·"]
