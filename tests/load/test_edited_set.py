"""A set that is read again after an edit within one entry is the set that the whole file gives."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pnp.load import KeptSets, load_game
from pnp.load.set_files import SetFiles
from pnp.model import Game

GAME = """\
id: crowd
name: Crowd
language: en
terms:
  pile: {day: {name: day}, night: {name: night}}
facts: {hand: {value: 2}}
sets: [cards/crowd.yaml]
"""
HEAD = """\
# A crowd.
kind: card
size: poker
fields: {pile: term pile, power: number 0..9?, tags: list?, more: text?}
defaults: {copies: 2}
pieces:
"""
ENTRIES = [
    "  ant:\n    name: Ant\n    pile: day\n    text: Digs {{ facts.hand }} holes.\n",
    "  bee: {name: Bee, pile: night, copies: 1}\n",
    "  cow:\n    # a note\n    name: 'Cow: brown'\n    pile: day\n    tags: [big, slow]\n\n",
    "  dog:\n    name: Dog\n    pile: night\n    text: |\n      Barks.\n\n      Bites.\n    power: 3\n",
    '  elk:\n    name: "Elk \\u00e9"\n    pile: day\n    tags:\n      - big\n      - wild\n',
    "  fox:\n    name: Fox\n    pile: day\n    text: >+\n      Runs\n      far.\n\n",
    "  gnu:\n    name: Gnu\n    pile: pile.day\n    text: a long text\n      on two lines\n    power: 9\n",
    "  hen: {name: Hen, pile: day,\n    text: 'Lays', more: \"an\n    egg\"}\n",
    "  imp:\n    for: {pile: pile}\n    name: Imp\n    pile: '{{ pile }}'\n",
]
TAIL = ["", "name: Crowd\n", "total: facts.hand * 9\n", "# the end\n", "...\n"]
SNIPPETS = [
    "x", " ", ":", ": ", "#", " #", "'", '"', "{", "}", "[", "]", ",", "|", ">", "-", "- ", "&a ", "*a", "<<: ", "{{", "}}", "\t",
    "é", "0", "9", "{{ facts.hand }}", "extends: ant", "copies: 0", "copies: 3", "allow: M100", "power: 12", "name: Cow", "  ", "!", "\\",
    "---", "...", "null", "~", "“", "pile: night", "where: pile == 1", "ant:", "?", "@",
]  # fmt: skip


def edited(text: str, pick: random.Random) -> str:
    """The text with something else in one or two of its lines; most edits keep the number of lines."""
    lines = text.split("\n")
    for _ in range(pick.choice((1, 1, 1, 2))):
        at = pick.randrange(len(lines))
        line = lines[at]
        place = pick.randrange(len(line) + 1)
        kind = pick.randrange(14)
        if kind < 4:
            lines[at] = line[:place] + pick.choice(SNIPPETS) + line[place:]
        elif kind == 4:
            lines[at] = line[:place] + line[place + pick.randint(1, 4) :]
        elif kind == 5:
            key, colon, _ = line.partition(": ")
            lines[at] = key + colon + pick.choice(SNIPPETS)
        elif kind == 6:
            lines[at] = pick.choice(("", "    ", "  ", "      ")) + pick.choice(SNIPPETS)
        elif kind > 7:
            lines[at] = line.replace(pick.choice("aeiou"), pick.choice(("x", "xy", "", "{", "'")), 1)
        else:
            lines[at : at + 1] = pick.choice(([], [line, line], [line, "    power: 1"]))
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(6))
def test_reading_one_entry_again_gives_what_reading_the_file_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    taken = []
    whole = SetFiles._edited

    def noted(self: SetFiles, *asked: object) -> object:
        made = whole(self, *asked)  # type: ignore[arg-type]
        taken.append(made is not None)
        return made

    monkeypatch.setattr(SetFiles, "_edited", noted)
    pick = random.Random(seed)
    path = tmp_path / "cards/crowd.yaml"
    path.parent.mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    for _ in range(20):
        text = HEAD + "".join(pick.sample(ENTRIES, pick.randint(2, len(ENTRIES)))) + pick.choice(TAIL)
        kept = KeptSets()
        path.write_text(text, encoding="utf-8")
        load_game(tmp_path, cwd=tmp_path, kept=kept)
        for _ in range(5):
            changed = edited(text, pick)
            path.write_text(changed, encoding="utf-8")
            again = load_game(tmp_path, cwd=tmp_path, kept=kept)
            fresh = load_game(tmp_path, cwd=tmp_path)
            assert again.game == fresh.game, changed
            assert again.diagnostics == fresh.diagnostics, changed
            assert again.sources == fresh.sources, changed
            text = text if again.diagnostics else changed
            path.write_text(text, encoding="utf-8")
            load_game(tmp_path, cwd=tmp_path, kept=kept)
    assert sum(taken) > 2


def renewed(before: Game | None, after: Game | None) -> list[str]:
    """Ids of the pieces that are other objects than before."""
    assert before is not None
    assert after is not None
    pairs = zip(before.sets[0].pieces, after.sets[0].pieces, strict=True)
    return [one.id for one, other in pairs if one is not other]


def test_a_fault_that_is_cured_needs_no_second_reading_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    path, kept = tmp_path / "cards/crowd.yaml", KeptSets()
    games = []
    for old, new in (("", ""), ("name: Ant", "nmae: Ant"), ("name: Ant", "name: Aunt")):
        path.write_text((HEAD + "".join(ENTRIES)).replace(old, new, 1), encoding="utf-8")
        games.append(load_game(tmp_path, cwd=tmp_path, kept=kept))
    assert [item.code for item in games[1].diagnostics] == ["M100"]
    assert games[2].diagnostics == []
    before, after = games[0].game, games[2].game
    assert renewed(before, after) == ["ant"]


def test_the_other_pieces_stay_the_same_objects(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    path, kept = tmp_path / "cards/crowd.yaml", KeptSets()
    path.write_text(HEAD + "".join(ENTRIES), encoding="utf-8")
    before = load_game(tmp_path, cwd=tmp_path, kept=kept).game
    path.write_text((HEAD + "".join(ENTRIES)).replace("Barks.", "Growls."), encoding="utf-8")
    after = load_game(tmp_path, cwd=tmp_path, kept=kept).game
    assert renewed(before, after) == ["dog"]
