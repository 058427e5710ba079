"""Setting blocks one below the other: the setter of each block, and the room between two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import assert_never

from pnp.diagnostics import error
from pnp.draw import Group
from pnp.rulebook.block import Block, Directive, Divider, Heading, ListBlock, Paragraph, Remark, TableBlock
from pnp.rulebook.callouts import callout_strips
from pnp.rulebook.desk import Desk
from pnp.rulebook.flow import Panel, Strip
from pnp.rulebook.index import index_strips
from pnp.rulebook.listing import component_strips, credit_strips
from pnp.rulebook.picture import figure_strips, hand_strips, piece_strips
from pnp.rulebook.setup import setup_strips, step_strips
from pnp.rulebook.words import bar, body_baseline, heading_strips, line_height, table_strips, word_strips
from pnp.text import set_label

_BEFORE_HEADING = (6.0, 4.4, 3.0, 2.2)
_AFTER_HEADING = (1.6, 0.9, 0.5, 0.3)
_BETWEEN = 1.7
_BEFORE_LIST = 1.0
_AROUND_DISPLAY = 2.6
_TIGHT_ITEM, _LOOSE_ITEM = 0.7, 1.7
_SHORT_ITEM = 2.05
"""An item with this many lines does not appear alone at either end of a column (floats: sums vary a bit)."""
_INDENT = 4.2
_BOX_PADDING_X, _BOX_PADDING_Y = 3.2, 2.4
_REMARK_INDENT, _REMARK_BAR = 3.4, 0.9
_WHOLE_BOX = 60.0
"""Boxes up to this height are never parted (millimetres)."""
_NARROWEST = 12.0
"""A column that lists and boxes inside one another leave is never narrower than this (millimetres)."""

_DISPLAYS = (
    "callouts",
    "components",
    "credits",
    "example",
    "figure",
    "hand",
    "index",
    "piece",
    "setup",
    "steps",
)  # these have more room around them than paragraphs


def block_strips(desk: Desk, blocks: Sequence[Block], x: float, width: float) -> list[Strip]:
    """The strips of blocks, one below the other.

    Args:
        desk: What is at hand; findings are added to it.
        blocks: In order.
        x: Left edge, from the left of the column.
        width: Of the blocks.

    Returns:
        Strips with the room above each; that of the first strip counts only below something else.
    """
    strips: list[Strip] = []
    above: Block | None = None
    brief = False  # the last strip is a paragraph of one line below a heading
    breaks = ""
    for block in _opened(desk, blocks):
        if isinstance(block, Directive) and block.name == "break":
            breaks = _break_kind(desk, block) or breaks
            continue
        made = _one_block(desk, block, x, width)
        if not made:
            continue
        made[0] = replace(made[0], before=_gap(above, block), breaks=breaks)
        if strips and (_introduces(above, block) or (brief and not isinstance(block, Heading))):
            strips[-1] = replace(strips[-1], keep=True)
        strips += made
        brief = isinstance(block, Paragraph) and isinstance(above, Heading) and len(made) == 1
        above, breaks = block, ""
    return strips


def _opened(desk: Desk, blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks with the content of ``:::plain`` in its place; digits are allowed inside it."""
    for block in blocks:
        if isinstance(block, Directive) and block.name == "plain":
            before, desk.numbers_allowed = desk.numbers_allowed, True
            yield from _opened(desk, block.blocks)
            desk.numbers_allowed = before
        else:
            yield block


def _one_block(desk: Desk, block: Block, x: float, width: float) -> list[Strip]:
    width = max(width, _NARROWEST)
    made: list[Strip]
    match block:
        case Heading():
            made = heading_strips(desk, block, x, width)
        case Paragraph():
            made = word_strips(desk, block.text, desk.styles.body, x, width)
        case ListBlock():
            with desk.inside("L", attribute="Decimal" if block.ordered else "Square"):
                made = _list_strips(desk, block, x, width)
        case TableBlock():
            with desk.inside("Table"):
                made = table_strips(desk, block, x, width)
        case Remark():
            made = _remark_strips(desk, block, x, width)
        case Divider():
            made = [Strip(0.3, (bar(x + width * 0.35, 0.0, width * 0.3, 0.3, desk.styles.hairline),))]
        case Directive():
            made = _directive_strips(desk, block, x, width)
        case _:
            assert_never(block)
    return made


def directive_strips(desk: Desk, directive: Directive, width: float) -> list[Strip]:
    """The strips of a directive by itself; none where it is not set in strips of its own."""
    setter = _SETTERS.get(directive.name)
    return setter(desk, directive, 0.0, width) if setter is not None else []


def _directive_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    setter = _SETTERS.get(directive.name)
    if setter is not None:
        with desk.inside("Div"):
            return setter(desk, directive, x, width)
    message = f"':::{directive.name}' is inside another block"
    desk.diagnostics.append(error("R115", message, directive.span, "move it out of the block around it"))
    return block_strips(desk, directive.blocks, x, width)


def _break_kind(desk: Desk, directive: Directive) -> str:
    if not directive.words:
        return "column"
    word = directive.words[0]
    if word.text not in ("column", "page"):
        desk.diagnostics.append(
            error("R112", f"'{word.text}' is no kind of break", word.span, "write 'column' or 'page'")
        )
        return ""
    return word.text


def _list_strips(desk: Desk, block: ListBlock[Block], x: float, width: float) -> list[Strip]:
    """The items one below the other; a short first or last one stays with its neighbour."""
    strips: list[Strip] = []
    short = line_height(desk.styles.body) * _SHORT_ITEM
    last = len(block.items) - 1
    indent = _INDENT if not block.ordered or block.start + len(block.items) <= 100 else _INDENT * 1.6
    for number, item in enumerate(block.items):
        with desk.inside("LI"):
            marker = _number(desk, block.start + number, x, indent) if block.ordered else _bullet(desk, x)
            with desk.inside("LBody"):
                made = block_strips(desk, item, x + indent, width - indent)
        if not made:
            made = [Strip(line_height(desk.styles.body))]
        gap = _LOOSE_ITEM if block.loose else _TIGHT_ITEM
        made[0] = replace(made[0], items=(marker, *made[0].items), before=gap if strips else 0.0)
        brief = fsum(strip.before + strip.height for strip in made[1:]) + made[0].height <= short
        if strips and brief and number == last:
            strips[-1] = replace(strips[-1], keep=True)
        if brief and number == 0 < last:
            made[-1] = replace(made[-1], keep=True)
        strips += made
    return strips


def _bullet(desk: Desk, x: float) -> Group:
    """A small square in the middle of the small letters of the first line."""
    body = desk.styles.body
    side = 0.22 * body.size.mm
    face = desk.context.fonts.face(body.font, body.weight, body.italic, body.axes)
    middle = body_baseline(desk) - face.x_height * body.size.mm / 2
    square = bar(x + 1.0, middle - side / 2, side, side, desk.styles.accent)
    return Group((square,), tag=desk.tag("Lbl", says="•"))


def _number(desk: Desk, number: int, x: float, indent: float) -> Group:
    """The number of an item, its full stop a little left of the text."""
    body = replace(desk.styles.body, weight=700, colour=desk.styles.accent)
    items, _ = set_label(f"{number}.", body, x + indent - 1.2, body_baseline(desk), desk.context, "end")
    return Group(tuple(items), tag=desk.tag("Lbl"))


def _example_strips(desk: Desk, directive: Directive, x: float, width: float) -> list[Strip]:
    """Blocks on a light ground."""
    with desk.inside("Div"):
        inner = block_strips(desk, directive.blocks, x + _BOX_PADDING_X, width - 2 * _BOX_PADDING_X)
    panel = Panel(x, width, fill=desk.styles.tint, radius=1.0)
    return _on_panel(inner, panel, _BOX_PADDING_Y)


def _remark_strips(desk: Desk, block: Remark[Block], x: float, width: float) -> list[Strip]:
    """Blocks beside a bar."""
    with desk.inside("BlockQuote"):
        inner = block_strips(desk, block.blocks, x + _REMARK_INDENT, width - _REMARK_INDENT)
    return _on_panel(inner, Panel(x, _REMARK_BAR, fill=desk.styles.accent), 0.4)


def _on_panel(inner: list[Strip], panel: Panel, padding: float) -> list[Strip]:
    if not inner:
        return []
    inner[0] = replace(inner[0], before=0.0)
    inner[-1] = replace(inner[-1], keep=True)
    if fsum(strip.before + strip.height for strip in inner) <= _WHOLE_BOX:
        inner = [replace(strip, keep=True) for strip in inner]
    edges = (Strip(padding, keep=True), *inner, Strip(padding))
    return [replace(strip, panels=(panel, *strip.panels)) for strip in edges]


_SETTERS: Mapping[str, Callable[[Desk, Directive, float, float], list[Strip]]] = {
    "callouts": callout_strips,
    "components": component_strips,
    "credits": credit_strips,
    "example": _example_strips,
    "figure": figure_strips,
    "hand": hand_strips,
    "index": index_strips,
    "piece": piece_strips,
    "setup": setup_strips,
    "steps": step_strips,
}


def _gap(above: Block | None, block: Block) -> float:
    if isinstance(block, Heading):
        if isinstance(above, Heading):
            return _AFTER_HEADING[above.level - 1] + 1.0
        return _BEFORE_HEADING[block.level - 1]
    if isinstance(above, Heading):
        return _AFTER_HEADING[above.level - 1] + (0.8 if _is_display(block) else 0.0)
    if _is_display(above) or _is_display(block):
        return _AROUND_DISPLAY
    if isinstance(block, ListBlock) and isinstance(above, Paragraph):
        return _BEFORE_LIST
    return _BETWEEN


def _is_display(block: Block | None) -> bool:
    return isinstance(block, TableBlock | Remark | Divider) or (
        isinstance(block, Directive) and block.name in _DISPLAYS
    )


def _introduces(above: Block | None, block: Block) -> bool:
    """Whether a paragraph that ends with a colon leads to this block, and so stays with it."""
    return (
        isinstance(above, Paragraph)
        and above.text.source.rstrip().endswith(":")
        and (isinstance(block, ListBlock) or _is_display(block))
    )
