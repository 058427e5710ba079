"""The old markup: its letters, its grammar and what is said of broken documents."""

import pytest

from pnp.importers.letters import CODES, decoded, encoded
from pnp.rulebook.block import Heading, ListBlock, Paragraph, Remark
from tests.importers.sample import ANTS, found, read, sheet


@pytest.mark.parametrize(
    ("written", "reading"),
    [
        ("hra'c'", "hráč"),
        ("kaz'de''", "každé"),
        ("R'i'ka'", "Říká"),
        ("zvla's't'", "zvlášť"),
        ("U'tok, U''l", "Útok, Ůl"),
        ("v'e'cem", "v'ěcem"),
        ("e'''", "é'"),
        ("a''", "á'"),
        ("'a", "'a"),
    ],
)
def test_the_longest_code_wins_and_other_apostrophes_stay(written, reading):
    assert decoded(written) == reading
    assert encoded(reading) == written


def test_no_two_codes_give_the_same_letter():
    assert len(set(CODES.values())) == len(CODES)


def test_a_document_becomes_a_rule_sheet():
    assert sheet(ANTS) == (
        "---\ntitle: Mravenečci\nsubtitle: Závod o posledního drobka.\n---\n\n"
        "# Příprava\n\n"
        "Každý hráč si vezme 4 mravence a 1 kamení.\n\n"
        "- **Dělnice:** Nese (2 \\* síla) drobků.\n"
        "- **Stráže \\1)** Hlídají vchod.\n"
        "- **Stráže \\2)** Stojte (3 \\* počet mravenců) kroků od něj.\n"
        "- **Královna** – Nepohne se - a nejí.\n"
        "- Vajíčko leží \\<vedle\\> hromady \\>1.\n\n"
        "> Teď platí, že každý začíná se 3 drobky.\n\n"
        "## Útok\n\n"
        "Útočí se v kole, viz *Konec kola*.\n\n"
        "### Důsledky útoku\n\n"
        "Protiútok končí úklidem.\n\n"
        "## Konec kola\n\n"
        "Hra je u konce.\n"
    )


def test_the_number_separates_before_the_dash():
    item = read("<T>T\n\n<I0>\n<I>U'tok - Z da'lky 2) Hod' kostkou.\n<I1>\n").sheet.blocks[0].items[0][0].text
    assert (item.label.words.text, item.label.ordinal, item.text) == (
        "Útok - Z dálky",
        "2",
        "Hoď kostkou.",
    )


def test_a_sentence_is_no_label():
    item = read("<T>T\n\n<I0>\n<I>Hod' kostkou. Padne 6 - konec.\n<I1>\n").sheet.blocks[0].items[0][0].text
    assert item.label is None


def test_blank_lines_and_indented_tags_mean_nothing():
    blocks = read("<T>T\n\n\n<C>One\n\n <C1>two\n- \n- three\n").sheet.blocks
    assert [type(block) for block in blocks] == [Heading, Paragraph, Paragraph, Remark]
    assert blocks[1].text.text == "<C1>two"


def test_only_the_second_line_is_the_subtitle():
    assert read("<T>T\nsub\n").sheet.subtitle.text == "sub"
    imported = read("<T>T\n\nno sub\n")
    assert imported.sheet.subtitle is None
    assert imported.sheet.blocks[0].text.text == "no sub"


def test_neighbouring_lists_stay_two():
    twice = "<T>T\n\n" + "<I0>\n<I>one\n<I1>\n" * 3
    assert sheet(twice).endswith("- one\n\n* one\n\n- one\n")
    assert sum(isinstance(block, ListBlock) for block in read(twice).sheet.blocks) == 3


# --- ú and ů -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "strict", "by_place"),
    [
        ("u'kol", "ůkol", "úkol"),
        ("protiu'tok", "protiůtok", "protiútok"),
        ("zau'toc'il", "zaůtočil", "zaútočil"),
        ("hraju u''tok", "hraju útok", "hraju útok"),
        ("du''raz", "dúraz", "důraz"),
        ("protiu''tok", "protiútok", "protiútok"),
        ("hra'c'u'", "hráčů", "hráčů"),
        ("nezau'toc'i'", "nezaůtočí", "nezaůtočí"),
        ("U'tok STU'L", "Útok STÚL", "Útok STÚL"),
    ],
)
def test_the_place_in_the_word_tells_u_from_u(written, strict, by_place):
    assert strict in sheet(f"<T>T\n\n{written}\n", by_place=False)
    assert by_place in sheet(f"<T>T\n\n{written}\n")


def test_every_word_read_by_its_place_is_reported_once_with_all_its_lines():
    imported = read("<T>T\n\nDo u'tok u'tok u'kol.\nA u'tok.\n")
    assert found(imported, "I111") == [
        "3:4 I111 'u'tok' is read 'útok' by its place in the word (3 times, lines 3, 4)",
        "3:16 I111 'u'kol' is read 'úkol' by its place in the word",
    ]
    assert imported.placed == 4
    assert not found(read("<T>T\n\nu'tok\n", by_place=False), "I111")


# --- broken documents ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("One\n", []),
        ("<C>One\n", ["1:1 I200 the document has no title"]),
        ("\n<T>One\n", ["2:1 I200 the title is not in the first line"]),
        ("<T>One\n<T>Two\n", ["2:1 I201 there is a second title"]),
        ("<T>One\n<C3>Two\n", ["2:1 I202 unknown tag '<C3>'"]),
        ("<T>One\n</C>\n", ["2:1 I202 unknown tag '</C>'"]),
        ("<T>O\n\n<I0>\n<I>a\n", ["3:1 I203 the list is not closed"]),
        ("<T>O\n\n<I0>\n<I>a\n\n<C>b\n", ["3:1 I203 the list is not closed before line 6"]),
        ("<T>O\n\n<I0>\n<I>a\nb\nc\n", ["3:1 I203 the list is not closed before line 5"]),
        ("<T>O\n\n<I>a\n<I>b\n<I1>\n", ["3:1 I204 the item is in no list"]),
        ("<T>O\n\n<I0>\n<I>a\nb\n<I>c\n<I1>\n", ["5:1 I205 the line is inside a list"]),
        ("<T>O\n\n<I0>\n<I>a\n\n<I>c\n<I1>\n", ["5:1 I205 there is a blank line inside a list"]),
        ("<T>O\n\n<I0>a\n<I>b\n<I1>\n", ["3:5 I205 there is text after '<I0>'"]),
        ("<T>O\n\n<I0>\n<I>a\n<I0>\n<I>b\n<I1>\n", ["5:1 I206 a list begins inside a list"]),
        ("<T>O\n\n<I1>\n", ["3:1 I206 '<I1>' closes nothing"]),
        ("<T>O\n\n<I0>\n<I1>\n", ["3:1 I207 the list has no items"]),
        ("<T>O\n<C>\n", ["2:1 I207 '<C>' has no text"]),
        ("<T>O\n<C>a\n<C2>b\n", ["3:5 I208 'b' is a heading of level 3 and follows one of level 1"]),
        ("<T>O\nKaz'dý hra'c'\n", ["2:6 I102 'ý' is not of the old alphabet"]),
    ],
)
def test_what_is_broken_is_reported_with_line_and_column(text, faults):
    errors = [item for item in read(text).diagnostics if item.severity.name == "ERROR"]
    assert [f"{item.span.line}:{item.span.column} {item.code} {item.message}" for item in errors] == faults


@pytest.mark.parametrize(
    "text",
    [
        "<C>one\ntwo\n",
        "<T>one\n<C3>two\n",
        "<T>x\n<I0>\n<I>one\n\n<C>two\n",
        "<T>x\n<I>one\ntwo\n",
        "<T>x\n<I0>one\n<I1>two\n",
    ],
)
def test_the_words_of_broken_documents_come_through(text):
    out = sheet(text)
    assert out.index("one") < out.index("two")


def test_a_mark_on_a_letter_that_has_none_is_a_warning_with_its_column():
    imported = read("<T>T\n\nk nove'mu v'e'cem\n")
    assert found(imported, "I110") == ["3:12 I110 the apostrophe marks nothing: 'v' has no such mark"]
    assert "v'ěcem" in imported.markdown


def test_columns_count_what_is_written_not_what_is_read():
    imported = read("<T>T\n\nz'lut'ouc'ky' ku'n', viz Nic.\n")
    assert found(imported, "I301") == ["3:26 I301 'Nic' names no passage of the document"]
