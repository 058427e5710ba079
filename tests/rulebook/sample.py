"""A small game and a composer of plain faces."""

from types import SimpleNamespace

from pnp.colour import Colour
from pnp.draw import Face, Fill, circle
from pnp.model import (
    STANDARD_STYLES,
    ComponentSet,
    Fact,
    Game,
    Piece,
    Size,
    Source,
    Term,
    Text,
    Vocabulary,
)
from pnp.source import Origin, Span
from pnp.units import mm

SPAN = Span("game.yaml")
CARD, TILE = Size(mm(63), mm(88), mm(3)), Size(mm(45), mm(45))


def text(words: str) -> Text:
    return Text(words, Origin(SPAN))


START = Term("tile", "start", text("Start"), SPAN)
FIELD = Term("tile", "field", text("Field"), SPAN, icon="fire")


def piece(
    set_id: str, piece_id: str, size: Size, copies: int = 1, back: str | None = "back", **fields: object
) -> Piece:
    kind = "card" if size is CARD else "tile"
    return Piece(set_id, piece_id, kind, copies, fields, kind, back, "", size, SPAN)


def component_set(set_id: str, size: Size, *pieces: Piece) -> ComponentSet:
    kind = "card" if size is CARD else "tile"
    return ComponentSet(set_id, kind, text(f"The {set_id}"), {}, pieces, size, SPAN, f"{set_id}.yaml")


def make_game(**changes: object) -> Game:
    facts = {
        "hand": 2,
        "rows": [3, 5, 3],
        "fixed": ["start", "field", "start"],
        "even": [2, 4, 2],
        "apart": {2: "start", 5: "start"},
        "outside": {6: "start"},
        "word": "many",
    }
    values: dict[str, object] = {
        "id": "sample",
        "name": text("Sample"),
        "language": "en",
        "languages": ("en",),
        "players": (2, 3, 4),
        "sets": (
            component_set(
                "swords", CARD, piece("swords", "long", CARD, 12), piece("swords", "short", CARD, 6, None)
            ),
            component_set(
                "tiles", TILE, piece("tiles", "start", TILE, 2, tile=START), piece("tiles", "none", TILE, 0)
            ),
            component_set("unused", TILE, piece("unused", "none", TILE, 0)),
        ),
        "span": SPAN,
        "folder": "data/sample",
        "version": "7",
        "credits": {"design": ("A. Maker",)},
        "notice": text("A prototype of 2024."),
        "sources": {"r": Source("r", "Rules")},
        "styles": dict(STANDARD_STYLES),
        "vocabularies": {"tile": Vocabulary("tile", {"start": START, "field": FIELD}, SPAN)},
        "facts": {key: Fact(key, value, "r", False, SPAN) for key, value in facts.items()},
    }
    return Game(**{**values, **changes})  # type: ignore[arg-type]


class PlainComposer:
    """Faces of one flat colour."""

    def compose(self, piece: Piece, side: str = "front") -> SimpleNamespace:
        outline = piece.size.outline
        colour = Colour(200, 0, 0) if side == "front" else Colour(0, 0, 200)
        mark = Fill(circle(5.0, 5.0, 0.2 * len(piece.key)), Colour(0, 0, 0))  # pieces look different on paper
        return SimpleNamespace(
            face=Face(outline, 2.0, (Fill(outline.path(2.0), colour), mark), label=piece.key),
            reads=frozenset(),
        )
