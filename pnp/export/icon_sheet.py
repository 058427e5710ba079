"""All icons with their names on A4 pages, to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pnp.colour import Colour
from pnp.draw import Fill, Item, Page, polygon, rectangle
from pnp.fonts import FontLibrary
from pnp.geometry import Box
from pnp.icons import IconLibrary, place_icon
from pnp.model import Style
from pnp.text import TextContext, set_label, text_width
from pnp.units import Length, mm, pt

_WIDTH, _HEIGHT, _MARGIN = 210.0, 297.0, 12.0  # A4, ISO 216
_COLUMNS, _ROWS = 7, 9
_TOP, _FOOT = 28.0, 282.0
_TILE = Box(0.0, 0.0, 23.0, 21.0)
_ICON = 15.0
_NAME_GAP = 3.6  # from the tile to the baseline of the name

_INK = Colour(33, 33, 38)
_QUIET = Colour(110, 108, 104)
_PAPER = Colour(243, 241, 236)
_ACCENT = Colour(176, 58, 46)

_TITLE = Style(font="Barlow Condensed", weight=700, size=pt(22), colour=_INK)
_PLAIN = Style(font="Barlow", weight=400, size=pt(8), colour=_QUIET)
_NAME = Style(font="Barlow Semi Condensed", weight=400, size=pt(6.8), colour=_INK)
_SMALL = Style(font="Barlow Semi Condensed", weight=400, size=pt(6), colour=_QUIET)
_LEAST_NAME = pt(4.5)


def icon_pages(library: IconLibrary, names: Sequence[str], fonts: FontLibrary) -> list[Page]:
    """A4 pages with a tile for each icon, in the order of ``names``; credits are at the foot of each page.

    A game's own icons have a mark in the corner of their tile. Names that the library does not know are left
    out.
    """
    context = TextContext(fonts, library, "en")
    known = [name for name in names if library.get(name) is not None]
    count = _COLUMNS * _ROWS
    chunks = [known[start : start + count] for start in range(0, len(known), count)]
    pages: list[Page] = []
    for index, chunk in enumerate(chunks):
        first = index * count + 1
        shown = f"{first} to {first + len(chunk) - 1} of {len(known)}"
        items = [*_head(shown, context), *_tiles(library, chunk, context), *_foot(library, chunk, context)]
        pages.append(Page(mm(_WIDTH), mm(_HEIGHT), items=tuple(items)))
    return pages


def _head(shown: str, context: TextContext) -> list[Item]:
    return [
        *_label("Icons", _TITLE, _MARGIN, 18.0, context),
        *_label('in texts :name: · in layouts <icon name="…"/>', _PLAIN, _MARGIN + 24.0, 18.0, context),
        *_label(shown, _PLAIN, _WIDTH - _MARGIN, 18.0, context, "end"),
        Fill(rectangle(Box(_MARGIN, 21.5, _WIDTH - 2 * _MARGIN, 0.5)), _ACCENT),
    ]


def _tiles(library: IconLibrary, names: Sequence[str], context: TextContext) -> list[Item]:
    across = (_WIDTH - 2 * _MARGIN - _TILE.width) / (_COLUMNS - 1)
    down = (_FOOT - _TOP) / _ROWS
    own = set(library.own_names())
    items: list[Item] = []
    for index, name in enumerate(names):
        row, column = divmod(index, _COLUMNS)
        tile = _TILE.moved(_MARGIN + column * across, _TOP + row * down)
        items.append(Fill(rectangle(tile, 2.0), _PAPER))
        if name in own:
            items.append(Fill(_corner(tile), _ACCENT))
        icon = library.get(name)
        if icon is not None:
            middle = tile.centre
            box = Box(middle.x - _ICON / 2, middle.y - _ICON / 2, _ICON, _ICON)
            items.append(place_icon(icon, box, _INK))
        baseline = tile.bottom + _NAME_GAP
        style = _fitted(name, _NAME, across - 1.0, context)
        items += _label(name, style, tile.centre.x, baseline, context, "middle")
    return items


def _corner(tile: Box) -> tuple[tuple[str | float, ...], ...]:
    size = 3.0
    return polygon(
        [
            (tile.right - size - 1, tile.y + 1),
            (tile.right - 1, tile.y + 1),
            (tile.right - 1, tile.y + 1 + size),
        ]
    )


def _foot(library: IconLibrary, names: Sequence[str], context: TextContext) -> list[Item]:
    credits_ = library.credits(names)
    if not credits_:
        return []
    authors = ", ".join(dict.fromkeys(credit.author for credit in credits_))
    licences = ", ".join(dict.fromkeys(credit.licence for credit in credits_))
    return [
        *_label(f"Icons by {authors}", _SMALL, _MARGIN, 288.0, context),
        *_label(
            f"game-icons.net, {licences} (creativecommons.org), recoloured, paths optimised",
            _SMALL,
            _MARGIN,
            291.0,
            context,
        ),
    ]


def _fitted(text: str, style: Style, width: float, context: TextContext) -> Style:
    """The style, smaller where the text would be wider than ``width``."""
    needed = text_width(text, style, context)
    if needed <= width:
        return style
    size = max(style.size.mm * width / needed, _LEAST_NAME.mm)
    return replace(style, size=Length.from_mm(size))


def _label(
    text: str,
    style: Style,
    x: float,
    y: float,
    context: TextContext,
    anchor: Literal["start", "middle", "end"] = "start",
) -> tuple[Item, ...]:
    items, _ = set_label(text, style, x, y, context, anchor)
    return items
