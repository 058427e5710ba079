"""From placed strips to pages: backgrounds of strips, running header and footer, words for icons."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.draw import Face, Fill, GlyphRun, Group, Item, Outline, OutlineEntry, Tag, item_box, rectangle
from pnp.draw.item import moved
from pnp.geometry import Box
from pnp.markup import IconRun, Run, TermRun, TextRun
from pnp.model import Text
from pnp.rulebook.block import Block, Directive, ListBlock, Paragraph, Remark, TableBlock
from pnp.rulebook.desk import Desk
from pnp.rulebook.flow import Panel, PlacedStrip, TextArea
from pnp.rulebook.words import bar
from pnp.text import set_label

_SHORTEST_STEM, _ENDING = 3, 2
"""Letters of a word that are the same in all its forms, and those at its end that are not."""
_NAME_END = re.compile(r"\s[–—-]\s|[:,;.(]")
_BESIDE = " \u2013\u2014-"


def name_icons(desk: Desk, blocks: Sequence[Block]) -> None:
    """Let a sheet call each icon that no term has by the first words that follow it.

    Words follow an icon that begins a paragraph or a cell, or that is alone in the cell before them.
    """
    for texts in _beginnings(blocks):
        if not desk.local(texts[0]).source.startswith(":"):
            continue
        first, *rest = itertools.chain.from_iterable(
            paragraph.runs for paragraph in desk.marked_quietly(texts[0]).paragraphs
        )
        if not isinstance(first, IconRun):
            continue
        after = words_after(rest)
        if not rest and len(texts) > 1:
            after = desk.plain(texts[1])
        called, names = _NAME_END.split(after)[0].strip(), desk.icon_names(first.name)
        if called and not names:
            names.append(called)


def words_after(runs: Sequence[Run]) -> str:
    """The words of the runs up to the next icon, without a dash before them."""
    until = itertools.takewhile(lambda run: not isinstance(run, IconRun), runs)
    words = (
        run.text if isinstance(run, TextRun) else run.form if isinstance(run, TermRun) else " "
        for run in until
    )
    return "".join(words).strip(_BESIDE)


def says_name(words: str, names: Sequence[str]) -> bool:
    """Whether words begin with one of the names, in whatever form: then an icon before them adds nothing."""
    return any(
        words.strip(_BESIDE)
        .casefold()
        .startswith(name.casefold()[: max(_SHORTEST_STEM, len(name) - _ENDING)])
        for name in names
    )


def _beginnings(blocks: Sequence[Block]) -> Iterator[tuple[Text, ...]]:
    """Texts that icons may begin; each cell of a table with the one after it."""
    for block in blocks:
        match block:
            case Paragraph():
                yield (block.text,)
            case ListBlock():
                for item in block.items:
                    yield from _beginnings(item)
            case TableBlock():
                for row in (block.head, *block.rows):
                    yield from (row[at : at + 2] for at in range(len(row)))
            case Remark() | Directive():
                yield from _beginnings(block.blocks)
            case _:
                pass


MARGIN_X = 15.0
MARGIN_TOP = 19.0
MARGIN_BOTTOM = 17.0
GUTTER = 7.0
_HEADER_Y = 12.5
_RULE = 0.2


@dataclass(frozen=True, slots=True)
class TextMargins:
    """TextMargins of a page, and the baseline of its header; millimetres."""

    x: float = MARGIN_X
    top: float = MARGIN_TOP
    bottom: float = MARGIN_BOTTOM
    header: float = _HEADER_Y


_SMALL = TextMargins(x=10.0, top=14.0, bottom=13.0, header=9.0)
SMALL_PAGE = 170.0
"""Pages that are narrower, such as A5, have one column and narrow margins."""


def margins_of(width: float) -> TextMargins:
    """The margins of a page of that width."""
    return _SMALL if width < SMALL_PAGE else TextMargins()


def page_frame(width: float, height: float) -> TextArea:
    """The part of a page of that size that holds text."""
    margin = margins_of(width)
    return TextArea(margin.x, margin.top, width - 2 * margin.x, height - margin.top - margin.bottom, GUTTER)


@dataclass(frozen=True, slots=True)
class Running:
    """The words that every page carries: the game, the sheet, its version."""

    game: str
    title: str
    version: str


def page_faces(
    desk: Desk, placed: Sequence[PlacedStrip], size: tuple[float, float], running: Running
) -> tuple[Face, ...]:
    """The pages in order, at least one; each is a face of the paper's size without bleed."""
    count = max((strip.page for strip in placed), default=0) + 1
    pages: list[list[PlacedStrip]] = [[] for _ in range(count)]
    for strip in placed:
        pages[strip.page].append(strip)
    outline = Outline("rectangle", *size)
    orders = itertools.count()
    return tuple(
        Face(
            outline,
            0.0,
            (
                *_grounds(strips),
                *_content(desk, strips, orders),
                *_running_items(desk, number, count, size, running),
            ),
            label=f"{running.game}: {running.title}" if running.title else running.game,
            language=desk.language,
        )
        for number, strips in enumerate(pages, start=1)
    )


def outline_entries(placed: Sequence[PlacedStrip]) -> tuple[OutlineEntry, ...]:
    """A bookmark for each heading in reading order; levels never jump by more than one."""
    entries: list[OutlineEntry] = []
    for item in placed:
        mark = item.strip.bookmark
        if mark is not None:
            deepest = entries[-1].level + 1 if entries else 0
            entries.append(OutlineEntry(mark.title, min(mark.level, deepest), item.page, item.y))
    return tuple(entries)


def _content(desk: Desk, strips: Sequence[PlacedStrip], orders: Iterator[int]) -> list[Item]:
    """The items in the order of reading; those in a row that belong to one element are one group."""
    made: list[Item] = []
    for placed in strips:
        for item in moved(placed.strip.items, placed.column[0], placed.y):
            for group in _with_icons(desk, item):
                last = made[-1] if made else None
                if not isinstance(group, Group) or group.tag is None:
                    made.append(group)
                elif isinstance(last, Group) and last.tag and last.tag.element == group.tag.element:
                    made[-1] = last._replace(items=(*last.items, *group.items))
                else:
                    made.append(group._replace(tag=group.tag._replace(order=next(orders))))
    return made


def _with_icons(desk: Desk, item: Item) -> Iterator[Item]:
    """A tagged group as several: text in the element, and each icon in it as a figure of its own.

    An icon that a text with its name follows says nothing more.
    """
    if not isinstance(item, Group) or item.tag is None:
        yield item
        return
    tag, items = item.tag, item.items
    text: list[Item] = []
    for at, each in enumerate(items):
        seen = not isinstance(each, Group) or each.items or each.drawn
        if not isinstance(each, Group) or (seen and (each.alt is None or tag.kind == "Figure")):
            text.append(each)
        elif seen and each.alt is not None:  # an empty group is the mark of an index
            if text:
                yield Group(tuple(text), tag=tag)
            text = []
            if says_name(_text_after(items[at + 1 :]), desk.icon_names(each.alt)):
                yield each
            else:
                words, language = desk.icon_words(each.alt)
                figure = desk.tag("Figure", words, item_box(each), within=tag.element, language=language)
                yield Group((each,), tag=figure)
    if text:
        yield Group(tuple(text), tag=tag)


def _text_after(items: Sequence[Item]) -> str:
    """The text of the runs up to the next icon."""
    runs = itertools.takewhile(lambda item: isinstance(item, GlyphRun), items)
    return "".join(item.text for item in runs if isinstance(item, GlyphRun))


def _grounds(strips: Sequence[PlacedStrip]) -> list[Item]:
    """A background for each stretch of strips that share a panel and a column, outer ones first."""
    stretches: dict[tuple[int, float], tuple[Panel, list[PlacedStrip]]] = {}
    depth: dict[tuple[int, float], int] = {}
    for placed in strips:
        for level, panel in enumerate(placed.strip.panels):
            key = (id(panel), placed.column[0])
            stretches.setdefault(key, (panel, []))[1].append(placed)
            depth[key] = level
    grounds: list[Item] = []
    for key in sorted(stretches, key=lambda key: depth[key]):
        panel, members = stretches[key]
        top, bottom = members[0].y, members[-1].y + members[-1].strip.height
        grounds += _ground(panel, members[0].column[0] + panel.x, top, bottom - top)
    return grounds


def _ground(panel: Panel, x: float, y: float, height: float) -> list[Item]:
    if panel.fill is None:
        return []
    return [Fill(rectangle(Box(x, y, panel.width, height), panel.radius), panel.fill)]


def _running_items(
    desk: Desk, number: int, count: int, size: tuple[float, float], running: Running
) -> list[Item]:
    """Header (not on the first page) and footer."""
    style = desk.styles.small
    margin = margins_of(size[0])
    left, right = margin.x, size[0] - margin.x
    context = desk.context
    items: list[Item] = []
    if number > 1:
        header = [
            *set_label(running.game, style, left, margin.header, context)[0],
            *set_label(running.title, style, right, margin.header, context, "end")[0],
            bar(left, margin.header + 1.6, right - left, _RULE, desk.styles.hairline),
        ]
        items.append(Group(tuple(header), tag=Tag("Header")))
    y = size[1] - margin.bottom / 2 + 1.0
    page = desk.labels.text("page", n=number, total=count)
    footer = [
        *set_label(page, style, right, y, context, "end")[0],
        *set_label(running.version, style, left, y, context)[0],
    ]
    items.append(Group(tuple(footer), tag=Tag("Footer")))
    return items
