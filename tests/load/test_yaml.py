"""What authors type into YAML is either what they get, or a fault that says what to do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.load.limits import MAX_NODES, MAX_UNPRINTABLE
from pnp.load.yaml.node import Mapping, Scalar, plain
from tests.laws import examples
from tests.load.folder import read, told


def value(text: str) -> object:
    found = read(text)
    assert found.found == []
    assert found.document is not None
    return plain(found.document.root)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("{on: discard, off: draw, side: Off}", {"on": "discard", "off": "draw", "side": "Off"}),
        ("{a: yes, b: No, c: y}", {"a": "yes", "b": "No", "c": "y"}),
        ("{a: true, b: FALSE, c: tRUE}", {"a": True, "b": False, "c": "tRUE"}),
        (
            "{a: 12:30, b: 1_000, c: 2024-01-05, d: 2024-1-5}",
            {"a": "12:30", "b": "1_000", "c": "2024-01-05", "d": "2024-1-5"},
        ),
        (
            "{a: 007, b: 010, c: 0x1F, d: 0o17, e: .inf}",
            {"a": "007", "b": "010", "c": "0x1F", "d": "0o17", "e": ".inf"},
        ),
        ("{a: ~, b: Null, c: , d: 'null'}", {"a": None, "b": None, "c": None, "d": "null"}),
        ("{a: 1.5, b: -3, c: 1e3, d: .5}", {"a": 1.5, "b": -3, "c": 1000.0, "d": 0.5}),
        ("{1: a, true: b, 007: c}", {"1": "a", "true": "b", "007": "c"}),
    ],
)
def test_only_the_words_of_yaml_1_2_are_typed(typed: str, meant: object) -> None:
    assert value(typed + "\n") == meant


def test_signs_and_zeros_are_kept_for_where_text_is_wanted() -> None:
    document = read("a: +2\nb: +0\nc: 1.50\nd: 9" + "9" * 400 + "\n").document
    assert document is not None
    root = document.root
    texts = [node.text for _, node in root.entries.values() if isinstance(node, Scalar)]
    assert texts[:3] == ["+2", "+0", "1.50"]
    kinds = [type(node.value).__mro__[-2] for _, node in root.entries.values() if isinstance(node, Scalar)]
    assert kinds == [int, int, float, str]  # four hundred digits are no number


@pytest.mark.parametrize(
    ("typed", "place", "help_part"),
    [
        (r'"don\x92t"', "1:8", "write '’'"),
        (r'"C\u0085D"', "1:6", "write '…'"),
        (r'"a\Nb"', "1:6", "write '…'"),
        (r'"a \U00000081"', "1:7", "single quotes"),
        (r'"a\0"', "1:6", "single quotes"),
        (r'"art\axe.png"', "1:8", "'/' between folders"),
        (r'"a\rb"', "1:6", r"write '\n'"),
        (r'"a\Lb"', "1:6", "single quotes"),
        (r'"\ufffd"', "1:5", "single quotes"),
        ('"a\n  \\x93b"', "2:3", "write '“'"),
    ],
)
def test_an_escape_vanished_on_paper(typed: str, place: str, help_part: str) -> None:
    (found,) = read(f"a: {typed}\n").found
    assert found.code == "Y102"
    assert found.span is not None
    assert f"{found.span.line}:{found.span.column}" == place
    assert help_part in " ".join(found.help)


@pytest.mark.parametrize(
    "typed", [r'"a\tb"', r'"a\nb"', r'"\_"', r"'\x92'", r"\x92", r'"\\x92"', r'"\u00a0\u2019"']
)
def test_an_escape_that_prints_is_no_fault(typed: str) -> None:
    assert read(f"a: {typed}\n").found == []


@pytest.mark.parametrize(
    ("typed", "place", "sign"),
    [
        ("name: Score #-1", 13, "#-1"),
        ("name: Score #+1 now", 13, "#+1"),
        ("text: #️⃣ key", 7, "#️⃣"),
        ("text: key #️⃣", 11, "#️⃣"),
        ("name: Player #", 14, "#"),
        ("name: Player #  ", 14, "#"),
        ("name: Wow #!", 11, "#!"),
        ("name: Track #„A“", 13, "#„A“"),
    ],
)
def test_what_follows_a_comment_sign_was_cut_off(typed: str, place: int, sign: str) -> None:
    (found,) = read(typed + "\n").found
    assert found.code == "Y114"
    assert found.span is not None
    assert (found.span.column, found.message.split("'")[1]) == (place, sign)


@pytest.mark.parametrize(
    "typed",
    ["a: x # remark", "a: x #----", "a: x ## part", "a: 5 #=====", "a: #\n  b: c", "a: x#1", "#!x\na: 1"],
)
def test_a_remark_is_no_lost_text(typed: str) -> None:
    assert read(typed + "\n").found == []


@pytest.mark.parametrize(
    ("text", "place", "code", "help_part"),
    [
        ("a: {1:2, 3:4}\n", "1:5", "Y113", "space after ':'"),
        ("cards: [{id: c1, text: First, count: 2, text: Second}]\n", "1:41", "Y201", "remove or rename"),
        ("cards: &c [{id: a, children: *c}]\n", "1:30", "Y204", "line 1"),
        ("cards: [{id: c1, text: {{ name }}}]\n", "1:24", "Y109", "quote text that starts with '{{'"),
        ("a: 1\ntext: {{ name }} cards\n", "2:7", "Y109", "'{{'"),
        ("a: {for: x, text: {{ name }} cards, b: 1}\n", "1:19", "Y109", "'{{'"),
        ("cards: [{id: b, text: &Attack }]\n", "1:23", "Y110", "starts with '&'"),
        ("a: {name: x, text: All drift {{ step }} steps.}\n", "1:30", "Y109", '"All drift …"'),
        ("a: {text: Draw {{ n }}, copies: 2}\n", "1:16", "Y109", "quotes around the whole text"),
        ("a: {text: Worth 1 :star: more.}\n", "1:19", "Y108", '"Worth 1 …"'),
        ("a: {text: Gain :star:, copies: 2}\n", "1:16", "Y108", "quotes around the whole text"),
        ("a: {text: Draw one, then go, copies: 2}\n", "1:21", "Y111", 'text: "Draw one, then go"'),
        ("a: {size: 9,5pt, b: 2}\n", "1:13", "Y111", "write a decimal point: size: 9.5pt"),
        ("a: {cost: 1,5}\n", "1:13", "Y111", "write a decimal point: cost: 1.5"),
        ("a: {cost: 1, roof, b: 2}\n", "1:14", "Y111", "quote the text that holds the ','"),
        ("a: {b: [1], roof}\n", "1:13", "Y111", "write 'roof: …'"),
        ("a: {roof}\n", "1:5", "Y111", "starts with '{'"),
        ("a: {text: You may [deal](bow) it, copies: 2}\n", "1:19", "Y111", "quotes around the whole text"),
        ("a: {name: x,\n  text: one {{ a }}\n  more, b: 2}\n", "2:13", "Y109", "quotes around"),
        ("a: {name: x copies: 2}\n", "1:13", "Y111", "part the keys"),
        ('a: {name: "x" copies: 2}\n', "1:15", "Y111", "part the keys"),
        ("a: {data: [1, 2] copies: 2}\n", "1:18", "Y111", "part the keys"),
        ("a: {\n  name: the x  # y\n\n  copies: 2}\n", "2:13", "Y111", "part the keys"),
        ('a: {name: "x"\n  copies: 2}\n', "1:11", "Y111", "part the keys"),
        ("b:\n  a: {name: x\n  c: {}\n", "2:6", "Y111", "close it"),
        ("a: {text: Note: do this, b: 2}\n", "1:11", "Y111", "quotes around text that holds ': '"),
        ("- text: &Attack the wall\n", "1:9", "Y110", "starts with '&'"),
        ("- id: c\n  text: *Discard* 1 card\n", "2:9", "Y110", "quote it"),
        ("text: *Discard 1 card\n", "1:7", "Y203", "starts with '*'"),
        ("- id: a\n  text: [tap] Draw a card\n", "2:9", "Y111", "quote it"),
        ("- id: b\n  text: {T}: Draw a card\n", "2:10", "Y111", "starts with '{'"),
        ("text: Action: draw 2 cards\n", "1:13", "Y108", "quote the text"),
        ("cards:\n\t- id: a\n", "2:1", "Y103", "use spaces"),
        ("cards:\n  a: 1\n\tb: 2\n", "3:1", "Y103", "use spaces"),
        ("cards:\n\u00a0\u00a0- id: a\n", "2:1", "Y104", "plain space"),
        ("name:\u00a0Knight\n", "1:6", "Y104", "plain space"),
        ("kind: card\nname:\u00a0Knight\n", "2:6", "Y104", "plain space"),
        ('image: "C:\\Users\\me\\x.png"\n', "1:11", "Y107", "use '/'"),
        ('name: "a\\ud83d\\udc09"\n', "1:9", "Y107", "write '🐉' itself, or '\\U0001F409'"),
        ('name: "\\ud83d!"\n', "1:8", "Y107", "write the character itself"),
        ("text: 'Piochez l'as'\nb: 2\n", "1:7", "Y106", "''"),
        ('text: "2.5" tall"\n', "1:7", "Y106", '\\"'),
        ('a: 1\nb: "never closed\nc: 2\n', "2:4", "Y106", "close it"),
        ("text: „Akce: lízni“\n", "1:7", "Y105", "straight quotes"),
        ("cards: [{id: a}]\n---\ncards: [{id: b}]\n", "2:1", "Y207", "one document"),
        ("a: @home\n", "1:4", "Y112", "quote it"),
        ("a: !x y\n", "1:4", "Y208", "starts with '!'"),
        ("a:\n  b: 1\n c: 2\n", "3:2", "Y100", "alike"),
        ("a: 1\nbroken line\nc: 2\n", "2:1", "Y100", "write 'broken: line'"),
        ("a: 1\n  b: 2\n", "2:3", "Y100", "alike"),
        ("p:\n  a: {n: 1}\nb: {n: 2}\n  # c\n  c: {n: 3}\n", "3:1", "Y100", "indent it by 2 spaces"),
        ("p:\n    a: {n: 1}\n  b: {n: 2}\n    c: {n: 3}\n", "3:3", "Y100", "alike"),
        ("a: [1, 2\nb: 3\n", "1:4", "Y111", "close it"),
        ("colour: #B3202C\n", "1:9", "Y114", 'quote it: "#B3202C"'),
        ("bow: {colour: #B3202C, x: 1}\n", "1:15", "Y114", 'quote it: "#B3202C"'),
        ("text: Karta #3\n", "1:13", "Y114", "quote the whole text"),
        ("a: x\u2028y\n", "1:5", "Y102", "delete it"),
        ("a: x\x07y\n", "1:5", "Y102", "delete it"),
        ("a: {<<: red, b: 1}\n", "1:9", "Y210", "<<: *frame"),
        ("[a, b]: 1\n", "1:1", "Y202", "brackets"),
        ("", "1:1", "Y209", "key: value"),
        ("a:\n  name:Knight\n  text: x\n", "2:3", "Y113", "space after ':'"),
        ("a: 1\nlanguage:cs\nb: 2\n", "2:1", "Y113", "space after ':'"),
        ("p:\n  a:{name: x}\n", "2:3", "Y113", "space after ':'"),
        ("a: {b:[1]}\n", "1:6", "Y113", "put a space after ':'"),
        ("a: {b:{c: 1}}\n", "1:6", "Y113", "put a space after ':'"),
        ("a: {name:, text: y}\n", "1:9", "Y113", "write a space and a value after 'name:'"),
        ("name:Test\n", "1:1", "Y211", "space after ':'"),
        ("a: {text: Choose:, name: n}\n", "1:17", "Y108", "quote the whole text"),
        ("a: {text: Odds 1 : 2, name: n}\n", "1:18", "Y108", "quote the whole text"),
        ("a: > 5 gold\n", "1:4", "Y112", "the line below the '>'"),
        ("a: | or\n", "1:4", "Y112", "the line below the '|'"),
        ("a: ? what\n", "1:4", "Y112", "quote it"),
        ("a: - minus\n", "1:4", "Y112", "a line of its own"),
        ("a: , comma\n", "1:4", "Y112", "quote it"),
        ("a: } close\n", "1:4", "Y112", "quote it"),
        ("a: {% if x %}\n", "1:4", "Y111", "{{ }} only"),
        ("a: !\n", "1:4", "Y208", "starts with '!'"),
        ("a: ! Stop\n", "1:4", "Y208", "starts with '!'"),
        ("text: #1 fan\n", "1:7", "Y114", "quote the whole text"),
        ("text: abc #def ghi\n", "1:11", "Y114", "a space after the '#'"),
        ("a: {text: abc #def, name: n}\nb: 1\n", "1:15", "Y114", "quote the whole text"),
        ("a:\n  text: \"x\nb:\n  text: y\nc:\n  text: \"z\"\n", "2:9", "Y106", "close it"),
        ("a: {name: x}}\nb: {name: y}\n", "1:13", "Y111", "remove it"),
        ("_a: &x {c: 1}\n_b: &x {c: 2}\nd: *x\n", "2:5", "Y212", "give one of them another name"),
        ("a: {b: *x}\nc: &x 1\n", "1:8", "Y203", "'&x' is in line 2"),
        ("a: {<<: *x, b: 1}\n", "1:9", "Y203", "each file has anchors of its own"),
        ("a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> x\n", "2:1", "Y115", "keep the lines of one version"),
        ("# nothing\n", "1:1", "Y209", "key: value"),
        ("- a\n- b\n", "1:1", "Y211", ""),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_at_its_place_with_its_cure(
    text: str, place: str, code: str, help_part: str
) -> None:
    found = read(text).found
    assert [f"{item.span.line}:{item.span.column} {item.code}" for item in found[:1] if item.span] == [
        f"{place} {code}"
    ]
    assert help_part in " ".join(found[0].help)
    assert len({item.code for item in found}) == 1, told(found)


def test_remarks_behind_a_sign_and_a_space_stay_remarks() -> None:
    assert value("a: x # note\nb: # note\n  c: 1 #4\n# <<<<<<< HEAD\n") == {"a": "x", "b": {"c": 1}}


def test_a_comment_that_takes_the_bracket_along_leaves_no_file_half_read() -> None:
    found = read("a: {text: abc #def, name: n}\nb: 1\n")
    assert found.document is None
    assert [item.severity.name for item in found.found] == ["ERROR"]


def test_curly_quotes_around_a_whole_text_are_printed_and_noted() -> None:
    found = read("name: “Rytíř”\n")
    assert found.document is not None
    assert plain(found.document.root) == {"name": "“Rytíř”"}
    assert [(item.code, item.severity.name) for item in found.found] == [("Y105", "NOTE")]


def test_tabs_and_odd_spaces_inside_texts_are_the_authors() -> None:
    assert value("a: 'x\ty'\nb: 5\u00a0karet\nc: |\n  x\ty\n") == {
        "a": "x\ty",
        "b": "5\u00a0karet",
        "c": "x\ty\n",
    }


def test_merged_keys_give_way_to_own_ones_and_two_merges_are_fine() -> None:
    text = "_a: &a {frame: red, count: 4}\n_b: &b {size: poker, frame: blue}\n"
    assert value(text + "c: {<<: *a, count: 1, <<: *b}\nd: {<<: [*a, *b]}\n") == {
        "_a": {"frame": "red", "count": 4},
        "_b": {"size": "poker", "frame": "blue"},
        "c": {"count": 1, "frame": "red", "size": "poker"},
        "d": {"frame": "red", "count": 4, "size": "poker"},
    }


def test_aliased_values_share_nothing() -> None:
    got = value("_s: &s {atk: 1}\na: {stats: *s}\nb: {stats: *s}\n")
    assert isinstance(got, dict)
    got["a"]["stats"]["atk"] = 9
    assert got["b"]["stats"]["atk"] == 1


def test_a_duplicate_names_both_lines() -> None:
    found = read("a: 1\nb: 2\na: 3\n").found[0]
    assert "line 1" in found.message
    assert found.span is not None
    assert found.span.line == 3
    assert [span.line for span, _ in found.related] == [1]


def test_composed_and_decomposed_keys_are_the_same_key() -> None:
    assert [item.code for item in read("Kůň: 1\nKu\u030an\u030c: 2\n").found] == ["Y201"]


def test_aliases_of_aliases_cannot_exhaust_the_machine() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"{chr(98 + at)}: &{chr(98 + at)} [{', '.join(['*' + chr(97 + at)] * 10)}]" for at in range(9)]
    found = read("\n".join(lines) + "\n").found
    assert [item.code for item in found] == ["Y205"]
    assert f"{MAX_NODES:,}" in found[0].message


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000,
        "a: " + "[" * 60 + "]" * 60 + "\n",
        "".join(" " * at + "a:\n" for at in range(2_000)),
        "a0: &a0 [x]\n" + "".join(f"a{at + 1}: &a{at + 1} [*a{at}]\n" for at in range(3_000)),
    ],
)
def test_deep_nesting_is_reported_not_followed(text: str) -> None:
    assert [item.code for item in read(text).found] == ["Y206"]


@pytest.mark.parametrize(
    ("data", "place", "byte", "guess"),
    [
        (bytes.fromhex("6E616D653A208E6C7574FD"), "1:7", "0x8e", "Windows-1250"),
        ("a: 1\nname: Žluťoučký".encode("iso8859-2"), "2:7", "0xae", "ISO 8859-2"),
        ("cœur €".encode("iso8859-15"), "1:2", "0xbd", ""),
        ("text: « l’œuvre de César »".encode("cp1252"), "1:7", "0xab", "Windows-1252"),
        ("text: Règle à deux, ça va".encode("cp1252"), "1:8", "0xe8", "Windows-1252"),
        ("text: „Größe“ – fünf".encode("cp1252"), "1:7", "0x84", "Windows-1252"),
        ("text: „Źdźbło” – pięć".encode("cp1250"), "1:7", "0x84", "Windows-1250"),
        ("text: Číslo".encode("cp1250"), "1:7", "0xc8", "save"),  # È, í in Western Europe
    ],
)
def test_other_encodings_are_named_not_guessed_silently(
    data: bytes, place: str, byte: str, guess: str
) -> None:
    found = read(data).found
    assert [(f"{item.span.line}:{item.span.column}", item.code) for item in found if item.span] == [
        (place, "Y101")
    ]
    assert byte in found[0].message
    assert "save it as UTF-8" in found[0].help
    assert any(guess in cure for cure in found[0].help)


def test_byte_order_marks_and_windows_line_ends_change_nothing() -> None:
    read_ = read(b"\xef\xbb\xbfa: 1\r\nb: |\r\n  x\r\n  y\r\n")
    assert read_.document is not None
    assert plain(read_.document.root) == {"a": 1, "b": "x\ny\n"}
    assert [item.code for item in read("a: č\n".encode("utf-16")).found] == ["Y101"]


def test_the_code_page_of_the_system_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_bytes("name: Žlutý kůň\n".encode())
    code = (
        "import sys; from pathlib import Path; from pnp.load import load_game;"
        "game = load_game(Path(sys.argv[1])).game; sys.stdout.buffer.write(game.name.source.encode())"
    )
    run = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", code, str(tmp_path)],
        env={"LC_ALL": "C", "PYTHONIOENCODING": "cp1250", "PYTHONCOERCECLOCALE": "0"},
        capture_output=True,
        check=True,
    )
    assert run.stdout.decode() == "Žlutý kůň"


def test_the_pure_parser_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    texts = [
        "a: {1:2}\n", "a: Action: x\n", "a:\n\t- b\n", "a: 'x'y'\n", "a: [b\nc: d\n", "- t: *D* x\n", 'a: "\\U"\n',
        "a: {{ x }} y\n", "a: 1\nb\nc: 2\n", "a: @x\n", "x: {a: |\n  b}\n", "a: ok\nb: |\n  text\n",
    ]  # fmt: skip

    def tell() -> list[list[str]]:
        return [told(read(text).found) for text in texts]

    fast = tell()
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    slow = tell()
    assert [[line.split()[:2] for line in lines] for lines in fast] == [
        [line.split()[:2] for line in lines] for lines in slow
    ]


@examples(100)
@given(st.text(st.sampled_from("ab: -\n\t'\"{}[]*&!|>#%@,.č\u00a0<~?0\\"), max_size=60))
def test_reading_never_raises_and_always_says_why_there_is_nothing(text: str) -> None:
    found = read(text)
    assert found.document is not None or found.found
    lines = found.text.split("\n")
    for item in found.found:
        assert item.message
        assert "\n" not in item.message
        assert not item.message.endswith(".")
        assert item.span is not None
        assert 1 <= item.span.line <= len(lines)
        assert 1 <= item.span.column <= len(lines[item.span.line - 1]) + 1


def test_mappings_keep_the_order_of_the_file() -> None:
    document = read("z: 1\na: 2\nm: 3\n").document
    assert document is not None
    root = document.root
    assert isinstance(root, Mapping)
    assert list(root) == ["z", "a", "m"]


def test_a_text_of_nothing_but_escapes_is_read_once() -> None:
    """The place of each escape was looked for from the beginning of the file."""
    found = read('a: "' + r"\a" * 300_000 + '"\n').found
    assert [item.code for item in found] == ["Y102"] * MAX_UNPRINTABLE
