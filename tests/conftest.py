"""What holds for every test.

No test meets a cache that another run left, in this process or in those that it starts; the processes of one run share
theirs, as runs of users may. Laws are not timed: how long an example takes is the machine's. Garbage is looked for between
files of tests, seldom, and not among what was there before: a twentieth of the time of all tests otherwise. Shared icons are
parsed once in a process, and the files of the program looked at once.
"""

import gc
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("usual", deadline=None)
settings.register_profile("thorough", max_examples=800, deadline=None)
settings.load_profile("usual")

_ROOT = Path(__file__).parents[1]
_PROGRAM = {_ROOT / name for name in ("pnp", "fonts", "icons")}

gc.set_threshold(0)
_begun: list[str] = []
"""The file whose tests are run."""


def pytest_runtest_logstart(nodeid: str) -> None:
    """What a file of tests leaves is looked through once: most of what they made has gone by itself, the rest is there for good."""
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
        yield


@pytest.fixture(autouse=True, scope="session")
def _icons_parsed_once():
    """What the same path draws is the same."""
    from pnp.icons import IconLibrary

    drawn = {}
    shared = IconLibrary._parse_shared

    def once(self, name):
        line = self._lines()[name]
        if line not in drawn:
            drawn[line] = shared(self, name)
        return drawn[line]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IconLibrary, "_parse_shared", once)
        yield


@pytest.fixture(autouse=True, scope="session")
def _program_looked_through_once():
    """Its own files, fonts and icons, which no test changes; games and folders of tests are looked at each time."""
    from pnp.build import inputs

    looked = inputs._stamps
    known = cache(lambda folder: tuple(looked(folder)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inputs, "_stamps", lambda folder: (known if folder in _PROGRAM else looked)(folder))
        yield
