"""Edits by what they mean: pieces, facts, terms, translations; whatever is asked, only that changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.edit import ClashError
from pnp.edit.editor import Editor
from pnp.edit.step import StaleEditError, WrongRequestError
from pnp.load import FolderFiles, load_game
from pnp.model import FileFault
from tests.preview.game import write_game

BEES = """\
kind: card
size: poker
layout: event
back: null
rows: {file: bees.csv, encoding: cp1250}
fields: {caste: term caste, feet: terms caste?, dance: flag}
defaults: {copies: 2}
"""
TABLE = 'id;name;text;caste;feet;copies;dance\r\nqueen;"Královna";"Vládne; ""vždy""";worker;worker, soldier;1;x\r\n' \
    "drone;Trubec; Spí ;soldier;;;\r\n"  # fmt: skip


class Game:
    """A game on disk that is edited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.editor = Editor(folder, folder.parent)
        self.start = self.files()

    def files(self) -> dict[str, bytes]:
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in found}

    def step(self, *steps: object) -> dict[str, tuple[str, str]]:
        """Edit; what then is different in each file, from the first to the last differing line."""
        before = self.files()
        game = load_game(self.folder, cwd=self.folder.parent).game
        assert game is not None
        self.editor.apply(game, steps)
        return different(before, self.files())

    def undo_all(self) -> None:
        while self.editor.undo():
            pass


def different(before: dict[str, bytes], after: dict[str, bytes]) -> dict[str, tuple[str, str]]:
    found = {}
    for name in before.keys() | after.keys():
        old, new = (
            files.get(name, b"")
            .decode("cp1250" if name.endswith("csv") else "utf-8", "replace")
            .splitlines(True)
            for files in (before, after)
        )
        if old != new:
            while old and new and old[0] == new[0]:
                old, new = old[1:], new[1:]
            while old and new and old[-1] == new[-1]:
                old, new = old[:-1], new[:-1]
            found[name] = ("".join(old), "".join(new))
    return found


@pytest.fixture
def game(tmp_path: Path) -> Game:
    folder = write_game(tmp_path)
    (folder / "cards/bees.yaml").write_text(BEES, encoding="utf-8")
    (folder / "cards/bees.csv").write_bytes(TABLE.encode("cp1250"))
    text = (
        (folder / "game.yaml")
        .read_text("utf-8")
        .replace("cards/events.yaml", "cards/events.yaml, cards/bees.yaml")
    )
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return Game(folder)


def put(piece: str, field: str, value: object, **more: object) -> dict[str, object]:
    return {"op": "set", "piece": piece, "field": field, "value": value, **more}


ANTS, EVENTS, CSV = "cards/ants.yaml", "cards/events.yaml", "cards/bees.csv"
STEPS: list[tuple[dict[str, object], dict[str, tuple[str, str]]]] = [
    (put("ants/worker", "name", "Busy: bee"), {ANTS: ("    name: Worker\n", "    name: 'Busy: bee'\n")}),
    (put("ants/worker", "copies", "5", was="4"), {ANTS: ("    copies: 4\n", "    copies: 5\n")}),
    (put("ants/worker", "caste", "soldier"), {ANTS: ("    caste: worker\n", "    caste: soldier\n")}),
    (put("ants/scout", "copies", "2"), {ANTS: ("", "    copies: 2\n")}),
    (put("events/rain", "note", "true"), {EVENTS: (
        "  rain: {name: Rain, text: All go home.}\n", "  rain: {name: Rain, text: All go home., note: 'true'}\n")}),
    (put("bees/queen", "name", "Matka"), {CSV: (
        'queen;"Královna";"Vládne; ""vždy""";worker;worker, soldier;1;x\r\n',
        'queen;"Matka";"Vládne; ""vždy""";worker;worker, soldier;1;x\r\n')}),
    (put("bees/drone", "text", "Spí; \"dlouho\""), {CSV: (
        "drone;Trubec; Spí ;soldier;;;\r\n", 'drone;Trubec; "Spí; ""dlouho""" ;soldier;;;\r\n')}),
    (put("bees/drone", "copies", "3", here=True), {CSV: (
        "drone;Trubec; Spí ;soldier;;;\r\n", "drone;Trubec; Spí ;soldier;;3;\r\n")}),
    (put("bees/drone", "copies", "3"), {"cards/bees.yaml": ("defaults: {copies: 2}\n", "defaults: {copies: 3}\n")}),
    (put("bees/queen", "feet", ["soldier", "worker"]), {CSV: (
        'queen;"Královna";"Vládne; ""vždy""";worker;worker, soldier;1;x\r\n',
        'queen;"Královna";"Vládne; ""vždy""";worker;soldier, worker;1;x\r\n')}),
    ({"op": "add", "set": "ants", "after": "ants/worker", "name": "Čmelák"}, {ANTS: (
        "", "  cmelak:\n    name: Čmelák\n    caste: worker\n")}),
    ({"op": "add", "set": "events", "after": "events/rain", "name": "Fog"}, {EVENTS: ("", "  fog: {name: Fog}\n")}),
    ({"op": "add", "set": "bees", "after": "bees/queen", "name": "Včela"}, {CSV: ("", "vcela;Včela;;worker;;;\r\n")}),
    ({"op": "copy", "piece": "events/sun"}, {EVENTS: ("", "  sun-2: {name: Sun, text: All go out., copies: 2}\n")}),
    ({"op": "copy", "piece": "bees/drone"}, {CSV: ("", "drone-2;Trubec; Spí ;soldier;;;\r\n")}),
    ({"op": "remove", "piece": "ants/soldier"}, {ANTS: (
        "  soldier:\n    caste: soldier\n    name: Soldier\n    text: Guard the gate.\n    copies: 2\n", "")}),
    ({"op": "remove", "piece": "bees/drone"}, {CSV: ("drone;Trubec; Spí ;soldier;;;\r\n", "")}),
    ({"op": "move", "piece": "events/rain", "steps": 1}, {EVENTS: (
        "  rain: {name: Rain, text: All go home.}\n  sun: {name: Sun, text: All go out., copies: 2}\n",
        "  sun: {name: Sun, text: All go out., copies: 2}\n  rain: {name: Rain, text: All go home.}\n")}),
    ({"op": "game", "path": ["facts", "crumbs", "value"], "value": "4", "was": "3"}, {"game.yaml": (
        "  crumbs: {value: 3, source: r 1}\n", "  crumbs: {value: 4, source: r 1}\n")}),
    ({"op": "game", "path": ["terms", "caste", "worker", "icon"], "value": "ant"}, {"game.yaml": (
        '    worker: {name: worker, colour: "#2A5F9E"}\n', '    worker: {name: worker, colour: "#2A5F9E", icon: ant}\n')}),
    ({"op": "game", "path": ["facts", "eggs", "value"], "value": "7"}, {"game.yaml": ("", "  eggs:\n    value: 7\n")}),
    ({"op": "game-add", "path": ["facts", "eggs"], "values": {"value": "7", "assumed": "true"}}, {"game.yaml": (
        "", "  eggs: {value: 7, assumed: true}\n")}),
    ({"op": "game-add", "path": ["terms", "caste", "drone"], "values": {"name": "drone"}}, {"game.yaml": (
        "", "    drone: {name: drone}\n")}),
    ({"op": "game-add", "path": ["claims", "few"], "values": {"says": "Few.", "data": "1", "rulebook": "true"}}, {
        "game.yaml": ("", "  few: {says: Few., data: 1, rulebook: 'true'}\n")}),
    ({"op": "game", "path": ["claims", "enough", "data"], "value": "n(tokens)", "was": "n(cards)"}, {"game.yaml": (
        '  enough: {says: There are enough ants., source: r 2, data: n(cards), is: ">=", rulebook: "facts.crumbs"}\n',
        '  enough: {says: There are enough ants., source: r 2, data: n(tokens), is: ">=", rulebook: "facts.crumbs"}\n')}),
    ({"op": "game-remove", "path": ["claims", "enough"]}, {"game.yaml": (
        '  enough: {says: There are enough ants., source: r 2, data: n(cards), is: ">=", rulebook: "facts.crumbs"}\n', "")}),
    ({"op": "game-remove", "path": ["terms", "caste", "soldier"]}, {"game.yaml": (
        '    soldier: {name: soldier, colour: "#B3202C"}\n', "")}),
    ({"op": "of-set", "set": "events", "path": ["labels", "text"], "value": "Text"}, {EVENTS: (
        "", "labels:\n  text: Text\n")}),
    ({"op": "translate", "lang": "cs", "context": "card.text", "source": "Guard the gate.", "value": "Střež.\nBránu."},
     {"locale/cs.po": ('msgstr "Hlídej bránu."\n', 'msgstr ""\n"Střež.\\n"\n"Bránu."\n')}),
    ({"op": "translate", "lang": "cs", "context": "card.name", "source": "Scout", "value": "Zvěd"}, {"locale/cs.po": (
        "", '\nmsgctxt "card.name"\nmsgid "Scout"\nmsgstr "Zvěd"\n')}),
    ({"op": "draw", "layout": "ant", "line": 4, "values": {"inset": "6 6 70.5 6"}}, {"layouts/ant.xml": (
        '  <text inset="6 6 70 6" font-size="16pt">{{ piece.name }}</text>\n',
        '  <text inset="6 6 70.5 6" font-size="16pt">{{ piece.name }}</text>\n')}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("step", "expected"), STEPS, ids=[f"{each[0]['op']}-{n}" for n, each in enumerate(STEPS)]
)
def test_an_edit_changes_what_is_meant_and_nothing_else(game: Game, step, expected) -> None:
    assert game.step(step) == expected
    assert game.editor.undo() is not None
    assert game.files() == game.start
    assert game.editor.redo() is not None
    assert different(game.start, game.files()) == expected


NEEDY = """\
kind: tile
size: hex-pointy 40mm
fields:
  caste: term caste
  castes: terms caste
  feet: number 2..9
  depth: number ..-3
  speed: decimal
  sign: icon
  photo: picture
  way: sides
  tags: list
  busy: flag
  motto: text
labels: {motto: Motto of the nest}
"""
NEEDY_PIECES = "pieces:\n  nest: {caste: worker, castes: [worker], feet: 3, depth: -4, speed: 1, sign: crown, photo: art/crumb.png," \
    " way: [e], tags: [a], motto: Dig!, name: Nest}\n"  # fmt: skip
NEEDY_TABLE = "id,name,caste,castes,feet,depth,speed,sign,photo,way,tags,busy,motto\n" \
    "nest,Nest,worker,worker,3,-4,1,crown,art/crumb.png,e,a,,Dig!\n"  # fmt: skip


@pytest.mark.parametrize(
    ("more", "table", "after"),
    [
        (NEEDY_PIECES, "", "nests/nest"),
        ("rows: nests.csv\n", NEEDY_TABLE, "nests/nest"),
        ("pieces: {}\n", "", ""),
    ],
)
def test_a_new_piece_has_all_that_its_set_asks_for(game: Game, more: str, table: str, after: str) -> None:
    (game.folder / "cards/nests.yaml").write_text(NEEDY + more, encoding="utf-8")
    (game.folder / "cards/nests.csv").write_text(table, encoding="utf-8")
    path = game.folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("cards/events.yaml", "cards/nests.yaml"), "utf-8")
    given = {"icon": "crown", "picture": "art/crumb.png"}
    game.step({"op": "add", "set": "nests", "after": after, "name": "New", **given})
    found = load_game(game.folder, cwd=game.folder.parent)
    assert [each.message for each in found.diagnostics if "nests" in str(each.span)] == []
    new = pieces_of(game)["nests/new"]
    asked = ("name", "caste", "feet", "depth", "speed", "sign", "photo", "busy", "motto")
    assert " ".join(new[name] for name in asked) == (
        "New worker 2 -3 0 crown art/crumb.png False Motto of the nest"
    )
    assert all(new[name] for name in ("way", "tags", "castes"))


FOREST = """\
kind: card
size: poker
layout: event
fields: {caste: term caste, sum: number?}
defaults: {copies: 2}
pieces:
  # by caste
  tree:
    for: {caste: caste}
    name: Tree
    text: "For {{ caste.name }}."
    copies: 3   # each
  bush: {extends: tree, name: Bush}
  moss: {extends: tree, for: {who: caste}, where: "who != 'soldier'", caste: "{{ who }}", name: "Moss {{ who.name }}"}
"""
APART = [
    ("tree-worker", "copies", "9", "forest/tree-worker",
     "  tree-worker: {extends: tree, for: {}, caste: worker, copies: 9}\n" + FOREST[FOREST.index("  # by") : FOREST.index("  bush")]
     + "    where: caste != 'worker'\n  bush: {extends: tree, name: Bush, where: 'True'}\n"),
    ("tree-soldier", "name", "true", "forest/tree-soldier",
     "    where: caste != 'soldier'\n  tree-soldier: {extends: tree, for: {}, caste: soldier, name: 'true'}\n"
     "  bush: {extends: tree, name: Bush, where: 'True'}\n"),
    ("bush-worker", "text", "Low.", "forest/bush-worker",
     "  bush-worker: {extends: bush, for: {}, caste: worker, text: Low.}\n"
     "  bush: {extends: tree, name: Bush, where: caste != 'worker'}\n"),
    ("moss-worker", "copies", "1", "forest/moss-worker-worker",
     "  moss-worker: {extends: moss, for: {who: [worker]}, where: 'True', copies: 1}\n"
     """  moss: {extends: tree, for: {who: caste}, where: "(who != 'soldier') and who != 'worker'", """
     """caste: "{{ who }}", name: "Moss {{ who.name }}"}\n"""),
]  # fmt: skip


@pytest.mark.parametrize(("piece", "field", "value", "key", "lines"), APART, ids=[each[0] for each in APART])
def test_one_of_the_pieces_of_an_entry_changes_alone(game: Game, piece, field, value, key, lines) -> None:
    (game.folder / "cards/forest.yaml").write_text(FOREST, encoding="utf-8")
    path = game.folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("cards/events.yaml", "cards/forest.yaml"), "utf-8")
    start = game.files()
    before = pieces_of(game)
    found = game.step(put(f"forest/{piece}", field, value, alone=True))
    assert found["cards/forest.yaml"][1] == lines
    after = pieces_of(game)
    assert after.pop(key) == {**before.pop(f"forest/{piece}"), field: value}
    assert after == before
    game.editor.undo()
    assert game.files() == start


@pytest.mark.parametrize("piece", ["tree-worker", "bush-soldier", "moss-worker"])
def test_one_of_the_pieces_of_an_entry_goes_alone(game: Game, piece: str) -> None:
    (game.folder / "cards/forest.yaml").write_text(FOREST, encoding="utf-8")
    path = game.folder / "game.yaml"
    path.write_text(path.read_text("utf-8").replace("cards/events.yaml", "cards/forest.yaml"), "utf-8")
    start, before = game.files(), pieces_of(game)
    game.step({"op": "remove", "piece": f"forest/{piece}", "alone": True})
    assert pieces_of(game) == {key: each for key, each in before.items() if key != f"forest/{piece}"}
    game.editor.undo()
    assert game.files() == start


def pieces_of(game: Game) -> dict[str, dict[str, str]]:
    """What the pieces of a game say, by key."""
    loaded = load_game(game.folder, cwd=game.folder.parent)
    assert loaded.game is not None
    assert [each.message for each in loaded.diagnostics if each.severity == "error"] == []
    return {
        piece.key: {
            **{name: getattr(value, "source", str(value)) for name, value in piece.fields.items()},
            "copies": str(piece.copies),
        }
        for piece in loaded.game.pieces()
    }


def test_a_piece_of_its_own_has_nothing_to_be_parted_from(game: Game) -> None:
    with pytest.raises(FileFault):
        game.step(put("ants/worker", "name", "x", alone=True))
    with pytest.raises(FileFault):
        game.step({"op": "remove", "piece": "ants/worker", "alone": True})


def test_undoing_everything_gives_back_the_very_bytes(game: Game) -> None:
    for step, _ in STEPS:
        if step["op"] not in ("remove", "game-add", "game-remove"):
            step = {key: value for key, value in step.items() if key != "was"}
            game.step(step)
    assert game.files() != game.start
    game.undo_all()
    assert game.files() == game.start


def test_a_field_of_many_pieces_is_one_step(game: Game) -> None:
    game.step(
        *(put(f"ants/{name}", "copies", "9") for name in ("worker", "soldier", "scout")),
        put("bees/drone", "copies", "9"),
    )
    assert game.editor.state() == {"undo": "4 changes", "redo": ""}
    game.editor.undo()
    assert game.files() == game.start
    assert game.editor.state() == {"undo": "", "redo": "4 changes"}


def test_a_value_that_is_not_what_the_page_showed_stays(game: Game) -> None:
    with pytest.raises(StaleEditError) as stop:
        game.step(put("ants/worker", "name", "Bee", was="Walker"))
    assert stop.value.found == "Worker"
    with pytest.raises(StaleEditError):
        game.step(
            {
                "op": "translate",
                "lang": "cs",
                "context": "card.text",
                "source": "Guard the gate.",
                "value": "x",
                "was": "y",
            }
        )
    assert game.files() == game.start


def test_a_stretch_that_another_program_changed_after_a_step_is_not_undone(game: Game) -> None:
    game.step(put("ants/worker", "name", "Bee"))
    path = game.folder / ANTS
    path.write_text(path.read_text("utf-8").replace("Bee", "Bumblebee"), encoding="utf-8")
    with pytest.raises(ClashError) as stop:
        game.editor.undo()
    assert b"Worker" in (stop.value.clashes[0].wanted or b"")
    assert b"Bumblebee" in (stop.value.clashes[0].found or b"")
    assert "Bumblebee" in path.read_text("utf-8")


def test_what_another_program_changes_elsewhere_stays_when_steps_are_undone_and_done_again(
    game: Game,
) -> None:
    path = game.folder / ANTS

    def outside(old: str, new: str) -> None:
        path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")

    game.step(put("ants/worker", "name", "Bee"))
    outside("kind: card\n", "# Ants\nkind: card\n")
    game.step(put("ants/soldier", "name", "Wasp"))
    outside("name: Scout", "name: Spy")
    game.step(put("ants/scout", "copies", "7"))
    everything = path.read_bytes()
    game.undo_all()
    changed = game.start[ANTS].replace(b"kind: card\n", b"# Ants\nkind: card\n").replace(b"Scout", b"Spy")
    assert path.read_bytes() == changed
    while game.editor.redo():
        pass
    assert path.read_bytes() == everything
    game.undo_all()
    assert path.read_bytes() == changed


def test_undoing_the_first_translation_removes_the_file_that_it_made(game: Game) -> None:
    (game.folder / "locale/cs.po").unlink()
    before = game.files()
    game.step({"op": "translate", "lang": "cs", "context": "card.name", "source": "Scout", "value": "Zvěd"})
    assert "Zvěd" in (game.folder / "locale/cs.po").read_text("utf-8")
    game.editor.undo()
    assert game.files() == before
    game.editor.redo()
    assert "Zvěd" in (game.folder / "locale/cs.po").read_text("utf-8")


@pytest.mark.parametrize(
    "step",
    [
        None, {}, {"op": "run"}, {"op": "set", "piece": 3}, put("ants/worker", "name", {"a": 1}),
        put("ants/worker", "name", "\ud800"), put("ants/worker", "name", "x" * 100_001), {"op": "move", "piece": "ants/worker", "steps": 5},
        {"op": "game", "path": ["sets"], "value": "x"}, {"op": "game", "path": "name", "value": "x"},
        {"op": "of-set", "set": "ants", "path": ["rows"], "value": "../x.csv"},
        {"op": "game-add", "path": ["sets", "x"], "values": {"name": "x"}},
        {"op": "game-add", "path": ["facts", "../x"], "values": {"name": "x"}},
        {"op": "game-remove", "path": ["sets", "x"]}, {"op": "game-remove", "path": "facts"},
        {"op": "translate", "lang": "en", "context": "", "source": "", "value": "x"},
        {"op": "translate", "lang": "../../x", "context": "", "source": "", "value": "x"},
        {"op": "draw", "layout": "ant", "line": "1", "values": {"x": "1"}},
        {"op": "of-set", "set": "ants", "path": ["labels", "\ud800"], "value": "x"},
        {"op": "of-set", "set": "ants", "path": ["labels", "a\0"], "value": "x"},
        {"op": "of-set", "set": "ants", "path": ["labels", "a" * 1100], "value": "x"},
        put("ants/worker", "a" * 1100, "x"),
    ],
)  # fmt: skip
def test_what_no_page_asks_for_is_refused(game: Game, step: object) -> None:
    with pytest.raises(WrongRequestError):
        game.step(step)
    assert game.files() == game.start


@pytest.mark.parametrize("where", ["ants/worker", "events/rain", "bees/queen"])
@pytest.mark.parametrize("sign", ["\0", "\x0b", "\u2028", "\ufeff"])
def test_pasted_characters_that_no_file_may_hold_leave_the_game_readable(
    game: Game, where: str, sign: str
) -> None:
    game.step(put(where, "text", f"One{sign}two"))
    loaded = load_game(game.folder, cwd=game.folder.parent)
    assert [item.message for item in loaded.diagnostics if item.code == "Y102"] == []
    assert loaded.game is not None
    (piece,) = [piece for piece in loaded.game.pieces() if piece.key == where]
    assert getattr(piece.fields["text"], "source", "") == "One two"


@pytest.mark.parametrize(
    "step",
    [
        put("ants/nobody", "name", "x"), put("none/worker", "name", "x"), {"op": "draw", "layout": "card", "line": 1, "values": {"x": "1"}},
        {"op": "draw", "layout": "ant", "line": 4, "values": {"inset": "6 6 70 6\"/>"}},
        {"op": "draw", "layout": "ant", "line": 4, "values": {"fill": "1"}},
        put("bees/queen", "name", "Ѫ"), put("bees/queen", "note", "no such column"),
    ],
)  # fmt: skip
def test_what_cannot_be_edited_says_so(game: Game, step: object) -> None:
    with pytest.raises(FileFault):
        game.step(step)
    assert game.files() == game.start


def test_a_copy_has_all_files_but_the_output(game: Game) -> None:
    (game.folder / "out").mkdir()
    (game.folder / "out/ants.pdf").write_bytes(b"%PDF")
    assert game.editor.copy() == "./ants-2"
    copied = game.folder.parent / "ants-2"
    found = (path for path in copied.rglob("*") if path.is_file())
    assert {path.relative_to(copied).as_posix(): path.read_bytes() for path in found} == game.start


@pytest.mark.parametrize("link", ["cards/ants.yaml", "cards", "locale"])
def test_no_step_follows_a_link_out_of_the_game(game: Game, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    (game.folder / link).rename(outside)
    (game.folder / link).symlink_to(outside)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    translated = {
        "op": "translate",
        "lang": "cs",
        "context": "card.text",
        "source": "Guard the gate.",
        "value": "x",
    }
    with pytest.raises(FileFault):
        game.step(translated if link == "locale" else put("ants/worker", "name", "x"))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_table_that_another_program_writes_while_it_is_read_keeps_its_cells(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Places of cells and the content that is changed are of one reading, even in the next edit."""
    table = game.folder / CSV
    loaded = load_game(game.folder, cwd=game.folder.parent).game
    assert loaded is not None
    read = FolderFiles.read

    def read_and_write(files: FolderFiles, path: str) -> bytes:
        data = read(files, path)
        if path == CSV:
            table.write_bytes(data.replace(b"drone;Trubec", b"drone;Long name"))
        return data

    with monkeypatch.context() as patch:
        patch.setattr(FolderFiles, "read", read_and_write)
        run = game.editor.begin(loaded)
        run.source(next(each for each in loaded.sets if each.id == "bees"))
    before = table.read_bytes()
    game.step(put("bees/drone", "caste", "worker"))
    assert table.read_bytes() == before.replace(b";soldier;", b";worker;")


def test_the_id_of_a_new_piece_is_made_from_its_name_in_the_same_step(game):
    game.step({"op": "add", "set": "ants", "after": "ants/worker", "name": "New"})
    before = game.files()
    game.step(put("ants/new", "name", "Fire a"))
    game.step(put("ants/new", "name", "Fire ant"))
    assert game.step({"op": "call", "piece": "ants/new"}) == {ANTS: ("  new:\n", "  fire-ant:\n")}
    assert game.step({"op": "call", "piece": "ants/fire-ant"}) == {}
    assert game.editor.undo().words == "name of new"
    assert game.files() == before
    game.editor.redo()
    assert "  fire-ant:\n    name: Fire ant\n" in (game.folder / ANTS).read_text("utf-8")
    game.undo_all()
    assert game.files() == game.start


@pytest.mark.parametrize("name", ["New", "", "{{ caste.name }}", "Worker"])
def test_a_new_piece_without_a_name_of_its_own_keeps_its_id_or_gets_a_free_one(game, name):
    game.step(
        {"op": "add", "set": "ants", "after": "ants/worker", "name": "New"},
    )
    game.step(put("ants/new", "name", name))
    game.step({"op": "call", "piece": "ants/new"})
    text = (game.folder / ANTS).read_text("utf-8")
    assert ("  worker-2:\n" if name == "Worker" else "  new:\n") in text
