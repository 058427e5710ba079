"""Lists made from the game's data: the components, each set with a sample piece, and the credits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, fsum

from pnp.draw import AnyFace, Item
from pnp.i18n import format_date
from pnp.markup import TextRun
from pnp.model import ComponentSet, Style
from pnp.rulebook.block import Directive
from pnp.rulebook.desk import Desk
from pnp.rulebook.flow import Strip
from pnp.rulebook.picture import face_figure
from pnp.rulebook.reading import named_set
from pnp.rulebook.reads import ICONS, SETS
from pnp.rulebook.words import bar, line_height, line_strips, tagged_line
from pnp.source import Origin
from pnp.text import SetLine, break_paragraph

_CELL = 35.0
"""Least width of a component (millimetres); as many are put side by side as fit."""
_PICTURE_WIDTH, _PICTURE_HEIGHT = 13.0, 16.0
_GAP = 2.6
_BETWEEN = 0.4
"""Between the pieces of one picture (millimetres)."""


def component_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """The printed sets of the game, or those that the directive names, in rows of nearly equal length."""
    sets = list(component_sets(desk, directive))
    columns = max(int(width / _CELL), 1)
    if len(sets) > columns:
        columns = ceil(len(sets) / ceil(len(sets) / columns))
    cell = width / columns
    strips: list[Strip] = []
    with desk.inside("L"):
        for start in range(0, len(sets), columns):
            items: list[Item] = []
            height = 0.0
            for column, component_set in enumerate(sets[start : start + columns]):
                with desk.inside("LI"), desk.inside("LBody"):
                    made, high = _cell(desk, component_set, directive, x + column * cell, cell - _GAP)
                items += made
                height = max(height, high)
            strips.append(Strip(height, tuple(items), before=_GAP if strips else 0.0))
    return strips


def component_sets(desk: Desk, directive: Directive) -> Iterator[ComponentSet]:
    """The sets that a list of components shows; unknown ones are noted."""
    desk.reads.add(SETS)
    if not directive.words:
        yield from (item for item in desk.game.sets if item.copies)
    for word in directive.words:
        found = named_set(desk.game, word)
        if isinstance(found, ComponentSet):
            yield found
        else:
            desk.diagnostics.append(found)


def _shown(desk: Desk, component_set: ComponentSet) -> list[AnyFace]:
    """The first face of a set; of tall, narrow pieces, such as standees, as many as fill the picture."""
    first, *others = (piece for piece in component_set.pieces if piece.copies)
    face = desk.face(first)
    if face is None:
        return []
    fit = max(round(_PICTURE_WIDTH / (face.width * _PICTURE_HEIGHT / face.height)), 1)
    more = (desk.face(piece) for piece in others[: fit - 1])
    return [face, *(each for each in more if each)]


def _cell(
    desk: Desk, component_set: ComponentSet, directive: Directive, x: float, width: float
) -> tuple[list[Item], float]:
    """The items of one component with its top-left corner at (x, 0), and its height."""
    items: list[Item] = []
    faces = _shown(desk, component_set)
    if faces:
        wide = fsum(face.width for face in faces)
        free = _PICTURE_WIDTH - (len(faces) - 1) * _BETWEEN
        factor = min(free / wide, _PICTURE_HEIGHT / max(face.height for face in faces))
        left = x + (free - wide * factor) / 2
        for face in faces:
            items.append(face_figure(desk, face, left, (_PICTURE_HEIGHT - face.height * factor) / 2, factor))
            left += face.width * factor + _BETWEEN
    body = desk.styles.body
    count = replace(desk.styles.headings[1], align="left")
    name = replace(body, leading=1.2)
    left, room = x + _PICTURE_WIDTH + 2.0, max(width - _PICTURE_WIDTH - 2.0, 8.0)
    origin = Origin(directive.span)
    heads = desk.plain_lines(desk.labels.text("times", n=component_set.copies), count, room, origin)
    names = _name_lines(desk, desk.plain(component_set.name), name, room, origin)
    height = len(heads) * line_height(count) + len(names) * line_height(name)
    heads[-1] = replace(heads[-1], spaced=True)
    y = max((_PICTURE_HEIGHT - height) / 2, 0.0)
    tag = desk.tag("P")
    for lines, style in ((heads, count), (names, name)):
        for line in lines:
            items.append(tagged_line(line, style, left, y, tag))
            y += line_height(style)
    return items, max(_PICTURE_HEIGHT, height)


def _name_lines(desk: Desk, words: str, style: Style, room: float, origin: Origin) -> list[SetLine]:
    """The lines of a name; its words are divided only where one of them has no room."""
    whole = break_paragraph(
        (TextRun(words, False, False, 0),), replace(style, hyphenate=False), room, desk.context
    )
    if whole.faults:
        return desk.plain_lines(words, replace(style, hyphenate=True), room, origin)
    return list(whole.lines)


_CREDIT_GAP = 0.8
_WHOLE = 80.0
"""Credits up to this height are never parted (millimetres)."""


def credit_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """The credits in small type: roles in the game's order, sources, icons, fonts, notice."""
    style = desk.styles.small
    origin = Origin(directive.span)
    strips: list[Strip] = []
    for role, words in credit_entries(desk):
        runs = [TextRun(words, False, False, 0)]
        if role:
            runs = [TextRun(f"{role}: ", True, False, 0), TextRun(words, False, False, len(role) + 2)]
        lines = line_strips(desk.run_lines(runs, style, width, origin), style, x, desk.tag("P"))
        if lines and strips:
            lines[0] = replace(lines[0], before=_CREDIT_GAP)
        strips += lines
    if desk.game.notice:
        lines = line_strips(desk.lines(desk.game.notice, style, width), style, x, desk.tag("P"))
        strips += [replace(lines[0], before=_CREDIT_GAP), *lines[1:]] if lines else []
    if strips:
        rule = bar(x, 0.0, width, 0.2, desk.styles.hairline)
        strips.insert(0, Strip(1.4, (rule,)))
        if fsum(strip.before + strip.height for strip in strips) <= _WHOLE:
            strips[:-1] = [replace(strip, keep=True) for strip in strips[:-1]]
    return strips


def credit_entries(desk: Desk) -> Iterator[tuple[str, str]]:
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
        sites: dict[str, dict[str, list[str]]] = {}
        for credit in icons:
            sites.setdefault(credit.site, {}).setdefault(credit.licence, []).append(credit.author)
        yield (
            desk.labels.text("icon-credits"),
            "; ".join(
                "; ".join(f"{', '.join(names)} ({licence})" for licence, names in sorted(makers.items()))
                + (f", {site}" if site else "")
                for site, makers in sorted(sites.items())
            ),
        )
    fonts = _fonts(desk)
    if fonts:
        yield desk.labels.text("font-credits"), fonts


def used_icons(desk: Desk) -> set[str]:
    """Names of the icons on all printed pieces and in the sheet's own texts and diagrams so far."""
    desk.reads.add(ICONS)
    return desk.icons | desk.composer.printed_icons(desk.game)


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
