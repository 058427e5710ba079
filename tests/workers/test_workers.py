"""Work shared between processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pnp.build.composing import PACKING
from pnp.geometry import Box
from pnp.pdf import Form, PdfResources
from pnp.workers import in_background, process, shared
from pnp.workers.process import Packer, Unpacker
from tests.processes import PATIENCE


@pytest.fixture(autouse=True)
def _forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work here is functions of tests, which cannot be pickled; what is spawned is tested with decks."""
    monkeypatch.setattr(process, "get_start_method", lambda allow_none=False: "fork")


def form(name: str, *inside: Form) -> Form:
    resources = PdfResources(forms={each.name: each for each in inside})
    return Form(name, name.encode() * 500, Box(0, 0, 1, 1), "[0 0 1 1]", None, resources)


def shared_out(make, count, jobs, step):
    """All results, with nothing done between the beginning and the end."""
    with shared(make, count, jobs) as results:
        return list(results(step))


def in_turn(make, count, jobs):
    """The results as they come."""
    with shared(make, count, jobs) as results:
        yield from results(lambda _: None)


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
@pytest.mark.parametrize("count", [0, 1, 2, 16, 33, 100])
def test_results_come_in_order_whoever_made_them(jobs, count):
    steps = []
    made = shared_out(lambda number: (number, "x" * number), count, jobs, steps.append)
    assert made == [(number, "x" * number) for number in range(count)]
    assert sum(steps) == count


@pytest.mark.parametrize("groups", [[40, *[3] * 20], [0, 1, 0, 2, *[5] * 9, 0], [7]])
@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_a_group_of_results_is_made_by_one_process(groups, jobs):
    count = sum(groups)
    with shared(lambda number: (number, os.getpid()), count, jobs, groups=groups) as results:
        made = list(results(lambda _: None))
    assert [number for number, _ in made] == list(range(count))
    for size in groups:
        assert len({maker for _, maker in made[:size]}) <= 1
        made = made[size:]


def test_results_are_given_before_the_last_one_is_made(tmp_path):
    """Whoever asks may work with the first ones meanwhile."""
    last = tmp_path / "last"

    def make(number: int) -> int:
        if number == 63:
            last.touch()
        time.sleep(0.002)
        return number

    results = in_turn(make, 64, 2)
    assert next(results) == 0
    assert not last.exists()
    assert list(results) == list(range(1, 64))


def test_whoever_wants_no_more_results_leaves_no_process_behind(processes):
    results = in_turn(lambda number: number, 10_000, 2)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    results.close()
    assert processes() == set()


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


def test_a_run_that_is_interrupted_leaves_no_process_behind(processes):
    first = os.getpid()

    def make(number: int) -> int:
        if os.getpid() == first and number >= 8:
            raise KeyboardInterrupt
        return number

    with pytest.raises(KeyboardInterrupt):
        shared_out(make, 50_000, 2, lambda _: None)
    assert processes() == set()


def test_helpers_work_ahead_while_the_first_process_does_something_else():
    first = os.getpid()

    def make(_: int) -> tuple[bool, bytes]:
        return os.getpid() == first, bytes(5_000)

    with shared(make, 1_000, 2) as results:
        time.sleep(0.5)
        made = list(results(lambda _: None))
    assert sum(not own for own, _ in made) > 1 << 7  # more than the 64 kB that a pipe holds otherwise


def test_work_that_nobody_asks_the_results_of_leaves_no_process_behind(processes):
    with shared(lambda _: os.urandom(300_000), 1_000, 3):
        assert len(processes()) == 2
    assert processes() == set()


def test_what_cannot_be_done_by_another_process_is_done_here(monkeypatch):
    def fork() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", fork)
    with in_background(os.getpid, 2) as result:
        assert result() == os.getpid()


@pytest.mark.parametrize(("jobs", "own"), [(1, True), (2, False)])
def test_background_work_is_done_by_another_process(jobs, own, processes):
    with in_background(lambda: ("x" * 300_000, os.getpid()), jobs) as result:
        text, pid = result()
    assert len(text) == 300_000
    assert (pid == os.getpid()) == own
    assert processes() == set()


def test_background_work_of_a_process_that_died_is_done_here():
    first = os.getpid()

    def work() -> int:
        if os.getpid() != first:
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()

    with in_background(work, 2) as result:
        assert result() == first


def test_background_work_ends_when_the_first_process_is_killed(tmp_path):
    noted = tmp_path / "noted"
    program = f"""
import os, time
from pnp.workers import in_background
def work():
    with open({str(noted)!r}, "w") as file:
        file.write(str(os.getpid()))
    return os.urandom(300_000)
with in_background(work, 2):
    while not os.path.exists({str(noted)!r}) or not os.path.getsize({str(noted)!r}):
        time.sleep(0.01)
    os.kill(os.getpid(), 9)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, timeout=PATIENCE)
    assert run.returncode == -signal.SIGKILL
    deadline = time.monotonic() + PATIENCE
    while _runs(noted.read_text(encoding="utf-8")):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_fault_of_background_work_shows_where_its_result_is_asked_for():
    with in_background(lambda: 1 / 0, 2) as result, pytest.raises(ZeroDivisionError):
        result()


def test_background_work_that_nobody_asks_for_leaves_no_process_behind(processes):
    with in_background(lambda: time.sleep(60), 2):
        assert len(processes()) == 1
    assert processes() == set()


def test_whoever_waits_to_hand_over_ends_when_the_first_process_is_killed(tmp_path):
    noted = tmp_path / "noted"
    program = f"""
import os
from pnp.workers import shared
def make(number):
    with open({str(noted)!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")
    return os.urandom(300_000)
def step(_):
    if len(set(open({str(noted)!r}))) == 4:
        os.kill(os.getpid(), 9)
with shared(make, 4_000, 4) as results:
    list(results(step))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, timeout=PATIENCE)
    assert run.returncode == -signal.SIGKILL
    helpers = set(noted.read_text(encoding="utf-8").split())
    assert len(helpers) == 4
    deadline = time.monotonic() + PATIENCE
    while alive := [pid for pid in helpers if _runs(pid)]:
        assert time.monotonic() < deadline, alive
        time.sleep(0.05)


def _runs(pid: str) -> bool:
    """Whether the process is there and no zombie, which nobody may have waited for yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_where_no_more_processes_can_be_started_fewer_do_it(monkeypatch):
    started = []

    def fork() -> int:
        started.append(1)
        if len(started) > 1:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return real()

    real = os.fork
    monkeypatch.setattr(os, "fork", fork)
    assert shared_out(lambda number: number, 90, 4, lambda _: None) == list(range(90))
    assert len(started) == 2


def test_what_was_sent_once_travels_as_its_name():
    icon, packer, unpacker = form("icon"), Packer(PACKING), Unpacker()
    first, second = packer.packed([form("a", icon), form("b", icon)]), packer.packed([form("c", icon)])
    assert len(second) < len(first) / 2
    (one, two), (three,) = unpacker.unpacked(first), unpacker.unpacked(second)
    assert (one, two, three) == (form("a", icon), form("b", icon), form("c", icon))
    assert one.resources.forms["icon"] is three.resources.forms["icon"]
