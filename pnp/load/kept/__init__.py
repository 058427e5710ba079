"""What reading found out about files, kept between runs in the cache: nodes of YAML.

Only what is without any fault is kept, so every finding is made anew, in the same words and places, each time.
"""

from pnp.load.kept.readings import Readings

__all__ = ["Readings"]
