"""What the fields of a piece say is worked out once, and is the same wherever it was."""

from __future__ import annotations

import pickle

import pytest

import pnp.model.said as said
from pnp.load.kept.pieces import piece_row
from pnp.model import Piece, Size, Text
from pnp.model.said import NotedFields, fields_digest, text_digest, texts_said
from pnp.source import Origin, Span
from pnp.units import mm

SPAN = Span("cards/a.yaml", 3, 3, 3, 6)
VALUES = {"name": Text("Drak", Origin(SPAN)), "hp": 3, "mark": "sun", "text": Text("Táhni", Origin(SPAN))}


def row(fields: NotedFields) -> list[object]:
    return piece_row(
        Piece("a", "one", "card", 1, fields, "card", None, "", Size(mm(63), mm(88)), SPAN), 2, "cs"
    )


def test_fields_say_the_same_as_any_mapping_and_are_asked_once(monkeypatch: pytest.MonkeyPatch):
    fields = NotedFields(VALUES)
    assert fields == VALUES
    digest = fields_digest(fields)
    assert digest == fields_digest(VALUES)
    assert digest != fields_digest(NotedFields({**VALUES, "hp": 4}))
    monkeypatch.setattr(said, "hashed", None)
    assert fields_digest(fields) == digest


def test_what_was_noted_travels():
    fields = NotedFields(VALUES)
    kept = row(fields)
    assert texts_said(fields) == (text_digest("Drak", "cs"), text_digest("Táhni", "cs"))
    assert kept[-2:] == [fields_digest(fields).hex(), b"".join(texts_said(fields) or ()).hex()]
    found = pickle.loads(pickle.dumps(fields, pickle.HIGHEST_PROTOCOL))
    assert type(found) is NotedFields
    assert (found, found.digest, found.texts) == (fields, fields.digest, fields.texts)


def test_texts_with_expressions_have_to_be_looked_at():
    fields = NotedFields({**VALUES, "text": Text("Táhni {{ facts.hand }}", Origin(SPAN))})
    assert row(fields)[-1] is None
    assert texts_said(fields) is None
    assert texts_said(VALUES) is None
