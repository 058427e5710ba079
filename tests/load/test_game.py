"""``game.yaml`` becomes a game; what is wrong in it is told at its place, all in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.diagnostics import Severity
from pnp.load import Loaded
from pnp.model import STANDARD_STYLES, Size, Term
from pnp.units import mm, pt
from tests.load.folder import load, told, write

CARD = {"cards/a.yaml": "kind: card\npieces: {one: {name: One}}\n"}


def game(folder: Path, text: str) -> Loaded:
    return load(folder, {"game.yaml": text, **CARD})


def test_a_name_and_one_deck_are_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "my-game"
    loaded = game(folder, "name: Můj ­svět\n")
    assert loaded.diagnostics == []
    made = loaded.game
    assert made is not None
    assert (made.id, made.language, made.languages, made.players) == ("my-game", "en", ("en",), ())
    assert [piece.key for piece in made.pieces()] == ["a/one"]
    assert made.sets[0].size == made.sizes["poker"] == Size(mm(63), mm(88), mm(3))
    assert made.sets[0].pieces[0].layout == "card"
    assert made.sets[0].pieces[0].back is None
    assert dict(made.styles) == dict(STANDARD_STYLES)
    assert list(loaded.sources) == ["game.yaml", "cards/a.yaml"]


def test_everything_of_the_game_is_kept_with_its_place(tmp_path: Path) -> None:
    loaded = load(
        tmp_path,
        {
            "game.yaml": """
            id: doom
            name: Zombies
            language: cs
            languages: [pl, fr]
            players: 2-4
            version: 1.10
            notice: Neoficiální
            note: nobody sees this
            credits: {design: Ada, art: [Ben, 7]}
            sources: {r: {title: Pravidla, date: 2024-01-05, author: Ada}}
            sizes: {tile: 45x45mm r2mm, token: circle 20mm}
            styles:
              body: {size: 8.5pt}
              hint: {extends: body, italic: true, min-size: 7pt, colour: "#123456"}
            terms:
              weapon:
                bow: {name: luk, colour: "#B3202C", icon: high-shot, gender: m, forms: {gen: luku, pl-gen: luků},
                      data: {monster: monster.demon, strength: 3, big: true, all: [monster.demon, x], label: a.b}}
              monster:
                demon: {name: démon}
            facts:
              hand: {value: 2, source: r 3.3.4}
              target: {value: {2: 10, 3: 8, x: [1, 2.5, yes]}, assumed: true, note: why}
            claims:
              D-1: {says: Ruka je dvě., data: 1 + 1, rulebook: facts.hand, source: r 3, is: "<=", severity: warning}
            print: {paper: Letter, bleed: 2mm, marks: lines, duplex: short-edge, gutter: 1mm, margin: 7mm}
            """,
            "layouts/weapon.xml": "<face/>",
            "layouts/sub/x.xml": "<face/>",
            "rulebook/pravidla.md": "# Pravidla\n",
            **CARD,
        },
    )
    assert told(loaded.diagnostics) == []
    made = loaded.game
    assert made is not None
    assert (made.id, made.languages, made.players, made.version) == (
        "doom",
        ("cs", "pl", "fr"),
        (2, 3, 4),
        "1.10",
    )
    assert made.notice is not None
    assert made.notice.source == "Neoficiální"
    assert made.credits == {"design": ("Ada",), "art": ("Ben", "7")}
    assert made.sources["r"].date == "2024-01-05"
    assert made.sizes["token"].shape == "circle"
    assert made.styles["hint"].size == pt(8.5)
    assert made.styles["hint"].italic
    assert made.styles["hint"].font == STANDARD_STYLES["body"].font
    bow = made.vocabularies["weapon"].terms["bow"]
    assert (bow.name.source, bow.name.context, bow.forms["pl-gen"].source) == ("luk", "term.name", "luků")
    assert bow.data["monster"] == made.vocabularies["monster"].terms["demon"]
    assert isinstance(bow.data["monster"], Term)
    assert (bow.data["strength"], bow.data["big"]) == (3, True)
    label = bow.data["label"]
    assert (label.source, label.context) == ("a.b", "term.label")
    assert bow.data["all"][0] == made.vocabularies["monster"].terms["demon"]
    assert bow.data["all"][1].source == "x"
    assert made.facts["target"].value == {2: 10, 3: 8, "x": (1, 2.5, "yes")}
    assert made.facts["hand"].source == "r 3.3.4"
    claim = made.claims["D-1"]
    assert (claim.data, claim.relation, claim.rulebook, claim.severity) == (
        "1 + 1",
        "<=",
        "facts.hand",
        "warning",
    )
    assert str(claim.data_origin.at(4)).startswith("game.yaml:25:39")
    assert [made.print.values[name] for name in ("paper", "bleed", "marks")] == ["Letter", "2mm", "lines"]
    assert made.print.bleed == mm(2)
    assert list(made.layouts) == ["sub/x", "weapon"]
    assert [book.name for book in made.rulebooks] == ["pravidla"]
    assert "nobody" not in repr(made)


@pytest.mark.parametrize(
    ("text", "place", "code", "words"),
    [
        ("id: x\n", "1:1", "M101", "the key 'name' is missing"),
        ("nmae: X\n", "1:1", "M100", "did you mean 'name'?"),
        ("name:\n", "1:1", "M101", "'name' has no value"),
        ("name: Null\n", "1:7", "M101", 'quote it if the word is meant: "Null"'),
        ("name: true\n", "1:7", "M102", 'quote it if the word is meant: "true"'),
        ("name: [a]\n", "1:7", "M102", "expected text, found a list"),
        ("name: X\nid: My Game\n", "2:5", "M106", "small letters"),
        ("name: X\nid: aux\n", "2:5", "M106", "aux-game"),
        ("name: X\nplayer: 2\n", "2:1", "M100", "did you mean 'players'?"),
        ("name: X\nplayers: 4-2\n", "2:10", "M103", "runs backwards"),
        ("name: X\nplayers: many\n", "2:10", "M103", "write 2-4"),
        ("name: X\nplayers: 0\n", "2:10", "M103", "1 to 100"),
        ("name: X\nlanguage: cz\n", "2:11", "M103", "write 'cs'"),
        ("name: X\nlanguages: [cs_CZ]\n", "2:13", "M103", "write 'cs-CZ'"),
        ("name: X\nprint: {crop_mark: false, bleed: 3mm}\n", "2:9", "M100", "known keys"),
        ("name: X\nprint: {bleeds: 3mm}\n", "2:9", "M100", "did you mean 'bleed'?"),
        ("name: X\nprint: {bleed: 3}\n", "2:16", "M104", "write 3mm"),
        ('name: X\nprint: {bleed: "3,5mm"}\n', "2:16", "M104", "write 3.5mm"),
        ("name: X\nprint: {margin: [3,5, 4]}\n", "2:17", "M102", "decimal point"),
        ("name: X\nprint: {marks: false}\n", "2:16", "M103", "known values of marks: corners, crop, lines, none"),
        ("name: X\nprint: {duplex: long}\n", "2:17", "M103", "did you mean 'long-edge'?"),
        ("name: X\nsizes: {a: 63x88}\n", "2:12", "M121", "has no unit"),
        ("name: X\nsizes: {a: 0x5mm}\n", "2:12", "M121", "a side of 0 mm"),
        ('name: X\nsizes: {a: "63,5x88mm"}\n', "2:12", "M121", "write 63.5x88mm"),
        ("name: X\nsizes: {a: hex 40mm}\n", "2:12", "M121", "hex-pointy 40mm"),
        ("name: X\nsizes: {a: 63x88 mmm}\n", "2:12", "M121", "unknown unit 'mmm'"),
        ("name: X\nsizes: {a: 10x20mm r6mm}\n", "2:12", "M121", "at most half the shorter side, 5 mm"),
        ("name: X\nsizes: {a: 5000x20mm}\n", "2:12", "M121", "3 to 1200 mm"),
        ("name: X\nterms: {w: {bow: {name: x, colour: 004721}}}\n", "2:36", "M105", 'write "#004721"'),
        ("name: X\nterms: {w: {bow: {name: x, colour: 123456}}}\n", "2:36", "M105", 'write "#123456"'),
        ("name: X\nterms: {w: {bow: {name: x, icn: y}}}\n", "2:28", "M100", "did you mean 'icon'?"),
        ("name: X\nterms: {w: {bow: {colour: white}}}\n", "2:13", "M101", "'bow' has no 'name'"),
        ("name: X\nterms: {w: {bow: luk}}\n", "2:18", "M102", "takes a mapping, found 'luk'"),
        ("name: X\nterms: {a b: {bow: {name: luk}}}\n", "2:9", "M106", "expressions use the name"),
        ("name: X\nterms: {w: {a: {name: x, data: {m: w.z}}}}\n", "2:36", "M110", "unknown w 'z'"),
        ("name: X\nterms: {w: {a: {name: Ant, data: {m: w.ant}}}}\n", "2:38", "M110", "write the id of the term: 'a'"),
        ("name: X\nfacts: {hand: {value: 2, source: q 1}}\n", "2:34", "M140", "there are no sources"),
        ("name: X\nfacts: {hand: {assumed: true}}\n", "2:9", "M101", "'hand' has no 'value'"),
        ("name: X\nstyles: {a: {extends: bodi}}\n", "2:23", "M122", "did you mean 'body'?"),
        ("name: X\nstyles: {a: {extends: b}, b: {extends: a}}\n", "2:40", "M123", "a → b → a"),
        ("name: X\nstyles: {a: {size: 8pt, min-size: 9pt}}\n", "2:35", "M124", "9pt, is above the size, 8pt"),
        ("name: X\nstyles: {a: {weight: 4500}}\n", "2:22", "M103", "1 to 1000"),
        ("name: X\nclaims: {A: {says: x, data: 1, rulebook: 1, is: equals}}\n", "2:49", "M103", "write ==, !="),
        ("name: X\nclaims: {A: {says: x, data: 1, rulebook: 1, is: '=>'}}\n", "2:49", "M103", "did you mean '>='?"),
        ("name: X\nclaims: {A: {says: x, data: 1, rulebook: 1, is: '≤'}}\n", "2:49", "M103", "did you mean '<='?"),
        ("name: X\nclaims: {A: {says: x, data: 1, rulebook: 1, is: '<>'}}\n", "2:49", "M103", "did you mean '!='?"),
        ("name: X\nclaims: {A: {says: x, data: 1, rulebook: 1, is: '='}}\n", "2:49", "M103", "did you mean '=='?"),
    ],
)  # fmt: skip
def test_a_fault_is_reported_once_at_its_place_with_its_cure(
    tmp_path: Path, text: str, place: str, code: str, words: str
) -> None:
    loaded = game(tmp_path / "x", text)
    assert [
        f"{item.span.line}:{item.span.column} {item.code}" for item in loaded.diagnostics if item.span
    ] == [f"{place} {code}"], told(loaded.diagnostics)
    found = loaded.diagnostics[0]
    assert words in f"{found.message} {' '.join(found.help)}"
    assert loaded.game is not None


def test_texts_are_not_blamed_for_faulty_players(tmp_path: Path) -> None:
    card = "kind: card\npieces: {a: {name: 'Up to {{ players.max }}', copies: players.max}}\n"
    loaded = load(tmp_path, {"game.yaml": "name: X\nplayers: two\n", "cards/a.yaml": card})
    assert [item.code for item in loaded.diagnostics] == ["M103"]


def test_all_faults_of_all_files_come_in_one_run(tmp_path: Path) -> None:
    loaded = load(
        tmp_path,
        {
            "game.yaml": "name: X\nplayer: 2\nprint: {bleeds: 1mm}\nterms: {w: {bow: {name: luk, colour: red}}}\n",
            "cards/a.yaml": "kind: card\npieces:\n\tx: {}\n",
            "cards/b.yaml": "kind: crad\nfields: {w: term w}\npieces: {x: {w: bwo}, y: {w: bow}}\n",
            "cards/c.yaml": b"name: \x8e",
        },
    )
    assert [(item.span.file, item.code) for item in loaded.diagnostics if item.span] == [
        ("game.yaml", "M105"),
        ("game.yaml", "M100"),
        ("game.yaml", "M100"),
        ("cards/a.yaml", "Y103"),
        ("cards/b.yaml", "M103"),
        ("cards/b.yaml", "M110"),
        ("cards/c.yaml", "Y101"),
    ]
    assert loaded.game is not None
    assert [piece.key for piece in loaded.game.pieces()] == ["b/y"]


def test_a_broken_game_file_hides_no_fault_of_the_others(tmp_path: Path) -> None:
    loaded = load(tmp_path, {"game.yaml": "name: a: b\n", "cards/a.yaml": "kind: card\nkind: card\n"})
    assert loaded.game is None
    assert told(loaded.diagnostics) == [
        "game.yaml:1:8 Y108 there is a ': ' inside a text that is not quoted",
        "cards/a.yaml:2:1 Y201 the key 'kind' appears twice, first in line 1",
    ]


def test_a_misspelt_key_hides_no_fault_of_the_right_one(tmp_path: Path) -> None:
    loaded = game(tmp_path, "name: X\nprint: {bleed: 3, bleeds: 4mm}\n")
    assert [item.code for item in loaded.diagnostics] == ["M104", "M100"]


@pytest.mark.parametrize(
    ("files", "told_once"),
    [
        (
            {
                "game.yaml": "name: A\nsizes: {tile: '50,5x50mm'}\n",
                "tiles/t.yaml": "kind: tile\npieces: {t: {}}\n",
            },
            "game.yaml:2:15 M121 in '50,5x50mm': '50,5mm' has a decimal comma",
        ),
        (
            {
                "game.yaml": "name: A\nsizes: {big: 70x}\n",
                "cards/c.yaml": "kind: card\nsize: big\npieces: {c: {}}\n",
            },
            "game.yaml:2:14 M121",
        ),
        (
            {
                "game.yaml": "name: A\nfacts: {hand: 8}\n",
                "cards/c.yaml": "kind: card\npieces: {c: {text: 'Hold {{ facts.hand }}.', copies: facts.hand}}\n",
            },
            "game.yaml:2:15 M102 'hand' takes a mapping, found '8'",
        ),
        (
            {
                "game.yaml": "name: A\n",
                "cards/c.yaml": "kind: card\npieces:\n  c: {text: Draw one, then go, copies: 2}\n",
            },
            "cards/c.yaml:3:23 Y111 'then go' in braces has no value",
        ),
        (
            {"game.yaml": "name: A\nstyles: {body: {size: 9,5pt, min-size: 7pt}}\n", **CARD},
            "game.yaml:2:25 Y111 '5pt' in braces has no value",
        ),
    ],
)
def test_a_mistake_is_not_reported_again_where_what_it_spoils_is_used(
    tmp_path: Path, files: dict[str, str | bytes], told_once: str
) -> None:
    checked = check_workshop(open_workshop(write(tmp_path, files), tmp_path))
    found = [each for each in checked.diagnostics if each.severity > Severity.NOTE]
    assert [line for line in told(found) if not line.startswith(told_once)] == []
    assert len(found) == 1


@pytest.mark.parametrize("pieces", ["", "pieces:\n", "pieces: {}\n"])
def test_a_set_without_pieces_was_missing_from_the_box_without_a_word(tmp_path: Path, pieces: str) -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "name: A\n",
        "cards/b.yaml": f"kind: card\n{pieces}",
        **CARD,
    }
    assert told(load(tmp_path, files).diagnostics) == ["cards/b.yaml:1:7 M118 the set 'b' has no pieces"]


def test_keys_with_an_underscore_keep_values_for_reuse(tmp_path: Path) -> None:
    text = "name: X\n_red: &red {colour: '#FF0000'}\nterms: {w: {bow: {<<: *red, name: luk}}}\n"
    loaded = game(tmp_path, text)
    assert loaded.diagnostics == []
    assert loaded.game is not None
    assert str(loaded.game.vocabularies["w"].terms["bow"].colour) == "#FF0000"


@pytest.mark.parametrize(
    ("path", "called"),
    [
        ("card/b.yaml", "'cards/b.yaml'"),
        ("cards/b.yml", "'cards/b.yaml'"),
        ("cards/B.YAML", "'cards/B.yaml'"),
        ("cards/more/b.yaml", "'cards/b.yaml'"),
        ("Tiles/b.yaml", "'tiles/b.yaml'"),
        ("b.yaml", "'cards/b.yaml'"),
        ("layouts/b.yaml", "'cards/b.yaml'"),
        ("art/b.yaml", "'cards/b.yaml'"),
    ],
)
def test_a_deck_in_the_wrong_place_is_not_missing_without_a_word(
    tmp_path: Path, path: str, called: str
) -> None:
    loaded = load(
        tmp_path, {"game.yaml": "name: A\n", **CARD, path: "kind: card\npieces: {two: {name: B}}\n"}
    )
    assert [(found.code, found.span.file if found.span else "") for found in loaded.diagnostics] == [
        ("Y304", path)
    ]
    assert called in loaded.diagnostics[0].help[0]


def test_a_set_in_a_strange_folder_is_sent_to_that_of_its_kind(tmp_path: Path) -> None:
    loaded = load(
        tmp_path, {"game.yaml": "name: A\n", **CARD, "layouts/b.yaml": "kind: tile\npieces: {t: {}}\n"}
    )
    assert "call it 'tiles/b.yaml'" in loaded.diagnostics[0].help[0]


@pytest.mark.parametrize(
    ("path", "text", "told"),
    [
        ("rules.md", "# Turn\n\n:::components\n", True),
        ("rules.md", "---\ntitle: Rules\ncolumns: 2\n---\n# Turn\n", True),
        ("rulebook/rules.txt", "---\npages: 2\ntitle: Rules\n---\n# Turn\n", True),
        ("rules/rules.md", ":::piece a/one\n", True),
        ("README.md", "---\ntitle: About\n---\n# My game\n\ncolumns: 2\n", False),
        ("notes.txt", "I use :::components here\n", False),
        ("rulebook/more.md", ":::components\n", False),
    ],
)
def test_a_rule_sheet_in_the_wrong_place_was_missing_without_a_word(
    tmp_path: Path, path: str, text: str, told: bool
) -> None:
    loaded = load(tmp_path, {"game.yaml": "name: A\n", **CARD, path: text})
    found = [(each.code, each.span.file if each.span else "") for each in loaded.diagnostics]
    assert found == ([("Y304", path)] if told else [])


def test_a_table_that_no_set_names_is_reported(tmp_path: Path) -> None:
    loaded = load(tmp_path, {"game.yaml": "name: A\n", **CARD, "cards/events.csv": "name\nRain\n"})
    assert told(loaded.diagnostics) == ["cards/events.csv:1:1 Y304 'cards/events.csv' is not read"]
    assert "rows: events.csv" in loaded.diagnostics[0].help[0]


@pytest.mark.parametrize(
    "more",
    [
        {"notes.yaml": "remark: nothing\n", "plan/b.yaml": "milestones: []\n"},
        {"game.yaml": "name: A\nsets: [cards/a.yaml]\n", "cards/b.yaml": "kind: card\npieces: {two: {}}\n"},
        {"other/game.yaml": "name: B\n", "other/b.yaml": "kind: card\n"},
        {"out/b.yaml": "kind: card\n", "cards/readme.txt": "kind: card\n"},
        {"cards/b.yaml": "kind: card\nrows: b.csv\n", "cards/b.csv": "name\nRain\n"},
    ],
)
def test_other_files_are_the_author_s_own_business(tmp_path: Path, more: dict[str, str | bytes]) -> None:
    loaded = load(tmp_path, {"game.yaml": "name: A\n", **CARD, **more})
    assert [found.code for found in loaded.diagnostics if found.code == "Y304"] == []


def stated(folder, fact):
    game = f"name: Test\nsources: {{r: {{title: Rules}}}}\nfacts:\n  target: {fact}\n"
    workshop = open_workshop(write(folder, {"game.yaml": game}), folder)
    return [item.message for item in check_workshop(workshop).diagnostics if item.code in ("K151", "M141")]


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("{value: 8, stated: 7, source: r 3.2}", ["facts.target is 8, r 3.2 states 7"]),
        (
            "{value: {2: 10, 4: 8}, stated: {2: 10, 4: 7}, source: r 3.2}",
            ["facts.target[4] is 8, r 3.2 states 7"],
        ),
        (
            "{value: [1, 2], stated: [1, 2, 3], source: r 1}",
            ["facts.target is [1, 2], r 1 states [1, 2, 3]"],
        ),
        ("{value: {a: 1}, stated: {}, source: r 1}", ["facts.target['a'] is 1, r 1 states nothing"]),
        ("{value: true, stated: 1, source: r 1}", ["facts.target is yes, r 1 states 1"]),
        ("{value: 7, stated: 7, source: r 3.2}", []),
        ("{value: 7, source: r 3.2}", []),
        ("{value: 8, stated: 7, assumed: true}", ["fact 'target' has no source that states anything"]),
        (
            "{value: &v 8, stated: *v, source: r 1}",
            ["what the source of 'target' states is an alias of its value, and changes with it"],
        ),
    ],
)
def test_a_fact_that_differs_from_what_its_source_states_is_listed(tmp_path, fact, told):
    assert stated(tmp_path, fact) == told
