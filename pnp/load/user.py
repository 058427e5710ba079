"""Settings of a user for all games: print profiles and calibrated printers, in a folder of their own."""

from __future__ import annotations

import json
from collections.abc import Mapping as MappingABC
from dataclasses import dataclass, field
from pathlib import Path

from pnp.diagnostics import Diagnostic
from pnp.load.files import FolderFiles
from pnp.load.findings import Findings
from pnp.load.profile import profiles_of, shipped_profiles
from pnp.load.shape.print_file import PrintersFile
from pnp.load.shape.shape import read_shape
from pnp.load.source_files import EarlierSets, SourceFiles
from pnp.model import PrintSettings
from pnp.model.calibration import Calibration, Printer
from pnp.source import Span

PRINTERS_FILE = "printers.yaml"
_HEAD = "# Written by pnp calibrate: what each printer needs on each paper. Delete a line to forget it.\n"


@dataclass(frozen=True, slots=True)
class UserSettings:
    """The settings in the user's folder.

    Attributes:
        profiles: By name.
        printers: By name.
        diagnostics: What is wrong with the files.
        sources: Text of each file, by its name as shown.
    """

    profiles: MappingABC[str, PrintSettings] = field(default_factory=dict)
    printers: MappingABC[str, Printer] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: MappingABC[str, str] = field(default_factory=dict)


def user_settings(folder: Path) -> UserSettings:
    """The profiles in ``profiles/*.yaml`` and the printers of ``printers.yaml``; empty without the folder."""
    if not folder.is_dir():
        return UserSettings()
    files, findings = FolderFiles(folder), Findings()
    source = SourceFiles(files, EarlierSets(), findings)
    profiles = profiles_of(source.documents("profiles"), shipped_profiles, findings)
    printers = _printers(source, findings) if files.exists(PRINTERS_FILE) else {}
    return UserSettings(profiles, printers, tuple(findings.all()), source.texts_read)


def _printers(source: SourceFiles, findings: Findings) -> dict[str, Printer]:
    document = source.document(PRINTERS_FILE, Span(source.files.shown(PRINTERS_FILE)))
    if document is None:
        return {}
    shape = read_shape(PrintersFile, document.root, findings)
    return {
        name: Printer(
            name,
            {
                paper: Calibration(entry.x, entry.y, entry.rotate, entry.scale_x, entry.scale_y)
                for paper, entry in papers.items()
            },
        )
        for name, papers in shape.printers.items()
    }


def printers_file(printers: MappingABC[str, Printer]) -> bytes:
    """The content of ``printers.yaml`` that holds these printers, in order of name."""
    lines = [_HEAD, "printers:\n"]
    for name, printer in sorted(printers.items()):
        lines.append(f"  {json.dumps(name, ensure_ascii=False)}:\n")
        for paper, one in sorted(printer.papers.items()):
            keys = {
                "x": f"{one.x:g}mm",
                "y": f"{one.y:g}mm",
                "rotate": f"{one.rotate:g}",
                "scale-x": f"{one.scale_x:g}",
                "scale-y": f"{one.scale_y:g}",
            }
            values = ", ".join(f"{key}: {value}" for key, value in keys.items())
            lines.append(f"    {json.dumps(paper, ensure_ascii=False)}: {{{values}}}\n")
    return "".join(lines).encode()
