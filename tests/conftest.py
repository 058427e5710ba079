"""No test meets a cache that somebody else left, in this process or in those that it starts."""

import pytest
from hypothesis import settings

settings.register_profile("thorough", max_examples=800, deadline=None)


@pytest.fixture(autouse=True, scope="session")
def _cache_of_this_run(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PNP_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        patch.delenv("PNP_NO_CACHE", raising=False)
        yield
