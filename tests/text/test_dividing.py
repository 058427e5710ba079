"""Where words may be divided, and lines of Chinese, Japanese, Korean and Thai, which print no hyphen."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from importlib.machinery import ModuleSpec
from itertools import pairwise
from types import ModuleType

import pytest

from pnp.draw import Fill
from pnp.geometry import Box
from pnp.markup import parse_inline
from pnp.model import Style
from pnp.text import TextContext, dividing, set_text
from pnp.text.dividing import Hyphenator, UnspacedScripts
from pnp.text.space import ICON, TIE, opportunities
from pnp.units import pt

from .reading import ICONS, lines, runs
from .square_font import square_fonts


@cache
def hyphenator(language: str) -> Hyphenator:
    """The patterns of a language, read once: the German ones have a megabyte."""
    return Hyphenator(language)


def divided(word: str, language: str, **kwargs: bool) -> str:
    offsets = [0, *(at for at, _ in hyphenator(language).divisions(word, **kwargs)), len(word)]
    return "·".join(word[a:b] for a, b in pairwise(offsets))


@pytest.mark.parametrize(
    ("language", "word", "expected"),
    [
        ("cs", "nejneobhospodařovávatelnější", "nej·ne·ob·hos·po·da·řo·vá·va·tel·nější"),
        ("cs-CZ", "„příšeru“,", "„pří·šeru“,"),
        ("pl", "przeciwlotniczy", "prze·ciw·lot·ni·czy"),
        ("fr", "développement", "dé·ve·lop·pe·ment"),
        ("fr", "musique", "mu·sique"),
        ("en-GB", "hyphenation", "hy·phen·a·tion"),
        ("xx", "hyphenation", "hyphenation"),
        ("de", "Wahrnehmungsschwelle", "Wahr·neh·mungs·schwel·le"),
        ("de-AT", "Straßenbahn", "Stra·ßen·bahn"),
        ("sk", "protiútok", "pro·ti·ú·tok"),
    ],
)
def test_words_are_divided_by_the_patterns_of_their_language(language: str, word: str, expected: str):
    assert divided(word, language) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Ablagestapel", "Ab·la·ge·sta·pel"),
        ("Zuckerbäcker", "Zu·cker·bä·cker"),
        ("Feuerwehrgerätehaus", "Feu·er·wehr·ge·rä·te·haus"),
    ],
)
def test_german_compounds_were_divided_in_front_of_a_single_consonant(word: str, expected: str):
    assert divided(word, "de") == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("asszony", "asz-szony"),
        ("hosszú", "hosz-szú"),
        ("gallyak", "galy-lyak"),
        ("meggyes", "megy-gyes"),
        ("loccsan", "locs-csan"),
        ("könnyű", "köny-nyű"),
        ("„Lisszaboni”", "„Lisz-sza-boni”"),
        ("jegygyűrű", "jegy-gyűrű"),
        ("rosszkedvű", "rossz-kedvű"),
    ],
)
def test_long_hungarian_digraphs_are_written_in_full_where_they_are_divided(word: str, expected: str):
    divisions = hyphenator("hu").divisions(word)
    cuts = [0, *(at for at, _ in divisions), len(word)]
    written = [*(f"{letters}-" for _, letters in divisions), ""]
    assert "".join(word[a:b] + end for (a, b), end in zip(pairwise(cuts), written, strict=True)) == expected


def test_a_long_digraph_in_capitals_gets_a_capital():
    assert hyphenator("hu").divisions("HOSSZÚ", capitals=True) == ((3, "Z"),)


@pytest.mark.parametrize(
    ("language", "word", "expected"),
    [
        ("en", "JavaScript", "Java·Script"),
        ("de", "JavaScript", "Java·Script"),
        ("cs", "PostScriptový", "Post·Scrip·tový"),
        ("en", "MacDonaldson", "Mac·Don·ald·son"),
        ("en", "USBcontroller", "USBcon·trol·ler"),
        ("fr", "OpenOffice", "Open·Of·fice"),
        ("en", "iPhones", "iPhones"),
    ],
)
def test_no_capital_inside_a_word_is_parted_from_what_it_begins(language: str, word: str, expected: str):
    assert divided(word, language) == expected


@pytest.mark.parametrize(
    ("language", "word", "places"),
    [
        ("fr", "faites-le", 0),
        ("fr", "donnez-la-lui.", 0),
        ("fr", "peut-être", 1),
        ("fr", "celui-ci,", 0),
        ("fr", "Va-t-elle", 0),
        ("cs", "bude-li", 0),
        ("cs", "bílo-černý", 1),
        ("en", "tell-le", 1),
    ],
)
def test_a_short_word_is_not_parted_from_the_hyphen_before_it(language: str, word: str, places: int):
    assert len(opportunities(word, language)) == places


@pytest.mark.parametrize("word", ["kočka1x2", "UNESCO", "kolo", "a", "", "biało-czerwony", "jan@mail.cz"])
def test_numbers_abbreviations_short_and_hyphenated_words_stay_whole(word: str):
    assert divided(word, "pl") == word


def test_capitals_of_a_style_are_divided():
    assert divided("PŘÍŠERA", "cs") == "PŘÍŠERA"
    assert divided("PŘÍŠERA", "cs", capitals=True) == "PŘÍ·ŠERA"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("biało-czerwony", ["hyphen"]),
        ("-1", []),
        ("2-4", []),
        ("+1/-1", []),
        ("e-mail", []),
        ("3–5", []),
        ("Praha–Brno", ["dash"]),
        ("hráč/hráčka", ["slash"]),
        ("ano/ne", []),
        ("při\u00adšera", ["soft"]),
        ("a\u200bb", ["zero-width"]),
        ("-", []),
        ("(–)", []),
    ],
)
def test_words_break_at_their_hyphens_and_never_inside_numbers(word: str, expected: list[str]):
    assert [place.kind for place in opportunities(word, "pl")] == expected


def test_addresses_break_behind_their_punctuation():
    address = "https://example.org/rules/doom?lang=cs"
    parts = [0, *(place.offset for place in opportunities(address, "en")), len(address)]
    assert [address[a:b] for a, b in pairwise(parts)] == [
        "https://",
        "example.",
        "org/",
        "rules/",
        "doom?",
        "lang=",
        "cs",
    ]


def test_a_hyphen_is_repeated_where_the_language_asks_for_it():
    assert {
        language: opportunities("bílo-černý", language)[0].repeats for language in ("cs", "pl", "fr", "en")
    } == {
        "cs": True,
        "pl": True,
        "fr": False,
        "en": False,
    }


JAPANESE = "カードを2枚引き、手札を1枚捨ててください。「剣」は3点です……「終了！」と言う。"
CHINESE = "抽两张牌，然后弃掉一张手牌。“每位玩家”从牌库顶抽三张牌（最多5张）。"
KOREAN = "카드를 두 장 뽑고 손에서 한 장을 버리세요."
THAI = "จั่วการ์ดสองใบแล้วทิ้งหนึ่งใบ ประเทศไทยมีอาหารอร่อยมากมาย ภาษาไทยเป็นภาษาที่มีระดับเสียง"
FONTS = square_fonts(JAPANESE + CHINESE + KOREAN + THAI + "abcdefghijklmnopqrstuvwxyz-")
STYLE = Style(font="Squares", size=pt(10), hyphenate=True)
EM = pt(10).mm


@pytest.fixture(autouse=True)
def _without_budoux(monkeypatch):
    monkeypatch.setitem(sys.modules, "budoux", None)


def setting(text: str, language: str, ems: float, style: Style = STYLE):
    context = TextContext(FONTS, ICONS, language)
    return set_text(parse_inline(text), style, Box(0, 0, ems * EM + 1e-6, 9_999), context)


def broken(text: str, language: str, ems: float, style: Style = STYLE) -> list[str]:
    done = setting(text, language, ems, style)
    assert not done.faults
    return lines(done.items)


@pytest.mark.parametrize("ems", range(3, 20))
@pytest.mark.parametrize(("text", "language"), [(JAPANESE, "ja"), (CHINESE, "zh"), (JAPANESE, "en")])
def test_no_line_begins_with_a_closing_sign_or_ends_with_an_opening_one(text: str, language: str, ems: int):
    found = broken(text, language, ems)
    assert "".join(found) == text
    assert len(found) > 1
    for line, following in pairwise(found):
        assert line[-1] not in "「（“"
        assert following[0] not in "、。，！」）”…ッョィ"
        assert ems < 8 or not (line[-1].isdigit() and following[0] in "枚点张")


def test_all_lines_but_the_last_are_as_full_as_the_rules_allow():
    assert broken("手札捨引剣点言終了手札捨引剣点言終了手札", "ja", 8) == [
        "手札捨引剣点言終",
        "了手札捨引剣点言",
        "終了手札",
    ]


def test_ellipses_and_dashes_in_pairs_stay_together():
    for ems in range(4, 12):
        assert not any(line.startswith("…") for line in broken("剣は3点です……終了と言う", "ja", ems))


def test_a_justified_line_reaches_the_edge_and_copies_as_typed():
    style = replace(STYLE, align="justify")
    done = setting(JAPANESE, "ja", 18.7, style)
    first, *_ = runs(done.items)
    assert first.x + first.width == pytest.approx(18.7 * EM, abs=1e-5)
    assert "".join(lines(done.items)) == JAPANESE


def test_underlines_and_bold_words_may_be_anywhere():
    done = setting("手札を[捨てて]{underline}**くださ**い。", "ja", 4)
    assert "".join(lines(done.items)) == "手札を捨ててください。"
    assert any(isinstance(item, Fill) for item in done.items)


def test_korean_lines_end_at_spaces_unless_they_would_be_poor():
    found = broken(KOREAN, "ko", 12)
    assert " ".join(found) == KOREAN
    assert "".join(broken(KOREAN, "ko", 2)).replace(" ", "") == KOREAN.replace(" ", "")


@pytest.mark.parametrize("language", ["th", "en", "cs"])
@pytest.mark.parametrize("ems", [9, 14, 20])
def test_thai_is_divided_between_syllables_without_a_hyphen(language: str, ems: int):
    done = setting(THAI, language, ems)
    found = lines(done.items)
    assert not done.faults
    assert len(found) > 3
    assert all(run.actual is None and "-" not in run.text for run in runs(done.items))
    assert "".join(found).replace(" ", "") == THAI.replace(" ", "")
    for line, following in pairwise(found):
        assert line.rstrip()[-1] not in "เแโใไ"
        assert following[0] not in "ะาำๅๆฯ\u0e31\u0e34\u0e35\u0e48\u0e49\u0e4c"


def test_text_keeps_its_size_and_a_font_that_lacks_letters_is_named():
    done = setting("手札を捨てて猫犬", "ja", 4)
    (fault,) = done.faults
    assert (fault.kind, fault.name, fault.start) == ("missing-glyph", "猫犬", 6)
    assert {run.size for run in runs(done.items)} == {EM}


def test_a_letter_wider_than_its_line_is_not_told_to_have_soft_hyphens():
    (fault, *_) = setting("手札を", "ja", 0.5).faults
    assert fault.kind == "wide-word"
    assert "zero-width spaces" in fault.help


def test_ten_thousand_letters_without_a_space_take_linear_time():
    text = "手札を捨てて" * 1_700
    assert "".join(broken(text, "ja", 30)) == text


class _Parser:
    def parse(self, text: str) -> list[str]:
        cut = text.replace("を", "を|").replace("、", "、|").replace("。", "。|").replace("ไทย", "ไทย|")
        return [part for part in cut.split("|") if part]


@pytest.fixture
def phrases(monkeypatch):
    """A stand-in for budoux: phrases end at a particle or a comma."""
    library = ModuleType("budoux")
    library.__spec__ = ModuleSpec("budoux", None)
    for model in ("japanese", "thai", "simplified_chinese", "traditional_chinese"):
        setattr(library, f"load_default_{model}_parser", _Parser)
    monkeypatch.setitem(sys.modules, "budoux", library)


@pytest.mark.usefixtures("phrases")
def test_lines_end_between_phrases_with_the_extra():
    assert broken("カードを引き、手札を捨てて、カードを引く。", "ja", 8) == [
        "カードを引き、",
        "手札を捨てて、",
        "カードを引く。",
    ]


@pytest.mark.usefixtures("phrases")
def test_a_phrase_wider_than_its_line_is_divided_by_the_rules():
    found = broken("カードを捨ててください。", "ja", 4)
    assert "".join(found) == "カードを捨ててください。"
    assert max(map(len, found)) <= 4


@pytest.mark.usefixtures("phrases")
def test_words_of_thai_come_from_the_extra():
    assert [part for part, _ in UnspacedScripts("th").divided("ภาษาไทยเป็นภาษา")] == ["ภาษาไทย", "เป็นภาษา"]


@pytest.mark.parametrize("language", ["zh-Hant", "zh-TW", "zh-HK"])
@pytest.mark.usefixtures("phrases")
def test_chinese_of_taiwan_has_phrases_of_its_own(language: str, monkeypatch):
    monkeypatch.setattr(sys.modules["budoux"], "load_default_simplified_chinese_parser", None, raising=False)
    assert list(UnspacedScripts(language).divided("抽两张牌，然后"))


def test_latin_words_have_no_gaps():
    assert list(UnspacedScripts("ja").divided("straightforward")) == [("straightforward", True)]


def test_icons_and_tied_spaces_are_no_letters_of_such_a_script(monkeypatch):
    assert dividing.is_unspaced(f"{ICON}カ")
    monkeypatch.setattr(dividing, "_UNSPACED", None)  # which takes long to compile
    assert not dividing.is_unspaced(f"s{TIE}figurkou {ICON}.")
    assert dividing.is_unspaced(f"{ICON} ไทย")
