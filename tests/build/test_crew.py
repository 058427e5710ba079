"""Work shared between processes."""

import multiprocessing
import os
import signal
import time

import pytest

from pnp.build.crew import Packer, Unpacker, shared_out
from pnp.draw import Needs, Plate
from pnp.geometry import Box


def plate(name: str, *inside: Plate) -> Plate:
    needs = Needs(plates={each.name: each for each in inside})
    return Plate(name, name.encode() * 500, Box(0, 0, 1, 1), "[0 0 1 1]", None, needs)


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
@pytest.mark.parametrize("count", [0, 1, 2, 16, 33, 100])
def test_results_come_in_order_whoever_made_them(jobs, count):
    steps = []
    made = shared_out(lambda number: (number, "x" * number), count, jobs, steps.append)
    assert made == [(number, "x" * number) for number in range(count)]
    assert sum(steps) == count


def test_the_work_is_done_by_several_processes():
    def make(_: int) -> int:
        time.sleep(0.002)
        return os.getpid()

    assert len(set(shared_out(make, 64, 2, lambda _: None))) == 2


def test_whoever_is_slow_gets_less_to_do():
    first = os.getpid()

    def make(_: int) -> bool:
        time.sleep(0.03 if os.getpid() == first else 0.001)
        return os.getpid() == first

    own = shared_out(make, 120, 2, lambda _: None).count(True)
    assert 0 < own < 40


def test_results_that_are_larger_than_a_pipe_holds_arrive():
    assert [len(made) for made in shared_out(lambda _: os.urandom(300_000), 40, 2, lambda _: None)] == [
        300_000
    ] * 40


def test_what_a_process_that_died_owes_is_made_again():
    first = os.getpid()

    def make(number: int) -> int:
        if os.getpid() != first and number > 20:
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    assert shared_out(make, 90, 3, lambda _: None) == [number * number for number in range(90)]


def test_a_fault_of_ours_shows_in_the_first_process():
    def make(number: int) -> int:
        if number == 41:
            raise ZeroDivisionError(number)
        return number

    with pytest.raises(ZeroDivisionError):
        shared_out(make, 90, 2, lambda _: None)


def test_a_run_that_is_interrupted_leaves_no_process_behind():
    first = os.getpid()

    def make(number: int) -> int:
        if os.getpid() == first and number == 8:
            raise KeyboardInterrupt
        return number

    with pytest.raises(KeyboardInterrupt):
        shared_out(make, 50_000, 2, lambda _: None)
    assert multiprocessing.active_children() == []


def test_what_was_sent_once_travels_as_its_name():
    icon, packer, unpacker = plate("icon"), Packer(), Unpacker()
    first, second = packer.packed([plate("a", icon), plate("b", icon)]), packer.packed([plate("c", icon)])
    assert len(second) < len(first) / 2
    (one, two), (three,) = unpacker.unpacked(first), unpacker.unpacked(second)
    assert (one, two, three) == (plate("a", icon), plate("b", icon), plate("c", icon))
    assert one.needs.plates["icon"] is three.needs.plates["icon"]
