"""A signed entry of the cache with a field of another type, length or nesting counts as absent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.face_code import BOOK, BROKEN, FORMS, PART, encoded, forms_decoded
from pnp.store import Store, StoredShape, check_shape
from tests.bench.deck import Deck, write_deck
from tests.build.kept import built

OTHERS: list[Any] = [
    None, True, 0, -1, 10**30, 1.5, float("inf"), float("nan"), 1e300, "", "x", "\ud800", "\udcff", [], {}, [[]], ["x"], [0],
    [[0, 0]], [None], {"a": 1}, {"a": {}}, {"a": [["x"]]}, [["a", "b"]],
]  # fmt: skip
DRAWN = """<face><rect x="1" y="1" width="20" height="9" fill="linear(90, #FF0000, #0000FF)"
  stroke="linear(90, #FF0000, #0000FF)"/><g opacity="0.5"><rect x="1" y="1" width="20" height="9" fill="#FF0000"/></g>"""


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to the value itself and to everything in it."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from paths(each, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with something else at the end of a path."""
    if not path:
        return new
    copy = json.loads(json.dumps(value))
    at(copy, path[:-1])[path[-1]] = new
    return copy


class Kept:
    """A game that was built with a store, and the heads and contents of its entries by key."""

    def __init__(self, folder: Path) -> None:
        write_deck(folder / "game", Deck(2))
        self.game = folder / "game"
        layout = self.game / "layouts/bench.xml"
        layout.write_text(layout.read_text(encoding="utf-8").replace("<face>", DRAWN), encoding="utf-8")
        (self.game / "rulebook").mkdir(exist_ok=True)
        (self.game / "rulebook/rules.md").write_text("# One\n\nText **b**.\n\n## Two\n", encoding="utf-8")
        self.store = Store(folder / "store")
        self.cold = built(self.game, self.store)
        self.entries: dict[str, tuple[Any, bytes]] = {}
        patch = pytest.MonkeyPatch()
        patch.setattr(Store, "get", self._noted(Store.get))
        assert built(self.game, self.store) == self.cold
        patch.undo()

    def _noted(self, real: Any) -> Any:
        def get(store: Store, key: str) -> bytes | None:
            data = real(store, key)
            if data is not None:
                end = 4 + int.from_bytes(data[:4], "big")
                self.entries[key] = (json.loads(data[4:end]), data[end:])
            return data

        return get

    def rebuilt(self, key: str, head: Any) -> dict[str, bytes]:
        """The result of a build that finds another head in an entry."""
        data, real = encoded(head, self.entries[key][1]), Store.get
        patch = pytest.MonkeyPatch()
        patch.setattr(Store, "get", lambda store, each: data if each == key else real(store, each))
        patch.setattr(Store, "put", lambda *_: None)
        try:
            return built(self.game, self.store)
        finally:
            patch.undo()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return Kept(tmp_path_factory.mktemp("kept"))


def shape_of(key: str) -> StoredShape:
    return BOOK if key.startswith("book") else FORMS if key.endswith("forms") else PART


def kind(value: Any) -> Any:
    """What must not change: numbers are one kind."""
    return "number" if type(value) in (int, float) else type(value)


def test_no_field_takes_a_value_of_another_kind(kept):
    assert {key.split()[0] for key in kept.entries} == {"faces", "book"}
    tried = 0
    for key, (head, _) in kept.entries.items():
        check_shape([head], shape_of(key))
        for path in paths(head):
            old = at(head, path)
            # The values of shadings are texts or whole numbers.
            loose = bool(path) and isinstance(at(head, path[:-1]), dict)
            for new in (True, 0, 1.5, "x", [], ["x"], {}, {"a": 1}, [[None]]):
                same = (
                    kind(new) == kind(old)
                    or old is None
                    or (loose and {kind(new), kind(old)} == {"number", str})
                )
                if not same:
                    tried += 1
                    with pytest.raises(BROKEN):
                        check_shape([replaced(head, path, new)], shape_of(key))
    assert tried > 2_000


def test_no_list_of_fields_takes_one_more_or_one_less(kept):
    for key, (head, _) in kept.entries.items():
        for path in paths(head):
            old = at(head, path)
            if isinstance(old, list) and len({kind(each) for each in old}) > 1:  # a row
                for new in (old[:-1], [*old, old[-1]], []):
                    with pytest.raises(BROKEN):
                        check_shape([replaced(head, path, new)], shape_of(key))


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_whatever_a_field_of_an_entry_holds_the_build_ends_well(kept, data):
    key = data.draw(st.sampled_from(sorted(kept.entries)))
    head = kept.entries[key][0]
    for _ in range(data.draw(st.integers(1, 2))):
        head = replaced(
            head, data.draw(st.sampled_from(list(paths(head)))), data.draw(st.sampled_from(OTHERS))
        )
    assert kept.rebuilt(key, head).keys() == kept.cold.keys()


@pytest.mark.parametrize(
    ("entry", "change"),
    [
        ("forms", lambda head: [head[0], *[[form, 10**9] for form, _ in head[1:]]]),
        ("forms", lambda head: [[[*form[:4], {"f" * 64: "1"}, *form[5:]], length] for form, length in head]),
        ("part", lambda head: [["f" * 64], *head[1:]]),
        ("part", lambda head: [*head[:6], [[*row[:14], -row[14]] for row in head[6]]]),
        ("part", lambda head: [*head[:6], [[*row[:9], -1, *row[10:]] for row in head[6]]]),
        ("part", lambda head: [*head[:6], [[*row[:12], [99], *row[13:]] for row in head[6]]]),
        ("book", lambda head: [*head[:2], [["x", 0, 99, 0.0]], *head[3:]]),
    ],
    ids=["length", "font of a form", "font", "negative", "back before the first", "form", "page"],
)  # fmt: skip
def test_a_field_that_names_what_is_not_there_makes_the_entry_absent(kept, entry, change):
    key = next(key for key in kept.entries if entry in key)
    assert kept.rebuilt(key, change(kept.entries[key][0])) == kept.cold


def test_forms_inside_one_another_without_end_are_none():
    head = ["f", [0, 0, 1, 1], "[0 0 1 1]", None, {}, {}, [], {}, {}, {}, {}, False]
    heads = [[["f0", *head[1:]], 0]]
    heads += [[[f"f{n}", *head[1:6], [f"f{n - 1}"], *head[7:]], 0] for n in range(1, 2_000)]
    with pytest.raises(BROKEN):
        forms_decoded(heads, b"")
