"""Faults of a text that is being set, and these as diagnostics at their place in the author's file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

from pnp.diagnostics import Diagnostic, error, note, shortened, times, warning
from pnp.fonts import lacking_cure, lacking_words
from pnp.icons import unknown_icon
from pnp.source import Origin
from pnp.text.context import TextContext
from pnp.text.dividing import is_unspaced

FaultKind: TypeAlias = Literal[
    "overset", "wide-word", "missing-glyph", "borrowed-glyph", "unknown-icon", "unknown-term", "unseen-stress"
]


class TextFault(NamedTuple):
    """One fault.

    Attributes:
        kind: What is wrong.
        start: Offset of the first faulty character in the source of the text.
        length: In characters of the source.
        message: One line for the author.
        help: The cure.
        name: The icon, term, word or characters in question.
    """

    kind: FaultKind
    start: int
    length: int
    message: str
    help: str
    name: str = ""


def missing_glyph(characters: str, font: str, start: int) -> TextFault:
    """The fault of characters that no font has (several where they are joined into one character or word)."""
    return TextFault(
        "missing-glyph",
        start,
        len(characters),
        lacking_words(characters, f"{font} or the fallback fonts"),
        lacking_cure(characters),
        characters,
    )


def borrowed_glyph(letter: str, font: str, lender: str, start: int) -> TextFault:
    """The note about a letter or digit that comes from another font than those around it."""
    return TextFault(
        "borrowed-glyph",
        start,
        len(letter),
        f"'{font}' has no '{letter}' (U+{ord(letter):04X}); it is set in {lender}",
        "choose a font that has it, if it looks out of place",
        letter,
    )


def unseen_stress(mark: str, typed: str, family: str, start: int) -> TextFault:
    """The fault of emphasised words in a family that has no such font: they look like those around them."""
    what = "bold" if mark == "**" else "italic"
    return TextFault(
        "unseen-stress",
        start,
        len(typed),
        f"'{mark}' is not seen: '{family}' has no {what} font beside the one that the text is set in",
        f"choose a family that has one ('pnp fonts' lists them), or leave '{mark}' out",
        mark,
    )


def wide_word(word: str, start: int, wide_mm: float, room_mm: float, *, hyphenate: bool) -> TextFault:
    """The fault of a word that is wider than its line and cannot be divided."""
    cures = ["a smaller min-size or a wider box"]
    if not hyphenate and not is_unspaced(word):
        cures.append("hyphenation in the style")
    divide = "zero-width spaces (U+200B)" if is_unspaced(word) else "soft hyphens (U+00AD)"
    return TextFault(
        "wide-word",
        start,
        len(word),
        f"'{shortened(word)}' is {wide_mm:.1f} mm wide and its line has {room_mm:.1f} mm",
        f"give it {' or '.join(cures)}, or put {divide} into it",
        word,
    )


def overset(lines: int, needs_mm: float, room_mm: float, size_pt: float) -> TextFault:
    """The fault of a text that is higher than its box."""
    return TextFault(
        "overset",
        0,
        1,
        f"the text does not fit: {times(lines, 'line')} at {size_pt:.4g} pt need {needs_mm:.1f} mm, the box has {room_mm:.1f} mm",
        "shorten the text, enlarge the box or allow a smaller min-size",
    )


def findings(
    faults: Iterable[TextFault], origin: Origin, context: TextContext, *, piece: str | None = None
) -> list[Diagnostic]:
    """One diagnostic a fault, in the same order: A100, T100, T110, T200, T210, T220 or T310.

    Args:
        faults: Of one text.
        origin: Place of the text; offsets of the faults count in it.
        context: That the text was set with.
        piece: ``set/piece``, and language where it matters.
    """
    return [_finding(fault, origin, context, piece) for fault in faults]


def _finding(fault: TextFault, origin: Origin, context: TextContext, piece: str | None) -> Diagnostic:
    if fault.kind == "overset":
        return error("T100", fault.message, origin.span, fault.help, piece=piece)
    span = origin.at(fault.start, fault.length)
    if fault.kind == "unknown-icon":
        return unknown_icon(fault.name, span, context.icons, piece=piece)
    make, code = _CODES[fault.kind]
    return make(code, fault.message, span, fault.help, piece=piece)


_CODES: Mapping[FaultKind, tuple[Callable[..., Diagnostic], str]] = {
    "wide-word": (error, "T110"),
    "missing-glyph": (error, "T200"),
    "borrowed-glyph": (note, "T210"),
    "unseen-stress": (warning, "T220"),
    "unknown-term": (error, "T310"),
}
