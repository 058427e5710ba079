"""The command line."""

from pnp.cli.main import main

__all__ = ["main"]
