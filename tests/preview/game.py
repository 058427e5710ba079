"""A small game on disk that uses what a preview has to follow: layouts, facts, terms, languages, rules, pictures."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

GAME = """\
id: ants
name: Ants
language: en
languages: [en, cs]
players: 2-3
sources: {r: {title: Rules}}
terms:
  caste:
    worker: {name: worker, colour: "#2A5F9E"}
    soldier: {name: soldier, colour: "#B3202C"}
facts:
  crumbs: {value: 3, source: r 1}
claims:
  enough: {says: There are enough ants., source: r 2, data: n(cards), is: ">=", rulebook: "facts.crumbs"}
sets: [cards/ants.yaml, cards/events.yaml, tokens/crumbs.yaml]
"""
ANTS = """\
kind: card
name: Ants
size: poker
layout: ant
back: ant-back
fields: {caste: term caste}
pieces:
  worker:
    caste: worker
    name: Worker
    text: Carry one crumb home.
    copies: 4
  soldier:
    caste: soldier
    name: Soldier
    text: Guard the gate.
    copies: 2
  scout:
    caste: worker
    name: Scout
    text: Look {{ facts.crumbs }} places ahead.
"""
EVENTS = """\
kind: card
name: Events
size: poker
layout: event
fields: {}
pieces:
  rain: {name: Rain, text: All go home.}
  sun: {name: Sun, text: All go out., copies: 2}
"""
CRUMBS = """\
kind: token
name: Crumbs
size: circle 20mm
fields: {}
pieces:
  crumb: {name: Crumb, art: art/crumb.png, copies: 5}
"""
ANT = """\
{% from "look.xml" import frame with context %}
<face>
  {{ frame(piece.caste.colour) }}
  <text inset="6 6 70 6" font-size="16pt">{{ piece.name }}</text>
  <text inset="30 6 10 6" font-size="11pt">{{ piece.text }}</text>
</face>
"""
LOOK = """\
{% macro frame(colour) %}<rect inset="0" bleed="true" fill="{{ colour }}"/><rect inset="4" fill="#FFFDF5"/>{% endmacro %}
"""
ANT_BACK = '<face><rect inset="0" bleed="true" fill="#5A4632"/></face>\n'
EVENT = """\
<face>
  <rect inset="0" bleed="true" fill="#DCE6F0"/>
  <text inset="6 6 70 6" font-size="14pt">{{ piece.name }} {{ piece.number }}/{{ set.total }}</text>
  <text inset="30 6 10 6" font-size="11pt">{{ piece.text }}</text>
</face>
"""
RULES = "# Ants\n\n## Aim\n\nFind {{ facts.crumbs }} crumbs.\n"
CZECH = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "card.text"
msgid "Guard the gate."
msgstr "Hlídej bránu."
"""


def write_game(folder: Path) -> Path:
    """The game, written into the folder ``ants`` below; that folder."""
    game = folder / "ants"
    files = {
        "game.yaml": GAME,
        "cards/ants.yaml": ANTS,
        "cards/events.yaml": EVENTS,
        "tokens/crumbs.yaml": CRUMBS,
        "layouts/ant.xml": ANT,
        "layouts/look.xml": LOOK,
        "layouts/ant-back.xml": ANT_BACK,
        "layouts/event.xml": EVENT,
        "rulebook/rules.md": RULES,
        "locale/cs.po": CZECH,
    }
    for name, text in files.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text, encoding="utf-8")
    (game / "art").mkdir()
    (game / "art/crumb.png").write_bytes(png((200, 150, 60)))
    return game


def edit(file: Path, old: str, new: str) -> None:
    """Write a file anew with the first of these words replaced."""
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {file}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def png(colour: tuple[int, int, int], side: int = 400) -> bytes:
    """A square picture of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + bytes(colour) * side) * side
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
