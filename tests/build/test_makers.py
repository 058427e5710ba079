"""The record of a build names the programs that drew pictures, wherever in its files the pictures are."""

from __future__ import annotations

import zlib

import pytest

from pnp.build.document import Part
from pnp.build.emit import picture_makers
from pnp.draw import FaceHashes, Group, Picture, PictureData, PlacedFace
from pnp.geometry import Box, shift
from pnp.pdf import FormMaker
from tests.pdf.sample import face, library, page

PIXEL = PictureData("pixel", 1, 1, "L", zlib.compress(b"\0\0"), maker="resvg 1")
DRAWN = Picture(PIXEL, 0, 0, 2, 2)
FORM = FormMaker(library()).face(face(DRAWN), FaceHashes())


@pytest.mark.parametrize(
    "pages",
    [
        [page(Group((DRAWN,)))],
        [page()._replace(under=(DRAWN,))],
        [page(Group((), drawn=FORM))],
        [page(placed=[PlacedFace(face(DRAWN), shift(0, 0), Box(0, 0, 9, 9))])],
        [page(placed=[PlacedFace(FORM, shift(0, 0), Box(0, 0, 9, 9))])],
    ],
    ids=["item", "below", "finished face", "face", "form"],
)
def test_programs_that_drew_pictures_of_a_rule_sheet_are_found(pages):
    assert picture_makers([Part("rules.pdf", "Rules", tuple(pages), (), rules="rules")]) == {"resvg 1"}
