"""Names of files that must be different."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.model.files import DEVICES


def distinct(names: Iterable[str], kept: Iterable[str] = ()) -> list[str]:
    """The names in order; repeated ones, and those reserved for others, get ``-2``, ``-3`` … at the end.

    Names that differ in capitals alone count as equal: on many disks they are one file. Numbers that another
    name has already are skipped.

    Args:
        names: Without endings.
        kept: Names reserved for other files, besides those of devices.
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
