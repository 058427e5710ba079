"""nanDECK's scripts become games with layouts."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from pnp.importers.cards import FolderReader, FoundTable, find_tables
from pnp.load import FolderFiles
from tests.importers.test_cards import Run, cards, game, put, run  # noqa: F401 - a fixture

SCRIPT = """
'a comment
UNIT=MM
CARDSIZE=63,88
[red]=#B00000
LINK=cards.csv
LINKMULTI=Count
FONT=Georgia,14,BI,[red]
TEXT="1-{(Title)}","[Title]: [Cost]",5,5,90%,12,left,top
RECTANGLE=,0,0,100%,100%,#000000,EMPTY,0.5
IMAGE=1-2,"[Art]",10,20,40,40,0,P
LINE="1",5,80,58,80,#00F,0.3
FOR=a,1,3
 TEXT=[a],"x",{a*3},0,10,10
NEXT
DICE=1
"""


def tables(folder: Path, files: dict[str, str | bytes]) -> tuple[list[FoundTable], list[str]]:
    put(folder, files)
    reader = FolderReader(FolderFiles(folder, folder))
    return find_tables("nandeck", reader), [str(note) for note in reader.notes]


def test_a_script_becomes_a_game_that_builds(run: Run, tmp_path: Path) -> None:  # noqa: F811
    table = "Title,Cost,Art,Count\nDra*k,3,a.svg,2\nRys,1,,1\n"
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
    put(tmp_path / "nan", {"deck.nde": SCRIPT, "cards.csv": table, "a.svg": drawing})
    result = run("nandeck", "nan", "--name", "g")
    assert result.exit_code == 0, result.output
    assert cards(tmp_path / "g") == [("cards/dra-k", 2, "Dra\\*k"), ("cards/rys", 1, "Rys")]
    (made,) = game(tmp_path / "g").sets
    assert (made.size.width.mm, made.size.height.mm) == (63, 88)
    xml = (tmp_path / "g/layouts/cards.xml").read_text(encoding="utf-8")
    assert '<text x="5" y="5" width="56.7" height="12" font="Spectral"' in xml
    assert "{{ piece.name }}: {{ piece.cost }}</text>" in xml
    assert 'colour="#B00000"' in xml
    assert '<image src="{{ piece[\\"picture-11\\"] }}"'.replace("\\", "") in xml
    assert "deck.nde:13: 'FOR' up to its 'NEXT'" in result.output
    assert "deck.nde:16: the directive 'DICE'" in result.output


@pytest.mark.parametrize(
    ("settings", "size"),
    [
        ("", "60mmx90mm"),
        ("CARDSIZE=6.3,8.8\n", "63mmx88mm"),
        ("UNIT=INCH\nCARDSIZE=2.5,3.5\n", "63.5mmx88.9mm"),
        ("[w]=5\nCARDSIZE=[w],7\n", "50mmx70mm"),
    ],
)
def test_sizes_are_in_the_unit_that_the_script_says(tmp_path: Path, settings: str, size: str) -> None:
    found, _ = tables(tmp_path, {"a.txt": f"{settings}LINK=a.csv\n", "a.csv": "t\nx\n"})
    assert [table.size for table in found] == [size]


@pytest.mark.parametrize(
    ("line", "note"),
    [
        ("LINK=1aBcDeFgHiJ", "a.txt:1: the Google sheet '1aBcDeFgHiJ', as nothing is fetched"),
        ("LINK=../a.csv", "a.txt:1: the table '../a.csv', which is not there"),
        ("LINK=b.csv\nTEXT=1,{a?1},0,0,1,1", "a.txt:2: 'TEXT' with words that only nanDECK can work out"),
        ("LINK=b.csv\nTEXT={x},a,0,0,1,1", "a.txt:2: 'TEXT' on cards that only nanDECK can work out"),
        (
            "LINK=b.csv\nIMAGE=,gone.png,0,0,1,1",
            "a.txt:2: 'IMAGE' without pictures that are not there: 'gone.png'",
        ),
        ("[a]=[b]\n[b]=[a]\nCARDSIZE=[a],1\nCARDS=1", "a.txt:3: CARDSIZE, whose numbers are not literal"),
    ],
)
def test_other_lines_are_listed(tmp_path: Path, line: str, note: str) -> None:
    _, notes = tables(tmp_path / "g", {"a.txt": line + "\n", "b.csv": "t\nx\n", "../a.csv": "t\nx\n"})
    assert any(each.startswith(note) for each in notes), notes


@pytest.mark.parametrize(
    ("values", "lost"),
    [
        ("30,100", "angle"),
        ("30,50", "angle and opacity"),
        ("0,50", "opacity"),
        ("0,0", "opacity"),
        ("30", "angle"),
        ("0,100", ""),
        ("", ""),
    ],
)
def test_texts_name_the_angle_and_the_opacity_that_they_lose(tmp_path: Path, values: str, lost: str) -> None:
    script = f"LINK=b.csv\nTEXT=1,a,0,0,1,1,left,top,{values}\n"
    _, notes = tables(tmp_path, {"a.txt": script, "b.csv": "t\nx\n"})
    assert notes == ([f"a.txt:2: 'TEXT' without its {lost}"] if lost else [])


def test_a_script_without_link_has_as_many_cards_as_it_draws_on(run: Run, tmp_path: Path) -> None:  # noqa: F811
    out = io.BytesIO()
    picture = Image.new("RGB", (4, 4), "white")
    picture.putpixel((2, 2), (0, 0, 0))
    picture.save(out, "PNG")
    script = r"""
CARDSIZE=4,4
IMAGE="1-3,5", "C:\Users\Ann\Desktop\repo\data\\art\cat.png", 0, 0, 4, 4, 0, TP
TEXT="2-7","Cat",0,0,4,1
"""
    put(tmp_path / "nan", {"out/deck.txt": script, "data/art/cat.png": out.getvalue()})
    result = run("nandeck", "nan", "--name", "g")
    assert result.exit_code == 0, result.output
    assert "not there" not in result.output
    assert len(cards(tmp_path / "g")) == 7  # 1 of 7 came, and nobody was told
    made = Image.open(tmp_path / "g/art/data/art/cat-clear.png").getchannel("A")
    assert [made.getpixel(place) for place in ((0, 0), (2, 2))] == [0, 255]


def test_texts_with_a_font_of_their_own_and_upside_down(tmp_path: Path) -> None:
    script = """
UNIT=MM
CARDSIZE=60,90
LINK=c.csv
TEXTFONT=1-2,[n],10%,10%,10,10,center,center,0,100,Georgia,24,B,[ink]
TEXTFONT=1-2,[n],50,80,-10,-10,center,center,0,100,Arial,24,,#00F
TEXT=1-2,[n],1,1,9,9,left,top,90,50
"""
    (table,), notes = tables(tmp_path, {"deck.txt": script, "c.csv": "n,ink\n2,#FF0000\n3,blue\n"})
    assert table.drawing is not None
    first, second, third = table.drawing.placements
    assert {"font": "Spectral", "font-size": "24pt", "weight": "700"}.items() <= first.attributes.items()
    assert first.filled["colour"].cells == ("#FF0000", "#0000FF")
    assert second.attributes["transform"] == "rotate(180 55 85)"
    assert (second.attributes["x"], second.attributes["y"], second.attributes["colour"]) == (
        "50",
        "80",
        "#0000FF",
    )
    assert third.attributes["font"] == "Barlow", "that of FONT"
    assert notes == ["deck.txt:7: 'TEXT' without its angle and opacity"]
