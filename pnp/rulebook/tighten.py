"""Saving a last page that would hold little: a bit less room above headings and blocks on all the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pnp.rulebook.flow import PlacedStrip, TextArea, place_sections
from pnp.rulebook.strip import Section

_LITTLE = 0.2
"""Share of a page's height that is no page of its own."""
_SHARES = (0.92, 0.84, 0.76, 0.68)
"""Shares of the room above strips, tried in turn; less looks crowded."""


def place_tightly(sections: Sequence[Section], frame: TextArea) -> list[PlacedStrip]:
    """Every strip placed, with less room between them if that saves a last page that would hold little."""
    placed = place_sections(sections, frame)
    pages = _pages(placed)
    if pages < 2 or _last_height(placed, frame) > _LITTLE * frame.height:
        return placed
    for share in _SHARES:
        tried = place_sections([_tighter(section, share) for section in sections], frame)
        if _pages(tried) < pages:
            return tried
    return placed


def _pages(placed: Sequence[PlacedStrip]) -> int:
    return max((item.page for item in placed), default=0) + 1


def _last_height(placed: Sequence[PlacedStrip], frame: TextArea) -> float:
    """How far down the last page is filled."""
    last = _pages(placed) - 1
    return (
        max((item.y + item.strip.height for item in placed if item.page == last), default=frame.y) - frame.y
    )


def _tighter(section: Section, share: float) -> Section:
    strips = tuple(replace(strip, before=strip.before * share) for strip in section.strips)
    return replace(section, strips=strips)
