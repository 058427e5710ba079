"""How a text is written as a value of YAML, in the manner of what was there."""

from __future__ import annotations

import re

from pnp.load.decode import blanked
from pnp.load.yaml.compose import compose
from pnp.load.yaml.node import Mapping, Scalar

_DOUBLE = {
    "\\": "\\\\",
    '"': '\\"',
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\x85": "\\N",
    "\u2028": "\\L",
    "\u2029": "\\P",
}
_CONTROL = re.compile('[\x00-\x1f\x7f-\x9f\u2028\u2029"\\\\]')
_UNIT = {
    '"': re.compile(r"\\(?:x..|u....|U.{8}|.)|[^\\]", re.DOTALL),
    "'": re.compile(r"''|[^']", re.DOTALL),
}
_HEADER = re.compile(r"[|>][-+0-9]*")


def written(text: str, style: str, *, flow: bool, verbatim: bool = False) -> str:
    """A value on one line.

    Args:
        text: The value.
        style: That it had, and has again if it can: ``"``, ``'`` or empty.
        flow: Whether it is in brackets or braces.
        verbatim: Whether a word such as ``true`` or ``2`` means what it means in YAML; else it is a text.
    """
    if style == '"':
        return _double(text)
    single = "'" + text.replace("'", "''") + "'"
    for form in (single, text) if style == "'" else (text, single):
        if "\n" not in text and _reads(form, text, flow=flow, verbatim=verbatim):
            return form
    return _double(text)


def rewritten(raw: str, old: str, new: str, style: str) -> str | None:
    """A quoted value with what its old and new text have in common as it was; None if that cannot be.

    Args:
        raw: As it is in the file, with quotes, on one line.
        old: Its value.
        new: Its new value.
        style: The quote.
    """
    if style not in _UNIT or "\n" in raw:
        return None
    units = [found.group() for found in _UNIT[style].finditer(raw[1:-1])]
    if len(units) != len(old) or (style == "'" and "\n" in new):
        return None
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    middle = new[first : len(new) - last]
    middle = _double(middle)[1:-1] if style == '"' else middle.replace("'", "''")
    return style + "".join(units[:first]) + middle + "".join(units[len(units) - last :]) + style


def _double(text: str) -> str:
    return '"' + _CONTROL.sub(lambda found: _DOUBLE.get(found[0]) or f"\\x{ord(found[0]):02x}", text) + '"'


def _reads(form: str, text: str, *, flow: bool, verbatim: bool) -> bool:
    """Whether YAML reads this form as the text, in brackets or without."""
    node = _read(f"{{k: {form}, z: 1}}\n" if flow else f"k: {form}\n")
    if not isinstance(node, Scalar) or node.text != blanked(text):
        return False
    return verbatim or (isinstance(node.value, str) and not isinstance(node.value, bool)) or _is_number(node)


def _is_number(node: Scalar) -> bool:
    return isinstance(node.value, int | float) and not isinstance(node.value, bool)


def _read(document: str) -> object:
    root, found = compose(blanked(document), "")
    if found or not isinstance(root, Mapping) or not {"k"} <= root.entries.keys() <= {"k", "z"}:
        return None
    return root.get("k")


def block(header: str, indent: int, text: str, old: list[str]) -> str | None:
    """A ``|`` or ``>`` block, without the line break at its end; None if it cannot hold the text.

    Args:
        header: Its indicators, such as ``>-``.
        indent: Spaces before each of its lines.
        text: The value, without line breaks at its end.
        old: Lines that it had; paragraphs of a ``>`` block that stay keep their breaks.
    """
    lines = text.split("\n") if header[0] == "|" else _folded(text, old, indent)
    space = " " * indent
    body = "\n".join(f"{space}{line}" if line else "" for line in lines)
    node = _read(f"k: {header}\n{body}\nz: 1\n")
    if isinstance(node, Scalar) and node.text.rstrip("\n") == blanked(text) and text and text[-1] != "\n":
        return f"{header}\n{body}"
    return None


def _folded(text: str, old: list[str], indent: int) -> list[str]:
    """The lines of a ``>`` block: a line break of the text is an empty line."""
    kept: dict[str, list[str]] = {}
    paragraph: list[str] = []
    for line in (*old, ""):
        if line.strip():
            paragraph.append(line[indent:])
        elif paragraph:
            kept.setdefault(" ".join(paragraph), paragraph)
            paragraph = []
    width = max((len(line) - indent for line in old), default=0)
    lines: list[str] = []
    for number, part in enumerate(text.split("\n")):
        if number:
            lines.append("")
        if part:
            lines += kept.get(part) or _wrapped(part, width)
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of at most a width, broken where there is a single space."""
    lines = [""]
    for number, word in enumerate(re.split(r"(?<=\S) (?=\S)", text)):
        if number and len(lines[-1]) + 1 + len(word) > max(width, 40):
            lines.append(word)
        else:
            lines[-1] += (" " if number else "") + word
    return lines


def header_of(text: str, index: int) -> str:
    """The indicators of the block whose value begins at this place, such as ``|-``."""
    found = _HEADER.match(text, index)
    return found.group() if found else ""
