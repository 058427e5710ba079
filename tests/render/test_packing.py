"""Which pictures of a file are packed anew: as many as it takes, the same ones whoever packs them."""

import threading
import zlib
from collections.abc import Mapping
from functools import cache

import pytest

from pnp.draw import PictureData
from pnp.pictures import Promise
from pnp.render import packing
from pnp.render.packing import repacked

from .test_picture_bytes import picture_of, png

JPEG = PictureData("jpeg", 1, 1, "L", b"\xff\xd8", jpeg=True)
KEYS = [f"p{seed}" for seed in range(6)]


@cache
def photos() -> Mapping[str, PictureData]:
    return {key: picture_of(png(seed)) for seed, key in enumerate(KEYS)}


@cache
def stored() -> Mapping[str, PictureData]:
    return {f"s{seed}": picture_of(png(seed, 0)) for seed in range(3)}


def every() -> Mapping[str, PictureData]:
    return {"j": JPEG, **photos(), **stored()}


def made(pictures: Mapping[str, PictureData], rest: int, threads: int = 0) -> dict[str, PictureData]:
    return dict(repacked(pictures, rest, threads))


def anew(pictures: Mapping[str, PictureData], rest: int) -> list[str]:
    """Keys of those that are packed anew, as they come."""
    return [key for key, picture in repacked(pictures, rest, 0) if picture.data != pictures[key].data]


def size(pictures: Mapping[str, PictureData]) -> int:
    return sum(len(picture.data) for picture in pictures.values())


@pytest.mark.parametrize("rest", [-10_000_000, 10_000, 30_000, 10_000_000])
@pytest.mark.parametrize(
    "some", [every, photos, stored, lambda: {"j": JPEG}, dict], ids=["10", "6", "3", "1", "0"]
)
def test_all_pictures_come_once_and_are_the_same_for_any_number_of_threads(some, rest):
    pictures = some()
    found = list(repacked(pictures, rest, 0))
    assert sorted(key for key, _ in found) == sorted(pictures)
    for threads in (1, 3):
        assert list(repacked(pictures, rest, threads)) == found


@pytest.mark.parametrize("rest", [5_000, 20_000, 40_000])
def test_they_make_up_for_what_else_a_file_holds_and_no_more_are_packed_than_that_takes(rest):
    found, packed = made(photos(), rest), anew(photos(), rest)
    saved = size(photos()) - size(found)
    assert saved >= rest + 200 * len(photos())
    assert packed == list(photos())[: len(packed)]  # the first ones
    assert saved - (len(photos()[packed[-1]].data) - len(found[packed[-1]].data)) < rest + 5_000


def test_those_that_take_long_come_last():
    order = list(made(photos(), 5_000))
    packed = anew(photos(), 5_000)
    assert packed
    assert set(order[: len(photos()) - 2 * len(packed)]).isdisjoint(packed)


def test_none_is_packed_anew_where_others_have_saved_enough():
    assert anew({**stored(), **photos()}, 10_000) == list(stored())


def test_when_samples_promise_too_much_others_are_packed_too(monkeypatch):
    real = packing.promise

    def rosy(packed: bytes) -> Promise:
        return real(packed)._replace(saved=0.5)

    rest = 30_000
    assert len(anew(photos(), rest)) > 2
    monkeypatch.setattr(packing, "promise", rosy)
    found = list(repacked(photos(), rest, 1))
    packed = [key for key, picture in found if picture.data != photos()[key].data]
    assert len(packed) == 2  # one that was asked, and as many more
    assert sorted(key for key, _ in found) == sorted(photos())


def test_a_thread_without_memory_leaves_a_picture_to_whoever_asks(monkeypatch):
    first, real = threading.current_thread(), packing.packed_anew

    def scarce(*how):
        if threading.current_thread() is not first:
            raise MemoryError
        return real(*how)

    expected = made(every(), 10_000_000)
    monkeypatch.setattr(packing, "packed_anew", scarce)
    assert made(every(), 10_000_000, 2) == expected


def test_no_thread_is_left_when_nobody_asks_for_the_rest():
    before = threading.active_count()
    pictures = repacked(every(), 10_000_000, 2)
    next(pictures)
    pictures.close()
    assert threading.active_count() == before


@pytest.mark.parametrize("key", KEYS)
def test_rows_stay_the_same(key):
    found = made(photos(), 10_000_000)[key]
    assert len(found.data) < len(photos()[key].data)
    assert zlib.decompress(found.data) == zlib.decompress(photos()[key].data)
