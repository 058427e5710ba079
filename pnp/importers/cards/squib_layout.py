"""Squib's measures, colours, fonts and layout files (Squib 0.19)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.importers.cards.drawing import tool_colour
from pnp.importers.limits import DEEPEST_EXTENDS

_UNITS = {"in": 1.0, "pt": 1 / 72, "cm": 1 / 2.54, "mm": 1 / 25.4}
_MEASURE = re.compile(r"\s*([+-]?\d*\.?\d+)\s*(in|pt|cm|mm|deg|c|cell|cells|px)?\s*")
_WEIGHTS = {
    **dict.fromkeys(["thin", "ultralight", "extralight", "light", "semilight", "demilight"], "300"),
    **dict.fromkeys(["normal", "regular"], "400"),
    "medium": "500",
    **dict.fromkeys(["semibold", "demibold"], "600"),
    "bold": "700",
    **dict.fromkeys(["extrabold", "ultrabold", "heavy", "black", "ultrablack", "ultraheavy"], "800"),
}
"""Words for weights in names of fonts, without hyphens."""


@dataclass(frozen=True, slots=True)
class FontChoice:
    """A font as Pango describes it.

    Attributes:
        family: One or several with commas.
        size: In points; None where it is not said.
        styles: Attributes of a layout's text.
    """

    family: str
    size: float | None
    styles: Mapping[str, str]


def pango_font(text: str) -> FontChoice:
    """A font such as ``Arial Bold Italic 12``."""
    words = text.replace(",", " , ").split()
    size = None
    if words and re.fullmatch(r"\d+(\.\d+)?", words[-1]):
        size = float(words.pop())
    styles: dict[str, str] = {}
    while words and (words[-1] == "," or _style(words[-1])):
        styles = {**_style(words.pop()), **styles}
    family = re.sub(r" *, *", ", ", " ".join(words)).strip(", ")
    for word in family.partition(",")[0].split()[1:]:  # a family such as Montserrat Black
        styles |= _style(word)
    return FontChoice(family, size, styles)


def _style(word: str) -> dict[str, str]:
    """The attribute that a word after the family of a font stands for; empty for another word."""
    word = word.lower().replace("-", "")
    weight = _WEIGHTS.get(word)
    return {"weight": weight} if weight else {"italic": "true"} if word in ("italic", "oblique") else {}


@dataclass(frozen=True, slots=True)
class SquibMeasures:
    """The meaning of lengths in a deck.

    Attributes:
        dpi: Pixels in an inch.
        cell: Pixels in a cell.
        width: Of a card, in pixels with its bleed.
        height: Likewise.
    """

    dpi: float = 300
    cell: float = 37.5
    width: float = 825
    height: float = 1125

    def pixels(self, value: Any, *, across: bool = True) -> float | None:
        """The length in pixels; None where it is none, such as ``native``.

        Args:
            value: A number of pixels, or a text such as ``0.5in``, ``middle`` or ``deck - 1cm``.
            across: Whether shares are of the width.
        """
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, (int, float)):
            return float(value)
        if not isinstance(value, str):
            return None
        text = value.strip().lstrip(":")
        found = re.fullmatch(r"(middle|center|deck)\s*(?:([-+/])\s*(.+))?", text)
        if not found:
            return self._plain(text)
        word, sign, rest = found.groups()
        whole = self.width if across else self.height
        start = whole if word == "deck" else whole / 2
        other = self._plain(rest) if rest else None
        if sign is None:
            return start
        if other is None or (sign == "/" and not other):
            return None
        return {"-": start - other, "+": start + other, "/": start / other}[sign]

    def _plain(self, text: str) -> float | None:
        found = _MEASURE.fullmatch(text)
        if not found:
            return None
        number, unit = float(found.group(1)), found.group(2) or "px"
        if unit in _UNITS:
            return number * _UNITS[unit] * self.dpi
        if unit == "deg":
            return number
        return number * self.cell if unit.startswith("c") else number

    def millimetres(self, pixels: float) -> float:
        """The length in millimetres."""
        return pixels / self.dpi * 25.4


def merged_layouts(
    known: Mapping[str, Any], added: Mapping[str, Any], measures: SquibMeasures
) -> dict[str, Any]:
    """The styles of a layout file with those that were read before; each with what it extends."""
    every = {**known, **{str(name): style for name, style in added.items() if isinstance(style, dict)}}
    return {name: _extended(every, name, measures, 0) for name in every}


def _extended(every: Mapping[str, Any], name: str, measures: SquibMeasures, depth: int) -> dict[str, Any]:
    style = dict(every[name])
    parents = style.get("extends")
    if parents is None or depth > DEEPEST_EXTENDS:
        return style
    found: dict[str, Any] = {}
    for parent in parents if isinstance(parents, list) else [parents]:
        if str(parent) not in every:
            continue
        above = _extended(every, str(parent), measures, depth + 1)
        found.update(above)
    for key, value in style.items():
        if key != "extends":
            found[key] = _relative(found.get(key), value, measures)
    return found


def _relative(parent: Any, value: Any, measures: SquibMeasures) -> Any:
    """A value such as ``+= 3mm``, worked out from the parent's."""
    found = re.fullmatch(r"\s*([-+*/])=\s*(.+)", value) if isinstance(value, str) else None
    if not found:
        return value
    start, change = measures.pixels(parent if parent is not None else 0), measures.pixels(found.group(2))
    if start is None or change is None or (found.group(1) == "/" and not change):
        return value
    return {"+": start + change, "-": start - change, "*": start * change, "/": start / (change or 1)}[
        found.group(1)
    ]


_CAIRO = dict(
    re.findall(
        r"(\w+)=(\w+)",
        """
        alizarin_crimson=E32636 amaranth=E52B50 amber=FFBF00 amethyst=9966CC apricot=FBCEB1 asparagus=7BA05B
        azure=007FFF bistre=3D2B1F bondi_blue=0095B6 bright_green=66FF00 brown=964B00 buff=F0DC82 burgundy=900020
        burnt_orange=CC5500 burnt_sienna=E97451 burnt_umber=8A3324 camouflage_green=78866B cardinal=C41E3A
        carmine=960018 carrot_orange=ED9121 celadon=ACE1AF cerise=DE3163 cerulean=007BA7 cerulean_blue=2A52BE
        chestnut=CD5C5C cinnamon=7B3F00 cobalt=0047AB copper=B87333 coral_red=FF4040 corn=FBEC5D cream=FFFDD0
        denim=1560BD eggplant=990066 emerald=50C878 falu_red=801818 fern_green=4F7942 flax=EEDC82 gamboge=E49B0F
        green=00FF00 harlequin=3FFF00 heliotrope=DF73FF jade=00A86B khaki=C3B091 lavender=B57EDC lemon=FDE910
        lilac=C8A2C8 lime=BFFF00 malachite=0BDA51 mauve=E0B0FF medium_purple=9370DB midnight_blue=003366
        mint_green=98FF98 moss_green=ADDFAD mustard=FFDB58 navy_blue=000080 ochre=CC7722 old_gold=CFB53B
        orange=FF7500 orange_peel=FFA000 pastel_green=77DD77 pastel_pink=FFD1DC peach=FFE5B4 pear=D1E231
        periwinkle=CCCCFF persian_blue=1C39BB pine_green=01796F pink_orange=FF9966 pomegranate=F34723
        prussian_blue=003153 puce=CC8899 pumpkin=FF7518 purple=660099 raw_umber=734A12 robin_egg_blue=00CCCC
        rose=FF007F russet=80461B rust=B7410E saffron=F4C430 salmon=FF8C69 sangria=92000A sapphire=082567
        scarlet=FF2400 sepia=704214 shocking_pink=FC0FC0 swamp_green=ACB78E tangerine=FFCC00 taupe=483C32
        tea_green=D0F0C0 tawny=CD5700
        """,
    )
)
"""Colours that rcairo, with which Squib draws, has besides those of CSS or otherwise."""


def squib_colour(value: Any, custom: Mapping[str, Any]) -> str:
    """The colour as a layout writes it; ``none`` for an invisible one, empty for an unknown one."""
    text = str(value or "").strip().lstrip(":")
    text = str(custom.get(text, text))
    if re.search(r"\(.*\).*[@]", text):  # a gradient: (x,y)(x,y) colour@share …
        return _gradient(text, custom)
    colour = tool_colour(_CAIRO.get(text.lower(), text))
    return "none" if len(colour) == 9 and colour.endswith("00") else colour


def _gradient(text: str, custom: Mapping[str, Any]) -> str:
    points = [
        tuple(map(float, pair))
        for pair in re.findall(r"\(\s*(-?[\d.]{1,9})\s*,\s*(-?[\d.]{1,9})(?:\s*,\s*[\d.]{1,9})?\s*\)", text)
        if _numbers(pair)
    ]
    stops = re.findall(r"([#\w]+)@([\d.]{1,9})", text)
    colours = [
        (squib_colour(name, custom), float(share) if _numbers((share,)) else 0.0) for name, share in stops[:8]
    ]
    if len(points) < 2 or not colours or any(colour in ("", "none") for colour, _ in colours):
        return ""
    shown = ", ".join(f"{colour} {round(100 * min(share, 1))}%" for colour, share in colours)
    across = abs(points[1][0] - points[0][0]) > abs(points[1][1] - points[0][1])
    return f"linear({90 if across else 180}deg, {shown})"


def _numbers(texts: Sequence[str]) -> bool:
    return all(re.fullmatch(r"-?\d*\.?\d+", text) for text in texts)
