"""Elements that are printed on a separation of their own."""

from __future__ import annotations

from pathlib import Path

import pikepdf

from tests.cases.made import deck

CARDS = """
a: {name: One}
b: {name: Two}
"""


def made(folder: Path, inside: str, **options: str):
    layout = f'<face fill="#B3202C">{inside}</face>'
    return deck(folder, CARDS, "layout: card\n", {"layouts/card.xml": layout}, print=options)


def test_shapes_icons_and_texts_go_on_a_spot_over_everything(tmp_path: Path) -> None:
    inside = (
        '<g spot="foil"><circle center="50% 50%" r="9" fill="linear(#fff, #000)"/><text inset="4">{{ piece.name }}</text></g>'
        '<icon name="crown" x="4" y="4" size="8" spot="Varnish"/>'
    )
    game = made(tmp_path, inside, colour="cmyk")
    assert game.codes() == []
    with pikepdf.open(game.pdf()) as pdf:
        names = {
            str(space[1])
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary | pikepdf.Stream)
            for resources in [each.get("/Resources")]
            if resources is not None
            for space in resources.get("/ColorSpace", {}).values()
        }
    assert names == {"/Foil", "/Varnish", "/All"}


def test_an_unknown_spot_is_reported_with_the_one_that_is_meant(tmp_path: Path) -> None:
    game = made(tmp_path, '<rect inset="9" spot="Foyl"/>')
    assert game.codes() == ["L206"]
    assert "'Foyl' is not a known spot" in game.told()[0]
    assert "write 'Foil'" in game.cures()


def test_a_picture_cannot_go_on_a_spot(tmp_path: Path) -> None:
    inside = '<rect inset="9" fill="cmyk(0 0 0 101)"/>'
    assert made(tmp_path, inside).codes() == ["L206"]
