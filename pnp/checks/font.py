"""Fonts: unknown families, characters that no font has."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator

from pnp.checks.case import Case, PrintedText
from pnp.diagnostics import Diagnostic, error, warning
from pnp.fonts import (
    FontFace,
    FontLibrary,
    UnknownFontError,
    joined,
    lacking_cure,
    lacking_words,
    runs_leftwards,
    unknown_font,
    unseen_settings,
)
from pnp.markup import TermRun, TextRun
from pnp.model import Game
from pnp.model.text import BOLD

_NOT_DRAWN = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf"})
"""General categories of spaces, line ends and format marks: the text engine makes them or leaves them out."""
_ALSO_NOT_DRAWN = frozenset("\u2011\ufe0e\ufe0f")
"""The hyphen that does not break, drawn as a hyphen, and how an emoji wants to look."""


def check_families(case: Case) -> Iterator[Diagnostic]:
    """Families of styles that no font has (A320)."""
    known = case.fonts.families()
    for family in _families(case):
        try:
            case.fonts.face(family)
        except UnknownFontError:
            yield unknown_font(family, case.game.fonts.get(family, case.game.span), known)


def check_font_needs(case: Case) -> Iterator[Diagnostic]:
    """Styles that ask for bold or italic letters (T220), features or axes (T221) that their family lacks."""
    for name, what, span in case.game.font_needs:
        style = case.game.styles[name]
        try:
            face = case.fonts.face(style.font, style.weight, style.italic, style.axes)
        except UnknownFontError:  # reported by ``check_families``
            continue
        if what in ("features", "axes"):
            features, axes = (style.features, ()) if what == "features" else ((), style.axes)
            for message, cure in unseen_settings(features, axes, face, f"the style '{name}'"):
                yield warning("T221", message, span, cure)
        elif face.weight < BOLD if what == "bold" else not face.italic:
            message = f"'{face.family}' has no {what} font, so the style '{name}' is set without"
            key = "weight" if what == "bold" else "italic"
            cure = f"choose a family that has one ('pnp fonts' lists them), or leave '{key}' out"
            yield warning("T220", message, span, cure)


def check_glyphs(case: Case) -> Iterator[Diagnostic]:
    """Characters that no font of the game or fallback font has, or that run from right to left (T200).

    Which style sets a text is only known when it is laid out; what is reported here cannot be printed in any
    of them.
    """
    for char in sorted(_lacking(case.game.version, case.game, case.fonts)):
        message = f"no glyph for '{char}' (U+{ord(char):04X}) of the game's version in any font of its styles"
        yield error("T200", message, case.game.span, lacking_cure(char))
    letters = frozenset("".join([printed.filled.text for printed in case.texts]))
    missing = _lacking(letters, case.game, case.fonts)
    for printed in case.texts if missing else ():
        if missing.isdisjoint(printed.filled.text):
            continue
        for start, text in _letters(printed):
            for offset, chars in joined((at, char) for at, char in enumerate(text) if char in missing):
                message = lacking_words(chars, "any font of the game's styles")
                span = printed.filled.origin.at(start + offset, len(chars))
                yield error("T200", message, span, lacking_cure(chars), piece=printed.piece)


def _lacking(letters: Collection[str], game: Game, fonts: FontLibrary) -> set[str]:
    """The characters that neither a font of the game's styles nor a fallback font has."""
    faces = _faces(game, fonts) if letters else []
    return {char for char in set(letters) if not (_is_not_drawn(char) or _is_covered(faces, fonts, char))}


def _is_not_drawn(char: str) -> bool:
    return char in _ALSO_NOT_DRAWN or unicodedata.category(char) in _NOT_DRAWN


def _is_covered(faces: list[FontFace], fonts: FontLibrary, char: str) -> bool:
    if runs_leftwards(char):
        return False
    return any(face.covers(char) for face in faces) or fonts.fallback_for(char) is not None


def _letters(printed: PrintedText) -> Iterator[tuple[int, str]]:
    """The stretches of letters of a text, each with its offset."""
    for run in printed.marked.runs():
        if isinstance(run, TextRun):
            yield run.start, run.text
        elif isinstance(run, TermRun):
            yield run.start + 1, run.form


def _families(case: Case) -> list[str]:
    return sorted({style.font for style in case.game.styles.values()})


def _faces(game: Game, fonts: FontLibrary) -> list[FontFace]:
    """Faces of the styles; those of the same family, weight and slant once."""
    wanted = sorted({(style.font, style.weight, style.italic) for style in game.styles.values()})
    faces: dict[str, FontFace] = {}
    for family, weight, italic in wanted:
        try:
            face = fonts.face(family, weight, italic)
        except UnknownFontError:
            continue
        faces[face.key] = face
    return list(faces.values())
