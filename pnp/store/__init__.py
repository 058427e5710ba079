"""Bytes by key in a folder of the user's, for content that is quicker to read than to make."""

from pnp.store.store import OFF, Made, Store, Usage

__all__ = ["OFF", "Made", "Store", "Usage"]
