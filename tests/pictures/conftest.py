"""What several tests of pictures watch."""

import pytest

from pnp.pictures import png_file


@pytest.fixture
def unpacked(monkeypatch):
    """Rows that this process unpacked."""
    rows = []
    whole = png_file._whole
    monkeypatch.setattr(png_file, "_whole", lambda *args: rows.append(args[0]) or whole(*args))
    return rows
