"""Titles of columns that mean what pnp calls by another name."""

from __future__ import annotations

# In English, Czech, Polish, French and German.
NAMES = frozenset(
    [
        "name",
        "title",
        "card",
        "jméno",
        "jmeno",
        "název",
        "nazev",
        "karta",
        "nazwa",
        "tytuł",
        "nom",
        "titre",
        "carte",
        "titel",
        "karte",
        "card name",
        "cardname",
        "card title",
        "název karty",
        "nazwa karty",
        "nom de la carte",
        "kartenname",
    ]
)
TEXTS = frozenset(
    [
        "text",
        "description",
        "effect",
        "rules",
        "ability",
        "body",
        "popis",
        "účinek",
        "efekt",
        "opis",
        "tekst",
        "zasady",
        "texte",
        "effet",
        "règle",
        "beschreibung",
        "card text",
        "cardtext",
        "rules text",
        "rule text",
        "effect text",
        "ability text",
        "text karty",
        "popis karty",
        "tekst karty",
        "opis karty",
        "texte de la carte",
        "kartentext",
    ]
)
