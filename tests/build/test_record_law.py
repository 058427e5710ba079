"""Records of earlier builds that a stranger may have shipped: whatever they hold, they are read or count as absent."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.build.unchanged import RECORD_FILE, BuildReport, Inputs, _body_digest, find_record, keep_record
from pnp.diagnostics import Diagnostic, warning
from pnp.reprint import Record, read_record
from pnp.source import Span
from tests.laws import examples

FINDING = warning("K220", "a message", Span("cards/a.yaml", 1, 2, 1, 3), "a cure", piece="a/b")
REPORT = BuildReport((FINDING,), "1 piece", "", "", ("cards/a.yaml",))
MANIFEST = {
    "format": 2, "game": "g", "language": "en", "version": "1", "whole": True, "note": "",
    "pieces": {"a/b": {"label": "B", "copies": 2, "front": "0" * 64, "back": None}},
    "places": {"a/b#1": {"file": "a.pdf", "page": 0, "box": [1, 2.5, 3, 4], "turn": 90}},
    "files": {"a.pdf": {"sha256": "f" * 64, "sheets": ["1"], "pages": 2}},
    "print": {"bleed": 1.5, "ink": "full"},
    "rules": {"r": {"width": 210, "height": 297, "pages": ["0" * 64]}},
}  # fmt: skip
ODD = st.sampled_from(
    [None, True, -1, 1.5, 10**30, float("inf"), float("nan"), "", "../x", "/etc/passwd", "a/../../b", "\0", "\ud800",
     "\x1b]0;x", "a" * 5_000, [], {}, [[]], {"": ""}, [0] * 500]
)  # fmt: skip


def nested(depth: int) -> list[Any]:
    """Lists in one another."""
    made: list[Any] = []
    for _ in range(depth):
        made = [made]
    return made


@st.composite
def changed(draw: st.DrawFn, table: Any) -> Any:
    """A copy with some values changed, moved, repeated or left out."""
    root = [json.loads(json.dumps(table))]
    for _ in range(draw(st.integers(1, 3))):
        owner: Any = root
        key: Any = 0
        while isinstance(owner[key], dict | list) and owner[key] and draw(st.integers(0, 4)):
            owner = owner[key]
            names = list(owner) if isinstance(owner, dict) else list(range(len(owner)))
            key = draw(st.sampled_from(names))
        change = draw(st.integers(0, 5))
        if change == 0 and owner is not root:
            del owner[key]
        elif change == 1 and isinstance(owner, dict):
            owner[draw(st.sampled_from(["", "x", "../y", "/z", "\0", "a.pdf"]))] = owner[key]
        elif change == 2 and isinstance(owner, list) and owner is not root:
            owner.extend([owner[key]] * draw(st.sampled_from([1, 50])))
        elif change == 3:
            owner[key] = nested(draw(st.sampled_from([50, 900])))
        else:
            owner[key] = deepcopy(draw(ODD))  # later changes go into it
    return root[0]


DIGEST = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"  # SHA-256 of a


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Inputs, Any]:
    """A game with a record of one build, and what that record holds; it is the same for all examples."""
    folder = tmp_path_factory.mktemp("record")
    for name in ("g", "user", "shared", "out/g"):
        (folder / name).mkdir(parents=True)
    (folder / "g/game.yaml").write_text("id: g\n", encoding="utf-8")
    (folder / "out/g/a.pdf").write_bytes(b"a")
    inputs = Inputs(folder / "g", "g", folder / "user", folder / "shared", folder / "out")
    keep_record(inputs, "k", {"g/a.pdf": DIGEST}, REPORT)
    text = (inputs.out / "g" / RECORD_FILE).read_text(encoding="utf-8")
    return inputs, json.loads(text.split("\n", 1)[1])


@given(st.data())
@examples(60)
def test_a_record_of_builds_is_read_or_counts_as_absent(
    recorded: tuple[Inputs, Any], data: st.DataObject
) -> None:
    inputs, table = recorded
    keep_record(inputs, "k", {"g/a.pdf": DIGEST}, REPORT)
    assert find_record(inputs, "k") == REPORT
    body = json.dumps(data.draw(changed(table)))
    (inputs.out / "g" / RECORD_FILE).write_text(f"{_body_digest(body)}\n{body}", encoding="utf-8")
    assert isinstance(find_record(inputs, "k"), BuildReport | None)
    keep_record(inputs, "k", {"g/a.pdf": DIGEST}, REPORT)
    assert find_record(inputs, "k") == REPORT


@given(changed(MANIFEST))
@examples(100)
def test_a_manifest_is_read_or_refused(table: Any) -> None:
    found = read_record(json.dumps(table).encode(), "manifest.json")
    assert isinstance(found, Record) or (isinstance(found, Diagnostic) and found.code == "E431")


def test_the_manifest_of_the_law_is_one() -> None:
    assert isinstance(read_record(json.dumps(MANIFEST).encode(), "manifest.json"), Record)
