"""How often laws are tried whose every example is work: seldom in each run, often when it is asked for.

``make laws`` tries them eight times as often. Examples are others in each run, so that many runs are as good as a long one.
"""

from hypothesis import settings

DEAR = settings(max_examples=max(1, settings().max_examples // 8), deadline=None)
"""For laws whose example takes a tenth of a second or more: an eighth of the examples of the profile."""
