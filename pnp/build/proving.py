"""Processes that prove the PNG files of a game while it is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pnp.build.inputs import Inputs, png_files
from pnp.crew.forked import can_fork, usable_cores

if TYPE_CHECKING:
    from pnp.pictures import Provers
    from pnp.store import Store

_WORTH_BYTES = 2_000_000
"""Of PNG files from which on another process saves more time than it costs."""


@contextmanager
def proving(inputs: Inputs, store: Store, jobs: int) -> Iterator[Provers | None]:
    """Processes that have begun with the PNG files in the folder of the game, and end when the context is left.

    None where there is too little to do, or earlier runs have proved pictures of the game.

    Args:
        inputs: Folders.
        store: Where it is kept what earlier runs proved.
        jobs: Processes at most, with this one; 0 for one on each core.
    """
    count = (jobs or usable_cores()) - 1
    files = png_files(inputs) if count > 0 and can_fork() else {}
    if sum(files.values()) < _WORTH_BYTES:
        yield None
        return
    from pnp.load import FolderFiles
    from pnp.pictures import Proved, Provers

    if Proved(store, str(inputs.game)).before:
        yield None
        return
    provers = Provers(FolderFiles(inputs.game), list(files), min(count, len(files)))
    try:
        yield provers
    finally:
        provers.stop()
