"""From items to plates: the operators of content streams, written by the press, with what they refer to."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.press.content import Content
    from pnp.press.press import Press

__all__ = [
    "Content",
    "Press",
]

__getattr__ = lazy(__name__, {"Content": "content", "Press": "press"})
