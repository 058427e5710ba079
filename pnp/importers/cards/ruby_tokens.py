"""Tokens of Ruby source, as far as scripts of card decks use the language."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import NamedTuple

from pnp.importers.limits import MOST_TOKENS

KEYWORDS = frozenset({
    "if", "unless", "elsif", "else", "end", "case", "when", "then", "def", "class", "module", "do", "begin",
    "rescue", "ensure", "while", "until", "for", "in", "return", "nil", "true", "false", "self", "and", "or", "not",
    "yield", "next", "break", "redo", "retry", "super", "alias", "undef",
})  # fmt: skip
_VALUES = frozenset(["end", "nil", "true", "false", "self"])
_OPERATORS = re.compile(
    r"\*\*=|\|\|=|&&=|<<=|<=>|===|\.\.\.|\*\*|\|\||&&|<<|>>|<=|>=|==|!=|=~|!~|\+=|-=|\*=|/=|%=|->|=>|&\.|::|\.\.|[-+*/%<>=!?:;,.(){}\[\]|&^~]"
)
_NUMBER = re.compile(r"0x[0-9a-fA-F]+|\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?")
_NAME = re.compile(r"[^\W\d]\w*[?!]?(?![=]=)|[^\W\d]\w*")
_SYMBOL = re.compile(r':("|[^\W\d]\w*[?!]?(?!=)|\+|\[\]|\*)')
_VARIABLE = re.compile(r"@{1,2}\w+|\$\w+|\$.")
_FLAGS = re.compile(r"[a-z]*")
_CODE_POINT = re.compile(r"\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4})")
_HEREDOC = re.compile(r"<<([~-]?)(['\"]?)([A-Z_a-z]\w*)\2")
_PERCENT = re.compile(r"%([wWiIqQr]?)([(\[{<|!/])")
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_ESCAPES = {"n": "\n", "t": "\t", "s": " ", "e": "\x1b", "0": "\0", "r": "\r", "a": "\a", "b": "\b"}
BINARY_OPERATORS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("==", "!=", "=~", "!~", "===", "<=>"),
    ("<", "<=", ">", ">="),
    ("|", "^"),
    ("&",),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
"""Operators between two values: those that bind least come first."""


class RubyToken(NamedTuple):
    """One token.

    Attributes:
        kind: ``name``, ``const``, ``keyword``, ``number``, ``text``, ``symbol``, ``label``, ``words``,
            ``regex``, ``variable`` (with ``@`` or ``$``), ``op``, ``newline`` or ``end``.
        value: The word or operator, the number, the words, or the parts of a text: strings, and pairs of
            source and line for what is interpolated.
        line: From 1.
        spaced: Whether white space comes before it.
        tight: Whether no white space follows it.
    """

    kind: str
    value: object
    line: int
    spaced: bool
    tight: bool


class RubyFault(Exception):
    """Source that is not understood.

    Attributes:
        line: From 1.
    """

    def __init__(self, message: str, line: int):
        super().__init__(message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Interpolated:
    """The source between ``#{`` and ``}`` in a text, and its line."""

    source: str
    line: int


def ruby_tokens(text: str, line: int = 1) -> list[RubyToken]:
    """The tokens of a script, with one of the kind ``end`` at last.

    Raises:
        RubyFault: A text or a list of words has no end, or there are too many tokens.
    """
    return _Tokens(text, line).all()


class _Tokens:
    def __init__(self, text: str, line: int):
        self._text = text.split("\n__END__\n")[0].replace("\r\n", "\n")
        self._at = 0
        self._line = line
        self._found: list[RubyToken] = []
        self._waiting: list[tuple[int, str, str, str]] = []  # heredocs whose lines follow

    def all(self) -> list[RubyToken]:
        while self._at < len(self._text):
            if len(self._found) > MOST_TOKENS:
                raise RubyFault("the script is too long", self._line)
            before = self._at
            self._skip_blanks()
            if self._at >= len(self._text):
                break
            self._next(self._at > before)
        self._add("newline", "\n", False)
        self._add("end", "", False)
        return self._found

    def _skip_blanks(self) -> None:
        while self._at < len(self._text):
            char = self._text[self._at]
            if char in " \t\f\v\xa0":
                self._at += 1
            elif char == "\\" and self._text[self._at + 1 : self._at + 2] == "\n":
                self._at += 2
                self._line += 1
            elif char == "#":
                self._at = self._until("\n")
            elif self._text.startswith("=begin", self._at) and self._starts_line():
                stop = self._text.find("\n=end", self._at)
                stop = len(self._text) if stop < 0 else self._text.find("\n", stop + 1)
                stop = len(self._text) if stop < 0 else stop
                self._line += self._text.count("\n", self._at, stop)
                self._at = stop
            else:
                return

    def _starts_line(self) -> bool:
        return self._at == 0 or self._text[self._at - 1] == "\n"

    def _until(self, mark: str) -> int:
        stop = self._text.find(mark, self._at)
        return len(self._text) if stop < 0 else stop

    def _next(self, spaced: bool) -> None:
        char = self._text[self._at]
        if char == "\n":
            self._at += 1
            self._add("newline", "\n", spaced)
            self._line += 1
            self._read_heredocs()
        elif (found := _HEREDOC.match(self._text, self._at)) and self._takes_value(
            spaced, found.group(3)[0].isupper()
        ):
            self._waiting.append((len(self._found), found[1], found[2], found[3]))
            self._at = found.end()
            self._add("text", [], spaced)
        elif (found := _PERCENT.match(self._text, self._at)) and self._takes_value(spaced, True):
            self._percent(found[1], found[2], spaced)
        elif char in "\"'`":
            self._quoted(char, spaced)
        elif found := _SYMBOL.match(self._text, self._at):
            self._at = found.end()
            if found[1] == '"':
                self._add("text", self._parts('"', '"'), spaced)
            else:
                self._add("symbol", found[1], spaced)
        elif char == "/" and self._takes_value(spaced, not self._text[self._at + 1 : self._at + 2].isspace()):
            self._at += 1
            parts = self._parts("/", "/", plain=True)
            flags = _FLAGS.match(self._text, self._at)
            assert flags is not None  # it may be empty
            self._at = flags.end()
            self._add("regex", ("".join(map(str, parts)), flags.group()), spaced)
        elif found := _NUMBER.match(self._text, self._at):
            self._number(found, spaced)
        elif found := _VARIABLE.match(self._text, self._at):
            self._at = found.end()
            self._add("variable", found.group(), spaced)
        elif found := _NAME.match(self._text, self._at):
            self._word(found, spaced)
        elif found := _OPERATORS.match(self._text, self._at):
            self._at = found.end()
            if found.group() == ";":
                self._add("newline", ";", spaced)
            else:
                self._add("op", found.group(), spaced)
        else:
            self._at += 1  # a character that means nothing

    def _number(self, found: re.Match[str], spaced: bool) -> None:
        self._at = found.end()
        text = found.group().replace("_", "")
        number = (
            int(text, 16) if text.startswith("0x") else int(text[:300]) if text.isdigit() else float(text)
        )
        self._add("number", number, spaced)

    def _word(self, found: re.Match[str], spaced: bool) -> None:
        word = found.group()
        end = found.end()
        after = self._text[end : end + 2]
        dotted = bool(self._found) and self._found[-1].value in (".", "&.", "::") and not spaced
        if after[:1] == ":" and after != "::" and not dotted and not self._in_ternary():
            self._at = end + 1
            self._add("label", word, spaced)
            return
        self._at = end
        if word in KEYWORDS and not dotted:
            self._add("keyword", word, spaced)
        else:
            self._add("const" if word[0].isupper() else "name", word, spaced)

    def _in_ternary(self) -> bool:
        """Whether a ``?`` of this line still waits for its ``:``."""
        open_ones = 0
        for token in reversed(self._found):
            if token.kind == "newline":
                break
            if token.kind == "op" and token.value == "?":
                open_ones += 1
            elif token.kind == "op" and token.value == ":":
                open_ones -= 1
            elif token.kind == "op" and token.value in ("(", "{", "["):
                break
        return open_ones > 0

    def _quoted(self, quote: str, spaced: bool) -> None:
        self._at += 1
        parts = self._parts(quote, quote, plain=quote == "'")
        is_label = (
            self._text[self._at : self._at + 1] == ":" and self._text[self._at + 1 : self._at + 2] != ":"
        )
        if is_label and all(isinstance(part, str) for part in parts) and not self._in_ternary():
            self._at += 1
            self._add("label", "".join(map(str, parts)), spaced)
            return
        self._add("text", parts, spaced)

    def _percent(self, kind: str, opening: str, spaced: bool) -> None:
        self._at = self._text.index(opening, self._at) + 1
        closing = _CLOSING.get(opening, opening)
        parts = self._parts(opening, closing, plain=kind in "wiqr" and kind != "")
        text = "".join(str(part) for part in parts if isinstance(part, str))
        if kind in ("w", "W", "i", "I"):
            self._add("words", text.split(), spaced)
        elif kind == "r":
            self._add("regex", (text, ""), spaced)
        else:
            self._add("text", parts, spaced)

    def _parts(self, opening: str, closing: str, *, plain: bool = False) -> list[str | Interpolated]:
        """The parts of a text up to its closing mark; texts without interpolation are one string."""
        start = self._line
        parts: list[str | Interpolated] = []
        letters: list[str] = []
        depth = 0
        while self._at < len(self._text):
            char = self._text[self._at]
            if char == "\n":
                self._line += 1
            if char == "\\":
                letters.append(self._escape(plain, opening + closing, regex=closing == "/"))
                continue
            if char == "#" and not plain and self._text[self._at + 1 : self._at + 2] == "{":
                parts += ["".join(letters), self._interpolated()]
                letters = []
                continue
            self._at += 1
            if char == closing and depth == 0:
                return [*parts, "".join(letters)]
            depth += (char == opening) - (char == closing) if opening != closing else 0
            letters.append(char)
        raise RubyFault("a text has no end", start)

    def _escape(self, plain: bool, marks: str, *, regex: bool) -> str:
        after = self._text[self._at + 1 : self._at + 2]
        self._at += 2
        self._line += after == "\n"
        if regex:
            return "/" if after == "/" else "\\" + after
        if plain:
            return after if after in marks + "\\" else "\\" + after
        if after == "u" and (code := _CODE_POINT.match(self._text, self._at)):
            self._at = code.end()
            number = int(code.group(1) or code.group(2), 16)
            return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
        if after == "\n":
            return ""
        return _ESCAPES.get(after, after)

    def _interpolated(self) -> Interpolated:
        start, line, depth, quote = self._at + 2, self._line, 0, ""
        at = start
        while at < len(self._text):
            char = self._text[at]
            if quote:
                at += char == "\\"
                quote = "" if char == quote else quote
            elif char in "\"'":
                quote = char
            elif char == "{":
                depth += 1
            elif char == "}":
                if depth == 0:
                    break
                depth -= 1
            at += 1
        self._at = at + 1
        source = self._text[start:at]
        self._line += source.count("\n")
        return Interpolated(source, line)

    def _read_heredocs(self) -> None:
        for index, indented, quote, name in self._waiting:
            end = re.compile(
                rf"^[ \t]*{re.escape(name)}[ \t]*$" if indented else rf"^{re.escape(name)}$", re.MULTILINE
            )
            found = end.search(self._text, self._at)
            if found is None:
                raise RubyFault(f"the text up to {name} has no end", self._line)
            body = self._text[self._at : found.start()]
            if indented == "~":
                body = textwrap.dedent(body)
            inner = _Tokens(body + "\0", self._line)
            parts: list[str | Interpolated] = [body] if quote == "'" else inner._parts("\0", "\0")
            self._found[index] = self._found[index]._replace(value=parts)
            self._line += self._text.count("\n", self._at, min(found.end() + 1, len(self._text)))
            self._at = min(found.end() + 1, len(self._text))
        self._waiting.clear()

    def _takes_value(self, spaced: bool, tight: bool) -> bool:
        """Whether a value may begin here rather than an operator go on."""
        if not self._found:
            return True
        last = self._found[-1]
        if last.kind in ("newline", "label"):
            return True
        if last.kind == "op":
            return last.value not in (")", "]", "}")
        if last.kind == "keyword":
            return last.value not in _VALUES
        return last.kind == "name" and spaced and tight

    def _add(self, kind: str, value: object, spaced: bool) -> None:
        tight = not self._text[self._at : self._at + 1].isspace()
        self._found.append(RubyToken(kind, value, self._line, spaced, tight))


class TokenCursor:
    """Walks over the tokens of a script."""

    def __init__(self, tokens: list[RubyToken]):
        self._tokens = tokens
        self._at = 0

    @property
    def _token(self) -> RubyToken:
        return self._tokens[self._at]

    def _next(self) -> RubyToken:
        """The token; the next one comes after it."""
        self._at += 1
        return self._tokens[self._at - 1]

    def _is(self, *values: str) -> bool:
        return self._token.kind in ("op", "keyword") and self._token.value in values

    def _take(self, *values: str) -> bool:
        if self._is(*values):
            self._at += 1
            return True
        return False

    def _need(self, value: str) -> None:
        if not self._take(value):
            raise RubyFault(f"'{value}' is missing", self._token.line)

    def _skip_lines(self) -> None:
        while self._token.kind == "newline":
            self._at += 1

    def _goes_on(self) -> bool:
        """Whether the next line begins with a dot, and so goes on with the call."""
        at = self._at
        while self._tokens[at].kind == "newline":
            at += 1
        token = self._tokens[at]
        if at > self._at and token.kind == "op" and token.value in (".", "&."):
            self._at = at
            return True
        return False

    def _recover(self, start: int) -> None:
        """Go on after the statement that begins at a token: past its line and the blocks that it opens."""
        self._at, open_ones = start, 0
        while self._token.kind != "end":
            token = self._token
            if token.kind == "keyword" and token.value in ("do", "def", "case", "class", "module", "begin"):
                open_ones += 1
            elif token.kind == "keyword" and token.value in ("if", "unless", "while", "until", "for"):
                open_ones += self._at == 0 or self._tokens[self._at - 1].kind == "newline"
            elif token.kind == "op" and token.value in ("{", "(", "["):
                open_ones += 1
            elif token.value in ("}", ")", "]", "end") and token.kind in ("op", "keyword"):
                if open_ones == 0:
                    return
                open_ones -= 1
            elif token.kind == "newline" and open_ones == 0:
                return
            self._at += 1
