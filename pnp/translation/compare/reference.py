"""Expressions, plural forms, icons and terms of a text, which its translation must have too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, error
from pnp.i18n import whole_number_categories
from pnp.markup import IconRun, Marked, TermRun
from pnp.rules import Expression, cut_template, template_expressions
from pnp.translation.compare.pair import LACKING, TextPair, differences, foreign, meant_by, missing, runs
from pnp.translation.wording import counted, expressions, placed_expressions, signature

_LONGEST = 60


def compare_expressions(pair: TextPair) -> Iterator[Diagnostic]:
    """Values that the translation does not print, or that its source knows nothing of (K530).

    What is compared is the value that is meant; the words, forms and plural categories around it are the language's own.
    A translation may count (``plural``) what the source prints without counting: ``4 damage`` has no plural in English.
    """
    if _inner(pair.source) == _inner(pair.translation):
        return
    if cut_template(pair.translation).faults:
        return  # of braces that do not match, which is reported where texts are checked
    source = _by_signature(expressions(pair.source))
    translation = _by_signature(expressions(pair.translation))
    wanted = [name for name, _ in source]
    there = [name for name, _ in translation]
    lacking = [_shown(dict(source)[name]) for name in missing(wanted, there)]
    made_up = [dict(translation)[name] for name in foreign(wanted, there)]
    strange = [_shown(expression) for expression in made_up if counted(expression) not in wanted]
    meant = meant_by(strange, lacking)
    for shown in strange:
        at = pair.translation.find(shown)
        span = pair.at(at, len(shown)) if at >= 0 else pair.span
        cures = ["keep the names and numbers of the source; translate only the words in quotes"]
        if shown in meant:
            cures.insert(0, f"write '{meant[shown]}', which is missing")
        yield error("K530", f"'{shown}' is not in the source", span, cures)
    for shown in lacking:
        if shown not in meant.values():
            cure = "write it where the value belongs; words in quotes and forms of terms may differ"
            yield error("K530", f"'{shown}' {LACKING}", pair.span, cure)


def _inner(source: str) -> list[str]:
    return [expression for _, expression in template_expressions(source)]


def _by_signature(found: list[Expression]) -> list[tuple[str, Expression]]:
    return [(signature(expression), expression) for expression in found]


def _shown(expression: Expression) -> str:
    source = " ".join(expression.source.split())
    return f"{{{{ {source if len(source) <= _LONGEST else source[: _LONGEST - 1] + '…'} }}}}"


def check_plurals(pair: TextPair) -> Iterator[Diagnostic]:
    """Plural filters without all forms that whole numbers reach in the language (K540).

    Also where the number is no other at present: it may change, and the text with it.
    """
    if "plural" not in pair.translation:
        return
    needed: tuple[str, ...] = ()
    for offset, expression in placed_expressions(pair.translation):
        for node in ast.walk(expression.body):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "plural":
                needed = needed or whole_number_categories(pair.language)
                given = [keyword.arg for keyword in node.keywords]
                lacking = [name for name in needed if name not in given]
                if lacking:
                    listed = ", ".join(f"{name}='…'" for name in lacking)
                    message = f"plural lacks {' and '.join(lacking)} for language '{pair.language}'"
                    start, length = expression.place(node)
                    spare = [name for name in given if name and name not in needed]
                    cure = f"add {listed}"
                    if len(lacking) == len(spare) == 1:
                        cure = f"write {listed} in place of {spare[0]}='…', which no whole number takes in '{pair.language}'"
                    yield error("K540", message, pair.at(offset + start, length), cure)


def compare_icons(pair: TextPair) -> Iterator[Diagnostic]:
    """Icons that the translation lacks, or that its source does not have (K531)."""
    wanted, there = _icons(pair.source_marked), _icons(pair.marked)
    lacking, extra = differences([icon.name for icon in wanted], [icon.name for icon in there])
    for name in lacking:
        cure = f"write ':{name}:' where the source has it"
        yield error("K531", f"the icon ':{name}:' {LACKING}", pair.span, cure)
    for at, other in extra:
        icon = there[at]
        span = pair.at(icon.start, len(icon.name) + 2)
        cure = f"write ':{other}:', which is missing" if other else "remove it"
        yield error("K531", f"the icon ':{icon.name}:' is not in the source", span, cure)


def _icons(marked: Marked) -> list[IconRun]:
    return [run for run in runs(marked) if isinstance(run, IconRun)]


def compare_terms(pair: TextPair) -> Iterator[Diagnostic]:
    """Terms that the translation does not refer to, or that its source does not (K534)."""
    wanted, there = _terms(pair.source_marked), _terms(pair.marked)
    lacking, extra = differences([run.term for run in wanted], [run.term for run in there])
    for name in lacking:
        form = next(run.form for run in wanted if run.term == name)
        cure = f"write [word]({name}) with the word that stands for '{form}'"
        yield error("K534", f"the term '{name}' {LACKING}", pair.span, cure)
    for at, other in extra:
        run = there[at]
        cures = ["keep the id in ( ) as it is"]
        if other is not None:
            cures.insert(0, f"write '({other})', which is missing")
        yield error(
            "K534", f"the term '{run.term}' is not in the source", pair.at(run.start, run.length), cures
        )


def _terms(marked: Marked) -> list[TermRun]:
    return [run for run in runs(marked) if isinstance(run, TermRun)]
