"""Threads that look at pictures before somebody asks: the same pictures, the same faults, and an end to it."""

import threading
import time

import pytest

from pnp.draw import PictureData
from pnp.pictures import PictureFault, PictureLibrary
from pnp.pictures import ahead as ahead_module
from pnp.pictures.ahead import Ahead
from tests.pictures.made import png, saved
from tests.pictures.test_load_picture import Folder, photo

NAMES = [f"{number:02}.png" for number in range(20)]


def folder():
    files = {name: png(9 + number, 7, 8, 2) for number, name in enumerate(NAMES)}
    damaged = bytearray(files["03.png"])
    damaged[-20] ^= 1  # in the rows: their checksum is wrong
    return Folder(
        **files,
        **{"damaged.png": bytes(damaged), "alpha.png": saved(photo(mode="RGBA"), "PNG"), "none.png": b"none"},
        **{"photo.jpg": saved(photo(), "JPEG")},
    )


ALL = [*NAMES, "damaged.png", "alpha.png", "none.png", "photo.jpg", "missing.png"]


def told(library, path):
    """What a library says of a path: a picture, or a fault in its words."""
    try:
        return library.get(path)
    except (PictureFault, KeyError) as fault:
        return type(fault), str(fault)


def photo_size(data):
    return PictureData(str(len(data)), 1, 1, "L", data)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("order", [ALL, ALL[::-1], ALL[5:] + ALL[:5] * 2])
def test_pictures_and_faults_are_those_of_a_library_without_threads(threads, order):
    plain, library = PictureLibrary(folder()), PictureLibrary(folder())
    library.look_ahead(ALL, threads)
    assert [told(library, path) for path in order] == [told(plain, path) for path in order]
    library.close()


def test_a_sound_png_is_read_once_whoever_reads_it():
    files = folder()
    library = PictureLibrary(files)
    library.look_ahead(NAMES * 2, 2)
    for name in NAMES:
        library.get(name)
    library.close()
    assert sorted(files.reads) == NAMES


def test_no_thread_is_left_when_they_have_settled_and_all_pictures_are_there():
    files = folder()
    library, before = PictureLibrary(files), threading.active_count()
    library.look_ahead(NAMES, 3)
    settled = library.settle()
    assert threading.active_count() == before
    assert sorted(files.reads) == NAMES
    assert settled == {library.get(name).key: library.get(name) for name in NAMES}
    assert [library.get(name).width_px for name in NAMES] == [9 + number for number in range(20)]
    assert sorted(files.reads) == NAMES


def test_no_thread_is_begun_without_png_files_or_for_one_job():
    library, before = PictureLibrary(folder()), threading.active_count()
    library.look_ahead(["photo.jpg"], 2)
    library.look_ahead(NAMES, 0)
    assert threading.active_count() == before
    library.settle()
    library.close()


def test_whoever_waits_for_a_picture_works_on_others_meanwhile():
    begun, helped = threading.Event(), threading.Event()
    makers: dict[str, threading.Thread] = {}

    def load(path):
        makers[path] = threading.current_thread()
        if path == "slow":
            begun.set()
            assert helped.wait(10)
        else:
            helped.set()
        return photo_size(path.encode())

    ahead = Ahead(load, ["slow", "other"], 1)
    assert begun.wait(10)
    assert ahead.take("slow") == photo_size(b"slow")
    assert makers["other"] is threading.current_thread() is not makers["slow"]
    assert ahead.take("other") == photo_size(b"other")
    ahead.stop()


def test_no_more_is_held_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(ahead_module, "ROOM", 25)
    ahead = Ahead(lambda path: photo_size(b"x" * 10), NAMES, 1)
    for _ in range(200):
        if len(ahead._made) == 3:
            break
        time.sleep(0.01)
    time.sleep(0.05)
    assert list(ahead._made) == NAMES[:3]  # the third was begun while there was room
    assert ahead.take(NAMES[0]) is not None
    for _ in range(200):
        if NAMES[3] in ahead._made or ahead._held < 25:
            break
        time.sleep(0.01)
    assert ahead.take(NAMES[-1]) is None  # nobody has begun with it
    assert len(ahead.finish()) <= 3
    assert not any(thread.is_alive() for thread in ahead._threads)
