"""Worker processes, and how their results travel."""

from pnp.workers.process import Packing, Step, can_fork, in_background, shared, start_method, usable_cores

__all__ = ["Packing", "Step", "can_fork", "in_background", "shared", "start_method", "usable_cores"]
