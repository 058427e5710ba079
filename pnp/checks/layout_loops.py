"""Counts that a layout keeps in a loop, and that are gone with each turn of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, warning
from pnp.model import LayoutSource
from pnp.source import span_in

_TAG = re.compile(r"\{#.*?#\}|\{%-?\s*(for|endfor|macro|endmacro|set)\b(.*?)-?%\}", re.DOTALL)
_SET = re.compile(r"\s*([^\W\d]\w*)\s*=(?!=)(.*)", re.DOTALL)


def check_layout_loops(case: Case) -> Iterator[Diagnostic]:
    """``{% set n = n + 1 %}`` in a loop, which adds to the ``n`` outside of it anew each time (L114)."""
    for source in case.game.layouts.values():
        if "endfor" in source.text and "set" in source.text:
            yield from _check(source)


def _check(source: LayoutSource) -> Iterator[Diagnostic]:
    levels: list[set[str]] = [set()]
    kinds = [""]
    for tag in _TAG.finditer(source.text):
        word, rest = tag[1], tag[2]
        if word in ("for", "macro"):
            levels.append(set())
            kinds.append(word)
        elif word in ("endfor", "endmacro") and len(levels) > 1:
            levels.pop()
            kinds.pop()
        elif word == "set" and (found := _SET.fullmatch(rest)):
            name, value = found[1], found[2]
            outside = (
                kinds[-1] == "for" and name not in levels[-1] and any(name in level for level in levels[:-1])
            )
            # What is reckoned from the number of the turn needs none of the turns before.
            counts = "loop." not in value and re.search(rf"(?<![\w.'\"]){name}(?!\w)", value)
            if outside and counts:
                message = f"'{name}' begins anew in each turn of the loop: what is set inside is gone with it"
                cure = f"write {{% set ns = namespace({name}=0) %}} before the loop and {{% set ns.{name} = ns.{name} + 1 %}} in it"
                span = span_in(source.text, source.file, tag.start(2) + found.start(1), len(name))
                yield warning("L114", message, span, cure)
            levels[-1].add(name)
