"""Ids made of names in scripts other than Latin."""

from __future__ import annotations

import pytest

from pnp.load.table.column import slug


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Карта", "karta"),
        ("Ёж и щука", "yozh-i-shchuka"),
        ("Україна", "ukraina"),
        ("Объём", "obyom"),
        ("Θάλασσα", "thalassa"),
        ("Dürre", "durre"),
        ("Straße 2", "strasse-2"),
        ("🐉", ""),
    ],
)
def test_a_name_in_another_script_makes_an_id_of_latin_letters(name: str, made: str) -> None:
    assert slug(name) == made
