"""What is caught between a text and its translation."""

import pytest

from pnp.build.workshop import unreported
from pnp.diagnostics import error
from pnp.diagnostics.diagnostic import accept, without_accepted
from pnp.i18n import Entry
from pnp.source import Span
from pnp.translation.compare import compare
from pnp.translation.wording import LACKING, TextPair


def found(source: str, translation: str, language: str = "pl", comments: tuple[str, ...] = ()) -> list[str]:
    pair = TextPair(Entry(source, translation, comments=comments), "cs", language)
    return [finding.code for finding in without_accepted(accept(compare(pair), pair.entry.allowances()))]


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("Lízni {{ facts.hand }} karty.", "Dobierz {{ facts.hand }} karty."),
        ("{{ facts.hand | reads(2, 'dvě') }}", "{{ facts.hand | reads(2, 'dwie') }}"),
        ("Mezi {{ north.forms['pl-ins'] }}", "Między {{ north.forms.ins }}"),
        ("Bez {{ kind.forms.gen }}", "Sans {{ kind.name }}"),
        ("{{ w.name | capital }} a {{ x }}", "{{ x }} i {{ w.name }}"),
        ("{{ facts.rows | join(', ') }} dílků", "{{ facts.rows | join(' i ') }} kafelków"),
        ("{{ n }} damage", "{{ n }} {{ n | plural(one='rana', few='rany', many='ran') }}"),
        ("{{ 2 * n }} points", "{{ 2 * n }} {{ 2*n | plural(one='punkt', few='punkty', many='punktów') }}"),
        ("Zabij :bomb: dvě příšery.", "Zabij :bomb: 2 potwory."),
        ("Odhoď obě karty.", "Odrzuć dwie karty."),
        ("Vezmi 3 z 12 karet.", "Weź trzy z 12 kart."),
        ("**Boj** a *klid*", "*spokój* i **walka**"),
        ("[luk](bow) nebo [meč](sword)", "[miecz](sword) albo [łuk](bow)"),
        ("- jedna\n- dvě", "- jedna rzecz\n- dwie"),
        ("Konec.", "Koniec."),
        ("Volej „Stůj.“", "Wołaj „Stój.”"),
        ("Stůj", "Stój!"),
        ("Konec…", "Koniec"),
        ("Sestup (dolů.)", "Zejdź w dół."),
        ("Zaplať :coin:", "Płać :coin: teraz"),
        ("Zaplať kartu. :coin:", "Płać :coin: kartą."),
        ("Karel IV.", "Karol IV"),
        ("Hoď 2k6.", "Rzuć 2K6."),
        ("Hoď 1k6 + 2.", "Rzuć k6+2."),
        ("Ztrácíš −1 život.", "Tracisz -1 życie."),
        ("Pro 2–4 hráče", "Dla 2-4 graczy"),
        ("Od {{ n }}–4 hráčů", "Od {{ n }} do 4 graczy"),
        ("Zaplať 1 ½ mince.", "Zapłać 1½ monety."),
        ("Měří 2,5 cm.", "Mierzy 2.50 cm."),
        ("Dej 3x kartu na A4.", "Daj 3 razy kartę na A4."),
        ("Doba II", "Epoka 2"),
        ("Je mínus 3.", "Jest -3."),
    ],
)
def test_a_true_translation_passes(source, translation):
    assert found(source, translation) == []


@pytest.mark.parametrize(
    ("language", "translation"), [("ja", "カードを引く。"), ("hi", "पत्ता खींचें।"), ("zh", "（抽牌。）")]
)
def test_a_full_stop_of_another_script_ends_a_sentence(language, translation):
    assert found("Lízni kartu.", translation, language) == []


@pytest.mark.parametrize(
    ("source", "translation", "codes"),
    [
        ("Lízni {{ facts.hand }} karet.", "Dobierz kilka kart.", ["K530"]),
        ("{{ facts.hand | reads(2, 'dvě') }}", "{{ facts.hand | reads(3, 'trzy') }}", ["K530"]),
        ("{{ facts.hand }} karet", "{{ facts.ruka }} kart", ["K530"]),
        ("{{ facts.target[4] }}", "{{ facts.target[3] }}", ["K530"]),
        ("{{ n }} karet", "{{ n }} {{ m | plural(one='a', few='b', many='c') }}", ["K530"]),
        ("karty", "{{ n | plural(one='karta', few='karty', many='kart') }}", ["K530"]),
        ("Zabij :bomb: příšeru.", "Zabij potwora.", ["K531"]),
        ("Zabij :bomb(3): příšeru.", "Zabij potwora :bomb(3):.", []),
        ("Zabij :bomb(3): příšeru.", "Zabij potwora.", ["K531", "K532"]),
        ("Zabij :bomb(3): příšeru.", "Zabij potwora :bomb(4):.", ["K532"]),
        ("Zabij příšeru.", "Zabij :bomb: potwora.", ["K531"]),
        ("Zabij tři příšery.", "Zabij potwory.", ["K532"]),
        ("Zabij 14 příšer.", "Zabij potwory.", ["K532"]),
        ("Zabij příšery.", "Zabij 14 potworów.", ["K532"]),
        ("Tři a tři karty.", "Trzy karty.", ["K532"]),
        ("**1. Pohyb.** O jedno pole.", "**Ruch.** O jedno pole, jeden raz.", ["K532"]),
        ("**Boj** začíná.", "Walka się zaczyna.", ["K533"]),
        ("- první\n- druhý", "- pierwszy", ["K533"]),
        ("[luk](bow)", "łuk", ["K534"]),
        ("[luk](bow)", "[łuk](sword)", ["K534"]),
        ("[luk](bow) a [meč](sword)", "[łuk](łuk)", ["K534", "K534"]),
        ("Zabij :bomb: příšeru.", "Zabij :bomba: potwora.", ["K531"]),
        ("Zabij :bomb: příšeru.", "Zabij :bow: :sword: potwora.", ["K531", "K531", "K531"]),
        ("Zabij 2 příšery.", "Zabij 3 potwory.", ["K532"]),
        ("Zabij dvě příšery.", "Zabij trzy potwory.", ["K532"]),
        ("Zabij 2 z 5 příšer.", "Zabij 3 potwory z 7.", ["K532", "K532", "K532", "K532"]),
        ("první", "- pierwszy", ["K533"]),
        ("Lízni {{ facts.hand }} karet.", "Dobierz {{ facts.hand } kart.", []),
        ("Hoď 2k6.", "Rzuć 2k8.", ["K532"]),
        ("Hoď k6.", "Rzuć k8.", ["K532"]),
        ("Hoď 2k6.", "Rzuć 3k6.", ["K532"]),
        ("Hoď k6+2.", "Rzuć k6-2.", ["K532"]),
        ("Hoď kostkou d6.", "Rzuć kostką.", ["K532"]),
        ("-1 život", "1 życie", ["K532"]),
        ("Síla +1/-1", "Siła -1/+1", []),
        ("Síla +1/-1", "Siła +1/+1", ["K532"]),
        ("Pole A4", "Pole B4", ["K532"]),
        ("Pole 5A", "Pole 5B", ["K532"]),
        ("Hráč1", "Gracz2", ["K532"]),
        ("½ mince", "¼ monety", ["K532"]),
        ("1/2 karet", "2/1 kart", ["K532"]),
        ("Měří 2,5 cm.", "Mierzy 5,2 cm.", ["K532"]),
        ("Doba II", "Epoka III", ["K532"]),
        ("Luk", "Łuk ", ["K535"]),
        ("Lízni kartu.", "Dobierz kartę", ["K538"]),
        ("Lízni **kartu**.", "Dobierz **kartę**", ["K538"]),
        ("Lízni kartu", "Dobierz kartę.", ["K538"]),
        ("Vyber si:", "Wybierz", ["K538"]),
        ("Vyber si:", "Wybierz.", ["K538"]),
        ("Vyber si: :coin:", "Wybierz :coin:", ["K538"]),
        ("Odhoď kartu.", "Odhoď kartu.", ["K536"]),
        ("{{ n | plural(one='a', few='b', other='c') }}", "{{ n | plural(one='a', few='b') }}", ["K540"]),
    ],
)
def test_what_a_translation_drops_or_adds_is_caught(source, translation, codes):
    assert found(source, translation) == codes


def test_the_translator_may_say_that_a_sentence_needs_no_number():
    source, translation = "Hrajte po jednom.", "Grajcie po kolei."
    assert found(source, translation) == ["K532"]
    assert found(source, translation, comments=("allow K532",)) == []


def test_an_article_does_not_stand_for_a_number_in_digits():
    assert found("1. Odhoď jednu kartu.", "1. Défaussez une carte.", "fr") == []
    assert found("1. Odhoď jednu kartu.", "Défaussez une carte, puis une autre.", "fr") == ["K532"]


def test_dice_and_codes_are_named_as_what_they_are():
    def messages(source, translation):
        return [each.message for each in compare(TextPair(Entry(source, translation), "cs", "pl"))]

    assert messages("Hoď 2k6.", "Rzuć 2k8.") == ["the dice 2d8 is here, the source has 2d6 ('2k6')"]
    assert messages("Pole A4.", "Pole.") == ["the code A4 ('A4') of the source is missing in the translation"]
    assert messages("-1 život", "1 życie") == ["the number 1 is here, the source has -1 ('-1')"]


def test_numbers_in_words_of_an_unknown_language_are_let_pass():
    assert found("Zabij tři příšery.", "Ölj meg három szörnyet.", "hu") == []
    assert found("Zabij 3 příšery.", "Ölj meg szörnyeket.", "hu") == ["K532"]


def test_a_finding_points_at_the_translation():
    from pnp.i18n import read_catalogue

    text = 'msgid "Zabij příšeru."\nmsgstr ""\n"Zabij "\n":bomb: potwora."\n'
    entry = read_catalogue(text, "pl.po", "pl")[0].entries[0]
    (finding,) = compare(TextPair(entry, "cs", "pl"))
    assert str(finding.span) == "pl.po:4:2"


def test_a_plural_with_the_form_of_another_language_says_which_one_it_is():
    source, translation = (
        "{{ n | plural(one='a', few='b', many='c') }}",
        "{{ n | plural(one='a', few='b', many='c') }}",
    )
    (finding,) = compare(TextPair(Entry(source, translation.replace("'c'", "'d'")), "pl", "sk"))
    assert finding.help == ("write other='…' in place of many='…', which no whole number takes in 'sk'",)


@pytest.mark.parametrize(
    ("translation", "cure"),
    [
        ("Weź 3&nbsp;karty.", "type a no-break space (U+00A0) itself"),
        ("Weź &quot;3&quot; karty.", "type '\"' itself"),
        (
            "Weź 3 <b>karty</b>.",
            "emphasise words by '**…**' or '*…*', divide lines where they are to be divided",
        ),
        ("Weź 3 &nosuch; karty.", "remove it"),
        ("Weź 3 karty & 2 < 5.", None),
        ("Weź 3 karty <3.", None),
    ],
)
def test_html_of_a_program_that_translates_was_printed(translation, cure):
    found = [
        item
        for item in compare(TextPair(Entry("Seber 3 karty.", translation), "cs", "pl"))
        if item.code == "K537"
    ]
    assert [item.help[0] for item in found] == ([cure] if cure else [])


def test_html_that_the_source_has_too_is_meant():
    assert found("Piš &nbsp; a <b>.", "Pisz &nbsp; i <b>.") == []


@pytest.mark.parametrize(
    ("source", "translation", "message"),
    [
        ("Vezmi [dvě karty]{underline}.", "Weź [dwie karty]{underline}.", None),
        ("Vezmi [dvě karty]{underline}.", "Weź dwie karty.", "no underlined stretches in the translation, 1 in the source"),
        ("[Ne]{strike} ano.", "[Nie]{colour=#112233} tak.", "no struck stretches in the translation, 1 in the source"),
        ("Má m[2]{super}.", "Ma m2.", "no raised numbers in the translation, 1 in the source"),
        ("První kolo.", "1[er]{super} runda.", None),
        ("[a **b** c]{underline}", "[x y]{underline}", "no bold stretches in the translation, 1 in the source"),
        ("[a]{colour=#123456}", "[x]{colour=#123456}", None),
    ],
)  # fmt: skip
def test_marks_of_a_translation_are_those_of_its_source(source: str, translation: str, message: str | None):
    messages = [
        item.message
        for item in compare(TextPair(Entry(source, translation), "cs", "pl"))
        if item.code == "K533"
    ]
    assert messages[:1] == ([message] if message else [])


def test_digits_of_a_colour_are_no_numbers():
    assert found("[a]{colour=#123456}", "[x]{colour=#654321}") == []


TEXT, INSIDE = Span("locale/pl.po", 6, 9, 6, 60), Span("locale/pl.po", 6, 20, 6, 30)


def left(message):
    told = error("K530", message, TEXT, "write it")
    value, room = (
        error("X140", "2 is not 3", INSIDE, "write 3"),
        error("T100", "no room", INSIDE, "shorten it"),
    )
    return [item.code for item in unreported([value, room], [told])]


def test_what_is_wrong_with_a_value_that_the_source_has_not_is_reported_once():
    assert left("'{{ facts.hnad | reads(3, 'dwie') }}' is not in the source") == ["T100"]


def test_what_is_wrong_in_a_translation_that_lacks_another_value_is_reported():
    assert left(f"'{{{{ facts.hand }}}}' {LACKING}") == ["X140", "T100"]
