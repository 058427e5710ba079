"""Faults of an SVG file, collected while it is drawn."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic, error, warning
from pnp.icons.svg.xml_node import Node
from pnp.source import Span


class TooComplexError(Exception):
    """The drawing goes beyond a limit; caught where the file is read."""


class Faults:
    """Findings in one file; the same one is reported once, at its first place."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Diagnostic] = []
        self._told: set[str] = set()

    def feature(self, name: str, node: Node, cure: str) -> None:
        """Something that SVG has and we do not draw (A111)."""
        if self._new(name):
            self.found.append(
                warning("A111", f"'{name}' of SVG is not supported and left out", self.span(node), cure)
            )

    def value(self, message: str, node: Node, cure: str) -> None:
        """A value that cannot be read and is skipped (A113)."""
        if self._new(message):
            self.found.append(warning("A113", message, self.span(node), cure))

    def broken(self, message: str, line: int, column: int, cure: str) -> None:
        """The file is no SVG (A110)."""
        self.found.append(error("A110", message, Span(self.file, line, column, line, column + 1), cure))

    def too_complex(self, message: str) -> None:
        """The drawing goes beyond a limit (A114)."""
        self.found.append(error("A114", message, Span(self.file), "simplify the drawing"))

    def empty(self) -> None:
        """Nothing is drawn (A112)."""
        self.found.append(
            error("A112", "the SVG draws nothing", Span(self.file), "draw paths with a fill or a stroke")
        )

    def span(self, node: Node) -> Span:
        """Where the element begins."""
        return Span(self.file, node.line, node.column, node.line, node.column + len(node.tag) + 1)

    def _new(self, what: str) -> bool:
        if what in self._told:
            return False
        self._told.add(what)
        return True
