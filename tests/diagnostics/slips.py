"""Typical slips of designers, in a small game that has everything in which one can slip.

A row is a file, the text that it should have, and the text that was typed instead.
"""

from __future__ import annotations

from typing import NamedTuple

GAME = {
    "game.yaml": """\
id: doom
name: Doom
language: en
languages: [en, de]
players: 2-4
credits: {design: Ann}
sources:
  r: {title: Rules, date: 2024-01-05}
sizes:
  small: 44x68mm
styles:
  body: {font: Barlow, size: 8pt, colour: black}
  loud: {extends: body, weight: 700}
terms:
  weapon:
    sword: {name: sword, colour: "#B3202C", icon: broadsword, forms: {pl: swords}}
    bow: {name: bow, icon: high-shot}
  place:
    coast: {name: coast}
facts:
  hand: {value: 2, source: r 3}
  target: {value: 4, source: r 3}
claims:
  D1: {says: Six cards lie ready, source: r 3, data: sum(p.copies for p in cards), is: ==, rulebook: facts.hand + facts.target}
sets: [cards/*.yaml]
print: {paper: A4, bleed: 3mm, marks: crop, duplex: long-edge}
""",
    "cards/deck.yaml": """\
kind: card
name: Deck
layout: weapon
size: poker
fields: {attack: number 0..9, weapon: term weapon, places: terms place?, holy: flag?, note2: text?}
defaults: {copies: 1}
pieces:
  bow:
    name: Bow
    weapon: bow
    attack: 3
    text: "Draw {{ facts.hand }} cards and gain :coins:."
    copies: 2
  sword:
    name: Sword
    weapon: sword
    attack: 5
    places: [coast]
    text: "A [sword](sword) of **steel**."
    note2: "{{ piece.attack }} of {{ count(cards) }} {{ piece.weapon.name }} {{ facts.hand | plural(one='card', other='cards') }}"
""",
    "cards/foes.yaml": """\
kind: card
rows: foes.csv
fields: {life: number, home: term place}
labels: {life: Life, home: Home}
""",
    "cards/foes.csv": """\
id,name,copies,life,home,text
wolf,Wolf,2,3,coast,It howls.
bear,Bear,1,5,coast,It growls.
""",
    "layouts/weapon.xml": """\
<face>
  <rect inset="0" bleed="true" fill="{{ piece.weapon.colour }}" ink="full"/>
  <text x="5" y="5" width="53" height="8" style="loud" align="center" colour="white">{{ piece.name }}</text>
  <icon name="{{ piece.weapon.icon }}" x="5" y="20" size="12" colour="white"/>
  <text x="5" y="40" width="53" height="30" style="body" valign="middle" colour="white">{{ piece.text }}</text>
  <circle cx="55" cy="80" r="4" stroke="white" stroke-width="0.3"/>
  {% for each in piece.places %}<text x="5" y="80" width="40" height="5" style="body" colour="white">{{ each }}</text>{% endfor %}
  <text x="51" y="78" width="8" height="4" style="body" align="center" colour="white">{{ piece.attack }}</text>
</face>
""",
    "rulebook/rules.md": """\
# Doom

Draw {{ facts.hand }} cards. A [sword](sword) wins :trophy:.

:::components

:::piece deck/bow

:::columns 2
Play until {{ facts.target }} points.
:::
""",
    "locale/de.po": """\
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "card.text"
msgid "Draw {{ facts.hand }} cards and gain :coins:."
msgstr "Ziehe {{ facts.hand }} Karten und nimm :coins:."

msgctxt "card.text"
msgid "A [sword](sword) of **steel**."
msgstr "Ein [Schwert](sword) aus **Stahl**."
""",
}
"""A game without a finding, but for texts that are not translated."""


class Slip(NamedTuple):
    """One slip.

    Attributes:
        file: Where it is.
        right: The text that is there in the game.
        wrong: The text that was typed.
    """

    file: str
    right: str
    wrong: str


_G, _D, _F, _C, _L, _R, _P = GAME

SLIPS = (
    # Keys: typos, capitals, plural for singular, other spelling, another program's word
    Slip(_G, "name: Doom", "nmae: Doom"),
    Slip(_G, "language: en\n", "langauge: en\n"),
    Slip(_G, "language: en\n", "Language: en\n"),
    Slip(_G, "languages:", "langs:"),
    Slip(_G, "players:", "player:"),
    Slip(_G, "credits:", "credit:"),
    Slip(_G, "credits:", "authors:"),
    Slip(_G, "sources:", "source:"),
    Slip(_G, "sizes:", "size:"),
    Slip(_G, "styles:", "style:"),
    Slip(_G, "styles:", "Styles:"),
    Slip(_G, "terms:", "term:"),
    Slip(_G, "facts:", "fact:"),
    Slip(_G, "facts:", "Facts:"),
    Slip(_G, "claims:", "claim:"),
    Slip(_G, "sets:", "set:"),
    Slip(_G, "sets:", "decks:"),
    Slip(_G, "print:", "printing:"),
    Slip(_G, "font: Barlow", "fonts: Barlow"),
    Slip(_G, "font: Barlow", "family: Barlow"),
    Slip(_G, "size: 8pt", "font-size: 8pt"),
    Slip(_G, "colour: black", "color: black"),
    Slip(_G, 'colour: "#B3202C"', 'color: "#B3202C"'),
    Slip(_G, "extends: body", "extend: body"),
    Slip(_G, "weight: 700", "wieght: 700"),
    Slip(_G, "name: coast", "nam: coast"),
    Slip(_G, "icon: high-shot", "icons: high-shot"),
    Slip(_G, "forms: {pl: swords}", "form: {pl: swords}"),
    Slip(_G, "value: 2, source", "values: 2, source"),
    Slip(_G, "value: 2, source", "Value: 2, source"),
    Slip(_G, "source: r 3}\n  target", "src: r 3}\n  target"),
    Slip(_G, "says: Six", "say: Six"),
    Slip(_G, "rulebook: facts", "rules: facts"),
    Slip(_G, "paper: A4", "papper: A4"),
    Slip(_G, "bleed: 3mm", "bleeds: 3mm"),
    Slip(_G, "marks: crop", "mark: crop"),
    Slip(_G, "duplex: long", "duplx: long"),
    Slip(_G, "title: Rules", "tittle: Rules"),
    Slip(_D, "kind: card", "kin: card"),
    Slip(_D, "kind: card", "type: card"),
    Slip(_D, "layout: weapon", "layouts: weapon"),
    Slip(_D, "layout: weapon", "template: weapon"),
    Slip(_D, "size: poker", "sizes: poker"),
    Slip(_D, "fields: {", "field: {"),
    Slip(_D, "defaults:", "default:"),
    Slip(_D, "pieces:", "piece:"),
    Slip(_D, "pieces:", "cards:"),
    Slip(_D, "    weapon: sword", "    weapn: sword"),
    Slip(_D, "    weapon: sword", "    weapons: sword"),
    Slip(_D, "    attack: 5", "    atack: 5"),
    Slip(_D, "    attack: 5", "    Attack: 5"),
    Slip(_D, "    places: [", "    place: ["),
    Slip(_D, "    copies: 2", "    copy: 2"),
    Slip(_D, "    copies: 2", "    qty: 2"),
    Slip(_D, "    copies: 2", "    Copies: 2"),
    Slip(_D, '    text: "A [', '    txt: "A ['),
    Slip(_D, "    name: Sword", "    title: Sword"),
    Slip(_F, "rows:", "row:"),
    Slip(_F, "rows:", "table:"),
    Slip(_F, "rows:", "csv:"),
    Slip(_F, "rows:", "file:"),
    Slip(_F, "rows:", "data:"),
    Slip(_F, "rows:", "spreadsheet:"),
    Slip(_F, "labels:", "label:"),
    Slip(_F, "labels: {life", "labels: {lief"),
    # Values: typos, capitals, plural, wrong kind, wrong unit
    Slip(_G, "language: en\n", "language: english\n"),
    Slip(_G, "language: en\n", "language: EN\n"),
    Slip(_G, "players: 2-4", "players: two"),
    Slip(_G, "44x68mm", "44x68"),
    Slip(_G, "44x68mm", "44x68m"),
    Slip(_G, "44x68mm", "44,5x68mm"),
    Slip(_G, "44x68mm", "44 by 68 mm"),
    Slip(_G, "font: Barlow", "font: Barlo"),
    Slip(_G, "font: Barlow", "font: barlow"),
    Slip(_G, "font: Barlow", "font: Arial"),
    Slip(_G, "size: 8pt", "size: 8"),
    Slip(_G, "size: 8pt", "size: 8px"),
    Slip(_G, "size: 8pt", "size: 8,5pt"),
    Slip(_G, "colour: black", "colour: blak"),
    Slip(_G, "colour: black", "colour: red"),
    Slip(_G, "colour: black", "colour: #000000"),
    Slip(_G, "colour: black", 'colour: "000000"'),
    Slip(_G, "extends: body", "extends: boddy"),
    Slip(_G, "extends: body", "extends: Body"),
    Slip(_G, "weight: 700", "weight: bold"),
    Slip(_G, "icon: high-shot", "icon: high-shoot"),
    Slip(_G, "icon: high-shot", "icon: high_shot"),
    Slip(_G, "icon: high-shot", "icon: highshot"),
    Slip(_G, "icon: broadsword", "icon: Broadsword"),
    Slip(_G, "icon: broadsword", "icon: brodsword"),
    Slip(_G, "{value: 2, source: r 3}", "{value: 2, source: rules 3}"),
    Slip(_G, "paper: A4", "paper: A44"),
    Slip(_G, "paper: A4", "paper: a4"),
    Slip(_G, "paper: A4", "paper: letters"),
    Slip(_G, "bleed: 3mm", "bleed: 3"),
    Slip(_G, "bleed: 3mm", "bleed: 3 milimeters"),
    Slip(_G, "marks: crop", "marks: crops"),
    Slip(_G, "marks: crop", "marks: cropmarks"),
    Slip(_G, "duplex: long-edge", "duplex: long"),
    Slip(_G, "duplex: long-edge", "duplex: long_edge"),
    Slip(_G, "duplex: long-edge", "duplex: longedge"),
    Slip(_G, "is: ==", "is: ="),
    Slip(_G, "sets: [cards/*.yaml]", "sets: [cards/*.yml]"),
    Slip(_G, "sets: [cards/*.yaml]", "sets: [card/*.yaml]"),
    Slip(_G, "sets: [cards/*.yaml]", "sets: [cards/dek.yaml, cards/foes.yaml]"),
    Slip(_D, "kind: card", "kind: cards"),
    Slip(_D, "kind: card", "kind: Card"),
    Slip(_D, "kind: card", "kind: deck"),
    Slip(_D, "layout: weapon", "layout: weapn"),
    Slip(_D, "layout: weapon", "layout: Weapon"),
    Slip(_D, "layout: weapon", "layout: weapon.xml"),
    Slip(_D, "layout: weapon", "layout: layouts/weapon.xml"),
    Slip(_D, "size: poker", "size: Poker"),
    Slip(_D, "size: poker", "size: pocker"),
    Slip(_D, "size: poker", "size: smal"),
    Slip(_D, "size: poker", "size: mini"),
    Slip(_D, "size: poker", "size: 63x88"),
    Slip(_D, "attack: number 0..9", "attack: numbr 0..9"),
    Slip(_D, "attack: number 0..9", "attack: Number 0..9"),
    Slip(_D, "attack: number 0..9", "attack: int"),
    Slip(_D, "attack: number 0..9", "attack: number 0-9"),
    Slip(_D, "weapon: term weapon,", "weapon: term weapons,"),
    Slip(_D, "weapon: term weapon,", "weapon: term Weapon,"),
    Slip(_D, "weapon: term weapon,", "weapon: weapon,"),
    Slip(_D, "places: terms place?", "places: list term place?"),
    Slip(_D, "holy: flag?", "holy: bool?"),
    Slip(_D, "note2: text?", "note2: string?"),
    Slip(_D, "    weapon: sword", "    weapon: swrod"),
    Slip(_D, "    weapon: sword", "    weapon: Sword"),
    Slip(_D, "    weapon: sword", "    weapon: swords"),
    Slip(_D, "    weapon: sword", "    weapon: axe"),
    Slip(_D, "    places: [coast]", "    places: [cost]"),
    Slip(_D, "    places: [coast]", "    places: coast sea"),
    Slip(_D, "    attack: 5", "    attack: five"),
    Slip(_D, "    attack: 5", "    attack: 55"),
    Slip(_D, "    attack: 5", "    attack: +5"),
    Slip(_D, "    attack: 5", "    attack: 5,5"),
    Slip(_D, "    copies: 2", "    copies: 2x"),
    Slip(_D, "    copies: 2", "    copies: 10-Mar"),
    Slip(_D, "    copies: 2", "    copies: two"),
    # YAML
    Slip(_D, "    attack: 5", "    attack:5"),
    Slip(_D, "    attack: 5", "\tattack: 5"),
    Slip(_D, "    attack: 5", "   attack: 5"),
    Slip(_D, "    attack: 5", "    attack 5"),
    Slip(_D, "  sword:\n    name", "  sword\n    name"),
    Slip(_D, "  sword:\n    name", "  - sword:\n    name"),
    Slip(_D, "  sword:\n    name", "  !sword: {}\n  sword:\n    name"),
    Slip(_D, "  sword:\n    name", "  - #2\n    name"),
    Slip(_D, "  sword:\n    name", "  Sword 2:\n    name"),
    Slip(_D, "  sword:\n    name", "  bow:\n    name"),
    Slip(_D, "name: Sword", "name: Sword: the long one"),
    Slip(_D, "name: Sword", "name: 'Sword"),
    Slip(_D, "name: Sword", "name: \u201cSword\u201d"),
    Slip(_D, "name: Sword", "name: {{ facts.hand }} swords"),
    Slip(_D, "name: Sword", "name: @Sword"),
    Slip(_D, "name: Sword", "name: %Sword"),
    Slip(_D, "name: Sword", "name: *Sword*"),
    Slip(_D, "name: Sword", "name: [Sword"),
    Slip(_D, 'steel**."', "steel**."),
    Slip(_D, "places: [coast]", "places: coast]"),
    Slip(_D, "{copies: 1}", "{copies: 1"),
    Slip(_D, "{copies: 1}", "{copies:1}"),
    Slip(_D, "terms place?, holy", "terms place? holy"),
    # Texts: marks, icons, terms, facts, expressions
    Slip(_D, ":coins:", ":coin:"),
    Slip(_D, ":coins:", ":Coins:"),
    Slip(_D, ":coins:", ":gold:"),
    Slip(_D, "gain :coins:.", "gain :coins."),
    Slip(_D, "gain :coins:.", "gain 2 :coins and more."),
    Slip(_D, "[sword](sword)", "(sword)[sword]"),
    Slip(_R, "[sword](sword)", "[sword] (sword)"),
    Slip(_R, ":trophy:", ":trophy"),
    Slip(_D, ":coins:", ":coins"),
    Slip(_D, "(sword)", "(swrod)"),
    Slip(_D, "(sword)", "(Sword)"),
    Slip(_D, "(sword)", "(swords)"),
    Slip(_D, "[sword](sword)", "[sword] (sword)"),
    Slip(_D, "[sword](sword)", "[sword][sword]"),
    Slip(_D, "**steel**", "**steel*"),
    Slip(_D, "**steel**", "<b>steel</b>"),
    Slip(_D, "**steel**", "__steel__"),
    Slip(_D, "facts.hand", "fact.hand"),
    Slip(_D, "facts.hand", "facts.hnad"),
    Slip(_D, "facts.hand", "facts.Hand"),
    Slip(_D, "facts.hand", "hand"),
    Slip(_D, "other='cards'", "others='cards'"),
    Slip(_D, "{{ piece.attack", "{{ peice.attack"),
    Slip(_D, "{{ piece.attack", "{{ piece.atack"),
    Slip(_D, "piece.weapon.name", "piece.weapon.nam"),
    Slip(_D, "{{ facts.hand }}", "{{ facts.hand }"),
    Slip(_D, "{{ facts.hand }}", "{ facts.hand }"),
    Slip(_D, "| plural(", "| plurl("),
    Slip(_D, "count(cards)", "cout(cards)"),
    # Claims
    Slip(_G, "sum(p.copies for p in cards)", "sun(p.copies for p in cards)"),
    Slip(_G, "sum(p.copies for p in cards)", "sum(p.copy for p in cards)"),
    Slip(_G, "sum(p.copies for p in cards)", "sum(p.copies for p in card)"),
    Slip(_G, "sum(p.copies for p in cards)", "sum(p.copies for q in cards)"),
    Slip(_G, "sum(p.copies for p in cards)", "sum(p.copies in cards)"),
    Slip(_G, "facts.hand + ", "fact.hand + "),
    Slip(_G, "facts.hand + ", "facts.hands + "),
    # Layouts
    Slip(_L, "<rect ", "<rectangle "),
    Slip(_L, "<rect ", "<Rect "),
    Slip(_L, "<circle ", "<cirle "),
    Slip(_L, '<icon name="{{', '<icons name="{{'),
    Slip(_L, '<icon name="{{', '<icon icon="{{'),
    Slip(_L, 'fill="{{', 'fil="{{'),
    Slip(_L, 'fill="{{', 'colour="{{'),
    Slip(_L, 'fill="{{', 'color="{{'),
    Slip(_L, 'align="center" colour="white">{{ piece.n', 'align="center" color="white">{{ piece.n'),
    Slip(_L, 'align="center" colour="white">{{ piece.n', 'align="center" fill="white">{{ piece.n'),
    Slip(_L, 'align="center" colour="white">{{ piece.n', 'align="centre" colour="white">{{ piece.n'),
    Slip(_L, 'align="center" colour="white">{{ piece.n', 'align="middle" colour="white">{{ piece.n'),
    Slip(_L, 'align="center" colour="white">{{ piece.n', 'text-align="center" colour="white">{{ piece.n'),
    Slip(_L, 'valign="middle"', 'valign="center"'),
    Slip(_L, 'valign="middle"', 'vertical-align="middle"'),
    Slip(_L, 'stroke-width="0.3"', 'strokewidth="0.3"'),
    Slip(_L, 'stroke-width="0.3"', 'stroke_width="0.3"'),
    Slip(_L, 'stroke-width="0.3"', 'stroke-width="0,3"'),
    Slip(_L, 'r="4" stroke="white"', 'r="4" stroke="wihte"'),
    Slip(_L, 'r="4" stroke="white"', 'r="4" stroke="White"'),
    Slip(_L, 'r="4" stroke="white"', 'radius="4" stroke="white"'),
    Slip(_L, 'bleed="true"', 'bleed="yes"'),
    Slip(_L, 'bleed="true"', 'bleeds="true"'),
    Slip(_L, 'ink="full"', 'ink="ful"'),
    Slip(_L, 'style="loud"', 'style="laud"'),
    Slip(_L, 'style="loud"', 'styles="loud"'),
    Slip(_L, 'style="loud"', 'class="loud"'),
    Slip(_L, "{{ piece.name }}", "{{ piece.nmae }}"),
    Slip(_L, "{{ piece.name }}", "{{ Piece.name }}"),
    Slip(_L, "{{ piece.name }}", "{{ name }}"),
    Slip(_L, "{{ piece.attack }}", "{{ attack }}"),
    Slip(_L, "{{ piece.attack }}", "{{ card.attack }}"),
    Slip(_L, "{{ piece.attack }}", "{{ piece.attck }}"),
    Slip(_L, "{{ piece.attack }}", "{{ piece.attack | uper }}"),
    Slip(_L, "{{ piece.attack }}", "{{ loop }}"),
    Slip(_L, "{{ piece.weapon.icon }}", "{{ piece.weapon.icn }}"),
    Slip(_L, "in piece.places", "in piece.place"),
    Slip(_L, "{% endfor %}", "{% end for %}"),
    Slip(_L, "{% endfor %}", "{% endif %}"),
    Slip(_L, "</face>", "</faces>"),
    # Tables
    Slip(_C, "id,name,copies", "ids,name,copies"),
    Slip(_C, "id,name,copies", "id,nmae,copies"),
    Slip(_C, "id,name,copies", "id,name,copy"),
    Slip(_C, "id,name,copies", "id,name,count"),
    Slip(_C, "copies,life", "copies,lives"),
    Slip(_C, "copies,life", "copies,lif"),
    Slip(_C, "home,text", "hme,text"),
    Slip(_C, "1,5,coast", "1,5,cost"),
    Slip(_C, "1,5,coast", "1,5,Coasts"),
    Slip(_C, "1,5,coast", "1,five,coast"),
    Slip(_C, "bear,Bear", "wolf,Bear"),
    Slip(_F, "rows: foes.csv", "rows: foe.csv"),
    Slip(_F, "rows: foes.csv", "rows: cards/foes.csv"),
    Slip(_F, "rows: foes.csv", "rows: Foes.csv"),
    # Rule sheets
    Slip(_R, ":::components", ":::component"),
    Slip(_R, ":::components", "::: components"),
    Slip(_R, ":::components", "::components"),
    Slip(_R, ":::piece deck/bow", ":::piece deck/bwo"),
    Slip(_R, ":::piece deck/bow", ":::piece bow"),
    Slip(_R, ":::piece deck/bow", ":::piece decks/bow"),
    Slip(_R, ":::piece deck/bow", ":::pieces deck/bow"),
    Slip(_R, ":::columns 2", ":::column 2"),
    Slip(_R, ":::columns 2", ":::columns two"),
    Slip(_R, ":trophy:", ":throphy:"),
    Slip(_R, ":trophy:", ":Trophy:"),
    Slip(_R, "(sword)", "(sward)"),
    Slip(_R, "facts.target", "facts.tarket"),
    Slip(_R, "facts.target", "fact.target"),
    # PO files
    Slip(_P, "msgctxt", "msgctx"),
    Slip(_P, 'msgstr "Ziehe', 'msgst "Ziehe'),
    Slip(_P, "(sword) aus", "(Schwert) aus"),
    Slip(_P, "[Schwert](sword)", "[Schwert](swrod)"),
    Slip(_P, "nimm :coins:", "nimm :coin:"),
    Slip(_P, "nimm :coins:", "nimm :muenzen:"),
    Slip(_P, "Ziehe {{ facts.hand }}", "Ziehe {{ facts.hadn }}"),
    Slip(_P, "Ziehe {{ facts.hand }}", "Ziehe {{ fakten.hand }}"),
    Slip(_P, "Language: de", "Language: ed"),
)
