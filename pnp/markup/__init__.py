"""Inline marks of texts, parsed once into runs."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.markup.parse import is_icon_name, parse_inline
    from pnp.markup.run import (
        ICON_MARK,
        BreakRun,
        IconRun,
        Marked,
        MarkedParagraph,
        MarkFault,
        Marks,
        Run,
        TermRun,
        TextRun,
        escape,
        plain_text,
    )

__getattr__ = lazy(__name__)
