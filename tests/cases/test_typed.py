"""Whatever is typed: the PDF says it, or there is a finding at its place."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from pnp.build.pipeline import build
from pnp.build.request import BuildOptions
from pnp.build.workshop import open_workshop
from pnp.diagnostics import Diagnostic, Severity
from tests.cases.made import words_of, write
from tests.laws import examples

ODD = (
    "\x00\x01\x07\x08\x0b\x0c\x1b\x7f\x80\x85\x92\x9f\xa0\xad\u034f\u061c\u115f\u200b\u200d\u200e\u2007\u2009"
    "\u2011\u2018\u2019\u201c\u201d\u202a\u202e\u202f\u2060\u2066\u2028\u2029\u3000\u3164\ufeff\ufe0f\ufff9"
    "\ufffc\ufffd\uffff\ue000\U000e0041\U0001f3fb\U0001f409\u0301\u030c\ufb01\u01c4\u0130\u0131\u212b\u00b5"
    "\u2460\u00bd\u2212\u2013\u2014\u2026\u00ab\u00bb#'\"%&@!?;:.,-~=+/|^_$<>()0123456789\t"
)
LETTERS = "abcdefgxyzABCÉéěščřžýáíéůÄöüßłńçœæøåñŐűЖяΩλ"
MARKS = "*[]{}\\\n\r`"
"""Characters that begin marks; tests of marks try them."""
TYPED = st.text(
    st.sampled_from(LETTERS * 3 + " " * 8 + ODD) | st.characters(exclude_categories=("Cs",)),
    min_size=1,
    max_size=8,
).map(lambda text: "x" + "".join(c for c in text if c not in MARKS and (c != "#")))
TEXTS = st.lists(TYPED, min_size=30, max_size=30)

UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
LAYOUT = '<face><text inset="2" style="body">Q{{ piece.number }}Q {{ piece.text }} P{{ piece.number }}P</text></face>'
STYLES = "styles: {body: {hyphenate: false, size: 6pt, min-size: 3pt}, rulebook-body: {hyphenate: false}}\n"


def letters(text: str) -> str:
    """What is to be found again: spaces do not count, nor marks over letters, which readers move about."""
    plain = unicodedata.normalize("NFKC", UNSEEN.sub("", text)).replace("\u2011", "-").replace("\u2010", "-")
    return "".join(
        c for c in unicodedata.normalize("NFD", plain) if not c.isspace() and not unicodedata.combining(c)
    )


def same(typed: str, said: str) -> bool:
    one, other = letters(typed), letters(said)
    mixed = any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in typed)
    return sorted(one) == sorted(other) if mixed else one == other


def quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


def files_of(kind: str, texts: dict[int, str]) -> tuple[str, dict[str, str], dict[int, range]]:
    """The file that holds the texts, all files of the game, and the lines of each text."""
    head = f"name: G\nlanguage: en\nlanguages: [{'en, cs' if kind == 'po' else 'en'}]\n{STYLES}"
    files = {"game.yaml": head, "layouts/main.xml": LAYOUT}
    deck = "kind: card\nlayout: main\n"
    entries = {
        "yaml": lambda n, text: f"  c{n}: {{text: {json.dumps(text, ensure_ascii=False)}}}\n",
        "csv": lambda n, text: f"c{n},{quoted(text)}\n".replace('\\"', '""'),
        "po": lambda n, text: f'msgctxt "card.text"\nmsgid "Word{n}"\nmsgstr {quoted(text)}\n\n',
        "md": lambda n, text: f"Q{n}Q {text} P{n}P\n\n",
    }
    starts = {"yaml": f"{deck}pieces:\n", "csv": "id,text\n", "md": "# T\n\n"}
    starts["po"] = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    file = {
        "yaml": "cards/deck.yaml",
        "csv": "cards/deck.csv",
        "po": "locale/cs.po",
        "md": "rulebook/rules.md",
    }[kind]
    written, lines = starts[kind], {}
    for n, text in texts.items():
        first = written.count("\n") + 1
        written += entries[kind](n, text)
        lines[n] = range(first, written.count("\n") + 1)
    if kind != "yaml":
        words = "".join(f"  c{n}: {{text: Word{n}}}\n" for n in texts) if kind == "po" else "  a: {text: x}\n"
        files["cards/deck.yaml"] = deck + ("rows: deck.csv\n" if kind == "csv" else f"pieces:\n{words}")
    return file, {**files, file: written}, lines


def at_texts(found: list[Diagnostic], file: str, lines: dict[int, range]) -> dict[int, list[Diagnostic]]:
    """The findings at the place of each text."""
    places: dict[int, list[Diagnostic]] = {}
    for each in found:
        for n, own in lines.items():
            here = each.span is not None and each.span.file == file and each.span.line in own
            if here or (each.piece or "").endswith(f"/c{n}"):
                places.setdefault(n, []).append(each)
    return places


@pytest.mark.parametrize("kind", ["yaml", "csv", "po", "md"])
def test_what_is_typed_is_printed_or_told_at_its_place(
    kind: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    @given(TEXTS)
    @examples(2, suppress_health_check=list(HealthCheck))
    def law(texts: list[str]) -> None:
        left = dict(enumerate(texts, 1))
        while left:
            folder = tmp_path_factory.mktemp(kind)
            file, files, lines = files_of(kind, left)
            write(folder, {name: content.encode() for name, content in files.items()})
            workshop = open_workshop(folder, folder)
            made = build(workshop, BuildOptions(folder / "out", ("cs" if kind == "po" else "en",)))
            told = at_texts(list(made.diagnostics), file, lines)
            if made.files:
                check_printed(folder, kind, left, told)
                return
            faulty = {n for n, own in told.items() if any(each.severity is Severity.ERROR for each in own)}
            assert faulty, [each.message for each in made.diagnostics]
            left = {n: text for n, text in left.items() if n not in faulty}

    law()


def check_printed(folder: Path, kind: str, texts: dict[int, str], told: dict[int, list[Diagnostic]]) -> None:
    (pdf,) = [path for path in (folder / "out").rglob("*.pdf") if (path.stem == "rules") is (kind == "md")]
    said = words_of(pdf.read_bytes())
    for number, (n, text) in enumerate(texts.items(), 1):
        mark = n if kind == "md" else number
        shown = re.search(rf"Q{mark}Q(.*?)P{mark}P", said, re.DOTALL)
        assert n in told or (shown and same(text, shown[1])), (ascii(text), shown and ascii(shown[1]))
