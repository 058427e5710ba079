"""Processes that prove PNG files: the same pictures, the same faults, and an end to them."""

import os
import signal
import sys
import threading
import time

import pytest

from pnp.pictures import PictureFault, PictureLibrary, Proved, Provers
from pnp.pictures import beside as beside_module
from pnp.pictures.png_file import passed_png, sound_png_key
from pnp.store import OFF
from tests.pictures.made import png
from tests.pictures.test_ahead import ALL, NAMES, folder, told
from tests.pictures.test_load_picture import Folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems are not forked on")

PNG = [name for name in ALL if name.endswith(".png") and name != "missing.png"]
SLOW, OTHER, THIRD = png(9, 7, 8, 2), png(9, 7, 8, 2, seed=1), png(9, 7, 8, 2, seed=2)


class Held(Folder):
    """A folder whose files are read elsewhere only when a pipe says so."""

    def __init__(self, **files):
        super().__init__(**files)
        self.own = os.getpid()
        self.ends = os.pipe()

    def read(self, path):
        if os.getpid() != self.own:
            os.read(self.ends[0], 1)
        return super().read(path)

    def let(self, count=1):
        os.write(self.ends[1], bytes(count))


def until(found):
    """Wait for what another process will do soon."""
    for _ in range(1_000):
        if found():
            return
        time.sleep(0.01)
    raise AssertionError("it never happens")


def library_with(files, paths, count, wanted=None):
    provers = Provers(files, paths, count)
    library = PictureLibrary(files, Proved(OFF, "g"))
    library.look_ahead(wanted or paths, 1, provers)
    return library, provers


def numbers(provers):
    """By which the system knows the processes."""
    return [process.number for process in provers._processes]


def have_ended(processes):
    for number in processes:
        with pytest.raises(ChildProcessError):
            os.waitpid(number, os.WNOHANG)
    return bool(processes)


@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("order", [ALL, ALL[::-1], ALL[5:] + ALL[:5] * 2])
def test_pictures_and_faults_are_those_of_a_library_without_provers(count, order):
    plain = PictureLibrary(folder())
    library, provers = library_with(folder(), PNG, count, ALL)
    processes = numbers(provers)
    assert [told(library, path) for path in order] == [told(plain, path) for path in order]
    library.close()
    assert have_ended(processes)


def test_what_was_proved_elsewhere_is_not_unpacked_here(unpacked):
    library, provers = library_with(folder(), PNG, 1)
    until(
        lambda: (
            not any(
                provers.under_way(path) or provers.key(path) is None for path in NAMES if path != "03.png"
            )
        )
    )
    for name in NAMES:
        if name != "03.png":
            assert library.get(name) == passed_png(folder().files[name], name)
    library.close()
    assert len(unpacked) == len(NAMES) - 1  # of those to compare with


def test_a_key_is_told_only_of_what_passes():
    files = folder().files
    for path in PNG:
        try:
            passed = passed_png(files[path], path)
        except PictureFault:
            with pytest.raises(PictureFault):
                sound_png_key(files[path], path)
        else:
            assert sound_png_key(files[path], path) == (None if passed is None else passed.key)


def test_a_file_that_changed_after_it_was_proved_is_another_picture(unpacked):
    files = Folder(**{"a.png": SLOW})
    library, provers = library_with(files, ["a.png"], 1)
    until(lambda: provers.key("a.png"))
    files.files["a.png"] = OTHER
    assert library.get("a.png") == passed_png(OTHER, "a.png")
    assert len(unpacked) == 2
    library.close()


def test_whoever_waits_for_a_picture_proves_others_meanwhile(unpacked):
    files = Held(**{"slow.png": SLOW, "other.png": OTHER, "third.png": THIRD})
    library, provers = library_with(files, ["slow.png", "other.png", "third.png"], 1)
    until(lambda: provers.under_way("slow.png"))
    answer = threading.Timer(0.2, files.let)
    answer.start()
    found = library.get("slow.png")
    answer.join()
    assert len(unpacked) == 2
    assert files.reads == ["other.png", "third.png", "slow.png"]
    assert found == passed_png(SLOW, "slow.png")
    assert library.get("other.png") == passed_png(OTHER, "other.png")
    assert len(files.reads) == 3
    library.close()


def test_provers_leave_out_what_nobody_will_ask_for():
    files = Held(**{"a.png": SLOW, "b.png": OTHER, "c.png": THIRD})
    library, provers = library_with(files, ["a.png", "b.png", "c.png"], 1, ["c.png"])
    files.let(3)
    until(lambda: provers.key("c.png"))
    assert provers.key("b.png") is None
    library.close()


def test_what_a_killed_process_was_at_is_proved_here():
    files = Held(**{"a.png": SLOW, "b.png": OTHER})
    library, provers = library_with(files, ["a.png", "b.png"], 1)
    until(lambda: provers.under_way("a.png"))
    (process,) = numbers(provers)
    os.kill(process, signal.SIGKILL)
    assert library.get("a.png") == passed_png(SLOW, "a.png")
    library.close()
    assert have_ended([process])


def test_all_pictures_are_there_and_no_process_is_left_when_they_have_settled():
    files = folder()
    library, provers = library_with(files, PNG, 2, NAMES)
    processes = numbers(provers)
    library.settle()
    assert have_ended(processes)
    reads = sorted(files.reads)
    assert reads == NAMES
    assert [library.get(name).height_px for name in NAMES if name != "03.png"] == [7] * 19
    assert len(files.reads) == len(reads)


def test_no_more_is_held_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(beside_module, "ROOM", 1)
    files = Held(**{"a.png": SLOW, "b.png": OTHER, "c.png": THIRD})
    library, provers = library_with(files, ["a.png", "b.png", "c.png"], 1)
    until(lambda: provers.under_way("a.png"))
    answer = threading.Timer(0.2, files.let)
    answer.start()
    library.get("a.png")
    answer.join()
    assert files.reads == ["b.png", "a.png"]
    library.close()


def test_no_process_where_the_system_grants_none(monkeypatch):
    def fork():
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", fork)
    library, _ = library_with(folder(), PNG, 2)
    assert library.get("00.png") == passed_png(folder().files["00.png"], "00.png")
    library.close()


def test_provers_end_by_themselves_when_the_first_process_is_killed():
    files = Held(**{f"{number}.png": SLOW for number in range(100)})
    alive, end = os.pipe()
    first = os.fork()
    if first == 0:
        os.close(alive)
        files.own = os.getpid()
        Provers(files, list(files.files), 1)
        os._exit(0)
    os.close(end)
    os.waitpid(first, 0)
    files.let(2)
    assert os.read(alive, 1) == b""  # nobody holds the other end any more
    os.close(alive)
