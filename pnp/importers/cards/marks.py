"""Marks of other tools in texts, as the marks of pnp."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

from pnp.colour import ColourError
from pnp.icons.svg.style import css_colour
from pnp.markup import IconRun, TermRun, parse_inline
from pnp.markup.run import escape

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
    return _values(_lines(escaped))


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
    found: list[str] = []
    open_ones: list[tuple[str, str]] = []
    at = 0
    for tag in _TAG.finditer(text):
        found.append(_with_icons(html.unescape(text[at : tag.start()]), icons, begins=begins and not at))
        at = tag.end()
        closing, name, attributes, alone = tag.group(1), tag.group(2).lower(), tag.group(3), tag.group(4)
        if name == "br" or (closing and name in _BLOCKS):
            found.append("\n")
        elif name in _BLOCKS:
            continue
        elif closing:
            _close(found, open_ones, name)
        elif not alone:
            begin, end = _marks(name, attributes, [mark for _, mark in open_ones], lost)
            found.append(begin)
            open_ones.append((name, end))
    found.append(_with_icons(html.unescape(text[at:]), icons, begins=begins and not at))
    while open_ones:
        _close(found, open_ones, open_ones[-1][0])
    return "".join(found).strip("\n")


def _close(found: list[str], open_ones: list[tuple[str, str]], name: str) -> None:
    if not any(name == each for each, _ in open_ones):
        return
    while open_ones:
        each, mark = open_ones.pop()
        _end(found, mark)
        if each == name:
            return


def _end(found: list[str], mark: str) -> None:
    """Write the closing mark; blanks before it go after it, and marks around nothing go away."""
    if not mark:
        return
    begin = "[" if mark.startswith("]") else mark
    last = found[-1] if found else ""
    if last == begin:
        found.pop()
        return
    words = last.rstrip()
    if words and words != last:
        found[-1:] = [words, mark, last[len(words) :]]
    else:
        found.append(mark)
    opening = next(
        (at for at in range(len(found) - 1, -1, -1) if found[at] == begin and at < len(found) - 1), None
    )
    if opening is not None and opening + 1 < len(found):
        inner = found[opening + 1]
        blank = inner[: len(inner) - len(inner.lstrip())]
        if blank and inner.strip():
            found[opening : opening + 2] = [blank, begin, inner.lstrip()]


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


def tool_colour(text: str) -> str:
    """The colour that a script names, as ``#rrggbb`` or with opacity; empty where it is none.

    A name of CSS, or hexadecimal digits with ``#`` or without it.
    """
    word = text.strip().lstrip(":").lower().replace("_", "")
    word = {"aquamarine1": "aquamarine"}.get(word, word)
    if re.fullmatch(r"[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8}", word):
        word = f"#{word}"
    if re.fullmatch(r"#[0-9a-f]{12}", word):
        word = "#" + "".join(word[at : at + 2] for at in (1, 5, 9))
    try:
        colour = css_colour(word)
    except ColourError:
        return ""
    return str(colour) if colour else ""


def _with_icons(text: str, icons: Mapping[str, str], *, begins: bool = True) -> str:
    if not icons:
        return plain_words(text, begins=begins)
    keys = sorted(icons, key=len, reverse=True)
    parts = re.split("(" + "|".join(map(re.escape, keys)) + ")", text)
    return "".join(
        f":{icons[part]}:" if at % 2 else plain_words(part, begins=begins and not at)
        for at, part in enumerate(parts)
    )


def _lines(text: str) -> str:
    """``escape`` marks line breaks; in data they are kept as they are."""
    return text.replace("\\\n", "\n")


def _values(text: str) -> str:
    """Braces that would begin a value are values themselves."""
    return re.sub(r"\{(?=[{%#])", "{{ '{' }}", text)
