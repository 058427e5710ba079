"""Inline marks of texts: ``**bold**``, ``:icon(3):``, ``[form](term)``, ``[words]{strike}``, bullets, breaks.

Whatever is typed is a text; only a mark that was clearly begun and is not right is a fault. A star is a mark
where it touches a word on one side (CommonMark 0.31 §6.2 calls that flanking), so ``2 * 3`` and ``3*4`` are
plain. A colon begins an icon unless a letter precedes it, so ``a:b:c``, ``10:30`` and ``http://x`` are
plain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pnp.colour import Colour, ColourError
from pnp.diagnostics import nearest
from pnp.markup.run import (
    BreakRun,
    IconRun,
    Marked,
    MarkedParagraph,
    MarkFault,
    Marks,
    Run,
    TermRun,
    TextRun,
)

_ICON = re.compile(
    r":(?=[0-9-]*[a-z])([a-z0-9]+(?:-[a-z0-9]+)*)(?:\(([^\s():|\\{}]{1,4}|\{\{[^{}\n]{1,200}\}\})\))?"
    r"(?:\\?\|([0-9]{1,2}(?:\.[0-9]{1,2})?))?:"
)
_FULL_ICON = re.compile(r":([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\(([^()\n]{0,200})\)(?:\\?\|[0-9.]{1,5})?:")
_NEARLY_ICON = re.compile(r":([A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*):(?!\w)")
_TERM = re.compile(r"\[((?:\\[^\n]|[^\[\]\\\n])+)\]\(([^()\n]*)(\)?)")
_TERM_NAME = re.compile(r"[^\W\d][\w-]*(?:\.[\w-]+)?")
_SPECIAL = re.compile(r"[\\*:\[\]]")
_SPAN_END = re.compile(r"\]\{([^{}\n]*)(\}?)")
_LINE_END = re.compile(r"\\.|\n", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)")
_SMALLEST_ICON, _LARGEST_ICON = 0.5, 2.0
_STARS = re.compile(r"\*+")
_BULLET = "- "
_BLANKS = " \t"
_ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n0123456789")


@dataclass(slots=True)
class _Star:
    """A ``*`` or ``**`` that may turn out to be a mark."""

    mark: str
    start: int
    opens: bool
    closes: bool
    paired: bool = False


@dataclass(slots=True)
class _Bracket:
    """A ``[`` or ``]`` that may turn out to be the border of a span.

    Attributes:
        mark: As typed.
        start: Offset into the source.
        marks: Of the span that it ends; None for ``[`` and for a plain ``]``.
        partner: The other border of the span.
    """

    mark: str
    start: int
    marks: Marks | None = None
    partner: _Bracket | None = None


_Token = _Star | _Bracket | Run

_WORDS = {
    "underline": Marks(underline=True),
    "strike": Marks(strike=True),
    "super": Marks(script="super"),
    "sub": Marks(script="sub"),
    "small-caps": Marks(capitals="small"),
}
_COLOUR = "colour="


def parse_inline(source: str) -> Marked:
    """The runs of a text and the faults of its marks; never raises.

    A blank line ends a paragraph, ``- `` at the start of a line begins a bullet, any other line break stays
    one. A backslash takes the meaning off the character behind it (punctuation, digit, space or line break)
    and is itself printed before anything else. Text without marks comes back as it is.
    """
    if source.isprintable() and source[:1].isalnum() and not _SPECIAL.search(source):  # as most texts
        return Marked((MarkedParagraph("plain", (TextRun(source, False, False, 0),)),), ())
    paragraphs: list[MarkedParagraph] = []
    faults: list[MarkFault] = []
    for bullet, lines in _blocks(source):
        tokens = _tokens(source, lines, faults)
        plain = [token for token in tokens if not isinstance(token, _Star | _Bracket)]
        runs = plain if len(plain) == len(tokens) else _styled(tokens, faults)
        paragraphs.append(MarkedParagraph("bullet" if bullet else "plain", tuple(runs)))
    return Marked(tuple(paragraphs), tuple(sorted(faults, key=lambda fault: fault.start) if faults else ()))


def is_icon_name(word: str) -> bool:
    """Whether the word is the name of an icon when between colons."""
    return _ICON.fullmatch(f":{word}:") is not None


def _blocks(source: str) -> Iterator[tuple[bool, list[tuple[int, int]]]]:
    """Paragraphs in order: whether each is a bullet, and start and end of its lines without block marks."""
    bullet = False
    lines: list[tuple[int, int]] = []
    ends = [found.start() for found in _LINE_END.finditer(source) if found[0] == "\n"]  # others are escaped
    for start, end in zip((0, *(end + 1 for end in ends)), (*ends, len(source)), strict=True):
        begins_bullet = source.startswith(_BULLET, start, end)
        blank = not source[start:end].strip(_BLANKS)
        if lines and (blank or begins_bullet):
            yield bullet, lines
            bullet, lines = False, []
        if blank:
            continue
        if begins_bullet:
            bullet, start = True, start + len(_BULLET)
        elif bullet:
            start += len(source[start:end]) - len(source[start:end].lstrip(_BLANKS))
        lines.append((start, end))
    if lines:
        yield bullet, lines


def _tokens(source: str, lines: list[tuple[int, int]], faults: list[MarkFault]) -> list[_Token]:
    """The marks of a paragraph and the letters between them."""
    tokens: list[_Token] = []
    for index, (start, end) in enumerate(lines):
        if index:
            tokens.append(BreakRun(lines[index - 1][1]))
        at = plain = start
        while (special := _SPECIAL.search(source, at, end)) is not None:
            at = special.start()
            found: list[_Token] = []
            length, begins = 1, plain  # where the next letters begin
            if source[at] != "\\":
                found, length = _READ[source[at]](source, at, start, end, faults)
                begins = at + length if found else plain
            elif at + 1 < end and source[at + 1] in _ESCAPABLE:
                found = [BreakRun(at + 1)] if source[at + 1] == "\n" else []
                length, begins = 2, at + 1 + len(found)
            if begins > plain:
                if at > plain:
                    tokens.append(TextRun(source[plain:at], False, False, plain))
                tokens += found
                plain = begins
            at += length
        if end > plain:
            tokens.append(TextRun(source[plain:end], False, False, plain))
    return tokens


def _stars(source: str, at: int, start: int, end: int, _: list[MarkFault]) -> tuple[list[_Token], int]:
    match = _STARS.match(source, at, end)
    assert match is not None  # the caller saw a star
    length = match.end() - at
    before = source[at - 1] if at > start else " "
    after = source[at + length] if at + length < end else " "
    opens, closes = not after.isspace(), not before.isspace()
    if length > 3 or not (opens or closes) or (before.isdigit() and after.isdigit()):
        return [], length
    marks = {1: ("*",), 2: ("**",), 3: ("**", "*")}[length]
    return [_Star(mark, at + 2 * index, opens, closes) for index, mark in enumerate(marks)], length


def _icon(source: str, at: int, start: int, end: int, faults: list[MarkFault]) -> tuple[list[_Token], int]:
    before = source[at - 1] if at > start else " "
    if before.isalpha():
        return [], 1
    match = _ICON.match(source, at, end)
    if match is not None:
        icon = IconRun(match.group(1), at, size=match.group(3) or "", value=match.group(2) or "")
        if _SMALLEST_ICON <= icon.scale <= _LARGEST_ICON:
            return [icon], match.end() - at
        cure = f"write a number from {_SMALLEST_ICON:g} to {_LARGEST_ICON:g}, such as ':{icon.name}|1.4:'"
        message = f"'{icon.size}' is no size of an icon"
        faults.append(MarkFault(at, match.end() - at, message, cure))
        return [], match.end() - at
    full = _FULL_ICON.match(source, at, end)
    if full is not None:
        message = f"'{full[2]}' does not fit on an icon"
        cure = f"write one to four letters or digits without spaces, such as ':{full[1]}(3):'"
        faults.append(MarkFault(at, full.end() - at, message, cure))
        return [], full.end() - at
    nearly = _NEARLY_ICON.match(source, at, end)
    if nearly is not None:
        name = nearly.group(1).lower().replace("_", "-")
        faults.append(
            MarkFault(at, nearly.end() - at, f"'{nearly.group()}' is not an icon", f"write ':{name}:'")
        )
        return [], nearly.end() - at
    after = source[at + 2] if at + 2 < end else " "
    if source.startswith("::", at, end) and not (before + after).strip():
        faults.append(MarkFault(at, 2, "an icon without a name", "write its name between the colons"))
    return [], 2 if source.startswith("::", at, end) else 1


def _term(source: str, at: int, _start: int, end: int, faults: list[MarkFault]) -> tuple[list[_Token], int]:
    match = _TERM.match(source, at, end)
    if match is None:
        return [_Bracket("[", at)], 1
    form, term, closed = match.groups()
    length = match.end() - at
    if not closed:
        faults.append(
            MarkFault(
                at, length, f"'[{form}](' is not closed", "write ')' behind the term, or '\\[' for a bracket"
            )
        )
    elif not _TERM_NAME.fullmatch(term):
        faults.append(
            MarkFault(
                at,
                length,
                f"'{term}' cannot be a term",
                f"write [{form}](id of a term), or '\\[' for a bracket",
            )
        )
    else:
        return [TermRun(_unescaped(form), term, False, False, at, length)], length
    return [], length


def _span_end(
    source: str, at: int, _start: int, end: int, faults: list[MarkFault]
) -> tuple[list[_Token], int]:
    match = _SPAN_END.match(source, at, end)
    if match is None:
        return [_Bracket("]", at)], 1
    length = match.end() - at
    if not match[2]:
        help_ = "write '}' behind the marks, or '\\{' for a brace"
        faults.append(MarkFault(at, length, f"'{match[0]}' is not closed", help_))
        return [_Bracket("]", at)], 1
    found = Marks()
    for word in match[1].split() or [""]:
        marks = _WORDS.get(word)
        fault = "" if marks else _unknown_word(word)
        if word.startswith(_COLOUR):
            try:
                marks, fault = Marks(colour=Colour.parse(word.removeprefix(_COLOUR))), ""
            except ColourError as problem:
                message, _, fault = str(problem).partition("; ")
                faults.append(MarkFault(at + 1, length - 1, message, fault))
                return [_Bracket("]", at)], 1
        if marks is None:
            message = f"'{word}' is no mark" if word else "'{}' names no mark"
            faults.append(MarkFault(at + 1, length - 1, message, fault))
            return [_Bracket("]", at)], 1
        if clash := _clash(found, marks):
            faults.append(MarkFault(at + 1, length - 1, *clash))
        found = _together(found, marks)
    return [_Bracket(match[0], at, found)], length


_READ: dict[str, Callable[[str, int, int, int, list[MarkFault]], tuple[list[_Token], int]]] = {
    "*": _stars,
    ":": _icon,
    "[": _term,
    "]": _span_end,
}
"""Readers of marks by the character that a mark begins with.

Each takes the source, the offset of the character, and where its line begins and ends. It returns the mark,
or nothing where the character is plain, and how many characters it has read."""


def _unknown_word(word: str) -> str:
    close = nearest(word.partition("=")[0], [*_WORDS, "colour"])
    if close is not None:
        return f"did you mean '{close}=#B3202C'?" if close == "colour" else f"did you mean '{close}'?"
    return f"write {', '.join(_WORDS)} or colour=#B3202C, or '\\{{' for a brace"


def _together(outer: Marks, inner: Marks) -> Marks:
    """The marks of words in both; where only one can hold, it is the inner one's."""
    return Marks(
        outer.underline or inner.underline,
        outer.strike or inner.strike,
        inner.script or outer.script,
        inner.capitals or outer.capitals,
        inner.colour or outer.colour,
    )


def _clash(outer: Marks, inner: Marks) -> tuple[str, str] | None:
    """Message and help where words that have marks get others that change nothing or contradict them."""
    if outer.script and inner.script and outer.script != inner.script:
        return "words are raised and lowered at once", "leave 'super' or 'sub' out"
    twice = next(
        (name for name, alone in _WORDS.items() if _holds(outer, alone) and _holds(inner, alone)), ""
    )
    if twice:
        return f"'{twice}' inside '{twice}'", "leave one of them out"
    return None


def _holds(marks: Marks, alone: Marks) -> bool:
    return all(not wanted or wanted == has for wanted, has in zip(alone, marks, strict=True))


def _unescaped(form: str) -> str:
    return _ESCAPE.sub(lambda match: match[1] if match[1] in _ESCAPABLE else match[0], form)


def _pair(tokens: list[_Token], faults: list[MarkFault]) -> None:
    """Pair opening with closing stars; those left over are plain, and a fault where they could only open."""
    waiting: dict[str, _Star] = {}
    for token in tokens:
        if not isinstance(token, _Star):
            continue
        if token.closes and token.mark in waiting:
            token.paired = waiting.pop(token.mark).paired = True
        elif token.opens:
            waiting.setdefault(token.mark, token)
    faults += [
        MarkFault(
            star.start,
            len(star.mark),
            f"'{star.mark}' is not closed in this paragraph",
            f"write '{star.mark}' at the end of the emphasised words, or '\\*' for a star",
        )
        for star in waiting.values()
    ]


def _pair_brackets(tokens: list[_Token], faults: list[MarkFault]) -> None:
    """Pair the brackets of spans; an end without a beginning is a fault, all other brackets are plain."""
    waiting: list[_Bracket] = []
    for token in tokens:
        if not isinstance(token, _Bracket):
            continue
        if token.mark == "[":
            waiting.append(token)
            continue
        opening = waiting.pop() if waiting else None
        if token.marks is None:
            continue
        if opening is None:
            help_ = "write '[' before the marked words of the same paragraph, or '\\{' for a brace"
            faults.append(MarkFault(token.start, len(token.mark), f"'{token.mark}' has no '['", help_))
        elif opening.start + 1 == token.start:
            help_ = "write the words between the brackets, or '\\{' for a brace"
            faults.append(
                MarkFault(opening.start, len(token.mark) + 1, f"'[{token.mark}' marks nothing", help_)
            )
        else:
            token.partner, opening.partner = opening, token


def _styled(tokens: list[_Token], faults: list[MarkFault]) -> Iterator[Run]:
    """Runs between marks; letters that follow one another in the source are one run."""
    _pair(tokens, faults)
    _pair_brackets(tokens, faults)
    stars = {"**": False, "*": False}
    spans: list[Marks | None] = [None]
    texts: list[str] = []
    begin = end = 0
    style: tuple[bool, bool, Marks | None] = (False, False, None)
    for token in tokens:
        if isinstance(token, _Star) and token.paired:
            stars[token.mark] = not stars[token.mark]
            continue
        if isinstance(token, _Bracket) and token.partner:
            _enter_or_leave(token, spans, faults)
            continue
        now = stars["**"], stars["*"], spans[-1]
        is_text = isinstance(token, _Star | _Bracket | TextRun)
        if texts and not (is_text and token.start == end and now == style):
            yield TextRun("".join(texts), style[0], style[1], begin, style[2])
            texts = []
        if isinstance(token, _Star | _Bracket | TextRun):
            if not texts:
                begin = end = token.start
                style = now
            texts.append(token.text if isinstance(token, TextRun) else token.mark)
            end += len(texts[-1])
        elif isinstance(token, TermRun):
            yield token._replace(bold=now[0], italic=now[1], marks=now[2])
        else:
            yield token._replace(marks=now[2]) if isinstance(token, IconRun) else token
    if texts:
        yield TextRun("".join(texts), style[0], style[1], begin, style[2])


def _enter_or_leave(border: _Bracket, spans: list[Marks | None], faults: list[MarkFault]) -> None:
    """Add the marks of a span that begins here, or remove those of one that ends."""
    closing = border.partner
    if closing is None or closing.marks is None:  # the border is the end itself
        spans.pop()
        return
    outer = spans[-1]
    if outer is not None and (clash := _clash(outer, closing.marks)):
        faults.append(MarkFault(closing.start + 1, len(closing.mark) - 1, *clash))
    spans.append(closing.marks if outer is None else _together(outer, closing.marks))
