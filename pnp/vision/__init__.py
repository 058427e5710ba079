"""Colours as seen by eyes that lack one kind of cone, and how well they can be distinguished."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy
from pnp.vision.simulate import VISIONS, Vision, difference, seen

if TYPE_CHECKING:
    from pnp.vision.face import Sight

__getattr__ = lazy(__name__)
