"""Filters of colours, and filters of pieces for layouts that serve any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import Undefined

from pnp.colour import BLACK, WHITE, Colour, ColourError, contrast
from pnp.diagnostics import did_you_mean
from pnp.layout.fault import LayoutFault
from pnp.load.field import FIELD_KINDS
from pnp.model import BUILT_IN_FIELDS, ComponentSet, Piece, Term

_KINDS = tuple(FIELD_KINDS)
_BUILT_IN = frozenset(field.name for field in BUILT_IN_FIELDS)


def _piece(value: Any, name: str) -> Piece:
    if isinstance(value, Piece):
        return value
    raise LayoutFault("L113", f"the filter '{name}' needs a piece", f"write 'piece | {name}'")


def _terms(piece: Piece) -> list[Term]:
    """All terms in the fields of a piece, in the order of the fields."""
    values = (value if isinstance(value, tuple) else (value,) for value in piece.fields.values())
    return [item for value in values for item in value if isinstance(item, Term)]


def piece_steps(piece: Any) -> int:
    """Steps that it costs to go through all fields of a piece."""
    if not isinstance(piece, Piece):
        return 0
    return sum(1 + (len(value) if isinstance(value, tuple) else 0) for value in piece.fields.values())


def accent(piece: Any, otherwise: Any = "#3B4754") -> Colour:
    """The colour of the piece's first term that has one, else the given colour."""
    colours = [term.colour for term in _terms(_piece(piece, "accent")) if term.colour is not None]
    return colours[0] if colours else as_colour(otherwise, "accent")


class PieceFilters:
    """Filters that know the declared fields of the game's sets.

    Args:
        sets: By id.
        read: Takes a member of a piece as templates see it.
    """

    def __init__(self, sets: Mapping[str, ComponentSet], read: Callable[[Any, str], Any]) -> None:
        self._sets = sets
        self._read = read

    def fields(self, piece: Any, *kinds: str) -> list[dict[str, Any]]:
        """The declared fields that the piece fills, of some kinds or all: name, label, kind and value."""
        of = _piece(piece, "fields")
        for kind in kinds:
            if kind not in _KINDS:
                cure = did_you_mean(str(kind), _KINDS, "kinds")
                raise LayoutFault("L113", f"'{kind}' is no kind of field", cure, str(kind))
        found = []
        for name, declaration in self._sets[of.set_id].fields.items():
            value = of.fields.get(name)
            wanted = not kinds or FIELD_KINDS[declaration.kind].is_like(kinds)
            if wanted and name not in _BUILT_IN and value is not None and value != ():
                one = {"name": name, "label": self._sets[of.set_id].label(name), "kind": declaration.kind}
                found.append({**one, "value": self._read(of, name)})
        return found

    def emblem(self, piece: Any) -> str | None:
        """The piece's first filled icon field, else the icon of its first term that has one, else None."""
        of = _piece(piece, "emblem")
        declared = self._sets[of.set_id].fields.items()
        own = [of.fields.get(name) for name, declaration in declared if declaration.kind == "icon"]
        return next((str(name) for name in (*own, *(term.icon for term in _terms(of))) if name), None)


def as_colour(value: Any, name: str) -> Colour:
    """The colour that a filter is given.

    Raises:
        LayoutFault: L113, it is none.
    """
    if isinstance(value, Colour):
        return value
    if isinstance(value, Undefined):
        str(value)  # raises the fault of the name that does not exist
    try:
        return Colour.parse(value if isinstance(value, str) else "")
    except ColourError:
        shown = f", not '{value}'" if isinstance(value, str | int) else ""
        raise LayoutFault(
            "L113", f"the filter '{name}' needs a colour{shown}", "write one as '#B3202C'"
        ) from None


def _share(value: Any, name: str) -> float:
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    raise LayoutFault("L113", f"the filter '{name}' needs a number from 0 to 1", "write one, such as 0.3")


def darker(colour: Any, share: float = 0.25) -> Colour:
    """The colour with ``share`` of black in it."""
    return as_colour(colour, "darker").mixed(BLACK, _share(share, "darker"))


def lighter(colour: Any, share: float = 0.25) -> Colour:
    """The colour with ``share`` of white in it."""
    return as_colour(colour, "lighter").mixed(WHITE, _share(share, "lighter"))


def alpha(colour: Any, opacity: float) -> Colour:
    """The colour with the opacity, 0 to 1."""
    return as_colour(colour, "alpha").with_alpha(round(_share(opacity, "alpha") * 255))


def readable(colour: Any) -> Colour:
    """Black or white, whichever is read better on the colour."""
    ground = as_colour(colour, "readable").opaque
    return BLACK if contrast(ground, BLACK) >= contrast(ground, WHITE) else WHITE
