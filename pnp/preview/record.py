"""The contents of the page as plain values for JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, Severity
from pnp.diagnostics.diagnostic import without_accepted
from pnp.diagnostics.printer import SourceLines, excerpt, folded, in_order
from pnp.draw import Outline
from pnp.draw.path import path_data
from pnp.edit.cure import Cure, cure_of
from pnp.model import ComponentSet, FieldValue, Game, Piece, Term, Text
from pnp.preflight import SAFE
from pnp.preview.live import LivePiece
from pnp.rules import ClaimResult, fill, piece_scope
from pnp.rules.value import show
from pnp.source import Span, place_record
from pnp.stats import SetCount
from pnp.translation.status import FitRow

JsonRecord: TypeAlias = dict[str, Any]

_STAGES = ("Y", "M", "X", "L")
"""First letters of the codes of stages, in order: files, data, expressions, layouts."""
_KEY_LENGTH = 32
"""Hexadecimal digits of a hash that name a picture: 128 bits."""


def picture_id(digest: str) -> str:
    """The name of the picture of a face."""
    return digest[:_KEY_LENGTH]


def place(span: Span | None) -> JsonRecord | None:
    """A place in a file or in a sheet of one."""
    return None if span is None else place_record(span)


def piece_record(live: LivePiece, scope: Mapping[str, Any], language: str) -> JsonRecord:
    """A piece: what it is called, which pictures show it, and what its fields hold.

    Args:
        live: The piece.
        scope: Names that its texts know (``game_scope``).
        language: BCP 47 tag of its texts.
    """
    piece, faces = live.piece, live.faces
    return {
        "set": piece.set_id,
        "id": piece.id,
        "name": faces.label if faces else _name(piece),
        "copies": piece.copies,
        "number": piece.number,
        "state": live.state,
        "front": picture_id(live.front),
        "back": picture_id(live.back),
        "size": size_id(faces.front.outline if faces else piece.size.outline),
        "place": place(piece.span),
        "note": piece.note,
        "fields": _fields(piece, scope, language),
        "layouts": [layout for layout in (piece.layout, piece.back) if layout],
    }


def _name(piece: Piece) -> str:
    name = piece.fields.get("name")
    return name.source if isinstance(name, Text) and "{" not in name.source else piece.id


def _fields(piece: Piece, scope: Mapping[str, Any], language: str) -> list[JsonRecord]:
    """The fields that hold something, with where they are written; texts with their expressions filled in."""
    listed = []
    for name, value in piece.fields.items():
        if value is None or value == () or (isinstance(value, Text) and not value):
            continue
        origin = piece.origins.get(name)
        record: JsonRecord = {"name": name, "value": show(value, 400)}
        if isinstance(value, Text) and "{" in value.source:
            filled = fill(value, piece_scope(piece, scope), language)
            record |= {"value": filled.text, "source": value.source}
        if isinstance(value, Term) and value.colour is not None:
            record["colour"] = hex_colour(value.colour)
        if isinstance(value, FieldValue):
            record["value"] = value.shown() or "–"
        if origin is not None:
            record["place"] = place(origin.span)
        listed.append(record)
    return listed


def size_id(outline: Outline) -> str:
    """A name for an outline."""
    return f"{outline.shape}-{outline.width:g}x{outline.height:g}-{outline.radius:g}"


def size_record(outline: Outline, bleed: float) -> JsonRecord:
    """The outline of a piece with bleed and safe area, in millimetres from the upper left of its trim."""
    return {
        "shape": outline.shape,
        "width": outline.width,
        "height": outline.height,
        "radius": outline.radius,
        "bleed": bleed,
        "corners": outline.corners() if outline.shape.startswith("hex") else [],
        "trimPath": path_data(outline.path()),
        "bleedPath": path_data(outline.path(bleed)),
        "safePath": path_data(outline.path(-SAFE)),
    }


def set_record(component_set: ComponentSet, scope: Mapping[str, Any], language: str) -> JsonRecord:
    """A set: its name, kind and counts."""
    return {
        "id": component_set.id,
        "name": fill(component_set.name, scope, language).text,
        "kind": component_set.kind,
        "unique": sum(1 for piece in component_set.pieces if piece.copies),
        "copies": component_set.copies,
        "total": component_set.total,
        "fields": list(component_set.fields),
        "place": place(component_set.span),
    }


_SEVERITY = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def fault_records(
    found: Iterable[Diagnostic],
    sources: Mapping[str, str],
    name_of: Callable[[str], str],
    cures: dict[str, Cure],
) -> list[JsonRecord]:
    """Findings that are not accepted, errors first, causes before effects, then by place.

    Each has the line that it points at and the keys of all pieces that it is about.

    Args:
        found: In any order.
        sources: Text of each file by the name that spans use.
        name_of: Gives the name of a code.
        cures: Receives those that the page may ask for, by their names in the records.
    """
    kept = in_order(without_accepted(found))
    pieces: dict[tuple[object, ...], dict[str | None, None]] = {}
    for item in kept:
        pieces.setdefault((item.code, item.span, item.message), {})[item.piece] = None
    listed = sorted(folded(kept), key=lambda pair: (-pair[0].severity, _stage(pair[0].code)))
    lines = SourceLines(sources)
    return [
        _fault(item, more, lines, cures)
        | {"name": name_of(item.code), "pieces": [*filter(None, pieces[item.code, item.span, item.message])]}
        for item, more in listed
    ]


def _stage(code: str) -> int:
    """The stage that finds faults with a code: those of an early one cause others."""
    return _STAGES.index(code[0]) if code[:1] in _STAGES else len(_STAGES)


def _fault(item: Diagnostic, more: int, sources: SourceLines, cures: dict[str, Cure]) -> JsonRecord:
    shown = excerpt(item.span, sources) if item.span is not None else None
    cure = cure_of(item, sources)
    name = ""
    if cure is not None:
        name = hashlib.sha256(repr((cure.span, cure.text, item.code)).encode()).hexdigest()[:_KEY_LENGTH]
        cures[name] = cure
    return {
        "code": item.code,
        "severity": _SEVERITY[item.severity],
        "message": item.message,
        "place": place(item.span),
        "excerpt": shown and {"line": shown.line, "text": shown.text, "start": shown.start, "end": shown.end},
        "help": list(item.help),
        "cure": cure and {"name": name, "title": cure.title},
        "piece": item.piece,
        "more": more,
        "related": [{"place": place(span), "message": words} for span, words in item.related],
    }


def claim_record(result: ClaimResult) -> JsonRecord:
    """A claim with both its values."""
    claim = result.claim
    return {
        "id": claim.id,
        "says": claim.says.source,
        "source": claim.source,
        "assumed": claim.assumed,
        "relation": claim.relation,
        "rulebook": result.rulebook,
        "data": result.data,
        "verdict": "warns" if result.verdict == "failed" and claim.severity == "warning" else result.verdict,
        "pieces": [piece.key for piece in result.pieces],
        "place": place(claim.span),
    }


def assumed_records(game: Game) -> list[JsonRecord]:
    """The facts that are the designer's own."""
    return [
        {"id": fact.id, "value": show(fact.value), "note": fact.note, "place": place(fact.span)}
        for fact in game.facts.values()
        if fact.assumed
    ]


def fit_record(row: FitRow) -> JsonRecord:
    """How one wording fits its boxes."""
    return {
        "piece": row.piece,
        "pieces": row.pieces,
        "words": row.words,
        "layout": place(row.layout),
        "size": row.size_pt,
        "wanted": row.wanted_pt,
        "least": row.least_pt,
        "lines": row.lines,
        "share": row.share_of_box,
        "faults": row.faults,
    }


def count_record(count: SetCount) -> JsonRecord:
    """The counts of a set, by field."""
    return {
        "set": count.set_id,
        "unique": count.unique,
        "copies": count.copies,
        "hand": count.hand,
        "fields": [
            {
                "name": field.name,
                "values": [
                    {
                        "value": value.value,
                        "copies": value.copies,
                        "share": value.share,
                        "odds": value.odds,
                        "colour": hex_colour(value.colour) if value.colour else None,
                    }
                    for value in field.values
                ],
            }
            for field in count.fields
        ],
    }


def hex_colour(colour: Colour) -> str:
    """A colour as ``#rrggbb``."""
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"
