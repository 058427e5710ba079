"""Filters, tests and functions of layouts: the few that are worth having, each bounded."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from functools import partial, wraps
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from jinja2 import Undefined
from jinja2 import filters as jinja_filters
from jinja2 import tests as jinja_tests
from jinja2.utils import Cycler, Joiner, Namespace, missing
from markupsafe import Markup

from pnp.colour import BLACK, WHITE, Colour, ColourError, contrast
from pnp.diagnostics import did_you_mean
from pnp.i18n import format_number, plural_category
from pnp.layout import limits
from pnp.layout.budget import LETTERS_A_STEP, SEEN_A_STEP, strip_steps
from pnp.layout.fault import LayoutFault
from pnp.layout.sandbox import LayoutEnvironment
from pnp.layout.wording import CASES, JoinedText
from pnp.layout_source import NUMBER, WAY
from pnp.load.field import FIELD_KINDS
from pnp.model import BUILT_IN_FIELDS, ComponentSet, FieldValue, Piece, Term, Text

_FROM_JINJA = (
    "abs", "batch", "count", "d", "default", "first", "float", "int", "items", "last", "length", "list", "map", "reject",
    "rejectattr", "reverse", "round", "select", "selectattr", "slice", "trim", "truncate", "wordcount",
)  # fmt: skip
_TESTS = (
    "odd", "even", "divisibleby", "defined", "undefined", "none", "boolean", "false", "true", "integer", "float",
    "string", "mapping", "number", "sequence", "iterable", "sameas", "in", "==", "eq", "equalto", "!=", "ne", ">",
    "gt", "greaterthan", ">=", "ge", "<", "lt", "lessthan", "<=", "le", "filter", "test",
)  # fmt: skip
_COUNTING = frozenset({"batch", "slice", "truncate", "round", "digits"})
_WORDING = frozenset({"replace", "trim", "truncate", "wordcount", *CASES})
"""Filters of texts; of any other value they are given the words."""
_COUNTED_FROM = frozenset({"float", "int"})
"""Filters that read a number from a text, where a joined number has a point."""
_OF_MARKUP = frozenset({"count", "d", "default", "length", "trim"})
"""Filters that are given what a macro draws as it is."""
_BY_MEMBER = frozenset({"groupby", "map", "max", "min", "rejectattr", "selectattr", "sort", "sum", "unique"})
"""Filters that take the name of a member, which may be one of a member of a member."""
_EXTRA: Mapping[str, Callable[..., int]] = {
    "accent": lambda value, *_: piece_steps(value),
    "emblem": lambda value, *_: piece_steps(value),
    "fields": lambda value, *_: piece_steps(value),
    "number": lambda *_: _NUMBER_STEPS,
    "round": lambda value, precision=0, *_: abs(precision) // SEEN_A_STEP,  # noqa: ARG005
    "title": lambda value, *_: len(str(value)) // SEEN_A_STEP,
    "trim": lambda value, *rest: strip_steps(len(str(value)), *rest),
    "wordcount": lambda value, *_: len(str(value)) // SEEN_A_STEP,
}
"""Steps of filters that cost more than one and one for each member that they are given."""
_NUMBER_STEPS = 5
_TAKING = frozenset({"d", "default", "first", "last", "max", "min"})
"""Filters whose result is not made but taken from what they are given."""


def furnish(environment: LayoutEnvironment, language: str, sets: Mapping[str, ComponentSet]) -> None:
    """Put everything that layouts may use into an environment, and nothing else."""
    filters = _Filters(environment, language, sets)
    environment.language = language
    environment.globals.clear()
    environment.globals.update(
        polar=_polar,
        range=_range,
        namespace=lambda *given, **named: Namespace(filters.mapping(*given, **named)),
        cycler=Cycler,
        joiner=Joiner,
        dict=filters.mapping,
    )
    tests: Mapping[str, Callable[..., Any]] = jinja_tests.TESTS  # type: ignore[assignment]
    environment.tests = {name: _flat(tests[name], environment) for name in _TESTS}
    own: dict[str, Callable[..., Any]] = {name: jinja_filters.FILTERS[name] for name in _FROM_JINJA}
    own |= {name: _in_language(change, language) for name, change in CASES.items()}
    own |= {each.__name__: each for each in (accent, alpha, darker, lighter, readable)}
    own |= {name: getattr(filters, name) for name in _OWN}
    own |= {
        "digits": _digits,
        "max": partial(filters.extreme, max),
        "min": partial(filters.extreme, min),
        "sum": _sum,
    }
    environment.filters = {name: _paid(name, filter_, environment) for name, filter_ in own.items()}


def _in_language(change: Callable[[str, str], str], language: str) -> Callable[[str], str]:
    return lambda words: change(words, language)


def filter_names() -> list[str]:
    """The names of all filters of layouts, sorted."""
    environment = LayoutEnvironment()
    furnish(environment, "en", {})
    return sorted(environment.filters)


def _flat(test: Callable[..., Any], environment: LayoutEnvironment) -> Callable[..., Any]:
    """The test with values that can be compared in bounded time."""
    if hasattr(test, "jinja_pass_arg") or test is jinja_tests.TESTS["sameas"]:
        return test

    @wraps(test)
    def bounded(*args: Any, **kwargs: Any) -> Any:
        return test(*map(environment.flat, args), **kwargs)

    return bounded


def _paid(name: str, filter_: Callable[..., Any], environment: LayoutEnvironment) -> Callable[..., Any]:
    """The filter with its work taken from the budget and its counts and results bounded."""
    first = 1 if hasattr(filter_, "jinja_pass_arg") else 0

    @wraps(filter_)
    def bounded(*args: Any, **kwargs: Any) -> Any:
        budget = environment.budget
        value: Any = args[first] if len(args) > first else None
        if name not in _OF_MARKUP if isinstance(value, Markup) else name in _WORDING:
            value = environment.words(value)
            args = (*args[:first], value, *args[first + 1 :])
        elif isinstance(value, JoinedText) and name in _COUNTED_FROM:
            args = (*args[:first], value.plain, *args[first + 1 :])
        if isinstance(value, str):
            budget.spend(1 + len(value) // LETTERS_A_STEP)
        elif isinstance(value, Sized) and not isinstance(value, Undefined):
            budget.spend(1 + len(value))
        else:
            budget.spend()
        given = (*args[first + 1 :], *kwargs.values())
        if name in _COUNTING and any(map(_too_big, given)):
            raise LayoutFault(
                "L120",
                f"the filter '{name}' is given a number beyond {limits.REPEAT}",
                "give it a smaller one",
            )
        if name in _BY_MEMBER and any(map(_too_deep, given)):
            message = f"the filter '{name}' is given more than {WAY} names of members"
            raise LayoutFault("L120", message, "take them one after another")
        if name in _EXTRA:
            budget.spend(_EXTRA[name](*args[first:], *kwargs.values()))
        result = filter_(*args, **kwargs)
        if isinstance(result, int) and abs(result) > NUMBER:
            message = f"the filter '{name}' makes a number beyond {NUMBER}"
            raise LayoutFault("L120", message, "give it a smaller one")
        return result if name in _TAKING else budget.made(result)

    return bounded


def _too_big(argument: Any) -> bool:
    return isinstance(argument, int) and abs(argument) > limits.REPEAT


def _too_deep(argument: Any) -> bool:
    return isinstance(argument, str) and argument.count(".") >= WAY


class _Alike(NamedTuple):
    """Values that have a member in common."""

    grouper: Any
    list: list[Any]


def _polar(r: float, angle: float, x: float = 0.0, y: float = 0.0) -> dict[str, float]:
    """The place on a circle about (x, y): 0 degrees is upwards, 90 to the right."""
    turned = math.radians(angle)
    return {"x": round(x + r * math.sin(turned), 4), "y": round(y - r * math.cos(turned), 4)}


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > limits.STEPS:
        raise LayoutFault("L120", f"'range' makes more than {limits.STEPS} numbers", "count less far")
    return numbers


def _digits(value: Any, count: int) -> str:
    """The whole number with at least ``count`` digits, padded with zeros; empty for None."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise LayoutFault("L113", "the filter 'digits' takes a whole number from 0", "write n | digits(2)")
    return str(value).zfill(count)


def _sum(values: Iterable[Any], attribute: str | None = None, start: float = 0) -> Any:
    """The sum of numbers, or of values that can be added; nothing counts as 0."""
    total: Any = start
    for each in values:
        value = _looked_at(each, attribute, "sum")
        if isinstance(value, FieldValue) and total == 0:
            total = value  # of values with a unit there is no plain 0
        elif isinstance(value, int | float | FieldValue):
            total += value
        elif value is not None:
            raise LayoutFault(
                "L113", "the filter 'sum' adds numbers only", "name the number, as in sum(attribute='cost')"
            )
    return total


def _looked_at(value: Any, attribute: str | None, name: str) -> Any:
    """The member of the value that a filter of that name uses, or the value itself."""
    for part in attribute.split(".") if attribute else ():
        try:
            value = value.member(part) if hasattr(value, "member") else value[part]
        except (LookupError, TypeError):
            cure = "name what each of the list's members has"
            raise LayoutFault("L113", f"the filter '{name}' finds no '{part}'", cure, part) from None
    return value


def _rank(value: Any) -> tuple[int, Any, str]:
    """The key that a value is sorted by.

    Raises:
        LayoutFault: L113, it has no order.
    """
    if value is None or isinstance(value, list | tuple | dict):
        return (2, 0.0, "")
    if isinstance(value, bool | int | float):
        return (0, float(value), "")
    if isinstance(value, FieldValue):
        return (0, value, "")  # a value that knows no order, or not among numbers, fails when it is compared
    if isinstance(value, Piece):
        return (1, 0.0, value.key.casefold())
    if not isinstance(value, str | Text | Term | Colour | Undefined):
        raise LayoutFault("L113", "the filter 'sort' finds a value without an order", "name what to sort by")
    return (1, 0.0, (value.source if isinstance(value, Text) else str(value)).casefold())


_KINDS = tuple(FIELD_KINDS)
_BUILT_IN = frozenset(field.name for field in BUILT_IN_FIELDS)


def _piece(value: Any, name: str) -> Piece:
    if isinstance(value, Piece):
        return value
    raise LayoutFault("L113", f"the filter '{name}' needs a piece", f"write 'piece | {name}'")


def _terms(piece: Piece) -> list[Term]:
    """All terms in the fields of a piece, in the order of the fields."""
    values = (value if isinstance(value, tuple) else (value,) for value in piece.fields.values())
    return [item for value in values for item in value if isinstance(item, Term)]


def piece_steps(piece: Any) -> int:
    """Steps that it costs to go through all fields of a piece."""
    if not isinstance(piece, Piece):
        return 0
    return sum(1 + (len(value) if isinstance(value, tuple) else 0) for value in piece.fields.values())


def accent(piece: Any, otherwise: Any = "#3B4754") -> Colour:
    """The colour of the piece's first term that has one, else the given colour."""
    colours = [term.colour for term in _terms(_piece(piece, "accent")) if term.colour is not None]
    return colours[0] if colours else as_colour(otherwise, "accent")


class _Filters:
    """Filters that know the environment, the language or the declared fields of the game's sets.

    Args:
        environment: That they work for.
        language: Of the build.
        sets: Of the game, by id.
    """

    def __init__(
        self, environment: LayoutEnvironment, language: str, sets: Mapping[str, ComponentSet]
    ) -> None:
        self._environment = environment
        self._language = language
        self._sets = sets

    def mapping(self, *given: Any, **named: Any) -> dict[Any, Any]:
        """A mapping of another one or of pairs, and of named values."""
        made: dict[Any, Any] = {}
        for each in given[:1]:
            pairs = each.items() if isinstance(each, Mapping) else each
            for key, value in self._environment.counted(pairs, 0):
                made[self._environment.flat(key)] = value
        return made | named

    def _key(self, attribute: str | int | None, exact: bool) -> Callable[[Any], Any]:
        """The key that values are compared by: that member or themselves, in lower case unless exact."""
        parts = (
            attribute.split(".") if isinstance(attribute, str) else [] if attribute is None else [attribute]
        )

        def key(value: Any) -> Any:
            for part in parts:
                place = int(part) if isinstance(part, str) and part.isdigit() else part
                value = self._environment.getitem(value, place)
            value = self._environment.flat(value)
            return value if exact or not isinstance(value, str) else value.lower()

        return key

    def unique(
        self, values: Iterable[Any], case_sensitive: bool = False, attribute: str | int | None = None
    ) -> Iterator[Any]:
        """The values without those that came before."""
        key, seen = self._key(attribute, case_sensitive), set()
        for value in values:
            of = key(value)
            if of not in seen:
                seen.add(of)
                yield value

    def groupby(
        self, values: Iterable[Any], attribute: str | int, default: Any = None, case_sensitive: bool = False
    ) -> list[_Alike]:
        """The values by their member of that name, in its order."""
        compared = self._key(attribute, case_sensitive)
        exact_key = self._key(attribute, exact=True)

        def key(value: Any, of: Callable[[Any], Any]) -> Any:
            found = of(value)
            return default if default is not None and isinstance(found, Undefined) else found

        keyed = sorted(((key(value, compared), value) for value in values), key=itemgetter(0))
        groups = [[value for _, value in same] for _, same in groupby(keyed, itemgetter(0))]
        self._environment.budget.spend(len(groups))
        return [_Alike(key(same[0], exact_key), same) for same in groups]

    def extreme(
        self,
        choose: Callable[..., Any],
        values: Iterable[Any],
        case_sensitive: bool = False,
        attribute: str | int | None = None,
    ) -> Any:
        """The first of the greatest or least values."""
        found = choose(values, key=self._key(attribute, case_sensitive), default=missing)
        return self._environment.undefined("there is no value to choose from") if found is missing else found

    def dictsort(
        self, value: Mapping[Any, Any], case_sensitive: bool = False, by: str = "key", reverse: bool = False
    ) -> list[tuple[Any, Any]]:
        """The keys with their values, in order."""
        if by not in ("key", "value"):
            raise LayoutFault("L113", "the filter 'dictsort' sorts by 'key' or 'value'", "name one of them")
        key = self._key(("key", "value").index(by), case_sensitive)
        return sorted(value.items(), key=key, reverse=reverse)

    def join(self, values: Iterable[Any], separator: str = "") -> str:
        """The values as one text, separated; values that are None are left out."""
        parts: list[Any] = []
        for value in values:
            if value is not None:
                parts += [separator, value] if parts else [value]
        return self._environment.joined(*parts)

    def replace(self, value: Any, old: str, new: str) -> str:
        """The text with every ``old`` made ``new``."""
        words = self._environment.words
        text, by = words(value), words(new)
        old = words(old) if isinstance(old, Markup) else old
        times = text.count(old) if old else len(text) + 1
        self._environment.budget.text(len(text) + times * len(by))
        return text.replace(old, by)

    def sort(self, values: Iterable[Any], reverse: bool = False, attribute: str | None = None) -> list[Any]:
        """The values in order: numbers, then texts regardless of case, then missing ones."""

        def rank(value: Any) -> tuple[int, Any, str]:
            ranked = _rank(_looked_at(value, attribute, "sort"))
            self._environment.budget.spend(len(ranked[2]) // LETTERS_A_STEP)
            return ranked

        return sorted(values, key=rank, reverse=reverse)

    def number(self, value: Any) -> str:
        """The number in the format of the language."""
        if isinstance(value, bool | FieldValue):
            return self._environment.words(value)
        return format_number(value, self._language)

    def plural(self, count: Any, **forms: Any) -> Any:
        """The word form for a number in the language of the words; untranslated words keep their own."""
        given = (form.language for form in forms.values() if isinstance(form, Text))
        category = plural_category(count, next(filter(None, given), self._language))
        if category not in forms:
            raise LayoutFault(
                "L113",
                f"the filter 'plural' has no form '{category}', which {count} needs here",
                f"add it: plural(…, {category}='…')",
            )
        return forms[category]

    def fields(self, piece: Any, *kinds: str) -> list[dict[str, Any]]:
        """The declared fields that the piece fills, of some kinds or all: name, label, kind and value."""
        of = _piece(piece, "fields")
        for kind in kinds:
            if kind not in _KINDS:
                cure = did_you_mean(str(kind), _KINDS, "kinds")
                raise LayoutFault("L113", f"'{kind}' is no kind of field", cure, str(kind))
        found = []
        for name, declaration in self._sets[of.set_id].fields.items():
            value = of.fields.get(name)
            wanted = not kinds or FIELD_KINDS[declaration.kind].is_like(kinds)
            if wanted and name not in _BUILT_IN and value is not None and value != ():
                one = {"name": name, "label": self._sets[of.set_id].label(name), "kind": declaration.kind}
                found.append({**one, "value": self._environment.getattr(of, name)})
        return found

    def emblem(self, piece: Any) -> str | None:
        """The piece's first filled icon field, else the icon of its first term that has one, else None."""
        of = _piece(piece, "emblem")
        declared = self._sets[of.set_id].fields.items()
        own = [of.fields.get(name) for name, declaration in declared if declaration.kind == "icon"]
        return next((str(name) for name in (*own, *(term.icon for term in _terms(of))) if name), None)


_OWN = ("dictsort", "emblem", "fields", "groupby", "join", "number", "plural", "replace", "sort", "unique")
"""Those of these filters that layouts call by the name of their method."""


def as_colour(value: Any, name: str) -> Colour:
    """The colour that a filter is given.

    Raises:
        LayoutFault: L113, it is none.
    """
    if isinstance(value, Colour):
        return value
    if isinstance(value, Undefined):
        str(value)  # raises the fault of the name that does not exist
    try:
        return Colour.parse(value if isinstance(value, str) else "")
    except ColourError:
        shown = f", not '{value}'" if isinstance(value, str | int) else ""
        raise LayoutFault(
            "L113", f"the filter '{name}' needs a colour{shown}", "write one as '#B3202C'"
        ) from None


def _share(value: Any, name: str) -> float:
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    raise LayoutFault("L113", f"the filter '{name}' needs a number from 0 to 1", "write one, such as 0.3")


def darker(colour: Any, share: float = 0.25) -> Colour:
    """The colour with ``share`` of black in it."""
    return as_colour(colour, "darker").mixed(BLACK, _share(share, "darker"))


def lighter(colour: Any, share: float = 0.25) -> Colour:
    """The colour with ``share`` of white in it."""
    return as_colour(colour, "lighter").mixed(WHITE, _share(share, "lighter"))


def alpha(colour: Any, opacity: float) -> Colour:
    """The colour with the opacity, 0 to 1."""
    return as_colour(colour, "alpha").with_alpha(round(_share(opacity, "alpha") * 255))


def readable(colour: Any) -> Colour:
    """Black or white, whichever is read better on the colour."""
    ground = as_colour(colour, "readable").opaque
    return BLACK if contrast(ground, BLACK) >= contrast(ground, WHITE) else WHITE
