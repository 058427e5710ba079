"""Sizes and styles that every game has without defining them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pnp.colour import Colour
from pnp.model.size import Size
from pnp.model.text import Style
from pnp.units import Length, mm, pt

_SQRT3 = 3**0.5


def hexagon(flat_to_flat: Length, top: str) -> Size:
    """A regular hexagon by its flat-to-flat size.

    Args:
        flat_to_flat: Distance of opposite edges; the corners lie 2/√3 as far apart.
        top: ``pointy`` for a corner on top, ``flat`` for an edge on top.
    """
    corners = Length(round(flat_to_flat.emu * 2 / _SQRT3))
    if top == "pointy":
        return Size(flat_to_flat, corners, shape="hex-pointy")
    return Size(corners, flat_to_flat, shape="hex-flat")


def _card(width: float, height: float, radius: float = 3.0) -> Size:
    return Size(mm(width), mm(height), mm(radius))


# The metric sizes are those that sleeves are sold for in Europe (poker and bridge as the hobby rounds them;
# the inch sizes are 2.5 x 3.5 and 2.25 x 3.5); domino is the 1.75 x 3.5 inch card of print-on-demand shops;
# business cards by ISO 7810 ID-1 rounded to 85 x 55 as European printers do; A1 to A6 by ISO 216. A corner
# radius of 3 mm is that of 1/8 inch corner punches, rounded.
STANDARD_SIZES: Mapping[str, Size] = MappingProxyType(
    {
        "poker": _card(63, 88),
        "bridge": _card(57, 88),
        "american": _card(56, 87),
        "euro": _card(59, 92),
        "mini-american": _card(41, 63),
        "mini-european": _card(44, 68),
        "tarot": _card(70, 120),
        "square": _card(70, 70),
        "mini-square": _card(50, 50),
        "domino": Size(Length.parse("1.75in"), Length.parse("3.5in"), mm(3)),
        "business": _card(85, 55, 0),
        "a6": _card(105, 148, 0),
        "a5": _card(148, 210, 0),
        "a4": _card(210, 297, 0),
        "a3": _card(297, 420, 0),
        "a2": _card(420, 594, 0),
        "a1": _card(594, 841, 0),
    }
)
"""Named sizes of cards and boards, upright unless the name says otherwise."""

_INK = Colour(0x1C, 0x1C, 0x1E)
_GREY = Colour(0x6A, 0x6A, 0x70)
_ACCENT = Colour(0x2B, 0x3A, 0x55)

STANDARD_STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "title": Style(
            "Barlow Condensed", weight=600, size=pt(14), min_size=pt(9), leading=1.1, align="center",
            valign="middle", hyphenate=False,
        ),
        "body": Style("Barlow Semi Condensed", size=pt(9), min_size=pt(7.5), leading=1.22, term_style="bold"),
        "small": Style("Barlow Semi Condensed", size=pt(7.5), min_size=pt(6.5), leading=1.2),
        "tiny": Style("Barlow Semi Condensed", size=pt(5.5), min_size=pt(5), leading=1.2, hyphenate=False),
        "number": Style(
            "Barlow Condensed", weight=700, size=pt(20), min_size=pt(10), leading=1.0, align="center",
            valign="middle", hyphenate=False, figures="tabular",
        ),
        "label": Style(
            "Barlow Condensed", weight=600, size=pt(8), min_size=pt(6), leading=1.1, hyphenate=False, tracking=30.0
        ),
        "caption": Style("Barlow", italic=True, size=pt(7.5), min_size=pt(6.5), leading=1.25),
        "rulebook-title": Style(
            "Barlow Condensed", weight=800, size=pt(34), leading=1.0, colour=_ACCENT, hyphenate=False
        ),
        "rulebook-subtitle": Style("Barlow", size=pt(12), leading=1.25, colour=_GREY, hyphenate=False),
        "rulebook-body": Style("Barlow", size=pt(9), leading=1.36, colour=_INK),
        "rulebook-table": Style("Barlow Semi Condensed", size=pt(8.5), leading=1.26, colour=_INK),
        "rulebook-caption": Style("Barlow", italic=True, size=pt(7.5), leading=1.25, colour=_GREY),
        "rulebook-small": Style("Barlow", size=pt(7), leading=1.3, colour=_GREY),
        "heading-1": Style(
            "Barlow Condensed", weight=700, size=pt(16), leading=1.08, colour=_ACCENT, hyphenate=False
        ),
        "heading-2": Style(
            "Barlow Condensed", weight=600, size=pt(12.5), leading=1.12, colour=_ACCENT, hyphenate=False
        ),
        "heading-3": Style("Barlow", weight=700, size=pt(9.5), leading=1.25, colour=_INK, hyphenate=False),
        "heading-4": Style(
            "Barlow", weight=600, italic=True, size=pt(9), leading=1.25, colour=_INK, hyphenate=False
        ),
    }
)  # fmt: skip
"""Named styles. A game's own style of the same name starts from the standard one.

``heading-…`` and ``rulebook-…`` are those of rule sheets; the colour of ``heading-1`` is also that of their
rules and bullets.
"""
