"""Bytes: encodings, line ends and characters that nobody sees."""

import unicodedata

import pytest

from pnp.importers import ImportOptions, first_words, import_rulebook, likely_encoding
from pnp.importers.limits import MOST_BRACKETS
from tests.importers.sample import found

CZECH = "Řehoř šel žít do Žatce, ťuk ťuk."
POLISH = "Zażółć gęślą jaźń, świt i śnieg."


@pytest.mark.parametrize("text", [CZECH, POLISH])
@pytest.mark.parametrize("encoding", ["cp1250", "iso-8859-2"])
def test_the_old_code_pages_are_distinguished_and_read_when_they_are_named(text, encoding):
    data = text.encode(encoding)
    assert likely_encoding(data) == encoding
    asked = import_rulebook(data, "a.txt")
    assert [item.code for item in asked.diagnostics] == ["I101"]
    assert asked.diagnostics[0].help == (
        f"it looks like {encoding}",
        f"if it is {encoding}, give --encoding {encoding}",
    )
    assert asked.markdown is None
    assert import_rulebook(data, "a.txt", ImportOptions(encoding=encoding)).markdown == text + "\n"


def test_the_place_of_the_first_odd_byte_is_reported():
    imported = import_rulebook("first\nká\n".encode("cp1250"), "a.txt")
    assert found(imported) == ["2:2 I101 the file is not in the encoding it is read in (byte 0xe1)"]


def test_words_to_choose_an_encoding_by():
    assert first_words(CZECH.encode("cp1250"), "cp1250") == ["Řehoř", "šel", "žít", "Žatce"]


def test_utf_16_is_recognised():
    assert import_rulebook("ká".encode("utf-16"), "a.txt").diagnostics[0].help[0] == "it looks like utf-16"
    read = import_rulebook("ká".encode("utf-16"), "a.txt", ImportOptions(encoding="utf-16"))
    assert read.markdown == "ká\n"


@pytest.mark.parametrize("data", [b"\x00\x01\x02text", b"%PDF-1.7\n\x00\x00", bytes(range(1, 9)) * 4])
def test_what_is_no_text_is_refused_whole(data):
    imported = import_rulebook(data, "a.txt")
    assert ([item.code for item in imported.diagnostics], imported.markdown) == (["I100"], None)


def test_marks_that_stand_apart_line_ends_and_the_byte_order_mark_are_read_and_reported():
    data = "\ufeff" + unicodedata.normalize("NFD", "Každý hráč.\r\n\r\nDruhý.\r\n")
    imported = import_rulebook(data.encode(), "a.txt")
    assert imported.markdown == "Každý hráč.\n\nDruhý.\n"
    assert [item.message for item in imported.diagnostics if item.code == "I104"] == [
        "a byte order mark is left out",
        "letters and their marks are joined (NFC)",
        "carriage returns with line feeds (Windows) count as line ends",
    ]


def test_soft_hyphens_go_no_break_spaces_stay_and_both_are_reported():
    imported = import_rulebook("Hro\u00admád\u00adka 5\u00a0karet\ta\u202f! viz Nic.".encode(), "a.txt")
    assert imported.markdown == "Hromádka 5\u00a0karet a\u202f! viz Nic.\n"
    assert found(imported) == [
        "1:4 I104 2 soft hyphens: left out; pnp divides words by itself",
        "1:13 I104 1 no-break space: kept",
        "1:19 I104 1 tab: read as a space",
        "1:21 I104 1 narrow no-break space: kept",
        "1:28 I301 'Nic' names no passage of the document",
    ]


def test_control_characters_and_lost_letters_have_their_place():
    imported = import_rulebook("Dobrý den, vážení.\nKa\x07rta a z\ufffdna.".encode(), "a.txt")
    assert found(imported, "I103", "I105") == [
        "2:3 I103 there is a control character (U+0007) in the text",
        "2:11 I105 a letter was lost here before (U+FFFD)",
    ]
    assert imported.markdown == "Dobrý den, vážení.\\\nKarta a z\ufffdna.\n"


def test_a_document_of_opening_brackets_is_refused_before_it_is_parsed():
    imported = import_rulebook(b"[" * (MOST_BRACKETS + 1), "a.md")
    assert [item.code for item in imported.diagnostics] == ["I100"]
    assert imported.markdown is None
