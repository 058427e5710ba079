"""The commands that work on languages, as a translator calls them."""

import csv
import json
import subprocess

import pypdfium2
import pytest

from tests.cli.call import call as run
from tests.cli.call import start
from tests.translation.sample import POLISH, game_folder, po, with_entry

BOMB = "Zabij :unlit-bomb: a lízni {{ facts.hand | reads(2, 'dvě karty') }}."


@pytest.fixture
def game(tmp_path):
    return game_folder(tmp_path)


def words_of(path):
    document = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return text


def test_all_languages_are_built_in_one_run_with_names_titles_and_language(game):
    import pikepdf

    result = start(game, "build", "--lang", "all", "--strict")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1].startswith("overset: cs none, pl none; tightest: ")
    assert "Bomba" in words_of(game / "out/test/pl/deck.pdf")
    assert "Weź łuk i dobierz 2 karty." in words_of(game / "out/test/pl/zasady.pdf")
    assert (game / "out/test/cs/pravidla.pdf").is_file()
    with pikepdf.open(game / "out/test/pl/deck.pdf") as pdf:
        assert str(pdf.Root.Lang) == "pl"
        assert str(pdf.docinfo.Title) == "Próba – Karty broni"
        outline = [str(item.title) for item in pdf.open_outline().root[0].children]
        assert outline == ["Łuk", "Miecz", "Bomba"]
    manifest = json.loads((game / "out/test/pl/manifest.json").read_text(encoding="utf-8"))
    assert (manifest["language"], manifest["files"]["zasady.pdf"]["pages"]) == ("pl", 1)


def test_worker_processes_print_the_same_bytes(tmp_path):
    entries = "\n".join(
        f'  card{n}: {{name: Karta, text: "{{{{ weapon.name }}}}", weapon: bow}}' for n in range(80)
    )
    deck = f"kind: card\nname: Karty\nfields: {{weapon: term weapon}}\npieces:\n{entries}\n"
    game = game_folder(tmp_path, POLISH | {("card.name", "Karta"): "Karta!"}, **{"cards/deck.yaml": deck})
    for jobs in ("1", "2"):
        run(game, "--no-cache", "build", "--lang", "pl", "--jobs", jobs, "--out", f"out{jobs}", "-q")
    assert (game / "out1/test/pl/deck.pdf").read_bytes() == (game / "out2/test/pl/deck.pdf").read_bytes()
    assert "łuk" in words_of(game / "out2/test/pl/deck.pdf")


def test_a_missing_text_is_printed_in_the_source_language_and_refused_when_strict(game):
    some = {key: words for key, words in POLISH.items() if key[1] != "Seká."}
    (game / "locale/pl.po").write_bytes(po(some))
    result = run(game, "build", "--lang", "pl")
    assert result.returncode == 0
    assert "warning[K500]: 1 of 19 texts has no translation in 'pl'" in result.stderr
    assert "Seká." in words_of(game / "out/test/pl/deck.pdf")
    assert run(game, "build", "--lang", "pl", "--strict", "-q").returncode == 1


def test_a_language_may_be_typed_in_several_ways_and_a_country_is_answered(game):
    assert run(game, "build", "--lang", "pl_PL", "-q").returncode == 0
    result = run(game, "build", "--lang", "cz")
    assert result.returncode == 2
    assert "'cz' is a country, no language; did you mean 'cs'?" in result.stderr


def test_a_changed_sentence_turns_its_translation_fuzzy_and_no_other(game):
    run(game, "i18n", "update")
    deck = game / "cards/deck.yaml"
    deck.write_text(
        deck.read_text(encoding="utf-8").replace("a lízni {{", "a pak lízni {{"), encoding="utf-8"
    )
    result = run(game, "i18n", "update")
    assert result.stdout == "locale/pl.po: 19 texts, 1 new, 1 of them reworded, 1 gone, 1 to translate\n"
    text = (game / "locale/pl.po").read_text(encoding="utf-8")
    assert text.count("#, fuzzy") == 1
    assert "#| msgid" in text
    assert run(game, "i18n", "update").stdout == "locale/pl.po: 19 texts, 1 to translate\n"


def test_update_is_deterministic_and_check_tells_what_is_out_of_date(game):
    assert run(game, "i18n", "update", "--check").returncode == 1
    run(game, "i18n", "update")
    first = (game / "locale/pl.po").read_bytes()
    assert run(game, "i18n", "update", "--check").returncode == 0
    run(game, "i18n", "update")
    assert (game / "locale/pl.po").read_bytes() == first
    assert b"cards/deck.yaml:11" in first


@pytest.mark.system
def test_msgfmt_has_nothing_to_say_about_what_update_writes(game):
    run(game, "i18n", "update")
    command = ["msgfmt", "--check", "-o", str(game / "x.mo"), str(game / "locale/pl.po")]
    result = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert (result.returncode, result.stderr) == (0, "")


def test_update_refuses_a_game_or_a_file_with_faults_and_leaves_it(game):
    before = (game / "locale/pl.po").read_bytes()
    (game / "cards/deck.yaml").write_text("kind: card\npieces:\n  a: {nme: A}\n", encoding="utf-8")
    assert run(game, "i18n", "update").returncode == 1
    assert (game / "locale/pl.po").read_bytes() == before


def test_a_fourth_language_needs_no_code(game):
    result = run(game, "i18n", "new", "de")
    assert (result.returncode, result.stdout) == (
        0,
        "locale/de.po: 18 texts to translate; see docs/languages.md\n",
    )
    assert 'msgid "-"\nmsgstr "-"' in (game / "locale/de.po").read_text(encoding="utf-8")
    assert "languages: [cs, pl, de]" in (game / "game.yaml").read_text(encoding="utf-8")
    path = game / "locale/de.po"
    text = path.read_text(encoding="utf-8").replace(
        'msgid "Bomba"\nmsgstr ""', 'msgid "Bomba"\nmsgstr "Bombe"'
    )
    path.write_text(text, encoding="utf-8")
    assert run(game, "build", "--lang", "de", "--only", "deck/bomb").returncode == 0
    assert "Bombe" in words_of(game / "out/test/de/deck.pdf")
    assert run(game, "i18n", "new", "de").returncode == 2
    assert run(game, "i18n", "new", "cz").returncode == 2


def test_a_file_of_a_first_language_was_out_of_date_at_once(tmp_path):
    """The list of languages is put in above texts of game.yaml, which are a line further down from then on."""
    (tmp_path / "game.yaml").write_text("name: Ants\nlanguage: en\nnotice: A prototype\n", encoding="utf-8")
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/a.yaml").write_text("kind: card\npieces: {a: {name: Ant}}\n", encoding="utf-8")
    assert run(tmp_path, "i18n", "new", "cs").returncode == 0
    assert '#: game.yaml:4\nmsgctxt "game.notice"' in (tmp_path / "locale/cs.po").read_text(encoding="utf-8")
    assert run(tmp_path, "i18n", "update", "--check").returncode == 0


def test_a_table_goes_out_and_comes_back(game):
    run(game, "i18n", "update")
    before = (game / "locale/pl.po").read_bytes()
    assert run(game, "i18n", "export", "pl").stdout == "out/test/pl.csv\n"
    assert run(game, "i18n", "import", "pl", "out/test/pl.csv").stdout == (
        "locale/pl.po: 0 translations changed\n"
    )
    assert (game / "locale/pl.po").read_bytes() == before
    table = game / "out/test/pl.csv"
    table.write_bytes(table.read_bytes().replace(b"Strzela daleko.", b"Strzela dalej."))
    assert run(game, "i18n", "import", "pl", "out/test/pl.csv").stdout.endswith("1 translation changed\n")
    assert "Strzela dalej." in (game / "locale/pl.po").read_text(encoding="utf-8")


def _french(game, encoding):
    """The game with French, and the table of a translator whose spreadsheet saves in a code page of Windows."""
    run(game, "i18n", "new", "fr")
    run(game, "i18n", "export", "fr")
    table = game / "out/test/fr.csv"
    rows = [["context", "source", "translation"], ["card.name", "Bomba", "“Bombe” d’œuvre"]]
    table.write_bytes("\r\n".join(";".join(row) for row in rows).encode(encoding))
    return table


def test_a_table_in_windows_1252_is_read_by_its_encoding(game):
    _french(game, "cp1252")
    refused = run(game, "i18n", "import", "fr", "out/test/fr.csv")
    assert refused.returncode == 1
    assert "Y101" in refused.stderr
    assert "--encoding cp1252" in refused.stderr
    told = run(game, "i18n", "import", "fr", "out/test/fr.csv", "--encoding", "cp1252")
    assert told.stdout == "locale/fr.po: 1 translation changed\n"
    assert "“Bombe” d’œuvre" in (game / "locale/fr.po").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("named", "cure"), [("latin-1", "--encoding cp1252"), ("ascii", ""), ("rot13", ""), ("cp1252x", "cp1252")]
)
def test_a_wrong_encoding_of_a_table_is_reported(game, named, cure):
    _french(game, "cp1252")
    told = run(game, "i18n", "import", "fr", "out/test/fr.csv", "--encoding", named)
    assert told.returncode == 1
    assert cure in told.stderr


@pytest.mark.parametrize("encoding", ["cp1250", "iso-8859-2", "latin2", "utf-16"])
def test_a_po_file_is_read_by_the_encoding_that_its_head_names(game, encoding):
    path = game / "locale/pl.po"
    words = path.read_text(encoding="utf-8").replace("charset=UTF-8", f"charset={encoding.upper()}")
    path.write_bytes(words.encode(encoding))
    if encoding == "utf-16":  # which no PO file is: its head cannot be read before it is known
        assert "Y101" in run(game, "check").stderr
        return
    assert run(game, "check", "--strict").returncode == 0
    run(game, "build", "--lang", "pl")
    assert "Weź łuk i dobierz 2 karty." in words_of(game / "out/test/pl/zasady.pdf")
    run(game, "i18n", "update")
    again = path.read_text(encoding="utf-8")
    assert "charset=UTF-8" in again
    assert 'msgstr "Broń"' in again


def test_a_po_file_in_another_encoding_than_its_head_names_is_reported(game):
    path = game / "locale/pl.po"
    words = path.read_text(encoding="utf-8").replace("charset=UTF-8", "charset=iso-8859-2")
    path.write_bytes(words.replace("Strzela daleko.", "Strzela daleko ‚ś’.").encode("cp1250"))
    told = run(game, "check").stderr
    assert "Y102" in told
    assert "charset=" in told
    path.write_bytes(words.replace("iso-8859-2", "x-nothing").encode("cp1250"))
    assert "unknown encoding 'x-nothing'" in run(game, "check").stderr


def test_tidy_keeps_the_encoding_of_a_po_file(game):
    path = game / "locale/pl.po"
    words = po(with_entry(BOMB, POLISH["card.text", BOMB] + ' "ś"')).decode()
    path.write_bytes(words.replace("charset=UTF-8", "charset=cp1250").encode("cp1250"))
    assert run(game, "i18n", "tidy").stdout == "locale/pl.po: 2 changes\n"
    assert "„ś”" in path.read_bytes().decode("cp1250")
    path.write_bytes(words.replace("charset=UTF-8", "charset=iso-8859-2").encode("iso-8859-2"))
    run(game, "i18n", "tidy")
    assert '\\"ś\\"' in path.read_bytes().decode("iso-8859-2")


def test_tidy_rewrites_and_check_does_not(game):
    (game / "locale/pl.po").write_bytes(po(with_entry(BOMB, POLISH["card.text", BOMB] + ' "tak"')))
    before = (game / "locale/pl.po").read_bytes()
    assert run(game, "i18n", "tidy", "--check").returncode == 1
    assert (game / "locale/pl.po").read_bytes() == before
    assert run(game, "i18n", "tidy").stdout == "locale/pl.po: 2 changes\n"
    assert "„tak”" in (game / "locale/pl.po").read_text(encoding="utf-8")
    assert run(game, "i18n", "tidy", "--check").returncode == 0


def test_tidy_takes_translations_of_sources_along(game):
    sheet = next((game / "rulebook").glob("*.md"))
    for path in (game / "game.yaml", sheet, game / "locale/pl.po"):
        text = path.read_text("utf-8").replace("Seká.", "Seká...").replace("O co jde", "O co jde...")
        path.write_text(text, encoding="utf-8")
    run(game, "i18n", "tidy")
    assert "Seká…" in (game / "game.yaml").read_text("utf-8")
    assert "O co jde…" in sheet.read_text("utf-8")
    text = (game / "locale/pl.po").read_text("utf-8")
    assert 'msgid "Seká…"\nmsgstr "Tnie."' in text
    assert 'msgid "O co jde…"' in text
    assert "fuzzy" not in text
    assert "K5" not in run(game, "check", "--lang", "pl").stderr.replace("K538", "")


def test_the_proof_shows_both_languages(game):
    some = {key: words for key, words in POLISH.items() if key[1] != "Seká."}
    (game / "locale/pl.po").write_bytes(po(some))
    assert run(game, "i18n", "proof", "pl").stdout == "out/test/proof-pl.pdf\n"
    text = words_of(game / "out/test/proof-pl.pdf")
    for words in ("O co jde", "O co chodzi", "deck/bomb", "Seká.", "cards/deck.yaml:11"):
        assert words in text


def test_status_and_fit_tell_programs_and_people(game):
    result = run(game, "i18n", "status")
    assert (result.returncode, result.stderr) == (0, "")
    assert "pl all" in result.stdout
    record = json.loads(run(game, "i18n", "status", "--format", "json").stdout)
    assert record[-1] | {"identical": 0} == {
        "language": "pl", "group": "", "total": 19, "translated": 19, "fuzzy": 0, "missing": 0, "identical": 0,
        "overset": 0,
    }  # fmt: skip
    rows = json.loads(run(game, "fit", "--lang", "all", "--format", "json").stdout)
    assert {row["language"] for row in rows} == {"cs", "pl"}
    table = list(csv.DictReader(run(game, "fit", "--lang", "pl", "--format", "csv").stdout.splitlines()))
    assert {"piece", "size_pt", "lines", "share_of_box", "overset", "missing_glyph", "identical"} <= set(
        table[0]
    )


def test_overset_in_one_language_is_named_and_counted(game):
    (game / "locale/pl.po").write_bytes(po(with_entry(BOMB, POLISH["card.text", BOMB] + " słowo" * 200)))
    result = run(game, "i18n", "status")
    assert result.returncode == 1
    fit = run(game, "fit", "--lang", "all")
    assert fit.returncode == 1
    assert "overset" in fit.stdout.splitlines()[2]
    build = run(game, "build", "--lang", "all", "-q", "--format", "concise")
    assert "locale/pl.po" in build.stderr
    assert "error[T100]" in build.stderr


def test_show_draws_in_the_language(game):
    result = run(game, "show", "deck/bomb", "--lang", "pl", "--pdf", "--side", "front")
    assert result.returncode == 0
    assert "dobierz" in words_of(game / result.stdout.strip())


def test_a_translator_checks_one_language(game):
    (game / "locale/pl.po").write_bytes(po(with_entry(BOMB, "Zabij.")))
    assert "K530" in run(game, "check", "-q").stderr
    assert "K530" in run(game, "check", "-q", "--lang", "pl").stderr
    assert "K530" not in run(game, "check", "-q", "--lang", "cs").stderr
    refused = run(game, "check", "--lang", "fr")
    assert refused.returncode != 0
    assert "'fr'" in refused.stderr
