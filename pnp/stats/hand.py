"""Sample hands from a shuffled deck."""

from __future__ import annotations

import random
from collections.abc import Sequence

from pnp.model import Piece


def deal(pieces: Sequence[Piece], hand: int, hands: int, seed: int) -> list[list[Piece]]:
    """Hands dealt in turn from all copies of the pieces, shuffled; the last ones are short when the deck runs out.

    Args:
        pieces: Each as often as its copies say.
        hand: Pieces of a hand.
        hands: How many.
        seed: Equal seeds deal equal hands on every machine (Mersenne Twister, Fisher-Yates as
            ``random.shuffle``).
    """
    deck = [piece for piece in pieces for _ in range(piece.copies)]
    random.Random(seed).shuffle(deck)
    return [deck[start::hands][:hand] for start in range(hands)]
