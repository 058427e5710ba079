"""What is begun ten thousand times and never closed is not looked for to the end of the file each time.

Each of these took more than a minute.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

from pnp.build.workshop import check_workshop, open_workshop
from pnp.icons import parse_svg
from pnp.icons.svg import style as style_sheets
from pnp.load import load_game
from pnp.load.decode import decode
from pnp.load.table import xlsx_rows
from pnp.model import RulebookSource
from pnp.rulebook import parse_rulebook
from tests.layout.game import compose

LETTERS = "a" * 50_000


def test_a_check_of_what_is_never_closed_ends_soon(tmp_path: Path) -> None:
    files = {
        "game.yaml": f"name: x\nlanguage: en\nlanguages: [en, de]\nplayers: 2\ncredits: {{idea: [{LETTERS}]}}\n",
        "cards/a.yaml": "kind: card\nlayout: own\nfields: {words: list}\n"
        f"pieces: {{a: {{name: 'a?b{'_@' * 40_000}', words: [{LETTERS}]}}}}\n",
        "layouts/own.xml": "<text>" * 15_000,
        "layouts/two.xml": "<text>" + "](" * 50_000 + "</text>",
        "layouts/three.xml": "<text>" + "<" * 90_000 + "</text>",
        "layouts/four.xml": "<text " * 15_000,
        "rulebook/r.md": "<<<<<<< a\n" * 20_000,
    }
    for name, words in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(words, encoding="utf-8")
    start = time.thread_time()
    check_workshop(open_workshop(tmp_path, tmp_path))
    assert time.thread_time() - start < 15  # 1 s


@pytest.mark.parametrize("made", ["{{ nope }}", "{{ none.b }}"])
def test_a_fault_in_a_line_of_one_long_word_is_found_soon(made: str) -> None:
    start = time.thread_time()
    (found,) = compose(f"<face><!-- {LETTERS} --><text>{made}</text></face>").diagnostics
    assert found.code in ("L110", "L112")
    assert time.thread_time() - start < 5


def test_of_many_unfinished_merges_the_first_ones_are_listed() -> None:
    found = decode(b"<<<<<<< a\n=======\n>>>>>>> b\n" * 10_000, "a.yaml")[1]
    assert {each.code for each in found} == {"Y115"}
    assert [each.span.line for each in found if each.span] == [1 + 3 * at for at in range(20)]


def _svg(style: str, body: str) -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>{style}</style>{body}</svg>'.encode()


RECT = '<rect width="9" height="9"/>'


@pytest.mark.parametrize(
    ("style", "body", "codes"),
    [
        ("x " + "g " * 25 + "rect{fill:red}", "<g>" * 50 + RECT + "</g>" * 50, []),
        ("x~rect~rect~rect{fill:red}", RECT * 500, []),
        ("x+rect{fill:red}", RECT * 500, []),
        ("g " * 40 + "{fill:red}", RECT, ["A111"]),
        ("a>" * 50_000 + "{fill:red}", RECT, ["A111"]),
        ("".join(f"*[a{at}]{{fill:red}}" for at in range(400)), RECT * 500, ["A114"]),
        ("rect:last-child{fill:red}" * 499, RECT * 500, ["A114"]),
        ("rect[class~=x]{fill:red}" * 400, f'<rect class="{"a " * 9_000}" width="9" height="9"/>', ["A114"]),
    ],
    ids=["ancestors", "siblings", "next", "long", "longer", "rules", "places", "words"],
)  # fmt: skip
def test_selectors_are_followed_in_the_time_of_a_glance_at_each_element(
    style: str, body: str, codes: list[str]
) -> None:
    start = time.thread_time()
    with mock.patch.object(style_sheets, "MAX_COMPARISONS", 50_000):
        found = parse_svg(_svg(style, body), "a.svg")[1]
    assert [each.code for each in found] == codes
    assert time.thread_time() - start < 5


def layouts(each: str) -> Callable[[int], dict[str, str]]:
    """Files of a game with as many layouts."""
    return lambda count: {f"layouts/a{at:02}.xml": each for at in range(count)}


@pytest.mark.parametrize(
    ("files", "most", "reason"),
    [
        (layouts("{{ 1 }}" * 7_000), 4, "more than 200,000 characters inside {{ }}, {% %} and {# #}"),
        (layouts("<face/>" + " " * 190_000), 10, "more than 2,000,000 characters"),
    ],
)
def test_the_layouts_of_a_game_have_a_limit_together(
    tmp_path: Path, files: Callable[[int], dict[str, str]], most: int, reason: str
) -> None:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "game.yaml").write_text("name: x\nlanguage: en\n", encoding="utf-8")
    for name, words in files(most + 1).items():
        (tmp_path / name).write_text(words, encoding="utf-8")
    loaded = load_game(tmp_path)
    (found,) = [each for each in loaded.diagnostics if each.code == "L100"]
    assert str(found.span).endswith(f"/layouts/a{most:02}.xml:1:1")
    assert reason in found.message
    assert loaded.game is not None
    assert len(loaded.game.layouts) == most


SPACES = " " * 100_000


HEAD = "name: x\nlanguage: en\nlanguages: [en, pl]\nplayers: 2\n"


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        (
            {
                "game.yaml": f'{HEAD}print: {{paper: "1{SPACES}!", gutter: "1{SPACES}!"}}\n',
                "cards/a.yaml": f'kind: card\nsize: "1{SPACES}!"\npieces: {{a: {{name: x}}}}\n',
            },
            {"M103", "M121"},
        ),
        (
            {
                "game.yaml": HEAD,
                "cards/a.yaml": f"kind: card\npieces: {{a: {{name: x, text: {LETTERS}}}}}\n",
                "locale/pl.po": 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n\n'
                f'msgctxt "a/text"\nmsgid "{LETTERS}"\nmsgstr "{LETTERS[1:]}"\n',
            },
            {"K520"},
        ),
    ],
    ids=["data", "texts"],
)
def test_spaces_and_words_without_end_are_read_once(
    tmp_path: Path, files: dict[str, str], codes: set[str]
) -> None:
    for name, words in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(words, encoding="utf-8")
    start = time.thread_time()
    found = check_workshop(open_workshop(tmp_path, tmp_path)).diagnostics
    assert codes <= {each.code for each in found}
    assert time.thread_time() - start < 15  # 1 s


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (f"---\ntitle: x{SPACES}x\npages: x{SPACES}x\n---\n# a\n", ["R120"]),
        (f":::piece{{x{SPACES}}}\n", ["R111", "R112"]),
        (f"|a|b|\n|{'-' * 50_000}|{SPACES}x\n", []),
    ],
)
def test_spaces_in_rule_sheets_are_read_once(words: str, codes: list[str]) -> None:
    start = time.thread_time()
    found = parse_rulebook(RulebookSource("r", "r.md", words)).diagnostics
    assert sorted(each.code for each in found) == codes
    assert time.thread_time() - start < 5


def test_a_number_format_of_brackets_is_read_once() -> None:
    start = time.thread_time()
    assert xlsx_rows._ASIDE.sub("", "[" * 60_000 + "[Red]0") == "[" * 60_000 + "0"
    assert time.thread_time() - start < 5
