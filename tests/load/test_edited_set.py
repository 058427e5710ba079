"""A set of which only changed entries or rows are read again is the set that the whole files give."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from pnp.load import EarlierSets, load_game
from pnp.load.edited_set import EarlierSet
from pnp.model import Game
from tests.laws import rounds

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
    "  kid: {\n    name: Kid, pile: day\n  }\n",
    "  # about the lynx\n  lynx: {name: Lynx, pile: day}  # it is shy\n",
    '  mole:\n    name: "Mole,\n  blind"\n    pile: night\n    allow: {S205: small}\n',
    "  rat:\t{name: Rat,\tpile: day}\n",
    "  saw:\n    pile: day\n    name: Saw\n    tags:\n    - sharp\n    - old\n\n  # nothing follows\n",
]
BOUND = [
    "  newt: {name: Newt, pile: day, style: &odd calm}\n  owl: {name: Owl, pile: day, style: *odd}\n",
    "  pig: {name: Pig, pile: day}\n  quail: {extends: pig, copies: 3}\n",
    "  jay:\n    for: {pile: pile}\n    where: pile.id == 'day'\n    name: Jay\n    pile: '{{ pile }}'\n",
]
"""Entries that depend on one another, or share a limit with all others."""
TAIL = [
    "", "name: Crowd\n", "total: facts.hand * 9\n", "# the end\n", "...\n", "layout: crowd\nback: odd\n",
    "# now\nname:\n  Crowd\nallow: {S205: small print, K201: code}\n",
]  # fmt: skip
SNIPPETS = [
    "x", " ", ":", ": ", "#", " #", "'", '"', "{", "}", "[", "]", ",", "|", ">", "-", "- ", "&a ", "*a", "<<: ", "{{", "}}", "\t",
    "é", "0", "9", "{{ facts.hand }}", "extends: ant", "copies: 0", "copies: 3", "allow: M100", "power: 12", "name: Cow", "  ", "!", "\\",
    "---", "...", "null", "~", "“", "pile: night", "where: pile == 1", "ant:", "?", "@",
]  # fmt: skip


def yaml_text(pick: random.Random) -> str:
    """A set with some entries."""
    bound = BOUND if pick.random() < 0.1 else []
    entries = pick.sample([*ENTRIES, *bound], pick.randint(2, len(ENTRIES)))
    return HEAD + "".join(entries) + pick.choice(TAIL)


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


def rearranged(text: str, pick: random.Random, first: int) -> str:
    """The text with entries, rows or other stretches of lines from a line on added, removed, moved or changed."""
    lines = text.split("\n")
    for number in range(pick.choice((1, 1, 1, 2, 4))):
        starts = [at for at in range(first, len(lines)) if re.match(r"(?:  )?[a-zA-Z]", lines[at])]
        at = pick.choice(starts) if starts and pick.random() < 0.9 else pick.randrange(len(lines))
        stop = next((each for each in starts if each > at), len(lines))
        kind = pick.randrange(9)
        if kind == 0:
            del lines[at:stop]
        elif kind == 1:
            copied = [
                re.sub(r"^( *)\w+", rf"\g<1>copy{number}{pick.randrange(99)}", lines[at]),
                *lines[at + 1 : stop],
            ]
            lines[stop:stop] = copied
        elif kind == 2:
            other = pick.choice(starts) if starts else at
            moved = lines[at:stop]
            del lines[at:stop]
            lines[other:other] = moved
        elif kind == 3:
            lines[at:at] = pick.choice(
                (["", ""], ["  # a note"], ["# a note", ""], ["  yak: {name: Yak, pile: day}"])
            )
        elif kind == 4:
            lines[stop:stop] = pick.choice(ENTRIES).rstrip("\n").split("\n")
        elif kind == 5:
            lines[at + 1 : at + 1] = pick.choice(SNIPPETS_OF_LINES)
        elif kind == 6 and at + 1 < len(lines):
            del lines[at + 1]
        else:
            lines[at] = lines[at].replace(pick.choice("aeiou"), pick.choice(("x", "xy", "")), 1)
    if pick.random() < 0.1:
        lines = lines[: -1 if pick.random() < 0.5 else None] + pick.choice(([], [""], ["", ""]))
    return "\n".join(lines)


SNIPPETS_OF_LINES = [
    ["    power: 4"], ["    more: |", "      One.", "", "      Two."], ["    # why", ""], ["    tags:", "    - one"],
    ['    more: "one', "", '  two"'], ["    more: one", "      two"], ["---"], ["  "], ["\t"], ['    more: "one'],
    ["---", "kind: card", "pieces:"], ["    text: 'a", "  zoo: {name: Zoo, pile: day}'"], ["pieces:"], ["name: New"],
]  # fmt: skip


TABLE_HEAD = """\
kind: card
size: poker
fields: {pile: term pile, power: number 0..9?, tags: list?, more: text?}
defaults: {copies: 2}
"""
ROWS = [
    "rows: crowd.csv\n",
    "rows: {file: crowd.csv}\n",
    "rows: {file: crowd.csv, where: name != 'Bee'}\n",
    "rows: crowd.csv\npieces:\n  zoo: {name: Zoo, pile: day}\n",
]
FORMS = ["utf-8", "utf-8-sig", "cp1250", "utf-16"]
TITLES = [
    "id,name,pile,power,text",
    "name,more,pile,power",
    "text,id,name,name_cs,pile,allow",
    "Pile,name,power,note",
]
VALUES = {
    "id": ["ant", "bee", "cow", "dog", "elk", "fox", "gnu", "hen"],
    "name": ["Ant", "Bee", '"Cow, brown"', "Dog", "Elk é", "Fox", '"Gnu ""G"""', "Hen"],
    "name_cs": ["Mravenec", "", '"Kráva\n hnědá"', "Pes", "", "Liška", "Pakůň", "Slepice"],
    "pile": ["day", "night", "pile.day"],
    "Pile": ["day", "night"],
    "power": ["3", "", "5", "{{ facts.hand }}"],
    "text": ["Digs {{ facts.hand }} holes.", '"On\ntwo lines"', '"He said ""no"", twice"', "", "plain"],
    "more": ['"an\n\negg"', "", "short"],
    "allow": ["", "", "M136: on purpose"],
    "note": ["", "seen"],
}
CELLS = [
    "x", " ", ",", ";", '"', '""', "\n", '"a', 'b"', "é", "0", "{{ facts.hand }}", "day", "night", "ant", "#", "=1", "copies", "\t",
]  # fmt: skip


def with_encoding(rows: str, encoding: str) -> str:
    """The lines of a set that name its table, with the encoding of it where that is not found out."""
    if encoding.startswith("utf-8"):
        return rows
    plain = rows.replace("rows: crowd.csv", "rows: {file: crowd.csv}")
    return plain.replace("{file: crowd.csv", "{file: crowd.csv, encoding: " + encoding)


def table(pick: random.Random) -> str:
    """A table with some rows, a few of which are empty, and now and then many."""
    titles = pick.choice(TITLES).split(",")
    rows = [",".join(titles)]
    for number in range(pick.choice((3, 8, 8, 40))):
        cells = [VALUES[title][number % len(VALUES[title])] for title in titles]
        if number > 7 and "id" in titles:
            cells[titles.index("id")] = f"more-{number}"
        elif number > 7:
            cells[titles.index("name")] = f"More {number}"
        rows += [",".join(cells), *([""] if pick.random() < 0.05 else [])]
    return "\n".join(rows) + pick.choice(("", "\n"))


def changed_cell(text: str, pick: random.Random) -> str:
    """The table with something else in one or two of its lines; most edits keep the number of lines."""
    lines = text.split("\n")
    for _ in range(pick.choice((1, 1, 1, 2))):
        at = pick.randrange(len(lines))
        line, place = lines[at], pick.randrange(len(lines[at]) + 1)
        kind = pick.randrange(10)
        if kind < 3:
            lines[at] = line[:place] + pick.choice(CELLS) + line[place:]
        elif kind == 3:
            lines[at] = line[:place] + line[place + pick.randint(1, 4) :]
        elif kind == 4:
            lines[at : at + 1] = pick.choice(([], [line, line], ["", line]))
        else:
            vowel, other = pick.choice("aeioun3"), pick.choice(("x", "xy", "", "4", "ů"))
            lines[at] = line[:place] + line[place:].replace(vowel, other, 1)
    return "\n".join(lines)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For each edited file, whether its changed entry alone was read again; grows."""
    noted: list[bool] = []

    def count(name: str) -> None:
        whole = getattr(EarlierSet, name)

        def counted(self: EarlierSet, *asked: object) -> object:
            made = whole(self, *asked)
            noted.append(made is not None)
            return made

        monkeypatch.setattr(EarlierSet, name, counted)

    count("_edited")
    return noted


def check_edits(folder: Path, path: Path, data: bytes, edits: Iterable[bytes]) -> None:
    """Compare reading a game again after each edit of a file with reading it for the first time."""
    earlier = EarlierSets()
    path.write_bytes(data)
    load_game(folder, cwd=folder, earlier=earlier)
    for changed in edits:
        path.write_bytes(changed)
        again = load_game(folder, cwd=folder, earlier=earlier)
        fresh = load_game(folder, cwd=folder)
        assert again.game == fresh.game, changed
        assert again.diagnostics == fresh.diagnostics, changed
        assert again.sources == fresh.sources, changed


def one_after_another(
    data: str, edit: Callable[[str], str], times: int, pick: random.Random
) -> Iterator[str]:
    """Texts after edits, most of them of the text before, some of the first one."""
    text = data
    for _ in range(times):
        text = edit(data if pick.random() < 0.4 else text)
        yield text


@pytest.mark.parametrize("seed", range(4))
def test_reading_changed_entries_again_gives_what_reading_the_file_gives(
    tmp_path: Path, taken: list[bool], seed: int
) -> None:
    pick = random.Random(seed)
    path = tmp_path / "cards/crowd.yaml"
    path.parent.mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    for _ in range(rounds(6)):
        text = yaml_text(pick)
        line_break = pick.choice(("\n", "\n", "\r\n"))

        def edit(text: str) -> str:
            return edited(text, pick) if pick.random() < 0.5 else rearranged(text, pick, HEAD.count("\n"))

        edits = one_after_another(text, edit, 8, pick)
        check_edits(
            tmp_path, path, text.encode(), (each.replace("\n", line_break).encode() for each in edits)
        )
    assert sum(taken) > 5


@pytest.mark.parametrize("seed", range(4))
def test_reading_changed_rows_again_gives_what_reading_the_table_gives(
    tmp_path: Path, taken: list[bool], seed: int
) -> None:
    pick = random.Random(seed)
    path = tmp_path / "cards/crowd.csv"
    path.parent.mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    for _ in range(rounds(6)):
        encoding, rows = pick.choice(FORMS), pick.choice(ROWS)
        yaml = TABLE_HEAD + with_encoding(rows, encoding)
        (path.parent / "crowd.yaml").write_text(yaml, encoding="utf-8")
        line_break, text = pick.choice(("\n", "\r\n")), table(pick)

        def written(text: str, encoding: str = encoding, line_break: str = line_break) -> bytes:
            return text.replace("\n", line_break).encode(encoding)

        def edit(text: str) -> str:
            return changed_cell(text, pick) if pick.random() < 0.5 else rearranged(text, pick, 1)

        check_edits(tmp_path, path, written(text), map(written, one_after_another(text, edit, 8, pick)))
    assert sum(taken) > 5


def renewed(before: Game | None, after: Game | None) -> list[str]:
    """Ids of the pieces that are other objects than before."""
    assert before is not None
    assert after is not None
    pairs = zip(before.sets[0].pieces, after.sets[0].pieces, strict=True)
    return [one.id for one, other in pairs if one is not other]


def test_a_fault_that_is_cured_needs_no_second_reading_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    path, earlier = tmp_path / "cards/crowd.yaml", EarlierSets()
    games = []
    for old, new in (("", ""), ("name: Ant", "nmae: Ant"), ("name: Ant", "name: Aunt")):
        path.write_text((HEAD + "".join(ENTRIES)).replace(old, new, 1), encoding="utf-8")
        games.append(load_game(tmp_path, cwd=tmp_path, earlier=earlier))
    assert [item.code for item in games[1].diagnostics] == ["M100"]
    assert games[2].diagnostics == []
    before, after = games[0].game, games[2].game
    assert renewed(before, after) == ["ant"]


def test_the_other_pieces_stay_the_same_objects(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    path, earlier = tmp_path / "cards/crowd.yaml", EarlierSets()
    path.write_text(HEAD + "".join(ENTRIES), encoding="utf-8")
    before = load_game(tmp_path, cwd=tmp_path, earlier=earlier).game
    path.write_text((HEAD + "".join(ENTRIES)).replace("Barks.", "Growls."), encoding="utf-8")
    after = load_game(tmp_path, cwd=tmp_path, earlier=earlier).game
    assert renewed(before, after) == ["dog"]


def test_pieces_below_added_and_removed_lines_move_and_those_above_stay_the_same_objects(
    tmp_path: Path, taken: list[bool]
) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    path, earlier = tmp_path / "cards/crowd.yaml", EarlierSets()
    names, games = ["ant", "bee", "cow", "dog", "elk", "fox", "gnu"], []
    for added, removed in (("", "none"), ("  yak:\n    name: Yak\n    pile: day\n", "fox")):
        entries = [each for each in ENTRIES[:7] if not each.startswith(f"  {removed}")]
        path.write_text(HEAD + "".join([*entries[:3], added, *entries[3:]]), encoding="utf-8")
        games.append(load_game(tmp_path, cwd=tmp_path, earlier=earlier).game)
    assert taken == [True]
    before, after = ({piece.id: piece for piece in game.sets[0].pieces} for game in games if game)
    assert list(after) == [*names[:3], "yak", "dog", "elk", "gnu"]
    assert [name for name in after if after[name] is before.get(name)] == names[:3]
    moved = {name: after[name].span.line - before[name].span.line for name in ("dog", "elk", "gnu")}
    assert moved == {"dog": 3, "elk": 3, "gnu": -4}
    assert [after[name].number for name in ("yak", "dog", "elk", "gnu")] == [4, 5, 6, 7]
