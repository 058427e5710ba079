"""Speed and size of whole builds; ``python -m tests.bench``."""
