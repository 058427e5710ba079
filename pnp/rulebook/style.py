"""Styles of rule sheets: those that the game names, else these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.colour import WHITE, Colour
from pnp.model import STANDARD_STYLES, Style


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
    """The styles for a game that names ``styles``; a missing one is the standard one."""

    def named(name: str) -> Style:
        return styles.get(name) or STANDARD_STYLES[name]

    return SheetStyles(
        title=named("rulebook-title"),
        subtitle=named("rulebook-subtitle"),
        headings=(named("heading-1"), named("heading-2"), named("heading-3"), named("heading-4")),
        body=named("rulebook-body"),
        table=named("rulebook-table"),
        caption=named("rulebook-caption"),
        small=named("rulebook-small"),
    )
