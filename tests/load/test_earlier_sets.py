"""Reading a game again with the sets of the time before gives what reading it anew gives."""

from __future__ import annotations

from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from pnp.load import EarlierSets, load_game
from pnp.load.decode import decode
from tests.preview.game import edit, write_game

EDITS = [
    ("cards/ants.yaml", "Guard the gate.", "Guard the queen."),
    ("cards/ants.yaml", "pieces:", "# moved\npieces:"),
    ("game.yaml", "value: 3", "value: 9"),
    ("game.yaml", "caste:", "# moved\n  caste:"),
    ("cards/events.yaml", "name: Rain", "nme: Rain"),
    ("cards/events.yaml", "copies: 2", "copies: facts.crumbs"),
    ("game.yaml", "soldier:", "warrior:"),
    ("game.yaml", ", tokens/crumbs.yaml", ""),
    ("game.yaml", "id: ants", "id: [ants"),
    ("cards/events.yaml", "kind: card", "\tkind"),
    ("game.yaml", "value: 3, source", "value: 3, sauce"),
    ("game.yaml", 'colour: "#2A5F9E"', "colour: blu"),
    ("game.yaml", "says: There are", "says: There may be"),
    ("game.yaml", "sets:", "styles: {body: {size: 7pt}}\nsets:"),
    ("game.yaml", "id: ants", ""),
    ("layouts/event.xml", "#DCE6F0", "#DCE6FF"),
    ("layouts/event.xml", "<face>", "<face>\u2028"),
    ("rulebook/rules.md", "Find", "Look for"),
    ("locale/cs.po", "Hlídej", "Braň"),
]


def all_of(game: Path, earlier: EarlierSets | None):
    loaded = load_game(game, cwd=game.parent, earlier=earlier)
    said = [(item.code, item.severity, item.message, item.span, item.help) for item in loaded.diagnostics]
    if loaded.game is None:
        return None, said, loaded.sources
    sets = {field.name: getattr(loaded.game, field.name) for field in fields(loaded.game)}
    return sets, said, loaded.sources


@pytest.mark.parametrize(("file", "old", "new"), EDITS)
def test_an_edit_is_read_as_if_nothing_had_been_kept(tmp_path, file, old, new):
    game = write_game(tmp_path)
    earlier = EarlierSets()
    for _ in range(2):
        assert all_of(game, earlier) == all_of(game, None)
    before = (game / file).read_text(encoding="utf-8")
    edit(game / file, old, new)
    for _ in range(2):
        assert all_of(game, earlier) == all_of(game, None)
    (game / file).write_text(before, encoding="utf-8")
    assert all_of(game, earlier) == all_of(game, None)


def test_a_set_that_says_the_same_is_the_same_one(tmp_path):
    game = write_game(tmp_path)
    earlier = EarlierSets()
    first = load_game(game, earlier=earlier).game
    edit(game / "cards/events.yaml", "All go home.", "All stay.")
    second = load_game(game, earlier=earlier).game
    assert [one is other for one, other in zip(first.sets, second.sets, strict=True)] == [True, False, True]


def test_what_game_yaml_says_is_made_once_while_it_is_sound(tmp_path):
    game = write_game(tmp_path)
    earlier = EarlierSets()
    names = ("vocabularies", "facts", "styles", "claims")

    def parts():
        loaded = load_game(game, earlier=earlier).game
        return [getattr(loaded, name) for name in names]

    first = parts()
    edit(game / "cards/events.yaml", "All go home.", "All stay.")
    assert [one is other for one, other in zip(first, parts(), strict=True)] == [True] * len(names)
    edit(game / "game.yaml", "value: 3, source", "value: 3, source: x 9, note")
    assert not any(one is other for one, other in zip(parts(), parts(), strict=True)), (
        "a fact has a fault, which has to be reported each time"
    )


def test_texts_that_say_the_same_are_decoded_once_while_they_are_sound(tmp_path, monkeypatch):
    decoded = []
    for module in ("document", "decode"):
        monkeypatch.setattr(
            import_module(f"pnp.load.{module}"),
            "decode",
            lambda data, file: decoded.append(file) or decode(data, file),
        )
    game = write_game(tmp_path)
    earlier = EarlierSets()
    load_game(game, cwd=tmp_path, earlier=earlier)
    assert len([file for file in decoded if not file.endswith(".yaml")]) == 6
    decoded.clear()
    edit(game / "layouts/event.xml", "<face>", "<face>\u2028")
    for _ in range(2):
        assert all_of(game, earlier) == all_of(game, None)
    assert decoded.count("ants/layouts/event.xml") == 4
    assert decoded.count("ants/layouts/ant.xml") == 2, "those without anything kept"


def test_rows_of_a_table_are_read_each_time(tmp_path):
    game = write_game(tmp_path)
    edit(game / "cards/events.yaml", "pieces:", "rows: events.csv\npieces:")
    table = game / "cards/events.csv"
    table.write_text("id,name,text\nfog,Fog,Nobody moves.\n", encoding="utf-8")
    earlier = EarlierSets()
    assert all_of(game, earlier) == all_of(game, None)
    assert "fog" in str(all_of(game, earlier)[0]["sets"])
    table.write_text("id,name,text\nmist,Mist,Nobody moves.\n", encoding="utf-8")
    assert all_of(game, earlier) == all_of(game, None)
    assert "mist" in str(all_of(game, earlier)[0]["sets"])


def test_what_a_game_no_longer_has_is_forgotten(tmp_path):
    game = write_game(tmp_path)
    earlier = EarlierSets()
    load_game(game, earlier=earlier)
    (game / "tokens/crumbs.yaml").unlink()
    (game / "layouts/event.xml").unlink()
    load_game(game, earlier=earlier)
    assert set(earlier.sets) <= {"cards/ants.yaml", "cards/events.yaml"}
    assert "layouts/ant.xml" in earlier._now
    assert "layouts/event.xml" not in earlier._now
