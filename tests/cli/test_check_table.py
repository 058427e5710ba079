"""The table of ``pnp check`` on terminals of several widths."""

from __future__ import annotations

import pytest

from pnp.cli.check import fitting_rows
from pnp.cli.terminal import table, width

HEAD = ("claim", "says", "rulebook", "data", "", "source")
ROWS = [
    ("D2-01", "Every weapon has a colour of its own", "== [[bow, red, demon, yes]]", "[[bow, red, demon, yes]]", "ok", "r 2.2"),
    ("D2-02", "Weapons make four piles", "== [4, 4]", "[4, 4]", "FAILED", "r 2.5"),
]  # fmt: skip


@pytest.mark.parametrize("columns", [72, 80, 100, 120])
def test_lines_end_where_the_terminal_ends(columns: int) -> None:
    rows = fitting_rows(ROWS, columns)
    lines = table(HEAD, rows, flexible=1, right=(2, 3), columns=columns)
    assert max(width(line) for line in lines) <= columns
    assert rows[1][2:4] == ("== [4, 4]", "[4, 4]")


def test_long_values_are_cut_on_wide_terminals_too() -> None:
    assert [len(value) for value in fitting_rows(ROWS, 160)[0][2:4]] == [26, 24]
