"""The numbers of players that a game is for."""

from __future__ import annotations

import re
from typing import Any

from pnp.load.limits import MAX_PLAYERS

_RANGE = re.compile(r"\s*(\d{1,3})\s*[-–]\s*(\d{1,3})\s*\Z")


class PlayersError(ValueError):
    """No numbers of players; the message is one line for the author."""


def parse_players(value: Any) -> tuple[int, ...]:
    """Every number of players, rising, from ``2-4``, ``2`` or ``[2, 4]``.

    Raises:
        PlayersError: Anything else, or a number outside 1 to 100.
    """
    if isinstance(value, str) and (match := _RANGE.match(value)):
        low, high = int(match.group(1)), int(match.group(2))
        if low > high:
            raise PlayersError(f"'{value}' runs backwards")
        numbers = list(range(low, min(high, MAX_PLAYERS + 1) + 1))
    elif isinstance(value, int) and not isinstance(value, bool):
        numbers = [int(value)]
    elif isinstance(value, list) and value and all(type(item) is int for item in value):
        numbers = sorted(set(value))
    else:
        shown = f"'{value}' is" if isinstance(value, str) else "these are"
        raise PlayersError(f"{shown} no numbers of players")
    if numbers[0] < 1 or numbers[-1] > MAX_PLAYERS:
        raise PlayersError(f"a game is for 1 to {MAX_PLAYERS} players")
    return tuple(numbers)
