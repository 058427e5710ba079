"""How those see colours whose eyes lack one kind of cone, and how well they tell them apart."""

from pnp.vision.difference import difference
from pnp.vision.face import Sight
from pnp.vision.simulate import VISIONS, Vision, seen

__all__ = ["VISIONS", "Sight", "Vision", "difference", "seen"]
