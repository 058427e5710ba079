"""Keys of rule sheets: whatever changes a sheet changes its key, and what it does not show does not."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from pnp.build.books import BookKeys, compose_books
from pnp.build.composing import compose
from pnp.build.edition import Edition
from pnp.build.face_cache import FaceKeys
from pnp.build.request import print_profile
from pnp.build.workshop import open_workshop
from pnp.model import RulebookSource
from pnp.translation import Translations
from tests.build.test_face_key import written

FACTS = "facts: {rows: {value: [1, 3, 1], source: r 1}, fixed: {value: [red], source: r 1}, "
TILES = """\
kind: tile
size: circle 20mm
layout: tile
fields: {colour: term colour}
pieces:
  ruby: {name: Ruby, colour: red}
  sea: {name: Sea, colour: blue}
"""
TILE = (
    '<face><rect inset="0" fill="{{ piece.colour.colour }}"/><text inset="3">{{ piece.name }}</text></face>'
)
PO = """\
msgid ""
msgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"

msgctxt "card.text"
msgid "Take {{ facts.hand }}."
msgstr "Vezmi {{ facts.hand }}."

msgctxt "set.name"
msgid "c"
msgstr "mince"

msgid "You draw."
msgstr "Vem."

msgid "Unknown."
msgstr "Nezn."
"""
SHEETS = {
    "words": "You draw.",
    "fact": "Take {{ facts.hand }}.",
    "term": "This is [red](red), {{ terms.red.forms.pl }}.",
    "players": "For {{ players.max }} players of {{ game.name }}.",
    "count": "There are {{ len(cards) }} cards.",
    "set": "There are {{ n(sets.c) }} tokens.",
    "braces": "Write {strength}.",
    "piece": ":::piece a/one",
    "back": ":::piece a/two {side=back}",
    "unprinted": ":::piece c/spare",
    "callouts": ":::callouts c/coin\n- name: Money\n:::",
    "steps": ":::steps\n- a/four: Look.\n:::",
    "components": ":::components",
    "component": ":::components c",
    "setup": ":::setup",
    "credits": ":::credits",
}
EVERY = set(SHEETS)
WHOLE = {"count"}
"""The sheet that reads the whole game, because it counts cards."""
FIRST = {"count", "components"}
"""The sheets that are set again when the first piece of a set has changed, or a piece that it shows."""
EDITS = [
    ("game.yaml", "value: 5", "value: 6", EVERY),
    ("game.yaml", "#B3202C", "#B3202D", EVERY),
    ("game.yaml", "2-4", "2-5", EVERY),
    ("game.yaml", "size: 9pt", "size: 6pt", EVERY),
    ("game.yaml", "{title: Rules}", "{title: Book}", EVERY),
    ("game.yaml", "language: en", "language: en\nnotice: A draft\ncredits: {design: [Ann]}", EVERY),
    ("game.yaml", "[1, 3, 1]", "[2, 3, 2]", EVERY),
    ("tokens/c.yaml", "kind: token\n", "kind: token\nname: Money\n", EVERY),
    ("cards/b.yaml", "power: number?", "power: number?, strength: number?", EVERY),
    ("rulebook/words.md", "draw", "drew", {"words"}),
    ("cards/a.yaml", "Take", "Grab", {*FIRST, "piece"}),
    ("cards/a.yaml", "This is", "Here is", {*WHOLE, "steps"}),
    ("cards/a.yaml", "copies: 2", "copies: 3", {*FIRST, "component"}),
    ("cards/a.yaml", "  one:", "  new: {name: New, colour: red}\n  one:", {*FIRST, "component", "steps"}),
    ("cards/a.yaml", "one: {", "one: {copies: 0, ", {*FIRST, "component", "piece", "steps"}),
    ("tokens/c.yaml", "Spare", "More", {*WHOLE, "set", "unprinted"}),
    ("tokens/c.yaml", "name: Coin", "name: Crown", {*FIRST, "set", "component", "callouts"}),
    ("tokens/c.yaml", "coin: {", "coin: {copies: 4, ", {*FIRST, "set", "component", "callouts"}),
    ("tiles/d.yaml", "Ruby,", "Fire,", {*FIRST, "setup"}),
    ("tiles/d.yaml", "Ruby, colour: red", "Ruby, colour: blue", {*FIRST, "setup"}),
    ("layouts/part/pen.xml", 'inset="0"', 'inset="1"', {*FIRST, "piece", "steps"}),
    ("layouts/c.xml", 'inset="3"', 'inset="4"', {*FIRST, "unprinted", "component", "callouts"}),
    (
        "layouts/back.xml",
        "<text",
        '<icon name="broadsword" x="3" y="3" size="9"/><text',
        {*WHOLE, "back", "credits"},
    ),
    ("locale/cs.po", "Vem.", "Vezmi si.", {"words"}),
    ("locale/cs.po", "Vezmi", "Ber", {*FIRST, "piece"}),
    ("locale/cs.po", '"mince"', '"peníze"', EVERY),
]
"""Edits that show on a sheet, and the sheets that are set again."""
UNSEEN = [
    ("cards/a.yaml", "Drop", "Lose", {*WHOLE, "back"}),
    ("tiles/d.yaml", "Sea", "Ocean", {*WHOLE, "setup"}),
    ("cards/a.yaml", "pieces:", "# moved\n\npieces:", set()),
    ("game.yaml", "sets:", "claims: {one: {data: 1, rulebook: 1}}\nsets:", set()),
    ("locale/cs.po", "Nezn.", "Neznámé.", set()),
]
"""Edits that do not show, and the sheets that are set again nevertheless."""


class Sheets(NamedTuple):
    """The rule sheets of a game in one language: their keys, and what is printed or found."""

    keys: BookKeys
    sources: dict[str, RulebookSource]
    reads: dict[str, frozenset[str]]
    printed: dict[str, object]

    def same(self, before: Sheets) -> set[str]:
        """The sheets whose keys say that they need not be set again."""
        return {
            name
            for name, source in self.sources.items()
            if self.keys.of(source, before.reads[name])
            == before.keys.of(before.sources[name], before.reads[name])
        }


class Noted:
    """Stands for the cache: notes what is read."""

    def __init__(self, keys: BookKeys, reads: dict[str, frozenset[str]]) -> None:
        self.keys, self.reads = keys, reads

    def get(self, source, page):
        return None

    def save(self, source, page, book, reads):
        self.reads[source.name] = reads


def game(folder: Path, name: str = "", old: str = "", new: str = "") -> Path:
    written(folder)
    files = {path: (folder / path).read_text("utf-8") for path in ("game.yaml", "tokens/c.yaml")}
    files["game.yaml"] = (
        files["game.yaml"]
        .replace("facts: {", FACTS)
        .replace("tokens/c.yaml]", "tokens/c.yaml, tiles/d.yaml]")
        .replace("language: en", "language: en\nlanguages: [en, cs]")
    )
    files["tokens/c.yaml"] += "  spare: {name: Spare, copies: 0}\n"
    files |= {"tiles/d.yaml": TILES, "layouts/tile.xml": TILE, "locale/cs.po": PO}
    files |= {f"rulebook/{sheet}.md": f"---\ntitle: T\n---\n\n{text}\n" for sheet, text in SHEETS.items()}
    if name:
        text = files[name] if name in files else (folder / name).read_text("utf-8")
        assert old in text
        files[name] = text.replace(old, new, 1)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def sheets(folder: Path, language: str) -> Sheets:
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None
    edition = Edition(workshop, Translations(workshop.game).translator(language), bleed=2.0)
    composed = compose(edition)
    pieces = {piece.faces.key: piece for each in composed.sets for piece in each.pieces if piece.faces}
    keys = BookKeys(edition, FaceKeys(edition), pieces)
    reads: dict[str, frozenset[str]] = {}
    sources = {source.name: source for source in edition.game.rulebooks}
    profile, _ = print_profile(workshop, workshop.game, {})
    assert profile is not None
    books = compose_books(edition, [], profile, cache=Noted(keys, reads))
    printed: dict[str, object] = {}
    for name, book in zip(sources, books, strict=True):
        assert book.part is not None
        words = [(entry.title, entry.page) for entry in book.part.outline]
        faces = [edition.hashes.of(page) for page in book.part.read]
        printed[name] = (book.part.title, words, faces, [item.code for item in book.diagnostics])
    return Sheets(keys, sources, reads, printed)


@pytest.fixture(scope="module")
def before(tmp_path_factory) -> dict[str, Sheets]:
    folder = game(tmp_path_factory.mktemp("before") / "keys")
    return {language: sheets(folder, language) for language in ("en", "cs")}


def test_sheets_of_a_game_without_faults_have_keys(before):
    assert before["en"].reads.keys() == before["cs"].reads.keys() == EVERY
    assert "shown a/one" in before["en"].reads["piece"]
    assert "others" not in before["en"].reads["components"], "its first card shows a coin and nothing else"


@pytest.mark.parametrize(
    ("name", "old", "new", "set_again"),
    [*EDITS, *UNSEEN],
    ids=[f"{row[0]}:{row[1]}" for row in [*EDITS, *UNSEEN]],
)
def test_a_sheet_is_set_again_when_something_that_it_reads_has_changed(
    tmp_path, before, name, old, new, set_again
):
    language = "cs" if name == "locale/cs.po" else "en"
    after, was = sheets(game(tmp_path / "keys", name, old, new), language), before[language]
    changed = {each for each in SHEETS if after.printed[each] != was.printed[each]}
    assert bool(changed) == ((name, old, new, set_again) in EDITS)
    assert changed <= set_again
    assert EVERY - after.same(was) == set_again
