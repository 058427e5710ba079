"""Marks in the texts of other tools: pnp's for theirs, slots for columns, characters that no font has."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pnp.fonts import FontLibrary
from pnp.icons.svg.style import css_colour
from pnp.load import game_fonts
from pnp.markup import IconRun, TermRun, parse_inline
from pnp.markup.run import escape

SLOT_START, SLOT_END, SLOT_FILTER = "\ue000", "\ue001", "\ue002"
"""Around the title of a column that stands for its values in a text, and before a filter on them."""
_SLOT = re.compile(f"{SLOT_START}([^{SLOT_END}]*){SLOT_END}")
_TAG = re.compile(r"<(/?)([a-zA-Z]\w*)((?:\s+[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'))*)\s*(/?)>")
_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_SIMPLE = {"b": ("**", "**"), "strong": ("**", "**"), "i": ("*", "*"), "em": ("*", "*")}
MARKS = re.compile(r"[{}\[\]*:\\]")
"""Characters that mean something in a text."""
_NAMED = {"u": "underline", "s": "strike", "sub": "sub", "sup": "super", "strike": "strike", "del": "strike"}


_BLOCKS = ("p", "div", "li", "ul", "ol")
"""Tags of HTML that end a line."""
_HTML = re.compile(r"</?(?:p|br|div|li|b|i|u|em|strong|span|font|sub|sup)\b[^<>]{0,200}>", re.IGNORECASE)


def has_html(text: str) -> bool:
    """Whether there are tags of HTML in the text that ``marked_words`` reads."""
    return "<" in text and _HTML.search(text) is not None


def plain_words(text: str, *, begins: bool = True) -> str:
    """The text so that it prints letter by letter: characters that pnp would read as marks are escaped.

    Args:
        text: As it is to be printed.
        begins: Whether it begins a line.
    """
    escaped = escape(text) if begins else escape(f"x{text}")[1:]
    if not re.search(r":[\w-]+:", text):  # colons that begin no icon
        escaped = escaped.replace("\\:", ":")
    return _with_plain_braces(_with_line_ends(escaped))


def is_marked(text: str, has_icon: Callable[[str], bool]) -> bool:
    """Whether the text is one of pnp's: all its marks mean something."""
    if not MARKS.search(text):
        return True
    if re.search(r"\{[{%#]", text):
        return False
    marked = parse_inline(text)
    runs = [run for paragraph in marked.paragraphs for run in paragraph.runs]
    return not marked.faults and not any(
        isinstance(run, TermRun) or (isinstance(run, IconRun) and not has_icon(run.name)) for run in runs
    )


def marked_words(
    text: str, *, markup: bool, icons: Mapping[str, str], lost: set[str], begins: bool = True
) -> str:
    """The text of another tool with the marks of pnp.

    Args:
        text: As the other tool has it.
        markup: Whether ``<b>``, ``<i>``, ``<span …>`` and the like are marks in it.
        icons: Names of icons by the words that stand for them.
        lost: Receives the tags that have no counterpart.
        begins: Whether it begins a line.
    """
    if not markup:
        return _with_icons(text, icons, begins=begins)
    parts: list[str] = []
    open_ones: list[
        tuple[str, str, str, list[str]]
    ] = []  # each with the marks of a tag and what is before it

    def close() -> str:
        nonlocal parts
        name, begin, end, before = open_ones.pop()
        parts = [*before, _enclosed("".join(parts), begin, end)]
        return name

    at = 0
    for tag in _TAG.finditer(text):
        parts.append(_with_icons(html.unescape(text[at : tag.start()]), icons, begins=begins and not at))
        at = tag.end()
        closing, name, attributes, alone = tag.group(1), tag.group(2).lower(), tag.group(3), tag.group(4)
        if name == "br" or (closing and name in _BLOCKS):
            parts.append("\n")
        elif closing:
            while any(name == each for each, *_ in open_ones) and close() != name:
                pass
        elif not alone and name not in _BLOCKS:
            begin, end = _marks(name, attributes, [end for _, _, end, _ in open_ones], lost)
            open_ones.append((name, begin, end, parts))
            parts = []
    parts.append(_with_icons(html.unescape(text[at:]), icons, begins=begins and not at))
    while open_ones:
        close()
    return "".join(parts).strip("\n")


def _enclosed(words: str, begin: str, end: str) -> str:
    """The words between marks; blanks at their ends stay outside, and marks around nothing go away."""
    inner = words.strip()
    return words.replace(inner, f"{begin}{inner}{end}", 1) if inner else words


def _marks(name: str, attributes: str, open_marks: list[str], lost: set[str]) -> tuple[str, str]:
    if name in _SIMPLE:
        begin, end = _SIMPLE[name]
        return ("", "") if end in open_marks else (begin, end)
    if name in _NAMED:
        end = f"]{{{_NAMED[name]}}}"
        return ("", "") if end in open_marks else ("[", end)
    if name in ("span", "font"):
        return _span(attributes, open_marks, lost)
    lost.add(f"<{name}>")
    return "", ""


def _span(attributes: str, open_marks: list[str], lost: set[str]) -> tuple[str, str]:
    given = {key.lower(): one or two for key, one, two in _ATTRIBUTE.findall(attributes)}
    names: list[str] = []
    for key, value in given.items():
        if key in ("foreground", "fgcolor", "color"):
            colour = _colour(value)
            names += [f"colour={colour}"] if colour else []
        elif key == "underline" and value != "none":
            names.append("underline")
        elif key == "strikethrough" and value == "true":
            names.append("strike")
        elif (key in ("weight", "font_weight") and value == "bold") and "**" not in open_marks:
            return "**", "**"
        elif (key in ("style", "font_style") and value in ("italic", "oblique")) and "*" not in open_marks:
            return "*", "*"
        else:
            lost.add(f"<span {key}>")
    end = f"]{{{' '.join(names)}}}"
    return ("[", end) if names and end not in open_marks else ("", "")


def _colour(text: str) -> str:
    colour = css_colour(text)
    return str(colour.opaque) if colour else ""


def _with_icons(text: str, icons: Mapping[str, str], *, begins: bool = True) -> str:
    if not icons:
        return plain_words(text, begins=begins)
    keys = sorted(icons, key=len, reverse=True)
    parts = re.split("(" + "|".join(map(re.escape, keys)) + ")", text)
    return "".join(
        f":{icons[part]}:" if at % 2 else plain_words(part, begins=begins and not at)
        for at, part in enumerate(parts)
    )


def _with_line_ends(text: str) -> str:
    """The text with the line breaks that ``escape`` has marked as they are in data."""
    return text.replace("\\\n", "\n")


def _with_plain_braces(text: str) -> str:
    """The text with braces that would begin an expression written as values."""
    return re.sub(r"\{(?=[{%#])", "{{ '{' }}", text)


def slot(title: str) -> str:
    """The characters that represent the values of a column in a text."""
    return f"{SLOT_START}{title}{SLOT_END}"


def has_slot(value: object) -> bool:
    """Whether the text has a value of a column in it."""
    return isinstance(value, str) and SLOT_START in value


def filled(template: str, row: Callable[[str], str]) -> str:
    """The text with the values of a row in its slots.

    Args:
        template: With slots.
        row: The value of a column by its title.
    """

    def value(found: re.Match[str]) -> str:
        title, *filters = found.group(1).split(SLOT_FILTER)
        text = row(title)
        for each in filters:
            text = {"lower": str.lower, "upper": str.upper, "capitalize": str.capitalize}[each](text)
        return text

    return _SLOT.sub(value, template)


def filled_at(template: str, columns: Mapping[str, Sequence[Any]], at: int) -> str:
    """The text with the values of one row of a table in its slots.

    Args:
        template: With slots.
        columns: Of the table.
        at: Number of the row, from 0.
    """

    def cell(title: str) -> str:
        values = columns.get(title, [])
        return str(values[at]) if at < len(values) and values[at] is not None else ""

    return filled(template, cell)


def slots(template: str) -> list[tuple[str, str, list[str]]]:
    """The text in pieces: words, the title of the column after them, its filters; no title in the last."""
    found: list[tuple[str, str, list[str]]] = []
    at = 0
    for each in _SLOT.finditer(template):
        title, *filters = each.group(1).split(SLOT_FILTER)
        found.append((template[at : each.start()], title, filters))
        at = each.end()
    return [*found, (template[at:], "", [])]


_DROPPED = frozenset("\ufe0e\ufe0f\u200d\u20e0\u20e3")
"""Variation selectors, joiners and circles around emoji: nothing is left of them without the emoji."""
_MARKS = frozenset((SLOT_START, SLOT_END, SLOT_FILTER))
_SYMBOLS = ("S", "N", "P", "M", "C")
_CJK = re.compile("[\u3000-\u303f\uff00-\uffef]")
"""Punctuation of East Asian scripts, which belongs to their letters."""
_PLAIN = {"⇒": "=>", "⇐": "<=", "⇔": "<=>", "➜": "->", "➔": "->", "➕": "+", "➖": "-", "✖": "x", "⊘": "(no)"}


class PrintableGlyphs:
    """Knows the characters that can be printed, and writes others in words.

    Attributes:
        written: What is printed in place of each character that no font has.
        lacking: Letters of other scripts that no font has, which stay.
    """

    def __init__(self) -> None:
        self.written: dict[str, str] = {}
        self.lacking: dict[str, None] = {}
        self._known: dict[str, bool] = {}

    @cached_property
    def _fonts(self) -> FontLibrary:
        return game_fonts(None)[0]

    def printable(self, text: str) -> str:
        """The text without symbols that no font has; letters of other scripts stay."""
        if text.isascii() or all(map(self._has, text)):
            return text
        return "".join(char if self._has(char) else self._other(char) for char in text)

    def _has(self, char: str) -> bool:
        if char < "\u0250":
            return True
        if char not in self._known:
            letters = (
                _CJK.match(char)
                or not unicodedata.category(char).startswith(_SYMBOLS)
                or unicodedata.combining(char)
            )
            if letters and char not in _DROPPED and self._fonts.fallback_for(char) is None:
                self.lacking[char] = None
            covered = char not in _DROPPED and (letters or self._fonts.fallback_for(char) is not None)
            self._known[char] = bool(covered) or unicodedata.category(char) == "Zs" or char in _MARKS
        return self._known[char]

    def _other(self, char: str) -> str:
        if char in _DROPPED:
            return ""
        if char not in self.written:
            plain = unicodedata.normalize("NFKC", char)
            if char in _PLAIN:
                made = _PLAIN[char]
            elif plain != char and all(map(self._has, plain)):
                made = f"({plain})"
            elif unicodedata.category(char) == "Co":  # only the font of its author knows what it is
                made = f"(U+{ord(char):04X})"
            else:
                made = f"({unicodedata.name(char, 'a symbol').lower()})"
            self.written[char] = made
        return self.written[char]
