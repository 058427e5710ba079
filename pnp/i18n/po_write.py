"""Writing PO files: the same catalogue gives the same bytes, without a clock."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.i18n.catalogue import Catalogue, Entry

_WIDTH = 79
_ESCAPES = str.maketrans(
    {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    | {chr(code): f"\\{code:03o}" for code in range(32) if chr(code) not in "\n\t\r"}
)
_PARTS = re.compile(r"[^ \n]*(?: +|\n|\Z)")
_FIELDS = (
    "Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date", "Last-Translator",
    "Language-Team", "Language", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
)  # fmt: skip
_NEEDED = ("Project-Id-Version", "PO-Revision-Date", "Last-Translator", "Language-Team")
"""Fields that ``msgfmt --check`` wants to see; those that are not filled in stay empty."""


def write_catalogue(catalogue: Catalogue, project: str) -> bytes:
    """The PO file of a catalogue: living entries first, then the obsolete ones.

    Fields of the head that a translator's program has written stay as they are; language and encoding are always ours.

    Args:
        catalogue: What to write.
        project: Id of the game.
    """
    living = [entry for entry in catalogue.entries if not entry.obsolete]
    dead = [entry for entry in catalogue.entries if entry.obsolete]
    blocks = ["\n".join(_head(catalogue, project)), *("\n".join(_lines(entry)) for entry in (*living, *dead))]
    return ("\n\n".join(blocks) + "\n").encode()


def _head(catalogue: Catalogue, project: str) -> Iterator[str]:
    fields = dict.fromkeys(_NEEDED, "") | dict(catalogue.header)
    fields["Project-Id-Version"] = fields["Project-Id-Version"] or project
    fields |= {
        "Language": catalogue.language.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    known = [name for name in _FIELDS if name in fields]
    ordered = [*known, *(name for name in fields if name not in _FIELDS)]
    for line in catalogue.comments:
        yield f"# {line}".rstrip()
    yield 'msgid ""'
    yield 'msgstr ""'
    for name in ordered:
        yield _quoted(f"{name}: {fields[name]}\n")


def _lines(entry: Entry) -> Iterator[str]:
    for comment in entry.comments:
        yield f"# {comment}".rstrip()
    if not entry.obsolete:
        for note in entry.notes:
            yield f"#. {note}".rstrip()
        yield from _place_lines(entry.places)
    flags = (*(("fuzzy",) if entry.fuzzy else ()), *entry.flags)
    if flags:
        yield "#, " + ", ".join(flags)
    mark = "#~ " if entry.obsolete else ""
    if entry.previous is not None:
        yield from _value("msgid", entry.previous, "#~| " if entry.obsolete else "#| ")
    if entry.context:
        yield from _value("msgctxt", entry.context, mark)
    yield from _value("msgid", entry.source, mark)
    yield from _value("msgstr", entry.translation, mark)


def _place_lines(places: Sequence[tuple[str, int]]) -> Iterator[str]:
    line = "#:"
    for file, number in places:
        name = f"\u2068{file}\u2069" if " " in file else file
        place = f"{name}:{number}" if number else name
        if len(line) + 1 + len(place) > _WIDTH and line != "#:":
            yield line
            line = "#:"
        line = f"{line} {place}"
    if line != "#:":
        yield line


def _value(keyword: str, text: str, prefix: str) -> Iterator[str]:
    """A keyword and its text: on one line where it fits and breaks nowhere, else a line for each stretch of words."""
    whole = f"{prefix}{keyword} {_quoted(text)}"
    if len(whole) <= _WIDTH and "\n" not in text[:-1]:
        yield whole
        return
    yield f'{prefix}{keyword} ""'
    line = ""
    for part in _PARTS.findall(text):
        if line and (line.endswith("\n") or len(prefix) + len(_quoted(line + part.rstrip(" "))) > _WIDTH):
            yield prefix + _quoted(line)
            line = ""
        line += part
    if line:
        yield prefix + _quoted(line)


def _quoted(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'
