"""Where ``allow`` is written in data files, as values."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC

from pnp.diagnostics.allowance import Allowance
from pnp.load.yaml.node import Mapping, Node
from pnp.source import Span


def allowances(
    codes: MappingABC[str, str], node: Node | None, owner: str = "", places: tuple[Span, ...] = ()
) -> tuple[Allowance, ...]:
    """The accepted warnings of a game, a set or a piece.

    Args:
        codes: Valid codes, each with its reason.
        node: The mapping that they are written in; None without one.
        owner: See ``Allowance``.
        places: See ``Allowance``.
    """
    written = node.entries if isinstance(node, Mapping) else {}
    return tuple(
        Allowance(code, reason, written[code][0].span, owner, places) for code, reason in codes.items()
    )
