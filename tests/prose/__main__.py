"""Prints the faults of prose in the files and folders that are named: ``python -m tests.prose pnp/layout help``."""

import sys

from tests.prose.check import faults_in, faults_of_help, packages, parts

for name in sys.argv[1:] or [*parts(), *packages()]:
    for fault in faults_of_help() if name == "help" else faults_in(name):
        print(fault)
