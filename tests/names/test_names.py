"""The names of a small game, all their places, and other names for them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pnp.build import Workshop, open_workshop
from pnp.diagnostics import error
from pnp.diagnostics.printer import SourceLines
from pnp.edit import edited
from pnp.edit.cure import cure_of
from pnp.names.code import names_in_code
from pnp.names.index import Names
from pnp.names.name import Name
from pnp.names.rename import RenameFault, checked_renaming, contents, find_name, renaming
from pnp.source import Span
from tests.bench.renames import DATA, KINDS, outcome
from tests.cli.call import call
from tests.load.test_tables import xlsx
from tests.preview.game import write_game


@pytest.fixture
def ants(tmp_path: Path) -> tuple[Workshop, Names]:
    folder = write_game(tmp_path)
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None
    return workshop, Names(workshop.game, workshop.sources)


def renamed(ants: tuple[Workshop, Names], kind: str, old: str, new: str) -> dict[str, str]:
    """The lines of each file that change."""
    workshop, names = ants
    renaming = checked_renaming(workshop, names, find_name(names, kind, old), new)  # type: ignore[arg-type]
    read = contents(workshop, renaming)
    new_files = dict.fromkeys(new for _, new in renaming.moved)
    found = edited({**read, **new_files}, renaming.changes(read))
    return {
        file: "\n".join(
            sorted(set(text.decode().split("\n")) - set(read.get(file, b"").decode().split("\n")))
        )
        for file, text in found.items()
    }


def test_a_term_is_renamed_where_it_is_defined_and_used(ants: tuple[Workshop, Names]) -> None:
    found = renamed(ants, "term", "worker", "builder")
    assert found["game.yaml"] == '    builder: {name: worker, colour: "#2A5F9E"}'
    assert found["cards/ants.yaml"] == "    caste: builder"


def test_a_fact_is_renamed_in_claims_texts_and_rule_sheets(ants: tuple[Workshop, Names]) -> None:
    found = renamed(ants, "fact", "crumbs", "bread")
    assert "facts.bread" in found["game.yaml"]
    assert found["cards/ants.yaml"] == "    text: Look {{ facts.bread }} places ahead."
    assert found["rulebook/rules.md"] == "Find {{ facts.bread }} crumbs."


def test_a_field_is_renamed_in_pieces_and_layouts(ants: tuple[Workshop, Names]) -> None:
    found = renamed(ants, "field", "caste", "rank")
    assert found["layouts/ant.xml"] == "  {{ frame(piece.rank.colour) }}"
    assert found["cards/ants.yaml"].split("\n") == [
        "    rank: soldier",
        "    rank: worker",
        "fields: {rank: term caste}",
    ]


def test_a_layout_takes_its_file_along(ants: tuple[Workshop, Names]) -> None:
    found = renamed(ants, "layout", "ant", "insect")
    assert found["cards/ants.yaml"] == "layout: insect"
    assert "piece.caste.colour" in found["layouts/insect.xml"]


@pytest.mark.parametrize(
    ("kind", "old", "new", "message"),
    [
        ("fact", "crumb", "bread", "there is no fact 'crumb'"),
        ("fact", "crumbs", "two words", "'two words' cannot be the name of this fact"),
        ("term", "worker", "soldier", "there is a term 'caste.soldier' already"),
        ("term", "worker", "null", "'null' cannot be the name of this term"),
        ("field", "name", "title", "there is no field 'name'"),
        ("piece", "ants/worker", "worker", "the piece is called 'worker' already"),
    ],
)
def test_names_that_cannot_be(
    ants: tuple[Workshop, Names], kind: str, old: str, new: str, message: str
) -> None:
    with pytest.raises(RenameFault, match=message):
        renamed(ants, kind, old, new)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("facts.crumbs + 1", ["fact crumbs"]),
        ("facts['crumbs']", ["fact crumbs"]),
        ("count(cards, caste='worker')", ["field caste", "term caste.worker"]),
        (
            "[c.caste for c in cards if c.caste == 'worker']",
            ["field caste", "field caste", "term caste.worker"],
        ),
        ("terms.caste.worker.colour", ["vocabulary caste", "term caste.worker"]),
        ("distinct(sets.ants, 'caste')", ["set ants", "field caste"]),
        ("t.colour for t in terms.caste", ["vocabulary caste"]),
        ("c.caste in ('worker', 'soldier')", ["field caste", "term caste.worker", "term caste.soldier"]),
        ("x == 'worker", []),
    ],
)
def test_names_in_code(ants: tuple[Workshop, Names], code: str, expected: list[str]) -> None:
    found = names_in_code(code, ants[1].known)
    assert [f"{each.name.kind} {each.name.id}" for each in found if each.name.kind != "text"] == expected
    for each in found:
        assert code[each.start : each.start + each.length] == each.name.word


def test_every_place_holds_its_word(ants: tuple[Workshop, Names]) -> None:
    workshop, names = ants
    kinds = set()
    for mention in names.mentions:
        span = mention.span
        if span.end_column > span.column:
            line = workshop.sources[span.file].split("\n")[span.line - 1]
            assert line[span.column - 1 : span.end_column - 1] == mention.name.word
            kinds.add(mention.name.kind)
    assert kinds >= {"term", "fact", "field", "piece", "layout", "vocabulary", "claim"}
    assert names.defining(Name("layout", "ant"))[0].file == "layouts/ant.xml"


def test_the_command_writes_all_files_or_none(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    done = call(folder, "rename", "fact", "crumbs", "bread", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "would be renamed at 4 places in 3 files" in done.stdout
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    done = call(folder, "rename", "fact", "crumbs", "bread")
    assert done.returncode == 0, done.stderr
    changed = [path for path, data in before.items() if path.read_bytes() != data]
    assert sorted(path.name for path in changed) == ["ants.yaml", "game.yaml", "rules.md"]
    assert call(folder, "rename", "fact", "crumbs", "bread").returncode == 1
    assert call(folder, "rename", "fact", "bread", "crumbs").returncode == 0
    assert {path: path.read_bytes() for path in before} == before


def with_table(folder: Path, file: str) -> Path:
    """The game with three beetles in a table, whose layout shows one of its fields."""
    data = folder / "game.yaml"
    data.write_text(
        data.read_text(encoding="utf-8").replace("cards/events", "cards/beetles.yaml, cards/events")
    )
    (folder / "layouts/beetle.xml").write_text(
        '<face><text inset="6 6 70 6" font-size="14pt">{{ piece.bite }}</text></face>\n', encoding="utf-8"
    )
    (folder / "cards/beetles.yaml").write_text(
        f"kind: card\nname: Beetles\nsize: poker\nlayout: beetle\nfields: {{bite: number, wing_span: number}}\n"
        f"rows: {{file: {file}, where: bite > 1}}\n",
        encoding="utf-8",
    )
    return folder


def test_a_title_of_a_csv_file_follows_its_field(tmp_path: Path) -> None:
    folder = with_table(write_game(tmp_path), "beetles.csv")
    table = folder / "cards/beetles.csv"
    before = '\ufeffBeetles of 2024;;;\r\nid;Name;"bite";Wing span\r\nstag;Stag žuk;3;4\r\nrose;Rose;1;2\r\n'
    table.write_bytes(before.encode())
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None
    assert not workshop.diagnostics
    names = Names(workshop.game, workshop.sources)
    found = renamed((workshop, names), "field", "bite", "jaw")
    assert found["cards/beetles.yaml"].split("\n") == [
        "fields: {jaw: number, wing_span: number}",
        "rows: {file: beetles.csv, where: jaw > 1}",
    ]
    assert "piece.jaw" in found["layouts/beetle.xml"]
    assert found["cards/beetles.csv"] == 'id;Name;"jaw";Wing span\r'
    with pytest.raises(RenameFault) as fault:  # written another way in the table
        renamed((workshop, names), "field", "wing_span", "wings")
    assert "cards/beetles.csv:2:16" in {str(item.span) for item in fault.value.found}


BEETLES = """\
kind: card
name: Beetles
size: poker
layout: beetle
fields: {caste: term caste, friends: terms caste, more: text?}
rows: FILE
"""
ROWS = [
    ["id", "name", "caste", "friends", "text", "more", "copies"],
    ["stag", "Stag", "worker", "soldier; worker", "A [worker](worker) bee", "{{ facts.crumbs }} workers", 1],
    ["rose", "Růže", "caste.worker", "soldier", "The worker", "Not a worker", 2],
]


def with_castes(folder: Path, rows: str, name: str, data: bytes) -> tuple[Workshop, Names]:
    """The game with beetles in a table whose cells hold terms."""
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("name: worker", "name: labourer")
    text = text.replace("cards/events", "cards/beetles.yaml, cards/events")
    file.write_text(text, encoding="utf-8")
    (folder / "layouts/beetle.xml").write_text(
        '<face><text inset="6" font-size="9pt">{{ piece.caste.name }} {{ piece.text }}</text></face>\n',
        encoding="utf-8",
    )
    (folder / "cards/beetles.yaml").write_text(BEETLES.replace("FILE", rows), encoding="utf-8")
    (folder / "cards" / name).write_bytes(data)
    return opened(folder)


def opened(folder: Path) -> tuple[Workshop, Names]:
    """The game as it is now."""
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None
    return workshop, Names(workshop.game, workshop.sources)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1250"])
def test_cells_of_a_csv_file_follow_their_term(tmp_path: Path, encoding: str) -> None:
    text = "\n".join(",".join(map(str, row)) for row in ROWS) + "\n"
    rows = "beetles.csv" if encoding == "utf-8" else f"{{file: beetles.csv, encoding: {encoding}}}"
    game = with_castes(write_game(tmp_path), rows, "beetles.csv", text.encode(encoding))
    assert not game[0].diagnostics
    renaming = checked_renaming(*game, find_name(game[1], "term", "worker"), "builder")
    found = edited(read := contents(game[0], renaming), renaming.changes(read))["cards/beetles.csv"]
    assert found.decode(encoding).split("\n")[1:3] == [
        "stag,Stag,builder,soldier; builder,A [worker](builder) bee,{{ facts.crumbs }} workers,1",
        "rose,Růže,caste.builder,soldier,The worker,Not a worker,2",
    ]


def sheet(worker: str) -> bytes:
    """The rows as a spreadsheet, with this word for the term, and texts without marks."""
    terms = [[cell.replace("worker", worker) for cell in map(str, row[2:4])] for row in ROWS]
    rows = [[*row[:2], *cells, "A bee", "", 1] for row, cells in zip(ROWS[1:], terms[1:], strict=True)]
    return xlsx([ROWS[0], *rows])


def test_cells_of_a_spreadsheet_are_named_before_anything_is_written(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    game = with_castes(folder, "beetles.xlsx", "beetles.xlsx", sheet("worker"))
    with pytest.raises(RenameFault, match="3 cells of a spreadsheet would not know the new name") as fault:
        renamed(game, "term", "worker", "builder")
    assert [item.span and item.span.file for item in fault.value.found] == ["cards/beetles.xlsx:Sheet1!"] * 3
    assert str(fault.value.found[0].span) == "cards/beetles.xlsx:Sheet1!C2"
    (folder / "cards/beetles.xlsx").write_bytes(sheet("builder"))
    game = opened(folder)
    assert "M110" in {item.code for item in game[0].diagnostics}
    assert "builder: {name: labourer" in renamed(game, "term", "worker", "builder")["game.yaml"]


def test_a_game_whose_set_is_a_spreadsheet_takes_other_names(tmp_path: Path) -> None:
    game = with_castes(write_game(tmp_path), "beetles.xlsx", "beetles.xlsx", sheet("worker"))
    assert "bread: {value: 3" in renamed(game, "fact", "crumbs", "bread")["game.yaml"]
    with pytest.raises(RenameFault, match="of a spreadsheet would not know the new name"):
        renamed(game, "field", "friends", "allies")


def test_pictures_that_are_called_by_a_term_follow_it(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    layout = folder / "layouts/ant.xml"
    image = '<image src="art/{{ piece.caste.id }}.svg" inset="20"/></face>'
    layout.write_text(layout.read_text(encoding="utf-8").replace("</face>", image), encoding="utf-8")
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z" fill="#COLOUR"/></svg>'
    )
    for name, colour in (("worker", "123456"), ("soldier", "654321")):
        (folder / f"art/{name}.svg").write_text(drawing.replace("COLOUR", colour), encoding="utf-8")
    done = call(folder, "rename", "term", "worker", "builder", "--dry-run")
    assert "art/worker.svg, as art/builder.svg" in done.stdout, done.stderr
    assert call(folder, "rename", "term", "worker", "builder").returncode == 0
    assert (folder / "art/builder.svg").read_text(encoding="utf-8") == drawing.replace("COLOUR", "123456")
    assert sorted(path.name for path in (folder / "art").glob("*.svg")) == ["builder.svg", "soldier.svg"]


def test_a_file_of_translations_keeps_its_encoding(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    path = folder / "locale/cs.po"
    text = path.read_text(encoding="utf-8").replace("charset=UTF-8", "charset=ISO-8859-2")
    text = text.replace("Hlídej bránu.", "Příliš žluťoučký {{ facts.crumbs }} kůň.")
    path.write_bytes(text.encode("iso-8859-2"))
    workshop = open_workshop(folder, folder)
    assert workshop.game is not None
    names = Names(workshop.game, workshop.sources)
    renamed = renaming(workshop, names, find_name(names, "fact", "crumbs"), "bread")
    read = contents(workshop, renamed)
    found = edited(read, renamed.changes(read))["locale/cs.po"]
    assert found == text.replace("facts.crumbs", "facts.bread").encode("iso-8859-2")


def test_a_file_that_changed_since_it_was_read_is_not_renamed_in(ants: tuple[Workshop, Names]) -> None:
    workshop, _ = ants
    path = workshop.folder / "rulebook/rules.md"
    before = path.read_text(encoding="utf-8")
    path.write_text("A new line.\n" + before, encoding="utf-8")
    with pytest.raises(RenameFault, match=r"rulebook/rules\.md changed meanwhile"):
        renamed(ants, "fact", "crumbs", "bread")
    path.write_text(before.replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert renamed(ants, "fact", "crumbs", "bread")["rulebook/rules.md"].startswith("Find {{ facts.bread }}")


def test_fix_carries_out_cures_that_help(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    deck = folder / "cards/ants.yaml"
    right = deck.read_text(encoding="utf-8")
    deck.write_text(right.replace("caste: soldier", "caste: soldir").replace("facts.crumbs", "facts.crumsb"))
    assert "2 cures found" in call(folder, "fix", "--dry-run").stdout
    assert "1 cure carried out" in call(folder, "fix", "M110").stdout
    assert "1 cure carried out" in call(folder, "fix").stdout
    assert deck.read_text(encoding="utf-8") == right


def test_a_number_that_may_be_right_is_set_only_when_its_code_is_named(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    deck, game = folder / "cards/ants.yaml", folder / "game.yaml"
    deck.write_text(
        deck.read_text("utf-8").replace("size: poker", "size: poker\ntotal: '8'"), encoding="utf-8"
    )
    claim = 'few: {says: Eight., data: "n(sets.ants)", rulebook: "8", source: r 1}'
    game.write_text(game.read_text("utf-8").replace("claims:", f"claims:\n  {claim}"), encoding="utf-8")
    assert "0 cures" in call(folder, "fix").stdout
    assert "set total to 7 (K101)" in call(folder, "fix", "K101").stdout
    assert "size: poker\ntotal: '7'\n" in deck.read_text("utf-8")
    assert "set rulebook to 7 (K100)" in call(folder, "fix", "K100").stdout
    assert 'rulebook: "7"' in game.read_text("utf-8")


def test_a_cure_of_a_text_takes_its_translation_along(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    deck, po = folder / "cards/ants.yaml", folder / "locale/cs.po"
    deck.write_text(
        deck.read_text("utf-8").replace("the gate.", "{{ facts.crumsb }} gates."), encoding="utf-8"
    )
    po.write_text(po.read_text("utf-8").replace("the gate.", "{{ facts.crumsb }} gates."), encoding="utf-8")
    assert "1 cure carried out" in call(folder, "fix").stdout
    assert "    text: Guard {{ facts.crumbs }} gates.\n" in deck.read_text("utf-8")
    assert po.read_text("utf-8").endswith(
        '#, fuzzy\n#| msgid "Guard {{ facts.crumsb }} gates."\nmsgctxt "card.text"\n'
        'msgid "Guard {{ facts.crumbs }} gates."\nmsgstr "Hlídej bránu."\n'
    )


def test_fix_cures_a_text_while_a_file_of_translations_cannot_be_decoded(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    deck, po = folder / "cards/ants.yaml", folder / "locale/cs.po"
    right = deck.read_text("utf-8")
    deck.write_text(right.replace("facts.crumbs", "facts.crumsb"), encoding="utf-8")
    po.write_bytes(po.read_text("utf-8").encode("cp1250"))
    before = po.read_bytes()
    result = call(folder, "fix")
    assert (result.returncode, "1 cure carried out" in result.stdout) == (0, True), result.stderr
    assert (deck.read_text("utf-8"), po.read_bytes()) == (right, before)


def test_a_missing_term_is_written_without_its_brackets() -> None:
    line = "Drž [vojáky](soldir)."
    found = error(
        "K534",
        "the term 'soldir' is not in the source",
        Span("cs.po", 1, 5, 1, 21),
        "write '(soldier)', which is missing",
    )
    cure = cure_of(found, SourceLines({"cs.po": line}))
    assert cure is not None
    assert (
        line[: cure.span.column - 1] + cure.text + line[cure.span.end_column - 1 :]
        == "Drž [vojáky](soldier)."
    )


def test_a_shipped_game_is_not_edited() -> None:
    done = call(Path(__file__).parents[2], "rename", "fact", "hand", "hand_size", "--game", "doom")
    assert done.returncode == 1
    assert "ships with pnp" in done.stderr


FORMS = {
    "commas": ("utf-8", "", ",", "\n"),
    "windows": ("cp1250", ", encoding: cp1250", ";", "\r\n"),
    "excel": ("utf-16", ", encoding: utf-16", "\t", "\r\n"),
    "mark": ("utf-8-sig", "", ";", "\n"),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_piece_in_a_csv_file_is_renamed_everywhere(tmp_path: Path, form: str) -> None:
    encoding, named, separator, line_break = FORMS[form]
    folder = write_game(tmp_path)
    rows = [
        ["id", "name", "caste", "friends", "text", "more", "copies", "extends"],
        ['"stag"', "Růže; stag", "worker", "soldier", '"A ""stag"" beetle"', "", "1", ""],
        ["rose", "Rose", "worker", "soldier", "stag", "", "2", "stag"],
        [
            "rose-stag",
            "Both",
            "worker",
            "soldier",
            "\"{{ n(cards, id == 'stag') }} beetle\"",
            "",
            "2",
            " stag ",
        ],
    ]
    rows[1][1] = f'"{rows[1][1]}"'
    text = line_break.join(separator.join(row) for row in rows) + line_break
    game = with_castes(folder, f"{{file: beetles.csv{named}}}", "beetles.csv", text.encode(encoding))
    layout = folder / "layouts/beetle.xml"
    layout.write_text(
        layout.read_text(encoding="utf-8").replace(
            "</face>", "{% if piece.id == 'stag' %}<rect inset='1' fill='#000000'/>{% endif %}</face>"
        ),
        encoding="utf-8",
    )
    edit_text(
        folder / "game.yaml",
        "claims:\n",
        "claims:\n  one: {says: One., source: r 2, data: \"n(cards, id == 'stag')\", rulebook: 1}\n",
    )
    edit_text(folder / "rulebook/rules.md", "## Aim\n", "## Aim\n\n:::piece beetles/stag\n")
    game = opened(folder)
    assert [item.message for item in game[0].diagnostics] == []
    found = checked_renaming(*game, find_name(game[1], "piece", "stag"), "jelen")
    changed = edited(read := contents(game[0], found), found.changes(read))
    assert sorted(changed) == ["cards/beetles.csv", "game.yaml", "layouts/beetle.xml", "rulebook/rules.md"]
    rows[1][0] = rows[1][0].replace("stag", "jelen")
    rows[2][-1], rows[3][-1] = "jelen", " jelen "
    rows[3][4] = "\"{{ n(cards, id == 'jelen') }} beetle\""
    assert changed["cards/beetles.csv"] == (
        line_break.join(separator.join(row) for row in rows) + line_break
    ).encode(encoding)
    assert b"id == 'jelen'" in changed["game.yaml"]
    assert b"piece.id == 'jelen'" in changed["layouts/beetle.xml"]
    assert b":::piece beetles/jelen" in changed["rulebook/rules.md"]


def test_a_row_that_is_called_by_its_name_says_where(tmp_path: Path) -> None:
    rows = "name,caste,friends,text,more,copies\nStag,worker,soldier,,,1\n"
    game = with_castes(write_game(tmp_path), "beetles.csv", "beetles.csv", rows.encode())
    with pytest.raises(RenameFault, match="no file of the game defines the piece 'beetles/stag'") as fault:
        renamed(game, "piece", "stag", "rose")
    assert (
        fault.value.cure
        == "its id is made of its name at cards/beetles.csv:2:1: give the table a column 'id'"
    )
    game = with_castes(write_game(tmp_path / "sheet"), "beetles.xlsx", "beetles.xlsx", sheet("worker"))
    with pytest.raises(RenameFault) as fault:
        renamed(game, "piece", "beetles/stag", "jelen")
    assert fault.value.cure == "change its id at cards/beetles.xlsx:Sheet1!A2, which pnp does not write"


def test_a_piece_in_a_csv_file_takes_no_id_of_another_row(tmp_path: Path) -> None:
    text = "\n".join(",".join(map(str, row)) for row in ROWS) + "\n"
    game = with_castes(write_game(tmp_path), "beetles.csv", "beetles.csv", text.encode())
    with pytest.raises(RenameFault, match="there is a piece 'beetles/rose' already"):
        renamed(game, "piece", "stag", "rose")


def edit_text(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


GAME = "doom-elements"
"""The smallest one in four languages."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_renamed_game_has_no_new_findings(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / GAME
    shutil.copytree(DATA / GAME, folder)
    assert outcome(folder, kind).endswith("0 new findings, 0 claims fail")  # type: ignore[arg-type]
