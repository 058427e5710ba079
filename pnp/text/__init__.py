"""The text engine: words to glyphs, lines to boxes, for cards and rule sheets alike."""

from pnp.text.column import Broken, SetLine, break_paragraph
from pnp.text.context import TextContext
from pnp.text.fault import FaultKind, TextFault
from pnp.text.finding import findings
from pnp.text.label import set_label, text_width
from pnp.text.setting import SetText, set_text

__all__ = [
    "Broken",
    "FaultKind",
    "SetLine",
    "SetText",
    "TextContext",
    "TextFault",
    "break_paragraph",
    "findings",
    "set_label",
    "set_text",
    "text_width",
]
