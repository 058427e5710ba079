"""How far the translations are, by language and component set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pnp.i18n import Catalogue, Key
from pnp.layout import Fit
from pnp.translation.extract import Extracted, Found
from pnp.translation.fit import States


@dataclass(frozen=True, slots=True)
class TranslationProgress:
    """The texts of one group in one language.

    Attributes:
        language: BCP 47 tag.
        group: Id of a component set, or ``game``, ``terms``, ``rulebook``; empty for all texts, each once.
        total: How many texts.
        translated: With a translation that is printed.
        fuzzy: With one for another wording.
        missing: With none.
        identical: Translated by the same words.
        overset: Texts on faces that do not fit their box; None where faces were not composed.
    """

    language: str
    group: str
    total: int
    translated: int
    fuzzy: int
    missing: int
    identical: int
    overset: int | None = None


def untranslated(extracted: Extracted, catalogue: Catalogue) -> Iterator[tuple[Found, bool]]:
    """The texts that are printed untranslated, one place each, and whether a fuzzy translation exists."""
    entries = catalogue.by_key()
    for key, found in extracted.by_key().items():
        entry = entries.get(key)
        if entry is None or not entry.usable:
            yield found[0], entry is not None and entry.fuzzy


def states(extracted: Extracted, catalogue: Catalogue | None) -> States:
    """The places that the fit report marks; none without a catalogue, in the game's own language."""
    if catalogue is None:
        return States()
    entries = catalogue.by_key()
    missing = {
        found.text.origin.span
        for found in extracted.found
        if (entry := entries.get(found.key)) is None or not entry.usable
    }
    same = {
        entry.origin.span
        for entry in entries.values()
        if entry.usable and entry.translation.strip() == entry.source
    }
    return States(frozenset(missing), frozenset(same))


def progress(
    extracted: Extracted, catalogue: Catalogue, fits: Iterable[Fit] | None = None
) -> list[TranslationProgress]:
    """The progress of each group in reading order, and that of all texts last.

    Args:
        extracted: Texts of the game.
        catalogue: Translations into one language.
        fits: Of the faces in that language.
    """
    groups: dict[str, dict[Key, None]] = {}
    for found in extracted.found:
        groups.setdefault(found.group, {})[found.key] = None
    overset = None if fits is None else _overset(fits)
    rows = [_row(catalogue, group, keys, overset) for group, keys in groups.items()]
    return [*rows, _row(catalogue, "", extracted.by_key(), overset)]


def _overset(fits: Iterable[Fit]) -> dict[str, int]:
    """How many texts of each set do not fit, and under the empty name how many of all."""
    counts: dict[str, int] = {"": 0}
    for fit in fits:
        if fit.overset:
            group = fit.piece.partition("/")[0]
            counts[group] = counts.get(group, 0) + 1
            counts[""] += 1
    return counts


def _row(
    catalogue: Catalogue, group: str, keys: Iterable[Key], overset: Mapping[str, int] | None
) -> TranslationProgress:
    entries = catalogue.by_key()
    total = translated = fuzzy = missing = identical = 0
    for key in keys:
        total += 1
        entry = entries.get(key)
        if entry is None or not entry.translation.strip():
            missing += 1
        elif entry.fuzzy:
            fuzzy += 1
        else:
            translated += 1
            identical += entry.translation.strip() == entry.source and not entry.context.startswith(
                ("term.gender/", "term.forms/")
            )
    count = None if overset is None else overset.get(group, 0)
    return TranslationProgress(
        language=catalogue.language,
        group=group,
        total=total,
        translated=translated,
        fuzzy=fuzzy,
        missing=missing,
        identical=identical,
        overset=count,
    )
