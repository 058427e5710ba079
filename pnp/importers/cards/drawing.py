"""Drawings of cards by other tools, as far as a layout can hold them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from pnp.colour import ColourError
from pnp.icons.svg.style import css_colour
from pnp.importers.cards.marks import marked_words, slots

_SPACES = re.compile(r"\s+")
_NEAREST = (
    (("impact", "capture", "anton", "league gothic", "poster"), "Anton"),
    (("bebas", "league", "oswald"), "Bebas Neue"),
    (("courier", "typewriter", "special elite", "mono", "consolas"), "Special Elite"),
    (("stencil", "ops", "army"), "Black Ops One"),
    (("cinzel", "trajan", "copperplate"), "Cinzel"),
    (("condensed", "narrow", "cond", "franklin gothic"), "Barlow Condensed"),
    (
        (
            "serif",
            "times",
            "georgia",
            "garamond",
            "gentium",
            "palatino",
            "book",
            "cambria",
            "baskerville",
            "spectral",
            "caslon",
            "bodoni",
            "minion",
        ),
        "Spectral",
    ),
)
"""Words in names of fonts, and the family of pnp that is nearest."""
_PLAIN_FONT = "Barlow"
_WITH_ITALICS = {"Barlow Condensed": "Barlow Semi Condensed"}


class DrawnValue(NamedTuple):
    """The text, picture or colour of an element.

    Attributes:
        template: With slots for columns; None where the rows have values that no template gives.
        cells: The value for each row; empty for one that all cards share.
        name: For the column that holds the values, where there is no template.
        only: Title of a column: rows where it is empty have no value.
    """

    template: str | None
    cells: tuple[str, ...] = ()
    name: str = ""
    only: str = ""

    @classmethod
    def of(cls, cells: Sequence[str], name: str) -> DrawnValue:
        """The value for each row, or the one that all rows have; ``name`` is for its column."""
        return cls(cells[0]) if len(set(cells)) == 1 else cls(None, tuple(cells), name)


@dataclass(frozen=True, slots=True)
class DrawnElement:
    """One element of a face.

    Attributes:
        element: Of a layout: ``text``, ``image``, ``icon``, ``rect``, ``circle``, ``ellipse``, ``line`` or
            ``polygon``.
        attributes: Of the element, with distances in millimetres from the trim.
        value: Of a text, or the picture's path in the game.
        rows: Numbers of the rows that have it, from 0; None for all.
        markup: Whether the text has Pango's marks, such as ``<b>``.
        icons: Names of icons by the words that stand for them in the text.
        place: File and line of the script.
        back: Whether it is on the back.
        filled: Attributes with values of their own for each card, such as colours.
    """

    element: str
    attributes: Mapping[str, str]
    value: DrawnValue | None = None
    rows: tuple[int, ...] | None = None
    markup: bool = False
    icons: Mapping[str, str] = field(default_factory=dict)
    place: str = ""
    back: bool = False
    filled: Mapping[str, DrawnValue] = field(default_factory=dict)


@dataclass(slots=True)
class CardDrawing:
    """The faces of the cards of a table.

    Attributes:
        placements: From the bottom up.
        ground: Colour of the front; empty for white.
        back_ground: Likewise of the back.
        files: Paths in the tool's folder by their paths in the game.
    """

    placements: list[DrawnElement] = field(default_factory=list)
    ground: str = ""
    back_ground: str = ""
    files: dict[str, str] = field(default_factory=dict)

    @property
    def has_back(self) -> bool:
        """Whether something is drawn on the back."""
        return bool(self.back_ground) or any(each.back for each in self.placements)


def layout_xml(
    drawing: CardDrawing, *, back: bool, expression: Callable[[str, Sequence[str]], str], note: str
) -> str:
    """The layout of one face.

    Args:
        drawing: Of the cards.
        back: Which face.
        expression: What stands for a column in a layout, by its title and filters.
        note: For the first line.
    """
    ground = drawing.back_ground if back else drawing.ground
    lines = [f"{{# {note} #}}", f"<face fill={quoteattr(ground or 'white')}>"]
    for each in drawing.placements:
        if each.back == back:
            lines += _element(each, expression)
    return "\n".join([*lines, "</face>", ""])


def _element(placement: DrawnElement, expression: Callable[[str, Sequence[str]], str]) -> list[str]:
    attributes = dict(placement.attributes)
    condition = _condition(placement.rows)
    only = placement.value.only if placement.value else ""
    if only:
        # A number may be 0, which counts as false.
        condition = " and ".join(filter(None, [condition, f"{expression(only, ())} is not none"]))
    words = ""
    for name, value in placement.filled.items():
        attributes[name] = _jinja(value, expression)
    if placement.value is not None:
        filled = _jinja(placement.value, expression, placement if placement.element == "text" else None)
        if placement.element == "text":
            words = filled
        elif placement.element == "icon":
            attributes = {"name": filled, **attributes}
        else:
            attributes = {"src": filled, **attributes}
    shown = "".join(f" {name}={_attribute(value)}" for name, value in attributes.items())
    line = f"<text{shown}>{words}</text>" if placement.element == "text" else f"<{placement.element}{shown}/>"
    if condition:
        return [f"  {{% if {condition} %}}", f"  {line}", "  {% endif %}"]
    return [f"  {line}"]


def _attribute(value: str) -> str:
    """In quotes: expressions stay as they are."""
    parts = re.split(r"(\{\{.*?\}\})", value)
    return (
        '"'
        + "".join(
            part if at % 2 else quoteattr(part)[1:-1].replace('"', "&quot;") for at, part in enumerate(parts)
        )
        + '"'
    )


def _condition(rows: tuple[int, ...] | None) -> str:
    if rows is None:
        return ""
    if len(rows) == 1:
        return f"piece.number == {rows[0] + 1}"
    if rows == tuple(range(rows[0], rows[-1] + 1)):
        return f"{rows[0] + 1} <= piece.number <= {rows[-1] + 1}"
    return f"piece.number in ({', '.join(str(row + 1) for row in rows)})"


def _jinja(
    value: DrawnValue, expression: Callable[[str, Sequence[str]], str], text: DrawnElement | None = None
) -> str:
    """The value in the layout's words.

    Args:
        value: With a template.
        expression: What stands for a column.
        text: The text whose words they are; None for an attribute, which has no marks.
    """
    found: list[str] = []
    for words, title, filters in slots(value.template or ""):
        found.append(words if text is None else _layout_words(words, text, begins=not found))
        if title:
            found.append(f"{{{{ {expression(title, filters)} }}}}")
    return "".join(found)


def _layout_words(words: str, text: DrawnElement, *, begins: bool) -> str:
    """Words as they are written in a layout: with pnp's marks, and lines broken by ``<br/>``."""
    marked = marked_words(words, markup=text.markup, icons=text.icons, lost=set(), begins=begins)
    return "<br/>".join(_protected(_SPACES.sub(" ", line)) for line in marked.split("\n"))


def _protected(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def mm(length: float) -> str:
    """Millimetres as layouts have them: up to two digits after the point."""
    return f"{round(length, 2):g}"


def boxed(x: float, y: float, width: float, height: float) -> dict[str, str]:
    """The attributes of a box in millimetres."""
    return {"x": mm(x), "y": mm(y), "width": mm(width), "height": mm(height)}


def tool_colour(text: str) -> str:
    """The colour that a script names, as ``#rrggbb`` or with opacity; empty where it is none.

    A name of CSS, or hexadecimal digits with ``#`` or without it.
    """
    word = text.strip().lstrip(":").lower().replace("_", "")
    word = {"aquamarine1": "aquamarine"}.get(word, word)
    if re.fullmatch(r"[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8}", word):
        word = f"#{word}"
    if re.fullmatch(r"#[0-9a-f]{12}", word):
        word = "#" + "".join(word[at : at + 2] for at in (1, 5, 9))
    try:
        colour = css_colour(word)
    except ColourError:
        return ""
    return str(colour) if colour else ""


def nearest_font(family: str, own: Mapping[str, str], *, italic: bool = False) -> str:
    """The family for a font of another tool: the game's own by this name, else the nearest of pnp's.

    Args:
        family: As the other tool calls it; several with commas between them, the first one that is there.
        own: Families of the fonts that come along by their names in small letters.
        italic: Whether it needs italics.
    """
    for each in family.split(","):
        if found := own.get(re.sub(r"[\s_-]+", " ", each).strip().lower()):
            return found
    words = family.split(",")[0].lower().replace("sans-serif", "sans").replace("sans serif", "sans")
    if re.search(r"\bsans\b", words):
        words = words.replace("serif", "")
    found = next((name for marks, name in _NEAREST if any(mark in words for mark in marks)), _PLAIN_FONT)
    return _WITH_ITALICS.get(found, found) if italic else found
