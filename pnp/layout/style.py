"""Styles of texts as layouts ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.diagnostics import did_you_mean
from pnp.layout.element import Lettering
from pnp.layout.fault import LayoutFault
from pnp.model import Style

_BOLD = 700


class StyleBook:
    """The named styles of a game, with what elements change in them; each combination is made once."""

    def __init__(self, styles: Mapping[str, Style]) -> None:
        self._styles = styles
        self._made: dict[tuple[Any, ...], Style] = {}

    def of(self, element: Lettering, *, header: bool = False) -> Style:
        """The style that an element is set in.

        Args:
            element: The text or cell.
            header: Whether it is in the head of a table, and is bold unless it says otherwise.

        Raises:
            LayoutFault: L240, the style does not exist; M124, its attribute for the least size is above the
                size.
        """
        key = (
            element.style, element.font, element.weight, element.italic, element.font_size, element.min_font_size,
            element.colour, element.align, element.valign, element.leading, element.tracking, element.case,
            element.hyphenate, element.term_style, header,
        )  # fmt: skip
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = self._make(element, header=header)
        return made

    def _make(self, element: Lettering, *, header: bool) -> Style:
        named = self._styles.get(element.style)
        if named is None:
            if element.style != "body":
                cure = did_you_mean(element.style, self._styles, "styles")
                raise LayoutFault("L240", f"unknown style '{element.style}'", cure, element.style)
            named = Style()
        wanted = {
            "font": element.font,
            "weight": element.weight or (_BOLD if header else None),
            "italic": element.italic,
            "size": element.font_size,
            "min_size": element.min_font_size,
            "colour": element.colour,
            "align": element.align,
            "valign": element.valign,
            "leading": element.leading,
            "tracking": element.tracking,
            "case": element.case,
            "hyphenate": element.hyphenate,
            "term_style": element.term_style,
        }
        changes: dict[str, Any] = {name: value for name, value in wanted.items() if value is not None}
        style = replace(named, **changes)
        least = element.min_font_size
        if least is not None and least > style.size:
            message = f"the least size, {least.pt:g}pt, is above the size, {style.size.pt:g}pt"
            raise LayoutFault("M124", message, "make 'min-font-size' the smaller one", "min-font-size")
        return style
