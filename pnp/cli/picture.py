"""PNG pictures of PDF pages, for the commands that show something."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.cli.exit import Exit
from pnp.cli.terminal import report
from pnp.cli.workshop import Stop


def need_renderer() -> None:
    """Nothing, where pages can be drawn.

    Raises:
        Stop: The library that draws pages is not installed; the cure has been reported.
    """
    from pnp.export.png import missing_renderer

    missing = missing_renderer()
    if missing is not None:
        report([missing], {}, "full")
        raise Stop(Exit.ENVIRONMENT)


def pngs(pdf: bytes, dpi: float) -> Iterator[bytes]:
    """Each page of the file as PNG.

    Raises:
        Stop: As of ``need_renderer``.
    """
    from pnp.export.png import PagePictures

    need_renderer()
    with PagePictures(pdf) as pages:
        for page in range(len(pages)):
            yield pages.png(page, dpi)
