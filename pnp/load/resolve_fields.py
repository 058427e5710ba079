"""What the fields of a set may hold: ``term weapon``, ``number 1..9``, ``text?``."""

from __future__ import annotations

import re
from collections.abc import Mapping as MappingABC
from typing import cast, get_args

from pnp.diagnostics import did_you_mean, error
from pnp.load.document import Document, child
from pnp.load.findings import Findings
from pnp.load.shape.set_file import SetFile
from pnp.load.yaml_node import Mapping, Scalar
from pnp.model import BUILT_IN_FIELDS, FieldDeclaration, Text, Vocabulary
from pnp.model.field import FieldKind

ENTRY_KEYS = (
    "copies", "extends", "for", "where", "layout", "back", "style", "size", "context", "note",
)  # fmt: skip
"""Keys of an entry that are no fields."""

RESERVED = frozenset(
    [*ENTRY_KEYS, "id", "set", "key", "piece", "game", "facts", "terms", "players", "lang", "ink"]
)
"""Names that neither a field nor a ``for`` may have."""
FIELD_KINDS: tuple[str, ...] = get_args(FieldKind)
"""What a field may be declared as."""

LABEL = "field.label"
"""Context of labels for translators."""

NOT_DEFAULTS = ("extends", "for", "where")
"""Keys of an entry that cannot be a default of the set."""

_RANGE = re.compile(r"(-?\d{1,15})?\.\.(-?\d{1,15})?\Z")


def fields(
    shape: SetFile, document: Document, vocabularies: MappingABC[str, Vocabulary], findings: Findings
) -> dict[str, FieldDeclaration]:
    """The sound declarations by name, the built-in fields first. Codes: M111, M115, M116."""
    found = {field.name: field for field in BUILT_IN_FIELDS}
    declared = child(document.root, "fields")
    for name, written in shape.fields.items():
        node = child(declared, name)
        key = declared.key(name) if isinstance(declared, Mapping) else None
        if not isinstance(node, Scalar) or key is None:
            continue
        if name in RESERVED:
            message = f"'{name}' has a meaning of its own and cannot be a field"
            findings.add(error("M116", message, key.span, "call the field something else"))
            continue
        field = _field(name, written, node, vocabularies, findings)
        if field is not None:
            found[name] = field
    return found


def labels(
    document: Document, declared: MappingABC[str, FieldDeclaration], findings: Findings
) -> dict[str, Text]:
    """What fields are called on paper, by their names; an empty text where nothing is printed. Codes: M100."""
    node = child(document.root, "labels")
    if not isinstance(node, Mapping):
        return {}
    # Faulty declarations were told; their fields are known all the same, so that no label is blamed.
    written = child(document.root, "fields")
    known = {**declared, **(written.entries if isinstance(written, Mapping) else {})}
    found: dict[str, Text] = {}
    for name, (key, value) in node.entries.items():
        if name not in known:
            cures = [did_you_mean(name, known, "fields"), "a field of your own is declared under 'fields'"]
            findings.add(error("M100", f"unknown field '{name}'", key.span, cures))
        elif name in declared and isinstance(value, Scalar):
            found[name] = (
                Text("", document.origin(value)) if value.value is None else document.text(value, LABEL)
            )
    return found


def _field(
    name: str, written: str, node: Scalar, vocabularies: MappingABC[str, Vocabulary], findings: Findings
) -> FieldDeclaration | None:
    words = written.replace("?", " ").split()
    optional = "?" in written
    kind, rest = (words[0], words[1:]) if words else ("", [])
    if kind not in FIELD_KINDS:
        cure = did_you_mean(kind, FIELD_KINDS, "kinds of fields")
        if kind in vocabularies:
            cure = f"write 'term {kind}'"
        findings.add(error("M115", f"unknown kind of field '{kind}'", node.span, cure))
        return None
    declaration = FieldDeclaration(name, cast(FieldKind, kind), optional, span=node.span)
    if kind in ("term", "terms"):
        return _term_field(declaration, rest, node, vocabularies, findings)
    if kind == "number":
        return _number_field(declaration, rest, node, findings)
    if rest:
        message = f"'{kind}' takes nothing behind it, found '{' '.join(rest)}'"
        findings.add(error("M115", message, node.span, f"write '{kind}' or '{kind}?'"))
    return declaration


def _term_field(
    field: FieldDeclaration,
    rest: list[str],
    node: Scalar,
    vocabularies: MappingABC[str, Vocabulary],
    findings: Findings,
) -> FieldDeclaration | None:
    if len(rest) != 1:
        message = f"'{field.kind}' needs the name of one vocabulary"
        cure = did_you_mean(" ".join(rest), vocabularies, "vocabularies")
        findings.add(error("M115", message, node.span, [f"write '{field.kind} weapon'", cure]))
        return None
    if rest[0] not in vocabularies:
        cure = did_you_mean(rest[0], vocabularies, "vocabularies")
        findings.add(error("M111", f"unknown vocabulary '{rest[0]}'", node.span, cure))
        return None
    return FieldDeclaration(field.name, field.kind, field.optional, rest[0], span=field.span)


def _number_field(
    field: FieldDeclaration, rest: list[str], node: Scalar, findings: Findings
) -> FieldDeclaration:
    low: int | None = None
    high: int | None = None
    if rest:
        match = _RANGE.match("".join(rest))
        bounds = [int(part) if part else None for part in match.groups()] if match else []
        if bounds:
            low, high = bounds
        if not bounds or (low is not None and high is not None and low > high):
            message = f"'{' '.join(rest)}' is no range of numbers"
            findings.add(error("M115", message, node.span, "write 'number 1..9', 'number 1..' or 'number'"))
            low = high = None
    return FieldDeclaration(field.name, "number", field.optional, None, low, high, field.span)
