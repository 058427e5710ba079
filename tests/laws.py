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
    factor = settings().max_examples / settings.get_profile("usual").max_examples
    return settings(max_examples=round(usual * factor), deadline=None, **more)
