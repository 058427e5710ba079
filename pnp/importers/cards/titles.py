"""Which column of a strange table is which, by its title in ten languages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.load.table.column import folded

NAMES = frozenset(
    """
    name|title|card|card name|cardname|card title|jméno|jmeno|název|nazev|karta|název karty|nazwa|tytuł|nazwa karty
    nom|titre|carte|nom de la carte|titel|karte|kartenname|bezeichnung|nombre|título|titulo|carta|nombre de la carta
    nome|nome della carta|titolo|nome da carta|naam|kaart|kaartnaam|názov|meno|név|cím|kártya|имя|название|карта
    назва|ім'я|nimi|navn|namn
    """.strip()
    .replace("\n", "|")
    .replace("|    ", "|")
    .split("|")
)
TEXTS = frozenset(
    """
    text|description|effect|rules|ability|body|card text|cardtext|rules text|rule text|effect text|ability text|desc
    popis|účinek|efekt|text karty|popis karty|opis|tekst|zasady|tekst karty|opis karty|texte|effet|règle
    texte de la carte|beschreibung|kartentext|wirkung|texto|efecto|descripción|descripcion|descrizione|testo|effetto
    descrição|descricao|efeito|beschrijving|omschrijving|kaarttekst|účinok|leírás|szöveg|hatás|текст|описание|эффект
    опис|ефект|tekst
    """.strip()
    .replace("\n", "|")
    .replace("|    ", "|")
    .split("|")
)
COPIES = frozenset(
    """
    count|counts|qty|quantity|copies|number of copies|copy count|card count|num cards|number of cards|kusů|kusu|ks|kopií|kopie|počet kopií|počet kusů
    sztuk|szt|kopii|liczba kopii|ilość sztuk|exemplaires|nombre d'exemplaires|nombre de copies|quantité|quantite
    exemplare|kopien|anzahl kopien|stückzahl|stück|copias|número de copias|numero de copias|cantidad|copie
    numero di copie|quantità|cópias|número de cópias|quantidade|exemplaren|aantal kopieën|kópií|počet kópií|példány
    példányszám|копий|количество копий|экземпляров|копій|кількість копій
    """.strip()
    .replace("\n", "|")
    .replace("|    ", "|")
    .split("|")
)
"""Titles that can mean nothing but the number of copies on a list of cards."""
PERHAPS_COPIES = frozenset(
    [
        "number",
        "amount",
        "num",
        "n",
        "x",
        "nb",
        "počet",
        "množství",
        "ilość",
        "liczba",
        "anzahl",
        "menge",
        "aantal",
        "cantidad",
    ]
)
"""Titles that may mean it."""


def known_titles(titles: Sequence[str], copies: str = "") -> int:
    """How many of the cells are usual titles of columns, or the title ``copies``."""
    words = {*NAMES, *TEXTS, *COPIES, *PERHAPS_COPIES, "id", folded(copies)} - {""}
    return sum(folded(title) in words for title in titles)


class DifferentNames:
    """Names that all differ, whatever their capitals, spaces and hyphens."""

    def __init__(self, mark: str = "-") -> None:
        self._mark = mark
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def add(self, base: str) -> str:
        """The name if it is new, else the name with the next number that makes it new."""
        name, key = base, folded(base)
        while folded(name) in self._taken:
            # Goes on from the last number: thousands of rows may have one name.
            self._numbers[key] = self._numbers.get(key, 1) + 1
            name = f"{base}{self._mark}{self._numbers[key]}"
        self._taken.add(folded(name))
        return name


def is_number(text: str) -> bool:
    """Whether a cell holds nothing but a number, which no title is."""
    return re.fullmatch(r"[-+]?\d+([.,]\d+)?", text.strip()) is not None
