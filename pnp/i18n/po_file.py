"""PO files (GNU gettext manual, chapter 3), read and written.

Reading keeps the place of every character of a translation. Babel's reader is not used: it drops the previous
texts (``#|``) and the places, so it could neither point at a fault nor write a file back unchanged. The same
catalogue gives the same bytes, without a clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pnp.diagnostics import Diagnostic, error
from pnp.i18n.catalogue import Catalogue, Entry, TextKey
from pnp.i18n.language import base_of
from pnp.i18n.limits import MAX_CATALOGUE_FAULTS, MAX_CATALOGUE_LINES, MAX_CATALOGUE_TEXT
from pnp.source import Chunk, Origin, Span

_LINE = re.compile(r'(?P<keyword>msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)[ \t]*(?=")|(?=")')
_LITERAL = re.compile(r'"([^"\\]*+(?:\\.[^"\\]*+)*)"[ \t]*\Z')
_UNIT = re.compile(r"\\(?:x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)|[^\\]+", re.DOTALL)
_PLACE = re.compile(r"\u2068([^\u2069]+)\u2069(?::(\d{1,9}))?|(\S+?):(\d{1,9})(?=\s|\Z)|(\S+)")
_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]|[ntrabfv\\\"'?0-7]|(.))", re.DOTALL)
"""With what follows the backslash where that makes no escape."""
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


@dataclass(slots=True)
class _Literals:
    """A value while its literals are gathered: the characters, and where they are written."""

    line: int
    column: int
    length: int = 0
    parts: list[str] = field(default_factory=list)
    chunks: list[Chunk] = field(default_factory=list)
    end: tuple[int, int] = (0, 0)

    def add(self, body: str, line: int, column: int) -> None:
        """Take in the inside of a literal that begins at this place."""
        units = [(0, body)] if body and "\\" not in body else _units(body)
        for start, part in units:
            self.chunks.append(Chunk(self.length, line, column + start))
            self.parts.append(part)
            self.length += len(part)
        self.end = (line, column + len(body) + 1)

    @property
    def text(self) -> str:
        """All characters so far."""
        return "".join(self.parts)

    def origin(self, file: str) -> Origin:
        """Where the value is written."""
        line, column = self.end
        return Origin(Span(file, self.line, self.column, line, column), tuple(self.chunks))


def _units(body: str) -> Iterator[tuple[int, str]]:
    """Characters that an escape stands for, and stretches between escapes, each with its offset."""
    return ((unit.start(), _unescaped(unit[0])) for unit in _UNIT.finditer(body))


def _unescaped(unit: str) -> str:
    if not unit.startswith("\\"):
        return unit
    name = unit[1:]
    if name[0] == "x" and len(name) > 1:
        return chr(int(name[1:], 16))
    if name[0] in "01234567":
        return chr(int(name, 8))
    return _ESCAPES.get(name, name)


@dataclass(slots=True)
class _Draft:
    """An entry while its lines are read."""

    values: dict[str, _Literals] = field(default_factory=dict)
    previous: dict[str, _Literals] = field(default_factory=dict)
    places: list[tuple[str, int]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    obsolete: bool = False


class _TooLarge(Exception):
    """The file is beyond a limit, and not read further; carries the fault."""

    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.found = found


class Unreadable(Exception):
    """A line that is none of a PO file; carries what is wrong with it and where."""

    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.found = found


def read_catalogue(text: str, file: str, language: str) -> tuple[Catalogue, list[Diagnostic]]:
    """The catalogue in a PO file and everything that is wrong with its form.

    A faulty line is left out with the entry around it. A file beyond the limits is read up to there. Codes:
    Y400, Y401, Y402, Y403.

    Args:
        text: Of the file, NFC.
        file: As shown to the author.
        language: BCP 47 tag of the translations.
    """
    reader = _CatalogueReader(file)
    try:
        for number, line in enumerate(_lines(text, file), 1):
            reader.line(line.rstrip("\r"), number)
        reader.close()
    except _TooLarge as fault:
        reader.found.append(fault.found)
    header: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    entries = reader.entries
    if entries and not entries[0].source and not entries[0].obsolete:
        header, comments = _header(entries[0].translation), entries[0].comments
        reader.found += _of_other_language(entries[0], header, language)
        entries = entries[1:]
    return Catalogue(language, tuple(entries), header, comments, file), reader.found


def _lines(text: str, file: str) -> Iterator[str]:
    """The lines of the file.

    Raises:
        _TooMuch: One is longer than is read, or there are more of them.
    """
    start, ended = 0, False
    for number in range(1, MAX_CATALOGUE_LINES + 1):
        end = text.find("\n", start)
        end, ended = (end, False) if end >= 0 else (len(text), True)
        if end - start > MAX_CATALOGUE_TEXT:
            raise _too_much(f"the line has more than {MAX_CATALOGUE_TEXT:,} characters", file, number)
        yield text[start:end]
        if ended:
            return
        start = end + 1
    raise _too_much(f"the file has more than {MAX_CATALOGUE_LINES:,} lines", file, MAX_CATALOGUE_LINES)


def _too_much(message: str, file: str, line: int) -> _TooLarge:
    span = Span(file, line, 1, line, 2)
    return _TooLarge(error("Y400", f"{message}, and is read no further", span, "make the file smaller"))


def po_values(text: str, file: str) -> Iterator[tuple[str, str, Origin]]:
    """All values of a PO file in order, each with its keyword and its place; faulty lines are left out.

    Args:
        text: Of the file.
        file: As shown to the author.
    """
    keyword, words = "", None
    for number, line in enumerate(text.split("\n"), 1):
        body = line.removeprefix("#~").removeprefix("#|") if line.startswith("#") else line
        match = _LINE.match(body.lstrip())
        literal = _LITERAL.match(body.lstrip(), match.end()) if match else None
        if match is None or literal is None:
            continue
        column = len(line) - len(body.lstrip()) + 1
        if match["keyword"]:
            if words is not None:
                yield keyword, words.text, words.origin(file)
            keyword, words = match["keyword"], _Literals(number, column + literal.start())
        if words is not None:
            words.add(literal[1], number, column + literal.start(1))
    if words is not None:
        yield keyword, words.text, words.origin(file)


def _header(text: str) -> tuple[tuple[str, str], ...]:
    pairs = (line.partition(":") for line in text.split("\n") if line.strip())
    return tuple((name.strip(), value.strip()) for name, _, value in pairs)


def _of_other_language(
    head: Entry, header: tuple[tuple[str, str], ...], language: str
) -> Iterator[Diagnostic]:
    """Y403 for a head that names another language than the file was read for."""
    named = dict(header).get("Language", "")
    if named and base_of(named) != base_of(language):
        at = head.translation.find("Language:")
        span = head.origin.at(max(at, 0), len(f"Language: {named}"))
        cure = f"where the translations are in '{language}' all the same, write 'Language: {language}'"
        message = f"the head of the file names the language '{named}', not '{language}'"
        yield error("Y403", message, span, ["check whether one language was saved over the other", cure])


class _CatalogueReader:
    """Takes the lines one by one; an entry ends where the next one's comments or ``msgid`` begin."""

    def __init__(self, file: str) -> None:
        self.entries: list[Entry] = []
        self.found: list[Diagnostic] = []
        self._file = file
        self._draft = _Draft()
        self._words: _Literals | None = None
        self._spoilt = False
        self._seen: dict[tuple[TextKey, bool], Span] = {}

    def line(self, raw: str, number: int) -> None:
        line = raw.strip()
        if len(self.found) >= MAX_CATALOGUE_FAULTS:
            raise _too_much(f"the file has {MAX_CATALOGUE_FAULTS:,} faults", self._file, number)
        if not line:
            self._words = None
            return
        offset = 0 if raw[0] == line[0] else len(raw) - len(raw.lstrip())
        try:
            if line[0] != "#":
                self._literal(line, number, offset, self._draft.values)
            elif line.startswith("#~"):
                self._obsolete(line, number, offset)
            elif line.startswith("#|"):
                self._begin()
                self._literal(line[2:], number, offset + 2, self._draft.previous)
            else:
                self._begin()
                self._words = None
                self._comment(line)
        except Unreadable as fault:
            self._spoilt = True
            self.found.append(fault.found)

    def close(self) -> None:
        """Keep the entry at hand."""
        draft, self._draft, self._words = self._draft, _Draft(), None
        spoilt, self._spoilt = self._spoilt, False
        source, translation = draft.values.get("msgid"), draft.values.get("msgstr")
        if spoilt or source is None:
            if source is None and draft.comments and not spoilt and not self.entries:
                self.entries.append(Entry("", comments=tuple(draft.comments)))
            return
        span = Span(self._file, source.line, source.column, *source.end)
        if "msgid_plural" in draft.values or translation is None:
            self.found.append(self._without(draft, span))
            return
        context = draft.values.get("msgctxt")
        previous = draft.previous.get("msgid")
        entry = Entry(
            source=source.text,
            translation=translation.text,
            context=context.text if context else "",
            fuzzy="fuzzy" in draft.flags,
            previous=previous.text if previous else None,
            places=tuple(draft.places),
            notes=tuple(draft.notes),
            comments=tuple(draft.comments),
            flags=tuple(flag for flag in draft.flags if flag != "fuzzy"),
            obsolete=draft.obsolete,
            span=span,
            origin=translation.origin(self._file),
        )
        if self._is_new(entry):
            self.entries.append(entry)

    def _without(self, draft: _Draft, span: Span) -> Diagnostic:
        if "msgid_plural" in draft.values:
            cure = "one 'msgstr' with {{ n | plural(one='…', few='…', other='…') }} holds all forms"
            return error("Y402", "plural entries are not used", span, cure)
        return error("Y400", "'msgid' without 'msgstr'", span, "write 'msgstr \"\"' below it")

    def _is_new(self, entry: Entry) -> bool:
        first = self._seen.setdefault((entry.key, entry.obsolete), entry.span)
        if first is entry.span:
            return True
        if not entry.obsolete:
            related = [(first, "first here")]
            cure = "keep one of them"
            self.found.append(
                error("Y401", "the same text is in the file twice", entry.span, cure, related=related)
            )
        return False

    def _begin(self) -> None:
        """A line above an entry: the one before it ends."""
        if "msgid" in self._draft.values:
            self.close()

    def _obsolete(self, line: str, number: int, offset: int) -> None:
        rest = line[2:]
        previous = rest.startswith("|")
        body = rest[1:] if previous else rest
        if previous:
            self._begin()
        target = self._draft.previous if previous else self._draft.values
        self._literal(body, number, offset + len(line) - len(body), target)
        self._draft.obsolete = True

    def _literal(self, text: str, number: int, offset: int, target: dict[str, _Literals]) -> None:
        """A keyword with its literal, or a literal that goes on with the value above."""
        body = text.lstrip()
        column = offset + len(text) - len(body) + 1
        match = _LINE.match(body)
        if match is None:
            raise self._unreadable("this is no line of a PO file", number, column, body)
        literal = _LITERAL.match(body, match.end())
        if literal is None:
            raise self._unreadable("the text is not closed by a quote", number, column, body)
        keyword = match["keyword"]
        if keyword is not None:
            if keyword in ("msgctxt", "msgid") and target is self._draft.values and "msgid" in target:
                self.close()
                target = self._draft.values
            words = _Literals(number, column + literal.start())
            target["msgstr" if keyword.startswith("msgstr") else keyword] = words
            self._words = words
        if self._words is None:
            raise self._unreadable("a text without 'msgid' or 'msgstr' before it", number, column, body)
        if self._words.length + len(literal[1]) > MAX_CATALOGUE_TEXT:
            message = f"the text has more than {MAX_CATALOGUE_TEXT:,} characters"
            raise _too_much(message, self._file, number)
        self._words.add(literal[1], number, column + literal.start(1))
        if "\\" in literal[1]:
            self._escapes(literal[1], number, column + literal.start(1))

    def _escapes(self, body: str, line: int, column: int) -> None:
        for escape in _ESCAPE.finditer(body):
            if escape[1] and len(self.found) < MAX_CATALOGUE_FAULTS:
                at = column + escape.start()
                cure = f"write '\\\\{escape[1]}' if a backslash is meant, else '{escape[1]}'"
                span = Span(self._file, line, at, line, at + 2)
                self.found.append(error("Y400", f"'\\{escape[1]}' means nothing in a PO file", span, cure))

    def _unreadable(self, message: str, number: int, column: int, body: str) -> Unreadable:
        span = Span(self._file, number, column, number, column + max(len(body), 1))
        cure = 'write msgid "…" and msgstr "…", a quote inside the text as \\"'
        return Unreadable(error("Y400", message, span, cure))

    def _comment(self, line: str) -> None:
        kind, rest = line[1:2], line[2:].strip()
        if kind == ":":
            self._draft.places += [
                (match[1] or match[3] or match[5], int(match[2] or match[4] or 0))
                for match in _PLACE.finditer(rest)
            ]
        elif kind == ",":
            self._draft.flags += [flag.strip() for flag in rest.split(",") if flag.strip()]
        elif kind == ".":
            self._draft.notes.append(rest)
        else:
            self._draft.comments.append(line[1:].removeprefix(" "))


_WIDTH = 79
_ESCAPE_TABLE = str.maketrans(
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

    Fields of the head that a translator's program has written stay as they are; language and encoding are
    always ours.

    Args:
        catalogue: What to write.
        project: Id of the game.
    """
    living = [entry for entry in catalogue.entries if not entry.obsolete]
    dead = [entry for entry in catalogue.entries if entry.obsolete]
    blocks = [
        "\n".join(_head(catalogue, project)),
        *("\n".join(_entry_lines(entry)) for entry in (*living, *dead)),
    ]
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


def _entry_lines(entry: Entry) -> Iterator[str]:
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
        yield from value_lines("msgid", entry.previous, "#~| " if entry.obsolete else "#| ")
    if entry.context:
        yield from value_lines("msgctxt", entry.context, mark)
    yield from value_lines("msgid", entry.source, mark)
    yield from value_lines("msgstr", entry.translation, mark)


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


def value_lines(keyword: str, text: str, prefix: str) -> Iterator[str]:
    """A keyword and its text: on one line if it fits and has no line breaks, else on several."""
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
    return f'"{text.translate(_ESCAPE_TABLE)}"'
