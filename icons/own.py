"""The plain signs that pnp draws itself: shapes, arrows, dice. Path data in a frame of 512 by 512."""

from __future__ import annotations

import math
from collections.abc import Sequence

VIEW = 512
_CENTRE = VIEW / 2
# Letters are the places of a grid of three by three, row by row.
_DIE_PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}
_ARROWS = {
    "up": 0,
    "up-right": 45,
    "right": 90,
    "down-right": 135,
    "down": 180,
    "down-left": 225,
    "left": 270,
    "up-left": 315,
}


def own_icons() -> dict[str, str]:
    """Name to path data."""
    icons = {
        "circle": _circle(_CENTRE, _CENTRE, 224),
        "ring": _circle(_CENTRE, _CENTRE, 224) + _circle(_CENTRE, _CENTRE, 160, clockwise=False),
        "square": "M48 48H464V464H48Z",
        "square-outline": "M48 48H464V464H48ZM104 104V408H408V104Z",
        "triangle": _polygon(_around(3, 240, lower=48)),
        "triangle-down": _polygon(_around(3, 240, start=180, lower=-48)),
        "diamond": _polygon(_around(4, 240)),
        "pentagon": _polygon(_around(5, 240, lower=16)),
        "hexagon": _polygon(_around(6, 240)),
        "hexagon-flat": _polygon(_around(6, 240, start=30)),
        "octagon": _polygon(_around(8, 240, start=22.5)),
        "star": _polygon(_star(5, 248, 96, lower=20)),
        "star-six": _polygon(_star(6, 248, 128)),
        "spark": _polygon(_star(4, 248, 72)),
        "plus": _polygon(_plus()),
        "minus": "M48 208H464V304H48Z",
        "times": _polygon(_turned(_plus(), 45)),
        "equals": "M64 144H448V224H64ZM64 288H448V368H64Z",
        "check": "M40 272L112 200L208 296L400 88L472 152L208 440Z",
        "drop-shape": "M256 24C352 152 416 232 416 328C416 418 344 488 256 488S96 418 96 328C96 232 160 152 256 24Z",
        "heart": "M256 472L72 284C20 232 20 148 72 96C124 44 208 48 256 112"
        "C304 48 388 44 440 96C492 148 492 232 440 284Z",
        "arrow-both": _polygon(_double_arrow()),
        "arrow-up-down": _polygon(_turned(_double_arrow(), 90)),
        "chevron-right": "M152 48H264L424 256L264 464H152L312 256Z",
        "chevron-left": "M360 48H248L88 256L248 464H360L200 256Z",
        "die": _die_body(),
    }
    icons |= {f"arrow-{name}": _polygon(_turned(_arrow(), turn)) for name, turn in _ARROWS.items()}
    icons |= {f"die-{number}": _die(places) for number, places in _DIE_PIPS.items()}
    return icons


def _die(places: str) -> str:
    pips = ((("abcdefghi".index(place) % 3), ("abcdefghi".index(place) // 3)) for place in places)
    return _die_body() + "".join(_circle(144 + 112 * x, 144 + 112 * y, 44, clockwise=False) for x, y in pips)


def _die_body() -> str:
    return "M112 32H400A80 80 0 0 1 480 112V400A80 80 0 0 1 400 480H112A80 80 0 0 1 32 400V112A80 80 0 0 1 112 32Z"


def _circle(cx: float, cy: float, radius: float, *, clockwise: bool = True) -> str:
    sweep = int(clockwise)
    arc = f"A{radius:g} {radius:g} 0 0 {sweep}"
    return f"M{cx - radius:g} {cy:g}{arc} {cx + radius:g} {cy:g}{arc} {cx - radius:g} {cy:g}Z"


def _around(corners: int, radius: float, start: float = 0, lower: float = 0) -> list[tuple[float, float]]:
    """Corners of a regular polygon, the first one ``start`` degrees clockwise from the top."""
    angles = [math.radians(start + 360 * index / corners) for index in range(corners)]
    return [(_CENTRE + radius * math.sin(a), _CENTRE + lower - radius * math.cos(a)) for a in angles]


def _star(points: int, outer: float, inner: float, lower: float = 0) -> list[tuple[float, float]]:
    tips = _around(points, outer, lower=lower)
    notches = _around(points, inner, start=180 / points, lower=lower)
    return [corner for pair in zip(tips, notches, strict=True) for corner in pair]


def _plus() -> list[tuple[float, float]]:
    near, far = 48, 208
    return [(_CENTRE + x, _CENTRE + y) for x, y in (
        (-near, -far), (near, -far), (near, -near), (far, -near), (far, near), (near, near),
        (near, far), (-near, far), (-near, near), (-far, near), (-far, -near), (-near, -near),
    )]  # fmt: skip


def _arrow() -> list[tuple[float, float]]:
    return [(256, 24), (440, 240), (320, 240), (320, 488), (192, 488), (192, 240), (72, 240)]


def _double_arrow() -> list[tuple[float, float]]:
    return [
        (16, 256), (176, 104), (176, 200), (336, 200), (336, 104),
        (496, 256), (336, 408), (336, 312), (176, 312), (176, 408),
    ]  # fmt: skip


def _turned(points: Sequence[tuple[float, float]], degrees: float) -> list[tuple[float, float]]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [
        (
            _CENTRE + cos * (x - _CENTRE) - sin * (y - _CENTRE),
            _CENTRE + sin * (x - _CENTRE) + cos * (y - _CENTRE),
        )
        for x, y in points
    ]


def _polygon(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in points) + "Z"
