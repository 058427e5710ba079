"""Findings about a game's translations, language by language, and about labels that print the same in all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.checks import TEXT_CHECKS, Case, PrintedText, printed_texts, reported_once
from pnp.diagnostics import Diagnostic, error, nearest, shortened, times, warning
from pnp.diagnostics.diagnostic import unknown_code
from pnp.i18n import Catalogue, Entry, TextKey
from pnp.layout_source import labels_printed, parsed_layout
from pnp.load.field import FIELD_KINDS
from pnp.model import BUILT_IN_FIELDS, ComponentSet, FieldDeclaration, Game, LayoutSource, Piece, Text
from pnp.rulebook import Rulebook
from pnp.rules import fill, game_scope
from pnp.source import Span
from pnp.translation.compare import TermWords, check_same, compare
from pnp.translation.extract import Extracted
from pnp.translation.localise import Translator, read_forms
from pnp.translation.wording import TextPair, in_made_up

_QUOTED = 48  # characters of a text in a message
_MOST_PLACES = 5
_SAME_MISTAKE = {"X150": "K540", "A100": "K531", "T310": "K534", "K220": "K535"}
"""Findings about a text alone, and the findings of its comparison with the source that say the same: a number
without a form has no value; icons, terms and expressions that the source lacks may not exist."""


def check_catalogue(
    case: Case, extracted: Extracted, rulebooks: Sequence[Rulebook], catalogue: Catalogue
) -> list[Diagnostic]:
    """All findings about one language, by place in its file.

    Codes: K500, K510, K520 (the file and the game), M142 (comments), K530 to K550 (text and translation), and
    those of checks of texts.

    Args:
        case: The game in its own language, with everything that its names may refer to.
        extracted: Its texts.
        rulebooks: Its rulebooks, parsed.
        catalogue: Translations into the language.
    """
    found = list(_coverage(case.game, extracted, catalogue))
    found += _unknown_codes(catalogue.living())
    translator = Translator(case.game, catalogue)
    translated = translator.game()
    found += _pairs(case.game, extracted, catalogue, TermWords(case.game, translated, catalogue.language))
    reported = {(finding.code, finding.span) for finding in found}
    made_up = in_made_up(found)
    found += [
        finding
        for finding in _texts(case, rulebooks, translator, replace(translated, language=catalogue.language))
        if (_SAME_MISTAKE.get(finding.code), finding.span) not in reported and not made_up(finding)
    ]
    return sorted(found, key=lambda finding: (finding.span or Span(""), finding.code))


def _unknown_codes(entries: Iterable[Entry]) -> Iterator[Diagnostic]:
    """Comments that accept a code that does not exist (M142)."""
    for entry in entries:
        for each in entry.allowances():
            unknown = unknown_code(each.code)
            if unknown is not None:
                message, cure = unknown
                yield error("M142", message, each.span, cure)


def _coverage(game: Game, extracted: Extracted, catalogue: Catalogue) -> Iterator[Diagnostic]:
    """Entries without a translation, with an old one, or without a text."""
    entries = catalogue.by_key()
    wanted = extracted.by_key()
    place = Span(catalogue.file) if catalogue.file else game.span
    missing: list[tuple[Span, str]] = []
    fuzzy: list[tuple[Span, str]] = []
    for key, found in wanted.items():
        entry = entries.get(key)
        if entry is None:
            missing.append((found[0].text.origin.span, shortened(key[1], _QUOTED)))
        elif not entry.translation.strip():
            missing.append((entry.span, shortened(key[1], _QUOTED)))
        elif entry.fuzzy:
            fuzzy.append((entry.span, shortened(key[1], _QUOTED)))
    language = catalogue.language
    if missing and catalogue.entries:
        message = f"{_counted(missing, len(wanted))} no translation in '{language}'"
        cure = [
            f"run 'pnp i18n update', then translate; 'pnp i18n status --lang {language} --list' names them all"
        ]
        yield warning("K500", message, missing[0][0], cure, related=missing[:_MOST_PLACES])
    elif missing and catalogue.file:
        yield warning("K500", f"no text has a translation in '{language}'", place, "run 'pnp i18n update'")
    if fuzzy:
        message = f"{_counted(fuzzy, len(wanted))} a translation in '{language}' for another wording"
        cure = ["fix the translation, then remove the words 'fuzzy' and the lines '#|' above it"]
        yield warning("K510", message, fuzzy[0][0], cure, related=fuzzy[:_MOST_PLACES])
    yield from _unused(catalogue.living(), wanted.keys())


def _counted(items: Sequence[object], total: int) -> str:
    return f"{len(items)} of {times(total, 'text')} {'has' if len(items) == 1 else 'have'}"


def _unused(entries: Iterable[Entry], known: Collection[TextKey]) -> Iterator[Diagnostic]:
    gone = [entry for entry in entries if entry.key not in known]
    cures = ["run 'pnp i18n update'"]
    if len(gone) > 1:  # mostly a game that went on while its file stayed
        places = [(entry.span, shortened(entry.source, _QUOTED)) for entry in gone[:_MOST_PLACES]]
        yield warning(
            "K520",
            f"{times(len(gone), 'entry', 'entries')} are no texts of the game",
            gone[0].span,
            cures,
            related=places,
        )
    elif gone:
        entry = gone[0]
        same = [source for context, source in known if context == entry.context]
        close = nearest(entry.source, same) if entry.translation else None
        if close is not None:
            cures.append(shortened(f"the game may now say '{close}'", 100))
        yield warning(
            "K520", f"'{shortened(entry.source, _QUOTED)}' is no text of the game", entry.span, cures
        )


def _pairs(game: Game, extracted: Extracted, catalogue: Catalogue, words: TermWords) -> Iterator[Diagnostic]:
    """Findings about what a translation lacks of its source, and what it has left of it."""
    wanted = extracted.by_key()
    pairs: list[tuple[TextPair, Piece | None]] = []
    for entry in catalogue.living():
        found = wanted.get(entry.key)
        if found is None or not entry.usable or entry.context.startswith("term.gender/"):
            continue
        if entry.context.startswith("term.forms/"):
            text = Text(entry.translation, entry.origin, entry.context, catalogue.language)
            yield from read_forms(text).faults
            continue
        pairs.append((TextPair(entry, game.language, catalogue.language), found[0].piece))
    same = list(check_same(catalogue, (pair for pair, _ in pairs)))
    yield from same
    for pair, piece in pairs:
        for finding in (*compare(pair), *words.left_in(pair)):
            if not (same and finding.code == "K536" and not pair.entry.allows("K536")):
                yield replace(finding, piece=piece.key) if piece else finding


def _texts(
    case: Case, rulebooks: Sequence[Rulebook], translator: Translator, game: Game
) -> Iterator[Diagnostic]:
    """Findings of the text checks in the texts of a translated game, as they are printed."""
    printed = [*printed_texts(game), *_rulebook_texts(game, rulebooks, translator)]
    translated = [each for each in printed if each.text.language == game.language]
    of_language = replace(case, game=game, texts=translated)
    return reported_once(finding for check in TEXT_CHECKS for finding in check(of_language))


def _rulebook_texts(
    game: Game, rulebooks: Sequence[Rulebook], translator: Translator
) -> Iterator[PrintedText]:
    scope = game_scope(game)
    for rulebook in rulebooks:
        for source in rulebook.texts():
            text = translator.text(source)
            yield PrintedText(text, fill(text, scope, game.language))


_WORD = re.compile(r"[^\W\d_]{3,}")
_PLACES = 5
_BUILT_IN = frozenset(field.name for field in BUILT_IN_FIELDS)


def check_labels(game: Game, shipped: Mapping[str, LayoutSource]) -> Iterator[Diagnostic]:
    """Fields without a label whose names layouts print, in a game of several languages (K506).

    Short names are left alone: abbreviations such as ``HP`` are mostly the same everywhere.

    Args:
        game: As it was loaded.
        shipped: Layouts that ship with pnp, by name.
    """
    if len(game.languages) < 2:
        return
    layouts = {**shipped, **game.layouts}
    by_name = any(
        "labels" in source.text and "labels" in parsed_layout(source).code for source in layouts.values()
    )
    for component_set in game.sets:
        unnamed = [
            field
            for name, field in component_set.fields.items()
            if name not in component_set.labels
            and (by_name or name not in _BUILT_IN)
            and _WORD.search(component_set.label(name).source)
        ]
        found = _printed(component_set, unnamed, layouts) if unnamed else []
        if found:
            yield _unlabelled(component_set, found, game.language)


def _printed(
    component_set: ComponentSet, fields: list[FieldDeclaration], layouts: Mapping[str, LayoutSource]
) -> list[FieldDeclaration]:
    """Those of the fields whose labels the layouts of the set's pieces print."""
    printed = [piece for piece in component_set.pieces if piece.copies]
    names = {piece.layout for piece in printed} | {piece.back for piece in printed if piece.back is not None}
    asked = [labels_printed(name, layouts) for name in names]
    return [
        field
        for field in fields
        if any(
            field.name in each.names
            or (
                field.name not in _BUILT_IN
                and (each.all_kinds or FIELD_KINDS[field.kind].is_like(each.kinds))
            )
            for each in asked
        )
    ]


def _unlabelled(component_set: ComponentSet, fields: list[FieldDeclaration], language: str) -> Diagnostic:
    first, *others = fields
    words = component_set.label(first.name).source
    which = "the field" if words == first.name else f"the field '{first.name}'"
    message = f"'{words}' is printed so in every language: {which} has no label"
    if others:
        message += f" (and {len(others)} more)"
    names = ", ".join(f"{field.name}: …" for field in fields[:_PLACES])
    cures = [
        f"write what it is called in '{language}', beside 'fields': labels: {{{names}}}",
        f"or let nothing be printed: labels: {{{first.name}: null}}",
    ]
    places = [(field.span or component_set.span, field.name) for field in others[: _PLACES - 1]]
    return warning("K506", message, first.span or component_set.span, cures, related=places)
