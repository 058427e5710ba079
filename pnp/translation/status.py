"""How far the translations are, by language and component set, and how every text on a face fits its box."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.layout import Fit, Tightness, least_slack
from pnp.markup import parse_inline, plain_text
from pnp.source import Span

if TYPE_CHECKING:
    from pnp.i18n import Catalogue, TextKey
    from pnp.translation.extract import Extracted, Found


@dataclass(frozen=True, slots=True)
class States:
    """Places of texts in one language that a translator has to look at; none in the game's own language.

    Attributes:
        untranslated: Places of texts without a usable translation in the game's files.
        identical: Places of translations that are the same as their source.
    """

    untranslated: Collection[Span] = frozenset()
    identical: Collection[Span] = frozenset()


@dataclass(frozen=True, slots=True)
class FitRow:
    """One wording in one kind of box, on all pieces that have it.

    Attributes:
        language: BCP 47 tag.
        piece: The first of the pieces.
        pieces: How many.
        words: Without marks.
        layout: The element that sets it.
        size_pt: Type size that was used.
        wanted_pt: Type size that is wanted.
        least_pt: Type size that may be gone down to.
        lines: How many.
        share_of_box: Height of the words as a share of the box; above 1 when they do not fit.
        overset: Whether they do not fit even at the least size.
        missing_glyph: Whether a character has no glyph.
        untranslated: Whether the words are still in the game's own language.
        identical: Whether the translation is the same as the source.
    """

    language: str
    piece: str
    pieces: int
    words: str
    layout: Span
    size_pt: float
    wanted_pt: float
    least_pt: float
    lines: int
    share_of_box: float
    overset: bool
    missing_glyph: bool
    untranslated: bool
    identical: bool

    @property
    def faults(self) -> list[str]:
        """Faults, in words."""
        faults = {
            "overset": self.overset,
            "missing glyph": self.missing_glyph,
            "untranslated": self.untranslated,
            "same as source": self.identical,
        }
        return [words for words, holds in faults.items() if holds]

    @property
    def slack(self) -> float:
        """How far the size is from the least one, as a share: 1 at the wanted size, 0 at the least."""
        return least_slack(self.size_pt, self.wanted_pt, self.least_pt)


def fit_rows(fits: Iterable[Fit], language: str, state: States) -> list[FitRow]:
    """The rows of one language, in order of printing.

    Args:
        fits: Of its faces.
        language: BCP 47 tag.
        state: Of the texts in that language.
    """
    groups: dict[tuple[object, ...], list[Fit]] = {}
    for fit in fits:
        groups.setdefault((fit.words, fit.span, fit.box.width, fit.box.height, fit.place), []).append(fit)
    return [_fit_row(group, language, state) for group in groups.values()]


def _fit_row(group: Sequence[Fit], language: str, state: States) -> FitRow:
    fit = group[0]
    least = fit.style.min_size or fit.style.size
    return FitRow(
        language=language,
        piece=fit.piece,
        pieces=len({each.piece for each in group}),
        words=" ".join(plain_text(parse_inline(fit.words)).split()),
        layout=fit.span,
        size_pt=round(fit.size.pt, 2),
        wanted_pt=round(fit.style.size.pt, 2),
        least_pt=round(least.pt, 2),
        lines=fit.lines,
        share_of_box=round(fit.share_of_box, 3),
        overset=fit.overset,
        missing_glyph=fit.unprinted,
        untranslated=fit.place in state.untranslated,
        identical=fit.place in state.identical,
    )


def worst_first(rows: Iterable[FitRow]) -> list[FitRow]:
    """Faults first, then what had to shrink most, then what fills its box most."""
    return sorted(
        rows,
        key=lambda row: (
            not row.overset,
            not row.missing_glyph,
            not row.untranslated,
            row.slack,
            -row.share_of_box,
            row.language,
            row.piece,
            row.words,
        ),
    )


def summary(fits: Sequence[Tightness]) -> str:
    """One line on a build: how many texts of each language do not fit, and which one is tightest.

    Args:
        fits: The tightest texts of each piece, in order of languages.
    """
    if not fits:
        return ""
    counts = dict.fromkeys((fit.language for fit in fits), 0)
    for fit in fits:
        counts[fit.language] += fit.overset
    numbers = ", ".join(f"{language} {count or 'none'}" for language, count in counts.items())
    worst = min(fits, key=lambda fit: fit.order)
    span = f" of {worst.least_pt:g}–{worst.wanted_pt:g}" if worst.least_pt < worst.wanted_pt else ""
    return f"overset: {numbers}; tightest: {worst.language} {worst.piece} at {worst.size_pt:g} pt{span}"


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
    groups: dict[str, dict[TextKey, None]] = {}
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
    catalogue: Catalogue, group: str, keys: Iterable[TextKey], overset: Mapping[str, int] | None
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
