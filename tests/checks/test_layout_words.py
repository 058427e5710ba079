"""Words that stand in layouts of a game in several languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.diagnostics import Diagnostic

CARDS = "kind: card\nlayout: aid\nfields: {hint: text?}\npieces: {a: {name: x}}\n"


def found(folder: Path, face: str, languages: str = "[en, de]") -> list[Diagnostic]:
    """What is told of words of a layout."""
    (folder / "cards").mkdir(exist_ok=True)
    (folder / "layouts").mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(f"name: x\nlanguage: en\nlanguages: {languages}\n", encoding="utf-8")
    (folder / "cards/a.yaml").write_text(CARDS, encoding="utf-8")
    (folder / "layouts/aid.xml").write_text(f"<face>\n{face}\n</face>", encoding="utf-8")
    diagnostics = check_workshop(open_workshop(folder, folder)).diagnostics
    return [item for item in diagnostics if item.code == "K505"]


def test_words_of_a_layout_that_no_translation_reaches_are_told_with_their_places(tmp_path: Path) -> None:
    face = '<text style="label">Your turn</text>\n<table columns="1* 1*"><tr>\n<td>{{ 3 }}</td><td>a\n card</td></tr></table>'
    (fault,) = found(tmp_path, face)
    assert fault.message == "'Your turn' is printed so in every language (and 1 more)"
    assert str(fault.span) == "layouts/aid.xml:2:21"
    assert [(str(place), words) for place, words in fault.related] == [("layouts/aid.xml:5:2", "a card")]
    assert found(tmp_path, face, "[en]") == []


@pytest.mark.parametrize(
    "face",
    [
        "<text>{{ piece.hint }}</text>",
        "<text>{# Your turn #}<!-- Your turn -->{{ piece.number ~ 'of' }} VP &amp; :fire-bomb:<br/></text>",
        "<text>{% if lang == 'de' %}Du bist dran{% else %}Your turn{% endif %}</text>",
        "<text>{{ piece.hint }} / 4 x 12 mm</text>",
        '<g><rect fill="black"/></g>{% set words = "Your turn" %}',
    ],
)
def test_signs_values_and_words_that_go_by_the_language_are_let_alone(tmp_path: Path, face: str) -> None:
    assert found(tmp_path, face) == []
