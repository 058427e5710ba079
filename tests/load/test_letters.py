"""Ids made of names in scripts other than Latin."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.load.table.column import slug
from tests.load.folder import told
from tests.load.test_tables import table


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Карта", "karta"),
        ("Ёж и щука", "yozh-i-shchuka"),
        ("Україна", "ukraina"),
        ("Объём", "obyom"),
        ("Θάλασσα", "thalassa"),
        ("Dürre", "durre"),
        ("Øl", "ol"),
        ("Æther", "aether"),
        ("Łódź", "lodz"),
        ("Đuro", "duro"),
        ("Þór", "thor"),
        ("Straße 2", "strasse-2"),
        ("🐉", ""),
    ],
)
def test_a_name_in_another_script_makes_an_id_of_latin_letters(name: str, made: str) -> None:
    assert slug(name) == made


@pytest.mark.parametrize(
    ("name", "language", "made"),
    [
        ("Dürre", "de", "duerre"),
        ("Straße", "de", "strasse"),
        ("ÄRGER", "de-AT", "aerger"),
        ("Du\u0308rre", "de", "duerre"),
        ("Dürre", "hu", "durre"),
        ("Sjø", "nb", "sjoe"),
        ("Ål", "da", "aal"),
        ("Ål", "sv", "al"),
    ],
)
def test_letters_with_marks_become_those_that_the_language_writes_without(
    name: str, language: str, made: str
) -> None:
    assert slug(name, language) == made


def test_a_row_without_an_id_whose_name_is_an_emoji_is_called_by_its_number(tmp_path: Path) -> None:
    pieces, found = table(tmp_path, "name,text\nKarta,A\n🐉,B\n")
    assert [piece.id for piece in pieces] == ["karta", "row-3"]
    assert told(found) == ["cards/deck.csv:3:1 Y519 '🐉' has no letters for an id: the row is called 'row-3'"]
