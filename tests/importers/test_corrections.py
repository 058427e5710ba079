"""Corrections and suspicious words."""

import stat
import sys
from pathlib import Path

import pytest

from pnp.diagnostics import Diagnostic
from pnp.importers import ImportOptions, import_rulebook, read_errata, suspicious_words, unknown_words
from tests.importers.sample import found, read

TABLES = sorted(Path(__file__).with_name("errata").glob("*.tsv"))
TEXT = "<T>Ants\n\nTake' jme'no.\nDej ji' ji' a v'e'c.\n"
TABLE = (
    "line\twritten\tmeant\twhich\tkind\twhy\n"
    "3\tTake'\tTaké\t\tmark\te' for e''\n"
    "L3\tjme'no\tjméno\n"
    "# a remark\n\n"
    "4\tji'\tji\t2\n"
    "4\tv'e'c\tvěc\n"
    "4\tDej\tPodej\t\twording\n"
)


def corrected(fix: bool):
    rows, faults = read_errata(TABLE, "t.tsv")
    assert not faults
    return read(TEXT, errata=tuple(rows), fix=fix)


def test_corrections_are_applied_where_they_are_asked_for():
    imported = corrected(fix=True)
    assert imported.markdown.endswith("Také jméno.\n\nDej jí ji a věc.\n")
    assert found(imported) == [
        "3:1 I116 'Take'' (reads 'Takě') is corrected to 'Také': e' for e''",
        "3:7 I116 'jme'no' (reads 'jměno') is corrected to 'jméno'",
        "4:1 I113 'Dej' is meant to be 'Podej'",
        "4:9 I116 'ji'' (reads 'jí') is corrected to 'ji'",
        "4:15 I116 'v'e'c' (reads 'v'ěc') is corrected to 'věc'",
    ]


def test_without_that_they_are_reported_only():
    imported = corrected(fix=False)
    assert imported.markdown == read(TEXT).markdown
    assert [line.split()[1] for line in found(imported, "I113", "I116")] == ["I113"] * 5


@pytest.mark.parametrize("row", ["3\tjmeno\tjméno", "3\tjme'n\tjmén", "99\tx\ty", "4\tji'\tji\t3"])
def test_a_correction_that_fits_nothing_is_an_error_at_its_row(row):
    rows, _ = read_errata(f"line\twritten\tmeant\twhich\n{row}\n", "t.tsv")
    faults = [item for item in read(TEXT, errata=tuple(rows), fix=True).diagnostics if item.code == "I114"]
    assert [str(item.span) for item in faults] == ["t.tsv:2:1"]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "the table of corrections is empty"),
        ("line\twas\tmeant\n", "the table of corrections has no column 'written'"),
        ("line\twritten\tmeant\twhat\n", "unknown column 'what'"),
        ("line\twritten\tmeant\nx\ta\tb\n", "'x' is no number for 'line'"),
        ("line\twritten\tmeant\n3\ta\n", "a correction needs what is written and what is meant"),
        ("line\twritten\tmeant\tkind\n3\ta\tb\tD\n", "unknown kind 'D'"),
    ],
)
def test_faults_of_a_table_are_reported(table, message):
    assert message in [item.message for item in read_errata(table, "t.tsv")[1]]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_the_tables_of_the_two_documents_fit_words_written_like_theirs(path):
    """Each row is applied to a line that consists of its words, so that every code in the table is read."""
    rows, faults = read_errata(path.read_text("utf-8"), path.name)
    assert not faults
    lines = [""] * max(row.line for row in rows)
    for row in rows:
        lines[row.line - 1] += " ".join([row.written] * (row.which or 1)) + " "
    imported = import_rulebook(
        "\n".join(lines).encode(), "a.txt", ImportOptions("legacy", errata=tuple(rows), fix=True)
    )
    assert not found(imported, "I114")
    assert len(found(imported, "I116")) == sum(not row.wording for row in rows)
    assert {"zombies-doom-1": 17, "zombie-country": 60}[path.stem] == sum(not row.wording for row in rows)


# --- suspicious words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "suggestion"),
    [
        ("take'", "také"),
        ("Ne'jake'ho", "Nějakého"),
        ("prova'd'e'ni'", "provádění"),
        ("v'e'cem", "věcem"),
        ("d'i'ra", "díra"),
        ("hr'y", ""),
        ("e'ra", ""),
    ],
)
def test_words_that_break_a_rule_of_spelling_are_suspicious(written, suggestion):
    words = suspicious_words(read(f"<T>T\n\na {written} b\n").lines)
    assert [(each.written, each.suggestion, each.span.column) for each in words] == [(written, suggestion, 3)]


def test_what_is_suspicious_is_noted_as_written_as_read_and_as_suggested():
    assert found(read("<T>T\n\nTake' e'ra\n"), "I112") == [
        "3:1 I112 'Take'' reads 'Takě' and perhaps means 'Také': ě cannot follow this letter",
        "3:7 I112 'e'ra' reads 'ěra': ě begins no word",
    ]


@pytest.mark.parametrize(
    "word", ["ne'kdo", "me'sto", "zed'", "s'i'p", "hra'c'u'", "u'tok", "labute'", "ve'c", "obe't'"]
)
def test_words_that_are_spelt_well_are_not(word):
    assert not suspicious_words(read(f"<T>T\n\n{word}\n").lines)


def test_a_rare_spelling_beside_a_usual_one_is_suspicious():
    text = (
        "<T>T\n\n"
        + "poli'c'ko " * 3
        + "poli'cko nove'' nove'' nove'' nove' mravencu' mravencu' mravencu' mravencu\n"
    )
    words = suspicious_words(read(text).lines)
    assert [(each.reading, each.suggestion) for each in words] == [("polícko", "políčko"), ("nově", "nové")]


# --- hunspell ------------------------------------------------------------------------------------------------------

HUNSPELL = """#!{python}
import sys
name = sys.argv[sys.argv.index("-d") + 1]
if name != "cs_CZ":
    sys.exit(f'Can\\'t open affix or dictionary files for dictionary named "{{name}}".')
known = {{"také", "karta", "hráč", "Mravenec"}}
for word in sys.stdin.buffer.read().decode("utf-8").split():
    if word not in known:
        sys.stdout.buffer.write(word.encode("utf-8") + b"\\n")
"""


@pytest.fixture
def hunspell(tmp_path, monkeypatch):
    """A program that stands in for hunspell and knows four words."""
    program = tmp_path / "hunspell"
    program.write_text(HUNSPELL.format(python=sys.executable), encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_a_dictionary_names_words_it_does_not_know_and_those_that_differ_in_marks_alone(hunspell):
    lines = read("<T>Mravenec\n\nTake' hrac' N karta\nhrac' XXL kartta\n").lines
    unknown = unknown_words(lines, "cs")
    assert [(each.span.line, each.reading, each.suggestion) for each in unknown] == [
        (3, "Takě", "Také"),
        (3, "hrač", "hráč"),
        (4, "kartta", ""),
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
def test_a_language_without_dictionary_is_reported(hunspell):
    fault = unknown_words(read("<T>T\n").lines, "xx")
    assert isinstance(fault, Diagnostic)
    assert (fault.code, fault.message.startswith("hunspell has no dictionary for 'xx'")) == ("E320", True)


def test_a_machine_without_hunspell_is_reported(monkeypatch):
    monkeypatch.setenv("PATH", "")
    fault = unknown_words(read("<T>T\n").lines, "cs")
    assert isinstance(fault, Diagnostic)
    assert (fault.code, fault.message) == ("E320", "hunspell is not installed")
