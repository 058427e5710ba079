"""Faults of finished faces and sheets."""

from typing import TYPE_CHECKING

from pnp.lazy import lazy

if TYPE_CHECKING:
    from pnp.preflight.faces import SAFE, FaceChecks, check_faces
    from pnp.preflight.sheets import check_sheets

__all__ = [
    "SAFE",
    "FaceChecks",
    "check_faces",
    "check_sheets",
]

__getattr__ = lazy(
    __name__,
    {
        "SAFE": "faces",
        "FaceChecks": "faces",
        "check_faces": "faces",
        "check_sheets": "sheets",
    },
)
