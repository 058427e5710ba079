"""Faults of an SVG file, collected while it is drawn."""

from __future__ import annotations

from collections.abc import Callable

from pnp.diagnostics import Diagnostic, error, extra_cures, note, warning
from pnp.icons.svg.xml_node import Node
from pnp.source import Span


class TooComplexError(Exception):
    """The drawing goes beyond a limit; caught where the file is read."""


class NeedsPicture(Exception):
    """The draw list cannot say it, but resvg can draw it; caught at the element around it.

    Attributes:
        feature: What needs it.
        node: Where.
        whole: Whether it concerns the whole drawing.
        outer: Whether it depends on the ``use`` elements around it.
    """

    def __init__(self, feature: str, node: Node, *, whole: bool = False, outer: bool = False) -> None:
        super().__init__(feature)
        self.feature, self.node, self.whole, self.outer = feature, node, whole, outer


class Faults:
    """Findings in one file; the same one is reported once, at its first place.

    Args:
        file: As shown to the author.
        drawable: Whether what the draw list cannot say is drawn as a picture; asked when it is met.
    """

    def __init__(self, file: str, drawable: Callable[[], bool] = lambda: False) -> None:
        self.file = file
        self._drawable = drawable
        self.found: list[Diagnostic] = []
        self._reported: set[str] = set()

    def feature(self, name: str, node: Node, cure: str, *, whole: bool = False, outer: bool = False) -> None:
        """Something that SVG has and only a picture can show: left out (A111) where there are no pictures.

        Raises:
            NeedsPicture: There are pictures.
        """
        if self._drawable():
            raise NeedsPicture(name, node, whole=whole, outer=outer)
        self.lost(name, node, cure, *(f"to have it drawn, {each}" for each in extra_cures("svg")))

    def coarse(self, name: str, node: Node) -> None:
        """Something that looks better as a picture, where there are pictures.

        Raises:
            NeedsPicture: There are.
        """
        if self._drawable():
            raise NeedsPicture(name, node)

    def lost(self, name: str, node: Node, *cures: str) -> None:
        """Something that SVG has and nothing of ours draws (A111)."""
        if self._is_new(name):
            self.found.append(
                warning("A111", f"'{name}' of SVG is not supported and left out", self.span(node), cures)
            )

    def picture(self, need: NeedsPicture) -> None:
        """Something has become a picture (A115)."""
        if self._is_new(f"picture {need.feature}"):
            what = "the whole drawing" if need.whole else "this part of the drawing"
            message = f"'{need.feature}' of SVG: {what} becomes a picture of 300 dpi"
            self.found.append(note("A115", message, self.span(need.node)))

    def value(self, message: str, node: Node, cure: str) -> None:
        """A value that cannot be read and is skipped (A113)."""
        if self._is_new(message):
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

    def _is_new(self, what: str) -> bool:
        if what in self._reported:
            return False
        self._reported.add(what)
        return True
