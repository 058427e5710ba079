"""Properties that would change the look of an element and are not drawn."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.icons.svg.fault import Faults
from pnp.icons.svg.xml_node import Node

_SHAPES = "draw it with plain shapes"
_ATTRIBUTE = "write it as an attribute: transform='rotate(45 20 20)'"
# With the values that change nothing, and the cure.
_EFFECTS = {
    **dict.fromkeys(("mask", "filter", "marker-start", "marker-mid", "marker-end"), (("none", ""), _SHAPES)),
    "mix-blend-mode": (("normal", ""), "give the shapes the colours that are to be seen"),
    "transform": (("none", ""), _ATTRIBUTE),
    "transform-origin": (("0", "0 0", "0px 0px", "0% 0%", "top left", "left top", ""), _ATTRIBUTE),
    "vector-effect": (("none", ""), "turn the stroke into a path"),
}


def tell_effects(node: Node, own: Mapping[str, str], faults: Faults) -> None:
    """Names those that the element has.

    Args:
        node: The element.
        own: Its properties, without those that it inherits.
        faults: Take them up.
    """
    for effect, (idle, cure) in _EFFECTS.items():
        # Without a transform there is nothing to turn about; one in a style is told by itself.
        turned = effect != "transform-origin" or node.attributes.get("transform")
        if own.get(effect, "") not in idle and turned:
            faults.feature("transform in a style" if effect == "transform" else effect, node, cure)
