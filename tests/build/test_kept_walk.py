"""A game that is edited again and again prints the same from what is kept as from nothing."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.unchanged import Inputs, assets_key, game_contents, program_key
from pnp.build.workshop import open_workshop
from pnp.load.locate import shared_root
from pnp.store import OFF, Store
from tests.build.kept import cut_small
from tests.build.test_face_key import EDITS, written

PO = """msgid ""
msgstr "Language: cs\\nContent-Type: text/plain; charset=UTF-8\\n"

msgctxt "card.text"
msgid "Take {{{{ facts.hand }}}}."
msgstr "{words} {{{{ facts.hand }}}}."

msgid "Draw {{{{ facts.hand }}}}."
msgstr "{words} {{{{ facts.hand }}}}."
"""
RULES = """---
title: Rules
---

# {title}

{words} {{{{ facts.hand }}}}.

{blocks}
"""
BLOCKS = (
    ":::piece a/one\n\n:::credits",
    ":::components\n\n:::piece c/coin {side=front}",
    ":::piece a/two {side=back}",
)
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M{} 1L8 8L1 8Z"/></svg>'
EDITS_BESIDE = [
    *[("locale/cs.po", PO.format(words=words)) for words in ("Vezmi", "Ber", "Lízni")],
    *[("icons/mark.svg", ICON.format(at)) for at in (3, 4, 5)],
    *[("rulebook/rules.md", RULES.format(title="One", words="Draw", blocks=each)) for each in BLOCKS],
    ("rulebook/rules.md", RULES.format(title="Two", words="Draw", blocks=BLOCKS[0])),
    ("rulebook/rules.md", RULES.format(title="One", words="Draw 3 of", blocks=BLOCKS[0])),
    (
        "layouts/part/pen.xml",
        "{% macro ground() %}<icon name='mark' x='40' y='60' width='9' height='9'/>{% endmacro %}",
    ),
    ("layouts/back.xml", '<face><face-of piece="a/two" x="3" y="3" height="30"/></face>'),
    (
        "layouts/b.xml",
        '<face><text inset="5">{{ lang }} {{ ink }} {{ set.pieces | length }} {{ piece.number }}</text></face>',
    ),
]
"""Whole files."""
OPTIONS: list[dict[str, Any]] = [
    {},
    {"print": {"bleed": "1mm"}},
    {"print": {"ink": "low"}},
    {"combined": True},
    {"languages": ("cs",)},
    {"languages": ("en", "cs"), "jobs": 2},
]


def built(game: Path, store: Store, **options: Any) -> dict[str, bytes]:
    """The files of a build, and what was found."""
    user = game.parent / "user"
    out = game.parent / "out"
    inputs = Inputs(game, "game", user, shared_root(), out)
    assets = assets_key(inputs, game_contents(inputs), program_key(inputs)) if store is not OFF else ""
    workshop = open_workshop(game, game, cache=store)
    result = build(workshop, BuildOptions(out, **{"languages": ("en",), "assets": assets, **options}))
    files = {name: (out / name).read_bytes() for name in result.files}
    return files | {"": "\n".join(sorted(map(repr, result.diagnostics))).encode()}


def edit(game: Path, chance: random.Random) -> None:
    """Change something: back and forth, so that old states come up again."""
    if chance.random() < 0.4:
        name, text = chance.choice(EDITS_BESIDE)
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text, encoding="utf-8")
        return
    name, old, new = chance.choice(EDITS)
    path = game / name
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(old, new, 1) if old in text else text.replace(new, old, 1), encoding="utf-8")


@pytest.mark.parametrize(("seed", "small"), [(1, True), (2, False), (2, True)])
def test_no_walk_through_edits_prints_what_was_before_them(tmp_path, monkeypatch, seed, small):
    if small:
        cut_small(monkeypatch)
    chance = random.Random(seed)
    game, store = written(tmp_path / "game"), Store(tmp_path / "cache")
    data = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(f"languages: [cs]\n{data}", encoding="utf-8")
    (game / "locale").mkdir()
    (game / "locale/cs.po").write_text(PO.format(words="Vem"), encoding="utf-8")
    sound = 0
    for _ in range(10):
        edit(game, chance)
        options = chance.choice(OPTIONS)
        kept = built(game, store, **options)
        assert kept == built(game, OFF, **{**options, "jobs": 1})
        sound += len(kept) > 1
    assert sound > 5, kept[""]
