"""CardMaker, Cider, folders of pictures, and texts in several languages."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

from PIL import Image

from pnp.api import build, load
from tests.importers.test_cards import Run, cards, game, put, run  # noqa: F401 - a fixture

DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
PROJECT = """<?xml version="1.0"?>
<Project><Layout Name="Hero" width="300" height="400" dpi="100">
<Element name="Title" type="Text" variable="@[title] of @[realm]" x="10" y="20" width="200" height="50"
  font="Times New Roman;14;1;0;0;0" elementcolor="0xFF0000FF" horizontalalign="1" verticalalign="1"/>
<Element name="Art" type="Graphic" variable="img/@[art].svg" x="50" y="100" width="200" height="200"/>
<Element name="Sum" type="Text" variable="#(if @[cost]==1 then a)#" x="0" y="0" width="10" height="10"/>
<Element name="Frame" type="Shape" variable="#roundedrect;0;-;-;25#" x="0" y="0" width="300" height="40"
  elementcolor="0x00FF00FF" opacity="51" rotation="45" borderthickness="0"/>
<Reference RelativePath="heroes.csv"/><Reference RelativePath="gone.csv"/>
</Layout></Project>
"""


def errors(folder: Path, out: Path) -> list[str]:
    return [item.message for item in build(load(folder), out).diagnostics if item.severity.name == "ERROR"]


def test_cardmaker(run: Run, tmp_path: Path) -> None:  # noqa: F811
    table = "Count,Title,Cost,Art\n2,Ann,1,a\n1,Bob\\c the @[realm],2,b\n"
    files = {
        "p.cmp": PROJECT,
        "heroes.csv": table,
        "p_defines.csv": "define,value\nrealm,Old *Land*\n",
        "img/a.svg": DOT,
    }
    put(tmp_path / "maker", files)
    result = run("cardmaker", "maker", "--name", "g")
    assert result.exit_code == 0, result.output
    assert cards(tmp_path / "g") == [
        ("hero/ann", 2, "Ann"),
        ("hero/bob-the-old-land", 1, "Bob, the Old \\*Land\\*"),
    ]
    assert game(tmp_path / "g").sets[0].size.width.mm == 76.2
    xml = (tmp_path / "g/layouts/hero.xml").read_text(encoding="utf-8")
    assert "{{ piece.name }} of Old \\*Land\\*</text>" in xml
    assert 'font="Spectral"' in xml
    assert 'rx="5.08" opacity="0.2"/>' in xml
    assert "the element 'Frame' comes not turned" in result.output
    assert "the element 'Sum', whose value is worked out by CardMaker" in result.output
    assert "pictures that are not there: 'img/b.svg'" in result.output
    assert "the table 'gone.csv', which is not there" in result.output
    assert errors(tmp_path / "g", tmp_path / "out") == []


def test_cider_assets_in_texts_are_icons(run: Run, tmp_path: Path) -> None:  # noqa: F811
    deck = "id,name,count,text\n1,Pie,2,Add {{apple}} and {{pear}}.\n"
    put(
        tmp_path / "cider",
        {"decks/o/cards.csv": deck, "assets/apple.svg": DOT, "assets/pear.png": b"\x89PNG"},
    )
    result = run("cider", "cider", "--name", "g")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "g/icons/apple.svg").is_file()
    text = next(game(tmp_path / "g").pieces()).fields["text"]
    assert str(text.source) == "Add :apple: and (pear)."  # type: ignore[union-attr]
    assert "the asset 'pear', which is no drawing" in result.output
    assert errors(tmp_path / "g", tmp_path / "out") == []


def test_a_folder_of_pictures(run: Run, tmp_path: Path) -> None:  # noqa: F811
    names = ("a_front.svg", "a_back.svg", "b.svg", "back.svg", "setback.svg", "lost-back.svg")
    put(tmp_path / "pics", {f"cards/{name}": DOT for name in names} | {"cards/x.png": "no picture"})
    result = run("pictures", "pics", "--name", "g", "--size", "poker")
    assert result.exit_code == 0, result.output
    table = (tmp_path / "g/cards/cards.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [line.split(",", 1)[1] for line in table] == [
        "art/cards/a_front.svg,art/cards/a_back.svg",
        "art/cards/b.svg,art/cards/back.svg",
        "art/cards/setback.svg,art/cards/back.svg",
    ]
    assert "cards/lost-back.svg: a back without a front" in result.output
    assert "cards/x.png: a picture that cannot be drawn" in result.output
    assert errors(tmp_path / "g", tmp_path / "out") == []


def test_pictures_that_do_not_come_were_lost_in_silence(run: Run, tmp_path: Path) -> None:  # noqa: F811
    names = ("a#.svg", "a%.svg", "a#-back.svg", "a#_back.svg", "A.psd", "notes.txt")
    put(tmp_path / "pics", {f"cards/{name}": DOT for name in names})
    result = run("pictures", "pics", "--name", "g")
    assert result.exit_code == 0, result.output
    art = sorted(path.name for path in (tmp_path / "g/art/cards").iterdir())
    assert art == ["a--2.svg", "a--back.svg", "a-.svg"]
    assert "cards/A.psd: a picture in a format that is not read" in result.output
    assert "cards/a#_back.svg: a second back beside 'cards/a#-back.svg'" in result.output
    assert "notes.txt" not in result.output


def test_columns_of_one_text_in_several_languages_become_translations(run: Run, tmp_path: Path) -> None:  # noqa: F811
    put(
        tmp_path, {"l.csv": "id,name,name_cs,Text (en),Text (cs),x_y\n1,Ant,Mravenec,Go *now*,Jdi *hned*,1\n"}
    )
    result = run("cards", "l.csv")
    assert result.exit_code == 0, result.output
    assert "'name_cs' translate 'name'" in result.output
    assert "languages: [en, cs]" in (tmp_path / "l/game.yaml").read_text(encoding="utf-8")
    catalogue = (tmp_path / "l/locale/cs.po").read_text(encoding="utf-8")
    assert 'msgid "Ant"\nmsgstr "Mravenec"' in catalogue
    assert 'msgid "Go *now*"\nmsgstr "Jdi *hned*"' in catalogue
    fields = game(tmp_path / "l").sets[0].fields
    assert "x-y" in fields
    assert "name-cs" not in fields
    assert errors(tmp_path / "l", tmp_path / "out") == []


def test_a_table_for_each_language_is_one_set(run: Run, tmp_path: Path) -> None:  # noqa: F811
    tables = {
        "cards_en.csv": "id,name,cost\na,Ant,1\nb,Bee,2\n",
        "cards_de.csv": "id,name,cost\nb,Biene,2\na,Ameise,1\n",
        "other_fr.csv": "name\nX\n",
        "few_en.csv": "name\nX\nY\n",
        "few_de.csv": "name\nZ\n",
    }
    put(tmp_path / "t", tables)
    result = run("csv", "t", "--name", "g")
    assert result.exit_code == 0, result.output
    assert [made.id for made in game(tmp_path / "g").sets] == ["cards-en", "few-en", "other-fr"]
    assert 'msgid "Bee"\nmsgstr "Biene"' in (tmp_path / "g/locale/de.po").read_text(encoding="utf-8")
    assert "few_de.csv: the table, as it has 1 row and 'few_en.csv'" in result.output
    assert errors(tmp_path / "g", tmp_path / "out") == []


def test_rows_and_columns_of_a_translation_alone_were_lost_in_silence(run: Run, tmp_path: Path) -> None:  # noqa: F811
    tables = {
        "t/cards_en.csv": "id,name\na,Ant\nb,Bee\n",
        "t/cards_de.csv": "id,name,hinweis\nb,Biene,gelb\nw,Wespe,\n",
        "t/old.xls": "no table",
    }
    put(tmp_path, tables)
    result = run("csv", "t", "--name", "g")
    assert result.exit_code == 0, result.output
    assert "cards_de.csv: 1 row that 'cards_en.csv' does not have: 'w'" in result.output
    assert "cards_de.csv: columns that 'cards_en.csv' does not have: 'hinweis'" in result.output
    assert "old.xls: the spreadsheet, whose format is not read" in result.output
    assert run("csv", "t", "--name", "h", "--pass", "hinweis").exit_code == 0


def test_dominiontabs_in_several_languages(run: Run, tmp_path: Path) -> None:  # noqa: F811
    card = {"card_tag": "Cellar", "cardset_tags": ["base"], "cost": "2", "types": ["Action"]}
    debt = {
        "card_tag": "Debt Card",
        "cardset_tags": ["base", "empires"],
        "cost": "",
        "debtcost": "4",
        "types": [],
    }
    text = {
        "Cellar": {"name": "Cellar", "description": "<left>+1 Action<n>1 <*COIN*>", "extra": "<b>Long</b>"}
    }
    german = {"Cellar": {"name": "Keller", "description": "<left>+1 Action<n>1 <*COIN*>"}}
    files = {
        "db/cards_db.json": [card, debt],
        "db/en_us/cards_en_us.json": text,
        "db/en_us/sets_en_us.json": {"base": {"set_name": "The Base"}},
        "db/de/cards_de.json": german,
        "db/de/types_de.json": {"Action": "Aktion"},
        "db/xx/cards_xx.json": text,
    }
    put(tmp_path / "dom", {name: json.dumps(value) for name, value in files.items()})
    result = run("dominiontabs", "dom", "--name", "g")
    assert result.exit_code == 0, result.output
    made = game(tmp_path / "g")
    assert [each.id for each in made.sets] == ["empires", "the-base"]
    cellar = made.sets[1].pieces[0]
    assert cellar.fields["text"].source == "+1 Action\n1 Coin"  # type: ignore[union-attr]
    catalogue = (tmp_path / "g/locale/de.po").read_text(encoding="utf-8")
    assert 'msgid "Cellar"\nmsgstr "Keller"' in catalogue
    assert 'msgid "Action"\nmsgstr "Aktion"' in catalogue
    assert 'msgstr "+1' not in catalogue  # nobody translated it
    assert [piece.size.written[:15] for piece in made.sets[1].pieces] == [
        'path "M0 9L3 9L',
        'path "M0 9L48 9',
    ]
    assert errors(tmp_path / "g", tmp_path / "out") == []


MSE = """mse version: 2.0.2
game: magic
set info:
\ttitle: Small Set
styling:
\tmagic-new:
\t\toverlay:
card:
\thas styling: false
\ttime created: 2020-01-01
\tname: <b>Sky</b> Bat
\tcasting cost: 1W
\timage: image1
\tsuper type: <word-list-type>Creature</word-list-type>
\trule text:
\t\t<kw-0><key>Flying</key></kw-0>
\t\t<sym>T</sym>: Draw a card.
card:
\tname: Bear
include file: card two
"""


def test_a_set_of_magic_set_editor(run: Run, tmp_path: Path) -> None:  # noqa: F811
    picture = io.BytesIO()
    Image.new("RGB", (4, 3)).save(picture, "PNG")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("set", MSE)
        archive.writestr("image1", picture.getvalue())
        archive.writestr("card two", "card:\n\tname: Third\n")
    greedy = io.BytesIO()
    with zipfile.ZipFile(greedy, "w", zipfile.ZIP_LZMA) as archive:  # takes as much memory as it asks for
        archive.writestr("set", MSE)
    put(
        tmp_path / "mse",
        {
            "a.mse-set": packed.getvalue(),
            "bad.mse-set": b"no zip",
            "greedy.mse-set": greedy.getvalue(),
            "folder.mse-set/set": "mse version: 2.0.2\n",
        },
    )
    result = run("mse", "mse", "--name", "g")
    assert result.exit_code == 0, result.output
    assert [name for _, _, name in cards(tmp_path / "g")] == ["**Sky** Bat", "Bear", "Third"]
    bat = next(game(tmp_path / "g").pieces())
    assert bat.fields["art"] == "art/small-set/image1.png"
    assert bat.fields["text"].source == "Flying\nT: Draw a card."  # type: ignore[union-attr]
    assert "a.mse-set: the style of the game 'magic'" in result.output
    assert "bad.mse-set: the set, which is damaged" in result.output
    assert "greedy.mse-set: the set, which has no file 'set'" in result.output
    assert "folder.mse-set/set: a set without cards" in result.output
    assert errors(tmp_path / "g", tmp_path / "out") == []


def test_a_column_of_pictures_is_the_art(run: Run, tmp_path: Path) -> None:  # noqa: F811
    table = "name,picture,icon\nA,a.svg,b.svg\nB,gone.svg,b.svg\nC,,\n"
    put(tmp_path / "t", {"t.csv": table, "pics/a.svg": DOT, "b.svg": DOT})
    result = run("csv", "t", "--name", "g")
    assert result.exit_code == 0, result.output
    fields = [piece.fields for piece in game(tmp_path / "g").pieces()]
    assert [each["art"] for each in fields] == ["art/pics/a.svg", None, None]
    assert "art/b.svg" in fields[0].values()
    assert "1 picture of 'picture' that cannot be found: 'gone.svg'" in result.output
    assert errors(tmp_path / "g", tmp_path / "out") == []


LOGIC = """<?xml version="1.0"?>
<Project><Layout Name="Hero" width="300" height="400" dpi="100">
<Element name="Side" type="Graphic" variable="#(switch;@[side];Sun;img/a.svg;#default;img/b.svg)#" x="9" y="9" width="20"
  height="20" borderthickness="3" bordercolor="0x0000FFFF"/>
<Element name="No" type="Text" variable="##5;2;3##bgshape::#roundedrect;0;-;-;5#::0xff0000::5::5::-10::-10#" x="50" y="9"
  width="40" height="40"/>
<Element name="Words" type="Text" x="0" y="100" width="200" height="30"
  variable="#(if @[cost] &gt; 2 then #(caps;dear)# of #math;@[cost]*2;0.0# else #(if [a;b] == @[name] then none else @[Named,x])#)#"/>
<Element name="Lost" type="Text" variable="&amp;[width]" x="0" y="0" width="10" height="10"/>
<Reference RelativePath="heroes.csv"/></Layout></Project>
"""


def test_what_cardmaker_works_out_is_worked_out_for_each_card(run: Run, tmp_path: Path) -> None:  # noqa: F811
    table = "Count,Name,Cost,Side\n1,Ann,3,sun\n3,B,1,moon\n1,Cy,2,moon\n"
    files = {"p.cmp": LOGIC, "heroes.csv": table, "p_defines.csv": "define,value\nNamed,[{1}] alone\n"}
    put(tmp_path / "maker", {**files, "img/a.svg": DOT, "img/b.svg": DOT.replace("9v9z", "9v8z")})
    result = run("cardmaker", "maker", "--name", "g")
    assert result.exit_code == 0, result.output
    pieces = game(tmp_path / "g").sets[0].pieces
    shown = [
        [
            str(getattr(piece.fields[name], "source", ""))
            for name in ("no-value", "words-value", "side-picture")
        ]
        for piece in pieces
    ]
    assert shown == [
        ["005", "DEAR of 6.0", "art/img/a.svg"],
        ["007", "none", "art/img/b.svg"],
        ["013", "\\[x] alone", "art/img/b.svg"],
    ]
    xml = (tmp_path / "g/layouts/hero.xml").read_text(encoding="utf-8")
    assert '<rect x="13.97" y="3.56" width="7.62" height="7.62" fill="#FF0000" rx="1.27"/>' in xml
    assert 'stroke="#0000FF" fill="none" stroke-width="0.76"' in xml
    assert "the element 'No' counts the copies of a card; all have the number of the first" in result.output
    assert "the element 'Lost', whose value is worked out by CardMaker" in result.output
