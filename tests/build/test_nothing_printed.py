"""Builds that print nothing, or a part of what there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pnp.units import Length
from tests.cases.made import make

CARDS = "kind: card\nback: back\npieces: {a: {name: Anvil}}\n"
BARE = "kind: card\npieces: {b: {name: Bell}}\n"


def test_a_run_that_prints_nothing_says_why(tmp_path: Path) -> None:
    """It ended well without a word, as one does that has printed everything."""
    made = make(tmp_path, {"cards/deck.yaml": "kind: card\npieces: {a: {name: A, copies: 0}}\n"})
    assert made.told() == ["None S114 set 'deck' has nothing to print"]
    assert made.result.files == []


def test_a_set_whose_pieces_are_faulty_is_not_said_to_be_empty(tmp_path: Path) -> None:
    cards = "kind: card\nlayout: x\npieces: {a: {name: A}}\n"
    layout = "<face><text>{{ nosuch }}</text></face>"
    made = make(tmp_path, {"cards/deck.yaml": cards, "layouts/x.xml": layout})
    assert made.codes() == ["L110"]


@pytest.mark.parametrize("more", [{}, {"combined": True}, {"boxes": Length.parse("0.3mm")}], ids=str)
def test_backs_alone_are_printed_of_the_sets_that_have_some(tmp_path: Path, more: dict[str, Any]) -> None:
    files = {"cards/bare.yaml": BARE, "cards/deck.yaml": CARDS}
    made = make(tmp_path, files, print={"sides": "backs"}, **more)
    assert made.codes() == []
    assert not any(name.endswith("bare.pdf") for name in made.result.files)
    assert any(name.endswith(".pdf") for name in made.result.files)
