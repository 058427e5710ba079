"""Strange but right input: what was typed is what stands on the paper."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cases.made import GAME, deck, make, write
from tests.cases.test_told import FRENCH, po


@dataclass(frozen=True)
class Row:
    """A deck without a slip.

    Attributes:
        pieces: Lines below ``pieces:``.
        words: Each is found in the text of the file.
        head: Lines above ``pieces:``.
        files: More files.
        lang: Language to build.
        never: Words that are nowhere.
        codes: Of warnings that belong to it.
    """

    pieces: str
    words: tuple[str, ...]
    head: str = ""
    files: dict[str, str | bytes] = field(default_factory=dict)
    lang: str = "en"
    never: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()


def shown(expression: str) -> dict[str, str | bytes]:
    """A layout that prints one expression."""
    return {"layouts/l.xml": f"<face><text inset='4'>[{expression}]</text></face>"}


IN_CZECH: dict[str, str | bytes] = {"game.yaml": "name: T\nlanguage: cs\n"}
IN_POLISH: dict[str, str | bytes] = {"game.yaml": "name: T\nlanguage: pl\n"}
LAYOUT = "layout: l\n"

PRINTED: dict[str, Row] = {
    "Y18": Row("a: {text: ':broadsword: Draw a card'}\nb: {text: '[tap] and {T}: Draw'}", ("Draw a card", "[tap] and {T}: Draw")),
    "Y19": Row("a: {text: 'Action: draw 2 cards'}\nb:\n  text: |\n    Action: draw 3 cards", ("Action: draw 2 cards", "Action: draw 3 cards")),
    "Y22": Row("a: {atk: +2, guard: -1, mod: +0, text: '{{ atk }} {{ guard }} {{ mod }}'}", ("+2 -1 +0",), "fields: {atk: text, guard: text, mod: text}\n"),
    "Y24": Row("a: {name: 2024-01-05}\nb: {name: 2024-1-5}", ("2024-01-05", "2024-1-5")),
    "Y37": Row("a: {text: 9}\nb: {text: 007}\nc: {text: 1.50}", ("9", "007", "1.50")),
    "J03": Row("a: {flavour: }", ("[]",), "fields: {flavour: text?}\nlayout: l\n", shown("{{ piece.flavour }}"), never=("None",)),
    "J07": Row('a: {name: "Dungeons & Dragons", text: "if HP<3 & ATK>1: R&D"}', ("Dungeons & Dragons", "if HP<3 & ATK>1: R&D"), never=("amp;",)),
    "J09": Row("a: {text: 'Draw {{ facts.n }}'}", ("Lízni 2",), files={"game.yaml": FRENCH, "locale/cs.po": po("card.text", "Draw {{ facts.n }}", "Lízni {{facts.n}}")}, lang="cs", codes=("K500",)),
    "J12": Row('a: {name: "straße ﬁ"}\nb: {name: "Z\u030cluťoučky\u0301"}', ("STRASSE FI", "ŽLUŤOUČKÝ"), LAYOUT, shown("{{ piece.name | upper }}")),
    "J13": Row("a: {cost: 9}\nb: {cost: X}\nc: {name: n}\nd: {cost: 1}", ("[ d a b c]",), "fields: {cost: text?}\nlayout: l\n", shown("{% for p in set.pieces | sort(attribute='cost') %} {{ p.id }}{% endfor %}"), codes=("L341",)),
    "F01": Row('a: {name: "Řeřicha", text: "Příliš žluťoučký kůň úpěl ďábelské ódy"}', ("Řeřicha", "Příliš žluťoučký kůň úpěl ďábelské ódy"), files=IN_CZECH, lang="cs"),
    "F02": Row('a: {text: "Zażółć gęślą jaźń ĄĆĘŁŃÓŚŹŻ"}\nb: {text: "Cœur, Ÿ, Æ, «à» ’"}', ("Zażółć gęślą jaźń", "ĄĆĘŁŃÓŚŹŻ", "Cœur, Ÿ, Æ, «à» ’"), files=IN_POLISH, lang="pl"),
    "F07": Row('a: {name: "Z\u030clutý ku\u030an\u030c"}', ("Žlutý kůň",), files=IN_CZECH, lang="cs"),
    "F12": Row(r'a: {text: "A\nB\tC\u00A0D\u2009E\u200BF\u2007G"}', ("B C",)),
    "T05": Row('a: {text: "If HP<3 or ATK >1"}\nb: {text: "<i>open"}\nc: {text: "after"}', ("If HP<3 or ATK >1", "<i>open", "after"), codes=("K201",)),
    "T10": Row('a: {name: "Perception "}\nb: {text: "Row 1.\\n Row 2.\\n"}', ("Perception", "Row 1.", "Row 2."), codes=("K220",)),
    "S12": Row("a: {copies: 0, name: none}\nb: {copies: '3', name: three}", ("three",), never=("none",)),
    "B12": Row('life: {name: "Life // Death"}', ("Life // Death",)),
    "B15": Row("a: {name: x}\nblank: {layout: l}", ("x",), files={"layouts/l.xml": "<face/>"}),
    "L17": Row("a: {name: Karta}", ("List 1 z 1", "Tiskněte na 100", "čeština"), files=IN_CZECH, lang="cs", never=("Sheet", "Print at", "This line")),
    "L20": Row("a: {text: Kůň}", ("Horse",), files={"game.yaml": "name: Test\nlanguage: cs\nlanguages: [cs, en]\n", "locale/en.po": unicodedata.normalize("NFD", po("card.text", "Kůň", "Horse"))}, codes=("K500",)),
    "P08": Row('a: {name: Knight}\nb: {name: knight}\nc: {name: "Kníght"}', ("Knight", "knight", "Kníght")),
}  # fmt: skip


@pytest.mark.parametrize("case", PRINTED)
def test_it_prints_as_it_was_typed(tmp_path: Path, case: str) -> None:
    row = PRINTED[case]
    made = deck(tmp_path, row.pieces, row.head, row.files or {"game.yaml": GAME}, lang=row.lang)
    assert made.codes() == sorted(row.codes), made.told()
    text = " ".join(made.words().split())
    for words in row.words:
        assert words in text
    for words in row.never:
        assert words not in text


def test_as_many_are_printed_as_are_asked_for(tmp_path: Path) -> None:  # S12
    made = deck(
        tmp_path,
        "a: {copies: 0, name: Nought}\nb: {copies: '3', name: Three}\nc: {copies: 11, name: Eleven}\nd: {name: One}",
    )
    words = made.words()
    times = words.count("One")  # a card says its name more than once
    assert [words.count(name) for name in ("Nought", "Three", "Eleven")] == [0, 3 * times, 11 * times]
    assert made.result.pieces == 15
    record = json.loads(next((made.folder / "out").rglob("manifest.json")).read_text("utf-8"))
    assert sum(piece["copies"] for piece in record["pieces"].values()) == 15


HORSE = "kind: card\npieces:\n  kun: {name: Žlutý kůň, text: 'Řekni “ahoj” – 🐉'}\n"
"""No font has the dragon."""


@pytest.fixture(scope="module")
def horse(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of the card without the dragon, made in this process."""
    made = make(tmp_path_factory.mktemp("horse"), {"cards/deck.yaml": HORSE.replace(" 🐉", "")})
    return made.pdf().read_bytes()


@pytest.mark.parametrize("encoding", ["ascii", "cp1250", "utf-8"])
def test_the_code_page_of_the_terminal_changes_no_file_and_stops_no_message(
    tmp_path: Path, horse: bytes, encoding: str
) -> None:  # Y30
    good = write(tmp_path / "game", {"cards/deck.yaml": HORSE.replace(" 🐉", "")})
    bad = write(tmp_path / "bad/game", {"cards/deck.yaml": HORSE})
    around = {
        **os.environ,
        "LC_ALL": "C",
        "PYTHONIOENCODING": encoding,
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONUTF8": "0",
    }
    for folder, code in ((good, 0), (bad, 1)) if encoding == "ascii" else ((bad, 1),):
        run = subprocess.run(
            [sys.executable, "-m", "pnp", "build"], cwd=folder, capture_output=True, check=False, env=around
        )
        assert run.returncode == code, run.stderr
        assert b"Traceback" not in run.stderr
        run.stderr.decode(encoding)
    assert encoding != "ascii" or next((good / "out").rglob("deck.pdf")).read_bytes() == horse
    assert b"T200" in run.stderr
