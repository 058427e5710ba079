"""Expressions of a text, which its translation must have too."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Diagnostic, error
from pnp.rules import Expression, cut_template, template_expressions
from pnp.translation.compare.pair import TextPair, foreign, meant_by, missing
from pnp.translation.made_up import LACKING
from pnp.translation.wording import counted, expressions, signature

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
