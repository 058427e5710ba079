"""Decks of Squib's scripts become games with layouts; Ruby is not run."""

from __future__ import annotations

import contextlib
import tracemalloc
from pathlib import Path
from xml.etree import ElementTree as ET

import openpyxl
import pytest

from pnp.importers.cards import FolderReader, FoundTable, ScriptWishes, SetWishes, find_tables, table_set
from pnp.importers.cards.ruby_node import RubyMethod, Scope
from pnp.importers.cards.ruby_reading import RubyReading
from pnp.importers.cards.ruby_syntax import read_ruby
from pnp.importers.cards.ruby_tokens import RubyFault
from pnp.importers.cards.ruby_value import RubyPattern, UnknownValue
from pnp.importers.cards.squib_layout import squib_colour
from pnp.load import FolderFiles
from tests.importers.test_cards import Run, cards, game, put, run  # noqa: F401 - a fixture

DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 0h10v10H0z"/></svg>'
SCRIPT = """
require 'squib'
data = Squib.csv file: 'data/deck.csv'
Squib::Deck.new(cards: data.nrows, layout: 'layout.yml') do
  background color: :white
  rect layout: :frame
  text str: data.name, layout: :title
  text str: data['Cost'].map { |c| "#{c} gold" }, layout: :cost
  svg file: data.kind.map { |k| k.nil? ? nil : "img/#{k.downcase}.svg" }, layout: 'art'
  text str: data.text, markup: true, x: '1in', y: 700 do |embed|
    embed.svg key: ':sun:', file: 'img/sun.svg', width: 40, height: 40
  end
  %w(A B).each_with_index { |letter, i| text str: letter, x: 100 + i * 50, y: 1000, range: i }
  cut_zone
  build(:proofs) { safe_zone }
  save_pdf trim: 37.5
end
"""
LAYOUT = """
frame: {x: 37.5, y: 37.5, width: deck - 75, height: 1050, radius: 0.125in, stroke_color: navy}
title: {x: 0.5in, y: 100, width: 525, height: 1cm, font: 'Georgia Bold Italic 14', align: center, valign: middle, color: '#f00'}
cost:
  extends: title
  y: += 1cm
art: {x: 262.5, y: 300, width: 300, height: 300}
"""
TABLE = "Name,Cost,Kind,Text\nThief *,2,Sun,<b>Take</b> :sun: & run\nGrifter,1,,Go [on]\n"


def tables(folder: Path, files: dict[str, str | bytes]) -> tuple[list[FoundTable], FolderReader]:
    put(folder, files)
    reader = FolderReader(FolderFiles(folder, folder))
    return find_tables("squib", reader), reader


def layout(folder: Path, table: FoundTable, face: str = "") -> list[ET.Element]:
    """Elements of the layout that a table gets."""
    data = table.data if table.data is not None else (folder / table.path).read_bytes()
    made = table_set(data, table, SetWishes())
    xml = next(content for path, content in made.files.items() if path.endswith(f"{face}.xml")).decode()
    text = "".join(line for line in xml.splitlines() if not line.lstrip().startswith("{"))
    return list(ET.fromstring(text))


def test_a_deck_becomes_a_game_that_builds(run: Run, tmp_path: Path) -> None:  # noqa: F811
    files = {"deck.rb": SCRIPT, "layout.yml": LAYOUT, "data/deck.csv": TABLE, "img/sun.svg": DOT}
    put(tmp_path / "squib", files)
    result = run("squib", "squib", "--name", "thieves")
    assert result.exit_code == 0, result.output
    assert cards(tmp_path / "thieves") == [("deck/thief", 1, "Thief \\*"), ("deck/grifter", 1, "Grifter")]
    (made,) = game(tmp_path / "thieves").sets
    assert (made.size.width.mm, made.size.height.mm) == pytest.approx((63.5, 88.9)), "without the bleed"
    texts = [str(piece.fields["text"].source) for piece in made.pieces]  # type: ignore[union-attr]
    assert texts == ["**Take** :sun: & run", "Go \\[on]"]
    assert (tmp_path / "thieves/icons/sun.svg").read_text(encoding="utf-8") == DOT
    assert (tmp_path / "thieves/art/img/sun.svg").read_text(encoding="utf-8") == DOT
    xml = (tmp_path / "thieves/layouts/deck.xml").read_text(encoding="utf-8")
    assert '<image src="art/img/{{ piece.kind | lower }}.svg"' in xml
    assert "{% if piece.kind is not none %}" in xml
    assert ">{{ piece.cost }} gold</text>" in xml
    assert "{% if piece.number == 2 %}" in xml
    assert "not imported" not in result.output


def test_places_are_in_millimetres_from_the_trim(tmp_path: Path) -> None:
    files = {"deck.rb": SCRIPT, "layout.yml": LAYOUT, "data/deck.csv": TABLE, "img/sun.svg": DOT}
    (table,), _ = tables(tmp_path, files)
    assert table.size == "63.5mmx88.9mm"
    elements = layout(tmp_path, table)
    frame = elements[0]
    assert (frame.get("x"), frame.get("y"), frame.get("width"), frame.get("rx")) == ("0", "0", "63.5", "3.17")
    assert frame.get("stroke") == "#000080"
    title, cost = (each for each in elements[1:3])
    assert (title.get("x"), title.get("height"), title.get("font"), title.get("weight")) == (
        "9.52",
        "10",
        "Spectral",
        "700",
    )
    assert (title.get("font-size"), title.get("italic"), title.get("align")) == ("14pt", "true", "center")
    assert title.get("colour") == "#FF0000"
    assert float(cost.get("y", 0)) == pytest.approx(float(title.get("y", 0)) + 10, abs=0.01)


def test_each_sheet_that_a_script_reads_is_a_set(run: Run, tmp_path: Path) -> None:  # noqa: F811
    book = openpyxl.Workbook()
    book.active.title = "Jobs"
    book.create_sheet("Events")
    for sheet, name in (("Jobs", "Cook"), ("Events", "Storm")):
        book[sheet].append(("Name", "qty"))
        book[sheet].append((name, 3))
    (tmp_path / "squib").mkdir()
    book.save(tmp_path / "squib/g.xlsx")
    for at, name in enumerate(("a", "b")):
        text = f"d = Squib.xlsx file: 'g.xlsx', sheet: {at}\nSquib::Deck.new(cards: d.nrows) {{ text str: d.name, x: 50, y: 50 }}\n"
        put(tmp_path / "squib", {f"{name}.rb": text})
    result = run("squib", "squib", "--name", "g", "--trim", "0.125in")
    assert result.exit_code == 0, result.output
    assert sorted(cards(tmp_path / "g")) == [("a/cook", 3, "Cook"), ("b/storm", 3, "Storm")]


def test_tables_and_sheets_that_no_script_reads_were_left_out_in_silence(run: Run, tmp_path: Path) -> None:  # noqa: F811
    book = openpyxl.Workbook()
    for name in ("Ants", "Bees", "Wasps"):
        sheet = book.active if name == "Ants" else book.create_sheet(name)
        sheet.title = name
        sheet.append(("name", "legs"))
        sheet.append((f"One of the {name}", 6))
    script = """
data = Squib.xlsx file: 'game.xlsx', sheet: 1
Squib::Deck.new(cards: data.nrows) { text str: data['name'] }
"""
    put(tmp_path / "s", {"deck.rb": script, "old/spare.csv": "name\nX\n", "notes.txt": "none"})
    book.save(tmp_path / "s/game.xlsx")
    result = run("squib", "s", "--name", "g")
    assert result.exit_code == 0, result.output
    assert [name for _, _, name in cards(tmp_path / "g")] == ["One of the Bees"]
    unread = "'old/spare.csv', 'game.xlsx:Ants', 'game.xlsx:Wasps'"
    assert f"not imported: tables that nothing was seen to use: {unread}\n" in result.output


def test_backs_and_other_drawings_of_the_same_cards(tmp_path: Path) -> None:
    text = """
d = Squib.csv data: <<~CSV
  name,qty
  Ant,2
CSV
Squib::Deck.new(cards: d.nrows, width: '2in', height: '2in') { text str: d.name; save_png prefix: 'front_' }
Squib::Deck.new(cards: d.nrows, width: '2in', height: '2in') { text str: 'Back'; save_png prefix: 'back_' }
Squib::Deck.new(cards: d.nrows, width: '2in', height: '3in') { text str: d.name, x: 9 }
"""
    (table,), reader = tables(tmp_path, {"deck.rb": text})
    assert table.drawing is not None
    assert [(each.back, each.value and each.value.template) for each in table.drawing.placements][-1] == (
        True,
        "Back",
    )
    assert any("another drawing of the same cards" in note.what for note in reader.notes)


def test_every_deck_without_a_table_comes_with_the_back_that_is_named_like_it(tmp_path: Path) -> None:
    deck = "Squib::Deck.new(cards: {}) {{ text str: '{}'; save_pdf file: '{}.pdf' }}\n"
    decks = [
        (5, "I", "coin_one"),
        (5, "II", "coin_two"),
        (5, "back of I", "coin_one_back"),
        (1, "b", "coin_two_back"),
    ]
    found, reader = tables(tmp_path, {"deck.rb": "".join(deck.format(*each) for each in decks)})
    words = [
        [(each.back, each.value and each.value.template) for each in table.drawing.placements]
        for table in found
        if table.drawing
    ]
    assert words == [[(False, "I"), (True, "back of I")], [(False, "II"), (True, "b")]]
    assert not [note for note in reader.notes if "bleed" not in note.what]


def test_backs_of_fronts_that_are_not_there_are_listed_or_come_alone(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "deck.rb": "d = Squib.csv file: 'd.csv'\nSquib::Deck.new(cards: d.nrows) { text str: d.name }",
        "deck-back.rb": "Squib::Deck.new { background color: :red }",
        "chip.rb": "Squib::Deck.new { background color: :red }",
        "chip-back.rb": "Squib::Deck.new { text str: 'chip' }",
    }
    found, reader = tables(tmp_path, files)
    assert [table.name for table in found] == ["chip-back"]
    notes = {note.place for note in reader.notes}
    assert {"deck.rb:2", "deck-back.rb:1", "chip.rb:1"} <= notes


def test_a_table_that_two_decks_explode_differently_comes_once_and_the_other_is_listed(
    tmp_path: Path,
) -> None:
    script = """
a = Squib.csv file: 'c.csv'
Squib::Deck.new(cards: a.nrows) { text str: a.name }
b = Squib.csv file: 'c.csv', explode: 'n'
Squib::Deck.new(cards: b.nrows) { text str: b.kind, y: 300 }
"""
    found, reader = tables(tmp_path, {"deck.rb": script, "c.csv": "name,kind,n\nAnt,bug,2\n"})
    assert len(found) == 1
    assert "deck.rb:5: another drawing of the cards of 'c.csv'" in map(str, reader.notes)


def test_pictures_that_do_not_come_are_listed_wherever_they_are_named(tmp_path: Path) -> None:
    script = """
require 'game_icons'
d = Squib.csv data: "name,icon\\nAnt,sun\\nBee,no-such-icon\\n"
Squib::Deck.new(cards: d.nrows, layout: 'l.yml') do
  svg file: d.icon.map { |i| GameIcons.get(i).file }, layout: :art
  svg layout: :frame
  png file: d.name.map { |n| n.unheard_of }
end
"""
    layouts = "art: {x: 100, y: 100, width: 200, height: 200}\nframe: {file: frame.svg, x: 0, y: 0}\n"
    (table,), reader = tables(tmp_path, {"deck.rb": script, "l.yml": layouts})
    assert table.drawing is not None
    assert [(each.element, each.value and each.value.cells) for each in table.drawing.placements] == [
        ("icon", ("sun", ""))
    ]
    notes = list(map(str, reader.notes))
    for note in (
        "deck.rb:5: 'svg' without icons that pnp does not have: 'no-such-icon'",
        "deck.rb:6: 'svg' without pictures that are not there: 'frame.svg'",
        "deck.rb:7: 'png' with a picture that only Ruby can work out",
    ):
        assert note in notes, note


def test_layout_files_that_come_with_squib_are_read_where_it_is(run: Run, tmp_path: Path) -> None:  # noqa: F811
    script = "Squib::Deck.new(layout: ['hand.yml', 'own.yml']) { text str: 'A', layout: :sub }"
    files = {"deck.rb": script, "own.yml": "sub:\n  extends: title\n  y: += 150\n"}
    hand = "title: {x: 100, y: 150}\n"
    put(tmp_path / "gem", {"lib/squib.rb": "", "lib/squib/builtin/layouts/hand.yml": hand})
    put(tmp_path / "copy", {"hand.yml": hand})
    put(tmp_path / "plain", files)
    put(tmp_path / "vendored", {**files, "vendor/squib/lib/squib/builtin/layouts/hand.yml": hand})

    def place(name: str, *options: str) -> tuple[str | None, str]:
        into = f"g{len(list(tmp_path.iterdir()))}"
        result = run("squib", name, "--name", into, "--trim", "0.125in", *options)
        assert result.exit_code == 0, result.output
        xml = (tmp_path / into / "layouts/deck.xml").read_text(encoding="utf-8").partition("\n")[2]
        return ET.fromstring(xml)[0].get("y"), result.output

    for folder in ("gem", "gem/lib/squib.rb", "gem/lib", "copy"):
        assert place("plain", "--layouts", folder)[0] == "22.22", folder
    assert place("vendored")[0] == "22.22"
    there, output = place("plain")
    assert there != "22.22"
    assert "deck.rb:1: the layout file 'hand.yml', which comes with Squib" in output


def test_polygons_have_corners(tmp_path: Path) -> None:
    script = """Squib::Deck.new(dpi: 254) do
  polygon x: 100, y: '1cm', n: 4, radius: 50
  triangle x1: 9, x3: 'deck'
  polygon n: 0
  text str: 'a'
end
"""
    (table,), reader = tables(tmp_path, {"deck.rb": script})
    square, triangle, _ = layout(tmp_path, table)
    assert (square.tag, square.get("points")) == ("polygon", "15,10 10,15 5,10 10,5")
    assert triangle.get("points") == "0.9,0 0,0 82.5,0"
    assert "deck.rb:4: 'polygon' in a place that is not understood" in map(str, reader.notes)


def test_icons_of_a_package_come_along_with_their_author(run: Run, tmp_path: Path) -> None:  # noqa: F811
    script = """d = Squib.csv data: "name,icon\\nAnt,lorc/Far_thing\\nBee,sun\\nElk,lost\\n"
Squib::Deck.new(cards: d.nrows) do
  text str: d.name
  svg data: d.icon.map { |i| GameIcons.get(i).recolor(fg: '333').string }, width: 99, height: 99
end
"""
    put(tmp_path / "squib", {"deck.rb": script})
    credit = '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Ann</dc:creator></metadata>'
    put(tmp_path / "pack", {"far-thing.svg": DOT.replace("<path", f"{credit}<path"), "unused.svg": DOT})
    result = run("squib", "squib", "--name", "g", "--icons", "pack")
    assert result.exit_code == 0, result.output
    assert "deck.rb:4: 'svg' without icons that pnp does not have: 'lost'" in result.output
    assert [path.name for path in (tmp_path / "g/icons").iterdir()] == ["far-thing.svg"]
    assert b"Ann" in (tmp_path / "g/icons/far-thing.svg").read_bytes()
    table = (tmp_path / "g/cards/deck.csv").read_text(encoding="utf-8").splitlines()
    assert [line.rpartition(",")[2] for line in table[1:]] == ["far-thing", "sun", ""]
    put(tmp_path, {"no.tgz": b"x"})
    assert run("squib", "squib", "--name", "h", "--icons", "no.tgz").exit_code == 2


def test_decks_in_methods_that_only_a_rakefile_calls_are_made(tmp_path: Path) -> None:
    script = """
module Game
  def Game.coin(number)
    "#{number} coins"
  end
  def self.deck_coins(proof = false)
    Squib::Deck.new(cards: 3) { text str: Game.coin(2) }
  end
  def Game.deck_maps(name)
    Squib::Deck.new(cards: 2) { text str: name }
  end
  def self.deck_called
    Squib::Deck.new(cards: 4) { text str: 'once' }
  end
  deck_called
end
"""
    files: dict[str, str | bytes] = {
        "Rakefile": "require_relative 'data/maps'\n",
        "data/maps.rb": "MAPS = %w(north south)\n",
        "game.rb": f"require 'squib'\n{script}",
        "maps.rb": "def self.deck_all\n  Squib::Deck.new(cards: MAPS.size) { text str: MAPS }\nend\n",
    }
    found, reader = tables(tmp_path, files)
    assert [(table.data or b"").count(b"card-") for table in found] == [4, 3, 2]
    assert found[2].drawing is not None
    assert [each.value and each.value.cells for each in found[2].drawing.placements] == [("north", "south")]
    assert found[1].drawing is not None
    assert [each.value and each.value.template for each in found[1].drawing.placements] == ["2 coins"]
    assert "game.rb:11: the deck of the method 'deck_maps', which no script calls" in map(str, reader.notes)


_MAKES = "def make_deck\n  {}Squib::Deck.new(cards: 2) {{ text str: %w(a b) }}\nend\n"
MAKES = _MAKES.format("")


@pytest.mark.parametrize(
    "files",
    [
        {
            "deck.rb": _MAKES.format("require_relative 'helper'\n  "),
            "helper.rb": "def helped\n  1\nend\n",
        },
        {"lib.rb": MAKES, "deck.rb": "require_relative 'lib'\nmake_deck # with Squib\n"},
        {"deck.rb": MAKES, "main.rb": "require_relative 'deck'\nmake_deck # with Squib\n"},
    ],
)
def test_the_deck_of_a_method_comes_once_wherever_it_is_called(
    tmp_path: Path, files: dict[str, str | bytes]
) -> None:
    found, _ = tables(tmp_path, files)
    assert [(table.data or b"").count(b"card-") for table in found] == [2]


def test_methods_of_one_name_in_several_scripts_all_make_their_decks(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"a.rb": MAKES, "b.rb": MAKES + "make_deck\n", "c.rb": MAKES}
    found, _ = tables(tmp_path, files)
    assert sorted(table.path for table in found) == ["a.csv", "b.csv", "c.csv"]


@pytest.mark.parametrize(
    "files",
    [
        {"Rakefile": "require_relative 'spec/all'\n", "spec/all.rb": MAKES},
        {"Rakefile": "require_relative 'gem'\n", "gem.rb": f"{MAKES}make_deck\nGem::Specification.new\n"},
        {
            "vendor/Rakefile": "require_relative '../other'\n",
            "other.rb": "Deck.new(cards: 3) { text str: 'x' }\n",
        },
    ],
)
def test_a_rakefile_requires_no_scripts_that_are_not_the_games(
    tmp_path: Path, files: dict[str, str | bytes]
) -> None:
    found, _ = tables(tmp_path, {**files, "deck.rb": "Squib::Deck.new { text str: 'x' }\n"})
    assert [table.path for table in found] == ["deck.csv"]


def test_a_return_ends_a_script_and_keeps_what_is_before_it(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "deck.rb": f"{MAKES}return\nSquib::Deck.new(cards: 3) {{ text str: 'x' }}\n",
        "main.rb": "require_relative 'deck'\nSquib::Deck.new(cards: 4) { text str: 'y' }\n",
    }
    found, _ = tables(tmp_path, files)
    assert [(table.path, (table.data or b"").count(b"card-")) for table in found] == [
        ("main.csv", 4),
        ("deck.csv", 2),
    ]


def test_symbols_in_layout_files_are_words(tmp_path: Path) -> None:
    script = "Squib::Deck.new(layout: 'l.yml') { text str: 'A', layout: :title }"
    block = "title:\n  x: 100\n  y: 150\n  width: 300\n  align: :center\n  valign: 'MIDDLE'\n"
    (table,), _ = tables(tmp_path, {"deck.rb": script, "l.yml": block})
    (text,) = layout(tmp_path, table)
    assert (text.get("align"), text.get("valign")) == ("center", "middle")


@pytest.mark.parametrize("parameters", ["(title, &block)", " title, &block"])
def test_a_block_that_a_method_passes_on_gives_the_words(tmp_path: Path, parameters: str) -> None:
    script = f"""
$d = Squib.csv data: "name,kind\\nAnt,bug\\nOak,tree\\n"
def by{parameters}
  $d[title].map(&block)
end
def by_kind(&each); by('kind', &each); end
Squib::Deck.new(cards: 2, layout: 'l.yml') do
  text str: by_kind {{ |kind| "a #{{kind}}" }}, layout: by_kind {{ |kind| "at_#{{kind}}" }}
end
"""
    layouts = "at_bug: {x: 100, y: 100}\nat_tree: {x: 100, y: 500}\n"
    (table,), _ = tables(tmp_path, {"deck.rb": script, "l.yml": layouts})
    found = layout(tmp_path, table)
    assert [(each.text, each.get("y")) for each in found] == [
        ("a {{ piece.kind }}", "8.47"),
        ("a {{ piece.kind }}", "42.33"),
    ]


@pytest.mark.parametrize(
    ("script", "note"),
    [
        (
            "Squib::Deck.new { text str: Time.now; text str: 'a' }",
            "deck.rb:1: 'text' with words that only Ruby can work out (Time.now)",
        ),
        (
            "d = Squib.csv file: 'Animals.csv'\nSquib::Deck.new(cards: d.nrows) { text str: d.name }",
            "deck.rb:1: the table 'Animals.csv', which is not there; 'My Animals.csv' is there",
        ),
        (
            "d = Squib.csv file: ARGV[0]\nSquib::Deck.new(cards: 2) { text str: d['x'] }",
            "deck.rb:1: a table whose name only Ruby can work out",
        ),
        (
            "Squib::Deck.new(cards: 2) { text str: %w(a b); star x: 5 }",
            "deck.rb:1: 'star' draws what layouts have no word for",
        ),
        (
            "Squib::Deck.new(cards: 2) { text str: %w(a b), layout: :gone }",
            "deck.rb:1: 'text' in the layout 'gone', which is in no layout file that was found",
        ),
        (
            "Squib::Deck.new(cards: 2, layout: 'hand.yml') { text str: %w(a b) }",
            "deck.rb:1: the layout file 'hand.yml', which comes with Squib",
        ),
        (
            "Squib::Deck.new(cards: 2, layout: 'own.yml') { text str: %w(a b) }",
            "deck.rb:1: the layout file 'own.yml', which is not there",
        ),
        (
            "Squib::Deck.new(cards: 2) { text str: %w(a b); twice { png file: 'x.png' } }",
            "deck.rb:1: the drawing in the block of 'twice', which is not known",
        ),
        (
            "Squib::Deck.new(cards: 2) { png file: 'x.png' }",
            "deck.rb:1: a deck without a table, none of whose texts and pictures came",
        ),
        (
            "Squib::Deck.new(cards: 2) { text str: %w(a b); if rand > 1\n png file: 'x.png'\nend }",
            "deck.rb:1: what is done only if rand says so",
        ),
    ],
)
def test_what_only_ruby_can_work_out_is_listed_with_its_line(tmp_path: Path, script: str, note: str) -> None:
    _, reader = tables(tmp_path, {"deck.rb": f"{script}\n", "My Animals.csv": "name\nx\n"})
    assert any(str(each).startswith(note) for each in reader.notes), [str(each) for each in reader.notes]
    assert len(set(reader.notes)) == len(reader.notes)


class NoHost:
    """Knows no words."""

    def call(self, *_: object) -> object:
        return NotImplemented

    def constant_call(self, *_: object) -> object:
        return NotImplemented

    def skipped(self, line: int, why: str) -> None:
        pass

    def defined(self, name: str, method: RubyMethod) -> None:
        pass

    def exhausted(self, line: int) -> None:
        pass


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("%w(a b).map(&:upcase).join('-')", "A-B"),
        ("x = {a: 1, 'b' => 2}; x[:b] + x['a']", 3),
        ("[3, 1].sort.each_with_index.map { |n, i| n * i }", [0, 3]),
        ("n = 5\ncase n when 0..3 then 'few' when 4..9 then 'some' end", "some"),
        ("def twice(s, by: 2)\n  s * by\nend\ntwice 'ab', by: 3", "ababab"),
        ("'a,b'.gsub(/,(.)/, '-\\1')", "a-b"),
        ("s = ''\n1.upto(3) { |i| s << i.to_s unless i == 2 }\ns", "13"),
        ("'%03d' % 7", "007"),
        ("[[1, 2], [3]].flatten.inject(0) { |sum, n| sum + n }", 6),
        ("[3, 4].each_with_index.reduce(0) { |sum, pair| sum + pair[0] * pair[1] }", 4),
        ("[['a', 1], ['b', 2]].to_h['b']", 2),
        ("a = <<~EOS\n  x\n    y\nEOS\na", "x\n  y\n"),
        ("nil.to_s.empty? ? 'none' : 'some'", "none"),
    ],
)
def test_literal_ruby_has_values(source: str, value: object) -> None:
    assert RubyReading(NoHost()).value(read_ruby(source), Scope()) == value


@pytest.mark.parametrize(
    "source",
    [
        "x = x = x = " * 50 + "1",
        "[" * 500,
        "1.upto(10**9) { |i| i }",
        "a = 'a' * 10**9",
        "def f(x)\n f(x)\nend\nf(1)",
        "loop { }",
        "'" + "a" * 5000 + "' =~ /(a+)+b/",
        "%w(" + "a " * 5000 + ").map { |x| x * 99999 }",
        "\x00\xff{{|do end end end )))",
    ],
)
def test_hostile_scripts_end(source: str) -> None:
    with contextlib.suppress(RubyFault):
        found = RubyReading(NoHost()).value(read_ruby(source), Scope())
        assert not isinstance(found, str) or len(found) < 1_000_000


def test_a_regular_expression_that_could_take_long_is_not_tried() -> None:
    reading = RubyReading(NoHost())
    assert isinstance(reading.value(read_ruby("('a' * 4000).gsub(/a*a*a*b/, '')"), Scope()), UnknownValue)
    assert RubyPattern("(?<x>a)").compiled("a").search("a")


def test_no_file_outside_the_folder_is_read(tmp_path: Path) -> None:
    put(tmp_path, {"secret.csv": "name\nkey\n", "secret.yml": "a: {x: 1}\n"})
    text = "d = Squib.csv file: '../secret.csv'\nl = YAML.load_file('../secret.yml')\nSquib::Deck.new(cards: 1, layout: '../secret.yml') { text str: File.read('../secret.csv'); png file: '../x.png' }\n"
    (tmp_path / "game").mkdir()
    (tmp_path / "game/link.csv").symlink_to(tmp_path / "secret.csv")
    found, _ = tables(
        tmp_path / "game",
        {
            "deck.rb": text,
            "b.rb": "d = Squib.csv file: 'link.csv'\nSquib::Deck.new(cards: d.nrows) { text str: d.name }\n",
        },
    )
    assert all("key" not in str(table) for table in found)


def test_large_pieces_choose_their_paper_and_turned_texts_stay_on_the_card(run: Run, tmp_path: Path) -> None:  # noqa: F811
    text = "Squib::Deck.new(cards: 2, width: '10in', height: '8in') { text str: %w(Map Sea), x: 10, y: 9, width: 300, height: 90, angle: Math::PI / 2 }\n"
    put(tmp_path / "squib", {"map.rb": text})
    result = run("squib", "squib", "--name", "g")
    assert result.exit_code == 0, result.output
    assert "print: {paper: A3}" in (tmp_path / "g/game.yaml").read_text(encoding="utf-8")
    assert 'transform="rotate(90 7.62 0.76)"' in (tmp_path / "g/layouts/map.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "script",
    [
        "a = 'a'\n" + "a = a + a\n" * 60,
        "a = 'a'\n" + "a = a.concat(a)\n" * 60,
        "a = 'a'\n" + 'a = "#{a}#{a}"\n' * 60,
        "a = 'a'\n" + "a = [a, a].join(a)\n" * 60,
        "a = 'x' * 90000\na = a.gsub('x', a)\n",
        "a = [1]\n" + "a = a + a\n" * 60,
        "a = [1]\n" + "a.concat(a)\n" * 60,
        "a = [1]\n" + "a = [*a, *a]\n" * 60,
        "a = 10\n" + "a = a * a\n" * 60,
        "a = 10\n" + "a = a ** 30\n" * 20,
        "a = '%*d' % [10**9, 1]\n",
        f"a = 0x{'f' * 50_000}\n",
    ],
)
def test_a_script_that_grows_without_bound_takes_no_memory(tmp_path: Path, script: str) -> None:
    tracemalloc.start()
    try:
        found, _ = tables(tmp_path, {"deck.rb": f"Squib::Deck.new(cards: 2) do\n{script}text str: a\nend\n"})
        assert tracemalloc.get_traced_memory()[1] < 200_000_000
    finally:
        tracemalloc.stop()
    assert len(found) <= 1


def test_scripts_that_take_too_many_steps_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.importers.cards.ruby_reading.MOST_STEPS", 1_000)
    script = "x = 0\n20.times { |i| 20.times { |j| x += j } }\nSquib::Deck.new(cards: 2) { text str: 'a' }\n"
    _, reader = tables(tmp_path, {"deck.rb": script})
    assert str(reader.notes[0]).startswith("deck.rb:2: everything from here on: the scripts take more than")


def test_long_loops_are_listed(tmp_path: Path) -> None:
    script = "data = Squib.csv file: 'My Animals.csv'\nSquib::Deck.new(cards: 1) do\n  10000000000.times { |i| text str: i }\nend\n"
    _, reader = tables(tmp_path, {"deck.rb": script, "My Animals.csv": "name\nx\n"})
    assert "deck.rb:3: a loop of 10,000,000,000 rounds" in map(str, reader.notes)


def test_yaml_that_is_nested_deeply_ends_soon(tmp_path: Path) -> None:
    reader = FolderReader(FolderFiles(tmp_path, tmp_path))
    assert reader.yaml_text("".join("  " * depth + "a:\n" for depth in range(2_000)), "a.yml") is None
    assert [str(note) for note in reader.notes] == [
        "a.yml:41: the file: lists and mappings are nested deeper than 40 levels"
    ]


@pytest.mark.parametrize(
    ("name", "colour"), [(":burnt_orange", "#CC5500"), ("green", "#00FF00"), ("navy", "#000080")]
)
def test_colours_are_those_of_squib(name: str, colour: str) -> None:
    assert squib_colour(name, {}) == colour


@pytest.mark.parametrize(
    ("font", "styles"),
    [
        ("Arial 12", {"font": "Barlow", "weight": None, "italic": None, "font-size": "12pt"}),
        ("Sans Extrabold 9", {"font": "Barlow", "weight": "800"}),
        ("Open Sans Semi-Bold Italic", {"weight": "600", "italic": "true", "font-size": "12pt"}),
        ("Montserrat Black,Sans Bold 20", {"font": "Barlow", "weight": "800"}),
        ("Times New Roman, Serif Italic 9", {"font": "Spectral", "weight": None, "italic": "true"}),
    ],
)
def test_fonts_have_the_weight_that_their_names_say(
    tmp_path: Path, font: str, styles: dict[str, str]
) -> None:
    (table,), _ = tables(tmp_path, {"deck.rb": f"Squib::Deck.new {{ text str: 'a', font: '{font}' }}"})
    (text,) = layout(tmp_path, table)
    assert {name: text.get(name) for name in styles} == styles


def test_lines_have_the_distance_of_the_font_and_of_spacing(tmp_path: Path) -> None:
    script = """Squib::Deck.new(dpi: 72, width: 200, height: 300) do
  text str: 'a', font: 'Arial 10'
  text str: 'b', font: 'Spectral 10', spacing: 5
end
"""
    own = (Path(__file__).parents[2] / "fonts/spectral/Spectral-Regular.ttf").read_bytes()
    (table,), _ = tables(tmp_path, {"deck.rb": script, "fonts/s.ttf": own})
    first, second = layout(tmp_path, table)
    assert (first.get("leading"), second.get("leading")) == ("1.13", "2.02")


def test_a_line_that_is_higher_than_the_card_below_it_ends_at_the_trim(run: Run, tmp_path: Path) -> None:  # noqa: F811
    script = "Squib::Deck.new { text str: '5', font: 'Arial 128', x: 75, y: 740, width: 300, height: 325 }"
    put(tmp_path / "squib", {"deck.rb": script})
    assert run("squib", "squib", "--name", "g", "--trim", "0.125in").exit_code == 0
    text = ET.fromstring((tmp_path / "g/layouts/deck.xml").read_text(encoding="utf-8").partition("\n")[2])[0]
    assert float(text.get("y", "")) + float(text.get("height", "")) == pytest.approx(1050 / 300 * 25.4)


def test_a_box_that_is_lower_than_a_line_gets_room_for_it(tmp_path: Path) -> None:
    script = (
        "data = Squib.csv file: 'a.csv'\nSquib::Deck.new(cards: 1, width: 300, height: 400, dpi: 100) do\n"
        "  text str: data['name'], font: 'Foo Normal 20', x: 20, y: 20, width: 200, height: 10, valign: :middle\nend\n"
    )
    (found,), _ = tables(tmp_path, {"deck.rb": script, "a.csv": "name\nx\n"})
    assert found.drawing is not None
    attributes = found.drawing.placements[0].attributes
    assert (attributes["y"], attributes["height"], attributes["weight"]) == ("1.94", "8.82", "400")


VARIANTS = """
class Integer
  def blocks
    self * 37.5
  end
end
colours = Hash["bw" => "#000", "color" => "#F00"]
data = Squib.csv file: "deck.csv"
Squib::Deck.new(cards: data.nrows) do
  text str: data["Name"], x: 3.blocks, y: 75, color: colours[ENV["mode"]]
  build(:art) { rect x: 75, y: 75, width: 75, height: 75 }
  build(:proof) { circle x: 75, y: 75, radius: 75 }
  shown = data["Name"].map.with_index { |name, i| i if name.size.nonzero? }.compact
  text str: "x", range: shown, x: 75, y: 150
end
"""


def test_variables_of_the_rakefile_wanted_groups_and_methods_of_numbers(tmp_path: Path) -> None:
    rake = "task :bw do\n  ENV['mode'] = 'bw'\nend\ntask(:colour) {\n  ENV['mode'] = 'color'\n}\n"
    put(
        tmp_path,
        {"deck.rb": VARIANTS, "deck - grey.rb": VARIANTS, "deck.csv": "Name\nA\nB\n", "Rakefile": rake},
    )
    reader = FolderReader(FolderFiles(tmp_path, tmp_path), wishes=ScriptWishes(groups=("art",)))
    (table,) = find_tables("squib", reader)
    assert table.drawing is not None
    drawn = [
        (each.element, each.attributes.get("x"), each.attributes.get("colour"))
        for each in table.drawing.placements
    ]
    assert drawn == [("text", "9.52", "#000000"), ("rect", "6.35", None), ("text", "6.35", "#000000")]
    notes = {str(note) for note in reader.notes}
    assert "Rakefile:5: the drawing for mode='color', beside 'bw'" in notes
    assert "deck.rb:12: 'circle', which is drawn only if the build group 'proof' is on" in notes
    assert "deck - grey.rb:9: another drawing of the same cards, beside deck.rb:9" in notes


def test_groups_that_the_rakefile_turns_on_are_drawn(tmp_path: Path) -> None:
    rake = "ENV['SQUIB_BUILD'] = 'art, proof'\n"
    (table,), reader = tables(tmp_path, {"deck.rb": VARIANTS, "deck.csv": "Name\nA\n", "Rakefile": rake})
    assert table.drawing is not None
    assert [each.element for each in table.drawing.placements] == ["text", "rect", "circle", "text"]
    assert not any("group" in note.what for note in reader.notes)
