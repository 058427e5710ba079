"""Tables of sets that are published elsewhere: fetched when asked for, compared, merged and written."""

from pnp.pull.network import FetchFault, fetch
from pnp.pull.pull import Pulled, PullFault, pull

__all__ = ["FetchFault", "PullFault", "Pulled", "fetch", "pull"]
