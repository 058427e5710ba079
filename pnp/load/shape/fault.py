"""Faults of mappings that are read as shapes: their words and places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pnp.diagnostics import Diagnostic, did_you_mean, error, nearest
from pnp.load.files import TABLE_ENDINGS
from pnp.load.yaml.node import Mapping, Node, Scalar, Sequence, describe
from pnp.source import Span

KeyPath: TypeAlias = tuple[str | int, ...]

_SAMPLES = {"text": "some words", "a whole number": "3", "true or false": "true", "a number": "1.2"}
_COMPARED = {"=": "==", "=>": ">=", "≥": ">=", "=<": "<=", "≤": "<=", "<>": "!=", "≠": "!=", "=/=": "!="}
"""How comparisons are written elsewhere; by letters alone ``=>`` is as near to ``>`` as to ``>=``."""


OTHER_KEYS = {"shape": 'the shape belongs to the size: size: circle 20mm, size: path "M0 0 H60 L50 40 Z"'}
"""Cures for keys that other words of ours suggest."""


def value_span(node: Node, key: Scalar | None) -> Span:
    """Where a value is written; its key where nothing is."""
    if isinstance(node, Scalar) and not node.text and not node.style and key is not None:
        return key.span
    return node.span


def unknown(root: Mapping, path: KeyPath, span: Span, known: Iterable[str]) -> Diagnostic:
    """The fault of a key that its shape does not have (M100).

    Args:
        root: The mapping that is read as a whole.
        path: From there to the key.
        span: Of the key.
        known: Keys of the shape.
    """
    key = str(path[-1])
    cure = (
        OTHER_KEYS.get(key, "")
        or (_too_far_left(root, key) if len(path) == 1 else "")
        or did_you_mean(key, known, "keys")
    )
    return error("M100", f"unknown key '{key}'", span, cure)


def _too_far_left(root: Mapping, unknown_key: str) -> str:
    """The cure for a mapping on the level of the key that it belongs under."""
    if not isinstance(root.get(unknown_key), Mapping):
        return ""
    above = ""
    for key, (_, value) in root.entries.items():
        if key == unknown_key:
            break
        above = key if isinstance(value, Scalar) and value.value is None else above
    return f"if it belongs to '{above}', indent it further than '{above}:'" if above else ""


def missing(path: KeyPath, holder: Mapping, holder_key: Scalar | None) -> Diagnostic:
    """The fault of a required key that is not written, or has no value (M101).

    Args:
        path: To the key.
        holder: The mapping that lacks it.
        holder_key: The key of that mapping.
    """
    name = str(path[-1])
    key, value = holder.entries.get(name, (None, None))
    if key is not None and isinstance(value, Scalar):
        if value.text:
            return error(
                "M101", f"'{name}' has no value", value.span, f'quote it if the word is meant: "{value.text}"'
            )
        return error("M101", f"'{name}' has no value", key.span, f"write '{name}: …', or leave the line out")
    span = holder_key.span if holder_key is not None else holder.span
    message = f"'{path[-2]}' has no '{name}'" if len(path) > 1 else f"the key '{name}' is missing"
    return error("M101", message, span, f"add '{name}: …'")


def wrong_type(path: KeyPath, node: Node, wanted: str, needed: str) -> tuple[str, str]:
    """Message and cure for a value of another type than the wanted one.

    Args:
        path: To the value.
        node: The value.
        wanted: The type in words.
        needed: The only required key, where a mapping is wanted that has one.
    """
    found = _in_words(node)
    name = next((part for part in reversed(path) if isinstance(part, str)), "")
    message = f"'{name}' takes {wanted}, found {found}"
    if needed and isinstance(node, Scalar) and node.text:
        return message, f"write {path[-1]}: {{{needed}: {found.strip(chr(39))}}}"
    if path == ("pieces",) and isinstance(node, Scalar) and node.text.lower().endswith(TABLE_ENDINGS):
        return message, f"name a table under 'rows' instead: rows: {node.text}"
    if wanted == "a mapping" and isinstance(node, Sequence):
        return message, f"write 'id: …' lines under '{name}' instead of '- …'"
    if wanted == "a mapping":
        return message, f"write 'key: value' lines under '{name}'"
    if wanted == "a list":
        dashed = found.startswith("'-")
        return message, "put a space after each '-'" if dashed else f"write {name}: [one, two]"
    return message, f"write {name}: {_SAMPLES[wanted]}"


def no_choice(path: KeyPath, node: Node, choices: tuple[str, ...]) -> tuple[str, str]:
    """Message and cure for a value that is none of the choices."""
    found = _in_words(node)
    word = found.strip("'")
    meant = _COMPARED.get(word, "")
    close = meant if meant in choices else nearest(word, choices)
    cure = f"did you mean '{close}'?" if close else "write " + ", ".join(choices[:-1]) + f" or {choices[-1]}"
    return f"{found} is no value for '{path[-1]}'", cure


def outside(path: KeyPath, relation: str, limit: float) -> tuple[str, str]:
    """Message and cure for a number that should be ``greater`` or ``less`` than a limit."""
    return (
        f"'{path[-1]}' should be {relation} than or equal to {limit:g}",
        "with pnp schema, an editor shows what fits",
    )


def _in_words(node: Node) -> str:
    """The value in words; an empty text is nothing."""
    words = describe(node)
    return "nothing" if words == "''" else words
