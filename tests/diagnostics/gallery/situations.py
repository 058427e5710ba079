"""Situations that no file of a game can make, each under the words that a page uses for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from unittest import mock

from pnp.build import imposed
from pnp.impose import Imposition, Placement
from pnp.pdf import file as pdf_file
from pnp.units import mm

Slots = tuple[Placement, ...]


@contextmanager
def _sheets(side: str, changed: Callable[[Slots], Slots]) -> Iterator[None]:
    """Preflight gets other sheets than the build made: one side of the first sheet is changed."""
    proof = imposed.check_sheets

    def check(pieces, imposition, profile):
        first, *others = imposition.sheets
        old = getattr(first, side)
        first = first._replace(**{side: old._replace(slots=changed(old.slots))})
        return proof(pieces, Imposition((first, *others), imposition.diagnostics), profile)

    with mock.patch.object(imposed, "check_sheets", check):
        yield


@contextmanager
def _without(library: str) -> Iterator[None]:
    """The library is not installed: Python finds it no more than one that is not there."""
    known = sys.modules.pop(library, None)
    sys.modules[library] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[library]
        if known is not None:
            sys.modules[library] = known


def _moved(slot: Placement, dx: float) -> Placement:
    return slot._replace(
        spot=slot.spot._replace(x=slot.spot.x + mm(dx), shown=slot.spot.shown.moved(dx, 0.0))
    )


_SITUATIONS: dict[str, Callable[[Path], AbstractContextManager[None]]] = {
    "": lambda _: nullcontext(),
    "without openpyxl": lambda _: _without("openpyxl"),
    "without pypdfium2": lambda _: _without("pypdfium2"),
    "without watchfiles": lambda _: _without("watchfiles"),
    "without pygls": lambda _: _without("pygls"),
    "without other programs": lambda game: mock.patch.dict(os.environ, PATH=str(game)),
    "with pictures of more than 4 GB": lambda _: mock.patch.object(pdf_file, "MAX_PLACE", 1000),
    "with a card moved off the paper": lambda _: _sheets("front", lambda slots: (_moved(slots[0], 300.0),)),
    "with a card moved onto its neighbour": lambda _: _sheets(
        "front", lambda slots: (_moved(slots[0], 20.0), *slots[1:])
    ),
    "with a card left out": lambda _: _sheets("front", lambda slots: slots[1:]),
    "with a back moved by 1 mm": lambda _: _sheets("back", lambda slots: (_moved(slots[0], 1.0),)),
    "with a card moved onto the fold": lambda _: _sheets("front", lambda slots: (_moved(slots[0], 60.0),)),
}


def situation(name: str, game: Path) -> AbstractContextManager[None]:
    """The situation while it lasts."""
    return _SITUATIONS[name](game)
