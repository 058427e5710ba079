"""How many examples a law gets whose examples are expensive or especially cheap.

``make laws`` gives every law sixteen times as many. Each run has other examples, so many runs are as good as a long one.
"""

from typing import Any

from hypothesis import settings


def examples(usual: int, **more: Any) -> settings:
    """Settings of a law that gets this many examples in a usual run.

    Args:
        usual: The number; laws that say nothing get 50.
        more: Other settings.
    """
    return settings(max_examples=rounds(usual), deadline=None, **more)


def rounds(usual: int) -> int:
    """How many examples a law makes itself that makes this many in a usual run."""
    return round(usual * settings().max_examples / settings.get_profile("usual").max_examples)
