"""Words that are shaped in one go are what they would be one by one."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.colour import Colour
from pnp.fonts import FontFace, FontSource
from pnp.text import harfbuzz
from pnp.text.harfbuzz import Features, Shaper
from pnp.text.look import Look, Token
from pnp.text.shaping import Voice
from tests.laws import DEAR

from .reading import FONTS, TOP

BLACK = Colour(0, 0, 0)
FAMILIES = FONTS.families()
OWN = sorted((TOP / "data").glob("*/fonts/**/*.ttf"))
ODD = [
    *"µ µm 1º ª 12 +1/-1 бог aбог a\u0301b ne\u00adtknout pa\u200bda \u2011 non\u2011stop «Or» prêt? l’épée tahu: 3:1".split(),
    *"„luk“ fialový figurku office ﬁn bílo-černý hráč/hráčka konec. a-t-il ǆ ŉ ȹ ☃ 🐉 ĳ — … ſt a\u034fb שלום".split(),
]


def face_of(file: Path) -> FontFace:
    return FontFace(FontSource(file.stem, 400, False, file.stem.ljust(64, "0"), file.name, file.read_bytes))


def shipped_words() -> list[str]:
    """Words of the games that ship, each once, cut at what never stands within a word of a text."""
    files = [path for path in sorted((TOP / "data").rglob("*")) if path.suffix in (".yaml", ".po", ".md")]
    found = re.findall(
        r"[^\s\ufdd0-\ufdef{}\[\]\"']+", "\n".join(path.read_text("utf-8") for path in files[::3])
    )
    return list(dict.fromkeys(found))


WORDS = shipped_words()


@pytest.mark.parametrize(
    "face",
    [*map(FONTS.face, FAMILIES), *map(face_of, OWN)],
    ids=[*FAMILIES, *(file.stem for file in OWN)],
)
def test_words_of_games_are_the_same_together(face):
    shaper = Shaper(face, Features(), "cs")
    words = WORDS[len(face.family) % 7 :: 7]
    together = [glyphs for at in range(0, len(words), 40) for glyphs in shaper.together(words[at : at + 40])]
    assert together == [shaper.glyphs(glyphs.text) for glyphs in together]
    if face.family.startswith("Barlow"):
        assert len(together) > 0.7 * len(words)


PLAIN = st.characters(codec="utf-8", max_codepoint=0x24F, exclude_categories=("C", "Z")) | st.sampled_from(
    "fiflAVTo.,“„–’"
)


@DEAR
@given(
    st.sampled_from(FAMILIES),
    st.lists(st.text(PLAIN, min_size=1, max_size=8), min_size=3, max_size=30),
    st.sampled_from([Features(), Features(ligatures=False, tracking=0.03), Features(tabular=True)]),
    st.sampled_from(["cs", "pl", "fr", "tr", "nl"]),
)
def test_any_latin_words_are_the_same_together(family, words, features, language):
    shaper = Shaper(FONTS.face(family), features, language)
    for glyphs in shaper.together(words):
        assert glyphs == shaper.glyphs(glyphs.text)


def test_words_that_would_change_one_another_are_left_out(monkeypatch):
    shaper = Shaper(FONTS.face("Barlow"), Features(), "cs")
    words = ["Ty", "karta", "hoří", "noc", "Vlk"]
    assert [glyphs.text for glyphs in shaper.together(words)] == words
    monkeypatch.setattr(harfbuzz, "_BETWEEN", ".")  # kerned with the letters on both sides
    together = shaper.together(words)
    assert len(together) < len(words)
    assert together == [shaper.glyphs(glyphs.text) for glyphs in together]


def test_letters_that_form_one_glyph_do_not_move_the_words_behind_them():
    shaper = Shaper(FONTS.face("Barlow Semi Condensed"), Features(), "cs")
    words = ["baca", "figura", "konec", "effigie", "noc"]
    together = shaper.together(words)
    assert [glyphs.text for glyphs in together] == words
    assert len(together[1].glyphs) < len("figura")
    assert together == [shaper.glyphs(word) for word in words]


@pytest.mark.parametrize("language", ["cs", "fr"])
@pytest.mark.parametrize("family", ["Barlow", "Spectral", "Bebas Neue"])
def test_words_of_a_text_are_what_they_are_alone(family, language):
    texts = [each for word in [*ODD, *"kůň Ty hoří v lese".split()] for each in (word, " ")]

    def tokens(*groups: list[str]) -> list[tuple[object, ...]]:
        look = Look(Voice(FONTS.face(family), Features(), language, FONTS), BLACK)
        return [_told(token) for group in groups for token in look.tokens(group)]

    assert tokens(texts) == tokens(*([text] for text in texts))


def _told(token: Token) -> tuple[object, ...]:
    """All that a token says, its look by whether it has one."""
    pieces = [(piece.text, piece.shaped, piece.advance) for piece in token.pieces]
    return (*token._replace(pieces=pieces, look=token.look is not None),)
