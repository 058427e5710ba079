"""Names of files that must not fall together."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.model.files import DEVICES


def distinct(names: Iterable[str], kept: Iterable[str] = ()) -> list[str]:
    """The names in order, those that occur again, or are kept for others, with ``-2``, ``-3`` … behind them.

    Names that differ in capitals alone count as equal: on many disks they are one file. A number that another name has
    already is passed over.

    Args:
        names: Without endings.
        kept: Names that are none of these files', besides those of devices.
    """
    wanted = list(names)
    taken = {*DEVICES, *(name.casefold() for name in kept)}
    free = {name.casefold() for name in wanted}
    given = []
    for name in wanted:
        chosen, number = name, 1
        while chosen.casefold() in taken or (number > 1 and chosen.casefold() in free):
            number += 1
            chosen = f"{name}-{number}"
        taken.add(chosen.casefold())
        given.append(chosen)
    return given
