"""What a ``for`` repeats an entry over."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from collections.abc import Mapping as MappingABC

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.load.document import Document
from pnp.load.expression import Expressions, NoValue
from pnp.load.field.declare import RESERVED
from pnp.load.findings import Findings
from pnp.load.limits import MAX_COMBINATIONS
from pnp.load.yaml_node import Mapping, Node, Scalar, Sequence, span_of
from pnp.model import FieldDeclaration, Term, Vocabulary, which_term


class Repetitions:
    """Writes out the ``for`` of entries of one set.

    Codes: M110, M111, M112, M116, M134, M137, and those of expressions.
    """

    def __init__(
        self,
        document: Document,
        fields: MappingABC[str, FieldDeclaration],
        vocabularies: MappingABC[str, Vocabulary],
        expressions: Expressions,
        findings: Findings,
    ) -> None:
        self._document = document
        self._fields = fields
        self._vocabularies = vocabularies
        self._expressions = expressions
        self._findings = findings
        self._looked_at = 0

    def over(self, ranges: Mapping, where: Node | None, piece: str) -> Iterator[dict[str, Term]]:
        """Every combination of terms that ``where`` keeps, the last name running fastest; none for a faulty ``for``.

        Args:
            ranges: Names, each with a vocabulary or a list of term ids.
            where: Expression over the names.
            piece: Named in diagnostics.
        """
        terms = [self._range(name, key, node) for name, (key, node) in ranges.entries.items()]
        if any(found is None for found in terms):
            return
        if where is not None and self._too_many(math.prod(len(found or []) for found in terms), ranges):
            return
        for combination in itertools.product(*(found or [] for found in terms)):
            binds = dict(zip(ranges.entries, combination, strict=True))
            if where is None or self._keeps(where, binds, piece):
                yield binds

    def _too_many(self, combinations: int, ranges: Mapping) -> bool:
        """Count combinations; whether the set has more than it may have by now, which is reported."""
        self._looked_at += combinations
        if self._looked_at <= MAX_COMBINATIONS:
            return False
        message = f"'for' makes more than {MAX_COMBINATIONS:,} combinations for 'where' to look at"
        self._findings.add(error("M137", message, span_of(ranges), "repeat over fewer terms"))
        return True

    def _keeps(self, where: Node, binds: dict[str, Term], piece: str) -> bool:
        if not isinstance(where, Scalar):
            return False  # told with the shape of the entry
        try:
            value = self._expressions.value(self._document, where, binds, piece)
        except NoValue:
            return False
        if isinstance(value, bool):
            return value
        message = "'where' must come to true or false"
        self._note(error("M134", message, where.span, "compare something, such as 'pile != weapon'"))
        return False

    def _range(self, name: str, key: Scalar, node: Node) -> list[Term] | None:
        if name in RESERVED:
            message = f"'{name}' has a meaning of its own and cannot be a 'for' name"
            self._note(error("M116", message, key.span, "call it something else"))
            return None
        if isinstance(node, Scalar):
            if node.text in self._vocabularies:
                return list(self._vocabularies[node.text].terms.values())
            cure = did_you_mean(node.text, self._vocabularies, "vocabularies")
            self._note(error("M111", f"unknown vocabulary '{node.text}'", node.span, cure))
            return None
        if isinstance(node, Mapping):
            return None  # told with the shape of the entry
        return self._listed(name, node)

    def _listed(self, name: str, node: Sequence) -> list[Term] | None:
        field = self._fields.get(name)
        own = self._vocabularies.get(field.vocabulary or "") if field else None
        terms = [self._term(item, own) for item in node.items if isinstance(item, Scalar)]
        known = [term for term in terms if term is not None]
        return known if len(known) == len(node.items) else None

    def _term(self, node: Scalar, own: Vocabulary | None) -> Term | None:
        """The term of that id: of the field's vocabulary, or of the only one that has it."""
        if own is not None and node.text in own.terms:
            return own.terms[node.text]
        vocabulary, dot, term_id = node.text.partition(".")
        if dot and vocabulary in self._vocabularies and term_id in self._vocabularies[vocabulary].terms:
            return self._vocabularies[vocabulary].terms[term_id]
        hits = [v.terms[node.text] for v in self._vocabularies.values() if node.text in v.terms]
        if len(hits) == 1 and own is None:
            return hits[0]
        if len(hits) > 1:
            cure = "write " + " or ".join(f"{term.vocabulary}.{term.id}" for term in hits)
            self._note(error("M112", f"several vocabularies have a '{node.text}'", node.span, cure))
            return None
        among = [own] if own else self._vocabularies.values()
        known = [term for vocabulary in among for term in vocabulary.terms.values()]
        what = own.id if own else "term"
        self._note(error("M110", f"unknown {what} '{node.text}'", node.span, which_term(node.text, known)))
        return None

    def _note(self, found: Diagnostic) -> None:
        self._findings.add(found)
