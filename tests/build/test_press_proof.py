"""The proof for a press: what it lists, and the ink that it measures."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from pnp.build.composing import compose
from pnp.build.edition import Edition
from pnp.build.emit import file_colours
from pnp.build.press_proof import press_facts, proof_pages
from pnp.build.request import print_profile
from pnp.build.workshop import open_workshop
from pnp.model.paper import A4
from pnp.pdf import write_pdf
from pnp.pdf.colours import PressColours
from pnp.translation import Translations
from tests.cases.made import write

LAYOUT = """
<face fill="cmyk(100 50 0 0)">
  <rect x="0" y="0" width="63" height="44" fill="cmyk(0 0 0 100)" opacity="0.5"/>
  <rect inset="9" stroke="spot(CutContour)" stroke-width="0.1" fill="none"/>
  <text inset="50 4 4 4" font-size="30pt" colour="#17130F">{{ piece.name }}</text>
</face>
"""


def test_colours_type_lines_spots_and_ink_of_finished_faces(tmp_path: Path) -> None:
    cards = "kind: card\nlayout: card\npieces:\n  a: {name: One}\n"
    folder = write(tmp_path, {"cards/deck.yaml": cards, "layouts/card.xml": LAYOUT})
    workshop = open_workshop(folder, folder)
    game = workshop.game
    assert game is not None
    profile, _ = print_profile(workshop, game, {"colour": "cmyk"})
    assert profile is not None
    colours, _ = file_colours(workshop, profile)
    assert isinstance(colours, PressColours)
    edition = Edition(workshop, Translations(game, ("en",)).translator("en"))
    facts = press_facts(compose(edition), colours, workshop.fonts, partial(write_pdf, fonts=workshop.fonts))
    assert facts.spots == ["CutContour"]
    assert facts.smallest == (pytest.approx(30.0), "deck/a")
    assert facts.thinnest == (pytest.approx(0.283, abs=0.01), "deck/a")
    assert facts.overprinted == 2  # the name, and the cut line
    ((name, most, mean),) = facts.inks
    assert name == "deck"
    assert most == pytest.approx(250, abs=1)  # black letters over blue
    assert mean == pytest.approx(138, abs=4)  # half 150 %, half 125 %
    (page,) = proof_pages(facts, colours, "Test", edition.context, A4)
    assert page.width.mm == 297
