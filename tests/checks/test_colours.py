"""Terms that some players cannot tell apart."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.checks.colour import CONFUSED, confusing
from pnp.colour import Colour
from pnp.diagnostics import Diagnostic
from pnp.model import Term, Text
from pnp.source import Origin, Span
from pnp.vision import VISIONS, Vision, difference, seen
from tests.load.folder import write

# Okabe and Ito, "Color universal design", https://jfly.uni-koeln.de/color/
OKABE_ITO = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#000000")


def term(name: str, colour: str | None) -> Term:
    made = Colour.parse(colour) if colour else None
    return Term("v", name, Text(name, Origin(Span("x")), "term.name"), Span("x"), made)


def found(folder: Path, terms: str) -> list[Diagnostic]:
    game = f"name: X\nterms:\n  cube:\n{terms}"
    workshop = open_workshop(write(folder, {"game.yaml": game}), folder)
    return [item for item in check_workshop(workshop).diagnostics if item.code == "K320"]


@pytest.mark.parametrize(
    ("one", "other", "visions"),
    [
        ("#D32F2F", "#388E3C", ("deutan",)),
        ("#C62828", "#6D4C41", ("protan",)),
        ("#1565C0", "#00897B", ("tritan",)),
        ("#FF0000", "#0000FF", ()),
        ("#5B3A8C", "#5B3A8C", ()),  # nobody is meant to tell these
        ("#5B3A8C", "#5C3A8D", ()),
        ("#D32F2F", None, ()),
    ],
)
def test_pairs_that_are_confused(one: str, other: str | None, visions: tuple[Vision, ...]) -> None:
    assert confusing(term("a", one), term("b", other)) == visions


def test_colours_that_were_chosen_for_all_eyes_pass() -> None:
    for one, other in combinations(OKABE_ITO, 2):
        assert not confusing(term("a", one), term("b", other))
    nearest = min(
        difference(seen(Colour.parse(one), vision), seen(Colour.parse(other), vision))
        for one, other in combinations(OKABE_ITO, 2)
        for vision in VISIONS
    )
    assert CONFUSED < nearest < CONFUSED + 0.01


def test_terms_that_differ_by_confused_colours_alone_are_warned_of_with_the_cure(tmp_path: Path) -> None:
    terms = '    red: {name: red, colour: "#D32F2F"}\n    green: {name: green, colour: "#388E3C"}\n'
    (warned,) = found(tmp_path, terms)
    assert warned.message == "'red' and 'green' differ by colours that green-blind players cannot distinguish"
    assert str(warned.span).startswith("game.yaml:4:")
    assert warned.help == (
        "give the terms different icons, or make one colour much lighter",
        "see it with --simulate deutan",
    )


@pytest.mark.parametrize(
    ("one", "other", "warnings"),
    [("bow", "sword", 0), ("bow", "bow", 1), ("bow", None, 0), (None, None, 1)],
)
def test_different_icons_tell_terms_apart(
    tmp_path: Path, one: str | None, other: str | None, warnings: int
) -> None:
    icons = [f", icon: {icon}" if icon else "" for icon in (one, other)]
    terms = (
        f'    red: {{name: red, colour: "#D32F2F"{icons[0]}}}\n'
        f'    green: {{name: green, colour: "#388E3C"{icons[1]}}}\n'
    )
    assert len(found(tmp_path, terms)) == warnings


def test_many_pairs_are_reported_in_one_line(tmp_path: Path) -> None:
    reds = "".join(f'    r{n}: {{name: r{n}, colour: "#D3{n}F2F"}}\n' for n in range(2))
    greens = "".join(f'    g{n}: {{name: g{n}, colour: "#38{n}E3C"}}\n' for n in range(8, 10))
    messages = [item.message for item in found(tmp_path, reds + greens)]
    assert len(messages) <= 2
    assert any("'r0' and 'g8'" in message for message in messages)


def test_terms_of_different_vocabularies_are_not_compared(tmp_path: Path) -> None:
    terms = '    red: {name: red, colour: "#D32F2F"}\n  tile:\n    green: {name: green, colour: "#388E3C"}\n'
    assert not found(tmp_path, terms)
