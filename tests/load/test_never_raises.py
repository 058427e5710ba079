"""Loading never raises, whatever the files hold, and never says the same thing twice."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from pnp.load import load_game
from pnp.load.shape.game_file import ENTRY_KEYS, GameFile, PieceEntry, SetFile, StyleShape, TermShape
from tests.laws import examples
from tests.load.folder import GAME, write


def keys(*models: Any) -> list[str]:
    return [name for model in models for name in [*model.keys()]]


WORDS = ["bow", "sword", "weapon", "spell", "a", "b", "", "2", "3,5", "x2", "{{ w }}", "{{ w.id }}", "{{", "facts.spells",
         "term weapon", "number 1..9", "text?", "card", "poker", "63x88mm", "circle 20mm", "Null", "body", "../x", "cards/*"]  # fmt: skip
SCALARS = st.one_of(
    st.sampled_from(WORDS), st.integers(-5, 2_000), st.booleans(), st.none(), st.floats(allow_nan=False)
)
NAMES = st.sampled_from(
    [*keys(GameFile, SetFile, PieceEntry, StyleShape, TermShape), *ENTRY_KEYS, "bow", "a", "w", "weapon"]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=12,
)
STANDARD: dict[str, Any] = yaml.safe_load(GAME)
PIECES = st.dictionaries(st.sampled_from("abc"), st.dictionaries(NAMES, VALUES, max_size=4), max_size=3)


@examples(60)
@given(st.dictionaries(NAMES, VALUES, max_size=6), st.dictionaries(NAMES, VALUES, max_size=6), PIECES)
def test_any_values_under_any_keys_are_answered_with_diagnostics(
    game: dict[str, Any], header: dict[str, Any], pieces: dict[str, Any]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        files: dict[str, str | bytes] = {
            "game.yaml": yaml.safe_dump({**STANDARD, **game, "sets": ["cards/a.yaml", "cards/b.yaml"]}),
            "cards/a.yaml": yaml.safe_dump({"kind": "card", **header}),
            "cards/b.yaml": yaml.safe_dump(
                {"kind": "card", "fields": {"w": "term weapon?"}, "pieces": pieces}
            ),
        }
        loaded = load_game(write(Path(name), files), cwd=Path(name))
    assert loaded.game is not None
    told = [(item.code, item.span, item.message) for item in loaded.diagnostics]
    assert len(told) == len(set(told))
    for item in loaded.diagnostics:
        assert item.span is not None
        lines = loaded.sources[item.span.file].split("\n")
        assert 1 <= item.span.line <= len(lines)
        assert 1 <= item.span.column <= len(lines[item.span.line - 1]) + 1
        assert "\n" not in item.message


CELLS = st.sampled_from(
    ["id", "name", "copies", "w", "text", "a", "b", "2", "2,5", "", " ", '"', '""', '"a', ";", ",", "\t", "\n", "\r\n",
     "sep=;\n", "{{ w }}", "bow", "\ufeff", "Kůň", "a,b;c", "\x00", "999999999999999999999"]
)  # fmt: skip


@examples(75)
@given(st.lists(CELLS, max_size=40).map("".join), st.sampled_from(["", ";", ","]))
def test_any_table_is_answered_with_diagnostics_at_their_places(content: str, between: str) -> None:
    head = "kind: card\nfields: {w: term weapon?}\nrows: deck.csv\n"
    with tempfile.TemporaryDirectory() as name:
        text = "id;w;text\n" + content if between else content
        loaded = load_game(
            write(Path(name), {"cards/a.yaml": head, "cards/deck.csv": text.encode()}), cwd=Path(name)
        )
    assert loaded.game is not None
    for item in loaded.diagnostics:
        assert item.span is not None
        lines = loaded.sources[item.span.file].split("\n")
        assert 1 <= item.span.line <= len(lines)
        assert 1 <= item.span.column <= len(lines[item.span.line - 1]) + 1
