"""What composers of several languages share, and what each makes for itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.build.edition import Edition
from pnp.build.workshop import open_workshop
from pnp.draw import FaceHashes
from pnp.i18n import Catalogue
from pnp.layout import SharedAssets, compose, drawing
from pnp.translation import Translator
from tests.build.test_face_key import LAYOUTS, written

LANGUAGES = ("en", "cs", "pl", "fr")
SAYS = """<face>
  <rect x="0" y="0" width="100%" height="5" bleed="true"/>
  <text style="mine" x="1" y="1" width="30" height="8">Styled</text>
  <rect x="1" y="1" width="20" height="5" fill="#123"/>
  <text x="3" y="8" width="20" height="30" align="justify" hyphenate="true">An interpretation of "internationally"
    recommended measures – 3 km</text>
  <g transform="rotate(3)"><circle cx="20" cy="60" r="4"/><text x="3" y="50" width="40" height="8">k lesu, 5 kg</text></g>
  <column x="3" y="60" width="40" height="20"><text>{{ 1234.5 }}</text><text>1 %</text></column>
  <table x="3" y="70" width="40" height="10"><tr><td>a</td><td>{{ 2.5 }}</td></tr></table>
</face>"""


@pytest.fixture
def workshop(tmp_path, monkeypatch):
    monkeypatch.setitem(LAYOUTS, "b", SAYS)
    opened = open_workshop(written(tmp_path / "keys"), tmp_path)
    styles = opened.game.styles
    return replace(opened, game=replace(opened.game, styles={**styles, "mine": styles["body"]}))


def edition(workshop, language, stock, **how):
    translator = Translator(workshop.game, None if language == "en" else Catalogue(language))
    return Edition(workshop, translator, assets=stock, **how)


def faces(workshop, language, stock, ink="full", bleed=2.0):
    composer = edition(workshop, language, stock, bleed=bleed, ink=ink).composer
    hashes = FaceHashes()
    said = []
    for piece in workshop.game.pieces():
        for side in ("front", "back"):
            composed = composer.compose(piece, side)
            face = composed.face and (hashes.of(composed.face), composed.face.label, composed.face.language)
            said.append((piece.key, side, face, composed.diagnostics, composed.fits))
    return said


def test_each_language_is_composed_as_if_there_were_no_other(workshop):
    stock = SharedAssets(workshop.files)
    alone = {language: faces(workshop, language, SharedAssets(workshop.files)) for language in LANGUAGES}
    assert len({repr(each) for each in alone.values()}) == len(LANGUAGES), "they differ"
    for language in (*LANGUAGES, *reversed(LANGUAGES)):
        assert faces(workshop, language, stock) == alone[language]


def test_another_theme_or_bleed_begins_again(workshop):
    stock = SharedAssets(workshop.files)
    for options in ({"ink": "low"}, {"bleed": 3.0}, {}, {"ink": "low", "bleed": 3.0}):
        alone = faces(workshop, "cs", SharedAssets(workshop.files), **options)
        assert faces(workshop, "cs", stock, **options) == alone


def test_a_style_that_is_gone_is_missed(workshop):
    stock = SharedAssets(workshop.files)
    faces(workshop, "en", stock)
    bare = replace(workshop, game=replace(workshop.game, styles={}))
    alone = faces(bare, "cs", SharedAssets(workshop.files))
    assert any(found.code == "L240" for _, _, _, diagnostics, _ in alone for found in diagnostics)
    assert faces(bare, "cs", stock) == alone
    assert faces(workshop, "cs", stock) == faces(workshop, "cs", SharedAssets(workshop.files))


def test_what_says_nothing_is_drawn_for_one_language_and_what_says_something_for_each(workshop, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        drawing,
        "_element_items",
        lambda stage, element, *rest, _drawn=drawing._element_items, **more: (
            drawn.append(element.tag),
            _drawn(stage, element, *rest, **more),
        )[1],
    )
    stock = SharedAssets(workshop.files)
    piece = next(each for each in workshop.game.pieces() if each.layout == "b")
    told = []
    for language in LANGUAGES:
        drawn.clear()
        edition(workshop, language, stock, bleed=2.0).composer.compose(piece)
        told.append(sorted(drawn))
    assert {"rect", "circle", "text", "g"} <= set(told[0])
    assert told[1] == told[2] == told[3]
    assert set(told[1]) & {"rect", "circle"} == set()
    assert {"text", "g"} <= set(told[1])


def test_layouts_are_parsed_for_one_language(workshop, monkeypatch):
    parsed = []
    monkeypatch.setattr(
        compose,
        "parse_skeleton",
        lambda *args, _parse=compose.parse_skeleton: (parsed.append(args[0]), _parse(*args))[1],
    )
    stock = SharedAssets(workshop.files)
    for language in LANGUAGES:
        faces(workshop, language, stock)
    assert len(parsed) == len(set(parsed)) > 0
