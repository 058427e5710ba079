"""Sheets for readers that do not see them: what is said of each piece, and where the links of an index lead."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions, Extras, Selection
from pnp.build.workshop import open_workshop
from pnp.units import mm
from tests.cases.made import write
from tests.pdf import x4
from tests.pdf.tagged import Checked, read_aloud
from tests.pdf.ua import broken

CARDS = """\
kind: card
name: Creatures
layout: card
back: back
fields: {cost: number, home: "term place", secret: text?, hint: text?}
pieces:
  ant: {name: Ant, cost: 2, home: hill, secret: Never printed, text: "Gains **one** :heart: in its [hill](hill).", copies: 3}
  bee: {name: Bee, cost: 4, home: hive, text: "Stings (:drop:)", hint: ":heart:"}
"""
LAYOUT = """\
<face fill="#fff">
  <text inset="4 4 70 4">{{ piece.name }}</text>
  <text inset="20 4 50 4">Cost: {{ piece.cost }}</text>
  <text inset="40 4 20 4">{{ piece.text }}</text>
  <text inset="80 4 4 4">{{ piece.hint or "." }}</text>
</face>
"""
SHEET = """\
---
title: Rules
columns: 1
---

# Places

A **[hive](hive)** and a [hill](hill).

:::break page

Another [hill](hill).

:::break page

# Index

:::index place {columns=1}
"""
GAME = """\
id: test
name: Meadow
language: en
terms:
  place: {hill: {name: hill}, hive: {name: hive, icon: wooden-crate}}
  good: {life: {name: life, icon: heart}}
sets: [cards/deck.yaml]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    back = '<face fill="#888"><text inset="40 4 40 4">Meadow</text></face>'
    files = {
        "game.yaml": GAME,
        "cards/deck.yaml": CARDS,
        "layouts/card.xml": LAYOUT,
        "layouts/back.xml": back,
        "rulebook/rules.md": SHEET,
    }
    return write(tmp_path, files)


def made(folder: Path, *, combined: bool = True, booklet: bool = False, **printing: str) -> dict[str, bytes]:
    """The files of a build, by name."""
    workshop = open_workshop(folder, folder)
    options = BuildOptions(
        out=folder / "out",
        languages=("en",),
        selection=Selection(),
        print=printing,
        combined=combined,
        booklet=booklet,
        boxes=mm(0.3),
        card="pnp build",
        extras=Extras(blanks=1),
    )
    report = build(workshop, options)
    files = {path.name: path.read_bytes() for path in (folder / "out").rglob("*.pdf")}
    assert files, report.diagnostics
    return files


def figures(data: bytes) -> list[str]:
    checked = Checked(data)
    return [node.words("Alt") for node in checked.of("Figure")]


def test_pieces_on_sheets_are_figures_with_their_printed_texts(folder: Path) -> None:
    files = made(folder, combined=False)
    assert figures(files["deck.pdf"]) == [
        "3× Card: Ant. Cost: 2. Gains one life in its hill.",
        "Card: Bee. hive. Cost: 4. Stings (drop). life.",
        "Card: blank.",
        "5× Back: Creatures. Meadow.",
    ]
    assert figures(files["boxes.pdf"]) == ["Tuck boxes: Creatures, 5\xa0pieces"]
    for name, data in files.items():
        assert broken(data) == [], name


@pytest.mark.parametrize(
    "how", [{}, {"duplex": "none"}, {"fold": "any"}, {"order": "fronts-first"}, {"paper": "piece"}]
)
def test_a_file_with_everything_meets_the_standard(folder: Path, how: dict[str, str]) -> None:
    (data,) = made(folder, **how).values()
    assert broken(data) == []
    kinds = [line.split(":")[0].strip() for line in read_aloud(Checked(data))]
    assert kinds.count("H1") == 2  # of the rules and of the build card
    assert "H3" in kinds


def leads(data: bytes) -> list[tuple[str, int, int]]:
    """The links: what they say, and the pages that they are on and lead to."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        pages = [page.obj.objgen for page in pdf.pages]
        return [
            (str(link.Contents), at, pages.index(link.Dest[0].objgen))
            for at, page in enumerate(pdf.pages)
            for link in page.obj.get("/Annots", [])
        ]


def test_pages_of_an_index_are_links_to_them_in_every_file(folder: Path) -> None:
    alone = made(folder, combined=False)["rules.pdf"]
    words = ["Go to page 1", "Go to page 2", "Go to page 1"]
    assert leads(alone) == [(words[0], 2, 0), (words[1], 2, 1), (words[2], 2, 0)]
    assert [line.strip() for line in read_aloud(Checked(alone)) if ": H" in line] == [
        "P: Hill 1, 2",
        "P: Hive 1",
    ]
    folded = made(folder, combined=False, booklet=True)["rules.pdf"]
    assert leads(folded) == [(words[0], 1, 0), (words[1], 1, 1), (words[2], 1, 0)]
    together = made(folder)["test-en.pdf"]
    first = min(page for _, page, _ in leads(together)) - 2
    assert [(page - first, to - first) for _, page, to in leads(together)] == [(2, 0), (2, 1), (2, 0)]


def test_a_file_for_a_press_has_no_links_and_meets_both_standards(folder: Path) -> None:
    (data,) = made(folder, colour="cmyk").values()
    assert leads(data) == []
    assert broken(data) == []
    assert x4.broken(data) == []
