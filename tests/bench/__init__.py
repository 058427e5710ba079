"""Speed and size of whole builds, and whether quick ones draw the same; ``python -m tests.bench``."""
