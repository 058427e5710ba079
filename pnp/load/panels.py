"""Into how many panels a board folds."""

from __future__ import annotations

import re

from pnp.diagnostics import error
from pnp.load.findings import Findings
from pnp.load.limits import MAX_PANELS, MIN_SIDE_MM
from pnp.load.shape.set_file import SetFile
from pnp.load.yaml_node import Node
from pnp.model import ONE_PANEL, Panels, Size

_WRITTEN = re.compile(r"\s*([1-9]\d{0,2})\s*[x×]\s*([1-9]\d{0,2})\s*\Z")


def panels(shape: SetFile, node: Node | None, size: Size, findings: Findings) -> Panels:
    """What a set says under ``panels``; one where it says nothing or something wrong.

    Args:
        shape: Of its file.
        node: Where they are written.
        size: Of the set.
        findings: Get M125.
    """
    if shape.panels is None or node is None:
        return ONE_PANEL
    found, fault = _read(shape.panels, shape.kind, size)
    if fault is not None:
        findings.add(error("M125", fault[0], node.span, fault[1]))
    return found


def _read(written: str, kind: str, size: Size) -> tuple[Panels, tuple[str, str] | None]:
    match = _WRITTEN.match(written)
    if match is None:
        cure = "write columns x rows, such as 2x1 for a board with one fold from top to bottom"
        return ONE_PANEL, (f"'{written}' is not columns by rows of panels", cure)
    if kind != "board":
        return ONE_PANEL, (f"a {kind} has no panels", "only boards fold; leave 'panels' out")
    if size.shape != "rectangle":
        return ONE_PANEL, (
            f"a board of {size.written} has no panels",
            "give it a size such as 594x420mm, or leave 'panels' out",
        )
    found = Panels(int(match[1]), int(match[2]))
    if max(found.columns, found.rows) > MAX_PANELS:
        return ONE_PANEL, (
            f"'{written}' is more than {MAX_PANELS} panels in a row",
            f"write {MAX_PANELS} or fewer",
        )
    width, height = size.width.mm / found.columns, size.height.mm / found.rows
    if min(width, height) < MIN_SIDE_MM:
        message = f"panels of {width:.4g} × {height:.4g} mm have a side below {MIN_SIDE_MM} mm"
        return ONE_PANEL, (message, "write fewer panels, or make the board larger")
    return found, None
