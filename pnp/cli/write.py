"""Writing with a journal, so that a command that is killed leaves nothing half done for long."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pnp.build import write_files as write_with_journal
from pnp.cli.place import made
from pnp.diagnostics import Diagnostic
from pnp.disk import Content


def write_files(folder: Path, files: Mapping[str, Content]) -> list[Diagnostic]:
    """Faults of writing; if empty, every file is in place. See ``pnp.build.write_files``."""
    return write_with_journal(folder, files, made().journals)
