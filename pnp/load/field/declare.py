"""The fields that a set declares: ``term weapon``, ``number 1..9``, ``text?``, and their labels."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC

from pnp.diagnostics import did_you_mean
from pnp.load.document import DataFile, child
from pnp.load.field import FIELD_KINDS
from pnp.load.findings import Findings
from pnp.load.shape.game_file import ENTRY_KEYS, SetFile
from pnp.load.yaml.node import Mapping, Scalar
from pnp.model import BUILT_IN_FIELDS, FieldDeclaration, Text, Vocabulary

RESERVED = frozenset(
    [*ENTRY_KEYS, "id", "set", "key", "piece", "game", "facts", "terms", "players", "lang", "ink"]
)
"""Names that neither a field nor a ``for`` may have."""
LABEL = "field.label"
"""Context of labels for translators."""


def fields(
    shape: SetFile, document: DataFile, vocabularies: MappingABC[str, Vocabulary], findings: Findings
) -> dict[str, FieldDeclaration]:
    """The valid declarations by name, the built-in fields first. Codes: M111, M115, M116."""
    found = {field.name: field for field in BUILT_IN_FIELDS}
    declared = child(document.root, "fields")
    for name, written in shape.fields.items():
        node = child(declared, name)
        key = declared.key(name) if isinstance(declared, Mapping) else None
        if not isinstance(node, Scalar) or key is None:
            continue
        if name in RESERVED:
            message = f"'{name}' has a meaning of its own and cannot be a field"
            findings.error("M116", message, key.span, "call the field something else")
            continue
        field = _field(name, written, node, vocabularies, findings)
        if field is not None:
            found[name] = field
    return found


def labels(
    document: DataFile, declared: MappingABC[str, FieldDeclaration], findings: Findings
) -> dict[str, Text]:
    """Labels of fields on paper, by the names of fields; empty where nothing is printed. Codes: M100."""
    node = child(document.root, "labels")
    if not isinstance(node, Mapping):
        return {}
    # Faulty declarations were reported; their fields are known all the same, so that no label is blamed.
    written = child(document.root, "fields")
    known = {**declared, **(written.entries if isinstance(written, Mapping) else {})}
    found: dict[str, Text] = {}
    for name, (key, value) in node.entries.items():
        if name not in known:
            cures = [did_you_mean(name, known, "fields"), "a field of your own is declared under 'fields'"]
            findings.error("M100", f"unknown field '{name}'", key.span, cures)
        elif name in declared and isinstance(value, Scalar):
            found[name] = (
                Text("", document.origin(value)) if value.value is None else document.text(value, LABEL)
            )
    return found


def _field(
    name: str, written: str, node: Scalar, vocabularies: MappingABC[str, Vocabulary], findings: Findings
) -> FieldDeclaration | None:
    words = written.replace("?", " ").split()
    kind, rest = (words[0], words[1:]) if words else ("", [])
    if kind not in FIELD_KINDS:
        cure = did_you_mean(kind, FIELD_KINDS, "kinds of fields")
        if kind in vocabularies:
            cure = f"write 'term {kind}'"
        findings.error("M115", f"unknown kind of field '{kind}'", node.span, cure)
        return None
    field = FieldDeclaration(name, kind, "?" in written, span=node.span)
    return FIELD_KINDS[kind].declare(field, rest, node, vocabularies, findings)
