"""Settings that hold for every test.

No test uses a cache that another run left, neither in this process nor in those that it starts. The processes of one
run share a cache, as runs of a user do. Property tests have no time limit, because the time of an example depends on
the machine. A build shares no work with other processes unless the test asks for several: the other cores run other
tests, and a copy of a process that holds all tests takes longer than most builds. The files of the program and the
shared ones are listed once, because they stay as they are. What a process compiles is kept for the next one. Garbage
is collected between test files only; collecting as usual took a twentieth of the whole time. What a test writes need
not survive a power cut, so it does not wait for the disk.
"""

import gc
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from pnp.build import composing, unchanged
from tests.processes import children

if sys.platform == "win32":  # tests of links, signals, limits of a process and other programs
    collect_ignore = [
        *("architecture/test_systems.py", "bench", "cases/test_confinement.py", "cases/test_exhaustion.py"),
        *(
            "cases/test_links.py",
            "cases/test_nothing_lost.py",
            "cases/test_other_writers.py",
            "cases/test_traced.py",
        ),
        *(
            "cli/test_ceiling.py",
            "cli/test_live.py",
            "cli/test_shells.py",
            "disk/test_journal.py",
            "docs/test_ci.py",
        ),
        *("edit/test_change.py", "workers/test_workers.py"),
    ]

settings.register_profile("usual", max_examples=50, deadline=None)
settings.register_profile("thorough", max_examples=800, deadline=None)
settings.load_profile("usual")

gc.set_threshold(0)
ROOT = Path(__file__).parents[1]
_begun: list[str] = []
"""The test file that is running."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--spawn", action="store_true", help="start worker processes as macOS and Windows do")


def pytest_configure(config: pytest.Config) -> None:
    """With ``--spawn``, every deck of two pieces is shared with a spawned process."""
    if config.getoption("--spawn"):
        multiprocessing.set_start_method("spawn", force=True)
        composing._WORTH_SHARING = {"fork": 1, "spawn": 1}


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test whose files have names in UTF-8 in a Python of its own, where this one has names in ASCII or the like."""
    if sys.getfilesystemencoding() == "utf-8" or pyfuncitem.get_closest_marker("utf8_names") is None:
        return None
    options = ["--spawn"] if pyfuncitem.config.getoption("--spawn") else []
    command = [sys.executable, "-X", "utf8", "-m", "pytest", "-n0", *options, pyfuncitem.nodeid]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout, done.stdout
    return True


def pytest_runtest_logstart(nodeid: str) -> None:
    """Collects garbage once at the start of each test file, and ignores afterwards what survived."""
    file = nodeid.partition("::")[0]
    if _begun != [file]:
        _begun[:] = [file]
        gc.collect()
        gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _cache_of_this_run(tmp_path_factory, request):
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if hasattr(request.config, "workerinput") else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE_DIR", str(shared / "cache"))
        patch.delenv("PNP_NO_CACHE", raising=False)
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setattr(os, "fsync", lambda handle: None)
        if hasattr(os, "sched_getaffinity") and not request.config.getoption("--spawn"):
            patch.setattr(os, "sched_getaffinity", lambda process: {0})
        patch.setattr(unchanged, "_stamps", _stamps(unchanged._stamps))
        yield


Stamps = Callable[[Path], Iterable[tuple[str, int, int]]]


def _stamps(read: Stamps) -> Stamps:
    once = cache(lambda folder: tuple(read(folder)))
    return lambda folder: once(folder) if folder.is_relative_to(ROOT) else read(folder)


@pytest.fixture
def processes() -> Callable[[], set[int]]:
    """Gives the processes that the test has begun and that are still there; those of tests before it do not count."""
    before = children()
    return lambda: children() - before
