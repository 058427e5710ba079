"""Sets that are shuffled: their pieces need one back."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, error
from pnp.model import ComponentSet, Piece
from pnp.rules import show


def check_shuffled(case: Case) -> Iterator[Diagnostic]:
    """Piles of a shuffled set without a back, or with several (K120)."""
    for each in case.game.sets:
        if each.shuffled is not None:
            for value, pieces in piles(each).items():
                yield from _of_pile(value, pieces, each)


def piles(each: ComponentSet) -> dict[str, list[Piece]]:
    """The printed pieces of a shuffled set by the words of their pile."""
    found: dict[str, list[Piece]] = {}
    for piece in each.pieces:
        if piece.copies:
            value = show(piece.fields.get(each.shuffled)) if each.shuffled else ""
            found.setdefault(value, []).append(piece)
    return found


def _of_pile(value: str, pieces: list[Piece], each: ComponentSet) -> Iterator[Diagnostic]:
    which = f"'{each.id}'" + (f" with {each.shuffled} {value}" if each.shuffled else "")
    backs = {piece.back: piece for piece in reversed(pieces)}
    place = each.shuffled_span or each.span
    if None in backs:
        piece = backs[None]
        message = f"{which} is shuffled, and '{piece.key}' has no back"
        yield error("K120", message, place, "add 'back: …'", related=[(piece.span, piece.key)])
    elif len(backs) > 1:
        names = " and ".join(f"'{name}'" for name in sorted(str(name) for name in backs))
        message = f"{which} is shuffled, and its pieces have different backs: {names}"
        cures = [
            "give all pieces one back",
            "if they are several piles, write 'shuffled: …' with their field",
        ]
        places = [(piece.span, f"{piece.key} has '{back}'") for back, piece in backs.items()]
        yield error("K120", message, place, cures, related=places)
