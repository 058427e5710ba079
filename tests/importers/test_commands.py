"""``pnp import rulebook`` and ``pnp export rulebook`` as a user calls them."""

import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pnp.cli.main import _run
from tests.importers.sample import ANTS

ROOT = Path(__file__).parents[2]
MANUAL = (ROOT / "docs/importing.md").read_text("utf-8")
GAME = "id: ants\nname: Ants\nlanguage: cs\nplayers: 2\nfacts: {stones: {value: 1, source: r}, hand: {value: 4, source: r}}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "ants.txt").write_text(ANTS, encoding="ascii")
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs a command line in this process, in the current folder."""

    def called(*arguments: str) -> SimpleNamespace:
        monkeypatch.setattr(sys, "argv", ["pnp", *arguments])
        capsys.readouterr()
        code = _run()
        out, err = capsys.readouterr()
        return SimpleNamespace(returncode=code, stdout=out, stderr=err)

    return called


def test_a_document_comes_in_and_goes_out_again(folder, run):
    done = run("import", "rulebook", "ants.txt", "--no-u-rule", "--out", "rulebook/pravidla.md")
    assert done.returncode == 0
    assert done.stdout == (
        "rulebook/pravidla.md: old markup, 4 headings, 5 list items (4 labelled), 5 paragraphs, no faults, 2 notes\n"
    )
    back = run("export", "rulebook", "--game", ".", "--to", "legacy", "--out", "-")
    assert back.returncode == 0
    assert back.stdout.replace("\n\n", "\n") == ANTS.replace("\n\n", "\n")


def test_a_file_that_is_there_is_kept_unless_it_is_forced(folder, run):
    assert run("import", "rulebook", "ants.txt").returncode == 0
    (folder / "ants.md").write_text("mine", encoding="utf-8")
    refused = run("import", "rulebook", "ants.txt")
    assert refused.returncode == 2
    assert "'ants.md' already exists" in refused.stderr
    assert (folder / "ants.md").read_text(encoding="utf-8") == "mine"
    assert run("import", "rulebook", "ants.txt", "--force").returncode == 0


def test_nothing_is_written_with_errors_unless_it_is_asked_for(folder, run):
    (folder / "bad.txt").write_text("<T>A\n<C9>B\n", encoding="utf-8")
    done = run("import", "rulebook", "bad.txt")
    assert (done.returncode, done.stdout) == (1, "")
    assert "bad.txt:2:1: error[I202]: unknown tag '<C9>'" in done.stderr
    assert not (folder / "bad.md").exists()
    done = run("import", "rulebook", "bad.txt", "--keep-going")
    assert done.returncode == 1
    assert (folder / "bad.md").read_text("utf-8") == "---\ntitle: A\nsubtitle: \\<C9\\>B\n---\n"


def test_strictness_makes_a_stray_mark_an_error(folder, run):
    (folder / "stray.txt").write_text("<T>A\n\nv'e'c\n", encoding="utf-8")
    assert run("import", "rulebook", "stray.txt").returncode == 0
    assert run("import", "rulebook", "stray.txt", "--strict", "--force").returncode == 1


def test_facts_are_shown_as_a_difference_and_not_applied(folder, run):
    done = run("import", "rulebook", "ants.txt", "--link-facts", ".", "-q")
    assert "-Každý hráč si vezme 4 mravence a 1 kamení.\n" in done.stdout
    assert "+Každý hráč si vezme {{ facts.hand }} mravence a {{ facts.stones }} kamení.\n" in done.stdout
    assert "{{" not in (folder / "ants.md").read_text("utf-8")


def test_the_proof_and_the_report_write_nothing(folder, run):
    proof = run("import", "rulebook", "ants.txt", "--verify")
    assert (proof.returncode, proof.stdout.count("the same")) == (0, 2)
    report = run("import", "rulebook", "ants.txt", "--report")
    assert report.returncode == 0
    assert "tags         <T> 1 <C> 1 <C1> 2 <C2> 1 <I0> 1 <I> 5 <I1> 1\n" in report.stdout
    record = json.loads(run("import", "rulebook", "ants.txt", "--report", "--format", "json").stdout)
    assert record["statistics"]["items"] == [5, 4]
    assert sorted(path.name for path in folder.iterdir()) == ["ants.txt", "game.yaml"]


def test_corrections_are_applied_and_a_faulty_table_is_reported(folder, run):
    (folder / "fix.tsv").write_text("line\twritten\tmeant\n5\tkameni'\tkámen\n", encoding="utf-8")
    assert "1 kámen." in run("import", "rulebook", "ants.txt", "--fix", "fix.tsv", "--out", "-").stdout
    (folder / "fix.tsv").write_text("line\tmeant\n", encoding="utf-8")
    done = run("import", "rulebook", "ants.txt", "--errata", "fix.tsv")
    assert (done.returncode, "fix.tsv:1:1: error[I115]" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("ants.txt", "--fix", "ants.txt", "--errata", "ants.txt"), "give one of them"),
        (("ants.txt", "ants.txt", "--fix", "ants.txt"), "for one document"),
        (("none.txt",), "does not exist"),
    ],
)
def test_wrong_usage_is_reported(folder, run, arguments, words):
    done = run("import", "rulebook", *arguments)
    assert (done.returncode, words in done.stderr) == (2, True)


def test_a_letter_without_code_stops_the_export(folder, run):
    (folder / "pl.md").write_text("Łapa „kota“\n", encoding="utf-8")
    done = run("export", "rulebook", "pl.md", "--to", "legacy")
    assert done.returncode == 1
    assert "pl.md:1:1: error[I400]: 'Ł' is not of the old alphabet" in done.stderr
    assert not (folder / "pl.txt").exists()
    assert run("export", "rulebook", "--game", ".", "--to", "legacy").returncode == 2


@pytest.mark.parametrize("command", ["import", "export"])
def test_the_manual_names_every_option(run, command):
    shown = run(command, "rulebook", "--help").stdout
    options = set(re.findall(r"(--[a-z][a-z-]+)", shown.partition("Options:")[2].partition("Examples:")[0]))
    assert len(options) > 7
    assert options - set(re.findall(r"(--[a-z][a-z-]+)", MANUAL)) <= {"--help", "--format", "--quiet"}


def test_the_manual_says_what_the_alphabet_is():
    from pnp.importers.letters import CODES

    for code, letter in CODES.items():
        assert f"`{code}` {letter}" in MANUAL
