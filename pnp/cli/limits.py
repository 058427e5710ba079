"""How much a command may take and be asked for."""

MOST_MINUTES = 20
"""Minutes of one command, unless `--time-limit` sets it: 5,400 cards take a fraction of one."""
MOST_MEGABYTES = 4_000
"""Megabytes of address space of each process, unless `--memory-limit` sets it."""
MOST_JOBS = 64
"""Processes of `--jobs`."""
