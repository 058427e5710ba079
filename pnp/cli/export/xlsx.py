"""``pnp export xlsx``: sets as a workbook."""

from pnp.cli.export.tables import xlsx as command

__all__ = ["command"]
