"""Facts: where their numbers come from, and whether anything reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from pnp.checks.case import Case
from pnp.diagnostics import Diagnostic, note, warning
from pnp.layout_source import parsed_layout
from pnp.model import Game
from pnp.rules import assumed_facts, deviations, show


def check_sources(case: Case) -> Iterator[Diagnostic]:
    """Facts that name no document and are not the designer's own (K310)."""
    for fact in case.game.facts.values():
        if not fact.source and not fact.assumed:
            cure = "add 'source: …', or 'assumed: true' when the rulebook is silent"
            yield warning("K310", f"fact '{fact.id}' does not say where it is written", fact.span, cure)


def check_assumed(case: Case) -> Iterator[Diagnostic]:
    """Numbers that are the designer's own (K150)."""
    yield from assumed_facts(case.game)


def check_stated(case: Case) -> Iterator[Diagnostic]:
    """Facts that differ from what their source states (K151)."""
    for fact in case.game.facts.values():
        for path, value, stated in deviations(fact):
            where = f"facts.{fact.id}{path}"
            message = f"{where} is {show(value)}, {fact.source} states {show(stated)}"
            places = () if fact.stated_span is None else ((fact.stated_span, "stated here"),)
            yield note("K151", message, fact.span, fact.note or None, related=places)


_NAMED = re.compile(r"\bfacts(?:\.([\w-]+)|\[\s*'([^']+)'\s*\]|\[\s*\"([^\"]+)\"\s*\])")
_ANY = re.compile(
    r"\bfacts(?:\[\s*[^'\"\s]|\s*[),|]|\.values\b|\.items\b)"
    r"|\bin\s+facts\b(?!\.)|=\s*facts\b(?![.\[])|[\w-]\.(?:xlsx|ods)\b"
)
"""A fact that is chosen while the game is made, all of them at once, or spreadsheets that are not text."""
_SETUP = re.compile(r"^[ \t]*:::setup\b.*", 8)
_WORD = re.compile(r"[\w-]+")
_SETUP_FACTS = frozenset({"rows", "fixed"})
_TRANSLATIONS = ".po"


def check_unread_facts(game: Game, sources: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Facts that no text, claim, copies, rule sheet or layout names (K330).

    None where some file may read any of them.

    Args:
        game: As it was loaded.
        sources: The text of every file that it was read from.
    """
    left = dict(game.facts)
    layouts = {source.text: source for source in game.layouts.values()}
    for name, text in sources.items():
        if PurePosixPath(name).suffix == _TRANSLATIONS or not left:
            continue  # a translation reads what its text reads
        if text in layouts and "facts" not in text:
            continue  # need not be parsed
        if text in layouts and (code := parsed_layout(layouts[text])).tree is not None:
            read = code.members_read("facts")
            if read is None:
                return
            left = {name: fact for name, fact in left.items() if name not in read}
            continue
        if _ANY.search(text):
            return
        for match in _NAMED.finditer(text):
            left.pop(match[1] or match[2] or match[3], None)
        for line in _SETUP.findall(text):
            for word in _SETUP_FACTS.union(_WORD.findall(line)):
                left.pop(word, None)
    for fact in left.values():
        cures = [
            f"let a claim compare the pieces with it, or a text print {{{{ facts.{fact.id} }}}}",
            "else take it out",
        ]
        yield warning("K330", f"nothing reads the fact '{fact.id}'", fact.span, cures)
