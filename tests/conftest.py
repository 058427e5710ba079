"""What holds for every test.

No test meets a cache that somebody else left, in this process or in those that it starts. Garbage is looked for seldom
and not among what was imported: a tenth of the time of all tests otherwise. Layouts are compiled once in a process: every
small game has those of the library, and compiling them again was a thirteenth.
"""

import gc

import pytest
from hypothesis import settings

settings.register_profile("thorough", max_examples=800, deadline=None)

_COLLECT = (20_000, 20, 20)
"""New objects, and rounds, between two searches for garbage."""


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT)


@pytest.fixture(autouse=True, scope="session")
def _cache_of_this_run(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
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
