"""Files of translations: read, written, merged."""

import io
import re
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.i18n import Catalogue, Entry, merge, read_catalogue, write_catalogue

SAMPLE = """\
# Przekład: Ada
msgid ""
msgstr ""
"Project-Id-Version: doom\\n"
"X-Generator: Poedit 3\\n"

#. card name: weapons/own-bow
#: cards/weapons.yaml:3 cards/weapons.yaml:9
msgctxt "card.name"
msgid "Luk"
msgstr "Łuk"

# zapytać autora
#, fuzzy
#| msgid "Lízni dvě karty."
msgid "Lízni tři \\"karty\\"."
msgstr ""
"Dobierz dwie "
"karty."

#~ msgctxt "card.name"
#~ msgid "Prak"
#~ msgstr "Proca"
"""


def read(text: str) -> Catalogue:
    catalogue, found = read_catalogue(text, "pl.po", "pl")
    assert found == []
    return catalogue


def codes(text: str) -> list[str]:
    return [f"{item.code}@{item.span.line}" for item in read_catalogue(text, "pl.po", "pl")[1]]


def test_what_a_text_brings_as_its_translation_is_taken_until_there_is_another():
    forms = [
        Entry("-", "-", "term.forms/a"),
        Entry("-", "-", "term.forms/b"),
        Entry("-", "-", "term.forms/c"),
    ]
    old = Catalogue("pl", (Entry("-", "pl: łuki", "term.forms/a"), Entry("-", "", "term.forms/b")))
    made = merge(old, forms).entries
    assert [(entry.translation, entry.fuzzy) for entry in made] == [
        ("pl: łuki", False),
        ("-", False),
        ("-", False),
    ]


def test_everything_of_a_file_is_read_with_its_place():
    catalogue = read(SAMPLE)
    bow, draw, sling = catalogue.entries
    assert (bow.context, bow.source, bow.translation) == ("card.name", "Luk", "Łuk")
    assert bow.places == (("cards/weapons.yaml", 3), ("cards/weapons.yaml", 9))
    assert bow.notes == ("card name: weapons/own-bow",)
    assert (draw.fuzzy, draw.previous, draw.comments) == (True, "Lízni dvě karty.", ("zapytać autora",))
    assert draw.source == 'Lízni tři "karty".'
    assert draw.translation == "Dobierz dwie karty."
    assert str(draw.origin.at(draw.translation.index("karty"), 5)) == "pl.po:19:2"
    assert sling.obsolete
    assert catalogue.comments == ("Przekład: Ada",)
    assert dict(catalogue.header)["X-Generator"] == "Poedit 3"


def test_writing_and_reading_loses_nothing_and_is_stable():
    catalogue = read(SAMPLE)
    written = write_catalogue(catalogue, "doom")
    again = read(written.decode())
    assert write_catalogue(again, "doom") == written
    strip = [
        (e.key, e.translation, e.fuzzy, e.previous, e.comments, e.places, e.obsolete) for e in again.entries
    ]
    assert strip == [
        (e.key, e.translation, e.fuzzy, e.previous, e.comments, e.places, e.obsolete)
        for e in catalogue.entries
    ]
    assert b"X-Generator: Poedit 3" in written
    assert b"POT-Creation-Date" not in written


texts = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs",), exclude_characters="\r\x85\u2028\u2029"),
    max_size=200,
)


@given(st.lists(st.tuples(texts, texts.filter(bool), texts), max_size=5, unique_by=lambda row: row[:2]))
def test_any_text_comes_back_as_it_was(rows):
    entries = tuple(Entry(source, translation, context) for context, source, translation in rows)
    again = read(write_catalogue(Catalogue("pl", entries), "x").decode())
    assert [(e.context, e.source, e.translation) for e in again.entries] == rows


@given(st.lists(st.tuples(texts.filter(bool), texts), max_size=4, unique_by=lambda row: row[0]))
def test_babel_reads_the_same(rows):
    from babel.messages.pofile import read_po

    rows = [
        row for row in rows if not re.search(r"[\x00-\x08\x0b-\x1f]", "".join(row))
    ]  # no octal escapes in Babel
    data = write_catalogue(Catalogue("pl", tuple(Entry(*row) for row in rows)), "x")
    catalogue = read_po(io.BytesIO(data), abort_invalid=True)
    found = {message.id: message.string for message in catalogue if message.id}
    assert found == dict(rows)


@pytest.mark.system
def test_msgfmt_has_nothing_to_say(tmp_path):
    percent = Entry("100 % síly, 5 %s", "100 % siły, 5 %", "card.text", places=(("a b.yaml", 3),))
    path = tmp_path / "pl.po"
    path.write_bytes(write_catalogue(Catalogue("pl", (*read(SAMPLE).entries, percent)), "doom"))
    command = ["msgfmt", "--check", "-o", str(tmp_path / "pl.mo"), str(path)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('msgid "Luk\nmsgstr "x"\n', ["Y400@1"]),
        ('msgid "Luk"\n', ["Y400@1"]),
        ('mgid "Luk"\nmsgstr "x"\n', ["Y400@1"]),
        ('"Luk"\n', ["Y400@1"]),
        ('msgid "Luk"\nmsgstr "a"\n\nmsgid "Luk"\nmsgstr "b"\n', ["Y401@4"]),
        ('msgid "n"\nmsgid_plural "m"\nmsgstr[0] "a"\nmsgstr[1] "b"\n', ["Y402@1"]),
        ("", []),
        ("# nothing but a remark\n", []),
    ],
)
def test_what_is_no_po_file_is_reported_with_its_line(text, found):
    assert codes(text) == found


@given(st.text(st.sampled_from('msgidstrctx"#~|.,: \n\\é1'), max_size=300))
def test_reading_never_raises(text):
    read_catalogue(text, "x.po", "pl")


def test_a_faulty_entry_leaves_the_others():
    text = 'msgid "a"\nmsgstr "A\n\nmsgid "b"\nmsgstr "B"\n'
    catalogue, found = read_catalogue(text, "pl.po", "pl")
    assert [entry.source for entry in catalogue.entries] == ["b"]
    assert len(found) == 1


# Merging


def catalogue_of(*entries: Entry) -> Catalogue:
    return Catalogue("pl", entries)


def merged(old: Catalogue, *wanted: str | Entry) -> dict[str, Entry]:
    texts = [Entry(text) if isinstance(text, str) else text for text in wanted]
    return {entry.source: entry for entry in merge(old, texts).entries}


def test_an_inserted_text_disturbs_no_other():
    old = catalogue_of(Entry("První.", "Pierwszy."), Entry("Druhý.", "Drugi."))
    new = merged(old, "První.", "Docela jiná věta o něčem.", "Druhý.")
    assert [e.translation for e in new.values()] == ["Pierwszy.", "", "Drugi."]
    assert not any(entry.fuzzy for entry in new.values())


def test_a_changed_sentence_turns_exactly_its_own_translation_fuzzy():
    old = catalogue_of(
        Entry("Lízni dvě karty.", "Dobierz dwie karty."),
        Entry("Lízni čtyři žetony.", "Dobierz cztery żetony."),
        Entry("Odhoď kartu.", "Odrzuć kartę."),
    )
    new = merged(old, "Lízni tři karty.", "Lízni čtyři žetony.", "Odhoď kartu.")
    assert [(e.fuzzy, e.translation) for e in new.values()] == [
        (True, "Dobierz dwie karty."),
        (False, "Dobierz cztery żetony."),
        (False, "Odrzuć kartę."),
    ]
    assert new["Lízni tři karty."].previous == "Lízni dvě karty."


def test_a_text_changed_twice_keeps_the_wording_that_was_translated_and_heals_when_it_comes_back():
    old = catalogue_of(Entry("Lízni dvě karty.", "Dobierz dwie karty."))
    once = merge(old, [Entry("Lízni tři karty.")])
    twice = merge(once, [Entry("Lízni pět karet.")])
    assert twice.entries[0].previous == "Lízni dvě karty."
    back = merge(twice, [Entry("Lízni dvě karty.")]).entries[0]
    assert (back.fuzzy, back.previous, back.translation) == (False, None, "Dobierz dwie karty.")


def test_what_is_gone_stays_as_obsolete_and_revives():
    old = catalogue_of(Entry("Prak", "Proca", "card.name"), Entry("Luk", "Łuk", "card.name"))
    without = merge(old, [Entry("Luk", context="card.name")])
    assert [(e.source, e.obsolete) for e in without.entries] == [("Luk", False), ("Prak", True)]
    again = merge(without, [Entry("Luk", context="card.name"), Entry("Prak", context="card.name")])
    assert [(e.source, e.obsolete, e.fuzzy, e.translation) for e in again.entries] == [
        ("Luk", False, False, "Łuk"),
        ("Prak", False, False, "Proca"),
    ]


def test_a_text_that_only_moved_to_another_field_keeps_its_translation():
    old = catalogue_of(Entry("Bomba", "Bomba!", "card.name"))
    assert merge(old, [Entry("Bomba", context="tile.name")]).entries == (
        Entry("Bomba", "Bomba!", "tile.name"),
    )


def test_a_copy_elsewhere_is_offered_as_fuzzy():
    old = catalogue_of(Entry("Start", "Start!", "tile.name"))
    new = merge(old, [Entry("Start", context="tile.name"), Entry("Start", context="card.name")]).entries
    assert [(e.translation, e.fuzzy) for e in new] == [("Start!", False), ("Start!", True)]


words = st.lists(st.sampled_from(["lízni", "kartu", "žeton", "dvě", "hrad", "démon"]), min_size=1, max_size=4)
sources = words.map(" ".join)


@given(
    st.dictionaries(sources, st.sampled_from(["A", "B", ""]), max_size=6),
    st.lists(sources, max_size=6, unique=True),
)
def test_no_translation_is_ever_lost(old, wanted):
    before = catalogue_of(*(Entry(source, words) for source, words in old.items()))
    after = merge(before, [Entry(source) for source in wanted])
    assert [entry.source for entry in after.living()] == wanted
    kept = [entry.translation for entry in after.entries if entry.translation]
    for translation in {words for words in old.values() if words}:
        assert kept.count(translation) >= sum(words == translation for words in old.values())


@given(st.lists(sources, max_size=6, unique=True))
def test_merging_twice_changes_nothing(wanted):
    entries = [Entry(source) for source in wanted]
    once = merge(catalogue_of(Entry("lízni kartu", "Dobierz")), entries)
    assert merge(once, entries) == once


def test_a_backslash_of_a_translation_was_lost_without_a_word():
    """In texts it takes the meaning from the sign behind it, which in a PO file needs two."""
    text = 'msgid "Hvězda \\\\*"\nmsgstr "Gwiazda \\*"\n'
    _, (found,) = read_catalogue(text, "pl.po", "pl")
    assert (found.code, str(found.span)) == ("Y400", "pl.po:2:17")
    assert found.help == ("write '\\\\*' if a backslash is meant, else '*'",)
    assert codes(text.replace("Gwiazda \\*", "Gwiazda \\\\* \\t \\' \\x41 \\101")) == []


@pytest.mark.parametrize(
    ("named", "told"),
    [("fr", ["Y403@4"]), ("cs_CZ", ["Y403@4"]), ("pl", []), ("pl_PL", []), ("PL", []), ("", [])],
)
def test_a_language_saved_over_another_was_printed_as_that(named, told):
    text = SAMPLE.replace('"X-Generator: Poedit 3', f'"Language: {named}')
    assert codes(text.replace("# Przekład: Ada\n", "")) == told


def test_a_renamed_term_lost_its_translation():
    named = {"context": "term.name", "notes": ("name of the term enemy.rats", "nominative singular")}
    old = Catalogue(
        "pl",
        (
            Entry("Krysy", "Szczury", **named),
            Entry("Karty", "Karty", "set.name", notes=("name of the set",)),
            Entry("Vlk", "Wilk", "term.name", notes=("name of the term enemy.wolf",)),
        ),
    )
    wanted = [
        Entry("Potkani", **named),
        Entry("Úkoly", "", "set.name", notes=("name of the set",)),
        Entry("Plivač", "", "term.name", notes=("name of the term enemy.spitter",)),
    ]
    made = merge(old, wanted).entries
    assert [(entry.source, entry.translation, entry.fuzzy, entry.previous) for entry in made[:3]] == [
        ("Potkani", "Szczury", True, "Krysy"),
        ("Úkoly", "", False, None),
        ("Plivač", "", False, None),
    ]
    assert [entry.source for entry in made[3:]] == ["Karty", "Vlk"]
    assert all(entry.obsolete for entry in made[3:])


def test_a_sentence_with_no_word_in_common_lost_the_translation_of_its_piece():
    text = {"context": "card.text", "notes": ("card text: deck/bow",)}
    old = Catalogue("pl", (Entry("Střílí daleko.", "Strzela daleko.", **text), Entry("Úvod", "Wstęp")))
    made = merge(old, [Entry("Zasáhni cíl.", **text), Entry("Začátek")]).entries
    assert [(entry.source, entry.translation, entry.fuzzy, entry.previous) for entry in made] == [
        ("Zasáhni cíl.", "Strzela daleko.", True, "Střílí daleko."),
        ("Začátek", "", False, None),
        ("Úvod", "Wstęp", False, None),
    ]


@pytest.mark.parametrize(
    ("lines", "number", "words"),
    [
        ('msgstr "' + "a" * 100_001 + '"', 2, "the line has more than 100,000 characters"),
        ('msgstr "' + "\\\\" * 50_001 + '"', 2, "the line has more than 100,000 characters"),
        ('msgstr ""\n' + '"ab"\n' * 50_001, 50_003, "the text has more than 100,000 characters"),
        ('msgstr ""\n' + '""\n' * 500_001, 300_000, "the file has more than 300,000 lines"),
        ('msgstr ""\n' + "x\n" * 1_001, 1_003, "the file has 1,000 faults"),
        ('msgstr "' + "\\q" * 2_000 + '"\nmsgid "b"', 3, "the file has 1,000 faults"),
    ],
    ids=["long", "backslashes", "lines of one text", "lines", "no lines", "no escapes"],
)
def test_a_file_of_megabytes_took_gigabytes_or_minutes(lines: str, number: int, words: str) -> None:
    _, found = read_catalogue(f'msgid "a"\n{lines}', "pl.po", "pl")
    assert len(found) <= 1_001
    assert found[-1].code == "Y400"
    assert found[-1].message == f"{words}, and is read no further"
    assert found[-1].span is not None
    assert found[-1].span.line == number


def test_a_text_of_many_lines_is_joined_once() -> None:
    lines = "".join(f'"{number} "\n' for number in range(10_000))
    catalogue, found = read_catalogue(f'msgid "a"\nmsgstr ""\n{lines}', "pl.po", "pl")
    text = catalogue.entries[0].translation
    assert (text, found) == ("".join(f"{number} " for number in range(10_000)), [])
    at = text.index("9999")
    assert catalogue.entries[0].origin.at(at, 4)[1:] == (10_002, 2, 10_002, 6)
