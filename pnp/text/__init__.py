"""The text engine: words to glyphs, lines to boxes, for cards and rule sheets alike."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.text.context import TextContext
    from pnp.text.dividing import phrase_library
    from pnp.text.fault import TextFault, findings
    from pnp.text.setting import (
        SetLine,
        SetText,
        break_paragraph,
        set_fitted_label,
        set_label,
        set_text,
        text_width,
        unprintable,
    )

__getattr__ = lazy(__name__)
