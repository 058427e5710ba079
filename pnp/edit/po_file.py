"""Changes of single translations in a PO file."""

from __future__ import annotations

import re

from pnp.edit.change import Change
from pnp.edit.encoded import SourceText
from pnp.i18n import Catalogue, Entry, read_catalogue, write_catalogue
from pnp.i18n.po_file import value_lines
from pnp.load.decode import po_encoding

_FLAGS = re.compile(r"^#,(.*)$")
_PREVIOUS = re.compile(r"^#\|")


class PoFile:
    """The translations into one language at the moment of an edit.

    Args:
        file: Relative to the game's folder.
        data: Its content; None for a file that is missing.
        language: BCP 47 tag.
        project: Name of the game, for the head of a new file.

    Raises:
        FileFault: It cannot be decoded.
    """

    def __init__(self, file: str, data: bytes | None, language: str, project: str) -> None:
        self.file = file
        self._language = language
        self._project = project
        self._new = data is None
        self._source = SourceText(file, data or b"", po_encoding(data or b""))
        self._catalogue = read_catalogue(self._source.text, file, language)[0]

    def entry(self, context: str, source: str) -> Entry | None:
        """The translation of a text; None if the file has none."""
        return self._catalogue.by_key().get((context, source.strip()))

    def set(self, context: str, source: str, translation: str) -> list[Change]:
        """The changes that give a text a translation; one that was fuzzy counts as checked afterwards."""
        entry = self.entry(context, source)
        if entry is None:
            return self._added(Entry(source.strip(), translation, context)) if translation else []
        changes = self._without_fuzzy(entry) if entry.fuzzy else []
        if entry.translation != translation:
            span = entry.origin.span
            start = self._source.index(span.line, span.column)
            end = self._source.index(span.end_line, span.end_column)
            prefix = self._source.text[self._source.line_start(start) : start].removesuffix("msgstr ")
            lines = list(value_lines("msgstr", translation, prefix if not prefix.strip() else ""))
            changes.append(self._source.change(start, end, "\n".join(lines).lstrip().removeprefix("msgstr ")))
        return changes

    def _added(self, entry: Entry) -> list[Change]:
        text = write_catalogue(Catalogue(self._language, (entry,)), self._project).decode()
        if self._new:
            return [Change(self.file, 0, 0, text.encode())]
        body = text[re.search(r"\n\n", text).end() :] if "\n\n" in text else text  # type: ignore[union-attr]
        end = len(self._source.text.rstrip("\n"))
        return [self._source.change(end, end, f"\n\n{body.rstrip()}")]

    def _without_fuzzy(self, entry: Entry) -> list[Change]:
        """The changes that remove the flag, and the wording that the translation was made for."""
        changes = []
        at = self._source.index(entry.span.line, 1)
        while at > 0:
            start = self._source.line_start(at - 1)
            line = self._source.text[start : at - 1]
            if not line.startswith(("#", "msgctxt", '"')):
                break
            if _PREVIOUS.match(line):
                changes.append(self._source.change(start, at, ""))
            elif found := _FLAGS.match(line):
                flags = [flag.strip() for flag in found[1].split(",") if flag.strip() not in ("", "fuzzy")]
                fresh = f"#, {', '.join(flags)}\n" if flags else ""
                changes.append(self._source.change(start, at, fresh))
            at = start
        return changes
