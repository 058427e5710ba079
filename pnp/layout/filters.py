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

from pnp.i18n import format_number, plural_category
from pnp.layout import limits
from pnp.layout.fault import LayoutFault
from pnp.layout.game_filters import PieceFilters, accent, alpha, darker, lighter, readable
from pnp.layout.sandbox import LayoutEnvironment
from pnp.model import ComponentSet, Text

_FROM_JINJA = (
    "abs", "batch", "capitalize", "count", "d", "default", "dictsort", "first", "float", "groupby", "int", "items",
    "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse", "round", "select",
    "selectattr", "slice", "title", "trim", "truncate", "unique", "upper", "wordcount",
)  # fmt: skip
_TESTS = (
    "odd", "even", "divisibleby", "defined", "undefined", "none", "boolean", "false", "true", "integer", "float",
    "string", "mapping", "number", "sequence", "iterable", "sameas", "in", "==", "eq", "equalto", "!=", "ne", ">",
    "gt", "greaterthan", ">=", "ge", "<", "lt", "lessthan", "<=", "le", "filter", "test",
)  # fmt: skip
_COUNTING = frozenset({"batch", "slice", "truncate", "round", "digits"})
_COMPARING = frozenset({"max", "min", "unique", "groupby", "dictsort", "join"})
_WORDING = frozenset({"capitalize", "lower", "title", "trim", "truncate", "upper", "wordcount", "replace"})
_LETTERS_A_STEP = 50


def furnish(environment: LayoutEnvironment, language: str, sets: Mapping[str, ComponentSet]) -> None:
    """Put everything that layouts may use into an environment, and nothing else."""
    environment.globals.clear()
    environment.globals.update(range=_range, namespace=Namespace, cycler=Cycler, joiner=Joiner, dict=dict)
    tests: Mapping[str, Callable[..., Any]] = jinja_tests.TESTS  # type: ignore[assignment]
    environment.tests = {name: _flat(tests[name], environment) for name in _TESTS}
    of_pieces = PieceFilters(sets, environment.getattr)
    own: dict[str, Callable[..., Any]] = {name: jinja_filters.FILTERS[name] for name in _FROM_JINJA}
    own |= {
        "accent": accent,
        "alpha": alpha,
        "darker": darker,
        "digits": _digits,
        "emblem": of_pieces.emblem,
        "fields": of_pieces.fields,
        "join": _join_in(environment),
        "lighter": lighter,
        "number": lambda value: format_number(value, language),
        "plural": _plural_in(language),
        "readable": readable,
        "replace": _replace_in(environment),
        "sort": _sort,
        "sum": _sum,
    }
    environment.filters = {name: _paid(name, filter_, environment) for name, filter_ in own.items()}


def _flat(test: Callable[..., Any], environment: LayoutEnvironment) -> Callable[..., Any]:
    """The test with values that can be compared in bounded time."""
    if hasattr(test, "jinja_pass_arg"):
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
        if isinstance(value, str):
            budget.spend(1 + len(value) // _LETTERS_A_STEP)
        elif isinstance(value, Sized) and not isinstance(value, StrictUndefined):
            budget.spend(1 + len(value))
            if name in _COMPARING and not isinstance(value, Mapping):
                budget.flat(value)
            if name in _WORDING:
                budget.words(value)
        else:
            budget.spend()
        if name in _COUNTING and any(map(_too_big, (*args[first + 1 :], *kwargs.values()))):
            raise LayoutFault(
                "L120",
                f"the filter '{name}' is given a number beyond {limits.REPEAT}",
                "give it a smaller one",
            )
        result = filter_(*args, **kwargs)
        if isinstance(result, str):
            budget.text(len(result))
        elif isinstance(result, int) and abs(result) > limits.NUMBER:
            message = f"the filter '{name}' makes a number beyond {limits.NUMBER}"
            raise LayoutFault("L120", message, "give it a smaller one")
        return result

    return bounded


def _too_big(argument: Any) -> bool:
    return isinstance(argument, int) and abs(argument) > limits.REPEAT


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > limits.STEPS:
        raise LayoutFault("L120", f"'range' makes more than {limits.STEPS} numbers", "count less far")
    return numbers


def _join_in(environment: LayoutEnvironment) -> Callable[..., str]:
    def join(values: Iterable[Any], separator: str = "") -> str:
        """The values as one text, separated; values that are None are left out."""
        budget = environment.budget
        parts = []
        for value in values:
            if value is not None:
                parts.append(budget.words(value))
                budget.text(len(parts[-1]) + len(separator))
        budget.text(sum(map(len, parts)) + len(separator) * len(parts))
        if any(isinstance(part, Markup) for part in parts):
            return Markup(separator).join(parts)
        return separator.join(parts)

    return join


def _replace_in(environment: LayoutEnvironment) -> Callable[..., str]:
    def replace(value: Any, old: str, new: str) -> str:
        """The text with every ``old`` made ``new``."""
        text = environment.budget.words(value)
        times = text.count(old) if old else len(text) + 1
        environment.budget.text(len(text) + times * len(new))
        return text.replace(old, str(new))

    return replace


def _digits(value: Any, count: int) -> str:
    """The whole number with at least ``count`` digits, padded with zeros; empty for None."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise LayoutFault("L113", "the filter 'digits' takes a whole number from 0", "write n | digits(2)")
    return str(value).zfill(count)


def _sum(values: Iterable[Any], attribute: str | None = None, start: float = 0) -> float:
    """The sum of numbers; nothing counts as 0."""
    total = start
    for each in values:
        value = _looked_at(each, attribute, "sum")
        if isinstance(value, int | float):
            total += value
        elif value is not None:
            raise LayoutFault(
                "L113", "the filter 'sum' adds numbers only", "name the number, as in sum(attribute='cost')"
            )
    return total


def _sort(values: Iterable[Any], reverse: bool = False, attribute: str | None = None) -> list[Any]:
    """The values in order: numbers, then texts without regard to capitals, then those that are missing."""
    return sorted(values, key=lambda value: _rank(_looked_at(value, attribute, "sort")), reverse=reverse)


def _looked_at(value: Any, attribute: str | None, name: str) -> Any:
    """The member of the value that a filter of that name uses, or the value itself."""
    for part in attribute.split(".") if attribute else ():
        try:
            value = value.member(part) if hasattr(value, "member") else value[part]
        except (LookupError, TypeError):
            cure = "name what each of the list's members has"
            raise LayoutFault("L113", f"the filter '{name}' finds no '{part}'", cure, part) from None
    return value


def _rank(value: Any) -> tuple[int, float, str]:
    if value is None or isinstance(value, list | tuple | dict):
        return (2, 0.0, "")
    if isinstance(value, bool | int | float):
        return (0, float(value), "")
    return (1, 0.0, (value.source if isinstance(value, Text) else str(value)).casefold())


def _plural_in(language: str) -> Callable[..., Any]:
    def plural(count: Any, **forms: Any) -> Any:
        """The word form that goes with a number in the language of the words; what has no translation keeps its own."""
        given = (form.language for form in forms.values() if isinstance(form, Text))
        category = plural_category(count, next(filter(None, given), language))
        if category not in forms:
            raise LayoutFault(
                "L113",
                f"the filter 'plural' has no form '{category}', which {count} needs here",
                f"add it: plural(…, {category}='…')",
            )
        return forms[category]

    return plural
