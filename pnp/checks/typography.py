"""How texts are typed: letters that a file lost, spaces, quotation marks, apostrophes, dashes, three dots.

Words that are not translated are checked, too: members of lists, facts, credits, words of layouts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.checks.case import Case, PrintedText
from pnp.checks.language import layout_words
from pnp.diagnostics import Diagnostic, note, warning
from pnp.i18n import MAY_BE_RETYPED, Retyping, lone_quote, quote_marks, retypings, unjoined_letters
from pnp.layout_source import parsed_layout
from pnp.model import Game, Text
from pnp.rules import Filled, plain_parts, without_expressions
from pnp.source import Origin, Span

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


_DOUBLE_SPACE = re.compile(r"(?<=\S)  +(?=\S)")
_TIDY = "'pnp i18n tidy' rewrites it"


def check_spaces(case: Case) -> Iterator[Diagnostic]:
    """Spaces that no reader sees and that move words: at the edges of a text, or doubled (K220)."""
    for printed in case.texts:
        text = printed.text
        source = text.source
        kept = source.rstrip("\n")  # a block of lines ends with one
        if kept != kept.strip(" \t"):
            start = 0 if kept[0] in " \t" else len(kept.rstrip(" \t"))
            cure = "remove it; text in quotes is printed as typed"
            yield warning("K220", "the text begins or ends with a space", text.origin.at(start), cure)
        for start, plain in plain_parts(source) if "  " in source else ():
            for found in _DOUBLE_SPACE.finditer(plain):
                span = text.origin.at(start + found.start(), len(found.group()))
                yield warning("K220", "several spaces in a row", span, "one is enough")


def check_signs(case: Case) -> Iterator[Diagnostic]:
    """Quotation marks (K230), dots (K231), dashes (K232) wrong for the language, and joined bullets (K222).

    The first of each kind in a text is reported. Inch and foot marks are left alone.
    """
    for printed in case.texts:
        if not MAY_BE_RETYPED.search(printed.text.source):
            continue
        language = printed.text.language or case.game.language
        reported: set[tuple[str, bool]] = set()
        for found in retypings(without_expressions(printed.text.source), language):
            if (found.kind, found.straight) not in reported:
                reported.add((found.kind, found.straight))
                yield _finding(printed, found, language)
        yield from _more(printed, language, quotes=any(kind == "quote" for kind, _ in reported))


def _more(printed: PrintedText, language: str, *, quotes: bool) -> Iterator[Diagnostic]:
    """Marks without a partner (K234) where the ``quotes`` are right, and French words without œ (K233)."""
    source = without_expressions(printed.text.source)
    if not quotes and (lone := lone_quote(source, language)) is not None:
        span = printed.text.origin.at(lone, 1)
        yield warning(
            "K234",
            f"the quotation mark '{source[lone]}' has no partner",
            span,
            f"write {quote_marks(language)}",
        )
    for start, word, meant in unjoined_letters(source, language):
        yield warning(
            "K233",
            f"'{word}' is written with œ",
            printed.text.origin.at(start, len(word)),
            f"write '{meant}'",
        )


def _finding(printed: PrintedText, found: Retyping, language: str) -> Diagnostic:
    span = printed.text.origin.at(found.start, found.length)
    if found.kind == "dots":
        return note("K231", "three dots in a row", span, ["write …, which stays together", _TIDY])
    if found.kind == "dash":
        before = printed.text.origin.at(max(found.start - 2, 0))
        if before.line < span.line:  # it begins its line in the file, and not in the text
            cure = "write the text below a '|', which keeps its lines"
            return warning("K222", "this bullet is joined to the line above", span, cure)
        return warning("K232", "a hyphen in place of a dash", span, ["write –", _TIDY])
    if found.kind == "apostrophe":
        return warning("K230", "straight apostrophe in a text", span, ["write ’", _TIDY])
    what = "straight quotes in a text" if found.straight else "quotation marks of another language"
    return warning("K230", what, span, [f"in this language they are written {quote_marks(language)}", _TIDY])


def check_plain_texts(case: Case) -> Iterator[Diagnostic]:
    """Findings of the checks of letters, spaces and quotation marks in them (K220 to K222, K230 to K234)."""
    texts = list(_plain_texts(case.game))
    plain = replace(case, texts=[printed for printed, chosen in texts if not chosen])
    for check in (check_letters, check_spaces, check_signs):
        yield from check(plain)
    # A layout that chooses its words by the language has marks of several.
    yield from check_letters(replace(case, texts=[printed for printed, chosen in texts if chosen]))


def _plain_texts(game: Game) -> Iterator[tuple[PrintedText, bool]]:
    """The words that are not translated, each with whether its layout chooses them by the language."""
    for piece in game.pieces():
        for name, value in piece.fields.items():
            if isinstance(value, tuple):
                place = piece.origins[name].span if name in piece.origins else piece.span
                members = (member for member in value if isinstance(member, str))
                yield from ((_printed(member, place, piece.key), False) for member in members if member)
    for fact in game.facts.values():
        yield from ((_printed(words, fact.span), False) for words in _strings(fact.value) if words)
    for role, names in game.credits.items():
        yield from ((_printed(words, game.span), False) for words in (role, *names) if words)
    for source in game.layouts.values():
        layout = parsed_layout(source)
        chosen = "lang" in layout.names_read
        yield from ((_printed(words, span), chosen) for span, words in layout_words(layout) if words)


def _printed(words: str, span: Span, piece: str | None = None) -> PrintedText:
    return PrintedText(Text(words, Origin(span)), Filled(words, Origin(span)), piece)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
