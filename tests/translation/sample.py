"""A small game in Czech with translations, in a folder."""

from pathlib import Path

from pnp.build.workshop import Workshop, open_workshop
from pnp.diagnostics import Diagnostic
from pnp.i18n import Catalogue, Entry, write_catalogue
from pnp.model import Game
from pnp.translation import Translations
from tests.load.folder import write

GAME = """
id: test
name: Zkouška
language: cs
languages: [cs, pl]
players: 2-4
terms:
  weapon:
    bow:
      name: luk
      icon: high-shot
      colour: "#B3202C"
      gender: m
      forms: {acc: luk, pl: luky}
      data: {effect: Střílí daleko., power: 2}
    sword: {name: meč, icon: broadsword, data: {effect: Seká., power: 3}}
facts:
  hand: {value: 2, assumed: true}
sets: [cards/deck.yaml]
"""

DECK = """
kind: card
name: Karty zbraní
total: 3
fields: {weapon: term weapon, back-name: text}
defaults: {back-name: Zbraň}
pieces:
  own:
    for: {weapon: weapon}
    name: "{{ weapon.name | capital }}"
    text: "{{ weapon.effect }}"
  bomb: {weapon: bow, name: Bomba, text: "Zabij :unlit-bomb: a lízni {{ facts.hand | reads(2, 'dvě karty') }}."}
labels: {back-name: null}
"""

RULES = """
---
title: Pravidla
---

# O co jde

Vezmi [luk](bow) a lízni {{ facts.hand }} {{ facts.hand | plural(one='kartu', few='karty', other='karet') }}.

| Zbraň | Síla |
|---|---|
| [luk](bow) | {{ terms.weapon.bow.power }} |

- **Boj** trvá tři kola.
"""

POLISH = {
    ("game.name", "Zkouška"): "Próba",
    ("term.name", "luk"): "łuk",
    ("term.gender/weapon.bow", "m"): "m",
    ("term.forms/weapon.bow", "acc: luk\npl: luky"): "acc: łuk\npl: łuki\nins: łukiem",
    ("term.effect", "Střílí daleko."): "Strzela daleko.",
    ("term.name", "meč"): "miecz",
    ("term.forms/weapon.sword", "-"): "-",
    ("term.effect", "Seká."): "Tnie.",
    ("set.name", "Karty zbraní"): "Karty broni",
    ("card.back-name", "Zbraň"): "Broń",
    ("card.name", "Bomba"): "Bomba",
    ("card.text", "Zabij :unlit-bomb: a lízni {{ facts.hand | reads(2, 'dvě karty') }}."): (
        "Zabij :unlit-bomb: i dobierz {{ facts.hand | reads(2, 'dwie karty') }}."
    ),
    ("", "Pravidla"): "Zasady",
    ("", "O co jde"): "O co chodzi",
    (
        "",
        "Vezmi [luk](bow) a lízni {{ facts.hand }} "
        "{{ facts.hand | plural(one='kartu', few='karty', other='karet') }}.",
    ): (
        "Weź [łuk](bow) i dobierz {{ facts.hand }} "
        "{{ facts.hand | plural(one='kartę', few='karty', many='kart') }}."
    ),
    ("", "Zbraň"): "Broń",
    ("", "Síla"): "Siła",
    ("", "[luk](bow)"): "[łuk](bow)",
    ("", "**Boj** trvá tři kola."): "**Walka** trwa trzy rundy.",
}


def po(translations: dict[tuple[str, str], str], language: str = "pl") -> bytes:
    entries = (Entry(source, words, context) for (context, source), words in translations.items())
    return write_catalogue(Catalogue(language, tuple(entries)), "test")


def game_folder(folder: Path, translations: dict[tuple[str, str], str] | None = None, **files: str) -> Path:
    """The game with a Polish file of translations; ``POLISH`` unless others are given."""
    content = {
        "game.yaml": GAME,
        "cards/deck.yaml": DECK,
        "rulebook/pravidla.md": RULES,
        "locale/pl.po": po(POLISH if translations is None else translations),
    }
    return write(folder, {**content, **files})


def opened(folder: Path) -> tuple[Workshop, Game, Translations]:
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None
    assert list(workshop.diagnostics) == []
    return workshop, workshop.game, Translations(workshop.game)


def with_entry(source: str, words: str, context: str = "card.text") -> dict[tuple[str, str], str]:
    """``POLISH`` with another translation of one text."""
    assert (context, source) in POLISH
    return POLISH | {(context, source): words}


def told(found: list[Diagnostic]) -> list[str]:
    return [f"{item.code} {item.message}" for item in found]
