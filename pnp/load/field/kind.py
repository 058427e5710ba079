"""The interface of kinds of fields, and what they need to read the values of a set's pieces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Sequence
from collections.abc import Mapping as MappingABC
from typing import Any, ClassVar, NamedTuple

from pnp.colour import Colour
from pnp.diagnostics import Diagnostic, error
from pnp.draw.face import Shape
from pnp.load.document import DataFile, Findings
from pnp.load.expression import Expressions, NoValue, is_expression
from pnp.load.shape.shape import Schema
from pnp.load.yaml.node import NOTHING, Node, Scalar, TableCell, describe
from pnp.model import FieldDeclaration, FieldValue, Term, Text, Value, Vocabulary

EXPRESSION: Schema = {"type": "string", "pattern": r"\{\{.*\}\}", "description": "An expression in {{ }}."}
NO_VALUE = "write one, or declare the field with '?'"


class CountedValue(NamedTuple):
    """One value of a field in counts.

    Attributes:
        words: As data files have it.
        number: That numbers are put in order and averaged by; None for everything else.
        colour: Of the value, when it has one.
    """

    words: str
    number: float | None = None
    colour: Colour | None = None


class NewPiece(NamedTuple):
    """A piece that is added in the preview, as far as the first value of a field depends on it.

    Attributes:
        field: What is declared.
        terms: Ids of the terms of its vocabulary.
        shape: Of the piece.
        used: Values of the field in other pieces, as they are written, without expressions.
        chosen: Icon or picture that the page offers.
        words: The label of the field, or its name in words.
    """

    field: FieldDeclaration
    terms: Sequence[str]
    shape: Shape
    used: Sequence[str]
    chosen: str
    words: str


class UnfitValue(Exception):
    """A value that its field cannot hold; the fault was noted."""


class FieldReader(NamedTuple):
    """The context in which the kind of a field reads its values.

    Attributes:
        field: What is declared.
        document: The file of the set.
        kind: Of the pieces, such as ``card``.
        vocabularies: Of the game, by id.
        expressions: Evaluates expressions.
        findings: Where faults go.
        shape: Of the pieces.
    """

    field: FieldDeclaration
    document: DataFile
    kind: str
    vocabularies: MappingABC[str, Vocabulary]
    expressions: Expressions
    findings: Findings
    shape: Shape

    def refuse(self, found: Diagnostic) -> UnfitValue:
        """The exception to raise once the fault is noted."""
        self.findings.add(found)
        return UnfitValue()

    def wrong(self, node: Node, wanted: str, cure: str) -> UnfitValue:
        """The exception to raise for a value of another kind, with the fault noted (M102)."""
        message = f"'{self.field.name}' takes {wanted}, found {describe(node)}"
        return self.refuse(error("M102", message, node.span, cure))

    def control(self, node: Scalar, char: str) -> UnfitValue:
        """The exception to raise for a tab or line break in a name, with the fault noted (M107)."""
        message = f"there is a control character (U+{ord(char):04X}) in the value"
        cure = "in double quotes '\\' starts an escape: use '/' between folders, or single quotes"
        return self.refuse(error("M107", message, node.span, cure))


class FieldKind(ABC):
    """A kind of field: how it is declared, read, computed, counted and described.

    The docstring of a kind is its row in ``docs/data.md``. How a value prints, the value says itself if it is
    of a type of its own (``FieldValue``).

    Attributes:
        name: As it is declared.
        forms: How it may be declared, as the documentation lists it; the first one is enough.
        samples: Values as data files have them. Tests read, print, count and export them, and the fuzzer
            grows its input from them.
        counted: Whether ``pnp stats`` counts its values.
        like: Name of the kind as which layouts see its fields, too: ``piece | fields("number")``.
        wanted: In words, what an expression must come to.
        absent: What an optional field reads as when it is left out.
        implied: Whether it may be left out without being declared optional.
        mixed: Whether words and expressions may be mixed, as in ``art/{{ pile.id }}.png``.
        worded: Whether its values are words, so that ``true`` and ``2`` are written in quotes.
        several: Whether data files have its values as lists.
        widget: Its control in the preview, one of ``makers`` in ``pnp/preview/page/form.js``; ``value`` is a
            line that takes what is typed.
        hint: What an empty control shows.
        schema: JSON Schemas of what may be written, where these do not depend on the declaration.
        pattern: A regular expression of declarations that ``declarations`` does not list, for editors.
    """

    name: ClassVar[str]
    forms: ClassVar[tuple[str, ...]]
    samples: ClassVar[tuple[str, ...]]
    counted: ClassVar[bool]
    like: ClassVar[str] = ""
    wanted: ClassVar[str] = ""
    absent: ClassVar[Value] = None
    implied: ClassVar[bool] = False
    mixed: ClassVar[bool] = False
    worded: ClassVar[bool] = False
    several: ClassVar[bool] = False
    widget: ClassVar[str] = "value"
    hint: ClassVar[str] = ""
    schema: ClassVar[tuple[Schema, ...]] = ()
    pattern: ClassVar[str] = ""

    def declare(
        self,
        field: FieldDeclaration,
        rest: list[str],
        node: Scalar,
        vocabularies: MappingABC[str, Vocabulary],
        findings: Findings,
    ) -> FieldDeclaration | None:
        """The declaration with what follows the name of the kind; None after a fault was noted (M111, M115).

        Args:
            field: Without what follows.
            rest: The words that follow.
            node: The whole declaration.
            vocabularies: Of the game, by id.
            findings: Where faults go.
        """
        if rest:
            message = f"'{self.name}' takes nothing behind it, found '{' '.join(rest)}'"
            cure = f"write '{self.name}' or '{self.name}?'"
            if rest[-1] in vocabularies:
                cure = f"write 'terms {rest[-1]}' for several terms, 'term {rest[-1]}' for one"
            findings.error("M115", message, node.span, cure)
        return field

    def declared(self, field: FieldDeclaration) -> str:
        """The declaration as it is written, without ``?``; the opposite of ``declare``."""
        return self.name

    def value(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> Value:
        """The value of the field; ``absent`` if it may have none. Codes: M101, M102, M107, M110, M113.

        Args:
            reader: Of the field.
            key: The key in the file.
            node: The value in the file.
            context: Distinguishes texts that translate differently; usually empty.

        Raises:
            UnfitValue: It cannot hold this.
        """
        if isinstance(node, Scalar) and not node.style and node.text in NOTHING:
            return self._nothing(reader, key, node)
        return self._read(reader, key, node, context)

    def _nothing(self, reader: FieldReader, key: Scalar, node: Scalar) -> Value:
        if not reader.field.optional:
            raise reader.refuse(error("M101", f"'{reader.field.name}' has no value", key.span, NO_VALUE))
        return self.absent

    @abstractmethod
    def _read(self, reader: FieldReader, key: Scalar, node: Node, context: str) -> Value:
        """The value that is written; arguments and faults as those of ``value``."""

    def is_computed(self, node: Node) -> bool:
        """Whether an expression gives the value, or a member of its list."""
        return is_braced(node)

    def compute(self, reader: FieldReader, node: Node, names: MappingABC[str, Any], piece: str) -> Value:
        """The result of the expression of a value. Codes: M101, M102, M110, M112, M113, those of expressions.

        Raises:
            UnfitValue: It has no value, or one that the field cannot hold; the fault was noted.
        """
        if not isinstance(node, Scalar):
            raise reader.wrong(node, self.wanted, "write one '{{ }}' and nothing else")
        try:
            if is_expression(node):
                value = reader.expressions.value(reader.document, node, names, piece)
            elif self.mixed:
                value = reader.expressions.words(reader.document, node, names, piece)
            else:
                raise reader.wrong(node, self.wanted, "write one '{{ }}' and nothing else")
        except NoValue:
            raise UnfitValue from None
        return self.fitted(reader, value, node)

    def fitted(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        """The result of an expression as a value of the field.

        Raises:
            UnfitValue: The field cannot hold it; the fault was noted.
        """
        if isinstance(value, Text):
            value = value.source  # the words of a term's data, where a name is wanted
        if value is None:
            if reader.field.optional:
                return self.absent
            cure = "let it come to something, or declare the field with '?'"
            raise reader.refuse(error("M101", f"'{reader.field.name}' works out to nothing", node.span, cure))
        fitted = self._fit(reader, value, node)
        if fitted is None:
            message = (
                f"'{reader.field.name}' takes {self.wanted}, and '{node.text}' works out to something else"
            )
            cure = f"let it come to {self.wanted}{self._alternative(value)}"
            raise reader.refuse(error("M102", message, node.span, cure))
        return fitted

    def _fit(self, reader: FieldReader, value: Any, node: Scalar) -> Value:
        """The result as a value of the field; None if it is not one, or the kind is never computed."""
        return None

    def _alternative(self, value: Any) -> str:
        """Another cure of a result that does not fit, to follow "let it come to …"; may be empty."""
        return ""

    def of_variable(self, term: Term) -> Value:
        """The value of the field when a ``for`` of the same name iterates over its vocabulary."""
        return term

    def declarations(self, vocabularies: Sequence[str]) -> list[str]:
        """How the kind may be declared, without ``?``, for editors that complete what is typed."""
        return [self.name]

    def schemas(self, field: FieldDeclaration, terms: Sequence[str], icons: Sequence[str]) -> list[Schema]:
        """JSON Schemas of what may be written.

        Args:
            field: What is declared.
            terms: Ids of the terms of its vocabulary.
            icons: Names of all icons; empty where they are not known.
        """
        return [*self.schema]

    def count(self, value: Any) -> Sequence[CountedValue]:
        """The different values that a value counts as; empty where it holds nothing.

        Args:
            value: Of a field of this kind; not None.
        """
        return [CountedValue(value.written() if isinstance(value, FieldValue) else str(value))]

    def fits_column(self, texts: Sequence[str]) -> bool:
        """Whether a column of a table with these texts is likely of this kind; at least one text."""
        return False

    def is_like(self, kinds: Container[str]) -> bool:
        """Whether layouts that ask for fields of these kinds get fields of this kind."""
        return self.name in kinds or self.like in kinds

    def cell(self, cell: TableCell, grouping: str = ",") -> Node:
        """The cell of a table as the node that ``value`` expects; values in ``{{ }}`` stay as they are.

        Args:
            cell: With a text.
            grouping: What separates thousands in the table: a comma or a point.
        """
        return cell if "{{" in cell.text else self._cell(cell)

    def _cell(self, cell: TableCell) -> Node:
        return cell.holding(cell.text)

    def in_condition(self, node: Node) -> Any:
        """The value of a cell as the ``where`` of a table compares it: its text, unless the kind says more.

        Args:
            node: As ``cell`` made it; not of an empty cell.
        """
        return node.text if isinstance(node, TableCell) else None

    def first(self, of: NewPiece) -> str | list[str]:
        """The value, as data files have it, of a piece that is added in the preview; empty for none."""
        return self.samples[0]


def is_braced(node: Node) -> bool:
    """Whether the node is a scalar with an expression in braces."""
    return isinstance(node, Scalar) and "{{" in node.text
