"""Bytes by key in a folder of the user's, for what is quicker read than made again."""

from pnp.store.made import Made
from pnp.store.store import OFF, Store, Usage

__all__ = ["OFF", "Made", "Store", "Usage"]
