"""The Jinja environment of layouts: no file, no method of a value, no endless work, and no data that becomes markup.

What an expression prints leaves a *hole* in the output: a number between two noncharacters of Unicode. The value is
kept beside it. So data never passes through XML, values keep their types, and pieces that differ in data alone share
one output, the *skeleton*, which is parsed once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from jinja2 import StrictUndefined, nodes
from jinja2.environment import TemplateModule
from jinja2.exceptions import UndefinedError
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Joiner, Namespace, missing, pass_context
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from pnp.diagnostics import did_you_mean
from pnp.layout.bound import BoundText
from pnp.layout.budget import Budget
from pnp.layout.fault import LayoutFault
from pnp.layout.view import PieceView, SetView, plain_piece
from pnp.model import Text

HOLE_OPEN = "\ufdd0"
HOLE_CLOSE = "\ufdd1"
"""Noncharacters: no text of a game may hold them, and XML lets them pass."""

BOUND_NAMES = ("piece", "set", "game", "facts", "terms", "lang", "ink", "side", "size")
"""What every layout sees; ``docs/layouts.md`` explains each."""

_STR_METHODS = frozenset(
    [
        "upper",
        "lower",
        "capitalize",
        "title",
        "strip",
        "lstrip",
        "rstrip",
        "startswith",
        "endswith",
        "split",
        "splitlines",
        "count",
        "find",
        "isdigit",
    ]
)
_METHODS: tuple[tuple[type, frozenset[str]], ...] = (
    (str, _STR_METHODS),
    (dict, frozenset({"items", "keys", "values", "get"})),
    (list, frozenset({"index", "count"})),
    (tuple, frozenset({"index", "count"})),
)
_JINJA_OWN = (
    LoopContext,
    Macro,
    Namespace,
    Cycler,
    Joiner,
    BlockReference,
    TemplateReference,
    TemplateModule,
)


_NUMBERS = (int, float)
_SMALL = 1_000_000


class LayoutUndefined(StrictUndefined):
    """A name that does not exist; any use of it is a fault that suggests what does exist."""

    __slots__ = ()

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: str | None = None,
        exc: Callable[[str], Exception] = UndefinedError,
    ) -> None:
        fault = partial(_undefined_fault, obj, name) if exc is UndefinedError else exc
        super().__init__(hint, obj, name, fault)  # type: ignore[arg-type]


def _undefined_fault(obj: Any, name: Any, _message: str) -> LayoutFault:
    word = str(name)
    if obj is missing:
        cure = did_you_mean(word, (*BOUND_NAMES, "range", "loop"), "names")
        return LayoutFault("L110", f"unknown name '{word}'", cure, word)
    if obj is None:
        return LayoutFault(
            "L112",
            f"there is nothing to take '{word}' from",
            "test first, as in '{% if … %}', that it is there",
            word,
        )
    known = known_members(obj)
    return LayoutFault("L111", f"{described(obj)} has no '{word}'", did_you_mean(word, known, "names"), word)


def known_members(obj: Any) -> list[str]:
    """The names that a layout can take from a value."""
    if isinstance(obj, Mapping):
        return [str(key) for key in obj]
    if isinstance(obj, TemplateModule):
        return sorted(name for name in vars(obj) if not name.startswith("_"))
    members = getattr(obj, "members", None)
    if callable(members) and hasattr(obj, "member"):
        return [str(name) for name in members()]
    return []


def described(obj: Any) -> str:
    """A value in words, for messages that are the same for every piece."""
    obj = plain_piece(obj)
    if isinstance(obj, SetView):
        return f"the set '{obj.component_set.id}'"
    if hasattr(obj, "set_id"):
        return f"a piece of '{obj.set_id}'"
    if hasattr(obj, "vocabulary"):
        return f"a term of '{obj.vocabulary}'"
    names: tuple[tuple[type, str], ...] = (
        (bool, "a flag"),
        (int, "a number"),
        (float, "a number"),
        (str, "a text"),
        (TemplateModule, "the imported layout"),
        (Mapping, "the mapping"),
        (Sequence, "a list"),
    )
    return next((words for of, words in names if isinstance(obj, of)), "the value")


class _Counting(NodeTransformer):
    """Rewrites a parsed template so that loops and ``~`` pass through the environment, which counts them."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802 - Jinja's dispatch by class name
        self.generic_visit(node)
        node.iter = _through("counted", [node.iter], node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return _through("joined", node.nodes, node.lineno)


def _through(method: str, arguments: list[Any], line: int) -> nodes.Call:
    return nodes.Call(nodes.EnvironmentAttribute(method), arguments, [], None, None, lineno=line)


class LayoutEnvironment(ImmutableSandboxedEnvironment):
    """Compiles and runs layouts.

    Attributes:
        budget: Of the rendering under way.
        holes: Values of the rendering under way, in the order of their holes.
        bind: Turns a ``Text`` that belongs to the given piece (or to none) into a ``BoundText``.
    """

    intercepted_binops = frozenset({"*", "**", "+", "%"})

    budget: Budget
    holes: list[Any]
    bind: Callable[[Text, Any], BoundText]

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = _Counting().visit(super()._parse(source, name, filename))
        tree.set_environment(self)
        return tree  # type: ignore[no-any-return]

    def counted(self, values: Any) -> Any:
        """Values for a loop, paid from the budget."""
        return self.budget.counted(values)

    def joined(self, *parts: Any) -> str:
        """The parts as one text (Jinja's ``~``); markup among them makes the others harmless and the whole markup."""
        parts = tuple("" if part is None else part for part in parts)
        self.budget.text(sum(len(str(part)) for part in parts))
        return (Markup("") if any(isinstance(part, Markup) for part in parts) else "").join(map(_text, parts))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002 - Jinja's interface
        """An intercepted operator, refused when the result would be enormous."""
        # Most operations place things: small numbers need no check, and this runs for every one of them.
        if (
            type(left) not in _NUMBERS
            or type(right) not in _NUMBERS
            or operator == "**"
            or not (-_SMALL < left < _SMALL and -_SMALL < right < _SMALL)
        ):
            self.budget.operation(operator, left, right)
        return self.binop_table[operator](left, right)

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - keyword names are free
        """A call out of a template; each costs a step."""
        __self.budget.spend()
        if isinstance(__obj, LoopContext) and args:
            args = (__self.budget.counted(args[0]), *args[1:])
        return super().call(__context, __obj, *args, **kwargs)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``obj.attribute``: a key or member first, then one of the few harmless methods."""
        found = self._member(obj, attribute)
        if found is not missing:
            return found
        if isinstance(obj, _JINJA_OWN):
            return super().getattr(obj, attribute)
        for of, allowed in _METHODS:
            if isinstance(obj, of):
                if attribute in allowed:
                    return getattr(obj, attribute)
                if hasattr(obj, attribute):
                    raise LayoutFault("L121", f"'{attribute}' is not allowed in a layout", word=attribute)
        return self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """``obj[argument]``: a place of a list, a key, or a member by name."""
        if isinstance(argument, str):
            found = self._member(obj, argument)
            return self.undefined(obj=obj, name=argument) if found is missing else found
        if isinstance(obj, Mapping | Sequence):
            try:
                return self._bound(obj[argument], None)
            except (LookupError, TypeError):
                pass
        return self.undefined(obj=obj, name=argument)

    def _member(self, obj: Any, name: str) -> Any:
        if isinstance(obj, Mapping):
            return self._bound(obj[name], None) if name in obj else missing
        member = getattr(obj, "member", None)
        if member is None:
            fields = getattr(obj, "_fields", ())
            return getattr(obj, name) if name in fields else missing
        try:
            value = member(name)
        except KeyError:
            return missing
        if not isinstance(value, Text):
            return value
        return self.bind(value, obj.piece if isinstance(obj, PieceView) else obj)

    def _bound(self, value: Any, owner: Any) -> Any:
        return self.bind(value, owner) if isinstance(value, Text) else value


def _text(part: Any) -> str:
    return part if isinstance(part, str) else str(part)


@pass_context
def leave_hole(context: Context, value: Any) -> Markup:
    """What Jinja prints for an expression: markup made by a macro as it is, anything else as a hole."""
    if isinstance(value, Markup):
        return value
    if isinstance(value, StrictUndefined):
        str(value)  # raises, with the name
    environment = context.environment
    assert isinstance(environment, LayoutEnvironment)
    if isinstance(value, Text):
        value = environment.bind(value, None)
    elif isinstance(value, PieceView):
        value = plain_piece(value)
    if isinstance(value, str):
        environment.budget.text(len(value))
    environment.holes.append(value)
    return Markup(f"{HOLE_OPEN}{len(environment.holes) - 1}{HOLE_CLOSE}")
