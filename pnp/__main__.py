"""Run the command line as ``python -m pnp``."""

from pnp.cli import main

main()
