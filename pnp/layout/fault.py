"""Faults on their way from where they are found to where they become diagnostics."""

from __future__ import annotations


class LayoutFault(Exception):
    """A fault of a layout that ends the work at hand; it never leaves this package.

    Attributes:
        code: Of the diagnostic.
        message: Its one line.
        cure: How to mend it.
        word: What to point at in the layout's line; empty for the line itself.
    """

    def __init__(self, code: str, message: str, cure: str, word: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.cure = cure
        self.word = word


class ValueFault(Exception):
    """A value that an attribute cannot hold: what it is not (``is not a colour``) and what to write instead."""

    def __init__(self, message: str, cure: str) -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure
