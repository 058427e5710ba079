"""Faults on their way from where they are found to where they become diagnostics."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.source import Span


class LayoutFault(Exception):
    """A fault of a layout that ends the work at hand; it never leaves this package.

    Attributes:
        code: Of the diagnostic.
        message: Its one line.
        cure: How to fix it.
        word: What to point at in the layout's line; empty for the line itself.
        span: Of the part of an element that is at fault; None for the element that is drawn.
    """

    def __init__(self, code: str, message: str, cure: str, word: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cure = cure
        self.word = word
        self.span: Span | None = None


class AttributeFault(Exception):
    """A value that an attribute cannot hold: the fault (``is not a colour``) and what to write instead."""

    def __init__(self, message: str, cure: str) -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure
