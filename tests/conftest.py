"""What holds for every test.

No test meets a cache that another run left, in this process or in those that it starts; the processes of one run share
theirs, as runs of users may. Laws are not timed: how long an example takes is the machine's. Garbage is looked for seldom
and not among what was imported: a tenth of the time of all tests otherwise. Layouts are compiled once in a process: every
small game has those of the library, and compiling them again was a thirteenth. So are the files of the program looked at.
"""

import gc

import pytest
from hypothesis import settings

settings.register_profile("usual", deadline=None)
settings.register_profile("thorough", max_examples=800, deadline=None)
settings.load_profile("usual")

_COLLECT = (20_000, 20, 20)
"""New objects, and rounds, between two searches for garbage."""


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT)


@pytest.fixture(autouse=True, scope="session")
def _cache_of_this_run(tmp_path_factory, request):
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if hasattr(request.config, "workerinput") else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE_DIR", str(shared / "cache"))
        patch.delenv("PNP_NO_CACHE", raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def _layouts_compiled_once():
    """Code depends on nothing but the text, its name and its file, which builds rely on, too, when they keep it."""
    from pnp.layout.sandbox import LayoutEnvironment  # not where tests are only handed out

    compiled, codes = LayoutEnvironment.compile, {}

    def once(self, source, name=None, filename=None):
        key = (source, name, filename)
        if key not in codes:
            codes[key] = compiled(self, *key)
        return codes[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LayoutEnvironment, "compile", once)
        yield
