"""Pictures of several pieces: where they lie, what is transparent, and which are chosen."""

import io
import math
from itertools import pairwise

import pytest
from PIL import Image

from pnp import api
from pnp.draw import Face, Outline, fan
from pnp.export.faces import row, spread

CARD = Face(Outline("rectangle", 63.0, 88.0, 3.0), 3.0, ())
CHIP = Face(Outline("circle", 20.0, 20.0), 3.0, ())
FILES = {
    "game.yaml": "name: Hands\nlanguage: en\n",
    "cards/a.yaml": "kind: card\nsize: poker\nlayout: a\nfields: {colour: text}\npieces:\n"
    "  r: {colour: '#FF0000', copies: 9}\n  none: {colour: '#000000', copies: 0}\n  g: {colour: '#00FF00'}\n  b: {colour: '#0000FF'}\n",
    "tokens/t.yaml": "kind: token\nsize: circle 20mm\nlayout: a\nfields: {colour: text}\npieces:\n  t: {colour: '#FFA500'}\n",
    "layouts/a.xml": '<face fill="{{ piece.colour }}"/>',
}


@pytest.fixture(scope="module")
def game():
    with api.open_game(FILES) as game:
        assert [each.code for each in game.diagnostics] == ["M136"]  # a card with no copies
        yield game


def picture(game, **options):
    (data,) = game.export("showcase", **options).files.values()
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize(("count", "angle", "spread_by"), [(7, 50, 50), (3, 50, 26), (1, 50, 0), (5, 0, 0)])
def test_a_hand_is_spread_evenly_about_its_middle(count, angle, spread_by):
    turns = [math.degrees(math.atan2(matrix.b, matrix.a)) for _, matrix in fan([CARD] * count, angle)]
    assert turns[-1] - turns[0] == pytest.approx(spread_by)
    assert turns == pytest.approx([-turn for turn in reversed(turns)])
    middles = [matrix.apply(31.5, 44) for _, matrix in fan([CARD] * count, angle)]
    assert len({round(math.hypot(*middle), 6) for middle in middles}) == 1


def test_pieces_of_a_row_stand_on_one_line_apart_from_each_other():
    placed = row([CARD, CHIP, CARD])
    assert {matrix.apply(0, face.height).y for face, matrix in placed} == {0}
    lefts = [matrix.e for _, matrix in placed]
    assert [b - a for a, b in pairwise(lefts)] == [67, 24]


@pytest.mark.parametrize(
    ("most", "chosen"), [(1, "a"), (2, "ag"), (3, "adg"), (7, "abcdefg"), (30, "abcdefg")]
)
def test_pieces_are_chosen_evenly(most, chosen):
    assert "".join(spread("abcdefg", most)) == chosen


def test_a_hand_shows_the_cards_that_are_printed_and_is_clear_around_them(game):
    hand = picture(game, width=400)
    assert (hand.mode, hand.width) == ("RGBA", 400)
    assert hand.getpixel((2, 2)) == (0, 0, 0, 0)
    seen = {pixel[:3] for pixel in (hand.getpixel((x, 130)) for x in range(400)) if pixel[3] == 255}
    assert seen >= {(255, 0, 0), (0, 255, 0), (0, 0, 255)}
    assert (0, 0, 0) not in seen
    assert any(0 < hand.getpixel((x, hand.height - 12))[3] < 120 for x in range(400)), "a shadow"


def test_a_row_on_a_ground_is_opaque(game):
    from pnp.colour import Colour

    tokens = picture(game, look="row", only=["t"], width=200, ground=Colour(240, 230, 220))
    assert (tokens.mode, tokens.getpixel((1, 1))) == ("RGB", (240, 230, 220))
    assert tokens.getpixel((100, tokens.height // 2)) == (255, 165, 0)
