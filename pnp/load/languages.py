"""Where ``game.yaml`` names its languages, and adding one without touching anything else in it."""

from __future__ import annotations

from pnp.load.decode import decode
from pnp.load.document import DataFile, read_yaml
from pnp.load.yaml.node import Node, Scalar, Sequence
from pnp.source import Span


def language_spans(document: DataFile) -> dict[str, Span]:
    """Where each language is written first, by its tag as it is typed."""
    own, listed = document.root.get("language"), document.root.get("languages")
    nodes = [*(listed.items if isinstance(listed, Sequence) else ()), *(() if own is None else (own,))]
    found: dict[str, Span] = {}
    for node in nodes:
        if isinstance(node, Scalar):
            found.setdefault(node.text, node.span)
    return found


def with_language(data: bytes, own: str, language: str) -> bytes | None:
    """The file with ``language`` on its list of languages, comments and all else kept.

    Args:
        data: Content of ``game.yaml``.
        own: The game's own language, for a file without a list.
        language: BCP 47 tag.

    Returns:
        None where the list is written in a way that cannot be added to safely.
    """
    text = data.decode("utf-8")
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    plain = text.removeprefix(bom)
    if decode(data, "")[0] != plain:
        return None  # other line ends or composed letters: places would be others than those of the file
    document = read_yaml(data, "").document
    if document is None:
        return None
    root = document.root
    listed = root.get("languages")
    lines = plain.split("\n")
    if isinstance(listed, Sequence) and listed.items:
        _add(lines, listed, language)
    elif root.get("languages") is None and root.key("languages") is None:
        _begin(lines, root.get("language"), own, language)
    else:
        return None
    changed = (bom + "\n".join(lines)).encode()
    return changed if _languages(changed) == [*_languages(data, own), language] else None


def _add(lines: list[str], listed: Sequence, language: str) -> None:
    last = listed.items[-1]
    line = lines[last.end.line]
    if listed.flow:
        lines[last.end.line] = f"{line[: last.end.column]}, {language}{line[last.end.column :]}"
    else:
        dash = lines[last.start.line][: last.start.column]
        lines.insert(last.end.line + 1, dash + language)


def _begin(lines: list[str], before: Node | None, own: str, language: str) -> None:
    at = before.end.line + 1 if before is not None else 0
    lines.insert(at, f"languages: [{own}, {language}]")


def _languages(data: bytes, own: str = "") -> list[str]:
    document = read_yaml(data, "").document
    listed = document.root.get("languages") if document is not None else None
    if not isinstance(listed, Sequence):
        return [own] if own else []
    return [item.text for item in listed.items if isinstance(item, Scalar)]
