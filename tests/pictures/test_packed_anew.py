"""Rows that are packed anew: the same rows, in fewer bytes."""

import random
import zlib
from collections.abc import Callable
from functools import cache
from statistics import NormalDist

import pytest

from pnp.pictures import packed_anew

GRAIN = bytes(int(abs(NormalDist(0, 6).inv_cdf((byte + 0.5) / 256))) for byte in range(256))
"""Evenly spread bytes as small numbers, the smaller the more of them."""


@cache
def grain(size: int = 600_000) -> bytes:
    """Rows of a photo, as their differences are: small numbers without a pattern."""
    return random.Random(1).randbytes(size).translate(GRAIN)


@cache
def flat(size: int = 3_000_000) -> bytes:
    """Rows of a drawing: long runs, and whole rows that recur."""
    row = b"\0" + bytes(range(0, 250, 10)) * 40
    return row * (size // len(row))


@pytest.mark.parametrize(
    "made", [grain, flat, lambda: b"", lambda: b"\0\1\2"], ids=["grain", "flat", "none", "few"]
)
@pytest.mark.parametrize("level", [0, 1, 6, 9])
def test_packed_anew_rows_are_the_same_rows(made: Callable[[], bytes], level: int):
    rows = made()
    packed = zlib.compress(rows, level)
    anew = packed_anew(packed, 0.0)
    assert zlib.decompress(anew) == rows
    assert len(anew) <= len(packed)


@pytest.mark.parametrize("made", [grain, flat])
def test_a_picture_that_was_not_compressed_is(made: Callable[[], bytes]):
    rows = made()
    stored = zlib.compress(rows, 0)
    assert len(packed_anew(stored, 1 / 8)) < 0.7 * len(stored)


def test_a_photo_saves_little_and_is_left_alone_unless_that_is_asked_for():
    packed = zlib.compress(grain(), 6)
    assert packed_anew(packed, 1 / 8) is packed
    assert len(packed_anew(packed, 1 / 100)) < 0.99 * len(packed)


def test_a_picture_that_was_packed_with_care_is_believed_where_much_has_to_be_saved():
    stored, careful = zlib.compress(flat(), 0), zlib.compress(flat(), 9)
    claims = careful[:2] + stored[2:]  # a head that says more than is true
    assert zlib.decompress(claims) == flat()
    assert packed_anew(claims, 1 / 8) is claims
    assert len(packed_anew(claims, 1 / 100)) < len(claims) / 2


def test_a_sample_that_promises_too_much_changes_nothing():
    top, rest = flat(40_000), grain()
    badly = zlib.compressobj(0)
    well = zlib.compressobj(9, wbits=-15, strategy=zlib.Z_RLE)
    check = zlib.adler32(top + rest).to_bytes(4, "big")
    parts = badly.compress(top), badly.flush(zlib.Z_FULL_FLUSH), well.compress(rest), well.flush(), check
    packed = b"".join(parts)
    assert zlib.decompress(packed) == top + rest
    assert packed_anew(packed, 1 / 8) is packed
