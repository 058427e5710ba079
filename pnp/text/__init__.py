"""The text engine: words to glyphs, lines to boxes, for cards and rule sheets alike."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.text.column import Broken, SetLine, break_paragraph
    from pnp.text.context import TextContext
    from pnp.text.fault import FaultKind, TextFault, findings
    from pnp.text.setting import SetText, set_fitted_label, set_label, set_text, text_width, unprintable
    from pnp.text.unspaced import phrase_library

__all__ = [
    "Broken",
    "FaultKind",
    "SetLine",
    "SetText",
    "TextContext",
    "TextFault",
    "break_paragraph",
    "findings",
    "phrase_library",
    "set_fitted_label",
    "set_label",
    "set_text",
    "text_width",
    "unprintable",
]

__getattr__ = lazy(
    __name__,
    {
        "Broken": "column",
        "SetLine": "column",
        "break_paragraph": "column",
        "TextContext": "context",
        "FaultKind": "fault",
        "TextFault": "fault",
        "findings": "fault",
        "set_fitted_label": "setting",
        "set_label": "setting",
        "unprintable": "setting",
        "text_width": "setting",
        "SetText": "setting",
        "set_text": "setting",
        "phrase_library": "unspaced",
    },
)
