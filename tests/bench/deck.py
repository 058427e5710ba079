"""The decks that builds are timed on: games in a folder, always the same bytes for the same number of cards.

The card: 63 × 88 mm, nine to an A4 sheet, a common back. Front: ground in the card's colour, an inner panel, a title,
two corner icons and a large one, a rule, 25 to 40 words with two icons among them, a footer. With pictures, one fills
the card, under a panel for the title and one for the words.
"""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.bench.art import PictureForm, write_pictures

_ADJECTIVES = (
    "Příšerný Žluťoučký Ďábelský Šedivý Zářivý Věčný Bdělý Říční Úpěnlivý Křišťálový Jasný Půlnoční Železný Mlčenlivý"
).split()
_NOUNS = "kůň rytíř drak mlýn čaroděj poutník hřbitov měsíc úsvit příliv lovčí strážce šíp běžec jeřáb kovář".split()
_WORDS = (
    "jakmile tato karta vstoupí do hry vezme si každý hráč dvě karty a pak jednu vrátí na stůl kdo má méně než tři "
    "žetony štěstí přidá si jeden další nesmí však utéct ze souboje ani odhodit zbraň figurku posuň na vedlejší dílek "
    "a za pohyb nic neplatíš když svítá obrať kartu lícem dolů příšera útočí vždy na nejslabší družinu kůň předběhne "
    "jezdce o čtyři pole na konci tahu účinek vyhodnoť znovu nejvýše ale třikrát za kolo v noci platí dvojnásob u řeky "
    "se dá přebrodit jen s lanem i s koněm k tomu o žold nikdo nežádá"
).split()
_COLOURS = ("#7B1E2B", "#1E4D7B", "#2F6B3A", "#8A6D1B", "#4B2E83", "#37474F")


def _points(count: int, outer: float, inner: float) -> str:
    places = (
        (
            12 + (inner if n % 2 else outer) * math.sin(math.pi * n / count),
            12 - (inner if n % 2 else outer) * math.cos(math.pi * n / count),
        )
        for n in range(2 * count)
    )
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in places) + "Z"


def _disc(radius: float) -> str:
    return (
        f"M{12 - radius} 12a{radius} {radius} 0 1 1 {2 * radius} 0a{radius} {radius} 0 1 1 {-2 * radius} 0Z"
    )


ICONS = {
    "slunce": (("#E8A317", _points(16, 11, 7.5)), ("#FFD75E", _disc(6.2))),
    "hvezda": (("#7A3E9D", _points(5, 11, 4.6)), ("#B98AD6", _points(5, 6, 2.5))),
    "stit": (("#2B5C8A", "M12 1Q16 4 21.5 4Q22 18 12 23Q2 18 2.5 4Q8 4 12 1Z"), ("#9CC3E6", "M12 4Q15 6 19 6.4Q19 16 12 20Q5 16 5 6.4Q9 6 12 4Z")),
    "srdce": (("#B3202C", "M12 22C6 17 1.5 13 1.5 8C1.5 2 9.5 0 12 5C14.5 0 22.5 2 22.5 8C22.5 13 18 17 12 22Z"),),
    "kolo": (("#555555", _points(14, 11, 8.4)), ("#DDDDDD", _disc(4.2)), ("#333333", _disc(1.8))),
    "list": (("#2E7D32", "M3 21C3 9 9 3 22 2C22 13 17 20 6 19L3.6 21.8Z"), ("#A5D6A7", "M6 18C9 13 13 9 19 5C14.5 9.5 10.5 13.5 7 18.4Z")),
    "plamen": (("#D84315", "M12 1C13 6 19 9 19 15.5C19 20 16 23 12 23C8 23 5 20 5 15.5C5 12 7.5 10 8.5 7C10 8.5 10.5 9.5 10.4 11C12 9 12.6 5 12 1Z"), ("#FFB300", _disc(4))),
    "ruze": (("#AD1457", _points(9, 11, 8)), ("#EC407A", _points(7, 7.5, 5)), ("#F8BBD0", _disc(3))),
}  # fmt: skip

GAME_NAME = "Říše stínů"

_GAME = f"""\
id: bench
name: {GAME_NAME}
language: cs
players: 2-4
styles:
  bench-title: {{font: Barlow Condensed, weight: 700, size: 11pt, min-size: 8pt, align: center, valign: middle, hyphenate: false}}
  bench-body: {{font: Barlow Semi Condensed, size: 7.2pt}}
  bench-footer: {{font: Barlow Semi Condensed, size: 5pt, align: center}}
sets: [cards/deck.yaml]
print: {{paper: A4, bleed: 0mm, marks: crop}}
"""

_LAYOUT = """\
<face>
  <rect inset="0" bleed="true" fill="{{ piece.colour }}"/>
  <rect inset="3" rx="2.5" fill="#FFF9EC"/>
  <icon name="{{ piece.corner }}" x="4" y="4" size="6"/>
  <icon name="{{ piece.corner }}" x="53" y="78" size="6"/>
  <text x="11" y="4" width="41" height="6" style="bench-title">{{ piece.name }}</text>
  <icon name="{{ piece.icon }}" x="20.5" y="14.5" size="22"/>
  <line x1="6" y1="38" x2="57" y2="38" stroke="{{ piece.colour }}" stroke-width="0.3"/>
  <text x="6" y="39" width="51" height="37" style="bench-body">{{ piece.text }}</text>
  <text x="11" y="80" width="41" height="4" style="bench-footer">{{ game.name }} · {{ piece.number }}/{{ set.total }}</text>
</face>
"""

_PICTURE_LAYOUT = """\
<face>
  <image src="{{ piece.picture }}" inset="0" bleed="true"/>
  <rect x="3" y="3" width="57" height="8" rx="2" fill="#FFF9EC"/>
  <rect x="3" y="47" width="57" height="38" rx="2.5" fill="#FFF9EC"/>
  <icon name="{{ piece.corner }}" x="4" y="4" size="6"/>
  <icon name="{{ piece.corner }}" x="53" y="78" size="6"/>
  <text x="11" y="4" width="41" height="6" style="bench-title">{{ piece.name }}</text>
  <line x1="6" y1="48" x2="57" y2="48" stroke="{{ piece.colour }}" stroke-width="0.3"/>
  <text x="6" y="49" width="51" height="29" style="bench-body">{{ piece.text }}</text>
  <text x="11" y="80" width="41" height="4" style="bench-footer">{{ game.name }} · {{ piece.number }}/{{ set.total }}</text>
</face>
"""

_BACK = """\
<face>
  <rect inset="0" bleed="true" fill="#22303C"/>
  <rect inset="4" rx="2.5" fill="none" stroke="#E8A317" stroke-width="0.6"/>
  <icon name="slunce" x="16.5" y="29" size="30"/>
</face>
"""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck to write.

    Attributes:
        cards: How many, all distinct.
        pictures: Form of the pictures that the cards are drawn on; None for cards without.
        distinct_words: Whether no word occurs twice, so that caches of words do not help.
        table: Whether the cards are rows of a CSV file.
    """

    cards: int
    pictures: PictureForm | None = None
    distinct_words: bool = False
    table: bool = False

    @property
    def name(self) -> str:
        """What tables call it."""
        kind = f" {self.pictures}" if self.pictures else ""
        words = " distinct words" if self.distinct_words else ""
        return f"{self.cards} cards{kind}{words}{' in a table' if self.table else ''}"


class Card(NamedTuple):
    """What a card says; ``text`` has icons as ``:name:``, ``picture`` is a path in the deck's folder or empty."""

    key: str
    name: str
    colour: str
    corner: str
    icon: str
    text: str
    picture: str


def write_deck(folder: Path, deck: Deck) -> list[Card]:
    """Write a game into ``folder``, which is made when missing; its cards."""
    for part in ("cards", "layouts", "icons"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(_GAME, encoding="utf-8")
    pictures: list[str] = []
    layout = _LAYOUT
    if deck.pictures:
        pictures = [f"art/{name}" for name in write_pictures(folder / "art", deck.pictures)]
        layout = _PICTURE_LAYOUT
    (folder / "layouts" / "bench.xml").write_text(layout, encoding="utf-8")
    (folder / "layouts" / "bench-back.xml").write_text(_BACK, encoding="utf-8")
    for name, paths in ICONS.items():
        body = "".join(f'<path fill="{colour}" d="{d}"/>' for colour, d in paths)
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{body}</svg>\n'
        (folder / "icons" / f"{name}.svg").write_text(svg, encoding="utf-8")
    cards = list(_cards(deck, pictures))
    _write_cards(folder, deck, cards)
    return cards


def edit_deck(folder: Path, deck: Deck, cards: list[Card], number: int) -> None:
    """Say something else on the card in the middle, at each number something else again; 0 for the deck as it was."""
    changed = list(cards)
    middle = len(changed) // 2
    if number:
        changed[middle] = changed[middle]._replace(text=f"Jen {number} :kolo: zbývá.")
    _write_cards(folder, deck, changed)


def _write_cards(folder: Path, deck: Deck, cards: list[Card]) -> None:
    picture = ", picture: picture" if deck.pictures else ""
    lines = [
        "kind: card", "name: Karty", "size: poker", "layout: bench", "back: bench-back",
        f"fields: {{colour: text, corner: icon, icon: icon{picture}}}",
    ]  # fmt: skip
    if deck.table:
        columns = len(Card._fields) - (0 if deck.pictures else 1)
        titles = ("id", *Card._fields[1:])
        with (folder / "cards" / "deck.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(row[:columns] for row in (titles, *cards))
        lines.append("rows: deck.csv")
    else:
        lines += ["pieces:", *map(_entry, cards)]
    (folder / "cards" / "deck.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _entry(card: Card) -> str:
    picture = f", picture: {card.picture}" if card.picture else ""
    return (
        f"  {card.key}: {{name: {card.name}, colour: '{card.colour}', corner: {card.corner}, icon: {card.icon}"
        f"{picture}, text: '{card.text}'}}"
    )


def _cards(deck: Deck, pictures: list[str]) -> Iterator[Card]:
    dice = random.Random(20240 + deck.cards)
    for number in range(deck.cards):
        text = _text(dice, number, distinct_words=deck.distinct_words)
        yield Card(
            key=f"k{number + 1:05}",
            name=f"{dice.choice(_ADJECTIVES)} {dice.choice(_NOUNS)}",
            colour=_COLOURS[number % len(_COLOURS)],
            corner=dice.choice(list(ICONS)),
            icon=dice.choice(list(ICONS)),
            text=text,
            picture=pictures[number % len(pictures)] if pictures else "",
        )


def _text(dice: random.Random, number: int, *, distinct_words: bool) -> str:
    length, start = dice.randint(25, 40), dice.randrange(len(_WORDS))
    words = [
        _WORDS[(start + n) % len(_WORDS)] if dice.random() < 0.8 else dice.choice(_WORDS)
        for n in range(length)
    ]
    if distinct_words:
        words = [_made_up(number * 40 + n) for n in range(length)]
    for place in sorted(dice.sample(range(3, length - 2), 2), reverse=True):
        words.insert(place, f":{dice.choice(list(ICONS))}:")
    return " ".join([words[0].capitalize(), *words[1:]]) + "."


_SYLLABLES = [first + second for second in "aáeéěiíoóuúůyý" for first in "bcčdďfghjklmnňprřsštťvzž"]


def _made_up(number: int) -> str:
    """A word of two or three syllables, like no other number's."""
    word = ""
    number += len(_SYLLABLES)
    while number:
        number, digit = divmod(number, len(_SYLLABLES))
        word += _SYLLABLES[digit]
    return word
