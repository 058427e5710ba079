"""Bytes of a text file to characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from pnp.diagnostics import Diagnostic, error
from pnp.load.limits import MAX_CONFLICTS, MAX_UNPRINTABLE
from pnp.source import Span, span_in

# Bytes that only one of the two old Central European code pages uses for letters: š ť ž ś ź and their
# capitals lie at 8A-8F and 9A-9F in Windows-1250 (control characters in ISO 8859-2), at A6, A9, AB, AC, AE,
# B6, B9, BB, BC, BE in ISO 8859-2 (symbols in Windows-1250, except Ľ ľ at BC and BE).
_WINDOWS_1250 = frozenset([*range(0x8A, 0x90), *range(0x9A, 0xA0), 0x84, 0x93, 0x94, 0x96])
_ISO_8859_2 = frozenset([0xA6, 0xA9, 0xAB, 0xAC, 0xAE, 0xB6, 0xB9, 0xBB])

# Letters and capitals of languages, and the symbols that any text has.
_CODE_PAGES = {"Windows-1250": "cp1250", "ISO 8859-2": "iso-8859-2", "Windows-1252": "cp1252"}
_CENTRAL = (
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "ąćęłńóśźż",
    "áéíóöőúüű",
)  # Czech, Slovak, Polish, Hungarian
_WESTERN = (
    "àâæçéèêëîïôœùûüÿ",
    "äöüß",
    "áéíñóúü",
    "àèéìíòóùú",
    "àáâãçéêíóôõú",
)  # French, German, Spanish, Italian, Portuguese
_ALPHABETS = {"Windows-1250": _CENTRAL, "ISO 8859-2": _CENTRAL, "Windows-1252": _WESTERN}
_OF_LANGUAGES = {
    **dict.fromkeys(("cs", "sk", "pl", "hu", "sl", "hr", "ro"), "cp1250"),
    **dict.fromkeys(("fr", "de", "es", "it", "pt", "nl", "da", "sv", "nb", "fi"), "cp1252"),
}
_SIGNS = frozenset("„“”‚‘’«»‹›–—…°×·§€¿¡\u00a0")

UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufeff\ufff9-\uffff]"
)
_MESSAGES = {
    "\u2028": "line separator",
    "\u2029": "paragraph separator",
    **dict.fromkeys(
        "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", "character that turns text around"
    ),
    "\ufffc": "place of a picture",
    "\ufeff": "byte order mark",
    "\ufffd": "symbol for a lost letter",
}
_LOST = "type the letter again: a program that read the file in another encoding has lost it"
_PASTED = "delete it; it was most likely pasted in from elsewhere"
_CHOOSE = "keep the lines of one version, and delete '<<<<<<<', '=======' and '>>>>>>>' around them"
_ESCAPED = "in double quotes '\\' starts an escape: use '/' between folders, or single quotes"

_MARKS = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_MARKED = tuple(mark for mark, _ in _MARKS)
_LOOKED_AT, _MOST = 2_000, 0.6
"""Encodings without a mark, and the least share of zeros among every second byte."""
_NO_TEXT = {
    b"PK\x03\x04": ("an archive such as .xlsx or .ods", "give it back its ending, or export it as text"),
    b"\xd0\xcf\x11\xe0": ("a document of an office program", "export it as text"),
    b"%PDF": ("a PDF", "put the text itself there"),
    b"\x89PNG": ("a picture", "put the text itself there"),
}
"""How files begin that were put in place of a text, what they are and what to do."""


def decode(data: bytes, file: str) -> tuple[str, list[Diagnostic]]:
    r"""The text of a file, NFC, with ``\n`` between lines and no byte order mark, and what is wrong with it.

    Columns count characters of this text. Bytes that are no UTF-8 become U+FFFD, for excerpts only. Codes:
    Y101 (not UTF-8), Y102 (characters that no text should hold), Y115 (a merge that was left unfinished).

    Args:
        data: The file's content.
        file: Its name as shown to the author.
    """
    for start, (what, cure) in _NO_TEXT.items():
        if data.startswith(start):
            return "", [error("Y101", f"the file is {what}, not a text", Span(file), cure)]
    if (0 in data[:_LOOKED_AT] or data.startswith(_MARKED)) and (wide := _wide(data)):
        name = "UTF-32" if "32" in wide else "UTF-16"
        found = [error("Y101", f"the file is {name}, not UTF-8", Span(file), "save it as UTF-8")]
        return tidied(data.decode(wide, "replace").removeprefix("\ufeff")), found
    try:
        text = tidied(data.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        return tidied(data.decode("utf-8-sig", "replace")), [_not_utf8(data, fault.start, file)]
    if "<<<<<<< " in text and (conflicts := _conflicts(text, file)):
        return text, conflicts
    return text, all_unprintable(text, file) if UNPRINTABLE.search(text) else []


def is_readable(found: Iterable[Diagnostic]) -> bool:
    """Whether what ``decode`` found leaves a text that can be read on."""
    return not any(item.code in ("Y101", "Y115") for item in found)


def _conflicts(text: str, file: str) -> list[Diagnostic]:
    """Conflict markers that a merge left in the file (Y115), the first ones of many."""
    found: list[Diagnostic] = []
    begin: Span | None = None
    divided = False
    for number, line in enumerate(text.split("\n"), start=1):
        if begin is None and line.startswith("<<<<<<< "):
            begin = Span(file, number, 1, number, 1 + len(line))
        elif begin is not None and line == "=======":
            divided = True
        elif begin is not None and divided and (line == ">>>>>>>" or line.startswith(">>>>>>> ")):
            message = "two versions of these lines were merged and neither was chosen"
            found.append(error("Y115", message, begin, _CHOOSE))
            begin, divided = None, False
            if len(found) == MAX_CONFLICTS:
                break
    return found


def _wide(data: bytes) -> str:
    """Python's name of an encoding with two or four bytes a character; empty for other encodings."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    start = data[:_LOOKED_AT]
    half = len(start) // 2
    if half:
        if start[1::2].count(0) > half * _MOST:
            return "utf-16-le"
        if start[::2].count(0) > half * _MOST:
            return "utf-16-be"
    return ""


def blanked(text: str) -> str:
    """``text`` with a space for every character that ``decode`` reports, so that the rest can be read."""
    return UNPRINTABLE.sub(" ", text)


def tidied(text: str) -> str:
    r"""The text in NFC, with ``\n`` between lines."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", text)


def guessed_encoding(data: bytes, language: str = "") -> str:
    """Python's name of the code page that a text looks like; empty for UTF-8, or if it cannot be guessed.

    Args:
        data: Of the file.
        language: Of the text, which decides where its bytes do not; empty if unknown.
    """
    if any(map(data.startswith, _NO_TEXT)):
        return ""
    if wide := _wide(data):
        return wide
    if is_utf8(data):
        return ""
    usual = _OF_LANGUAGES.get(language.partition("-")[0], "")
    return _CODE_PAGES.get(_guess(data, western=usual == "cp1252")) or usual


def is_utf8(data: bytes) -> bool:
    """Whether the bytes can be read as UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _not_utf8(data: bytes, start: int, file: str) -> Diagnostic:
    before = tidied(data[:start].decode("utf-8-sig"))
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    return error(
        "Y101",
        f"the file is not UTF-8 (byte 0x{data[start]:02x})",
        Span(file, line, column, line, column + 1),
        [f"it looks like {_guess(data)}", "save it as UTF-8"] if _guess(data) else "save it as UTF-8",
    )


def _guess(data: bytes, *, western: bool = False) -> str:
    """The code page in which all letters are of one language; without one, the page that fits the bytes.

    A ``western`` text is in a Central European page only if its letters are those of a language.
    """
    high = {byte for byte in data if byte >= 0x80}
    likely = [name for name, languages in _ALPHABETS.items() if _spells(bytes(sorted(high)), name, languages)]
    if len(likely) == 1:
        return likely[0]
    if western or "Windows-1252" in likely:
        return ""
    windows, iso = len(high & _WINDOWS_1250), len(high & _ISO_8859_2)
    if windows > iso:
        return "Windows-1250"
    return "ISO 8859-2" if iso > windows else ""


def _spells(high: bytes, name: str, languages: Sequence[str]) -> bool:
    read = set(high.decode(_CODE_PAGES[name], "replace")) - _SIGNS
    return any({letter.lower() for letter in read} <= set(letters) for letters in languages)


def all_unprintable(text: str, file: str) -> list[Diagnostic]:
    """The first characters of a decoded text that no text should hold (Y102)."""
    found = islice(UNPRINTABLE.finditer(text), MAX_UNPRINTABLE)
    return [unprintable(match[0], span_in(text, file, match.start(), 1)) for match in found]


def unprintable(char: str, span: Span, typed: str = "") -> Diagnostic:
    """The fault of a character that no text should hold (Y102).

    Args:
        char: The character.
        span: Where it is written.
        typed: The escape that stands for it; empty where the character itself is in the file.
    """
    what = _MESSAGES.get(char, "control character")
    message = f"there is a {what} (U+{ord(char):04X}) in the text"
    cure = _LOST if char == "\ufffd" or "\x80" <= char <= "\x9f" else _PASTED
    if typed:
        meant = bytes([ord(char)]).decode("cp1252", "ignore") if "\x80" <= char <= "\x9f" else ""
        cure = f"write '{meant}', which this is in Windows-1252" if meant else _ESCAPED
        message = f"'{typed}' in double quotes is a {what} (U+{ord(char):04X})"
    if char == "\r":
        cure = "write '\\n' for a new line"
    return error("Y102", message, span, cure)


_CHARSET = re.compile(rb"Content-Type:[^\n]{0,80}?charset=([\w.:-]{1,40})", re.IGNORECASE)
_HEAD = 4_000
"""Bytes at the start of a file that its head is looked for in."""
_UTF_8 = ("utf-8", "utf8", "charset")
"""Names that need nothing done; the last one fills the place of a name in templates."""


def po_encoding(data: bytes) -> str:
    """Python's name of the encoding of a PO file; empty for UTF-8, even if its header names another."""
    named = _CHARSET.search(data[:_HEAD])
    name = named[1].decode("ascii", "replace") if named else ""
    return "" if name.lower() in ("", *_UTF_8) or is_utf8(data) else name


def decode_po(data: bytes, file: str) -> tuple[str, list[Diagnostic]]:
    """The text of a PO file and what is wrong with it; see ``decode``. Codes: Y101, Y102, Y115.

    Args:
        data: Of the file.
        file: As shown to the author.
    """
    encoding = po_encoding(data)
    if not encoding:
        return decode(data, file)
    from pnp.load.table.csv_rows import decode_table
    from pnp.load.table.table import TableFault

    try:
        text, found = decode_table(data, file, encoding)
    except TableFault as fault:
        text, _ = decode(data, file)
        cure = "name the right one in 'charset=' of its head, or save the file as UTF-8"
        return text, [error("Y101", fault.found.message, fault.found.span, cure)]
    cure = f"the head says {encoding}: name the right encoding in 'charset=', or save the file as UTF-8"
    return text, [replace(item, help=(cure,)) if item.code == "Y102" else item for item in found]
