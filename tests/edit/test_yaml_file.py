"""A value of a YAML file changes, and nothing else does."""

from __future__ import annotations

import pytest

from pnp.edit import edited
from pnp.edit.yaml_file import YamlFile

FILE = """\
# The box
kind: card   # kind
name: Ants
fields: {caste: term caste, feet: list?}

pieces:
  worker: # busy
    name: Worker   # called so
    copies: 3
    text: 'It''s late'
    feet: [a, "b", c]   # feet

  # the queen
  queen: {name: Queen, text: "A \\u00a0 B", feet: []}
  soldier:
    text: |
      First.

      Second.
    # about feet
    feet:
      - one   # 1
      - two
  scout:
  spy: {}
  guard:
    text: >-
      Many words that are
      folded here.

      And another
      paragraph.
    name:
    copies: &three 3
  last: {copies: *three, name: Last}
"""


def after(text: str, *steps: tuple[str, object]) -> str:
    data = text.encode()
    for path, value in steps:
        changes = YamlFile("x.yaml", data).set(tuple(path.split("/")), value)
        data = edited({"x.yaml": data}, changes).get("x.yaml", data)
    return data.decode()


@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        ("pieces/worker/name", "Busy", "name: Worker   #", "name: Busy   #"),
        ("pieces/worker/name", "true", "name: Worker   #", "name: 'true'   #"),
        ("pieces/worker/name", "a: b", "name: Worker   #", "name: 'a: b'   #"),
        ("pieces/worker/name", "a #b", "name: Worker   #", "name: 'a #b'   #"),
        ("pieces/worker/name", "it's: \n2", "name: Worker   #", "name: \"it's: \\n2\"   #"),
        ("pieces/worker/copies", "12", "copies: 3", "copies: 12"),
        ("pieces/worker/text", "It's early, isn't it", "'It''s late'", "'It''s early, isn''t it'"),
        ("pieces/worker/feet", ["c", "b", "x, y"], '[a, "b", c]', "[c, \"b\", 'x, y']"),
        ("pieces/worker/feet", ["c"], '[a, "b", c]', "[c]"),
        ("pieces/worker/feet", [], '[a, "b", c]', "[]"),
        ("pieces/worker/feet", None, '    feet: [a, "b", c]   # feet\n', ""),
        ("pieces/queen/text", "A \u00a0 C, {D}", '"A \\u00a0 B"', '"A \\u00a0 C, {D}"'),
        ("pieces/queen/name", "Her, Majesty", "name: Queen,", "name: 'Her, Majesty',"),
        ("pieces/queen/feet", ["a", "b"], "feet: []", "feet: [a, b]"),
        ("pieces/queen/name", None, "name: Queen, ", ""),
        ("pieces/queen/text", None, ', text: "A \\u00a0 B"', ""),
        ("pieces/queen/copies", "2", "feet: []}", "feet: [], copies: 2}"),
        ("pieces/soldier/text", "First.\n\nThird.\n", "Second.", "Third."),
        ("pieces/soldier/text", "", "|\n      First.\n\n      Second.", '""'),
        ("pieces/soldier/feet", ["two", "three"], "      - one   # 1\n      - two", "      - two\n      - three"),
        ("pieces/soldier/feet", [], "\n      - one   # 1\n      - two", " []"),
        ("pieces/soldier/name", "Guard", "      - two\n", "      - two\n    name: Guard\n"),
        ("pieces/scout/name", "Scout", "  scout:\n", "  scout:\n    name: Scout\n"),
        ("pieces/spy/name", "Spy", "  spy: {}\n", "  spy: {name: Spy}\n"),
        ("pieces/guard/name", "Guard", "    name:\n", "    name: Guard\n"),
        ("pieces/guard/text", "Many words that are folded here.\nNew one.",
         "And another\n      paragraph.", "New one."),
        ("pieces/last/name", "First", "name: Last", "name: First"),
        ("pieces/new/name", "New", "name: Last}\n", "name: Last}\n  new:\n    name: New\n"),
        ("labels/caste", "Caste", "name: Last}\n", "name: Last}\nlabels:\n  caste: Caste\n"),
        ("pieces/worker/copies", "1\n\n2", "copies: 3", "copies: |-\n      1\n\n      2"),
        ("name", "Bees", "name: Ants", "name: Bees"),
        ("fields/feet", "text?", "feet: list?", "feet: text?"),
    ],
)  # fmt: skip
def test_only_the_value_changes(path, value, old, new) -> None:
    assert FILE.count(old) == 1
    assert after(FILE, (path, value)) == FILE.replace(old, new)
    wide = FILE.replace("\n", "\r\n")
    assert after("\ufeff" + wide, (path, value)) == "\ufeff" + wide.replace(
        old.replace("\n", "\r\n"), new.replace("\n", "\r\n")
    )
