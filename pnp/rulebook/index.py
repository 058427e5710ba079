"""The index of a rule sheet: terms in alphabetical order with the pages that mention them.

Pages are known once all strips are placed, so an index begins as one empty strip, which its entries then
replace. Because its length can move what it points at, it is set again until its pages stay the same.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from pnp.colour import Colour
from pnp.diagnostics import error
from pnp.draw import GlyphRun, Glyphs, Group, Item, Tag
from pnp.draw.item import without_tags
from pnp.geometry import Box
from pnp.i18n import capital, format_number, sort_key
from pnp.icons import place_icon
from pnp.markup import TextRun
from pnp.model import Game, Term, Vocabulary
from pnp.rulebook.block import Block, Directive, Remark, Rulebook
from pnp.rulebook.desk import Desk, wanted_columns
from pnp.rulebook.flow import IndexPlace, PlacedStrip, Section, Strip, TextArea, chain_height, place_tightly
from pnp.rulebook.limits import MOST_INDEX_COLUMNS, MOST_INDEX_ROUNDS
from pnp.rulebook.mention import Mention, Mentions, key_of
from pnp.rulebook.reading import named_vocabulary
from pnp.rulebook.words import line_height, tagged_line
from pnp.source import Origin

_COLUMN = 40.0
"""Width of an entry; as many are set side by side as fit (millimetres)."""
_GAP, _ICON, _ROW_GAP = 4.0, 4.8, 0.6
_WHOLE = 60.0
"""Height up to which an index is not split (millimetres)."""

Pages = Mapping[str, Sequence[int]]
"""For each term its pages in order, from 1."""


def sheet_mentions(game: Game, rulebook: Rulebook) -> Mentions | None:
    """Marks mentions for the indexes of the sheet; None where it has none."""
    indexes = list(_indexes(rulebook.blocks))
    if not indexes:
        return None
    return Mentions(game, any(_wants_all(directive) for directive in indexes))


def _indexes(blocks: Iterable[Block]) -> Iterator[Directive]:
    for block in blocks:
        if isinstance(block, Directive) and block.name == "index":
            yield block
        elif isinstance(block, Directive | Remark):
            yield from _indexes(block.blocks)


def _wants_all(directive: Directive) -> bool:
    word = directive.options.get("terms")
    return word is not None and word.text == "all"


def index_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """An empty strip in the place of the index (see ``with_indexes``)."""
    word = directive.options.get("terms")
    if word is not None and word.text not in ("all", "marked"):
        cure = "write 'marked' or 'all'"
        desk.diagnostics.append(error("R112", f"'{word.text}' is no choice of terms", word.span, cure))
    for each in directive.words:
        found = named_vocabulary(desk.game, each)
        if not isinstance(found, Vocabulary):
            desk.diagnostics.append(found)
    if desk.mentions is not None:
        note_icons(desk, directive, desk.mentions.seen)
    place = IndexPlace(directive, x, width, desk.tag("L").element)
    return [Strip(line_height(desk.styles.table), index=place)]


def with_indexes(
    desk: Desk, sections: Sequence[Section], placed: list[PlacedStrip], frame: TextArea
) -> list[PlacedStrip]:
    """The sheet placed with its indexes in place of the empty strips, their pages as they are placed."""
    desk.mentions = None  # what an index prints is no mention
    pages = _pages(placed)
    for _ in range(MOST_INDEX_ROUNDS):
        filled = [_filled(desk, section, pages) for section in sections]
        placed = place_tightly(filled, frame)
        before, pages = pages, _pages(placed)
        if pages == before:
            break
    return placed


def _pages(placed: Iterable[PlacedStrip]) -> Pages:
    pages: dict[str, set[int]] = {}
    for strip in placed:
        for item in without_tags(strip.strip.items):
            if isinstance(item, Group) and isinstance(item.place, Mention):
                pages.setdefault(item.place.name, set()).add(strip.page + 1)
    return {key: sorted(known) for key, known in pages.items()}


def _filled(desk: Desk, section: Section, pages: Pages) -> Section:
    if not any(strip.index for strip in section.strips):
        return section
    strips: list[Strip] = []
    for strip in section.strips:
        if strip.index is None:
            strips.append(strip)
            continue
        rows = _rows(desk, strip.index, pages) or [Strip(0.0)]
        rows = [replace(row, panels=strip.panels) for row in rows]
        rows[0] = replace(rows[0], before=strip.before, breaks=strip.breaks)
        rows[-1] = replace(rows[-1], keep=strip.keep)
        strips += rows
    return replace(section, strips=tuple(strips))


def _rows(desk: Desk, place: IndexPlace, pages: Pages) -> list[Strip]:
    """The entries in rows; they are read column by column."""
    terms = listed_terms(desk, place.directive, pages)
    if not terms:
        if any(word.text not in desk.game.vocabularies for word in place.directive.words):
            return []  # reported where the strip was made
        message = "the index is empty: the sheet mentions no term that it lists"
        cure = "write terms as '[form](term)', or ':::index {terms=all}'"
        desk.diagnostics.append(error("R159", message, place.directive.span, cure))
        return []
    fitting = max(1, min(int((place.width + _GAP) / (_COLUMN + _GAP)), MOST_INDEX_COLUMNS))
    wanted = wanted_columns(desk, place.directive.options.get("columns"), MOST_INDEX_COLUMNS, fitting)
    columns = min(wanted, len(terms))
    count = -(-len(terms) // columns)
    cell = (place.width - _GAP * (columns - 1)) / columns
    indent = _ICON if any(term.icon for term in terms) else 0.0
    coloured = all(term.colour for term in terms if term.icon)
    rows: list[Strip] = []
    tags = _entry_tags(desk, place, len(terms))
    for row in range(count):
        items: list[Item] = []
        height = 0.0
        for column, at in enumerate(range(row, len(terms), count)):
            left = place.x + column * (cell + _GAP)
            own = pages[key_of(terms[at])]
            ink = terms[at].colour if coloured else None
            room = _Cell(left, cell, indent, ink or desk.styles.accent, tags[at])
            made, high = _entry(desk, place.directive, terms[at], own, room)
            items += made
            height = max(height, high)
        rows.append(Strip(height, tuple(items), before=_ROW_GAP if rows else 0.0, keep=row in (0, count - 2)))
    if chain_height([replace(row, keep=True) for row in rows], 0) <= _WHOLE:
        rows[:-1] = [replace(row, keep=True) for row in rows[:-1]]
    return rows


def _entry_tags(desk: Desk, place: IndexPlace, count: int) -> list[Tag]:
    """The tags of the entries of an index, in the order of the alphabet."""
    tags: list[Tag] = []
    with desk.back_in(place.element):
        for _ in range(count):
            with desk.inside("LI"), desk.inside("LBody"):
                tags.append(desk.tag("P"))
    return tags


def note_icons(desk: Desk, directive: Directive, mentioned: Container[str]) -> None:
    """Note the icons that the index will show for what is mentioned above it, for the credits below it."""
    icons = (term.icon for term in listed_terms(desk, directive, mentioned))
    desk.icons.update(name for name in icons if name and desk.context.icons.get(name))


def listed_terms(desk: Desk, directive: Directive, mentioned: Container[str]) -> list[Term]:
    """The mentioned terms (see ``key_of``) that the index lists, in the order of the language's alphabet."""
    wanted = {word.text for word in directive.words} or set(desk.game.vocabularies)
    terms = [
        term
        for vocabulary in desk.game.vocabularies.values()
        if vocabulary.id in wanted
        for term in vocabulary.terms.values()
        if key_of(term) in mentioned
    ]
    return sorted(terms, key=lambda term: sort_key(desk.plain(term.name), desk.language))


def entry_words(desk: Desk, term: Term) -> str:
    """The name of a term with a capital: names and common words of one index begin alike."""
    return capital(desk.plain(term.name), desk.language)


class _Cell(NamedTuple):
    """The place of an entry: left edge, width, indent of its words, colour of its icon, and its tag."""

    x: float
    width: float
    indent: float
    ink: Colour
    tag: Tag


def _entry(
    desk: Desk, directive: Directive, term: Term, pages: Sequence[int], cell: _Cell
) -> tuple[list[Item], float]:
    """The icon, name and pages of a term, and their height."""
    x, width, indent, ink, tag = cell
    style = replace(desk.styles.table, align="left")
    runs = [TextRun(f"{entry_words(desk, term)}\u2002", False, False, 0)]
    ranges = page_ranges(pages, desk.language)
    for number, (_, words) in enumerate(ranges):
        if number:
            runs.append(TextRun(", ", False, False, 0))
        runs.append(TextRun(words, False, False, 0))
    lines = desk.run_lines(runs, style, width - indent, Origin(directive.span))
    height = line_height(style)
    items: list[Item] = []
    icon = desk.context.icons.get(term.icon) if term.icon else None
    if icon is not None:
        desk.icons.add(icon.name)
        side = 0.85 * height
        items.append(place_icon(icon, Box(x, (height - side) / 2, side, side), ink))
    for row, line in enumerate(lines):
        items += tagged_line(line, style, x + indent, row * height, tag).items
    linked = _linked(desk, items, [page for page, _ in ranges], tag, height)
    return linked, max(len(lines), 1) * height


def _linked(desk: Desk, items: Sequence[Item], pages: Sequence[int], tag: Tag, height: float) -> list[Item]:
    """The items of an entry in groups, each of its last words a link to one of the pages."""
    words = [part for item in items if isinstance(item, GlyphRun) for part in item.parts if part.text.strip()]
    before = len(words) - len(pages)
    made: list[Item] = []
    own: list[Item] = []  # those since the last link
    for item in items:
        if not isinstance(item, GlyphRun):
            own.append(item)
            continue
        left = item.x
        for page, run in _cut(item, pages, before):
            run = run._replace(x=left)
            left += run.width
            if page is None:
                own.append(run)
                continue
            made += [Group(tuple(own), tag=tag)] if own else []
            own = []
            box = Box(run.x, run.y - 0.75 * height, run.width, height)
            alt = desk.labels.text("to-page", n=page)
            made.append(Group((run,), tag=desk.tag("Link", alt, box, within=tag.element, target=page - 1)))
        before -= sum(1 for part in item.parts if part.text.strip())
    return [*made, *([Group(tuple(own), tag=tag)] if own else [])]


def _cut(run: GlyphRun, pages: Sequence[int], before: int) -> Iterator[tuple[int | None, GlyphRun]]:
    """A run in pieces: words that are pages with the page, and what is between them.

    Args:
        run: Cut between words and spaces.
        pages: What its words after the first ``before`` are.
        before: May be below zero where earlier runs have some of the pages.
    """
    named: list[tuple[int | None, Glyphs]] = []
    at = -before
    for part in run.parts:
        word = bool(part.text.strip())
        named.append((pages[at] if word and at >= 0 else None, part))
        at += word
    groups = [(page, [part for _, part in each]) for page, each in groupby(named, lambda pair: pair[0])]
    for number, (page, parts) in enumerate(groups, 1):
        yield page, run._replace(parts=tuple(parts), spaced=run.spaced and number == len(groups))


def page_ranges(pages: Sequence[int], language: str) -> list[tuple[int, str]]:
    """The first pages and the ranges in words: three pages in a row or more are one range."""
    ranges: list[list[int]] = []
    for page in pages:
        if ranges and page == ranges[-1][-1] + 1:
            ranges[-1].append(page)
        else:
            ranges.append([page])
    found: list[tuple[int, str]] = []
    for run in ranges:
        first, last = format_number(run[0], language), format_number(run[-1], language)
        if len(run) > 2:
            found.append((run[0], f"{first}–{last}"))
        else:
            found += [(page, format_number(page, language)) for page in run]
    return found
