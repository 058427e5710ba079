"""Translations in columns of tables, such as ``name_fr``: they come before those of the PO files.

``pnp i18n update`` writes them into the PO files, so that a translator sees all texts of a language in one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.diagnostics import Diagnostic, shortened, times, warning
from pnp.i18n import Catalogue, Entry, TextKey
from pnp.model import ComponentSet, Game, TableTranslation, Text
from pnp.source import Span, path_of

_SHOWN = 60


def table_texts(game: Game) -> dict[str, dict[TextKey, list[TableTranslation]]]:
    """Texts of tables by language and by the text that they translate; the first of several is printed."""
    found: dict[str, dict[TextKey, list[TableTranslation]]] = {}
    for each in game.sets:
        for key, translation in _of_set(each):
            found.setdefault(translation.language, {}).setdefault(key, []).append(translation)
    return found


def _of_set(made: ComponentSet) -> Iterator[tuple[TextKey, TableTranslation]]:
    if not made.translations:
        return
    keys: dict[tuple[str, Span], dict[TextKey, None]] = {}
    for piece in made.pieces:
        for name, value in piece.fields.items():
            if isinstance(value, Text):
                keys.setdefault((name, value.origin.span), {})[value.context, value.source.strip()] = None
    for translation in made.translations:
        for key in keys.get((translation.field, translation.place), ()):
            yield key, translation


def table_text(game: Game, language: str, context: str, source: str) -> Text | None:
    """The translation that a table has of a text; None where none has."""
    for each in game.sets:
        for key, translation in _of_set(each):
            if key == (context, source) and translation.language == language:
                return translation.words
    return None


def with_table_texts(catalogue: Catalogue, texts: Mapping[TextKey, list[TableTranslation]]) -> Catalogue:
    """The catalogue with the texts of tables in place of its own."""
    entries = []
    missing = dict(texts)
    for entry in catalogue.entries:
        translation = None if entry.obsolete else missing.pop(entry.key, None)
        entries.append(_entry(entry, translation[0]) if translation else entry)
    added = (
        _entry(Entry(source, context=context, span=found[0].words.origin.span), found[0])
        for (context, source), found in missing.items()
    )
    return catalogue._replace(entries=(*entries, *added))


def _entry(entry: Entry, translation: TableTranslation) -> Entry:
    words = translation.words
    return replace(entry, translation=words.source, fuzzy=False, previous=None, origin=words.origin)


def check_tables(
    game: Game,
    texts: Mapping[str, Mapping[TextKey, list[TableTranslation]]],
    catalogues: Mapping[str, Catalogue],
) -> list[Diagnostic]:
    """Findings about texts of tables in other languages.

    Codes: K411 for a language that the game does not list, K412 where a PO file has another translation, K413
    where rows have several for one text.

    Args:
        game: As it was loaded.
        texts: Its ``table_texts``.
        catalogues: Those that were read, without texts of tables, by language.
    """
    found: list[Diagnostic] = []
    for language, by_key in texts.items():
        first = next(iter(by_key.values()))[0]
        if language not in game.languages:
            message = f"the column '{first.title}' is in a language that the game does not list: '{language}'"
            cure = (
                f"add '{language}' to 'languages' in game.yaml, or skip it: columns: {{{first.title}: null}}"
            )
            found.append(warning("K411", message, first.words.origin.span, cure))
            continue
        entries = catalogues[language].by_key() if language in catalogues else {}
        for key, translations in by_key.items():
            found += _several(key[1], translations, language)
            entry = entries.get(key)
            if entry is not None and entry.usable and entry.translation != translations[0].words.source:
                words = translations[0].words
                message = f"the table has another translation than {path_of(entry.span.file)}, and is printed"
                cure = "run 'pnp i18n update' to take that of the table, or write the other one into the cell"
                related = [(entry.span, shortened(entry.translation, _SHOWN))]
                found.append(warning("K412", message, words.origin.span, cure, related=related))
    return found


def _several(source: str, translations: list[TableTranslation], language: str) -> Iterator[Diagnostic]:
    first = translations[0].words
    others = [each.words for each in translations if each.words.source != first.source]
    if others:
        message = f"'{shortened(source, _SHOWN)}' has {times(len(others) + 1, 'translation')} in '{language}'"
        cure = "write the same in all rows, or set the rows apart by a column 'context'"
        related = [(first.origin.span, f"'{shortened(first.source, _SHOWN)}' is printed")]
        yield warning("K413", message, others[0].origin.span, cure, related=related)
