"""Files packed into one, the same bytes for the same files."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The earliest time that ZIP can write; a real one would make every pack another file."""

_PACKED = (".png", ".jpg", ".pdf")
"""Files that are compressed already."""


def zip_file(files: Mapping[str, bytes]) -> bytes:
    """The files as a ZIP archive, sorted by name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # Unix, whatever machine this is
            archive.writestr(entry, files[name])
    return buffer.getvalue()
