"""Faults of finished faces and sheets."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.preflight.faces import SAFE, FaceChecks, check_faces
    from pnp.preflight.sheets import check_sheets

__getattr__ = lazy(__name__)
