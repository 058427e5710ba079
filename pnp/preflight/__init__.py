"""Faults of finished faces and sheets."""

from pnp.preflight.faces import SAFE, check_faces
from pnp.preflight.sheets import check_sheets

__all__ = ["SAFE", "check_faces", "check_sheets"]
