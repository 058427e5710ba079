"""What tests of the page share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.preview.browser import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for all tests of a module."""
    with Browser() as found:
        yield found
