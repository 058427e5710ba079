"""Values of the fields of pieces, judged by what the set declares."""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as MappingABC
from operator import or_

from pnp.diagnostics import Diagnostic, error
from pnp.draw.face import Shape
from pnp.load.document import Document
from pnp.load.expression import Expressions
from pnp.load.findings import Findings
from pnp.load.sides_value import read_sides, sides_cure
from pnp.load.yaml_node import NOTHING, Decimal, Mapping, Node, Scalar, Sequence, Whole
from pnp.model import FieldDeclaration, Sides, Term, Text, Value, Vocabulary, which_term
from pnp.source import Span

_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_TEXT_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Unfit(Exception):
    """A value that its field cannot hold, and that was noted."""


_NO_VALUE = "write one, or declare the field with '?'"
_PARTED = re.compile(r"-?\d{1,3}(?:([.,\s_])\d{3})+")
_NOUGHTS = re.compile(r"(-?\d+)[.,]0+")
_DIGITS = re.compile(r"-?(?:0|[1-9][0-9]*)")


class Reader:
    """Reads the values of one set's pieces.

    Codes: M101, M102, M107, M110, M112, M113, and those of expressions.
    """

    def __init__(
        self,
        document: Document,
        kind: str,
        vocabularies: MappingABC[str, Vocabulary],
        expressions: Expressions,
        findings: Findings,
        shape: Shape = "rectangle",
    ) -> None:
        self._shape = shape
        self.document = document
        self.expressions = expressions
        self._kind = kind
        self._contexts: dict[str, str] = {}
        self.vocabularies = vocabularies
        self._findings = findings
        self._readers: dict[str, Callable[[FieldDeclaration, Node], Value]] = {
            "number": self._number,
            "flag": self._flag,
            "term": self._term,
            "terms": self._terms,
            "icon": self._name,
            "picture": self._name,
            "sides": self._sides,
            "list": self._list,
        }

    def value(
        self,
        field: FieldDeclaration,
        key: Scalar,
        node: Node,
        context: str,
    ) -> Value:
        """What the field holds; None where an optional one holds nothing.

        Args:
            field: What is declared.
            key: The key in the file.
            node: The value in the file.
            context: Sets texts apart that translate differently; usually empty.

        Raises:
            Unfit: It cannot hold this.
        """
        if isinstance(node, Scalar) and not node.style and node.text in NOTHING:
            return self._nothing(field, key, node)
        if field.kind == "text":
            return self._text(field, node, key, context)
        return self._readers[field.kind](field, node)

    def refuse(self, found: Diagnostic) -> Unfit:
        """The exception to raise once the fault is noted."""
        self._findings.add(found)
        return Unfit()

    def wrong(self, field: FieldDeclaration, node: Node, wanted: str, cure: str) -> Unfit:
        """The exception to raise for a value of another kind, with the fault noted (M102)."""
        message = f"'{field.name}' takes {wanted}, found {describe(node)}"
        return self.refuse(error("M102", message, node.span, cure))

    def _nothing(self, field: FieldDeclaration, key: Scalar, node: Scalar) -> Value:
        if node.text and field.kind == "text":  # the word Null, most likely a name
            cure = f'quote it if the word is meant: "{node.text}"; leave the line out if nothing is'
            raise self.refuse(error("M101", f"'{field.name}' has no value", node.span, cure))
        if not field.optional:
            raise self.refuse(error("M101", f"'{field.name}' has no value", key.span, _NO_VALUE))
        return absent(field)

    def _text(self, field: FieldDeclaration, node: Node, key: Scalar, context: str) -> Text:
        if not isinstance(node, Scalar):
            raise self.wrong(field, node, "text", "quote text that starts with a bracket")
        if not node.style and node.text[:1] in "tTfF" and isinstance(node.value, bool):
            raise self.wrong(field, node, "text", f'quote it if the word is meant: "{node.text}"')
        if node.style == '"' and (match := _TEXT_CONTROL.search(node.text)):
            raise self._control(node, match.group())
        if not node.text and not field.optional:
            raise self.refuse(error("M101", f"'{field.name}' has no value", key.span, _NO_VALUE))
        kind = self._contexts.get(field.name)
        if kind is None:
            kind = self._contexts[field.name] = f"{self._kind}.{field.name}"
        return self.document.text(node, f"{kind}/{context}" if context else kind)

    def _control(self, node: Scalar, char: str) -> Unfit:
        message = f"there is a control character (U+{ord(char):04X}) in the value"
        cure = "in double quotes '\\' starts an escape: use '/' between folders, or single quotes"
        if char == "\r":
            cure = "write '\\n' for a new line"
        return self.refuse(error("M107", message, node.span, cure))

    def _number(self, field: FieldDeclaration, node: Node) -> int:
        if not isinstance(node, Scalar):
            raise self.wrong(field, node, "a whole number", "write one number")
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int):
            cure = _digits(node.text)
            if node.style and re.fullmatch(r"[-+]?\d+", node.text):
                cure = "write it without quotes"
            elif isinstance(value, str) and re.fullmatch(r"0\d+", value):
                cure = f"write {int(value)}"
            raise self.wrong(field, node, "a whole number", cure)
        if node.text.startswith("+"):
            cure = f"write {int(value)}, or declare the field as text to print the sign"
            raise self.wrong(field, node, "a whole number", cure)
        return self.in_range(field, int(value), node)

    def in_range(self, field: FieldDeclaration, number: int, node: Node) -> int:
        """The number, when it lies between the declared bounds (M113)."""
        low, high = field.low, field.high
        if (low is not None and number < low) or (high is not None and number > high):
            bounds = f"{'' if low is None else low}..{'' if high is None else high}"
            message = f"'{field.name}' is {number}, outside of {bounds}"
            related = [(field.span, "declared here")] if field.span else []
            raise self.refuse(
                error(
                    "M113",
                    message,
                    node.span,
                    "write a number between them, or declare other bounds",
                    related=related,
                )
            )
        return number

    def _flag(self, field: FieldDeclaration, node: Node) -> bool:
        value = node.value if isinstance(node, Scalar) else None
        if not isinstance(value, bool):
            cure = "write true or false"
            if isinstance(node, Scalar) and node.text.lower() in ("yes", "no", "on", "off"):
                cure = f"write {'true' if node.text.lower() in ('yes', 'on') else 'false'}"
            raise self.wrong(field, node, "true or false", cure)
        return value

    def _term(self, field: FieldDeclaration, node: Node) -> Term:
        if not isinstance(node, Scalar):
            raise self.wrong(field, node, f"one {field.vocabulary}", "write its id")
        return self.named(field, node.text, node.span)

    def named(self, field: FieldDeclaration, word: str, span: Span) -> Term:
        """The term of the field's vocabulary with the id ``word`` (M110)."""
        vocabulary = field.vocabulary or ""
        terms = self.vocabularies[vocabulary].terms
        found = terms.get(word.removeprefix(f"{vocabulary}."))
        if found is None:
            cure = which_term(word, terms.values())
            raise self.refuse(error("M110", f"unknown {vocabulary} '{word}'", span, cure))
        return found

    def _terms(self, field: FieldDeclaration, node: Node) -> tuple[Term, ...]:
        items = node.items if isinstance(node, Sequence) else [node]
        found: list[Term] = []
        failed = False
        for item in items:
            try:
                if not isinstance(item, Scalar):
                    raise self.wrong(
                        field,
                        item,
                        f"a list of ids of '{field.vocabulary}'",
                        f"write {field.name}: [one, two]",
                    )
                found.append(self.named(field, item.text, item.span))
            except Unfit:
                failed = True  # the others are looked at too
        if failed:
            raise Unfit
        return tuple(found)

    def _name(self, field: FieldDeclaration, node: Node) -> str:
        if not isinstance(node, Scalar) or isinstance(node.value, bool):
            wanted = "the name of an icon" if field.kind == "icon" else "the path of a picture"
            raise self.wrong(field, node, wanted, "quote it if the word is meant")
        if match := _CONTROL.search(node.text):
            raise self._control(node, match.group())
        if not node.text and not field.optional:
            raise self.refuse(error("M101", f"'{field.name}' has no value", node.span, _NO_VALUE))
        return node.text

    def _sides(self, field: FieldDeclaration, node: Node) -> Sides:
        items = node.items if isinstance(node, Sequence) else [node]
        held = Sides()
        for item in items:
            text = item.text if isinstance(item, Scalar) else "?"
            more = read_sides(text, self._shape, listed=isinstance(node, Sequence))
            if more is None:
                raise self.wrong(field, item, "sides", sides_cure(self._shape))
            held = Sides(*map(or_, held, more))
        return held

    def member(self, field: FieldDeclaration, node: Node) -> Term | str | int:
        """What one member of the list of a field of ``terms`` or a ``list`` holds."""
        return self._term(field, node) if field.kind == "terms" else self._item(field, node)

    def _list(self, field: FieldDeclaration, node: Node) -> tuple[str | int, ...]:
        if not isinstance(node, Sequence):
            dashed = isinstance(node, Scalar) and not node.style and node.text.startswith("-")
            cure = "put a space behind each '-'" if dashed else f"write {field.name}: [one, two]"
            raise self.wrong(field, node, "a list", cure)
        return tuple(self._item(field, item) for item in node.items)

    def _item(self, field: FieldDeclaration, node: Node) -> str | int:
        if isinstance(node, Scalar):
            value = node.value
            if isinstance(value, Whole | Decimal | float):
                return node.text  # as typed: +2 keeps its plus
            if isinstance(value, str | int) and not isinstance(value, bool):
                return value
        raise self.wrong(field, node, "a list of texts and numbers", "quote the words that are meant")


def absent(field: FieldDeclaration) -> Value:
    """What an optional field reads as when it is left out."""
    if field.kind in ("terms", "list"):
        return ()
    if field.kind == "sides":
        return Sides()
    return False if field.kind == "flag" else None


def describe(node: Node) -> str:
    """The value in words for a message."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    text = node.text.replace("\n", " ")
    return f"'{text[:40]}…'" if len(text) > 40 else f"'{text}'"


def _digits(text: str) -> str:
    """The cure for what is no whole number: its digits, where they can be told."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    parted = _PARTED.fullmatch(text)
    if parted and parted[1] in ".,":
        return f"write {re.sub('[.,]', '', text)} if thousands are meant, else {text.split(parted[1])[0]}"
    digits = re.sub(r"\s|_", "", text) if parted else text
    noughts = _NOUGHTS.fullmatch(digits)
    digits = noughts[1] if noughts else digits
    return f"write {digits}" if _DIGITS.fullmatch(digits) else "write digits only, such as 3"
