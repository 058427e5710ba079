"""Which pictures of a file are packed anew, and having it done beside everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from pnp.draw import PictureData
from pnp.pictures import Ahead, Promise, is_careful, packed_anew, promise

_WORTH = 1 / 8
"""Of its bytes that has to be saved for a picture to be packed anew, which takes three times as long as proving it sound."""
_NEEDED = 1 / 100
"""The same while the file holds more bytes than its pictures had, of pictures that are no larger than:"""
_QUICK = 4 * 1024 * 1024
_AROUND = 256
"""Bytes of a file that stand around a picture."""


def repacked(
    pictures: Mapping[str, PictureData], rest: int, threads: int
) -> Iterator[tuple[str, PictureData]]:
    """All pictures with their keys, in the order in which they are finished; the same whatever ``threads`` is.

    Rows that were packed badly are packed anew, and so are those of as many of the first pictures as it takes for the file
    to hold no more bytes than its pictures had. The latter come late: whoever does something with the others, one by one,
    does not wait for them.

    Args:
        pictures: By key, in the order in which they are shown first.
        rest: Bytes of the file without pictures.
        threads: That work besides this one.
    """
    badly = [key for key, picture in pictures.items() if not picture.jpeg and not is_careful(picture.data)]
    with _packing(pictures, dict.fromkeys(badly, (_WORTH, None)), threads) as packed:
        ready = {**pictures, **{key: packed(key) for key in badly}}
    more = rest + sum(_beside(picture) + _grown(picture, ready[key]) for key, picture in pictures.items())
    left = [
        key
        for key, picture in pictures.items()
        if not picture.jpeg and ready[key] is picture and len(picture.data) <= _QUICK
    ]
    asked = _asked(pictures, left, more)
    spare = [key for key in left if key not in asked][: len(asked)]
    with _packing(pictures, {key: (_NEEDED, found) for key, found in asked.items()}, threads) as packed:
        yield from ((key, ready[key]) for key in pictures if key not in asked and key not in spare)
        for key in asked:
            anew = packed(key)
            more += _grown(pictures[key], anew)
            yield key, anew
    for key in spare:  # samples promised too much
        anew = _anew(pictures[key], _NEEDED) if more > 0 else pictures[key]
        more += _grown(pictures[key], anew)
        yield key, anew


def _asked(pictures: Mapping[str, PictureData], keys: Sequence[str], more: int) -> dict[str, Promise]:
    """The first pictures that promise to save so many bytes together, each with what it promises."""
    asked: dict[str, Promise] = {}
    hoped = 0.0
    for key in keys:
        if hoped >= more:
            break
        found = promise(pictures[key].data)
        if found.saved >= _NEEDED:
            asked[key] = found
            hoped += found.saved * len(pictures[key].data)
    return asked


@contextmanager
def _packing(
    pictures: Mapping[str, PictureData], wanted: Mapping[str, tuple[float, Promise | None]], threads: int
) -> Iterator[Callable[[str], PictureData]]:
    """Has pictures packed anew in order; what is yielded gives each of them."""

    def packed(key: str) -> PictureData:
        return _anew(pictures[key], *wanted[key])

    def ahead(key: str) -> PictureData | None:
        try:
            return packed(key)
        except MemoryError:  # whoever asks for it meets the same
            return None

    working = Ahead(ahead, wanted, min(threads, len(wanted)))
    try:
        yield lambda key: working.take(key) or packed(key)
    finally:
        working.stop()


def _anew(picture: PictureData, least: float, found: Promise | None = None) -> PictureData:
    data = packed_anew(picture.data, least, found)
    return picture if data is picture.data else replace(picture, data=data)


def _grown(before: PictureData, now: PictureData) -> int:
    return len(now.data) - len(before.data)


def _beside(picture: PictureData) -> int:
    """Bytes of a file that a picture takes besides its own."""
    return _AROUND + len(picture.alpha or b"") + len(picture.palette or b"")
