"""Filters, tests and functions of layouts: the few that are worth having, each bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from functools import wraps
from typing import Any

from jinja2 import StrictUndefined
from jinja2 import filters as jinja_filters
from jinja2 import tests as jinja_tests
from jinja2.utils import Cycler, Joiner, Namespace
from markupsafe import Markup

from pnp.colour import BLACK, WHITE, Colour, ColourError, contrast
from pnp.i18n import format_number, plural_category
from pnp.layout import limits
from pnp.layout.fault import LayoutFault
from pnp.layout.sandbox import LayoutEnvironment
from pnp.layout.view import plain_piece
from pnp.model import BUILT_IN_FIELDS, ComponentSet, Piece, Term, Text

_FROM_JINJA = [
    "abs",
    "batch",
    "capitalize",
    "count",
    "d",
    "default",
    "dictsort",
    "first",
    "float",
    "groupby",
    "int",
    "items",
    "last",
    "length",
    "list",
    "lower",
    "map",
    "max",
    "min",
    "reject",
    "rejectattr",
    "reverse",
    "round",
    "select",
    "selectattr",
    "slice",
    "sum",
    "title",
    "trim",
    "truncate",
    "unique",
    "upper",
    "wordcount",
]
_TESTS = [
    "odd",
    "even",
    "divisibleby",
    "defined",
    "undefined",
    "none",
    "boolean",
    "false",
    "true",
    "integer",
    "float",
    "string",
    "mapping",
    "number",
    "sequence",
    "iterable",
    "sameas",
    "in",
    "==",
    "eq",
    "equalto",
    "!=",
    "ne",
    ">",
    "gt",
    "greaterthan",
    ">=",
    "ge",
    "<",
    "lt",
    "lessthan",
    "<=",
    "le",
    "filter",
    "test",
]


_BUILT_IN = frozenset(field.name for field in BUILT_IN_FIELDS)


def furnish(environment: LayoutEnvironment, language: str, sets: Mapping[str, ComponentSet]) -> None:
    """Put everything that layouts may use into an environment, and nothing else."""
    environment.globals.clear()
    environment.globals.update(range=_range, namespace=Namespace, cycler=Cycler, joiner=Joiner, dict=dict)
    environment.tests = {name: jinja_tests.TESTS[name] for name in _TESTS}
    own: dict[str, Callable[..., Any]] = {name: jinja_filters.FILTERS[name] for name in _FROM_JINJA}
    own |= {
        "accent": _accent,
        "alpha": _alpha,
        "darker": _darker,
        "emblem": _emblem_of(sets),
        "fields": _fields_of(environment, sets),
        "join": _join_in(environment),
        "lighter": _lighter,
        "number": lambda value: format_number(value, language),
        "plural": _plural_in(language),
        "readable": _readable,
        "replace": _replace_in(environment),
        "sort": _sort,
    }
    environment.filters = {name: _paid(name, filter_, environment) for name, filter_ in own.items()}


def _paid(name: str, filter_: Callable[..., Any], environment: LayoutEnvironment) -> Callable[..., Any]:
    """The filter with its work taken from the budget and its counts and results bounded."""
    first = 1 if hasattr(filter_, "jinja_pass_arg") else 0
    counts = name in ("batch", "slice", "truncate", "round")

    @wraps(filter_)
    def bounded(*args: Any, **kwargs: Any) -> Any:
        value: Any = args[first] if len(args) > first else None
        plain = not isinstance(value, Sized) or isinstance(value, str | StrictUndefined)
        environment.budget.spend(1 if plain else 1 + len(value))
        if counts and any(
            isinstance(a, int) and abs(a) > limits.REPEAT for a in (*args[first + 1 :], *kwargs.values())
        ):
            raise LayoutFault("L120", f"the filter '{name}' is given a number beyond {limits.REPEAT}")
        result = filter_(*args, **kwargs)
        if isinstance(result, str):
            environment.budget.text(len(result))
        return result

    return bounded


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > limits.STEPS:
        raise LayoutFault("L120", f"'range' makes more than {limits.STEPS} numbers")
    return numbers


def _join_in(environment: LayoutEnvironment) -> Callable[..., str]:
    def join(values: Iterable[Any], separator: str = "") -> str:
        """The values as one text, separated; values that are None are left out."""
        parts = []
        for value in values:
            if value is not None:
                parts.append(str(value))
                environment.budget.text(len(parts[-1]) + len(separator))
        environment.budget.text(sum(map(len, parts)) + len(separator) * len(parts))
        if any(isinstance(part, Markup) for part in parts):
            return Markup(separator).join(parts)
        return separator.join(parts)

    return join


def _replace_in(environment: LayoutEnvironment) -> Callable[..., str]:
    def replace(value: Any, old: str, new: str) -> str:
        """The text with every ``old`` made ``new``."""
        text = str(value)
        times = text.count(old) if old else len(text) + 1
        environment.budget.text(len(text) + times * len(new))
        return text.replace(old, str(new))

    return replace


def _sort(values: Iterable[Any], reverse: bool = False, attribute: str | None = None) -> list[Any]:
    """The values in order: numbers, then texts without regard to capitals, then those that are missing."""
    if attribute is None:
        return sorted(values, key=_rank, reverse=reverse)
    path = attribute.split(".")

    def key(value: Any) -> tuple[int, float, str]:
        for part in path:
            value = value.member(part) if hasattr(value, "member") else value[part]
        return _rank(value)

    return sorted(values, key=key, reverse=reverse)


def _rank(value: Any) -> tuple[int, float, str]:
    if value is None:
        return (2, 0.0, "")
    if isinstance(value, bool | int | float):
        return (0, float(value), "")
    return (1, 0.0, (value.source if isinstance(value, Text) else str(value)).casefold())


def _colour(value: Any, name: str) -> Colour:
    if isinstance(value, Colour):
        return value
    try:
        return Colour.parse(str(value))
    except ColourError:
        raise LayoutFault("L113", f"the filter '{name}' needs a colour, not '{value}'") from None


def _share(value: Any, name: str) -> float:
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    raise LayoutFault("L113", f"the filter '{name}' needs a number from 0 to 1, not '{value}'")


def _darker(colour: Any, share: float = 0.25) -> Colour:
    """The colour with ``share`` of black in it."""
    return _colour(colour, "darker").mixed(BLACK, _share(share, "darker"))


def _lighter(colour: Any, share: float = 0.25) -> Colour:
    """The colour with ``share`` of white in it."""
    return _colour(colour, "lighter").mixed(WHITE, _share(share, "lighter"))


def _alpha(colour: Any, opacity: float) -> Colour:
    """The colour with the opacity, 0 to 1."""
    return _colour(colour, "alpha").with_alpha(round(_share(opacity, "alpha") * 255))


def _readable(colour: Any) -> Colour:
    """Black or white, whichever is read better on the colour."""
    ground = _colour(colour, "readable").opaque
    return BLACK if contrast(ground, BLACK) >= contrast(ground, WHITE) else WHITE


def _fields_of(environment: LayoutEnvironment, sets: Mapping[str, ComponentSet]) -> Callable[..., Any]:
    def fields(piece: Any, *kinds: str) -> list[dict[str, Any]]:
        """The declared fields that a piece fills: name, kind and value of each, of the given kinds or of all."""
        piece = plain_piece(piece)
        if not isinstance(piece, Piece):
            raise LayoutFault("L113", "the filter 'fields' needs a piece")
        found = []
        for name, declaration in sets[piece.set_id].fields.items():
            value = piece.fields.get(name)
            wanted = not kinds or declaration.kind in kinds
            if wanted and name not in _BUILT_IN and value is not None and value != ():
                found.append(
                    {"name": name, "kind": declaration.kind, "value": environment.getattr(piece, name)}
                )
        return found

    return fields


def _terms_of(piece: Any, name: str) -> list[Term]:
    """All terms in the fields of a piece, in the order of the fields."""
    piece = plain_piece(piece)
    if not isinstance(piece, Piece):
        raise LayoutFault("L113", f"the filter '{name}' needs a piece")
    found: list[Term] = []
    for value in piece.fields.values():
        found += [
            item for item in (value if isinstance(value, tuple) else (value,)) if isinstance(item, Term)
        ]
    return found


def _accent(piece: Any, otherwise: Any = "#3B4754") -> Colour:
    """The colour of the first term of a piece that has one."""
    colours = [term.colour for term in _terms_of(piece, "accent") if term.colour is not None]
    return colours[0] if colours else _colour(otherwise, "accent")


def _emblem_of(sets: Mapping[str, ComponentSet]) -> Callable[[Any], str | None]:
    def emblem(piece: Any) -> str | None:
        """The piece's first icon field that is filled, else the icon of its first term that has one, else nothing."""
        icons = [term.icon for term in _terms_of(piece, "emblem") if term.icon]
        piece = plain_piece(piece)
        declared = sets[piece.set_id].fields.items()
        own = [piece.fields.get(name) for name, declaration in declared if declaration.kind == "icon"]
        return next((str(name) for name in (*own, *icons) if name), None)

    return emblem


def _plural_in(language: str) -> Callable[..., str]:
    def plural(count: Any, **forms: str) -> str:
        """The word form that goes with a number in the language of the build."""
        category = plural_category(count, language)
        if category not in forms:
            raise LayoutFault(
                "L113", f"the filter 'plural' has no form '{category}', which {count} needs here"
            )
        return forms[category]

    return plural
