"""Changing input at random, the same way for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence

_NUMBERS = (
    b"0",
    b"-1",
    b"1e9",
    b"1e-9",
    b"99999999999999999999",
    b"0.5",
    b"nan",
    b"inf",
    b"007",
    b"+2",
    b"2147483648",
)
_BYTES = (0x00, 0x09, 0x0A, 0x20, 0x22, 0x27, 0x28, 0x3C, 0x7B, 0x7F, 0x80, 0xC3, 0xFF)
_STRANGE = tuple(
    text.encode("utf-8", "surrogatepass")
    for text in (
        "\u00a0", "\u200b", "\u202e", "\ufeff", "\ufdd0", "\uffff", "\ufffc", "\u0301", "e\u0301", "ﬁ", "👨‍👩‍👧", "\ud800",
        "Ž", "ł", "\u2028", "\x85", "\x1b[31m", "{{", "}}", "{%", "%}", "{#", "<!--", "]]>", "<![CDATA[", "&amp;", "&#0;",
        "../", "/etc/passwd", "file:///", "http://127.0.0.1:9/", "C:\\", "__class__", "%s", "%999999d", "*", "&a", "<<: *a",
        "!!python/object:os.system", "|\n  ", ">-\n", "- ", "? ", ": ", "#", "'", '"', "\\", "\r", "\n\n\n", "\t", ":::", "| ",
    )
)  # fmt: skip


def mutated(data: bytes, others: Sequence[bytes], words: Sequence[bytes], dice: random.Random) -> bytes:
    """The data with one to six changes.

    Args:
        data: Of the corpus.
        others: The whole corpus, for splices.
        words: Tokens of the language that is fuzzed.
        dice: Seeded.
    """
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        _change(changed, others, words, dice)
    return bytes(changed[:200_000])


def _change(data: bytearray, others: Sequence[bytes], words: Sequence[bytes], dice: random.Random) -> None:
    at = dice.randrange(len(data) + 1)
    length = min(dice.choice((1, 1, 2, 4, 8, 32, 200)), len(data) - at)
    kind = dice.randrange(9)
    if kind == 0:
        del data[at : at + length]
    elif kind == 1:
        data[at:at] = data[at : at + length] * dice.choice((1, 2, 9, 60))
    elif kind == 2:
        data[at : at + length] = bytes(dice.choice(_BYTES) for _ in range(length))
    elif kind == 3:
        data[at:at] = dice.choice(_STRANGE)
    elif kind == 4 and words:
        data[at : at + dice.choice((0, 0, length))] = dice.choice(words)
    elif kind == 5:
        data[at : at + length] = dice.choice(_NUMBERS)
    elif kind == 6:
        other = dice.choice(others)
        start = dice.randrange(len(other) + 1)
        data[at : at + length] = other[start : start + dice.choice((4, 30, 200))]
    elif kind == 7 and at < len(data):
        data[at] ^= 1 << dice.randrange(8)
    else:
        _shift_lines(data, dice)


def _shift_lines(data: bytearray, dice: random.Random) -> None:
    lines = data.split(b"\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    if dice.random() < 0.3:
        lines.insert(one, lines[other])
    data[:] = b"\n".join(lines)
