"""Whether quick builds draw what the straightforward one draws.

Builds with one job and two, with an empty cache, a full one and none write the same bytes, every file of them. Against the
straightforward build (``tests.bench.plain``) it is the pictures: page for page the same words, and colours that differ by
no more than 1 of 255 where edges are smoothed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from tests.bench.builds import PNP
from tests.bench.measure import timed

_SLACK = 1
_POINTS = 72


def same_pictures(game: Path, place: Path, dpi: int) -> Iterator[str]:
    """What differs between the builds of a game, in words; nothing when all agree.

    Args:
        game: Its folder.
        place: An empty folder to build in.
        dpi: Of the pictures that are compared.

    Raises:
        FailedError: A build has failed.
    """
    first = place / "jobs-1-cold"
    for jobs in (1, 2):
        cache = place / f"cache-{jobs}"
        for kind in ("cold", "cached", "uncached"):
            out = place / f"jobs-{jobs}-{kind}"
            env = {"PNP_CACHE_DIR": str(cache), "PNP_NO_CACHE": "1" if kind == "uncached" else ""}
            command = [*PNP, "build", "-q", "--game", str(game), "--lang", "all", "--out", str(out)]
            timed([*command, "--jobs", str(jobs)], env)
            yield from _same_bytes(first, out)
    plain = place / "plain"
    timed([sys.executable, "-m", "tests.bench.plain", str(game), str(plain)], {})
    for path in _files(first):
        if path.suffix == ".pdf":
            yield from differing_pages(plain / path.relative_to(first), path, dpi)
    if _names(plain) != _names(first):
        yield f"other files: {sorted(_names(plain) ^ _names(first))}"


def _files(out: Path) -> list[Path]:
    """What a build wrote, without its own record, which holds times of files."""
    return sorted(path for path in out.rglob("*") if path.is_file() and not path.name.startswith("."))


def _names(out: Path) -> set[str]:
    return {path.relative_to(out).as_posix() for path in _files(out)}


def _same_bytes(expected: Path, found: Path) -> Iterator[str]:
    if _names(expected) != _names(found):
        yield f"{found.name} has other files than {expected.name}"
    for path in _files(expected):
        other = found / path.relative_to(expected)
        if other.exists() and other.read_bytes() != path.read_bytes():
            yield f"{found.name} has other bytes in {path.relative_to(expected)}"


def differing_pages(expected: Path, found: Path, dpi: int) -> Iterator[str]:
    """The pages whose words or pictures differ, and by how much."""
    import pypdfium2
    from PIL import ImageChops

    opened: Any = pypdfium2.PdfDocument
    with opened(expected) as old, opened(found) as new:
        if len(old) != len(new):
            yield f"{found.name} has {len(new)} pages instead of {len(old)}"
            return
        for number in range(len(old)):
            where = f"{found.name}, page {number + 1}"
            pages = (old[number], new[number])
            words, others = (page.get_textpage().get_text_range() for page in pages)
            if words != others:
                yield f"{where}: other words"
            pictures = [page.render(scale=dpi / _POINTS).to_pil().convert("RGB") for page in pages]
            if pictures[0].size != pictures[1].size:
                yield f"{where}: another size"
                continue
            bands = cast("tuple[tuple[int, int], ...]", ImageChops.difference(*pictures).getextrema())
            most = max(high for _, high in bands)
            if most > _SLACK:
                yield f"{where}: colours differ by up to {most} of 255"
