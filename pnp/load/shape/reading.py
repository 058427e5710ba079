"""Reading mappings of data files as shapes: quickly where they are sound, by the models where they may not be."""

from __future__ import annotations

from collections.abc import Mapping as MappingABC
from typing import TYPE_CHECKING, Any

from pnp.load.findings import Findings
from pnp.load.shape.plain import Plain
from pnp.load.yaml_node import Mapping

if TYPE_CHECKING:
    from pnp.load.shape import GameFile, PieceEntry, ProfileFile, SetFile


class Shapes:
    """Reads the mappings of one game; see ``pnp.load.shape.checked``."""

    def __init__(self) -> None:
        self._plain = Plain()

    def game_file(self, node: Mapping, findings: Findings) -> GameFile:
        """The root of ``game.yaml``."""
        shape: GameFile = self._read("GameFile", node, findings, {"name": "?"})
        return shape

    def set_file(self, node: Mapping, findings: Findings) -> SetFile:
        """The root of a file of pieces."""
        shape: SetFile = self._read("SetFile", node, findings, {"kind": "card"})
        return shape

    def entry(self, node: Mapping, findings: Findings) -> PieceEntry:
        """The keys of an entry that are no fields."""
        shape: PieceEntry = self._read("PieceEntry", node, findings)
        return shape

    def profile(self, node: Mapping, findings: Findings) -> ProfileFile:
        """The root of a file of print options."""
        shape: ProfileFile = self._read("ProfileFile", node, findings)
        return shape

    def _read(
        self, name: str, node: Mapping, findings: Findings, fallback: MappingABC[str, Any] | None = None
    ) -> Any:
        sound = self._plain.sound(name, node)
        if sound is not None:
            return sound
        from pnp.load import shape

        return shape.checked(getattr(shape, name), node, findings, fallback)
