"""Worker processes, where the system can fork, and how their results travel."""

from pnp.workers.process import Packing, Step, can_fork, in_background, shared, usable_cores

__all__ = ["Packing", "Step", "can_fork", "in_background", "shared", "usable_cores"]
