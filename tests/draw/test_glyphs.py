from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.draw.item import bits_of, ids_of


@given(st.sets(st.integers(0, 65535), max_size=8), st.sets(st.integers(0, 65535), max_size=8))
def test_sets_of_bits_are_sets_of_glyphs(one: set[int], other: set[int]) -> None:
    assert ids_of(bits_of(one) | bits_of(other)) == sorted(one | other)
