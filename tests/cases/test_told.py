"""Slips that are told, each with the words and the place that lead to the cure; nothing is printed."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pnp.diagnostics.printer import full
from tests.cases.made import GAME, deck, plain_png

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
FRENCH = "name: Test\nlanguage: en\nlanguages: [en, fr, cs]\nfacts: {n: {value: 2, assumed: true}}\n"


def po(context: str, source: str, translation: str) -> str:
    return f'{HEADER}msgctxt "{context}"\nmsgid "{source}"\nmsgstr "{translation}"\n'


@cache
def photo(width: int, height: int, kind: str = "PNG") -> bytes:
    file = BytesIO()
    Image.effect_noise((width, height), 60).convert("RGB").save(file, kind, compress_level=1)
    return file.getvalue()


@dataclass(frozen=True)
class Row:
    """A deck with slips.

    Attributes:
        pieces: Lines below ``pieces:``.
        told: Starts of ``place code message``, one for each finding in order; what is no slip of the case is left out.
        head: Lines above ``pieces:``; ``pieces:`` stands in the line behind them.
        files: More files.
        lang: Languages to build.
        cure: Words of a help.
        written: Whether files are written all the same.
    """

    pieces: str
    told: list[str]
    head: str = ""
    files: dict[str, str | bytes] = field(default_factory=dict)
    lang: str = "en"
    cure: str = ""
    written: bool = False


D = "cards/deck.yaml"
ONE = "a: {name: x}"

TOLD: dict[str, Row] = {
    "Y02": Row("a: {on: discard, off: draw}", [f"{D}:3:7 M100 unknown key 'on'", f"{D}:3:20 M100 unknown key 'off'"], cure="known keys"),
    "Y05": Row("a: {cost: {1:2, 3:4}}", [f"{D}:4:14 Y113 '1:2' has no space after the colon", f"{D}:4:19 Y113 '3:4'"], "fields: {cost: text}\n", cure="put a space after ':'"),
    "Y09": Row("a: {name: One}\nb: {name: Two}\na: {name: Three}", [f"{D}:5:3 Y201 the key 'a' appears twice, first in line 3"]),
    "Y16": Row("a: {text: &Attack }", [f"{D}:3:13 Y110 the anchor 'Attack' has no value"], cure="quote text that starts with '&'"),
    "Y21": Row(ONE, [f"game.yaml:2:{column} M105 '{typed}' is not a colour" for column, typed in ((34, "004721"), (64, "1030e0"), (94, "123456"), (124, "0f0"))],
               files={"game.yaml": "name: T\nterms: {c: {a: {name: a, colour: 004721}, b: {name: b, colour: 1030e0}, d: {name: d, colour: 123456}, e: {name: e, colour: 0f0}}}\n"}, cure='write "#004721"'),
    "Y22": Row("a: {atk: +2}", [f"{D}:4:12 M102 'atk' takes a whole number, found '+2'"], "fields: {atk: number}\n", cure="write 2, or declare the field as text to print the '+'"),
    "Y25": Row("a: {t: Null}\nb: {t: ~}\nc: {t: }", [f"{D}:4:10 M101 't' has no value", f"{D}:5:10 M101", f"{D}:6:7 M101"], "fields: {t: text}\n", cure='quote it if the word is meant: "Null"'),
    "Y28": Row('a: {art: "art\\new\\table.png"}', [f"{D}:3:12 M107 there is a control character"], cure="use '/' between folders, or single quotes"),
    "Y37": Row("b: {text: [one, two]}\nc: {name: {x: 1}}", [f"{D}:3:13 M102 'text' takes text, found a list", f"{D}:4:13 M102 'name' takes text, found a mapping"]),
    "J06": Row(ONE, ["layouts/l.xml:1:1 L120 the layout takes more than 100000 steps"], "layout: l\n",
               {"layouts/l.xml": "<face>{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}</face>"}),
    "J08": Row("a: {name: '{{ facts.n }}', text: 'Draw {{ facts.n }}'}", [
                   "locale/fr.po:6:17 K530 '{{ facts.Comptage }}' is not in the source", "locale/cs.po:6:15 X160 '{{' is never closed"],
               files={"game.yaml": FRENCH, "locale/fr.po": po("card.text", "Draw {{ facts.n }}", "Piochez {{ facts.Comptage }}"), "locale/cs.po": po("card.text", "Draw {{ facts.n }}", "Lízni {{ facts.n")},
               lang="en,fr,cs", cure="write '{{ facts.n }}', which is missing"),
    "J09": Row("a: {text: 'Draw {{ facts.n }}'}", ["locale/cs.po:6:15 K530 '{{ facts.N }}' is not in the source"],
               files={"game.yaml": FRENCH, "locale/cs.po": po("card.text", "Draw {{ facts.n }}", "Lízni {{ facts.N }}")}, lang="cs", cure="write '{{ facts.n }}', which is missing"),
    "F01": Row(ONE, ["game.yaml:2:23 A320 unknown font family 'Helvetica'"], files={"game.yaml": "name: T\nstyles: {body: {font: Helvetica}}\n"}, cure="known font families: Anton"),
    "F08": Row('a: {name: "⚔️ Bitva 🐉", text: "👨‍👩‍👧 + 2🏆"}', [f"{D}:3:14 T200 no glyph for '⚔' (U+2694)", f"{D}:3:23 T200 no glyph for '🐉'", f"{D}:3:34 T200 no glyph for '👨'",
                   f"{D}:3:36 T200 no glyph for '👩'", f"{D}:3:38 T200 no glyph for '👧'", f"{D}:3:43 T200 no glyph for '🏆'"], cure="use an icon, such as :fire:"),
    "F13": Row(ONE, ["game.yaml:2:23 A320 unknown font family 'Barow'"], files={"game.yaml": "name: T\nstyles: {body: {font: Barow}}\n"}, cure="did you mean 'Barlow'?"),
    "T02": Row(f"a: {{name: {'Nejneobhospodařovávatelnější' * 8}}}", [f"{D}:3:13 T110 'Nejneobhospodařovávatelnější"], cure="smaller min-size"),
    "T07": Row('a: {text: ":Action: one; :broadswrod: [[Book]] [[Ally]"}', [f"{D}:3:14 K200 ':Action:' is not an icon", f"{D}:3:28 A100 unknown icon 'broadswrod'"], cure="did you mean 'broadsword'?"),
    "T11": Row(f"a: {{text: 'https://example.org/{'a' * 200}'}}", [f"{D}:3:14 T110 'https://example.org/aaa"], cure="soft hyphens"),
    "T13": Row("a: {text: A short text}", ["locale/fr.po:6:8 T100 the text does not fit"], files={"game.yaml": FRENCH, "locale/fr.po": po("card.text", "A short text", "Un texte bien plus long " * 400 + "oui")}, lang="fr", cure="shorten the text"),
    "I05": Row("c: {art: c.png}\nd: {art: d.png}\ne: {art: e.jpg}", [f"{D}:3:12 A210 'c.png' is a web page", f"{D}:4:12 A210 'd.png' is empty", f"{D}:5:12 A210 'e.jpg' is a faulty picture"],
               files={"c.png": "<html>404", "d.png": b"", "e.jpg": photo(200, 200, "JPEG")[:6_000]}),
    "I09": Row("a: {art: a.png}", [f"{D}:3:12 A220 'a.png' has 81 dpi at its printed size, wanted 300"], files={"a.png": photo(200, 200)}, cure="use a picture of", written=True),
    "G02": Row("a: {text: ':own: :empty: :broken:'}", ["icons/broken.svg:1:1 A110 not XML", "icons/empty.svg:1:1 A112 the SVG draws nothing", "icons/own.svg:1:1 A110 the file is empty"],
               files={"icons/own.svg": "", "icons/empty.svg": "<svg viewBox='0 0 1 1'><path d=''/></svg>", "icons/broken.svg": "nonsense"}),
    "G05": Row("a: {text: ':own:'}", ["icons/own.svg:1:56 A110 the DOCTYPE defines entities"],
               files={"icons/own.svg": '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]><svg viewBox="0 0 1 1"><text>&x;</text></svg>'}, cure="plain SVG"),
    "S07": Row(ONE, [f"{D}:4:3 S110 piece of 300 × 400 mm needs"], "size: 300x400mm\n", cure="make the piece smaller"),
    "S12": Row('a: {copies: 2.5}\nb: {copies: -1}\nc: {copies: "2-4"}\nd: {copies: true}\ne: {copies: 100000}\nf: {copies: 0}', [f"{D}:{line}:15 M135" for line in range(3, 8)], cure="write 0 to 999"),
    "S17": Row(ONE, ["game.yaml:4:11 M102", "game.yaml:3:10 M104 bleed '3,5' has a decimal comma"], files={"game.yaml": "name: T\nprint:\n  bleed: 3,5\n  margin: [3,5, 4]\n"}, cure="in brackets a comma separates values"),
    "S18": Row(ONE, ["game.yaml:2:9 M100 unknown key 'mark'", "game.yaml:2:21 M100 unknown key 'bleeds'"], files={"game.yaml": "name: T\nprint: {mark: none, bleeds: 3}\n"}, cure="did you mean 'marks'?"),
    "B06": Row(ONE, ["layouts/b.xml:1:14 A210 there is no file 'zz.png'"], "back: b\n", {"layouts/b.xml": "<face><image src='zz.png' inset='0'/></face>"}),
    "M03": Row(ONE, ["game.yaml:2:16 M103 unknown marks 'false'"], files={"game.yaml": "name: T\nprint: {marks: false}\n"}, cure="crop, lines, none"),
    "H09": Row(ONE, [f"{D}:4:3 S110 piece of 594 × 420 mm needs"], "size: 594x420mm\n"),
    "L01": Row("""a: {text: "{{ 2 | plural(one='kartu', other='karet') }}"}""", [f"{D}:3:21 X150 plural lacks few for language 'cs'"], files={"game.yaml": "name: T\nlanguage: cs\n"}, lang="cs", cure="add few='…'"),
    "L10": Row("a: {text: '**Attack** {{ facts.n }}'}", ["locale/cs.po:6:9 K530 '{{ facts.n }}' of the source is missing", "locale/cs.po:6:9 K533 no bold"],
               files={"game.yaml": FRENCH, "locale/cs.po": po("card.text", "**Attack** {{ facts.n }}", "<tučné>Útok</tučné> {počet}")}, lang="cs"),
    "L18": Row(ONE, ["rulebook/r.md:2:8 R160 'r' has"], files={"rulebook/r.md": "---\npages: 1\n---\n# R\n" + "\n\n".join(["Some words of a rule. " * 20] * 60)}, cure="shorten the text"),
    "L19": Row(ONE, ["locale/fr.po:1:14 Y101 the file is not UTF-8 (byte 0xbd)"], files={"game.yaml": FRENCH, "locale/fr.po": 'msgid "x"\nmsgstr "cœur €"\n'.replace("\nmsgstr", " ").encode("iso8859-15")}, lang="fr", cure="save it as UTF-8"),
    "L20": Row(f"Kůň: {{text: a}}\n{unicodedata.normalize('NFD', 'Kůň')}: {{text: b}}", [f"{D}:4:3 Y201 the key 'Kůň' appears twice"]),
    "P01": Row("a: {art: ../../etc/passwd}\nb: {art: /etc/hostname}\nc: {art: 'C:/x.png'}\nd: {art: '..'}", [f"{D}:3:12 A210 '../../etc/passwd' leaves", f"{D}:4:12 A210 '/etc/hostname' is an absolute path", f"{D}:5:12 A210 'C:/x.png' is an absolute", f"{D}:6:12 A210 '..' leaves"]),
    "P02": Row("a: {art: 'file:///etc/passwd'}\nb: {art: 'http://127.0.0.1:9/x.png'}", [f"{D}:3:12 A210 'file:///etc/passwd' is an address", f"{D}:4:12 A210 'http://127.0.0.1:9/x.png' is an address"]),
    "P13": Row("\n".join(f"c{n}: {{art: {n}.png}}" for n in range(4)), [f"{D}:5:13 A210 '2.png' is a faulty picture"], files={f"{n}.png": photo(700, 700)[: 90_000 if n == 2 else None] for n in range(4)}),
    "P14": Row("\n".join(f"c{n}: {{art: art/{n}.png}}" for n in range(5)), [f"{D}:{3 + n}:13 A210 there is no file 'art/{n}.png'" for n in (1, 2, 4)], files={"art/0.png": plain_png(), "art/3.png": plain_png()}),
    "P15": Row(f"a: {{copies: {'9' * 400}}}", [f"{D}:3:15 X105 the number is too big"]),
}  # fmt: skip


@pytest.mark.parametrize("case", TOLD)
def test_a_mistake_is_reported(tmp_path: Path, case: str) -> None:
    row = TOLD[case]
    made = deck(tmp_path, row.pieces, row.head, row.files, lang=row.lang)
    told = made.told()
    places = [
        next((at for at, line in enumerate(told) if line.startswith(start)), None) for start in row.told
    ]
    assert None not in places, told
    assert sorted(places) == places  # type: ignore[type-var]
    assert row.cure in made.cures()
    assert bool(made.result.files) is row.written


def test_a_mistake_of_the_layout_is_one_line_for_two_hundred_cards(tmp_path: Path) -> None:  # J10
    pieces = "\n".join(f"c{number}: {{flavour: y}}" for number in range(200))
    layout = {"layouts/l.xml": "<face><text inset='4'>{{ piece.flavor }}</text></face>"}
    made = deck(tmp_path, pieces, "fields: {flavour: text?}\nlayout: l\n", layout)
    shown = full(made.found, {})
    assert shown.count("has no 'flavor'") == 1
    assert "199 more" in shown
    assert "did you mean 'flavour'?" in shown


def test_a_missing_picture_of_repeated_pieces_is_reported_once_where_it_is_written(tmp_path: Path) -> None:
    terms = "terms: {side: {red: {name: Red}, blue: {name: Blue}}}\n"
    head = "fields: {side: term side}\nlayout: l\n"
    files = {
        "game.yaml": GAME + terms,
        "layouts/l.xml": "<face><image src='{{ piece.art }}'/><text>{{ piece.side }}</text></face>",
    }
    made = deck(tmp_path, "a: {for: {side: side}, art: art/a.png}", head, files)
    assert [line for line in made.told() if "A210" in line] == [
        "cards/deck.yaml:5:31 A210 there is no file 'art/a.png'"
    ]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("2.5in", ""),
        ("180pt", ""),
        ("6.35cm", ""),
        ("0.25in", ""),
        ("'88,9 mm'", "write 88.9 mm"),
        ("63", "write 63mm"),
        ("'63 mmm'", "known are mm, cm, pt and in"),
        ("-1mm", "write 0mm or more"),
    ],
)
def test_a_length_is_read_in_one_way_or_refused(tmp_path: Path, typed: str, answer: str) -> None:  # S06
    made = deck(tmp_path, ONE, files={"game.yaml": f"{GAME}print: {{gutter: {typed}}}\n"})
    assert (made.codes(), bool(answer)) in ([["M104"], True], [[], False], (["M104"], True), ([], False))
    assert answer in made.cures()
