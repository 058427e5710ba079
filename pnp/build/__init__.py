"""One run from files to files, for the command line and for other programs."""
