"""Every character of a value is found where it stands in the file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.load.document import read_yaml
from pnp.load.yaml.node import Scalar


def places(yaml: str) -> tuple[str, list[str]]:
    """The value of ``a`` and, for each of its characters, the character at the place its origin tells."""
    read = read_yaml(yaml.encode(), "f.yaml")
    assert read.found == []
    assert read.document is not None
    node = read.document.root.get("a")
    assert isinstance(node, Scalar)
    lines = read.text.split("\n")
    found = []
    where = node.origin(lines)
    for offset in range(len(node.text)):
        span = where.at(offset)
        line = lines[span.line - 1]
        found.append(line[span.column - 1] if span.column <= len(line) else "\n")
    return node.text, found


@pytest.mark.parametrize(
    "yaml",
    [
        "a: žlutý kůň\n",
        "a: 'kůň: [x]'\n",
        'a: "kůň"\n',
        "b: 1\na: |\n  první\n  druhý\n\n  třetí\n",
        "b: 1\na: |\n    první\n      odsazený\n    druhý\nc: 2\n",
        "a: >-\n  první\n  druhý\n\n  třetí\n",
        "a: první\n  druhý\n  třetí\n",
        "a: 'první\n  druhý'\n",
        "x: {b: 1}\na:\n  první slovo\n",
    ],
)
def test_letters_are_found_in_every_style(yaml: str) -> None:
    text, found = places(yaml)
    for wanted, got in zip(text, found, strict=True):
        if wanted not in " \n":
            assert got == wanted


def test_letters_behind_escapes_are_found() -> None:
    assert places(r'a: "x\u0159\n\"y\tz"' + "\n")[1] == list(r"x\\\y\z")
    assert places("a: 'it''s'\n")[1] == list("it's")
    assert places('a: "one \\\n  two"\n')[1][-3:] == list("two")


@given(st.lists(st.text("ab č'\"\\:{}é", min_size=1), min_size=1, max_size=4), st.sampled_from(["'", '"']))
def test_quoted_texts_over_lines_never_lose_a_letter(parts: list[str], quote: str) -> None:
    body = " ".join(" ".join(parts).split())
    escaped = body.replace("'", "''") if quote == "'" else body.replace("\\", "\\\\").replace('"', '\\"')
    text, found = places(f"a: {quote}{escaped.replace(' ', chr(10) + '   ')}{quote}\n")
    assert text == body
    for wanted, got in zip(text, found, strict=True):
        assert wanted == " " or got == wanted or got == "\\"
