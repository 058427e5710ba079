"""The text engine: words to glyphs, lines to boxes, for cards and rule sheets alike."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.text.column import SetLine, break_paragraph
    from pnp.text.context import TextContext
    from pnp.text.fault import TextFault, findings
    from pnp.text.setting import SetText, set_fitted_label, set_label, set_text, text_width, unprintable
    from pnp.text.unspaced import phrase_library

__getattr__ = lazy(__name__)
