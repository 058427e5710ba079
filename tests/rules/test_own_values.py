"""Values of a type of their own say how they are calculated and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import total_ordering
from typing import Any, Self

import pytest

from pnp.model import FieldValue, Sides
from pnp.rules import ExpressionFault, comparisons, parse_expression
from pnp.rules.edit import changed_values
from tests.layout.game import compose, composer, game
from tests.rules.sample import piece, printed, value


@total_ordering
@dataclass(frozen=True, slots=True)
class Minutes(FieldValue):
    """Minutes, which can be added, multiplied by numbers, and put in order."""

    described = "minutes"
    minutes: int

    def words(self, language: str) -> str:
        return f"{self.minutes} {'minut' if language == 'cs' else 'min'}"

    def written(self) -> str:
        return str(self.minutes)

    def shown(self) -> str:
        return f"{self.minutes}'"

    def changed(self, *, large: bool) -> Iterator[Self]:
        yield type(self)(0 if large else self.minutes + 1)

    @classmethod
    def may_equal(cls, constant: str | float) -> bool:
        return constant == "never"

    def __add__(self, other: object) -> Minutes:
        return Minutes(self.minutes + other.minutes) if isinstance(other, Minutes) else NotImplemented

    def __mul__(self, other: object) -> Minutes:
        if not isinstance(other, int):
            return NotImplemented
        if self.minutes * other > 10**6:
            raise OverflowError
        return Minutes(self.minutes * other)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> float:
        return self.minutes / other.minutes if isinstance(other, Minutes) else NotImplemented

    def __neg__(self) -> Minutes:
        return Minutes(-self.minutes)

    def __abs__(self) -> Minutes:
        return Minutes(abs(self.minutes))

    def __lt__(self, other: object) -> bool:
        return self.minutes < other.minutes if isinstance(other, Minutes) else NotImplemented


NAMES = {"a": Minutes(90), "b": Minutes(5), "none": Minutes(0), "edges": Sides(n=True)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a + b", Minutes(95)),
        ("2 * b", Minutes(10)),
        ("a / b", 18.0),
        ("-b", Minutes(-5)),
        ("abs(-b)", Minutes(5)),
        ("a > b", True),
        ("a <= b", False),
        ("a == b", False),
        ("a in [b, a]", True),
        ("len({a, a, b})", 2),
        ("sum([a, b])", Minutes(95)),
        ("sum([a, b], b)", Minutes(100)),
        ("sum([b])", Minutes(5)),
        ("sum([])", 0),
        ("sorted([a, b])", [Minutes(5), Minutes(90)]),
        ("largest([b, a], 1)", [Minutes(90)]),
        ("min(a, b)", Minutes(5)),
        ("max([a, b])", Minutes(90)),
    ],
)
def test_expressions_use_the_operators_of_a_value(source: str, expected: Any) -> None:
    found = value(source, **NAMES)
    assert (type(found), found) == (type(expected), expected)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("a + 1", "'+' does not work between minutes and a number"),
        ("a - b", "'-' does not work between minutes and minutes"),
        ("a ** 2", "'**' does not work between minutes and a number"),
        ("a > 1", "'>' does not work between minutes and a number"),
        ("1 > a", "'>' does not work between a number and minutes"),
        ("a > '5'", "'>' does not work between minutes and a text"),
        ("+a", "minutes takes no '+' or '-'"),
        ("-edges", "sides takes no '+' or '-'"),
        ("sum([1, a])", "minutes cannot be summed"),
        ("sum([a, 1])", "minutes cannot be summed"),
        ("sum([edges, edges], 1)", "sides cannot be summed"),
        ("sorted([a, 1])", "members have no common order: minutes and a number"),
        ("max(a, edges)", "members have no common order: minutes and sides"),
        ("sorted([edges, edges])", "members have no common order: sides and sides"),
        ("ceil(a)", "minutes is no number"),
        ("a / none", "division by zero"),
        ("a * 99999", "the number is too big"),
    ],
)
def test_what_a_value_does_not_define_is_a_fault(source: str, message: str) -> None:
    with pytest.raises(ExpressionFault) as fault:
        value(source, **NAMES)
    assert fault.value.message == message


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("edges + edges", "'+' does not work between sides and sides"),
        ("edges + [1]", "'+' does not work between sides and a list"),
        ("[1] + edges", "'+' does not work between a list and sides"),
        ("pair + edges", "'+' does not work between a list and sides"),
        ("edges * 3", "'*' does not work between sides and a number"),
        ("3 * edges", "'*' does not work between a number and sides"),
        ("edges * 10**9", "'*' does not work between sides and a number"),
        ("sum([edges, edges])", "sides cannot be summed"),
        ("edges < edges", "'<' does not work between sides and sides"),
        ("edges >= pair", "'>=' does not work between sides and a list"),
        ("pair > edges", "'>' does not work between a list and sides"),
    ],
)
def test_sides_are_not_joined_repeated_or_ordered_without_limit_as_tuples_are(
    source: str, message: str
) -> None:
    with pytest.raises(ExpressionFault) as fault:
        value(source, pair=(1, 2), **NAMES)
    assert fault.value.message == message


def test_texts_print_it_in_the_words_of_the_language() -> None:
    assert printed("{{ a + b }}, {{ a | number }}", **NAMES) == "95 minut, 90 minut"
    assert printed("{{ max(a, b) | upper }}", language="en", **NAMES) == "90 MIN"


@pytest.mark.parametrize(
    ("source", "held", "found"),
    [
        ("t == '5'", Minutes(5), ("'t' is minutes, so it never equals the text '5'", "compare it with another field")),
        ("t == 5", Minutes(5), ("'t' is minutes, so it never equals 5", "compare it with another field")),
        ("t == 'never'", Minutes(5), None),
        ("'never' in t", (Minutes(5),), None),
        ("'n' in t", ("n",), None),
        ("t == 'n'", Sides(n=True), ("'t' is sides, so it never equals the text 'n'", "write 'n' in t")),
        ("'n' in t", Sides(n=True), None),
        ("'north' in t", Sides(n=True), ("'t' is sides, so it never has the text 'north'", "look for another one")),
    ],
)  # fmt: skip
def test_a_comparison_that_never_holds_is_reported(
    source: str, held: Any, found: tuple[str, str] | None
) -> None:
    (compared,) = comparisons(parse_expression(source).body)
    assert compared.fault([held], {}) == (found and ("K341", *found))


def test_sides_are_counted_by_an_edge_that_they_have() -> None:
    roads = [Sides(n=True), Sides(n=True, e=True), Sides()]
    tiles = [piece("map", f"t{at}", road=road) for at, road in enumerate(roads)]
    assert value("count(t, road='n')", t=tiles) == 2
    assert value("every(t, road='n')", t=tiles[:2]) is True


def test_mutation_tries_the_values_that_it_names() -> None:
    assert [new for _, _, new, _ in changed_values(Minutes(5))] == [Minutes(6)]
    assert [new for _, _, new, _ in changed_values(Minutes(5), large=True)] == [Minutes(0)]
    assert [new for _, _, new, _ in changed_values(Sides())] == [Sides(n=True)]


PIECES = [{"id": "long", "time": Minutes(90), "road": Sides(n=True)}, {"id": "short", "time": Minutes(5)}]


@pytest.mark.parametrize(
    "condition",
    [
        "piece.time + piece.time == 2 * piece.time",
        "piece.time > 0 * piece.time",
        "(set.pieces | rejectattr('time', 'none') | sort(attribute='time') | first).id == 'short'",
        "set.pieces | map(attribute='time') | select | sum == piece.time + (set.pieces | last).time",
        "(set.pieces | max(attribute='time')).id == 'long'",
        "piece.time | number == '90 minut'",
    ],
)
def test_layouts_use_the_operators_of_a_value(condition: str) -> None:
    of = game({"main": f"<face>{{% if {condition} %}}<rect/>{{% endif %}}</face>"}, PIECES)
    made = composer(of).compose(of.sets[0].pieces[0])
    assert made.diagnostics == ()
    assert made.face is not None
    assert made.face.items


@pytest.mark.parametrize(
    "body",
    [
        "{{ piece.time + 1 }}",
        "{{ piece.time > 1 }}",
        "{{ [piece.time, 1] | sort | first }}",
        "{{ [piece.time, 1] | sum }}",
        "{{ piece.time * 99999 }}",
        "{{ piece.road * 3 }}",
        "{{ piece.road + piece.road }}",
        "{% if piece.road < piece.road %}{% endif %}",
    ],
)
def test_a_layout_that_mixes_values_has_a_fault_with_its_line(body: str) -> None:
    (found,) = compose(f"<face>\n<text>{body}</text></face>", PIECES[0]).diagnostics
    assert found.code == "L113"
    assert found.span is not None
    assert (found.span.file, found.span.line) == ("layouts/main.xml", 2)
