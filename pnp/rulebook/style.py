"""Styles of rule sheets: those that the game names, else these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pnp.colour import WHITE, Colour
from pnp.model import Style
from pnp.units import pt

INK = Colour(0x1C, 0x1C, 0x1E)
GREY = Colour(0x6A, 0x6A, 0x70)
ACCENT = Colour(0x2B, 0x3A, 0x55)

_HEADING = Style(
    font="Barlow Condensed", weight=700, size=pt(16), leading=1.08, colour=ACCENT, hyphenate=False
)
_BODY = Style(font="Barlow", size=pt(9), leading=1.36, colour=INK, hyphenate=True)

DEFAULTS: Mapping[str, Style] = {
    "rulebook-title": replace(_HEADING, weight=800, size=pt(34), leading=1.0),
    "rulebook-subtitle": replace(_BODY, size=pt(12), leading=1.25, colour=GREY, hyphenate=False),
    "heading-1": _HEADING,
    "heading-2": replace(_HEADING, weight=600, size=pt(12.5), leading=1.12),
    "heading-3": replace(_BODY, weight=700, size=pt(9.5), leading=1.25, hyphenate=False),
    "heading-4": replace(_BODY, weight=600, italic=True, leading=1.25, hyphenate=False),
    "rulebook-body": _BODY,
    "rulebook-table": replace(_BODY, font="Barlow Semi Condensed", size=pt(8.5), leading=1.26),
    "rulebook-caption": replace(_BODY, italic=True, size=pt(7.5), leading=1.25, colour=GREY),
    "rulebook-small": replace(_BODY, size=pt(7), leading=1.3, colour=GREY),
}
"""By name; ``styles:`` of a game replaces any of them."""


@dataclass(frozen=True, slots=True)
class SheetStyles:
    """The styles that one rule sheet is set in.

    Attributes:
        title: Of the game's name on top.
        subtitle: Below it.
        headings: Levels 1 to 4.
        body: Running text.
        table: Cells.
        caption: Below pictures.
        small: Credits, header and footer.
    """

    title: Style
    subtitle: Style
    headings: tuple[Style, Style, Style, Style]
    body: Style
    table: Style
    caption: Style
    small: Style

    @property
    def accent(self) -> Colour:
        """The colour of rules, bars, bullets and numbers: that of the first heading."""
        return self.headings[0].colour

    @property
    def tint(self) -> Colour:
        """A light ground in the accent's hue."""
        return self.accent.mixed(WHITE, 0.92)

    @property
    def hairline(self) -> Colour:
        """A light line in the accent's hue."""
        return self.accent.mixed(WHITE, 0.7)


def sheet_styles(styles: Mapping[str, Style]) -> SheetStyles:
    """The styles for a game that names ``styles``; a missing one is the default of ``DEFAULTS``."""

    def named(name: str) -> Style:
        return styles.get(name) or DEFAULTS[name]

    return SheetStyles(
        title=named("rulebook-title"),
        subtitle=named("rulebook-subtitle"),
        headings=(named("heading-1"), named("heading-2"), named("heading-3"), named("heading-4")),
        body=named("rulebook-body"),
        table=named("rulebook-table"),
        caption=named("rulebook-caption"),
        small=named("rulebook-small"),
    )
