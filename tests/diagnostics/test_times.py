"""Numbers with what they count."""

import pytest

from pnp.diagnostics import times


@pytest.mark.parametrize(("count", "words"), [(0, "0 sheets"), (1, "1 sheet"), (2, "2 sheets")])
def test_one_thing_is_told_in_the_singular(count, words):
    assert times(count, "sheet") == words
