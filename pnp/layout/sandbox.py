"""The Jinja environment of layouts: no files, no methods of values, bounded work, no data as markup.

What an expression prints leaves a *hole* in the output: a number between two noncharacters of Unicode. The
value is kept beside it. So data never passes through XML, values keep their types, and pieces that differ in
data alone share one output, the *skeleton*, which is parsed once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import unescape
from typing import Any

from jinja2 import StrictUndefined, Template, Undefined
from jinja2.environment import TemplateModule
from jinja2.runtime import BlockReference, Context, LoopContext, Macro, TemplateReference
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Cycler, Joiner, Namespace, missing, pass_context
from markupsafe import Markup

from pnp.colour import Colour
from pnp.layout.budget import LETTERS_A_STEP, LISTS, MADE_A_STEP, LayoutBudget, method_steps, put_out
from pnp.layout.fault import LayoutFault
from pnp.layout.reads import COUNTED, COUNTS, FACTS, layout_read
from pnp.layout.wording import CASES, BoundText, JoinedText, NoWords, SetView, in_attribute, in_words
from pnp.layout_source import HOLE, HOLE_CLOSE, HOLE_OPEN
from pnp.model import FieldValue, Piece, Term, Text

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
    (list, frozenset()),
    (tuple, frozenset()),
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


_SPACE = re.compile(r"[ \t\r\n]+")
_PLAIN = frozenset({BoundText, JoinedText, str, int, float, bool, Colour, type(None)})
"""Types of nearly all values that are printed; they go into their holes as they are."""
_SINGLE = frozenset({float, bool, Colour, type(None)})
"""Types of values that are compared in no time, whichever they are."""
_PRINTED = (*_PLAIN, list, tuple, dict, FieldValue, Text, Term, Piece)
"""Types of values that elements take, or refuse by a fault of their own."""
_NUMBERS = (int, float)
_SMALL = 1_000_000
_SIZED = (str, dict)
_MEMBERS = "use a filter, such as '| upper' or '| join(', ')'"


class LayoutContext(Context):
    """The names that a layout knows; a look at the facts is noted."""

    environment: LayoutEnvironment

    def resolve_or_missing(self, key: str) -> Any:
        """The value of a name."""
        if key == "facts":
            self.environment.reads.add(FACTS)
        return super().resolve_or_missing(key)


class LayoutEnvironment(ImmutableSandboxedEnvironment):
    """Compiles and runs layouts.

    Attributes:
        budget: Of the rendering under way.
        holes: Values of the rendering under way, in the order of their holes.
        language: Of the build.
        bind: Turns a ``Text`` that belongs to the given piece (or to none) into a ``BoundText``.
        reads: What layouts have read (see ``pnp.layout.reads``); grows.
    """

    context_class = LayoutContext

    intercepted_binops = frozenset({"*", "**", "+", "-", "%"})

    budget: LayoutBudget
    holes: list[Any]
    language: str
    bind: Callable[[Text, Any], BoundText]
    reads: set[str]

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.finalize = self.hole

    def get_template(self, name: Any, *args: Any, **kwargs: Any) -> Template:
        """A layout by name; looking for it is noted."""
        self.budget.spend()
        self.reads.add(layout_read(str(name)))
        return super().get_template(name, *args, **kwargs)

    def select_template(self, names: Any, *args: Any, **kwargs: Any) -> Template:
        """The first layout that there is among several; looking for each is noted."""
        names = names if isinstance(names, str | Undefined) else self.budget.counted(names)
        if not isinstance(names, str | Undefined):
            self.reads.update(layout_read(str(name)) for name in names)
        return super().select_template(names, *args, **kwargs)

    def paid(self, steps: int) -> bool:
        """True, once the code that follows is paid for."""
        self.budget.spend(steps)
        return True

    def counted(self, values: Any, steps: int) -> Any:
        """Values for a loop, paid for; of what a macro draws the letters of its words."""
        if type(values) is Markup:
            values = self.words(values)
        return self.budget.counted(values, steps)

    def made(self, value: Any) -> Any:
        """A value that was just made, paid for."""
        return self.budget.made(value)

    def flat(self, value: Any) -> Any:
        """A value fit to be compared, paid for."""
        kind = type(value)
        short = kind in _SINGLE or ((kind is str or kind is BoundText) and len(value) < LETTERS_A_STEP)
        if type(value) is Markup and "<" not in value:
            value = self.words(value)
        return value if short else self.budget.flat(value)

    def concat(self, parts: Iterable[str]) -> str:
        """The output of a macro or a block, paid for."""
        whole = put_out(parts)
        self.budget.spend(len(whole) // LETTERS_A_STEP)
        return whole

    def number_of_pieces(self, owner: Any) -> Any:
        """The length of ``pieces`` of the set, or of whatever else a layout calls ``set``."""
        if isinstance(owner, SetView):
            return owner.number_of_pieces()
        return self.filters["length"](self.getattr(owner, "pieces"))

    def words(self, value: Any) -> str:
        """The words of a value, the same that are printed, paid for.

        Raises:
            LayoutFault: L208, it has none.
        """
        if isinstance(value, Markup):
            return self._words_drawn(value)
        if isinstance(value, LISTS):
            self.budget.spend(len(value))
        return in_words(value, self.language, self._filled)

    def _words_drawn(self, drawn: Markup) -> str:
        """The words that a macro put out, its white space as in a text of the layout."""
        if "<" in drawn:
            cure = "filter the words before the macro draws them"
            raise LayoutFault("L208", "what a macro draws has no words", cure)
        self.budget.text(len(drawn))
        parts = HOLE.split(drawn)
        for index, part in enumerate(parts):
            parts[index] = self.words(self.holes[int(part)]) if index % 2 else _SPACE.sub(" ", unescape(part))
        self.budget.text(sum(map(len, parts)))
        return "".join(parts)

    def joined(self, *parts: Any) -> str:
        """The parts as one text (Jinja's ``~``); with markup among them, the others are printed in it."""
        parts = tuple(part for part in parts if part is not None)
        if any(isinstance(part, Markup) for part in parts):
            whole = [part if isinstance(part, Markup) else self.hole(None, part) for part in parts]
            self.budget.text(sum(map(len, whole)))
            return Markup("").join(map(Markup, whole))
        words = [self.words(part) for part in parts]
        self.budget.text(sum(map(len, words)))
        text, plain = "".join(words), "".join(map(in_attribute, parts))
        return text if plain == text else JoinedText(text, plain)

    @pass_context  # so that Jinja does not print constants when it compiles
    def hole(self, _context: Context | None, value: Any) -> str:
        """The output of an expression: a hole that holds the value; markup made by a macro as it is.

        Jinja passes the value of every ``{{ }}`` of a layout through this method (``finalize``). A hole holds
        nothing that Jinja escapes. All are of one length, so that the length of an output does not depend on
        the number of holes before it.
        """
        if isinstance(value, Markup):
            return value
        if type(value) not in _PLAIN:
            value = self._printed(value)
        if isinstance(value, str) and len(value) >= LETTERS_A_STEP:
            self.budget.text(len(value))
        holes = self.holes
        holes.append(value)
        return f"{HOLE_OPEN}{len(holes) - 1:06}{HOLE_CLOSE}"

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002 - Jinja's interface
        """An intercepted operator, refused when the result would be enormous."""
        # Most operations place things: small numbers need no check, and this runs for every one of them.
        if (
            type(left) in _NUMBERS
            and type(right) in _NUMBERS
            and operator != "**"
            and -_SMALL < left < _SMALL
            and -_SMALL < right < _SMALL
        ):
            return self.binop_table[operator](left, right)
        return self.budget.operation(operator, left, right, self.binop_table[operator])

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - keyword names are free
        """A call from a template; it costs a step, plus steps for arguments and values that it reads."""
        budget = __self.budget
        owner = getattr(__obj, "__self__", None)
        if owner is __self:  # one of the methods above, put in by ``Counting``
            budget.left -= 1
            return __obj(*args)
        budget.spend(1 + (len(args) + len(kwargs)) // MADE_A_STEP)
        if owner is None:
            if isinstance(__obj, LoopContext) and args:
                args = (budget.counted(args[0]), *args[1:])
            return super().call(__context, __obj, *args, **kwargs)
        if isinstance(owner, _SIZED):
            arguments = tuple(map(budget.flat, args))
            budget.spend(method_steps(__obj.__name__, owner, arguments))
            if isinstance(owner, str) and not arguments and (change := CASES.get(__obj.__name__)):
                return budget.made(change(owner, __self.language))
            return budget.made(super().call(__context, __obj, *arguments, **kwargs))
        if isinstance(owner, LoopContext) and __obj.__name__ == "changed":
            args = tuple(map(budget.flat, args))
        return super().call(__context, __obj, *args, **kwargs)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """``obj.attribute``: a key or member first, then one of the few harmless methods."""
        if type(obj) is Markup:
            obj = self.words(obj)
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
                    raise LayoutFault(
                        "L121", f"'{attribute}' is not allowed in a layout", _MEMBERS, attribute
                    )
        return self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """``obj[argument]``: a place of a list, a key, or a member by name."""
        if type(obj) is Markup:
            obj = self.words(obj)
        if isinstance(argument, str):
            found = self._member(obj, argument)
            return self.undefined(obj=obj, name=argument) if found is missing else found
        if isinstance(obj, Mapping | Sequence) and isinstance(argument, int | float | slice):
            try:
                return self._filled(obj[argument], None)  # type: ignore[index]
            except (LookupError, TypeError):
                pass
        return self.undefined(obj=obj, name=argument)

    def _member(self, obj: Any, name: str) -> Any:
        if type(obj) is not Piece and isinstance(obj, _JINJA_OWN):
            return missing  # what a layout puts into a namespace must not pass for a way to take members
        member = getattr(obj, "member", None)
        if member is None:
            if isinstance(obj, Mapping):
                return self._filled(obj[name], None) if name in obj else missing
            if isinstance(obj, FieldValue):
                return obj.parts().get(name, missing)
            fields = getattr(obj, "_fields", ())
            return getattr(obj, name) if name in fields else missing
        if name in COUNTED and isinstance(obj, Piece):
            self.reads.add(COUNTS)
        try:
            value = member(name)
        except KeyError:
            return missing
        return self._filled(value, obj)

    def _printed(self, value: Any) -> Any:
        """A value that is printed, as it goes into its hole."""
        if isinstance(value, StrictUndefined):
            str(value)  # raises, with the name
        if isinstance(value, Undefined):
            return None  # of an "if" without "else" in an expression
        if not isinstance(value, _PRINTED):
            return NoWords()
        return self._filled(value, None)

    def _filled(self, value: Any, owner: Any) -> Any:
        if not isinstance(value, Text):
            return value
        filled = self.bind(value, owner)
        if filled.steps:
            self.budget.spend(filled.steps)
        return filled
