"""The exports by name, for programs; their files are collected as bytes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pnp.api.fault import UnknownNameError
from pnp.build import print_profile
from pnp.export.cut import export_cut
from pnp.export.faces import export_png, export_showcase, export_svg
from pnp.export.html import export_html
from pnp.export.job import ExportJob
from pnp.export.pcio import export_pcio
from pnp.export.pod import export_pod
from pnp.export.table import export_csv
from pnp.export.target import read_target, shipped_targets
from pnp.export.tts import export_tts
from pnp.impose.tuck_box import box_thickness


@dataclass(slots=True, kw_only=True)
class CollectedExport(ExportJob):
    """An export whose files are kept.

    Attributes:
        files: Content by path, with forward slashes.
    """

    files: dict[str, bytes] = field(default_factory=dict)

    def write(self, files: Mapping[str, bytes]) -> None:
        """Keep the files."""
        self.files |= files


def run_export(job: CollectedExport, kind: str, options: Mapping[str, Any]) -> None:
    """Make the files of an export.

    Args:
        job: Collects them.
        kind: A key of ``EXPORTS``.
        options: Of the export.

    Raises:
        UnknownNameError: There is no such export or option.
        ExportStopped: There is an error.
    """
    if kind not in EXPORTS:
        raise UnknownNameError.of("export", kind, EXPORTS)
    known = [name for name in inspect.signature(EXPORTS[kind]).parameters if name != "job"]
    for name in options:
        if name not in known:
            raise UnknownNameError.of("option", name, known)
    EXPORTS[kind](job, **options)


def _cut(
    job: ExportJob,
    *,
    options: Mapping[str, str] | None = None,
    registration: Any = "auto",
    kind: Any = "both",
    boxes: str | None = None,
) -> None:
    thickness = None if boxes is None else box_thickness(boxes)
    profile = job.needed(*print_profile(job.workshop, job.game, dict(options or {})))
    export_cut(job, profile, registration=registration, kind=kind, boxes=thickness)


def _pod(job: ExportJob, *, target: str, zipped: bool = False, icc: bytes | None = None) -> None:
    shipped = shipped_targets()
    if target.lower() not in shipped and "\n" not in target:
        raise UnknownNameError.of("shop", target, [name.upper() for name in shipped])
    name = target.lower() if target.lower() in shipped else "shop"
    shop = job.needed(*read_target(name, shipped.get(name, target), "target"))
    export_pod(job, shop, zipped=zipped, icc=icc)


EXPORTS: Mapping[str, Callable[..., object]] = {
    "png": export_png,
    "svg": export_svg,
    "showcase": export_showcase,
    "html": export_html,
    "tts": export_tts,
    "pcio": export_pcio,
    "pod": _pod,
    "cut": _cut,
    "csv": export_csv,
}
"""Every export of pieces, by the name of its command."""
