"""Print-and-play components for board games: a folder of text in, exact vector PDFs out."""

__version__ = "0.1.0"
