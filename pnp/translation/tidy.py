"""Source files with the quotation marks, apostrophes, dots and dashes of their languages."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from pnp.i18n import retypings
from pnp.load.decode import po_encoding
from pnp.model import Text
from pnp.rules import without_expressions
from pnp.source import Origin
from pnp.translation.translations import Translations


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Characters of a file to be replaced.

    Attributes:
        line: From 1.
        column: Of the first, from 1, in characters.
        length: How many.
        text: What they become.
    """

    line: int
    column: int
    length: int
    text: str


def edits_of(text: Text, language: str) -> list[TextEdit]:
    """The changes to the file of a text; nothing where the places of its characters are not known."""
    found = []
    for change in retypings(without_expressions(text.source), text.language or language):
        ends = [_raw(text.origin, text.source, change.start + index) for index in range(change.length)]
        if all(end is not None for end in ends):
            places = [end for end in ends if end is not None]
            line, column, _ = places[0]
            if all(each[0] == line for each in places):
                length = places[-1][1] + places[-1][2] - column
                found.append(TextEdit(line, column, length, change.text))
    return found


def _raw(origin: Origin, source: str, offset: int) -> tuple[int, int, int] | None:
    r"""Line, column and width in the file of one character: an escape such as ``\\"`` is wider than one."""
    if not origin.chunks or offset >= len(source):
        return None
    span = origin.at(offset)
    following = next((chunk for chunk in origin.chunks if chunk.offset == offset + 1), None)
    width = 1
    if following is not None and following.line == span.line and following.column > span.column:
        width = following.column - span.column
    return span.line, span.column, width


def edits_by_file(translations: Translations) -> dict[str, list[TextEdit]]:
    """The changes to each file of a game, by its name as shown: data, rule sheets and translations."""
    game = translations.game
    texts = [(found.text, game.language) for found in translations.extracted.found]
    for language, catalogue in translations.catalogues.by_language.items():
        texts += [
            (Text(entry.translation, entry.origin, entry.context), language)
            for entry in catalogue.living()
            if entry.translation
        ]
    found: dict[str, list[TextEdit]] = {}
    for text, language in texts:
        edits = edits_of(text, language)
        if edits:
            found.setdefault(text.origin.span.file, []).extend(edits)
    return found


def tidied(data: bytes, edits: Iterable[TextEdit]) -> bytes:
    """The file with the edits made and every other byte as it was.

    A line that is not in Unicode's composed form stays, because its columns are others than those of the text
    that was read. So does what the file's encoding has no character for.

    Args:
        data: Of the file, UTF-8 with or without byte order mark, or a PO file in the encoding that its head
            names.
        edits: In any order; equal ones count once.
    """
    encoding = po_encoding(data) or "utf-8"
    text = data.decode(encoding)
    bom = "\ufeff" if text.startswith("\ufeff") else ""
    lines = text.removeprefix(bom).split("\n")
    for edit in sorted(set(edits), key=lambda edit: (edit.line, edit.column), reverse=True):
        line = lines[edit.line - 1] if edit.line <= len(lines) else ""
        if unicodedata.normalize("NFC", line) == line and _fits(edit.text, encoding):
            start = edit.column - 1
            # The last character of a text has no chunk after it that would show how wide its escape is.
            length = 2 if edit.length == 1 and line[start : start + 1] == "\\" else edit.length
            lines[edit.line - 1] = line[:start] + edit.text + line[start + length :]
    return (bom + "\n".join(lines)).encode(encoding)


def _fits(text: str, encoding: str) -> bool:
    return text == text.encode(encoding, "replace").decode(encoding)
