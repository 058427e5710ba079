"""Marks of other programs, which texts do not know and which are printed as they are."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from pnp.checks.case import Case, PrintedText
from pnp.diagnostics import Diagnostic, warning
from pnp.markup import TextRun
from pnp.model import Game, Text
from pnp.rules import without_expressions

HTML = re.compile(
    r"&(?:[a-zA-Z]{2,8}|#\d{2,6}|#x[0-9a-fA-F]{2,5});"
    r"|</?[a-zA-Z][a-zA-Z0-9]{0,15}(?:[\s=][^<>\n]*)?/?>"
)
"""Entities and tags of HTML, which Pango and other tools have, too, and all that looks like a tag."""

_NAMES = {
    "\u00a0": "a no-break space (U+00A0)",
    "\u202f": "a narrow no-break space (U+202F)",
    "\u00ad": "a soft hyphen (U+00AD)",
}
_EMPHASIS = "emphasise words by '**…**' or '*…*'"
_LOOKS = "choose size and place in the style or the layout"
_COLOURED = "write '[words]{colour=#B3202C}'"
_UNDERLINED, _STRUCK = "write '[words]{underline}'", "write '[words]{strike}'"
_ICON = "write the name of an icon between colons, such as ':fire:'"
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_CURES = {
    **dict.fromkeys(("big", "small", "center"), _LOOKS), "img": _ICON, "font": _COLOURED,
    "sup": "write '[words]{super}'", "sub": "write '[words]{sub}'",
    **dict.fromkeys(("u", "ins"), _UNDERLINED), **dict.fromkeys(("s", "strike", "del"), _STRUCK),
    **dict.fromkeys(_HEADINGS, "texts have no headings: write '**…**' for bold"),
    **dict.fromkeys(("ul", "ol", "li"), "begin a bullet by '- '"),
}  # fmt: skip
"""Cures for HTML tags other than those for emphasis and lines."""
_NEAR = "{0,300}"
"""Most characters between two marks that belong together: a search without limit could take forever."""
PICTURE_CURE = "in a rule sheet write ':::figure x.png' on a line of its own; a picture of a piece is a field: art: x.png"
_OTHERS = (
    (r"(?<!\\)\\[nr](?![a-z]{0,2}\b[^\s])", "begin a new line where one is meant, in YAML below a '|'"),
    (r"(?<!\\)\\t(?![a-z]{0,2}\b[^\s])", "write a space: texts have no columns"),
    (rf"(?i)\[(b|i)\](?=.{_NEAR}\[/\1\])", _EMPHASIS),
    (rf"(?i)\[(u)\](?=.{_NEAR}\[/\1\])", _UNDERLINED),
    (rf"(?i)\[(s)\](?=.{_NEAR}\[/\1\])", _STRUCK),
    (rf"(?i)\[(color)(?:=[^\]\n]{_NEAR})?\](?=.{_NEAR}\[/\1\])", _COLOURED),
    (rf"(?i)\[(size|center)(?:=[^\]\n]{_NEAR})?\](?=.{_NEAR}\[/\1\])", _LOOKS),
    (rf"(?i)\[(img)(?:=[^\]\n]{_NEAR})?\](?=.{_NEAR}\[/\1\])", _ICON),
    (rf"(?i)\[(?!(?:color|size|center|img|u|s)\b)([a-z][a-z0-9]{{0,15}})(?:=[^\]\n]{_NEAR})?\](?=.{_NEAR}\[/\1\])", _EMPHASIS),
    (rf"(?<![\w\\])__(?=[^\W_])[^\n]{_NEAR}?[^\W_]__(?!\w)", "write '**…**' for bold"),
    (r"(?<![\w\\])_(?=[^\W_])[^_\n]*?[^\s_]_(?!\w)", "write '*…*' for italic"),
    (r"(?<!\S)\*\* [^*\n]+ \*\*(?!\S)", "write '**…**' without spaces inside"),
    (rf"!\[[^\]\n]{_NEAR}?\]\([^()\n]{_NEAR}?\)", PICTURE_CURE),
    (r"(?<!\\)\[\^[\w-]{1,40}\]", "write the footnote itself in ( ), or below in a paragraph of its own"),
    (r"(?<![\w\\])\[[^\[\]\n]{1,80}\]\[[\w .-]{0,40}\]", "write the words and the address: texts have no links"),
    (r"(?m)^(?:[-*+] )?\[[ xX]\] (?=\S)", "write '- ', and :plain-square: for a box if there is one"),
    (r"(?<![\w\\])\{[#.][\w-]{1,40}\}", "take it out: words have no anchors"),
    (r"(?<![=\w\\])==(?=[^\s=])[^=\n]+(?<=\S)==(?![=\w])", "write '**…**' for emphasis"),
    (r"~~(?=\S)[^~\n]+~~", _STRUCK),
    (r"`[^`\n]+`", "write '*…*' for emphasis"),
    (r"(?m)^#{1,6} (?=\S)", "texts have no headings: write '**…**' for bold"),
    (r"(?m)^\* \S[^\n]*\n(?:[^\n]+\n)*?\* (?=\S)", "begin a bullet by '- '"),
)  # fmt: skip
"""Marks and their cures; a pattern is compiled for the first text that has a character of theirs."""
_HALF_ICON = re.compile(r":(?<![^\W\d_]:)(?<![:\\/]:)([a-z0-9]+(?:-[a-z0-9]+)*)(?!\\?\||[\w:/(-])")
"""An icon that is not closed, if that is its name: ``:coins`` and a space or the end of the text."""
_APART = re.compile(rf"(?<!\\)\[([^\[\]\n]{_NEAR})\][ \t]+\(([^\W\d][\w.-]*)\)")
"""A term whose two halves have a space between them."""
_REVERSED = re.compile(rf"\(([^()\n]{_NEAR})\)\[([^\W\d][\w.-]*)\]")
_UNOPENED = re.compile(r"(?<![\w\\])(\w[^\W_]*)\]\(([^\W\d][\w.-]*)\)")
"""A term in other orders, and without its first bracket."""
_MAY_BE_FOREIGN = re.compile(
    r"[<&\\_~`]|\*\*|==|\[[/^]|!\[|\]\[|\)\[|\]\(|\] \(|\[[ xX]\] |\{[#.]|\n(?:#{1,6}|\*) "
)
"""One of these is in every foreign mark, except names in single braces and half icons; most texts have none.

The text begins with a line end."""
_STARS = re.compile(r"(?<![*\d])\*\*(?=[^\s*])|(?<=[^\s*])\*\*(?![*\d])")
_FILLED_IN = re.compile(r"[$%@]?(?<![{\]])\{([^\W\d][\w-]*)\}(?!\})")


def html_cure(sign: str) -> str:
    """The cure for an HTML entity or tag."""
    if sign.startswith("&"):
        from html import unescape

        meant = unescape(sign)
        shown = _NAMES.get(meant, f"'{meant}'")
        if meant.isspace() and meant not in _NAMES:
            return "write a space"
        typed = meant != sign and (meant.isprintable() or meant in _NAMES)
        return f"type {shown} itself" if typed else "remove it"
    return _CURES.get(
        sign.strip("</>").split()[0].lower(), f"{_EMPHASIS}, divide lines where they are to be divided"
    )


def check_foreign_marks(case: Case) -> Iterator[Diagnostic]:
    """The first mark in each text that is of HTML, BBCode or Markdown, or a name in single braces (K201)."""
    for printed in case.texts:
        yield from foreign_mark(printed.text, case.game, case.icon_names, printed)


def foreign_mark(
    text: Text, game: Game, icons: Container[str], printed: PrintedText | None = None
) -> Iterator[Diagnostic]:
    """The first such mark of a text; see ``check_foreign_marks``.

    Args:
        text: As it was typed.
        game: Has its terms and facts.
        icons: The names of all icons.
        printed: The text as it is printed, where stars without a partner are looked for.
    """
    source = text.source
    lone_brace = "{" in source and source.count("{") > 2 * source.count("{{")
    if not (lone_brace or _MAY_BE_FOREIGN.search(f"\n{source}") or _HALF_ICON.search(source)):
        return
    source = without_expressions(source)
    lone = _lone_stars(printed) if printed else ()
    found = min((*_marks(source, game), *_halves(source, game, icons), *lone), default=None)
    if found is not None:
        start, mark, cure = found
        span = text.origin.at(start, len(mark))
        piece = printed.piece if printed else None
        yield warning("K201", f"'{mark}' is printed as it is", span, cure, piece=piece)


def _marks(source: str, game: Game) -> Iterator[tuple[int, str, str]]:
    """Where a mark begins, what it is, and what to write in its stead."""
    for sign in HTML.finditer(source):
        if sign[0].startswith("<") or _is_entity(sign[0]):
            yield sign.start(), sign[0], html_cure(sign[0])
            break
    for mark, cure in _OTHERS:
        if found := re.search(mark, source):
            yield found.start(), found[0].split("\n")[0].rstrip(), cure
    if "{" not in source:
        return
    names = _names(game)
    for found in _FILLED_IN.finditer(source):
        if found[1] in names:
            yield found.start(), found[0], f"write {names[found[1]]}"


def _is_entity(sign: str) -> bool:
    """Whether it stands for a character; what only looks like an entity (``Rock &Roll;``) does not."""
    from html import unescape

    return unescape(sign) != sign


def _halves(source: str, game: Game, icons: Container[str]) -> Iterator[tuple[int, str, str]]:
    """Marks of our own that lack a character, if the game has the icon or the term that they name."""
    for found in _HALF_ICON.finditer(source):
        if found[1] in icons:
            yield found.start(), found[0], f"write ':{found[1]}:', or '\\:' for a colon"
    for pattern, words, term, cure in (
        (_APART, 1, 2, "without the space"),
        (_REVERSED, 1, 2, "in this order"),
        (_UNOPENED, 1, 2, "with both brackets"),
    ):
        for found in pattern.finditer(source):
            if game.term(found[term]) is not None and not _in_brackets(source, found.start(), pattern):
                yield found.start(), found[0], f"write '[{found[words]}]({found[term]})', {cure}"


def _in_brackets(source: str, start: int, pattern: re.Pattern[str]) -> bool:
    """Whether what looks like a term without its first bracket is the end of one of several words."""
    return pattern is _UNOPENED and source.rfind("[", 0, start) > max(
        source.rfind("]", 0, start), source.rfind("\n", 0, start)
    )


def _lone_stars(printed: PrintedText) -> Iterator[tuple[int, str, str]]:
    """Two stars for emphasis that have no partner; stars between spaces are stars."""
    source = printed.text.source
    if printed.filled.text != source or printed.marked.faults:
        return  # the marks are reported
    for run in printed.marked.runs():
        for found in _STARS.finditer(run.text) if isinstance(run, TextRun) else ():
            at = run.start + found.start()
            if source[at : at + 2] == "**" and source[at - 1 : at] != "\\":
                yield at, "**", "write '**' before and after the bold words, or '\\*\\*' for stars"


def _names(game: Game) -> dict[str, str]:
    """The content of another program's braces, and the expression that gives it here."""
    fields = {name for each in game.sets for name in each.fields} | {"name", "text"}
    dashed = {name: f"{{{{ {name} }}}}" for name in fields if "-" not in name}
    return dashed | {name: f"{{{{ facts.{name} }}}}" for name in game.facts}
