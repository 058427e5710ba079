"""The commands as a user calls them: output, files and exit codes."""

import json
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from tests.cli.call import call as run
from tests.cli.call import start

ROOT = Path(__file__).parents[2]

GAME = "id: ants\nname: Ants\nlanguage: en\nplayers: 2\nterms: {caste: {worker: {name: worker}, soldier: {name: soldier}}}\n"
DECK = """\
kind: card
name: Ants
size: poker
fields: {caste: term caste}
pieces:
  worker: {name: Worker, caste: worker, text: Carry one crumb home., copies: 6}
  soldier: {name: Soldier, caste: soldier, text: Guard the gate., copies: 3}
"""


@pytest.fixture
def ants(tmp_path):
    (tmp_path / "cards").mkdir()
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards/ants.yaml").write_text(DECK, encoding="utf-8")
    return tmp_path


def words_of(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return text


def test_two_yaml_files_print(ants):
    result = start(ants, "build")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("9 pieces (2 unique) on 1 sheet, 1 file in out/ants/en, no faults")
    assert (ants / "out/ants/en/ants.pdf").read_bytes().startswith(b"%PDF-")


def test_silence_is_kept_when_it_is_asked_for(ants):
    result = run(ants, "build", "-q")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_fault_leaves_the_last_good_files_and_names_line_and_cure(ants):
    run(ants, "build", "-q")
    before = (ants / "out/ants/en/ants.pdf").read_bytes()
    (ants / "cards/ants.yaml").write_text(DECK.replace("caste: soldier", "caste: soldjer"), encoding="utf-8")
    result = run(ants, "build")
    assert result.returncode == 1
    assert "cards/ants.yaml:7:35: error[M110]: unknown caste 'soldjer'" in result.stderr
    assert "help: did you mean 'soldier'?" in result.stderr
    assert result.stdout.startswith("nothing written: 1 error")
    assert (ants / "out/ants/en/ants.pdf").read_bytes() == before


def test_machine_forms_go_to_standard_output(ants):
    (ants / "cards/ants.yaml").write_text(DECK.replace("copies: 3", "copys: 3"), encoding="utf-8")
    found = json.loads(run(ants, "build", "--format", "json").stdout)
    assert [item["code"] for item in found if item["severity"] == "error"] == ["M100"]
    assert run(ants, "build", "--format", "github").stdout.startswith("::error file=cards/ants.yaml,line=7")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("biuld",), 2, "did you mean 'build'?"),
        (("build", "--no-cache"), 2, "'--no-cache' goes before the command: pnp --no-cache …"),
        (("export", "csv", "--time-limit", "3"), 2, "'--time-limit' goes before the command: pnp --time"),
        (("build", "--no-cahce"), 2, "No such option '--no-cahce'"),
        (("build", "--game", "nowhere"), 2, "unknown game 'nowhere'"),
        (("build", "--paper", "A44"), 1, "unknown paper 'A44'"),
        (("build", "--only", "ant"), 1, "did you mean 'ants'?"),
        (("build", "--lang", "cs"), 2, "has no texts in 'cs'"),
        (("build", "ants"), 2, "unexpected extra argument (ants); a game is named by --game"),
        (("build", "--game", ".", "-g", "."), 2, "--game is given 2 times; give one at a time"),
        (("new", "."), 2, "write pnp new NAME --into ."),
        (("explain", "M1100"), 2, "there is no code 'M1100'"),
        (("show", "ants/worke"), 2, "did you mean 'ants/worker'?"),
    ],
)
def test_wrong_words_are_answered_with_a_suggestion(ants, arguments, code, words):
    result = run(ants, *arguments)
    assert result.returncode == code
    assert words in result.stderr.replace("\n", " ")
    assert "Traceback" not in result.stderr


def test_of_languages_that_were_given_one_by_one_only_the_last_was_printed(ants):
    (ants / "game.yaml").write_text(
        (ants / "game.yaml").read_text("utf-8") + "languages: [en, cs, pl]\n", encoding="utf-8"
    )
    assert run(ants, "build", "--lang", "cs", "-l", "pl", "--lang", "cs").returncode == 0
    assert sorted(path.name for path in (ants / "out/ants").iterdir() if path.is_dir()) == ["cs", "pl"]


@pytest.mark.parametrize(("words", "built"), [("all,en", ["cs", "en"]), (" , ", ["en"]), ("cs,", ["cs"])])
def test_languages_are_gathered_from_what_stands_between_commas(ants, words, built):
    game = (ants / "game.yaml").read_text("utf-8")
    (ants / "game.yaml").write_text(f"{game}languages: [en, cs]\n", encoding="utf-8")
    assert run(ants, "build", "--lang", words).returncode == 0
    assert sorted(path.name for path in (ants / "out/ants").iterdir() if path.is_dir()) == built


def test_a_game_may_have_a_slash_in_its_name(tmp_path):
    assert run(tmp_path, "new", "AC/DC").returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["ac-dc"]


def test_a_new_game_stands_where_its_path_says_and_has_its_last_name(tmp_path):
    for path in ("games/ants", "./wasps", str(tmp_path / "hornets"), "games/Red Bees"):
        assert run(tmp_path, "new", path).returncode == 0
    made = ("games/ants", "wasps", "hornets", "games/red-bees")
    assert [(tmp_path / each / "game.yaml").is_file() for each in made] == [True] * 4
    assert 'name: "Ants"' in (tmp_path / "games/ants/game.yaml").read_text("utf-8")


def test_a_folder_that_cannot_be_written_is_reported_in_one_line(ants):
    (ants / "out").write_text("a file", encoding="utf-8")
    result = run(ants, "build")
    assert result.returncode == 3
    assert "error[E110]" in result.stderr


@pytest.mark.parametrize(("out", "folder"), [("ants.pdf", "ants"), ("prints/ants.PNG", "prints")])
def test_a_folder_was_made_of_a_name_that_was_meant_for_a_file(ants, out, folder):
    result = run(ants, "contact", "--out", out)
    assert result.returncode == 2
    assert f"'{out}' looks like a file; name a folder: --out {folder}" in result.stderr
    assert not (ants / out).exists()


def test_list_tells_games_sets_and_pieces(ants):
    assert "doom" in run(ROOT, "list").stdout.split()
    assert "9 pieces in 1 set\n" in run(ants, "list").stdout
    assert "  6 × ants/worker" in run(ants, "list", "--pieces").stdout
    record = json.loads(run(ants, "list", "--format", "json").stdout)
    assert record[0]["pieces"][1] == {
        "key": "ants/soldier",
        "copies": 3,
        "file": "cards/ants.yaml",
        "line": 7,
    }


def test_show_draws_a_face_as_png_and_pdf(ants):
    result = run(ants, "show", "worker", "--dpi", "100")
    png = (ants / "out/ants/show/ants-worker-front-en.png").read_bytes()
    assert (result.returncode, png[:8]) == (0, b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(png[16:20], "big") == round(63 / 25.4 * 100)
    assert (
        run(ants, "show", "worker", "--pdf", "--side", "front").stdout
        == "out/ants/show/ants-worker-front-en.pdf\n"
    )


def test_contact_sheet_of_all_faces(ants):
    result = run(ants, "contact", "--png")
    assert result.stdout.splitlines()[0] == "out/ants/contact-en.pdf"
    assert (ants / "out/ants/contact-en-1.png").is_file()


def test_pictures_are_in_the_language_that_is_asked_for(ants):
    game = GAME.replace("language: en", "language: en\nlanguages: [en, cs]")
    (ants / "game.yaml").write_text(game, encoding="utf-8")
    (ants / "locale").mkdir()
    (ants / "locale/cs.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nLanguage: cs\\n"\n\n'
        'msgctxt "card.name"\nmsgid "Worker"\nmsgstr "Dělnice"\n',
        encoding="utf-8",
    )
    run(ants, "show", "worker", "--lang", "cs", "--pdf", "--side", "front")
    run(ants, "contact", "--lang", "cs")
    dealt = run(ants, "draw", "--lang", "cs", "--set", "ants/worker", "--hand", "2", "--pdf")
    for name in ("show/ants-worker-front-cs.pdf", "contact-cs.pdf", "hands-cs.pdf"):
        assert "Dělnice" in words_of(ants / "out/ants" / name), name
    assert dealt.stdout.startswith("1: 2 × Dělnice\n")


@pytest.mark.parametrize(
    ("typed", "cure"),
    [
        ("overset", "did you mean T100 (overset-text)?"),
        ("Unknown Term", None),
        ("M1100", "did you mean 'M110'?"),
        ("ovreset-text", "did you mean 'overset-text'?"),
        ("unknown", " more?"),
        ("X9", "'pnp explain' lists all codes"),
    ],
)
def test_explain_knows_what_may_have_been_meant(typed, cure):
    result = run(ROOT, "explain", typed)
    assert result.returncode == (0 if cure is None else 2)
    assert (cure or "") in result.stderr


def test_explain_prints_the_page_of_a_code_or_of_its_name():
    page = run(ROOT, "explain", "M110").stdout
    assert page.startswith("# M110 unknown-term\n")
    assert run(ROOT, "explain", "unknown-term").stdout == page
    assert run(ROOT, "explain", "m110").stdout == page


def test_icons_and_fonts_can_be_found(tmp_path):
    assert run(ROOT, "icons", "sword").stdout.splitlines() == [
        "broadsword",
        "crossed-swords",
        "sword-smithing",
        "swordman",
        "two-handed-sword",
    ]
    assert "Barlow Condensed" in run(ROOT, "fonts").stdout
    assert run(tmp_path, "icons", "--sheet").returncode == 0
    assert (tmp_path / "out/icons.pdf").is_file()
    assert "did you mean" in run(ROOT, "icons", "broadswrod").stderr


def test_doctor_finds_everything_in_order():
    result = start(ROOT, "doctor")
    assert result.returncode == 0
    assert "FAIL" not in result.stdout


def test_schema_files_appear_beside_the_game(ants):
    paths = [f".pnp/schema/{kind}.json" for kind in ("game", "set", "profile")]
    assert run(ants, "schema").stdout.splitlines() == paths
    schema = json.loads((ants / ".pnp/schema/set.json").read_text(encoding="utf-8"))
    assert "soldier" in json.dumps(schema)


def test_check_prints_claims_and_counts_and_ends_with_one_line(ants):
    (ants / "game.yaml").write_text(
        GAME
        + "facts: {workers: {value: 6, assumed: true}}\n"
        + "claims: {A-1: {says: There are six workers, data: \"n([c for c in cards if c.caste == 'worker'])\", rulebook: facts.workers, assumed: true}}\n",
        encoding="utf-8",
    )
    good = run(ants, "check")
    assert good.returncode == 0, good.stderr
    assert good.stdout.splitlines()[-1] == "1 of 1 claim holds, no faults"
    (ants / "cards/ants.yaml").write_text(DECK.replace("copies: 6", "copies: 5"), encoding="utf-8")
    bad = run(ants, "check")
    assert bad.returncode == 1
    assert "error[K100]" in bad.stderr
    assert "cards/ants.yaml:6" in bad.stderr


def test_a_set_in_place_of_a_piece_is_answered_with_the_command_that_shows_it(ants):
    result = run(ants, "show", "ants")
    assert "'ants' is a set; 'pnp contact --only ants'" in result.stderr


def test_the_only_deck_need_not_be_named(ants):
    assert run(ants, "draw", "--hand", "2").stdout.startswith("1: ")
    assert "--set; there are: weapons" in run(ants, "draw", "--game", "doom").stderr


def test_a_check_without_a_loaded_game_does_not_say_that_no_claim_holds(ants):
    (ants / "cards/ants.yaml").write_text("kind: card\npieces: {a: {nmae: A}}\n", encoding="utf-8")
    result = run(ants, "check")
    assert "claims are checked once the errors are fixed, 1 error" in result.stdout


def test_statistics_say_what_their_per_cents_mean_and_which_fields_there_are(ants):
    result = run(ants, "stats", "--hand", "2")
    assert result.stdout.splitlines()[-1] == "per cent in 2: the chance of at least one in a hand of 2"
    result = run(ants, "stats", "--by", "cast")
    assert (result.returncode, result.stdout) == (2, "")
    assert "--by: no set has a field 'cast'; did you mean 'caste'?" in result.stderr


ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>'


def test_icons_and_fonts_of_the_game_that_is_here_come_first(ants):
    (ants / "icons").mkdir()
    (ants / "icons/zebra.svg").write_text(ICON, encoding="utf-8")
    (ants / "fonts").mkdir()
    (ants / "fonts/Own.ttf").write_bytes((ROOT / "fonts/spectral/Spectral-Regular.ttf").read_bytes())
    assert run(ants, "icons", "zebra").stdout == "zebra  (the game's own)\n"
    assert run(ants, "icons").stdout.startswith("zebra  (the game's own)\nam")
    assert run(ants, "fonts").stdout.startswith("Spectral                 (the game's own) 400")
    result = run(ants, "icons", "ladder-of-ice")
    assert "no icon has 'ladder-of-ice' in its name" in result.stderr
    assert "an SVG file in icons/ of a game is one, too" in result.stderr


def test_a_token_with_one_face_on_both_sides_is_counted_once_on_contact_sheets(ants):
    (ants / "tokens").mkdir()
    deck = (
        "kind: token\nname: Coins\nsize: circle 20mm\nback: token\npieces: {coin: {name: Coin, copies: 7}}\n"
    )
    (ants / "tokens/coins.yaml").write_text(deck, encoding="utf-8")
    run(ants, "contact", "--only", "coins")
    words = words_of(ants / "out/ants/contact-en.pdf")
    assert "7× Coin" in words.replace("\r\n", " ")
    assert "14" not in words


def test_a_round_piece_is_shown_round(ants):
    (ants / "tokens").mkdir()
    deck = "kind: token\nsize: circle 20mm\npieces: {coin: {name: Coin}}\n"
    (ants / "tokens/coins.yaml").write_text(deck, encoding="utf-8")
    run(ants, "show", "coins/coin", "--dpi", "100")
    with Image.open(ants / "out/ants/show/coins-coin-front-en.png") as picture:
        assert picture.size == (79, 79)
        assert [picture.getpixel(at)[3] for at in ((0, 0), (6, 6), (39, 39))] == [0, 0, 255]
    run(ants, "show", "coins/coin", "--dpi", "100", "--bleed")
    with Image.open(ants / "out/ants/show/coins-coin-front-en.png") as picture:
        assert picture.mode == "RGB"


def test_the_box_counts_the_sheets_of_a_board_in_tiles_and_no_kind_twice(ants):
    (ants / "boards").mkdir()
    board = "kind: board\nname: Map\nsize: 297x210mm\npieces: {map: {name: Map}}\n"
    (ants / "boards/map.yaml").write_text(board, encoding="utf-8")
    rows = [line.split() for line in run(ants, "check").stdout.splitlines()]
    assert ["ants", "card", "2", "9", "1", "Ants"] in rows
    assert ["map", "board", "1", "1", "2", "Map"] in rows
    assert ["all", "3", "10", "3"] in rows
    assert not [row for row in rows if row[:1] in (["card"], ["board"])]
    (ants / "cards/more.yaml").write_text(DECK.replace("Ants", "More"), encoding="utf-8")
    assert ["card", "4", "18", "2"] in [line.split() for line in run(ants, "check").stdout.splitlines()]


def test_build_check_plan_and_export_cut_a_board_that_folds_alike(ants):
    (ants / "boards").mkdir()
    board = "kind: board\nname: Map\nsize: 500x500mm\npanels: 2x2\npieces: {map: {name: Map}}\n"
    (ants / "boards/map.yaml").write_text(board, encoding="utf-8")
    assert ["map", "board", "1", "1", "6", "Map"] in [
        line.split() for line in run(ants, "check").stdout.splitlines()
    ]
    assert "on 6 sheets" in run(ants, "build", "--only", "map", "--jobs", "1", "--force").stdout
    first = (ants / "out/ants/en/map.pdf").read_bytes()
    run(ants, "build", "--only", "map", "--jobs", "2", "--force", "--no-cache")
    assert (ants / "out/ants/en/map.pdf").read_bytes() == first
    assert "6" in run(ants, "plan", "--only", "map").stdout.splitlines()[2].split()
    assert "8 cut lines on 6 sheets" in run(ants, "export", "cut", "--only", "map").stdout


def test_a_text_that_says_something_by_an_icon_says_it_in_tables(ants):
    deck = DECK.replace("Carry one crumb home.", "'Carry 1 :two-coins: home.'")
    (ants / "cards/ants.yaml").write_text(deck, encoding="utf-8")
    run(ants, "export", "csv")
    table = (ants / "out/ants/en/csv/ants.csv").read_text(encoding="utf-8-sig")
    assert "Carry 1 :two-coins: home." in table


def test_profiles_name_sizes_as_the_data_write_them(ants):
    (ants / "tiles").mkdir()
    tiles = "kind: tile\nsize: hex-pointy 50mm\npieces: {hill: {name: Hill}}\n"
    (ants / "tiles/hills.yaml").write_text(tiles, encoding="utf-8")
    result = run(ants, "profiles")
    head, _, first, *_ = result.stdout.splitlines()
    assert "poker  hex-pointy 50mm  what for" in head
    assert first.split()[:3] == ["a3", "pnp", "A3"]


def test_the_plot_says_what_its_numbers_are(ants):
    run(ants, "stats", "--plot", "--hand", "2")
    words = words_of(ants / "out/ants/stats.pdf")
    assert [word for word in ("copies", "share", "1+ in 2") if word not in words] == []
