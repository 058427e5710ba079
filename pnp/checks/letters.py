"""Letters that a file lost or mixed up on its way, before it came to the game."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.model import Text
from pnp.rules import without_expressions

# UTF-8 that was read as Windows-1250 or Windows-1252: one of these capitals, and a symbol or letter after it.
_MISREAD = re.compile("[\u00c2-\u00c5\u00e2\u0102\u0139][^\x00-\x7f]{1,2}")
_CODE_PAGES = ("cp1252", "cp1250", "latin-1")
_SIGNS = frozenset("\u00a0«»°·×½¼¾²³±§©®€–—‘’‚“”„…•™−→←")
_CAPITAL_AND_SIGN = re.compile("(?:(?<=[^\\W\\d_a-zß-öø-ÿ])[ÂÃÄÅĂĹ]|(?<![^\\W\\d_])[ÃÄÅĂĹ])[…“”’»—–\u00a0]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LOST = re.compile(r"[^\W\d_]\?[^\W\d_]")
_MAY_BE_BROKEN = re.compile("[?\x00-\x08\x0b-\x1f\x7f-\x9f\u00c2-\u00c5\u00e2\u0102\u0139\u0370-\u052f]")
"""A character of each of these; nearly all texts have none."""
_WORD = re.compile(r"[^ \n]+")
_PART_OF_ADDRESS = re.compile(r"\w[./@]")
_OTHER_SCRIPT = re.compile("[\u0370-\u052f]")  # Greek and Cyrillic
# Cyrillic and Greek letters that look like Latin ones, beside a Latin letter.
_LATIN = "A-Za-z\u00c0-\u024f"
_LIKE = "АВЕЅІЈКМНОРСТХУаеѕіјорсухԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
_MIXED = re.compile(rf"(?<=[{_LATIN}])[{_LIKE}]|[{_LIKE}](?=[{_LATIN}])")


def check_letters(case: Case) -> Iterator[Diagnostic]:
    """Letters that are not those that were typed (K221); the first of each text.

    These are UTF-8 that was read in another encoding, a '?' in place of a letter, letters of another script
    that look like Latin ones, and control characters, which no font draws.
    """
    for printed in case.texts:
        yield from broken_letters(printed.text, printed.piece)


def broken_letters(text: Text, piece: str | None = None) -> Iterator[Diagnostic]:
    """The first such letter of a text; see ``check_letters``."""
    if _MAY_BE_BROKEN.search(text.source):
        found = _garbled(without_expressions(text.source))
        if found is not None:
            start, length, message, cure = found
            yield warning("K221", message, text.origin.at(start, length), cure, piece=piece)


def _garbled(source: str) -> tuple[int, int, str, str] | None:
    """Offset, length, message and cure of the first letter that is not what it was."""
    for found in _MISREAD.finditer(source):
        if (meant := _meant(found[0])) and not _is_end(source, found.start()):
            letters, read = meant
            message = (
                f"'{letters}' was most likely '{read}': the text is UTF-8 that was read in another encoding"
            )
            return (
                found.start(),
                len(letters),
                message,
                f"write '{read}'; other letters of the file are likely broken, too",
            )
    if control := _CONTROL.search(source):
        message = f"there is a control character (U+{ord(control[0]):04X}) in the text, which is not printed"
        return control.start(), 1, message, "type the letter again that was there, or delete it"
    for word in _WORD.finditer(source) if "?" in source else ():
        lost = _LOST.search(word[0])
        if lost is not None and not _is_address(word[0]):
            cure = "write the letter that was lost, or a space after the '?'"
            return word.start() + lost.start() + 1, 1, f"a '?' in the middle of a word: '{word[0]}'", cure
    if _OTHER_SCRIPT.search(source) and (mixed := _MIXED.search(source)):
        char = mixed[0]
        script = "Cyrillic" if char >= "\u0400" else "Greek"
        name = unicodedata.name(char).capitalize()
        message = f"'{char}' in '{_word(source, mixed.start())}' is a {script} letter that looks like a Latin one ({name})"
        return mixed.start(), 1, message, "type it again in the alphabet of the text"
    return None


def _is_address(word: str) -> bool:
    """Whether the word may be an address with a query in it."""
    part = _PART_OF_ADDRESS.search(word)
    return "//" in word or (part is not None and "?" in word[part.end() :])


def _is_end(source: str, at: int) -> bool:
    """Whether a word in capitals, or a single letter, ends here before a quotation mark, dash or ellipsis."""
    found = _CAPITAL_AND_SIGN.match(source, at)
    return found is not None and not source[found.end() : found.end() + 1].isalpha()


def _meant(letters: str) -> tuple[str, str] | None:
    """The letters that were misread, and what they were; None where they are what they seem."""
    for length in (3, 2):
        for page in _CODE_PAGES if len(letters) >= length else ():
            try:
                read = letters[:length].encode(page).decode("utf-8")
            except UnicodeError:
                continue
            if len(read) == 1 and (read in _SIGNS or "\u00c0" <= read <= "\u017f"):
                return letters[:length], read
    return None


def _word(source: str, at: int) -> str:
    """The word around a place of a text."""
    begin = max(source.rfind(space, 0, at) for space in " \n") + 1
    ends = [end for space in " \n" if (end := source.find(space, at)) >= 0]
    return source[begin : min(ends, default=len(source))]
