"""A random edit of a random value changes that value alone, and undoing all gives back the very bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pnp.edit import Change, edited, inverse
from pnp.edit.yaml_file import YamlFile
from pnp.load.document import read_yaml
from pnp.load.yaml.node import Mapping, Node, Scalar, plain
from tests.laws import examples

WORDS = st.text(st.sampled_from("aé #:-'\"{}[],&*!|>%@`0.9~\\\t\n=<?"), max_size=12).map(
    lambda text: "\n".join(line.rstrip(" \t") for line in text.split("\n")).strip("\t")
)
STYLES = st.sampled_from(
    ["plain", "single", "double", "literal", "folded", "flow", "dashes", "nothing", "nested"]
)
COMMENT = st.sampled_from(["", "   # why", " # 'it' \"is\" {"])


@st.composite
def entries(draw: Any, depth: int = 0) -> list[str]:
    """Lines of a block mapping."""
    lines: list[str] = []
    for number in range(draw(st.integers(1, 4))):
        key, comment = f"k{number}", draw(COMMENT)
        style = draw(STYLES)
        if style == "plain":
            lines.append(
                f"{key}: {draw(st.sampled_from(['word', 'two words', '12', '007', 'true', 'a-b']))}{comment}"
            )
        elif style == "single":
            sign = draw(st.sampled_from(["", "#", '"']))
            lines.append(f"{key}: 'it''s {sign}'{comment}")
        elif style == "double":
            sign = draw(st.sampled_from(["", "\\n", "#"]))
            lines.append(f'{key}: "a \\u00e9 {sign} b"{comment}')
        elif style in ("literal", "folded"):
            sign = ("|" if style == "literal" else ">") + draw(st.sampled_from(["", "-", "+"]))
            end = draw(st.sampled_from([[], ["", ""]]))
            lines += [f"{key}: {sign}", "  first line", "", "  second", "  third", *end]
        elif style == "flow":
            lines.append(f"{key}: {{a: 1, b: 'x', c: [p, \"q\"], d: }}{comment}")
        elif style == "dashes":
            lines += [f"{key}:{comment}", "  - one   # 1", "  - 'two'"]
        elif style == "nothing" or depth == 2:
            lines.append(f"{key}:{comment}")
        else:
            lines.append(f"{key}:{comment}")
            lines += [f"  {line}" if line else "" for line in draw(entries(depth + 1))]
        if draw(st.booleans()):
            lines.append("# aside")
    return lines


def values(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(node, Mapping):
        for name, (_, value) in node.entries.items():
            yield from values(value, (*path, name))
    elif path:
        yield path


def with_value(tree: Any, path: tuple[str, ...], value: Any) -> Any:
    if not path:
        return value
    return {**tree, path[0]: with_value(tree[path[0]], path[1:], value)}


@examples(100)
@given(st.data())
def test_only_the_value_that_is_meant_changes(data: st.DataObject) -> None:
    breaks = data.draw(st.sampled_from(["\n", "\r\n"]))
    start = breaks.join([*data.draw(entries()), ""]).encode()
    content, undo = start, list[list[Change]]()
    for _ in range(4):
        file = YamlFile("x.yaml", content)
        path = data.draw(st.sampled_from(list(values(file.root))))
        value: Any = data.draw(
            st.lists(WORDS.filter(lambda text: "\n" not in text), max_size=3)
            if data.draw(st.booleans())
            else WORDS
        )
        changes = file.set(path, value)
        before = {"x.yaml": content}
        read = read_yaml(edited(before, changes).get("x.yaml", content), "x.yaml")
        assert read.document is not None
        tree = plain(file.root)
        now = file.node(path)
        if changes:
            found = YamlFile("x.yaml", edited(before, changes)["x.yaml"]).node(path)
            got = found.text if isinstance(found, Scalar) else [item.text for item in found.items]  # type: ignore[union-attr]
            assert got in (value, f"{value}\n")  # the line break at the end of a block stays
            assert plain(read.document.root) == with_value(tree, path, plain(found))
        else:
            assert isinstance(now, Scalar)
            assert now.text == value
        undo.append(inverse(before, changes))
        content = edited(before, changes).get("x.yaml", content)
    for back in reversed(undo):
        content = edited({"x.yaml": content}, back).get("x.yaml", content)
    assert content == start
