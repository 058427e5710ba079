"""Running a layout: from its Jinja text and bound values to a skeleton and the values of its holes."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import replace
from types import CodeType, TracebackType
from typing import Any, NamedTuple

from jinja2 import BaseLoader, Environment, Template, TemplateNotFound, TemplateSyntaxError
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context

from pnp.diagnostics import Diagnostic, did_you_mean, error
from pnp.layout.budget import FORMATTED, MADE_A_STEP, LayoutBudget, put_out
from pnp.layout.fault import (
    BOUND_NAMES,
    LABEL_CURES,
    LayoutFault,
    LayoutUndefined,
    dashed_cure,
    failure_in_words,
    known_members,
    other_slips,
    syntax_cure,
)
from pnp.layout.filters import furnish
from pnp.layout.reads import WHOLE_PIECE, read_layout
from pnp.layout.sandbox import LayoutContext, LayoutEnvironment
from pnp.layout.wording import BoundText
from pnp.layout_source import TOO_DEEP, SourceFault, file_key, parsed_layout
from pnp.memo import Memo
from pnp.model import ComponentSet, LayoutSource, Text
from pnp.source import Span

_MISSPELT = frozenset(["L102", "L110", "L111"])
_UNKNOWN = re.compile(r"No (filter|test) named '(.+?)'")
_PLAIN = "use names, numbers and texts, and the filters that are documented"
_ENDS = "let one of them stop, as in '{% if n > 0 %}'"


class Rendered(NamedTuple):
    """The result of running a layout.

    Attributes:
        skeleton: XML with a numbered hole for each printed value.
        holes: The values by number.
        start: Where the layout begins.
    """

    skeleton: str
    holes: list[Any]
    start: Span


class _LayoutTemplate(Template):
    """A template whose imports run again each time, with the bound names of the importing layout.

    Jinja would run an imported file once and keep the result, whose holes and values then belong to another
    piece.
    """

    def new_context(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002 - Jinja's interface
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> Context:
        """The names that an included or imported file knows: copies of all that are known, paid for."""
        self.environment.budget.spend((len(vars or ()) + len(locals or ())) // MADE_A_STEP)  # type: ignore[attr-defined]
        return super().new_context(vars, shared, locals)

    def _get_default_module(self, ctx: Context | None = None) -> Any:
        return self.make_module(
            {} if ctx is None else {k: v for k, v in ctx.parent.items() if k in BOUND_NAMES}
        )


def _compile(source: LayoutSource) -> CodeType | SourceFault:
    layout = parsed_layout(source)
    if layout.tree is None:
        return layout.fault or SourceFault("it cannot be read", 1)
    environment = LayoutEnvironment(**_OPTIONS)
    furnish(
        environment, "und", {}
    )  # unknown filters are found here; the language of a filter matters when it runs only
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what is doubtful fails when it runs, and is reported then
            return environment.compile(layout.tree, source.name, source.file)
    except TemplateSyntaxError as fault:
        return SourceFault((fault.message or "cannot be read").rstrip("."), fault.lineno)
    except Exception:  # Python's compiler says "too many statically nested blocks" and the like
        return SourceFault(TOO_DEEP, 1)


_OPTIONS: Mapping[str, Any] = {
    "undefined": LayoutUndefined,
    "autoescape": True,
    "optimized": False,  # else code would hold what filters of one language gave for constants
    "auto_reload": False,
    "cache_size": -1,
    "trim_blocks": True,
    "lstrip_blocks": True,
}
_COMPILED: Memo[LayoutSource, CodeType | SourceFault] = Memo(_compile, 256)
"""Code of layouts, or why they cannot be compiled.

It depends on the source alone, so all languages and pieces share it.
"""


class _Loader(BaseLoader):
    def __init__(self, sources: Mapping[str, LayoutSource]) -> None:
        self._sources = sources

    def load(
        self,
        environment: Environment,
        name: str,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's interface
    ) -> Template:
        source = self._sources.get(name) or self._sources.get(name.removesuffix(".xml"))
        if source is None:
            raise TemplateNotFound(name)
        code = _COMPILED[source]
        if isinstance(code, SourceFault):
            raise TemplateSyntaxError(code.message, code.line, name, source.file)
        return environment.template_class.from_code(environment, code, globals or {})


class Templates:
    """All layouts of a game, compiled when first used.

    Args:
        sources: By the name that ``include``, ``import``, ``extends`` and the data use, endings left out.
        language: Of the build.
        sets: Of the game, by id.
        reads: Notes what layouts read (see ``pnp.layout.reads``); grows.

    Attributes:
        environment: That runs them.
        files: Of the layouts, by the key that stands for them in marks.
    """

    def __init__(
        self,
        sources: Mapping[str, LayoutSource],
        language: str,
        sets: Mapping[str, ComponentSet],
        reads: set[str],
    ) -> None:
        self._sources = sources
        self.environment = LayoutEnvironment(loader=_Loader(sources), **_OPTIONS)
        self.environment.template_class = _LayoutTemplate
        self.environment.reads = reads
        furnish(self.environment, language, sets)
        self._reported: dict[tuple[Diagnostic, str], Diagnostic] = {}
        self.files = {file_key(source.file): source.file for source in sources.values()}
        self._globals = dict(self.environment.globals)

    def names(self) -> list[str]:
        """Names of all layouts that a piece may ask for; the library's macros are none."""
        return sorted(name for name in self._sources if not name.startswith("pnp/"))

    def _source(self, name: str) -> LayoutSource | None:
        return self._sources.get(name) or self._sources.get(name.removesuffix(".xml"))

    def members_of_piece(self, reads: Iterable[str]) -> frozenset[str]:
        """Members of the piece that the layouts among ``reads`` may read."""
        members: set[str] = set()
        for layout in filter(None, map(read_layout, reads)):
            source = self._source(layout)
            if source is not None:
                read = parsed_layout(source).members_read("piece")
                members.update([WHOLE_PIECE] if read is None else read)
        return frozenset(members)

    def render(
        self, name: str, bound: Mapping[str, Any], bind: Callable[[Text, Any], BoundText]
    ) -> Rendered | Diagnostic:
        """The layout run with the bound names, or the fault that stopped it (L100-L121).

        Args:
            name: Of the layout.
            bound: What ``BOUND_NAMES`` mean for the piece.
            bind: Gives the words of a text that belongs to a piece or to none.
        """
        environment = self.environment
        environment.bind = bind
        environment.budget = LayoutBudget()
        holes: list[Any] = []
        environment.holes = holes
        try:
            template = environment.get_template(name)
            skeleton = put_out(template.root_render_func(self._context(template, bound)))
        except TemplateNotFound as fault:
            return self._not_found(fault)
        except TemplateSyntaxError as fault:
            return self._with_others(self._syntax(fault), bound)
        except Exception as fault:
            places = _places(fault.__traceback__)
            if not places and isinstance(fault, LayoutFault):
                source = self._source(name)
                return error(fault.code, fault.message, source and Span(source.file), fault.cure)
            if not places:
                raise
            failed = self._failed(fault, self._blamed(places, getattr(fault, "word", "")), bound)
            return self._with_others(failed, bound)
        return Rendered(skeleton, holes, Span(str(template.filename)))

    def _context(self, template: Template, bound: Mapping[str, Any]) -> Context:
        """The context of a layout; ``Template.new_context`` takes five times as long, due to its globals."""
        own = {**self._globals, **bound}
        return LayoutContext(self.environment, own, template.name, template.blocks)

    def _with_others(self, found: Diagnostic, bound: Mapping[str, Any]) -> Diagnostic:
        """The fault of a misspelt word with the places of the others in the same file."""
        file = found.span.file if found.span and found.code in _MISSPELT else ""
        source = next((each for each in self._sources.values() if each.file == file), None)
        if source is None or file.startswith("pnp/"):
            return found
        # The pieces of a set have the same fields, so what one of them lacks is looked for once.
        key = (found, bound["piece"].set_id)
        if key not in self._reported:
            others = other_slips(self.environment, source, bound, found.span)
            self._reported[key] = replace(found, related=(*found.related, *others))
        return self._reported[key]

    def _not_found(self, fault: TemplateNotFound) -> Diagnostic:
        wanted = str(fault.name)
        span = _place(fault.__traceback__)
        known = self.names()
        if span is not None:
            known += [f"{name}.xml" for name in self._sources if name.startswith("pnp/")]
        return error(
            "L101",
            f"unknown layout '{wanted}'",
            self._pointing(span, wanted),
            did_you_mean(wanted, known, "layouts"),
        )

    def _syntax(self, fault: TemplateSyntaxError) -> Diagnostic:
        file = fault.filename or fault.name or ""
        span = self._whole(Span(file, fault.lineno, 1, fault.lineno, 1))
        message = (fault.message or "cannot be read").rstrip(".")
        if unknown := _UNKNOWN.match(message):
            return self._unknown(unknown, span)
        return error(
            "L100",
            f"the layout cannot be read: {message[0].lower()}{message[1:]}",
            span,
            syntax_cure(message),
        )

    def _unknown(self, found: re.Match[str], span: Span) -> Diagnostic:
        """The fault of an unknown filter or test."""
        kind, word = found.groups()
        known = self.environment.filters if kind == "filter" else self.environment.tests
        cure = [did_you_mean(word, known, f"{kind}s")]
        if word in ("e", "escape", "forceescape", "safe"):
            cure = ["leave it out: what comes from the data is never treated as markup"]
        if word == "format":
            cure = [FORMATTED]
        return error("L102", f"unknown {kind} '{word}'", self._pointing(span, word), cure)

    def _failed(self, fault: Exception, span: Span, bound: Mapping[str, Any]) -> Diagnostic:
        if isinstance(fault, LayoutFault):
            place = self._pointing(span, fault.word) if fault.word else self._whole(span)
            cure = fault.cure
            if fault.code == "L110":
                cure = dashed_cure(self._line(span), fault.word) or self._name_cure(
                    fault.word, span.file, bound
                )
            return error(fault.code, fault.message, place, cure)
        if isinstance(fault, SecurityError):
            return error("L121", "the layout asks for something that is not allowed", span, _PLAIN)
        if isinstance(fault, RecursionError):
            return error("L120", "the layout's macros or includes call one another without end", span, _ENDS)
        if unknown := _UNKNOWN.match(str(fault)):
            return self._unknown(unknown, span)
        reason, cure = failure_in_words(fault)
        return error("L113", f"an expression of the layout failed: {reason}", self._whole(span), cure)

    def _blamed(self, places: list[Span], word: str) -> Span:
        """The innermost place that has the word; without one, the innermost in a layout of the game's own.

        A macro of the library fails over its arguments, and those are written where the game calls it.
        """
        own = [place for place in places if not place.file.startswith("pnp/")] or places
        if not word:
            return own[-1]
        return next((place for place in reversed(places) if self._pointing(place, word) != place), own[-1])

    def _name_cure(self, word: str, file: str, bound: Mapping[str, Any]) -> str:
        """How a name comes to be known in a file."""
        for source in self._sources.values():
            if word and word in parsed_layout(source).names_made:
                if source.file == file:
                    return (
                        f"'{word}' is made in this file: set it before this line, outside of loops and macros"
                    )
                if source.name.startswith("pnp/") and word in parsed_layout(source).names_exported:
                    return f'import it: {{% from "{source.name}.xml" import {word} %}}'
        if word == "loop":
            return "'loop' is known between {% for … %} and {% endfor %} only"
        owners = (each for each in ("piece", "facts") if word in known_members(bound[each]))
        if word not in LABEL_CURES and (owner := next(owners, "")):
            return f"did you mean '{owner}.{word}'?"
        return LABEL_CURES.get(word) or did_you_mean(word, self._names_in(file), "names")

    def _names_in(self, file: str) -> list[str]:
        """Names that may have been meant in a file: bound ones, functions, and those that templates make."""
        made = [
            name
            for source in self._sources.values()
            if source.file == file or source.name.startswith("pnp/")
            for name in sorted(parsed_layout(source).names_made)
        ]
        return [*BOUND_NAMES, *self.environment.globals, "loop", *made]

    def _whole(self, span: Span) -> Span:
        """The span widened to the words of its line: Jinja gives no column."""
        line = self._line(span)
        words = line.strip()
        start = line.find(words) + 1
        return Span(span.file, span.line, start, span.line, start + len(words)) if words else span

    def _line(self, span: Span) -> str:
        source = next((source for source in self._sources.values() if source.file == span.file), None)
        lines = parsed_layout(source).lines if source is not None else []
        return lines[span.line - 1] if 0 < span.line <= len(lines) else ""

    def _pointing(self, span: Span | None, word: str) -> Span | None:
        """The span narrowed to a word of its line, where the line holds it."""
        if span is None or not word:
            return span
        found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", self._line(span))
        if found is None:
            return span
        return Span(span.file, span.line, found.start() + 1, span.line, found.end() + 1)


def _place(traceback: TracebackType | None) -> Span | None:
    """The innermost line of a layout that a traceback passes through."""
    found = _places(traceback)
    return found[-1] if found else None


def _places(traceback: TracebackType | None) -> list[Span]:
    """The lines of layouts that a traceback passes through, the innermost last."""
    found = []
    while traceback is not None:
        template = traceback.tb_frame.f_globals.get("__jinja_template__")
        if template is not None:
            line = template.get_corresponding_lineno(traceback.tb_lineno)
            found.append(Span(template.filename, line, 1, line, 1))
        traceback = traceback.tb_next
    return found
