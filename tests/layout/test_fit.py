"""Which of the texts of a piece is the tightest."""

from itertools import product

import pytest

from pnp.geometry import Box
from pnp.layout import Fit, tightest
from pnp.model import Style
from pnp.source import Span
from pnp.units import pt
from tests.layout.game import codes, compose

PLAIN, SHRINKING = Style(size=pt(9)), Style(size=pt(9), min_size=pt(7))


def fit(style: Style, size: float, share: float, *, overset: bool = False, words: str = "") -> Fit:
    span = Span("layouts/main.xml")
    return Fit("s/p", "cs", span, pt(size), 1, share, overset, words, None, Box(0, 0, 10, 10), style)


FITS = [fit(*each) for each in product((PLAIN, SHRINKING), (9, 8.5, 7), (0.3, 0.9994, 0.9996))]


@pytest.mark.parametrize("start", range(len(FITS)))
def test_the_tightest_text_is_the_one_that_is_reported_first(start: int) -> None:
    fits = FITS[start:] + FITS[:start]
    assert tightest(fits) == (min((each.tightness for each in fits), key=lambda each: each.order),)
    assert tightest(fits[:2]) == (min((each.tightness for each in fits[:2]), key=lambda each: each.order),)


def test_all_that_do_not_fit_are_reported_and_nothing_else() -> None:
    over = [fit(SHRINKING, 7, share, overset=True) for share in (1.1, 1.4)]
    assert [each.share_of_box for each in tightest([*FITS, *over])] == [1.4, 1.1]


def test_a_piece_without_texts_has_no_tightest() -> None:
    assert tightest([]) == ()


@pytest.mark.parametrize("asked", ['weight="700"', 'weight="900"', 'italic="true"'])
def test_a_weight_or_slant_that_the_family_lacks_is_reported_for_attributes(asked: str) -> None:
    body = f'<face><text inset="2" font="{{}}" {asked}>A</text></face>'
    assert codes(compose(body.format("Anton"))) == ["T220"]
    assert codes(compose(body.format("Barlow"))) == []


def test_a_feature_that_the_font_lacks_is_reported_for_attributes() -> None:
    body = '<face><text inset="2" font="{}" features="smcp, onum, liga=0">A</text></face>'
    assert codes(compose(body.format("Bebas Neue"))) == ["T221", "T221"]
    assert codes(compose(body.format("Barlow"))) == ["T221"]  # it has no old-style figures
    assert codes(compose(body.format("Barlow").replace("smcp, onum", "small caps"))) == ["L206"]


def test_a_letter_of_another_font_is_a_note_and_no_fault() -> None:
    made = compose('<face><text inset="2" font="Special Elite">α and α</text></face>')
    assert codes(made) == ["T210", "T210"]
