"""Reading print options in data files, without pydantic."""

from __future__ import annotations

from typing import Any

from pnp.load.shape.value import ValueFault, as_typed
from pnp.model.print import OptionFault, read_option

_LISTED = "in brackets a comma separates values: write a decimal point, or several lengths without brackets"
_LENGTHS = ("margin", "gutter", "bleed")


def read_text(name: str, value: Any) -> str:
    """The value of the option as it was typed.

    Args:
        name: Of the option, as on the command line.
        value: As YAML has it.

    Raises:
        ValueFault: The option has no such value.
    """
    if isinstance(value, list) and all(isinstance(item, int | float | str) for item in value):
        raise ValueFault("text", "expected one text, found a list", _LISTED)
    text = str(value).lower() if isinstance(value, bool) else as_typed(value)
    if not isinstance(text, str):
        raise ValueFault("value", f"'{name}' has no such value", "pnp profiles shows what options hold")
    try:
        read_option(name, text)
    except OptionFault as refused:
        kind = "length" if name in _LENGTHS else "value"
        raise ValueFault(kind, refused.message, refused.cure) from None
    return text
