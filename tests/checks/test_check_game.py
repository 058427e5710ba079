from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.checks import CHECKS, case_of, check_case
from pnp.diagnostics import Diagnostic, Severity
from pnp.fonts import FontLibrary, shared_fonts
from pnp.icons import IconLibrary
from pnp.load import shared_root
from pnp.model import Fact, FileFault, LayoutSource, Style, Text
from pnp.source import Origin
from tests.cases.made import deck
from tests.load.folder import write
from tests.rules.sample import DEFAULT_SETS, claim, component_set, game, piece, span, term, text

ICONS = {
    name: {"path": "M0 0h512v512z", "authors": ["A"], "licence": "CC BY 3.0"}
    for name in ("high-shot", "broadsword", "fire")
}
SHARED_ICONS = ",\n".join(f"{json.dumps(name)}:{json.dumps(entry)}" for name, entry in ICONS.items())


class OneFolder:
    """A folder with one picture."""

    def read(self, path: str) -> bytes:
        if path != "art/bow.png":
            raise FileFault(f"there is no '{path}'", "put it there")
        return b"png"

    def probe(self, path: str) -> None:
        self.read(path)

    def shown(self, path: str) -> str:
        return path

    def names(self, folder: str, ending: str) -> list[str]:
        return ["art/bow.png"]


@pytest.fixture(scope="module")
def fonts() -> FontLibrary:
    root = shared_root() / "fonts"
    return FontLibrary(
        shared_fonts((root / "index.json").read_text("utf-8"), lambda name: (root / name).read_bytes())
    )


def _found(made: Any, fonts: FontLibrary, icons: IconLibrary | None = None) -> list[Diagnostic]:
    library = icons or IconLibrary(lambda: SHARED_ICONS)
    shipped = {name: LayoutSource(name, f"{name}.xml", "") for name in ("card", "tile")}
    return check_case(case_of(made, library, fonts, OneFolder(), shipped))


def _texts(fonts: FontLibrary, *typed: str, **more: Any) -> list[Diagnostic]:
    pieces = [
        piece("deck", f"p{i}", line=i + 1, text=text(words, "deck.yaml", i + 1, 7))
        for i, words in enumerate(typed)
    ]
    return _found(game(sets=[component_set("deck", pieces)], **more), fonts)


def _told(found: Sequence[Diagnostic]) -> list[tuple[str, str]]:
    return [(item.code, str(item.span)) for item in found]


def test_a_valid_game_has_no_finding(fonts: FontLibrary) -> None:
    words = 'Zabij [lukem](bow) **dvě** příšery. :fire: {{ facts.hand }} „a“ … 5" *b*\n- bod'
    sets = [*DEFAULT_SETS, component_set("deck", [piece("deck", "a", text=text(words), art="art/bow.png")])]
    assert _found(game(sets=sets), fonts) == []


@pytest.mark.parametrize(
    ("typed", "code", "faulty", "cure"),
    [
        ("a {{ facts.hnd }} b", "X112", "hnd", "hand"),
        ("a **b", "K200", "**", ""),
        ("a :fire|9: b", "K200", ":fire|9:", "0.5 to 2"),
        ("a :fire(several): b", "K200", ":fire(several):", "one to four letters"),
        ("a :fyre: b", "A100", ":fyre:", "fire"),
        ("a :fyre(3): b", "A100", ":fyre(3):", "fire"),
        ("a [lukem](bwo) b", "T310", "[lukem](bwo)", "bow"),
        ("a [lukem](luk) b", "T310", "[lukem](luk)", "write the id of the term: 'bow'"),
        ("a [lukem](Lukem) b", "T310", "[lukem](Lukem)", "write the id of the term: 'bow'"),
        ("a [kuší](bow) b", "K210", "[kuší](bow)", "'lukem'"),
        (" a", "K220", " ", ""),
        ("a ", "K220", " ", ""),
        ("a  b", "K220", "  ", ""),
        ('a "b" c', "K230", '"', "„…“"),
        ("o'b", "K230", "'", "’"),
        ("a...", "K231", "...", "…"),
        ("a 漢 b", "T200", "漢", ""),
        ("a <b>b</b>", "K201", "<b>", "**…**"),
        ("a<br/>b", "K201", "<br/>", "divide lines"),
        ("a&nbsp;b", "K201", "&nbsp;", "U+00A0"),
        ("a &amp; b", "K201", "&amp;", "type '&' itself"),
        ("<font color=red>a", "K201", "<font color=red>", ""),
        ("a <B>b</B>", "K201", "<B>", "**…**"),
        ("<I>Prix</I>", "K201", "<I>", "**…**"),
        ("<h1>a</h1>", "K201", "<h1>", "no headings"),
        ("a <BR>b", "K201", "<BR>", "divide lines"),
        ("a <code>b</code>", "K201", "<code>", "**…**"),
        ("a <a href=x>b</a>", "K201", "<a href=x>", "**…**"),
        ("a <Color=red>b", "K201", "<Color=red>", ""),
        ("a [B]b[/B]", "K201", "[B]", "**…**"),
        ("a [url=x]b[/url]", "K201", "[url=x]", "**…**"),
        ("a [Size=3]b[/Size]", "K201", "[Size=3]", "the style or the layout"),
        ("a [b]b[/b]", "K201", "[b]", "**…**"),
        ("a __b c__", "K201", "__b c__", "for bold"),
        ("a[^1] b", "K201", "[^1]", "footnote"),
        ("[^note]: why", "K201", "[^note]", "footnote"),
        ("a ~~b c~~", "K201", "~~b c~~", "[words]{strike}"),
        ("H<sub>2</sub>O", "K201", "<sub>", "[words]{sub}"),
        ("[u]x[/u]", "K201", "[u]", "[words]{underline}"),
        ("a ==b c== d", "K201", "==b c==", "emphasis"),
        ("a [b][ref]", "K201", "[b][ref]", "no links"),
        ("[ ] a", "K201", "[ ]", "'- '"),
        ("a {#b}", "K201", "{#b}", "no anchors"),
        ("_b_ a", "K201", "_b_", "for italic"),
        ("a ** b **", "K201", "** b **", "without spaces"),
        ("close** a", "K201", "**", "before and after"),
        ("**a **b** c", "K201", "**", "before and after"),
        ("~~a~~", "K201", "~~a~~", ""),
        ("# A heading", "K201", "#", "no headings"),
        ("a\\nb", "K201", "\\n", "new line"),
        ("Draw {hand} cards", "K201", "{hand}", "write {{ facts.hand }}"),
        ("Draw ${hand} cards", "K201", "${hand}", "write {{ facts.hand }}"),
        ("{name} dies", "K201", "{name}", "write {{ name }}"),
        ("a\\tb", "K201", "\\t", "write a space"),
        ("[color=red]a[/color]", "K201", "[color=red]", "[words]{colour=#B3202C}"),
        ("[img]a[/img]", "K201", "[img]", "':fire:'"),
        ("<li>a", "K201", "<li>", "a bullet by '- '"),
        ("a&shy;b", "K201", "&shy;", "a soft hyphen"),
        ("a&ensp;b", "K201", "&ensp;", "write a space"),
        ("PÅ™Ã­liÅ¡", "K221", "Å™", "write 'ř'"),
        ("Ĺ˝luĹĄ", "K221", "Ĺ˝", "write 'Ž'"),
        ("itâ€™s", "K221", "â€™", "write '’'"),
        ("?lu?ou?k?", "K221", "?", "the letter that was lost"),
        ("a.b/c?d lu?ka", "K221", "?", "the letter that was lost"),
        ("sÄ… tam", "K221", "Ä…", "write 'ą'"),
        ("Halte Â»", "K221", "Â»", "write '»'"),
        ("kаrta", "K221", "а", "alphabet of the text"),
        ("Pay 3 :fire", "K201", ":fire", "write ':fire:'"),
        ("(:fire) a", "K201", ":fire", "write ':fire:'"),
        ("3:high-shot, a", "K201", ":high-shot", "write ':high-shot:'"),
        ("a :fire b", "K201", ":fire", "or '\\:' for a colon"),
        ("a [lukem] (bow) b", "K201", "[lukem] (bow)", "write '[lukem](bow)', without the space"),
        ("a (lukem)[bow] b", "K201", "(lukem)[bow]", "write '[lukem](bow)', in this order"),
        ("a lukem](bow) b", "K201", "lukem](bow)", "write '[lukem](bow)', with both brackets"),
    ],
)
def test_a_mistake_in_a_text_is_pointed_at(
    fonts: FontLibrary, typed: str, code: str, faulty: str, cure: str
) -> None:
    (found,) = _texts(fonts, typed)
    assert found.code == code
    assert found.span is not None
    assert typed[found.span.column - 7 : found.span.end_column - 7] == faulty
    assert found.piece in ("deck/p0", None)
    assert cure in " ".join(found.help)


def test_a_sign_in_the_version_was_missing_from_every_footer(fonts: FontLibrary) -> None:
    (found,) = _found(replace(game(), version="2 龍 beta"), fonts)
    assert (found.code, "'龍' (U+9F8D) of the game's version" in found.message) == ("T200", True)


@pytest.mark.parametrize(
    "typed",
    [
        "HP<3 & ATK>1: R&D", "{T}: [tap], [b] and {a, b}", "snake_case_name _____ a_b c_d", "* once a game", "#1 fan",
        "3 * 4 ** 5", "Skill ** or ****", "a \\*\\*b", "2**3", "\\_x_ and \\*y", "{{ facts.hand }} {{ name }}", "a ~ b ~ c", "Ť ` D",
        "ÚŽAS Čšž Âge ÄÖ", "Rock &Roll; R&D;", "AMANHÃ… SÄRSKILT PÅ” ÄLÄ…", "Buchstabe Ä“ gilt", "Viz hra.cz/karta?id=3 a me@a.b?c", "Co? Ne. http://a.b/c?d=e", "10:30", "Ratio 3:2", ":) :D :fir",
        "score:fire", "http://fire", "a::fire", "12:fire-and-more", "\\:fire", "[a] (see b)", "(a)[1]", "a](see), b", "5 µm, Δx, π", "Привет", "Ελληνικά",
    ],
)  # fmt: skip
def test_what_is_meant_as_it_is_typed_is_left_alone(fonts: FontLibrary, typed: str) -> None:
    assert [item for item in _texts(fonts, typed) if item.code in ("K201", "K221")] == []


def test_bullets_of_markdown_are_reported_where_there_are_several(fonts: FontLibrary) -> None:
    (found,) = _texts(fonts, "Choose:\n* one\n* two")
    assert (found.code, found.help) == ("K201", ("begin a bullet by '- '",))


def test_what_stands_in_an_expression_is_no_typography(fonts: FontLibrary) -> None:
    assert _texts(fonts, "{{ \"a\" }}{{ 'b...  c' | upper }}") == []


def test_a_block_of_lines_may_end_with_a_line_end(fonts: FontLibrary) -> None:
    assert _texts(fonts, "a\n\nb\n") == []


def test_quotes_follow_the_language(fonts: FontLibrary) -> None:
    for language, marks in (("pl", "„…”"), ("fr", "« … »"), ("en", "“…”")):
        (found,) = _texts(fonts, 'a "b"', language=language, languages=(language,))
        assert marks in found.help[0]


def test_places_behind_an_expression_are_exact(fonts: FontLibrary) -> None:
    (found,) = _texts(fonts, "{{ facts.big }} a {{ facts.hand }} :fyre:")
    assert str(found.span) == "deck.yaml:1:42"


@pytest.mark.parametrize(
    ("typed", "codes"),
    [
        (">\n      Choose:\n      - one\n      - two", ["K222"]),
        ("Choose:\n      - one", ["K222"]),
        ("|\n      Choose:\n      - one\n      - two", []),
        (">\n      Choose - one", ["K232"]),
    ],
)
def test_bullets_that_yaml_joins_into_a_line_are_reported(
    tmp_path: Path, typed: str, codes: list[str]
) -> None:
    made = deck(tmp_path, f"a:\n  text: {typed}".replace("Choose:\n      - one", "Choose\n      - one"))
    assert made.codes() == codes


def test_a_term_of_two_vocabularies_must_be_distinguished(fonts: FontLibrary) -> None:
    base = game()
    other = replace(base.vocabularies["spell"], terms={"bow": term("spell", "bow", "luk")})
    (found,) = _texts(fonts, "[luk](bow)", vocabularies={**base.vocabularies, "spell": other})
    assert (found.code, found.help) == (
        "T310",
        ("several vocabularies have it: write 'weapon.bow' or 'spell.bow'",),
    )


def test_a_mistake_that_is_repeated_over_terms_is_reported_once(fonts: FontLibrary) -> None:
    typed = text("{{ weapon.nam }}", "deck.yaml", 4, 7)
    weapons = game().vocabularies["weapon"].terms.values()
    pieces = [piece("deck", f"p-{w.id}", weapon=w, text=typed) for w in weapons]
    found = _found(game(sets=[component_set("deck", pieces)]), fonts)
    assert [(item.code, item.piece) for item in found] == [("X112", "deck/p-bow")]


def test_two_mistakes_of_one_piece_at_one_place_are_both_reported(fonts: FontLibrary) -> None:
    made = Text("a :fyre: :iron:", Origin(span("deck.yaml", 3)))
    found = _found(game(sets=[component_set("deck", [piece("deck", "a", text=made)])]), fonts)
    assert [item.message for item in found] == ["unknown icon 'fyre'", "unknown icon 'iron'"]


def test_icons_of_terms_and_fields_must_exist(fonts: FontLibrary) -> None:
    base = game()
    bad = replace(base.vocabularies["weapon"], terms={"axe": term("weapon", "axe", "sekera", icon="axee")})
    sets = [
        component_set(
            "deck",
            [piece("deck", "a", mark="fyre"), piece("deck", "b", mark="fire")],
            fields={"mark": "icon"},
        )
    ]
    found = _found(game(sets=sets, vocabularies={"weapon": bad}), fonts)
    assert [(item.code, item.piece) for item in found] == [("A100", "deck/a"), ("A100", None)]


def test_an_own_icon_is_read(fonts: FontLibrary) -> None:
    icons = IconLibrary(lambda: SHARED_ICONS, {"mine": b"<svg"})
    found = _found(game(), fonts, icons)
    assert found
    assert all(item.span is not None and item.span.file == "icons/mine.svg" for item in found)


def test_pictures_must_exist(fonts: FontLibrary) -> None:
    sets = [
        component_set("deck", [piece("deck", "a", art="art/bow.png"), piece("deck", "b", art="art/bwo.png")])
    ]
    (found,) = _found(game(sets=sets), fonts)
    assert (found.code, found.piece, found.message) == ("A210", "deck/b", "there is no 'art/bwo.png'")


def test_layouts_must_exist(fonts: FontLibrary) -> None:
    pieces = [replace(piece("deck", "a"), layout="crad"), replace(piece("deck", "b", line=2), back="bakc")]
    found = _found(game(sets=[component_set("deck", pieces)]), fonts)
    assert [(item.code, item.message) for item in found] == [
        ("L101", "unknown layout 'crad'"),
        ("L101", "unknown layout 'bakc'"),
    ]
    assert found[0].help[0] == "did you mean 'card'?"


def test_families_must_exist_and_are_the_ones_that_are_searched(fonts: FontLibrary) -> None:
    (found,) = _found(game(styles={"body": Style(font="Barlwo")}), fonts)
    assert (found.code, found.help) == ("A320", ("did you mean 'Barlow'?",))


def test_facts_say_where_they_are_written(fonts: FontLibrary) -> None:
    facts = {
        "a": Fact("a", 1, "", False, span("game.yaml", 30)),
        "b": Fact("b", 1, "p 3", False, span("game.yaml", 31)),
        "c": Fact("c", 1, "", True, span("game.yaml", 32)),
    }
    found = _found(replace(game(claims=[claim("x", "1", "==", "1")]), facts=facts), fonts)
    assert [(item.code, item.severity) for item in found] == [
        ("K310", Severity.WARNING),
        ("K150", Severity.NOTE),
    ]


@pytest.mark.parametrize(
    ("tag", "cure"),
    [("cz", "did you mean 'cs'?"), ("cs_CZ", "write 'cs'"), ("qq", "write a tag such as 'cs' or 'fr'")],
)
def test_languages_are_written_as_everybody_does(fonts: FontLibrary, tag: str, cure: str) -> None:
    (found,) = _found(game(languages=("cs", tag)), fonts)
    assert (found.code, found.help) == ("K400", (cure,))


def test_findings_are_sorted_by_place_and_the_same_each_time(fonts: FontLibrary) -> None:
    typed = ["b :fyre: **c", "a [x](y) {{ z }}", "c  d"]
    first, second = _texts(fonts, *typed), _texts(fonts, *typed)
    assert first == second
    assert _told(first) == [
        ("A100", "deck.yaml:1:9"),
        ("K200", "deck.yaml:1:16"),
        ("T310", "deck.yaml:2:9"),
        ("X110", "deck.yaml:2:19"),
        ("K220", "deck.yaml:3:8"),
    ]
    assert len(CHECKS) == len(set(CHECKS))


def test_a_form_that_a_newcomer_misses_comes_with_the_place_to_write_it(fonts: FontLibrary) -> None:
    (found,) = _texts(fonts, "a [kuší](bow) b")
    assert found.help[-1].endswith("if it is one: forms: {gen: kuší}")


def test_an_unknown_icon_of_a_term_is_reported_where_it_is_written_and_not_at_the_term(
    tmp_path: Path,
) -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "name: A\nterms: {suit: {spice: {name: spice, icon: swrod}}}\n",
        "cards/deck.yaml": "kind: card\npieces: {a: {name: Anvil}}\n",
    }
    found = check_workshop(open_workshop(write(tmp_path, files), tmp_path)).diagnostics
    assert [(each.code, str(each.span)) for each in found] == [("A100", "game.yaml:2:43")]


def test_a_layout_that_lies_beside_the_cards_is_reported_with_where_it_belongs(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "game.yaml": "name: A\n",
        "cards/deck.yaml": "kind: card\nlayout: role\npieces: {a: {name: Anvil}, b: {name: Bell}}\n",
        "cards/Role.xml": "<face/>",
    }
    found = check_workshop(open_workshop(write(tmp_path, files), tmp_path)).diagnostics
    assert [(each.code, each.help[0]) for each in found] == [
        ("L101", "move 'cards/Role.xml' to 'layouts/role.xml'")
    ]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("{{ facts.hand | reads(2, 'tři karty') }}", 3),
        ("{{ facts.hand | reads(2, '3 karty') }}", 3),
        ("{{ facts.hand | reads(2, 'jedinou kartu') }}", 1),
        ("{{ facts.hand | reads(2, 'dvě karty') }}", None),
        ("{{ facts.hand | reads(2, '2 karty') }}", None),
        ("{{ facts.hand | reads(2, 'obě karty') }}", None),
        ("{{ facts.hand | reads(2, 'jednu ze dvou karet') }}", None),
        ("{{ facts.hand | reads(2, 'dvojnásobek') }}", None),
        ("{{ (facts.hand * 1.25) | reads(2.5, 'tři karty') }}", None),
        ("{{ (facts.hand + 23) | reads(25, 'dvacet pět karet') }}", None),
        ("{{ (facts.hand + 23) | reads(25, '24 karet') }}", 24),
    ],
)
def test_a_text_said_three_where_its_fact_was_two(fonts: FontLibrary, typed: str, said: int | None) -> None:
    found = [item for item in _texts(fonts, typed) if item.code == "K240"]
    assert [f" say {said} and " in item.message for item in found] == ([True] if said else [])


def test_an_article_is_no_other_number(fonts: FontLibrary) -> None:
    typed = ("{{ facts.hand | reads(2, 'une paire') }}", "{{ (facts.hand - 1) | reads(1, 'une carte') }}")
    pieces = [piece("d", f"p{i}", text=text(words, "d.yaml", i + 1)) for i, words in enumerate(typed)]
    made = replace(game(sets=[component_set("d", pieces)]), language="fr")
    assert [item.code for item in _found(made, fonts) if item.code == "K240"] == []


@pytest.mark.parametrize("name", ["layouts/l.xml", "l.xml", "layouts/l"])
def test_a_layout_named_by_its_path_is_told_to_be_named_without(tmp_path: Path, name: str) -> None:
    made = deck(tmp_path, "a: {name: x}", f"layout: {name}\n", {"layouts/l.xml": "<face/>"})
    assert ("L101" in made.codes(), "write 'l'" in made.cures()) == (True, True)
    serious = [item.code for item in made.found if item.severity.name != "NOTE"]
    assert serious == ["L101"], "that nothing is printed then needs no telling"


@pytest.mark.parametrize(
    ("language", "typed", "told"),
    [
        ("cs", "Zavolej „Pozor!", [("K234", "„")]),
        ("cs", "Zavolej Pozor!“ a běž", [("K234", "“")]),
        ("cs", "„a“ a „b", [("K234", "„")]),
        ("fr", "« a » et « b", [("K234", "«")]),
        ("en", "“a” and “b”", []),
        ("cs", '„a“ a „b“ 5"', []),
        ("en", "A 10” × 10” map", []),
        ("en", "“Halt 2” he said”", [("K234", "”")]),
        ("en", "“The first paragraph\n\n“and the second”", []),
        ("sv", "”Hej”, sa han", []),
        ("da", "»Hej«", []),
        ("ro", "„Bună”", []),
        ("en", "“The first\n\n“and the second", [("K234", "“")]),
        ("fr", "Le coeur et l’oeuf", [("K233", "coeur"), ("K233", "oeuf")]),
        (
            "fr",
            "COEUR, manoeuvres, écoeurant",
            [("K233", "COEUR"), ("K233", "manoeuvres"), ("K233", "écoeurant")],
        ),
        ("fr", "cœur, moelle, poêle, coexister, coefficient, Noé", []),
        ("cs", "coeur", []),
    ],
)
def test_marks_without_a_partner_and_french_words_without_oe_are_reported(
    fonts: FontLibrary, language: str, typed: str, told: list[tuple[str, str]]
) -> None:
    found = [item for item in _texts(fonts, typed, language=language, languages=(language,)) if item.span]
    assert [
        (item.code, typed[item.span.column - 7 : item.span.end_column - 7]) for item in found if item.span
    ] == told


def test_the_ligature_is_written_as_the_word_is(fonts: FontLibrary) -> None:
    found = _texts(fonts, "COEUR, Oeuf et oeil", language="fr", languages=("fr",))
    assert [item.help[0] for item in found] == ["write 'CŒUR'", "write 'Œuf'", "write 'œil'"]


def test_an_emphasised_term_is_told_to_have_its_stars_outside(fonts: FontLibrary) -> None:
    (found,) = _texts(fonts, "[**lukem**](bow)")
    assert (found.code, found.help) == ("K210", ("write the stars outside: **[lukem](bow)**",))


@pytest.mark.parametrize(
    ("font", "cure"),
    [
        ("Barlow-Bold.ttf", "write font: Barlow, weight: 700"),
        ("Barlow Bold", "write font: Barlow, weight: 700"),
        ("BarlowCondensed-SemiBoldItalic", "write font: Barlow Condensed, weight: 600, italic: true"),
        ("Barlow Italic", "write font: Barlow, weight: 400, italic: true"),
        ("Barlov", "did you mean 'Barlow'?"),
    ],
)
def test_a_single_font_is_reported_by_family_and_weight(tmp_path: Path, font: str, cure: str) -> None:
    made = deck(
        tmp_path, "a: {name: x}", files={"game.yaml": f"name: T\nstyles: {{body: {{font: {font}}}}}\n"}
    )
    assert "A320" in made.codes()
    assert cure in made.cures()


def test_letters_without_size_and_days_that_there_are_none_of_are_refused(tmp_path: Path) -> None:
    text = "name: T\nstyles: {body: {size: 0pt}}\nsources: {r: {title: R, date: 2024-02-30}, s: {title: S, date: '2024'}}\n"
    assert deck(tmp_path, "a: {name: x}", files={"game.yaml": text}).codes() == ["M103", "M104"]


def test_a_font_for_the_web_is_refused_and_not_skipped(tmp_path: Path) -> None:
    made = deck(
        tmp_path, "a: {name: x}", files={"game.yaml": "name: T\n", "fonts/Foo.woff2": b"wOF2" + bytes(60)}
    )
    assert made.codes() == ["A310"]
