"""The words of a text and of its translation: which are translated, which are compared, what is no word."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from pnp.diagnostics import Diagnostic, nearest
from pnp.i18n import Entry
from pnp.markup import ICON_MARK, Marked, MarkedParagraph, parse_inline
from pnp.rules import Expression, plain_parts, read_expressions, without_expressions
from pnp.source import Span

_ICON = re.compile(ICON_MARK)
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3,8}\Z")
_PATH = re.compile(r"[\w./-]+\.(?:png|jpe?g|svg|webp|gif)\Z", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")


def has_words(source: str) -> bool:
    """Whether a text has words to translate, not only icons, expressions, a colour or a picture's path."""
    source = source.strip()
    if _COLOUR.match(source) or _PATH.match(source):
        return False
    if any(_LETTER.search(_ICON.sub("", plain)) for _, plain in plain_parts(source)):
        return True
    return any(_LETTER.search(word) for expression in expressions(source) for word in words_in(expression))


def expressions(source: str) -> list[Expression]:
    """The readable expressions of a text in order."""
    return [expression for _, expression in read_expressions(source)]


def words_in(expression: Expression) -> list[str]:
    """The quoted words of an expression that may be printed: not keys, not what is compared or counted."""
    return _printed(expression.body)


def _printed(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Subscript):
        return _printed(node.value)
    if isinstance(node, ast.Compare):
        return []
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Call):  # the words of a filter are printed
        values = [*node.right.args, *(keyword.value for keyword in node.right.keywords)]
        return [found for part in (node.left, *values) for found in _printed(part)]
    if isinstance(node, ast.Call):  # count(pieces, kind='bow') prints a number
        values = [part for part in node.args if not isinstance(part, ast.Constant)]
        values += [keyword.value for keyword in node.keywords if keyword.arg == "default"]
        return [found for part in values for found in _printed(part)]
    return [found for child in ast.iter_child_nodes(node) for found in _printed(child)]


def signature(expression: Expression) -> str:
    """The signature of an expression, whatever words it prints: equal for a text and its translation.

    Words in quotes, the forms that are asked of a term and the plural categories belong to the language;
    values, names and numbers do not. ``{{ north.forms['pl-ins'] }}`` and ``{{ north.name }}`` are both about
    ``north``.
    """
    return _about(expression.body)


def counted(expression: Expression) -> str | None:
    """The signature of the value that an expression chooses plural forms by; None if it is not a plural."""
    match expression.body:
        case ast.BinOp(op=ast.BitOr(), left=value, right=ast.Call(func=ast.Name(id="plural"))):
            return _about(value)
    return None


def _about(node: ast.AST) -> str:
    match node:
        case ast.Constant():
            about = "…" if isinstance(node.value, str) else repr(node.value)
        case ast.Compare():
            about = ast.dump(node)
        case ast.Subscript() | ast.Attribute() if _names_form(node.value):
            about = _about(_owner(node.value))
        case ast.Subscript():
            about = f"{_about(node.value)}[{ast.dump(node.slice)}]"  # the key says which value is meant
        case ast.Attribute():
            about = _about(node.value) if node.attr == "name" else f"{_about(node.value)}.{node.attr}"
        case ast.BinOp(op=ast.BitOr(), right=ast.Name(id="capital" | "upper")):
            about = _about(node.left)
        case ast.BinOp(op=ast.BitOr(), right=ast.Call(func=ast.Name(id="plural" | "join" as name)) as right):
            about = f"{_about(node.left)}|{_parts(right, 'keywords' if name == 'plural' else 'args')}"
        case _:
            about = _parts(node)
    return about


def _parts(node: ast.AST, without: str = "ctx") -> str:
    """Kind and parts of a node but the one that is left out."""
    parts = [type(node).__name__]
    for name, value in ast.iter_fields(node):
        if name not in (without, "ctx"):
            values = value if isinstance(value, list) else [value]
            parts.append(
                ",".join(_about(part) if isinstance(part, ast.AST) else repr(part) for part in values)
            )
    return f"({' '.join(parts)})"


def _names_form(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "forms"


def _owner(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Attribute)
    return node.value


_MARKS = re.compile(r"[*:\[\n]|\A- ")
_PLAIN = Marked((MarkedParagraph("plain", ()),))
"""A text without any mark: most are."""


class TextPair:
    """A text and its usable translation.

    Args:
        entry: Both, with their places.
        source_language: BCP 47 tag.
        language: BCP 47 tag of the translation.
    """

    def __init__(self, entry: Entry, source_language: str, language: str) -> None:
        self.entry = entry
        self.source = entry.source
        self.translation = entry.translation
        self.source_language = source_language
        self.language = language

    @cached_property
    def source_marked(self) -> Marked:
        """The source's inline marks; its expressions count as words."""
        return _marked(self.source)

    @cached_property
    def marked(self) -> Marked:
        """The translation's inline marks; its expressions count as words."""
        return _marked(self.translation)

    @property
    def is_identical(self) -> bool:
        """Whether source and translation are the same letters."""
        return self.source.strip() == self.translation.strip()

    @property
    def span(self) -> Span:
        """Where the translation is written."""
        return self.entry.origin.at(0, max(len(self.translation.split("\n")[0]), 1))

    def at(self, start: int, length: int) -> Span:
        """The place of a stretch of the translation."""
        return self.entry.origin.at(start, length)


def _marked(source: str) -> Marked:
    return parse_inline(without_expressions(source)) if _MARKS.search(source) else _PLAIN


def meant_by(strange: Iterable[str], lacking: Iterable[str]) -> dict[str, str]:
    """Missing items by the unexpected ones: two halves of one mistake.

    Those that are alike go together; a single one that is left goes with the first that is.
    """
    rest, left = list(lacking), list(strange)
    found: dict[str, str] = {}
    for name in left:
        close = nearest(name, rest)
        if close is not None:
            found[name] = close
            rest.remove(close)
    left = [name for name in left if name not in found]
    if len(left) == 1 and rest:
        found[left[0]] = rest[0]
    return found


def missing(wanted: Iterable[str], there: Iterable[str]) -> list[str]:
    """Items that are wanted more often than they occur, each once, in order."""
    needed, found = Counter(wanted), Counter(there)
    return [name for name, times in needed.items() if found[name] < times]


def foreign(wanted: Iterable[str], there: Iterable[str]) -> list[str]:
    """Items that occur and are not wanted at all, each once, in order."""
    known = set(wanted)
    return [name for name in dict.fromkeys(there) if name not in known]


def differences(
    wanted: Sequence[str], there: Sequence[str]
) -> tuple[list[str], list[tuple[int, str | None]]]:
    """How the names in a translation differ from those in its source.

    Args:
        wanted: Names in the source.
        there: Names in the translation.

    Returns:
        The missing names that no foreign one stands for; and of each foreign name its first place in
        ``there``, with the missing name that it stands for, or None. Both in order.
    """
    if wanted == there:  # as in most texts
        return [], []
    lacking, extra = missing(wanted, there), foreign(wanted, there)
    meant = meant_by(extra, lacking)
    return (
        [name for name in lacking if name not in meant.values()],
        [(there.index(name), meant.get(name)) for name in extra],
    )


LACKING = "of the source is missing in the translation"
"""How messages end that are about a translation as a whole and about no place in it."""


def in_made_up(found: Iterable[Diagnostic]) -> Callable[[Diagnostic], bool]:
    """A function: whether a finding is about an expression that, by ``found``, the source lacks (K530)."""
    places = [
        each.span
        for each in found
        if each.code == "K530" and each.span and not each.message.endswith(LACKING)
    ]

    def is_inside(finding: Diagnostic) -> bool:
        span = finding.span
        return (
            finding.code.startswith("X") and span is not None and any(place.holds(span) for place in places)
        )

    return is_inside
