"""The credits of a game: who made it, whose icons and fonts are in it, and its notice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import fsum

from pnp.i18n import format_date
from pnp.markup import TextRun
from pnp.rulebook.block import Directive
from pnp.rulebook.desk import Desk
from pnp.rulebook.place import bar
from pnp.rulebook.strip import Strip
from pnp.rulebook.words import line_strips
from pnp.source import Origin

_ICON_SITE = "game-icons.net"
_GAP = 0.8
_WHOLE = 80.0
"""Credits up to this height are never parted (millimetres)."""


def credit_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """The credits in small type: roles in the game's order, sources, icons, fonts, notice."""
    style = desk.styles.small
    origin = Origin(directive.span)
    strips: list[Strip] = []
    for role, words in _entries(desk):
        runs = [TextRun(words, False, False, 0)]
        if role:
            runs = [TextRun(f"{role}: ", True, False, 0), TextRun(words, False, False, len(role) + 2)]
        lines = line_strips(desk.run_lines(runs, style, width, origin), style, x)
        if lines and strips:
            lines[0] = replace(lines[0], before=_GAP)
        strips += lines
    if desk.game.notice:
        lines = line_strips(desk.lines(desk.game.notice, style, width), style, x)
        strips += [replace(lines[0], before=_GAP), *lines[1:]] if lines else []
    if strips:
        rule = bar(x, 0.0, width, 0.2, desk.styles.hairline)
        strips.insert(0, Strip(1.4, (rule,)))
        if fsum(strip.before + strip.height for strip in strips) <= _WHOLE:
            strips[:-1] = [replace(strip, keep=True) for strip in strips[:-1]]
    return strips


def _entries(desk: Desk) -> Iterator[tuple[str, str]]:
    """Label and words of each entry."""
    known = desk.labels.names()
    for role, names in desk.game.credits.items():
        yield desk.labels.text(role) if role in known else role, ", ".join(names)
    sources = "; ".join(
        ", ".join(
            part for part in (source.title, source.author, format_date(source.date, desk.language)) if part
        )
        for source in desk.game.sources.values()
    )
    if sources:
        yield desk.labels.text("source-credits"), sources
    icons = desk.context.icons.credits(sorted(used_icons(desk)))
    if icons:
        makers: dict[str, list[str]] = {}
        for credit in icons:
            makers.setdefault(credit.licence, []).append(credit.author)
        words = "; ".join(f"{', '.join(names)} ({licence})" for licence, names in sorted(makers.items()))
        yield desk.labels.text("icon-credits"), f"{words}, {_ICON_SITE}"
    fonts = _fonts(desk)
    if fonts:
        yield desk.labels.text("font-credits"), fonts


def used_icons(desk: Desk) -> set[str]:
    """Names of the icons on all printed pieces and in the sheet's own texts and diagrams so far."""
    names = set(desk.icons)
    for piece in desk.game.pieces():
        if piece.copies:
            for side in ("front", "back") if piece.back else ("front",):
                names |= desk.composer.icons(piece, side)
    return names


def _fonts(desk: Desk) -> str:
    """The families of the sheet and of the game's styles with licences; the game's own, without any, last."""
    sheet = desk.styles
    styles = [
        *(sheet.title, sheet.subtitle, *sheet.headings, sheet.body, sheet.table, sheet.caption, sheet.small),
        *desk.game.styles.values(),
    ]
    families: dict[str, str] = {}
    for style in styles:
        sources = desk.context.fonts.sources(style.font)
        if sources:
            families[sources[0].family] = sources[0].licence
    licences: dict[str, list[str]] = {}
    for family in sorted(families):
        licences.setdefault(families[family], []).append(family)
    own = licences.pop("", [])
    shared = [f"{', '.join(names)} ({licence})" for licence, names in sorted(licences.items())]
    return "; ".join([*shared, *([", ".join(own)] if own else [])])
